"""The hosts' map as they use it: full bleed, the list in parts, a card, the sheet of phones, measuring, night; and the travellers' map."""
import math
import re
import time

import pytest

from conftest import ROOT, Demo
from support import TRIP, at_rest, box_of, browse, follow, number, place_friends, sign_in, wait  # noqa: F401, F811 (browse: a fixture)

SIZES = {"phone": {"width": 390, "height": 844}, "tablet": {"width": 820, "height": 1180}, "desktop": {"width": 1440, "height": 900}}
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OPEN = "document.documentElement.dataset.live === 'open'"
# The base of the demo.
HOME = (46.4120, 9.2310)
LONG = "Maximiliana-Alexandrina von Hohenstaufen-Wittelsbach"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """Three fresh, one stale, one lost, one who shares nothing."""
    server = Demo(tmp_path_factory.mktemp("map"), members=12)
    now = time.time()
    server.people = [server.member_of(token) for token in server.tokens()[:5]]
    for index, (token, age) in enumerate(zip(server.tokens(), [0, 0, 0, 10, 90])):
        server.post_fix(token, 46.4230 + index * 0.002, 9.2390, at=now - age * 60)
    yield server
    server.stop()


def open_map(page, own, size=None, more=""):
    if size:
        page.set_viewport_size(SIZES[size])
    page.goto(own.url + TRIP + "/map" + more)
    wait(page, OPEN)


def desktop(browse):  # noqa: F811
    return browse("host", viewport=SIZES["desktop"], has_touch=False)


@pytest.mark.parametrize("size", SIZES)
def test_the_map_fills_what_the_frame_leaves(browse, own, size):  # noqa: F811
    page = browse("host", viewport=SIZES[size])
    open_map(page, own)
    frame, main = box_of(page.locator(".map-frame")), box_of(page.locator("main"))
    assert abs(frame["width"] - main["width"]) < 2 and abs(frame["height"] - main["height"]) < 2
    assert page.evaluate(OVER) <= 0
    assert page.evaluate("document.documentElement.scrollHeight") <= SIZES[size]["height"] + 1
    assert not page.problems, page.problems


@pytest.mark.parametrize("size", SIZES)
def test_without_scripts_the_list_stands_beside_or_below(browse, own, size):  # noqa: F811
    page = browse(None, viewport=SIZES[size], java_script_enabled=False)
    sign_in(page, own, "host")
    page.goto(own.url + TRIP + "/map")
    assert page.evaluate(OVER) <= 0 and not page.is_visible("#sheet-handle") and not page.is_visible("#measure")
    frame, panel = box_of(page.locator(".map-frame")), box_of(page.locator("#panel"))
    assert panel["x"] >= frame["x"] + frame["width"] - 1 or panel["y"] >= frame["y"] + frame["height"] - 1
    page.click("#part-fresh a.focus >> nth=0")
    assert page.locator("#details .person-card h2").count() == 1 and page.locator("#details .coordinates li").count() == 3
    assert page.locator("#markers .marker.selected .marker-name").count() == 1
    page.click("#legend summary")
    assert "Needs help" in page.inner_text("#legend")


def test_people_stand_in_parts_by_name_and_are_filtered(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own)
    parts = page.evaluate("""() => [...document.querySelectorAll('.people-part')].filter((part) => !part.hidden)
      .map((part) => [part.id, [...part.querySelectorAll('.person-row')].map((row) => row.dataset.name)])""")
    assert [name for name, _ in parts] == ["part-help", "part-lost", "part-stale", "part-fresh", "part-off"]
    for part, names in parts:
        # Who needs help stands by need.
        assert part == "part-help" or names == sorted(names, key=str.casefold), names
    counts = {name: len(names) for name, names in parts}
    assert counts["part-lost"] == 1 and counts["part-stale"] == 1 and counts["part-fresh"] == 3
    # Who is heard of again changes places.
    token = own.tokens()[4]
    name = " ".join(own.member_of(token)[1:])
    own.post_fix(token, 46.4310, 9.2390)
    wait(page, f"[...document.querySelectorAll('#part-fresh .person-row')].some((row) => row.dataset.name === '{name}')")
    assert page.is_hidden("#part-lost")
    page.fill("#people-filter", name.split()[0].lower())
    shown = "[...document.querySelectorAll('#people .person-row')].filter((row) => row.checkVisibility()).map((row) => row.dataset.name)"
    wait(page, f"({shown}).every((name) => name.startsWith('{name.split()[0]}')) && ({shown}).length > 0")
    page.fill("#people-filter", "zzzz")
    assert page.inner_text("#nobody-found") == "Nobody found for “zzzz”." and page.evaluate(shown) == []
    page.fill("#people-filter", "")
    assert page.is_hidden("#nobody-found")


@pytest.mark.parametrize("size", ["tablet", "desktop"])
def test_the_first_person_of_the_list_is_in_sight(browse, own, size):  # noqa: F811
    page = browse("host", viewport=SIZES[size], has_touch=False)
    open_map(page, own, size)
    found = page.evaluate("""() => {
      const row = [...document.querySelectorAll('#people .person-row')].find((one) => one.checkVisibility());
      const link = row.querySelector('a.focus');
      const [box, list] = [link, document.getElementById('panel-body')].map((node) => node.getBoundingClientRect());
      const top = document.elementFromPoint(box.x + 20, box.y + box.height / 2);
      return { height: box.height, isWithin: box.top >= list.top && box.bottom <= list.bottom, isOnTop: row.contains(top) };
    }""")
    assert found["height"] >= 24 and found["isWithin"] and found["isOnTop"], found


def test_a_bus_or_a_room_is_found_by_its_name(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own)
    rows = "[...document.querySelectorAll('#people .person-row:not([hidden])')].map(({ dataset }) => [dataset.room, dataset.groups.split(';')])"
    everybody = page.evaluate(rows)
    room = next(room for room, _ in everybody if room)
    page.fill("#people-filter", f"room {room}")
    found = page.evaluate(rows)
    assert found and {name for name, _ in found} == {room}
    page.fill("#people-filter", "bus 2")
    found = page.evaluate(rows)
    assert len(found) == len([groups for _, groups in everybody if "Bus 2" in groups]) > 0 and all("Bus 2" in groups for _, groups in found)


def test_a_chosen_person_has_a_card_a_ring_and_a_name(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own)
    page.click("#part-fresh a.focus >> nth=0")
    name = page.inner_text("#details h2")
    wait(page, "document.querySelectorAll('#details .coordinates li').length === 3")
    card = page.inner_text("#details")
    assert "Last contact" in card and "Call" in card and "Message" in card and "Profile" in card
    assert page.get_attribute("#details .button.primary", "href").startswith("tel:")
    assert page.locator(".marker.selected .marker-name").text_content() == name and page.locator(".marker.selected .halo").count() == 1
    # In the middle of what the panel leaves.
    mark, frame, panel = (at_rest(page.locator(selector)) for selector in (".marker.selected .halo", ".map-frame", "#panel"))
    free = (panel["x"] + panel["width"] + frame["x"] + frame["width"]) / 2
    assert abs(mark["x"] + mark["width"] / 2 - free) < 30
    page.click("#details .close")
    wait(page, "document.getElementById('details').hidden && !document.querySelector('#markers .marker.selected')")
    page.click("#part-fresh a.focus >> nth=0")
    page.click("#details button:has-text('Message')")
    page.wait_for_url("**/chat/**")


def test_the_panel_is_closed_and_stays_so(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own)
    page.click("#close-panel")
    assert page.is_hidden("#panel") and page.evaluate("document.activeElement.id") == "open-panel"
    page.reload()
    assert page.is_hidden("#panel")
    page.click("#open-panel")
    assert page.is_visible("#panel")


def test_the_sheet_has_three_heights(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES["phone"])
    open_map(page, own)
    panel, handle = page.locator("#panel"), page.locator("#sheet-handle")
    height = lambda: at_rest(panel)["height"]
    assert box_of(handle)["height"] >= 44
    wait(page, "/^\\d+ of \\d+ on the map$/.test(document.getElementById('sheet-count').textContent)")
    assert page.is_visible("#sheet-count")
    low = height()
    handle.focus()
    page.keyboard.press("Enter")
    half = height()
    page.keyboard.press("Enter")
    full = height()
    assert low < half < full and panel.get_attribute("data-height") == "full"
    # Somebody in the list: the sheet goes down, and they are on the map above it.
    page.locator("#part-fresh a.focus").first.click()
    assert panel.get_attribute("data-height") == "half"
    mark = at_rest(page.locator(".marker.selected .halo"))
    assert mark["y"] + mark["height"] < at_rest(panel)["y"] and page.is_visible("#details h2")
    assert page.evaluate("scrollY") == 0
    # What one does with them is seen as well, and the way back.
    wait(page, "document.querySelectorAll('#details .person-card:not(.stand-in) .card-actions > *').length === 5")
    last, sheet = box_of(page.locator("#details .card-actions > *").last), box_of(panel)
    assert last["y"] + last["height"] <= sheet["y"] + sheet["height"] and page.is_visible("#details .close")
    # Dragged down by its handle, which the way back leaves free.
    box, back = box_of(handle), box_of(page.locator("#details .close"))
    assert back["width"] >= 44 and back["x"] + back["width"] < box["x"] + box["width"] / 2, (back, box)
    x, y = box["x"] + box["width"] / 2, box["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 300, steps=6)
    page.mouse.up()
    assert panel.get_attribute("data-height") == "low"
    assert not page.problems, page.problems


def test_on_a_tablet_the_list_stands_beside_the_map(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES["tablet"])
    open_map(page, own)
    assert page.is_visible("#close-panel") and page.is_hidden("#sheet-handle") and page.is_visible("#people-filter")
    frame, panel, foot = (box_of(page.locator(selector)) for selector in (".map-frame", "#panel", ".map-foot"))
    assert panel["width"] >= 17 * 16 and frame["width"] - panel["width"] >= 380
    # The foot is one line, and what opens is whole.
    assert foot["height"] < 30
    page.click("#legend > summary")
    legend = box_of(page.locator("#legend .legend"))
    assert legend["x"] >= panel["x"] + panel["width"] and legend["x"] + legend["width"] <= frame["x"] + frame["width"]
    assert not page.problems, page.problems


def test_what_opens_over_a_phones_map_is_whole(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES["phone"])
    open_map(page, own)
    frame, panel = box_of(page.locator(".map-frame")), box_of(page.locator("#panel"))
    for opener, menu in ((".map-legend > summary", ".map-legend .legend"), ("#layers > summary", ".layers-menu")):
        page.click(opener)
        box = box_of(page.locator(menu))
        assert frame["y"] <= box["y"] and box["y"] + box["height"] <= panel["y"] and box["x"] >= 0, (menu, box, frame)
        page.click(opener)
    assert not page.problems, page.problems


# Of the buttons over the map that are seen: which two overlap, and which the list or the map's edge covers.
COVERED = """() => {
  const all = [...document.querySelectorAll("#layers > summary, #moves > *, #legend > summary")].filter((node) => node.checkVisibility())
    .map((node) => [node.getAttribute("aria-label") ?? node.textContent, node.getBoundingClientRect()]);
  const [frame, panel] = [".map-frame", "#panel"].map((part) => document.querySelector(part).getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return all.flatMap(([name, box], index) => [
    ...all.slice(index + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${name} and ${other}`),
    ...meet(box, panel) || box.bottom > frame.bottom || box.left < frame.left ? [name] : [],
  ]);
}"""


@pytest.mark.parametrize("width, height", [(320, 568), (390, 640), (820, 420), (1280, 480)])
def test_no_button_of_a_low_map_covers_another(browse, own, width, height):  # noqa: F811
    page = browse("host", viewport={"width": width, "height": height}, has_touch=False)
    open_map(page, own)
    assert page.locator("#moves > *").count() >= 4
    heights = ("low", "half", "full") if width < 700 else ("low",)
    for name in heights:
        assert page.get_attribute("#panel", "data-height") == name
        # The sheet moves to its height.
        wait(page, "document.getElementById('panel').getAnimations().length === 0")
        assert page.evaluate(COVERED) == [], name
        if name != heights[-1]:
            page.focus("#sheet-handle")
            page.keyboard.press("Enter")
    assert not page.problems, page.problems


def test_a_line_is_measured_by_mouse_and_by_keys(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own, more="?lat=46.4270&lon=9.2337&z=15")
    page.click("#measure")
    box = box_of(page.locator("#map"))
    page.mouse.click(box["x"] + 600, box["y"] + 300)
    page.mouse.click(box["x"] + 800, box["y"] + 300)
    wait(page, "/2 points · \\d+ m · height difference/.test(document.getElementById('measured').textContent)")
    metres = int(re.search(r"(\d+) m", page.inner_text("#measured"))[1])
    # As long as the scale says.
    label, end = page.text_content("#scale-bar text"), page.get_attribute("#scale-bar path", "d")
    by_scale = 200 * int(re.match(r"(\d+) m", label)[1]) / (float(re.search(r"H([\d.]+)", end)[1]) - 20)
    assert abs(metres - by_scale) < by_scale / 50, (metres, by_scale)
    page.focus("#map")
    page.keyboard.press("Enter")
    wait(page, "document.getElementById('measured').textContent.startsWith('3 points') && document.getElementById('measured').textContent.includes('↑')")
    page.keyboard.press("Backspace")
    wait(page, "document.getElementById('measured').textContent.startsWith('2 points')")
    # Measuring tells of nothing else, and Esc ends it.
    assert page.locator(".map .pin").count() == 0
    page.keyboard.press("Escape")
    wait(page, "document.getElementById('measuring').hidden && !document.querySelector('#measure-line path')")


def test_names_that_begin_so_are_found_first(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own)
    page.fill("#map-search input", "lar")
    wait(page, "document.querySelectorAll('#hits button').length > 2")
    names = page.locator("#hits button > span").all_inner_texts()
    starts = [name.casefold().startswith(("lar", "lär")) for name in names]
    assert starts[0] and starts == sorted(starts, reverse=True), names
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait(page, f"document.querySelector('#details h2')?.textContent === {names[0]!r}")
    # The pin lies over everything.
    assert page.evaluate("document.querySelector('.map .pin').parentNode.nextElementSibling === null")
    # No ring of the focus is cut off.
    page.focus("#map-search input")
    field, panel = box_of(page.locator("#map-search input")), box_of(page.locator("#panel"))
    assert field["x"] - panel["x"] >= 6 and field["y"] - panel["y"] >= 6


def test_trails_are_violet_below_the_markers_and_paler_with_age(browse, own):  # noqa: F811
    token = own.tokens()[0]
    for minute in range(12, 0, -1):
        own.post_fix(token, 46.4230 + minute * 1e-4, 9.2390 + minute * 1e-4, at=time.time() - minute * 60)
    page = desktop(browse)
    open_map(page, own, more=f"?member={own.member_of(token)[0]}&layer=trails&layer=trail&layer=markers")
    wait(page, "document.querySelectorAll('#trail path').length > 4 && document.querySelector('#trails .way path')")
    told = page.evaluate("""() => [...document.querySelectorAll('#trail path:not(.casing)')]
      .map((node) => [getComputedStyle(node).stroke, Number(node.getAttribute('stroke-opacity'))])""")
    assert {colour for colour, _ in told} == {"rgb(123, 44, 191)"}
    assert [opacity for _, opacity in told] == sorted(opacity for _, opacity in told) and told[0][1] < told[-1][1]
    assert page.evaluate("""() => Boolean(document.getElementById('trail').compareDocumentPosition(document.getElementById('markers'))
      & Node.DOCUMENT_POSITION_FOLLOWING)""")


def test_from_a_way_one_goes_to_those_of_others(browse, own):  # noqa: F811
    page = desktop(browse)
    page.goto(f"{own.url}{TRIP}/members/{own.people[0][0]}/way?span=3h")
    links = page.locator(".way-people a")
    assert links.count() >= 4 and page.locator(".way-people [aria-current]").count() == 1
    way, people = (box_of(page.locator(selector)) for selector in ("#way", ".way-people"))
    assert people["x"] >= way["x"] + way["width"] and page.evaluate(OVER) <= 0
    other = page.locator(".way-people a:not([aria-current])").first
    name = other.inner_text().split("\n")[-1].strip()
    follow(page, other)
    assert name in page.inner_text("h1") and page.url.endswith("span=3h")
    assert not page.problems, page.problems


def test_labels_give_way_to_markers(browse, own):  # noqa: F811
    own.post_fix(own.tokens()[1], *HOME)
    page = desktop(browse)
    open_map(page, own, more=f"?lat={HOME[0]}&lon={HOME[1]}&z=16")
    wait(page, "document.querySelector('#base text').getAttribute('visibility') === 'hidden'")
    own.post_fix(own.tokens()[1], HOME[0] + 0.004, HOME[1])
    wait(page, "document.querySelector('#base text').getAttribute('visibility') === 'visible'")


def test_the_label_of_a_meeting_is_whole_on_a_phone(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES["phone"])
    open_map(page, own, more=f"?lat={HOME[0]}&lon={HOME[1]}&z=13")
    # Also one that gives way to somebody just now.
    wait(page, "document.querySelector('#meetings text[visibility]') !== null")
    cut = page.evaluate("""() => [...document.querySelectorAll('#meetings text[visibility]')].filter((node) => {
      const [text, flag] = [node.getBoundingClientRect(), node.parentNode.querySelector('path').getBoundingClientRect()];
      return flag.left > 0 && flag.right < innerWidth && (text.left < -1 || text.right > innerWidth + 1); }).length""")
    assert cut == 0


def test_names_on_tiles_give_way_to_people(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own, more=f"?lat={HOME[0]}&lon={HOME[1]}&z=15")
    version, style = (page.locator("#map-page").get_attribute(f"data-{name}") for name in ("version", "shown"))
    column, row = number(*HOME, 15)
    picture = page.request.get(f"{own.url}/tiles/{style}/{version}/15/{column}/{row}.svg").text()
    # A name of the tile that is far from the base and from the others, and the place of its middle.
    x, y, name = re.search(r'<text x="(\d+)" y="(\d+)" textLength="\d+"[^>]*>(Bergrettung)</text>', picture).groups()
    size = 2 ** 15 * 1024
    longitude = (column * 1024 + int(x)) / size * 360 - 180
    latitude = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * (row * 1024 + int(y)) / size))))
    away = "(name) => [...document.querySelectorAll('.tile-level canvas')].some(({ dataset }) => dataset.away?.includes(name))"
    own.post_fix(own.tokens()[1], latitude, longitude)
    wait(page, away, name)
    # Nothing of the ruler is seen, and the name comes back.
    assert page.evaluate(OVER) <= 0 and page.locator(".tile-ruler > *").count() == 0
    own.post_fix(own.tokens()[1], latitude + 0.004, longitude)
    wait(page, "(name) => !(" + away + ")(name)", name)
    assert not page.problems, page.problems


def test_the_ground_is_dark_at_night_and_people_and_alarms_are_not(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES["desktop"], color_scheme="dark")
    open_map(page, own)
    filter_of = "(selector) => getComputedStyle(document.querySelector(selector)).filter"
    dark = page.evaluate(filter_of, ".tile-layer")
    assert dark.startswith("invert("), dark
    # Neither people nor their trails, and nothing on paper.
    assert [page.evaluate(filter_of, part) for part in ("#map", "#markers", "#trail")] == ["none"] * 3
    page.emulate_media(media="print")
    assert page.evaluate(filter_of, ".tile-layer") == "none"
    page.emulate_media(media="screen")
    page.evaluate("document.querySelector('#markers [data-id]').classList.add('help')")
    assert page.evaluate("getComputedStyle(document.querySelector('.marker.help circle')).stroke") == "rgb(179, 38, 30)"
    # What a legend shows of the ground looks as it does there; a trail does not.
    signs = page.evaluate("[...document.querySelectorAll('#legend .sign:has(> [stroke])')].map((node) => getComputedStyle(node).filter)")
    assert signs.count("none") == 1 and signs.count(dark) == len(signs) - 1 > 1, signs
    # The maps beside lists are as dark.
    page.goto(own.url + TRIP + "/places")
    assert page.evaluate(filter_of, ".list-map .small-ground") == dark
    page.emulate_media(color_scheme="light")
    assert page.evaluate(filter_of, ".list-map .small-ground") == "none"


def test_who_needs_help_is_first_by_name_and_in_no_cluster(browse, own):  # noqa: F811
    member = own.sql("SELECT lower(hex(id)) FROM member WHERE first_name = 'Ada' AND account_id IS NOT NULL")[0]
    member = "-".join([member[:8], member[8:12], member[12:16], member[16:20], member[20:]])
    token = next(token for token in own.tokens() if own.member_of(token)[0] == member)
    own.post_fix(token, 46.4232, 9.2391)
    page = desktop(browse)
    open_map(page, own)
    assert "Ada" not in page.inner_text("#part-help")
    ada = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    assert own.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": "knee"}, cookie=ada).status == 303
    wait(page, "(id) => document.querySelector(`#part-help [data-id='${id}']`) !== null", member)
    wait(page, "(id) => document.querySelector(`#markers [data-id='${id}'].help .marker-name`)?.checkVisibility()", member)
    # The name is read whole, however near to the edge its mark stands.
    page = browse("host", viewport=SIZES["phone"])
    page.goto(f"{own.url}{TRIP}/map?lat=46.4232&lon=9.2391&z=15")
    wait(page, "document.querySelector('#markers .help .marker-name')?.checkVisibility()")
    # Its halo beats and never rests.
    mark = "#markers .help circle:not(.halo) >> nth=0"
    for edge in (48, 43, 39, 36):
        box = at_rest(page.locator(mark))
        page.mouse.move(200, 300)
        page.mouse.down()
        page.mouse.move(200 - (box["x"] + box["width"] / 2 - edge), 300, steps=3)
        page.mouse.up()
        wait(page, "() => { const name = document.querySelector('#markers .help .marker-name'); "
                   "return name.checkVisibility() && name.getBoundingClientRect().left >= 0; }", seconds=5)
    # Without a script too, and on the way back from it.
    page = browse(None, viewport=SIZES["desktop"], java_script_enabled=False)
    sign_in(page, own, "host")
    page.goto(own.url + TRIP + "/map")
    assert "Ada" in page.inner_text("#part-help") and "Ada" in page.locator("#markers .help .marker-name").text_content()


@pytest.mark.parametrize("level", ["off", "hosts", "everyone"])
@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_state_of_sharing_pushes_a_phone_apart(browse, own, level, width):  # noqa: F811
    cookie = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    form = own.request("GET", TRIP + "/my/welcome?step=1", cookie=cookie).body.decode()
    details = {"version": re.search(r'name="version" value="(\d+)"', form)[1], "first_name": LONG, "last_name": "Example"}
    assert own.request("POST", TRIP + "/my/welcome/details", details, cookie=cookie).status == 303
    for span in ("hour", "tonight", "trip"):
        assert own.request("POST", TRIP + "/my/sharing", {"level": level, "time": span}, cookie=cookie).status == 303
        page = browse("ada", viewport={"width": width, "height": 740})
        for address in ("/my", "/my/map", "/my/events"):
            page.goto(own.url + TRIP + address)
            assert page.evaluate(OVER) <= 0, (address, span)


def test_friends_who_stand_together_are_one_marker(browse, own):  # noqa: F811
    place_friends(own, 5)
    page = browse("ada", viewport=SIZES["phone"])
    page.goto(own.url + TRIP + "/my/map")
    wait(page, "document.querySelector('#friend-marks .marker.cluster:not([visibility]) text')?.textContent > 1")
    options = page.locator("select[name=radius] option").all_inner_texts()
    assert len(options) == 5, options
    box = at_rest(page.locator("#friend-marks .marker.cluster:not([visibility]) circle").first)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # Nearer: they come apart.
    wait(page, "[...document.querySelectorAll('#friend-marks .marker:not(.cluster, .me, .base-mark)')].some((node) => !node.hasAttribute('visibility'))")
    assert not page.problems, page.problems


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_legend_has_the_colours_of_the_grounds_own_signs(browse, own, scheme):  # noqa: F811
    page = browse("host", viewport=SIZES["desktop"], color_scheme=scheme)
    open_map(page, own)
    page.click("#legend summary")
    fills = page.locator("#legend .place-mark circle").evaluate_all("(all) => all.map((node) => getComputedStyle(node).fill)")
    source = (ROOT / "Sources/Atlas/Labels/MapSymbol.swift").read_text()
    colours = re.findall(r'"(#[0-9a-f]{6})"', source[source.index("let (food, shop, health"):])[:6]
    food, shop, health, _, _, transport = (f"rgb({int(c[1:3], 16)}, {int(c[3:5], 16)}, {int(c[5:], 16)})" for c in colours)
    assert fills == [food, shop, health, transport]
    assert [text.strip() for text in page.locator("#layers .tick").all_text_contents()][-3:-1] == ["Signs of places", "Names of places"]


def test_who_is_silent_was_moving(browse, own):  # noqa: F811
    token = own.tokens()[0]
    own.post_fix(token, 46.4220, 9.2350, vel=4)
    page = desktop(browse)
    open_map(page, own)
    page.click(f"#people [data-id='{own.member_of(token)[0]}'] a.focus")
    wait(page, "document.getElementById('details').innerText.includes('· moving, 4 km/h')")
    # Nine minutes later, as this browser reads the clock: nobody knows what they do now.
    page.clock.set_fixed_time(time.time() + 9 * 60)
    wait(page, "/was moving, 4 km\\/h, at \\d\\d:\\d\\d/.test(document.getElementById('details').innerText)")
    # What they are on, or how high, begins the line.
    line = page.inner_text("#details .card-where")
    assert line[0] == line[0].upper(), line
    # Hours later.
    page.clock.set_fixed_time(time.time() + 5 * 3600)
    wait(page, "/was moving, 4 km\\/h, at \\d\\d:\\d\\d/.test(document.getElementById('details').innerText)")


LINES = "[...document.querySelectorAll('{} li')].filter((line) => line.checkVisibility()).map((line) => line.textContent.trim())"


def test_the_legend_names_what_is_on_the_map(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own)
    page.click("#legend > summary")
    said = LINES.format("#legend .legend")
    wait(page, f"{said}.some((line) => line.startsWith('Fresh')) && !{said}.includes('Selected person')")
    page.click("#part-fresh a.focus >> nth=0")
    wait(page, f"{said}.includes('Selected person')")
    choose = "(style) => document.querySelector(`#style-switch button[value=${style}]`).click()"
    page.evaluate(choose, "mountain")
    wait(page, f"{said}.some((line) => line.startsWith('Piste: '))")
    page.evaluate("document.querySelector('#layers input[value=ski]').click()")
    wait(page, f"!{said}.some((line) => line.startsWith('Piste: '))")
    page.evaluate("document.querySelector('#layers input[value=ski]').click()")
    page.evaluate(choose, "street")
    wait(page, f"!{said}.some((line) => line.startsWith('Piste: ')) && {said}.some((line) => line.includes('lift'))")
    page.evaluate(choose, "auto")
    assert not page.problems, page.problems


def test_a_travellers_legend_names_what_is_on_the_map(browse, own):  # noqa: F811
    page = browse("ada", viewport=SIZES["desktop"], has_touch=False, service_workers="block")
    page.goto(own.url + TRIP + "/my/map?lat=40&lon=9&z=14")
    page.click("#layers > summary")
    said = LINES.format(".ring-legend")
    # Nothing is there: all that may be.
    wait(page, f"{said}.length === 6")
    page.goto(own.url + TRIP + "/my/map?lat=46.425&lon=9.239&z=17")
    page.click("#layers > summary")
    wait(page, f"{said}.length > 0 && {said}.length < 6 && {said}.some((line) => line.startsWith('Seen') || line.startsWith('Several'))")
    assert not page.problems, page.problems
