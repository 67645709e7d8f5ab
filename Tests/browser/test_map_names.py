"""A phone's map: names give way to markers, and why it is this map has a line of its own."""
import math
import time

import pytest

from support import TRIP, at_rest, boxes_of, browse, wait  # noqa: F401, F811 (browse: a fixture)

# See support.browse.
WORKER = "block"
OPEN = "document.documentElement.dataset.live === 'open'"
PLACE = (46.4230, 9.2390)
# Pixels of the first from the others: one on each side of where a name would stand.
AROUND = [(0, 0), (10, 40), (-20, -35), (50, 0), (-50, 5)]

# Names that are seen, and whose markers they lie on.
ON_MARKERS = """() => {
  const box = (node) => node.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const markers = [...document.querySelectorAll(".marker")].filter(seen);
  return markers.flatMap((marker) => [...marker.querySelectorAll(".marker-name")].filter(seen).flatMap((name) =>
    markers.filter((other) => other !== marker && meet(box(name), box(other.querySelector("circle:not(.halo)"))))
      .map((other) => `${name.textContent} on ${other.querySelector("title").textContent}`)));
}"""

# What the foot of the map lies on, of all that stands over the map.
UNDER_THE_FOOT = """() => {
  const foot = document.querySelector(".map-foot").getBoundingClientRect();
  return [...document.querySelectorAll("#scale-bar, #legend > summary, #moves > *, #layers > summary, #markers .marker")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .filter((node) => node.getBoundingClientRect().bottom > foot.top + 1).map((node) => node.outerHTML.slice(0, 80));
}"""


def place_around(own, zoom, middle=0):
    """The first five of the demo, so many pixels apart at a zoom. Returns the id of who stands in the middle."""
    metres = 40_075_016.686 * math.cos(math.radians(PLACE[0])) / 256 / 2 ** zoom
    tokens = own.tokens()[:len(AROUND)]
    tokens.insert(0, tokens.pop(middle))
    for token, (dx, dy) in zip(tokens, AROUND):
        lat, lon = PLACE[0] - dy * metres / 111_195, PLACE[1] + dx * metres / 111_195 / math.cos(math.radians(PLACE[0]))
        own.post_fix(token, lat, lon, at=time.time())
    return own.member_of(tokens[0])[0]


def near(page, marks):
    """How many markers stand where a name of the chosen one would."""
    middle = page.locator(f"{marks} .selected circle:not(.halo)").bounding_box()
    boxes = boxes_of(page.locator(f"{marks} .marker circle:not(.halo)"))
    return sum(30 < math.hypot(box["x"] - middle["x"], box["y"] - middle["y"]) < 60 for box in boxes)


def test_a_hosts_map_has_no_name_on_a_marker(browse, own):  # noqa: F811
    chosen = place_around(own, 15)
    page = browse("host", viewport={"width": 390, "height": 844})
    page.goto(f"{own.url}{TRIP}/map?lat={PLACE[0]}&lon={PLACE[1]}&z=15")
    wait(page, OPEN)
    page.click("#sheet-handle")
    page.click(f"#people [data-id='{chosen}'] .focus")
    wait(page, f"document.querySelector(\"#markers .selected[data-id='{chosen}'] .marker-name\") !== null")
    at_rest(page.locator("#panel"))
    assert near(page, "#markers") == 4
    assert page.evaluate(ON_MARKERS) == []
    # With room it is there.
    assert "selected" in page.locator("#markers .marker", has=page.locator(".marker-name")).get_attribute("class")
    for token in own.tokens()[1:5]:
        own.post_fix(token, PLACE[0] + 0.02, PLACE[1])
    wait(page, f"document.querySelector(\"#markers [data-id='{chosen}'] .marker-name\").checkVisibility({{ visibilityProperty: true }})")
    assert page.evaluate(ON_MARKERS) == [] and not page.problems


def test_who_calls_has_a_name_at_first_sight(browse, own):  # noqa: F811
    # Ada calls from among others.
    token = next(token for token in own.tokens() if own.member_of(token)[1] == "Ada")
    own.post_fix(token, *PLACE, at=time.time())
    ada = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    assert own.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": "knee"}, cookie=ada).status == 303
    page = browse("host", viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/map")
    wait(page, OPEN)
    wait(page, "document.querySelector('#markers .marker.help .marker-name')")
    for name in page.locator("#markers .marker.help .marker-name").all():
        assert name.evaluate("node => node.checkVisibility({ visibilityProperty: true })"), name.text_content()


@pytest.mark.parametrize("width", [820, 1440])
def test_no_label_of_an_event_is_cut_by_the_list(browse, own, width):  # noqa: F811
    page = browse("host", viewport={"width": width, "height": 1000})
    page.goto(own.url + TRIP + "/map")
    wait(page, OPEN)
    cut = """() => {
      const list = document.getElementById("panel").getBoundingClientRect();
      const isCut = ({ left, right }) => left < list.right && right > list.left;
      return [...document.querySelectorAll("#meetings text")].filter((node) =>
        node.checkVisibility({ visibilityProperty: true }) && isCut(node.getBoundingClientRect())).map((node) => node.textContent);
    }"""
    for _ in range(12):
        page.locator("#map").press("ArrowRight")
        wait(page, f"({cut})().length === 0")


@pytest.mark.parametrize("width, height", [(320, 640), (390, 844), (700, 900)])
def test_why_it_is_this_map_stands_below_it(browse, own, width, height):  # noqa: F811
    place_around(own, 13)
    page = browse("host", viewport={"width": width, "height": height})
    page.goto(own.url + TRIP + "/map")
    wait(page, OPEN)
    wait(page, "document.getElementById('map-reason').textContent.includes('because most people are ')")
    at_rest(page.locator("#panel"))
    foot, panel, reason = (page.locator(part).bounding_box() for part in (".map-foot", "#panel", "#map-reason"))
    # It is whole, and the line is its own.
    assert page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.getElementById('map-reason'))")
    assert reason["x"] >= 0 and reason["x"] + reason["width"] <= width
    credits = page.locator("#attribution").bounding_box()
    assert credits["y"] >= reason["y"] + reason["height"] - 1 and credits["x"] + credits["width"] <= width
    assert abs(foot["y"] + foot["height"] - panel["y"]) < 2
    assert page.evaluate("getComputedStyle(document.querySelector('.map-foot')).backgroundColor") == page.evaluate(
        "getComputedStyle(document.getElementById('panel')).backgroundColor")
    assert page.evaluate(UNDER_THE_FOOT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width and not page.problems


def test_a_travellers_map_has_no_name_on_a_marker(browse, own):  # noqa: F811
    chosen = place_around(own, 15, middle=1)
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(f"{own.url}{TRIP}/my/map?friend={chosen}")
    wait(page, OPEN)
    wait(page, "document.querySelector('#friend-marks .selected .marker-name') !== null")
    at_rest(page.locator("#panel"))
    assert near(page, "#friend-marks") == 4
    assert page.evaluate(ON_MARKERS) == [] and not page.problems
