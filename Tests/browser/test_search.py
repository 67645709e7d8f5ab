"""Search from anywhere: by Ctrl-K, from the bar, and without scripts as a page."""
import pytest

from support import TRIP, box_of, boxes_of, browse, faults, follow, open_page, wait  # noqa: F401, F811 (browse, open_page: fixtures)

WIDE = {"viewport": {"width": 1440, "height": 900}}


def ask(page, text):
    page.keyboard.press("Control+k")
    wait(page, "() => document.activeElement.name === 'q' && document.activeElement.closest('dialog[open]') !== null")
    page.keyboard.type(text)


def first(page, text):
    wait(page, "text => document.querySelector('dialog.search-dialog .hit strong')?.textContent === text", text)


@pytest.mark.parametrize("size", [WIDE, {"viewport": {"width": 390, "height": 844}, "has_touch": True}])
def test_a_missing_person_is_one_step_away(browser, demo, open_page, size):
    page = open_page()
    page.set_viewport_size(size["viewport"])
    token = demo.tokens()[1]
    member, name, family = demo.member_of(token)
    demo.post_fix(token, 46.41, 9.23)
    page.goto(demo.url + TRIP)
    # A letter of the family name is wrong.
    ask(page, family[:-2] + family[-1])
    first(page, f"{name} {family}")
    row = page.locator("dialog .found li").first
    assert "Last contact just now" in row.inner_text()
    assert row.locator("a[href^='tel:']").count() == 1
    assert row.get_by_title("On the map").get_attribute("href").endswith(member)
    assert box_of(row)["height"] <= 56
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert all(box["height"] >= (44 if size is not WIDE else 24) for box in boxes_of(row.locator("a")))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/members/{member}")
    assert not page.problems


def test_by_keyboard_alone(open_page, demo):
    page = open_page()
    page.goto(demo.url + TRIP + "/roster")
    ask(page, "fondu")
    first(page, "Fondue evening")
    page.keyboard.press("ArrowDown")
    assert "Fondue evening" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    # Enter before the answer came opens the first as soon as it is there.
    ask(page, "new event")
    page.keyboard.press("Enter")
    page.wait_for_url("**/events/new")
    page.goto(demo.url + TRIP)
    page.click(".search-box input")
    wait(page, "() => document.querySelector('dialog.search-dialog .hit')")
    assert not faults(page, "light")
    # Lists to print are suggested; who types "print" means the paper.
    assert "Print Bus 1" in page.inner_text("dialog .found") and "New event" in page.inner_text("dialog .found")
    page.keyboard.type("print bus 2")
    first(page, "Print Bus 2")
    page.keyboard.press("Enter")
    page.wait_for_url("**/roster/print*")
    assert "/roster/print?group=Bus%202" in page.url
    assert not page.problems


def test_a_late_answer_leaves_the_keyboard_among_the_finds(open_page, demo):
    page = open_page(service_workers="block")
    page.goto(demo.url + TRIP + "/roster")
    ask(page, "fond")
    first(page, "Fondue evening")
    held = []
    page.route("**/search?q=fondue*", lambda route: held.append(route))
    with page.expect_request("**/search?q=fondue*"):
        page.keyboard.type("ue")
    page.keyboard.press("ArrowDown")
    page.evaluate("window.before = document.activeElement")
    assert "Fondue evening" in page.evaluate("window.before.textContent")
    held.pop().continue_()
    wait(page, "() => !window.before.isConnected")
    assert "Fondue evening" in page.evaluate("document.activeElement.closest('.hit')?.textContent ?? ''")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.name") == "q"
    assert not page.problems


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_as_a_page_without_scripts(open_page, demo, width):
    page = open_page(java_script_enabled=False)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(demo.url + TRIP)
    if width > 832:
        page.fill(".search-box input", "104")
    if page.is_visible(".search-box button"):
        follow(page, ".search-box button")
    else:
        page.click(".more-item button")
        follow(page, ".more-search a")
    page.fill("#search-page input", "room 104")
    follow(page, "#search-page button")
    assert page.locator("#found strong", has_text="Room 104").count() == 1
    follow(page, page.locator("#found a:has(strong:text-is('Room 104'))"))
    assert "room=104" in page.url and 1 <= page.locator("#roster tbody tr").count() <= 6
    page.goto(demo.url + TRIP + "/search?q=qqqqq")
    assert "Nothing found for “qqqqq”" in page.inner_text("#found")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_answers_while_one_types(open_page, demo):
    page = open_page(color_scheme="dark")
    page.goto(demo.url + TRIP + "/search")
    page.fill("#search-page input", "valrsa")
    wait(page, "() => document.querySelector('#found .hit strong')")
    assert not faults(page, "dark")


def test_what_is_typed_without_a_line_stays_in_the_field(open_page, demo):
    page = open_page(service_workers="block")
    page.route("**/js/search-dialog.js*", lambda route: route.abort())
    page.goto(demo.url + TRIP)
    field = page.locator("form.search-box input")
    field.focus()
    page.keyboard.type("ada")
    wait(page, "() => document.querySelector('form.search-box input').value === 'ada'")
    assert page.locator("dialog.search-dialog").count() == 0
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=ada")


def test_travellers_find_their_own(browse, own):
    page = browse("ada")
    page.goto(own.url + TRIP + "/my")
    ask(page, "bruno")
    first(page, "Bruno Demovich")
    assert page.locator("dialog a[href^='tel:']").count() == 0 and "Room" not in page.inner_text("dialog")
    page.keyboard.press("Enter")
    page.wait_for_url("**/friends/*")
    assert not page.problems
