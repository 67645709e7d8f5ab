"""The traveller's map as a phone app's: full bleed, a sheet or a panel, the card of whoever was chosen; the page of an open call; the door."""
import sqlite3
import time

import pytest

from support import BASE, TRIP, at_rest, box_of, boxes_of, browse, place_friends, wait  # noqa: F401, F811 (browse: a fixture)
from test_help import call

# See support.browse.
WORKER = "block"
SIZES = [(320, 640), (390, 844), (820, 1180), (1440, 900)]
OVER = "document.documentElement.scrollWidth - innerWidth"
SMALL = """() => [...document.querySelectorAll("main :is(a, button, select, input:not([type=hidden]), summary)")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("svg, .visually-hidden, label, p, small, li > span"))
  .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && height && height < 43.5).map(([text, { height }]) => `${text} ${height}`)"""


def box(page, selector):
    return box_of(page.locator(selector).first)


@pytest.mark.parametrize("width, height", SIZES)
def test_the_map_fills_the_page_and_the_list_lies_over_it(browse, own, width, height):  # noqa: F811
    place_friends(own, 4)
    page = browse("ada", viewport={"width": width, "height": height}, has_touch=width < 600)
    page.goto(own.url + TRIP + "/my/map")
    wait(page, "document.documentElement.dataset.live === 'open'")
    whole, panel = box(page, ".friend-map"), box(page, "#panel")
    bar = box(page, "nav.sections")
    if width <= 640:
        # From the head to the bar, from edge to edge; of the list only its tabs.
        assert whole["x"] == 0 and whole["width"] == width and abs(whole["y"] + whole["height"] - bar["y"]) < 2
        assert panel["height"] < 110 and panel["width"] == width
    else:
        assert abs(whole["y"] + whole["height"] - height) < 2 and whole["x"] + whole["width"] == width
    if width > 704:
        assert panel["x"] < whole["x"] + 20 and panel["width"] < 400 and panel["height"] > height / 2
    assert page.evaluate(OVER) <= 0 and page.evaluate("document.documentElement.scrollHeight") <= height
    # Tabs as the keyboard knows them; on a phone they raise the sheet.
    page.locator("#tab-near").focus()
    for name, part in (("#tab-meet", "#part-meet"), ("#tab-you", "#sharing"), ("#tab-near", "#part-near")):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id") == name[1:] and page.is_visible(part)
        assert page.locator("[role=tab][aria-selected=true]").count() == 1
        assert page.evaluate(OVER) <= 0, name
        if width <= 640:
            assert page.evaluate(SMALL) == [], name
    # Somebody is found by name, however far; their card says what one does with them, and closes by the cross.
    page.fill("#friend-filter", "bruno dem")
    row = page.locator("#friends li.near")
    assert row.count() == 1 and "Bruno" in row.inner_text()
    row.locator("a").click()
    wait(page, "document.querySelector('#friend-marks .marker.selected .halo')")
    assert page.inner_text("#picked .card-name") == "Bruno Demovich" and page.inner_text("#picked .age") == "Seen just now"
    assert page.locator("#picked .card-actions >> text=Message").count() == 1
    assert page.get_attribute("#picked .card-link", "href").endswith(page.get_attribute("#friends li.near a", "href"))
    # Whom the card is about is seen beside it.
    mark, card = at_rest(page.locator("#friend-marks .marker.selected circle").first), at_rest(page.locator("#panel"))
    free = mark["y"] + mark["height"] < card["y"] if width <= 704 else mark["x"] > card["x"] + card["width"]
    assert free and page.evaluate(OVER) <= 0
    page.fill("#friend-filter", "qqq")
    assert page.inner_text("#nobody-found") == "Nobody found for “qqq”."
    page.click("#picked .close")
    wait(page, "document.getElementById('picked').hidden && !document.querySelector('#friend-marks .halo')")
    assert not page.problems, page.problems


def test_a_long_name_and_a_number_fit_on_the_card(browse, own):  # noqa: F811
    place_friends(own, 4)
    long = "Wolfeschlegelsteinhausenbergerdorff"
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        database.execute("UPDATE member SET last_name = ?, whatsapp = '+41790000007' WHERE first_name = 'Bruno'", (long,))
    page = browse("ada", viewport={"width": 320, "height": 640})
    page.goto(own.url + TRIP + "/my/map")
    page.click("#tab-near")
    page.click(f"#friends li[data-name*={long}] a")
    assert long in page.inner_text("#picked .card-name")
    assert page.get_attribute("#picked .card-call", "href") == "tel:+41790000007" and "+41790000007" in page.inner_text("#picked")
    assert page.evaluate(OVER) <= 0
    page.click("#picked .coordinates-fold summary")
    wait(page, "document.querySelectorAll('#picked .coordinates li').length === 3")
    assert page.evaluate(OVER) <= 0


def test_a_tap_on_oneself_says_when_one_was_seen(browse, own):  # noqa: F811
    token = place_friends(own, 0)[0]
    own.post_fix(token, BASE[0] - 0.003, BASE[1], at=int(time.time()))
    page = browse("ada", viewport={"width": 1280, "height": 800})
    page.goto(own.url + TRIP + "/my/map")
    wait(page, "document.querySelector('#friend-marks .marker.me')")
    # It blinks, also where the map stands there already.
    for _ in range(2):
        assert page.evaluate("""() => {
          document.querySelector("[data-do=me]").click();
          return document.querySelector("#friend-marks .marker.me").getAnimations().length > 0;
        }""")
    mark = at_rest(page.locator("#friend-marks .marker.me"))
    page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    assert page.inner_text("#picked h2") == "You" and "Seen" in page.inner_text("#picked-body")
    page.click("#picked .close")
    assert page.is_hidden("#picked") and not page.problems


def test_ones_own_dot_covers_no_count(browse, own):  # noqa: F811
    tokens = place_friends(own, 0)
    for token in tokens[:4]:
        own.post_fix(token, BASE[0] + 0.003, BASE[1], at=int(time.time()))
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/my/map")
    wait(page, "document.querySelector('#friend-marks .marker.me') && document.querySelector('#friend-marks .marker.cluster:not([visibility])')")
    at_rest(page.locator("#friend-marks .marker.me circle"))
    [dot] = boxes_of(page.locator("#friend-marks .marker.me circle"))
    others = boxes_of(page.locator("#friend-marks .marker:not(.me, .base-mark):not([visibility=hidden]) > text:last-of-type"))
    middle = {axis: dot[axis] + dot[size] / 2 for axis, size in (("x", "width"), ("y", "height"))}
    # What is nearest is the others' count, and it is free.
    gaps = [max(count["x"] - dot["x"] - dot["width"], dot["x"] - count["x"] - count["width"],
                count["y"] - dot["y"] - dot["height"], dot["y"] - count["y"] - count["height"]) for count in others]
    assert 0 <= min(gaps) < 20, gaps
    page.mouse.click(middle["x"], middle["y"])
    assert page.inner_text("#picked h2") == "You"


def test_a_friends_page_leads_to_them_on_the_map(browse, own):  # noqa: F811
    tokens = place_friends(own, 4)
    friend = own.member_of(tokens[1])[0]
    page = browse("ada")
    page.goto(f"{own.url}{TRIP}/friends/{friend}")
    assert " m away · " in page.inner_text("main")
    page.click("main a:has-text('On the map')")
    wait(page, "document.querySelector('#friend-marks .marker.selected')")
    assert "Bruno" in page.inner_text("#picked .card-name")


def test_the_address_opens_a_meeting_point_or_a_part_of_the_list(browse, own):  # noqa: F811
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/my/map#meet")
    wait(page, "document.getElementById('panel').dataset.height === 'half'")
    assert page.is_visible("#part-meet") and page.is_hidden("#part-near")
    # Words of a flag in the window are whole.
    outside = page.evaluate("""() => [...document.querySelectorAll("#friend-marks .meeting")]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .map((node) => ["path", ".meeting-chip:not(.gives-way) rect"].map((part) => node.querySelector(part)?.getBoundingClientRect()))
      .filter(([flag, words]) => words && flag.left >= 0 && flag.left <= innerWidth && (words.left < 0 || words.right > innerWidth))
      .map(([, words]) => [words.left, words.right])""")
    assert not outside, outside
    link = page.get_attribute("#meetings a.button >> nth=0", "href")
    label = page.inner_text("#meetings strong >> nth=0")
    page.goto(own.url + link)
    wait(page, "!document.getElementById('picked').hidden")
    assert page.inner_text("#picked strong") == label
    flag, sheet = at_rest(page.locator("#friend-marks .meeting path").first), at_rest(page.locator("#panel"))
    assert flag["y"] + flag["height"] < sheet["y"]


def test_the_list_is_the_page_without_scripts(browse, own):  # noqa: F811
    place_friends(own, 4)
    page = browse("ada", java_script_enabled=False, viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/my/map")
    assert page.is_hidden(".friend-map") and page.is_hidden("#sheet-tabs") and page.is_hidden("#picked")
    for part in ("#part-near", "#part-meet", "#sharing"):
        assert page.is_visible(part), part
    assert "Bruno Demovich" in page.inner_text("#friends") and page.evaluate(OVER) <= 0
    # The whole of it is reached by scrolling the page itself.
    assert page.evaluate("document.documentElement.scrollHeight") > 844


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_while_a_call_is_open_the_page_tells_how_it_stands(browse, own, width, scripts):  # noqa: F811
    call(own, "ada", "twisted knee")
    page = browse("ada", viewport={"width": width, "height": 844}, java_script_enabled=scripts)
    page.goto(own.url + TRIP + "/my/sos")
    assert "Nobody has responded yet" in page.inner_text("#own-call") and page.is_visible(".says-ok summary")
    assert page.is_hidden("#call") and page.is_hidden("#text")
    # The numbers stay, and calling again is one tap away.
    assert page.locator(".sos-phones a[href^='tel:']").first.is_visible()
    page.click("#again > summary")
    assert page.is_visible("#call") and page.is_visible("#text") and page.evaluate(OVER) <= 0
    assert page.is_visible("#sos input[name=sure]") is not scripts


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_door_is_calm_and_shows_the_password(browse, own, width):  # noqa: F811
    page = browse(viewport={"width": width, "height": 844})
    page.goto(own.url + "/sign-in")
    assert page.is_visible(".door-name") and page.is_visible(".door-help") and page.evaluate(OVER) <= 0
    page.fill("#password", "larch")
    eye, field = box(page, ".reveal"), box(page, "#password")
    assert field["y"] - 1 <= eye["y"] and eye["y"] + eye["height"] <= field["y"] + field["height"] + 1
    page.click(".reveal")
    assert page.get_attribute("#password", "type") == "text" and page.get_attribute(".reveal", "aria-pressed") == "true"
    page.click(".reveal")
    assert page.get_attribute("#password", "type") == "password" and page.input_value("#password") == "larch"


@pytest.mark.parametrize("width, height", SIZES)
def test_the_first_view_holds_all_who_are_seen(browse, own, width, height):  # noqa: F811
    tokens = place_friends(own, 0)
    now = int(time.time())
    # The valley, and 3 km up the slope.
    for index, token in enumerate(tokens[:6]):
        own.post_fix(token, BASE[0] + index * 0.005, BASE[1], at=now)
    page = browse("ada", viewport={"width": width, "height": height})
    page.goto(own.url + TRIP + "/my/map")
    wait(page, "document.querySelectorAll('#friend-marks .marker:not(.base-mark)').length > 1")
    marks = page.locator("#friend-marks .marker:not(.base-mark):not([visibility=hidden]) > circle:first-of-type")
    at_rest(marks.first)
    frame, panel = box(page, ".friend-map"), box(page, "#panel")
    low = panel["y"] if width <= 704 else frame["y"] + frame["height"]
    left = frame["x"] if width <= 704 else panel["x"] + panel["width"]
    found = [one for one in boxes_of(marks) if one["width"]]
    assert found
    for mark in found:
        assert frame["y"] <= mark["y"] and mark["y"] + mark["height"] <= low, (mark, frame, panel)
        assert left <= mark["x"] and mark["x"] + mark["width"] <= width, mark


def test_the_map_gives_way_to_a_sheet_that_is_raised(browse, own):  # noqa: F811
    tokens = place_friends(own, 0)
    for index, token in enumerate(tokens[:6]):
        own.post_fix(token, BASE[0] + index * 0.005, BASE[1], at=int(time.time()))
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/my/map")
    wait(page, "document.querySelectorAll('#friend-marks .marker:not(.base-mark)').length > 1")
    marks = page.locator("#friend-marks .marker:not(.base-mark):not([visibility=hidden]) > circle:first-of-type")
    spots = lambda: [one for one in boxes_of(marks) if one["width"]]
    at_rest(marks.first)
    first = spots()
    page.click("#sheet-handle")
    wait(page, "document.getElementById('panel').dataset.height === 'half'")
    [frame, panel] = [box(page, ".friend-map"), at_rest(page.locator("#panel"))]
    at_rest(marks.first)
    for mark in spots():
        assert frame["y"] <= mark["y"] and mark["y"] + mark["height"] <= panel["y"], (mark, panel)
    # Lowered again it leaves the map as it was.
    page.click("#sheet-handle")
    page.click("#sheet-handle")
    wait(page, "document.getElementById('panel').dataset.height === 'low'")
    at_rest(marks.first)
    assert [(one["x"], one["y"]) for one in spots()] == [(pytest.approx(one["x"], abs=2), pytest.approx(one["y"], abs=2)) for one in first]


def test_auto_follows_to_a_friend_high_up_and_offers_afterwards(browse, own):  # noqa: F811
    low, high = place_friends(own, 0)[:2]
    own.post_fix(low, 46.4120, BASE[1])
    own.post_fix(high, 46.4400, BASE[1])
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(f"{own.url}{TRIP}/my/map?lat=46.4120&lon={BASE[1]}&z=16")
    said = "document.getElementById('map-reason').textContent"
    wait(page, f"{said}.startsWith('Street map, because')")
    # The map goes to them, and Auto with it.
    page.click("#tab-near")
    name = " ".join(own.member_of(high)[1:])
    page.fill("#friend-filter", name.lower())
    page.locator("#friends li.near a").first.click()
    wait(page, f"{said}.startsWith('Mountain map, because') && document.getElementById('map-offer').hidden")
    # Whoever moves the map themselves keeps what they read, and is offered the other.
    page.click("#picked .close")
    wait(page, "document.getElementById('panel').dataset.height === 'low'")
    page.locator(".friend-map").focus()
    for _ in range(80):
        if page.is_visible("#map-offer"):
            break
        page.keyboard.press("ArrowDown")
        page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.inner_text("#map-offer") == "Street map?" and page.evaluate(said).startswith("Mountain map")
    page.click("#map-offer")
    wait(page, f"{said}.startsWith('Street map, because') && document.getElementById('map-offer').hidden")
    assert not page.problems, page.problems


def test_the_hosts_map_opens_on_all_in_what_the_sheet_leaves(browse, own):  # noqa: F811
    now = int(time.time())
    for index, token in enumerate(place_friends(own, 0)[:6]):
        own.post_fix(token, BASE[0] + index * 0.005, BASE[1], at=now)
    page = browse("host", viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/map")
    marks = page.locator("#markers .marker:not([visibility=hidden]) > circle:first-of-type")
    marks.first.wait_for()
    at_rest(marks.first)
    # Why it is this map stands between the map and the sheet.
    low = box(page, ".map-foot")["y"]
    # The middle of all stands above that line as far as below the head.
    found = [one for one in boxes_of(marks) if one["width"]]
    assert found and all(one["y"] + one["height"] <= low for one in found), (found, low)
    top, end = min(one["y"] for one in found), max(one["y"] + one["height"] for one in found)
    frame = box(page, ".map-frame")
    assert abs((top - frame["y"]) - (low - end)) < 12, (top, end, frame, low)
