"""What is deleted comes back: an event by Undo and from the bin, a draft and a group at once, a trip by its name."""

from support import TRIP, faults, follow, reader  # noqa: F401, F811 (reader: a fixture)


def is_wider(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def look(page):
    assert not is_wider(page)
    if page.has_scripts:
        assert faults(page, "light") == []


def answers(own, event):
    return own.sql(f"SELECT count(*) FROM invitation i JOIN event e ON e.id = i.event_id WHERE e.title = '{event}' AND i.rsvp = 'going'")


def test_an_event_is_deleted_undone_and_restored_from_the_bin(own, reader):
    page, title = reader, "Fondue evening"
    address = f"{own.url}{TRIP}/events/{own.ids('event', 'title')[title]}"
    before = answers(own, title)
    for way in ("toast", "bin"):
        page.goto(address)
        page.click(".event-acts .event-menu summary:has-text('More')")
        follow(page, ".event-menu a:has-text('Delete event')")
        assert page.inner_text("h1") == f"Delete {title}?" and "are going" in page.inner_text(".stake")
        look(page)
        page.fill("#reason", "the cheese is out")
        follow(page, "main button.danger")
        assert f"{title} moved to the bin for 30 days" in page.inner_text(".toast")
        assert title not in page.inner_text("#events")
        if way == "toast":
            follow(page, ".toast button:has-text('Undo')")
        else:
            if page.locator(".heading-more").is_visible():
                page.click(".heading-more")
            follow(page, "#events-acts a:has-text('Bin')")
            assert "Events" in page.inner_text("main") and "days left" in page.inner_text(".bin")
            look(page)
            follow(page, f"button[aria-label='Restore {title}']")
        assert page.inner_text("h1").startswith(title) and "Cancelled" not in page.inner_text("h1")
        assert answers(own, title) == before


def test_a_group_is_deleted_and_undone(own, reader):
    page = reader
    page.goto(f"{own.url}{TRIP}/groups?set=all")
    look(page)
    page.click("a[aria-label='Edit Bus 1']")
    # In a dialog over the list, or on a page of its own.
    page.click("summary:has-text('Delete Bus 1')")
    follow(page, "details:has(summary:has-text('Delete Bus 1')) button.danger")
    assert "Bus 1 moved to the bin for 30 days" in page.inner_text(".toast")
    assert page.locator("a[aria-label='Edit Bus 1']").count() == 0
    follow(page, ".toast button:has-text('Undo')")
    assert page.locator("a[aria-label='Edit Bus 1']").count() == 1
    assert own.sql("SELECT count(*) FROM member_of_group o JOIN member_group g ON g.id = o.group_id WHERE g.name = 'Bus 1'") != ["0"]
