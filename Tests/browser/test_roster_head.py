"""What stands above the roster's table: it takes little room, what opens there moves nothing, and all is read whole."""
import pytest

from support import box_of, boxes_of, browse, follow, open_page  # noqa: F401, F811 (browse, open_page: fixtures)
from test_import import upload
from test_roster import IN_VIEW, ROSTER

DESK, TABLET, PHONE = {"width": 1440, "height": 900}, {"width": 820, "height": 1100}, {"width": 390, "height": 844}
STAND = """() => ["#search", ".roster-tools > .columns > summary", ".narrowed > .columns > summary", "#roster"].map((name) => {
  const { x, y } = document.querySelector(name).getBoundingClientRect();
  return [Math.round(x), Math.round(y)];
})"""


@pytest.mark.parametrize("scripts", [True, False], ids=["", "plain"])
@pytest.mark.parametrize("width", [1024, 1440])
def test_what_opens_lies_over_the_table_and_moves_nothing(open_page, demo, scripts, width):
    page = open_page(java_script_enabled=scripts)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(demo.url + ROSTER + "?group=Bus%202")
    before = page.evaluate(STAND)
    for opens, inside in ((".roster-tools > .columns", "button"), (".narrowed > .columns", "input[name=name]")):
        page.click(opens + " > summary")
        assert page.locator(f"{opens} {inside}").is_visible() and page.evaluate(STAND) == before
        panel = box_of(page.locator(opens + " > form"))
        assert panel["x"] >= 0 and panel["x"] + panel["width"] <= width and panel["y"] + panel["height"] <= 900, panel
        for part in boxes_of(page.locator(f"{opens} form :is(input, button)")):
            assert part["width"] < 400 and panel["x"] < part["x"] and part["x"] + part["width"] < panel["x"] + panel["width"], part
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if scripts:
            page.keyboard.press("Escape")
            assert page.locator(opens + " > form").is_hidden() and page.evaluate("document.activeElement.tagName") == "SUMMARY"
        else:
            page.click(opens + " > summary")
    assert not page.problems


def save_view(page, demo, name):
    page.goto(demo.url + ROSTER + "?group=Bus%202")
    page.click(".narrowed > .columns > summary")
    page.fill(".narrowed > .columns input[name=name]", name)
    follow(page, ".narrowed > .columns button")


def test_sixteen_people_are_in_view_below_a_call_for_help_and_a_saved_view_or_an_import(browse, own):
    page = browse("host", viewport=DESK, has_touch=False)
    page.goto(own.url + ROSTER)
    assert box_of(page.locator("#alerts"))["height"] > 40
    save_view(page, own, "Second bus")
    # Once more, without the word that it is saved.
    page.goto(own.url + ROSTER + "?group=Bus%202")
    assert page.locator("nav[aria-label=Views] [aria-current]").inner_text() == "Second bus"
    assert page.locator("#last").count() == 0 and page.evaluate(IN_VIEW) >= 16
    page.goto(own.url + ROSTER)
    assert page.locator("nav[aria-label=Views] a").all_inner_texts() == ["Everybody", "Second bus"] and page.evaluate(IN_VIEW) >= 16
    page.goto(own.url + ROSTER + "?group=Bus%202")
    follow(page, "button:has-text('Remove view')")
    upload(page, own, "list.csv", b"First name,Last name\nUno,Placeholder\nDue,Placeholder\nTre,Placeholder\n")
    follow(page, "button[value=save]")
    page.goto(own.url + ROSTER)
    assert page.locator("#last").is_visible() and page.evaluate(IN_VIEW) >= 16
    undo, search = box_of(page.locator("#last button")), box_of(page.locator("#search"))
    assert undo["y"] + undo["height"] + 4 <= search["y"]


def test_six_people_are_in_view_on_a_phone_that_also_tells_of_a_call(open_page, demo):
    page = open_page(has_touch=True)
    page.set_viewport_size(PHONE)
    page.goto(demo.url + ROSTER)
    assert box_of(page.locator("#alerts"))["height"] > 100
    assert page.evaluate(IN_VIEW) >= 6
    # How many they are stands below the name; what leads elsewhere is in the menu.
    head = page.locator(".roster-heading")
    assert box_of(head)["height"] <= 48 and head.locator("#count").is_visible() and head.locator("p a").first.is_hidden()
    page.click("#roster-more summary")
    for name in ("Changes", "Bin", "cancelled or left"):
        link = page.locator("#roster-more a", has_text=name)
        assert link.is_visible() and box_of(link)["height"] >= 44
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_tablet_shows_groups_whole(open_page, demo):
    page = open_page()
    page.set_viewport_size(TABLET)
    page.goto(demo.url + ROSTER)
    cut = "(cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"
    assert page.locator("#roster td.g").evaluate_all(cut) == []
    # The line of the search is as wide as the table.
    button, table = box_of(page.locator(".filters-open")), box_of(page.locator(".roster-box"))
    assert abs(button["x"] + button["width"] - table["x"] - table["width"]) < 2


def test_who_needs_help_is_said_in_the_middle_of_the_row(open_page, demo):
    page = open_page()
    page.set_viewport_size(DESK)
    page.goto(demo.url + ROSTER)
    chip = page.locator("#roster tr.in-need th .chip").first
    # Where the words are, not their box, which may be stretched.
    words, row = chip.evaluate("""(chip) => {
      const range = document.createRange();
      range.selectNodeContents(chip);
      return [range, chip.closest("tr")].map((part) => { const { y, height } = part.getBoundingClientRect(); return y + height / 2; });
    }""")
    assert abs(words - row) <= 2
