"""One's notices: the bell on every page, the list of all trips, how one is told, and what hosts see of it."""
import pytest

from support import TRIP, browse, follow, wait  # noqa: F401, F811 (browse: a fixture)

UNREAD = "document.querySelector('#bell .unread')?.textContent ?? ''"


def cancel(own, title):
    event = own.ids("event", "title")[title]
    version = own.sql(f"SELECT version FROM event WHERE title = '{title}'")[0]
    answer = own.request("POST", f"{TRIP}/events/{event}/cancel", {"version": version, "reason": "Fog on the pass"}, cookie=own.host())
    assert answer.status == 303, answer.body


def test_the_bell_rings_on_open_pages_and_is_quiet_again_everywhere(browse, own):  # noqa: F811
    page = browse("ada")
    page.goto(own.url + "/notices")
    if page.locator("form[action='/notices/read']").count():
        follow(page, page.locator("form[action='/notices/read'] button"))
    first, second = page, page.context.new_page()
    first.goto(own.url + TRIP + "/my")
    second.goto(own.url + TRIP + "/friends")
    for tab in (first, second):
        wait(tab, "document.documentElement.dataset.live === 'open'")
        assert tab.evaluate(UNREAD) == ""
    cancel(own, "Fondue evening")
    for tab in (first, second):
        wait(tab, f"({UNREAD}) === '1'")
    follow(first, "#bell")
    row = first.locator(".notice-row").first
    assert "Cancelled: Fondue evening" in row.inner_text() and "Fog on the pass" in row.inner_text()
    follow(first, row.locator(".notice-open"))
    assert "/my/events/" in first.url and "Fog on the pass" in first.inner_text("main")
    wait(second, f"({UNREAD}) === ''")


@pytest.mark.parametrize("scripts", [True, False])
def test_notices_are_read_and_unread_again_with_the_keyboard_and_without_scripts(browse, own, scripts):  # noqa: F811
    page = browse("ada", java_script_enabled=scripts)
    page.goto(own.url + "/notices")
    if page.locator(".notice-dot").count():
        follow(page, page.locator("form[action='/notices/read'] button"))
    assert page.locator(".notice-dot").count() == 0 and page.locator(".notice-row").count() > 0
    button = page.locator("button[aria-label^='Mark as unread']:visible").first
    button.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.locator(".notice-dot").count() == 1
    assert "1 unread notice" in page.inner_text("#bell .visually-hidden")


def test_where_no_channel_is_set_up_there_is_nothing_to_choose(browse, own):  # noqa: F811
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(own.url + "/notices/settings")
    assert "This server sends no push" in page.inner_text("main")
    assert page.locator("main form").count() == 0 and page.locator(".theme-choice, #quiet-hours").count() == 0


def test_hosts_see_that_nothing_went_out_yet(browse, own):  # noqa: F811
    page = browse("host")
    page.goto(own.url + TRIP + "/deliveries")
    assert "Checked" in page.inner_text("main")
    assert page.locator("nav.tabs a[aria-current]").inner_text() == "All channels"
