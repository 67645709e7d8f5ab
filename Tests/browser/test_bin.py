"""What is deleted comes back: an event by Undo and from the bin, a draft and a group at once, people both ways, a trip by its name."""

import pytest

from conftest import totp
from support import (  # noqa: F401, F811 (browse, reader: fixtures)
    TABLET, TRIP, browse, faults, follow, look_at_night, reader)

PHONE = {"width": 390, "height": 844}


def is_wider(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def look(page):
    assert not is_wider(page)
    if page.has_scripts:
        assert faults(page, page.scheme) == []


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


@pytest.mark.parametrize("options", [
    {"viewport": PHONE, "java_script_enabled": False}, {"viewport": TABLET, "color_scheme": "dark"}], ids=["390-plain", "820-dark"])
def test_people_are_deleted_undone_and_restored_from_the_bin(browse, own, options):
    page = browse("host", **options)
    people = page.locator("#roster tbody tr")
    page.goto(own.url + TRIP + "/roster")
    before, row = people.count(), people.nth(3)
    name = row.locator("th a").inner_text()
    for way in ("toast", "bin"):
        page.locator("#roster tbody tr", has_text=name).locator("label").first.click()
        page.click("#bulkbar summary:has-text('More')")
        follow(page, "#bulkbar button[value=delete]")
        assert name in page.inner_text("main ul.rows") and not is_wider(page)
        follow(page, "main button.danger")
        assert page.inner_text(".toast .notice") == f"{name} moved to the bin for 30 days" and people.count() == before - 1
        if way == "toast":
            follow(page, ".toast button:has-text('Undo')")
        else:
            page.goto(own.url + TRIP + "/roster/bin")
            assert "days left" in page.inner_text(".bin") and not is_wider(page)
            follow(page, f"button[aria-label='Restore {name}']")
            page.goto(own.url + TRIP + "/roster")
        assert people.count() == before and page.locator("#roster tbody tr", has_text=name).count() == 1
    if "color_scheme" in options:
        look_at_night(page)
    assert not page.problems


@pytest.mark.parametrize("options", [
    {"viewport": TABLET, "java_script_enabled": False}, {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"}],
    ids=["820-plain", "1440-dark"])
def test_a_trip_is_deleted_by_its_name_and_comes_back(browse, own, options):
    page = browse("admin", **options)
    if page.locator("#code").count():
        page.fill("#code", totp(own.secret))
        follow(page, "main button.primary")
    name = own.sql("SELECT name FROM trip WHERE slug = 'valrosa'")[0]
    # Nobody waits for help, and the trip is over.
    for case in own.sql("SELECT lower(hex(id)) FROM help_case WHERE resolved_at IS NULL"):
        case = "-".join([case[:8], case[8:12], case[12:16], case[16:20], case[20:]])
        assert own.request("POST", f"{TRIP}/help/{case}/resolve", {"outcome": "safe"}, cookie=own.host()).status == 303
    page.goto(own.url + TRIP + "/settings")
    follow(page, "#archive ~ form button")
    page.goto(own.url + TRIP + "/settings")
    follow(page, "a.danger:has-text('Delete the trip')")
    assert page.inner_text("h1") == f"Delete {name}?" and not is_wider(page)
    page.fill("main input[name=name]", name)
    follow(page, "main button.danger")
    assert page.inner_text(".toast .notice") == f"{name} moved to the bin for 30 days"
    assert page.locator(f"main a[href='{TRIP}']").count() == 0
    page.goto(own.url + "/deleted-trips")
    follow(page, f"button[aria-label='Restore {name}']")
    assert "is back, archived" in page.inner_text(".toast") and "/settings" in page.url
    if "color_scheme" in options:
        look_at_night(page)
    assert not page.problems
