"""The bar for those who are selected: the same on every page that has one, over the bar at the foot of a phone."""
import pytest

from conftest import Demo
from support import TRIP, browse, follow, wait  # noqa: F401, F811 (browse: a fixture)

PHONES = [320, 390]
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}
# What a page calls its bar's actions, in order; then those of "More".
BARS = {
    "/roster": ("#roster tbody input", ["Message", "Invite", "Set", "More"], ["All well?", "Announce", "Print", "Export", "Delete"]),
    "/joining": ("#join-rows input", ["Invite", "More"], ["Links as CSV", "Revoke open links"]),
    "Night sledging": (".guest-rows input", ["Message", "Answer", "More"], ["Announce", "New personal link", "Revoke personal link"]),
    "/groups": ("#lanes input[name=member]", ["Move"], []),
}
# Of the bar, the bar of sections and the open menu: where they begin and end, all at once.
BOXES = """() => Object.fromEntries(Object.entries({ bar: "#bulkbar", foot: "nav.sections > ul", menu: "#bulkbar [open] > .menu" })
  .map(([name, where]) => { const box = document.querySelector(where)?.getBoundingClientRect();
    return [name, box && { left: box.left, right: box.right, top: box.top, bottom: box.bottom }]; }))"""
ACTS = """() => [...document.querySelectorAll("#bulkbar > :is(button:not(.bulk-clear), details)")]
  .map((act) => (act.querySelector("summary") ?? act).innerText.trim())"""
NARROW = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("bulk"))
    yield server
    server.stop()


def select(page, own, name):
    """Opens a page and selects two people; returns their boxes."""
    path = f"{TRIP}/events/{own.ids('event', 'title')[name]}" if not name.startswith("/") else TRIP + name
    page.goto(own.url + path)
    boxes = page.locator(BARS[name][0] + ":visible")
    if not boxes.count():
        page.locator("#lanes details:has(input[name=member]) > summary").first.click()
    for index in range(2):
        boxes.nth(index).check()
    return boxes


@pytest.mark.parametrize("name", BARS)
def test_every_bar_counts_acts_in_one_order_and_clears(browse, own, name):  # noqa: F811
    page = browse("host", **DESKTOP)
    boxes, (_, acts, more) = select(page, own, name), BARS[name]
    bar = page.locator("#bulkbar")
    assert bar.locator("#ticked").inner_text() == "2 selected"
    assert [text for text in page.evaluate(ACTS) if text != "Remind"] == acts
    if more:
        bar.locator("summary", has_text="More").click()
        found = [text.strip() for text in bar.locator(".bulk-menu > button").all_inner_texts()]
        assert [text for text in found if not text.startswith("Remind")] == more
        # The first Escape closes the menu, the next clears the selection.
        page.keyboard.press("Escape")
        assert bar.locator("[open]").count() == 0 and bar.locator("#ticked").inner_text() == "2 selected"
    boxes.first.focus()
    page.keyboard.press("Escape")
    wait(page, "() => !document.getElementById('bulkbar').checkVisibility()")
    assert page.locator("input[name=member]:checked").count() == 0
    boxes.first.check()
    assert bar.locator("#ticked").inner_text() == "1 selected"
    bar.locator(".bulk-clear").click()
    wait(page, "() => !document.getElementById('bulkbar').checkVisibility()")
    assert not page.problems


@pytest.mark.parametrize("width", PHONES)
@pytest.mark.parametrize("name", BARS)
def test_every_bar_and_its_menus_fit_on_a_phone(browse, own, name, width):  # noqa: F811
    page = browse("host", viewport={"width": width, "height": 780})
    select(page, own, name)
    found = page.evaluate(BOXES)
    assert found["bar"]["bottom"] <= found["foot"]["top"] + 1 and page.evaluate(NARROW)
    menus = page.locator("#bulkbar > details > summary")
    for index in range(menus.count()):
        menus.nth(index).click()
        found = page.evaluate(BOXES)
        assert 0 <= found["menu"]["left"] and found["menu"]["right"] <= width and found["menu"]["top"] >= 0
        assert found["menu"]["bottom"] <= found["bar"]["top"] + 1 and page.evaluate(NARROW)
        # Signs have their words.
        assert all(text.strip() for text in page.locator("#bulkbar [open] > .menu button").all_inner_texts())
        menus.nth(index).click()
    small = page.evaluate("""() => [...document.querySelectorAll("#bulkbar > :is(button, select), #bulkbar > details > summary")]
      .map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length""")
    assert small == 0


def test_all_well_is_asked_from_the_roster(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP)
    select(page, own, "/roster")
    page.locator("#bulkbar summary", has_text="More").click()
    follow(page, page.locator("#bulkbar button", has_text="All well?"))
    # No question reaches these two: they are called, and whoever wants to makes them links.
    assert page.inner_text("h1") == "Call 2 people"
    for box in page.locator("#silent input[type=checkbox]").all():
        box.check()
    before = int(own.sql("SELECT count(*) FROM nudge")[0])
    follow(page, page.get_by_role("button", name="Make links"))
    assert int(own.sql("SELECT count(*) FROM nudge")[0]) == before + 2 and "Nobody could be reached. Call 2 people." in page.inner_text("body")
