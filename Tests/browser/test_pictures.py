"""Pictures that a page asks for: those that are seen, each once, and small."""
import pytest

from conftest import Demo
from support import TRIP, box_of, browse, wait  # noqa: F401, F811 (browse: a fixture)

LARGE = {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """The whole demo, everybody with a photo, at three places apart."""
    server = Demo(tmp_path_factory.mktemp("pictures"))
    for index, token in enumerate(server.tokens()):
        server.post_fix(token, 46.4200 + index % 3 * 0.006, 9.2390)
    yield server
    server.stop()


@pytest.fixture
def asked(browse):  # noqa: F811
    """Opens a page; gives it and the list of what it asks for."""
    def opened(address, own, **options):
        page = browse("host", viewport=LARGE, has_touch=False, **options)
        addresses = []
        page.on("request", lambda request: addresses.append(request.url))
        page.goto(own.url + TRIP + address)
        return page, addresses
    return opened


def photos(addresses):
    return [address for address in addresses if "/photos/" in address]


def test_faces_come_when_their_rows_do(asked, own):
    page, addresses = asked("/roster", own)
    wait(page, "[...document.querySelectorAll('#roster img')].filter((image) => image.complete && image.naturalWidth).length > 5")
    wait(page, """[...document.querySelectorAll('#roster face-photo')].filter((face) => face.getBoundingClientRect().top < innerHeight)
      .every((face) => face.querySelector('img')?.naturalWidth > 0)""")
    # What is out of sight does not come.
    page.wait_for_timeout(500)
    rows = page.locator("#roster face-photo").count()
    seen = page.evaluate("""() => [...document.querySelectorAll('#roster face-photo')]
      .filter((face) => face.getBoundingClientRect().top < innerHeight).length""")
    assert rows > 30 and seen <= len(photos(addresses)) <= seen + 4, (rows, seen, len(photos(addresses)))
    assert len(photos(addresses)) == len(set(photos(addresses)))
    # Nothing moves when a photo comes, and it fills its circle.
    box, photo = (box_of(page.locator(f"#roster {name} >> nth=0")) for name in ("face-photo", "face-photo img"))
    assert box == photo and abs(box["width"] - box["height"]) < 0.5
    last = "[...document.querySelectorAll('#roster face-photo')].at(-1)"
    page.evaluate(last + ".scrollIntoView()")
    wait(page, last + ".firstChild.naturalWidth > 0")


def test_faces_come_without_scripts(asked, own):
    browser_page, _ = asked("/roster", own)
    cookies = browser_page.context.cookies()
    context = browser_page.context.browser.new_context(viewport=LARGE, java_script_enabled=False)
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(own.url + TRIP + "/roster")
    wait(page, "document.querySelector('#roster face-photo img').naturalWidth === 80")
    page.goto(own.url + TRIP + "/map")
    # The server's drawing: tiles under the marks, in the same place.
    boxes = [box_of(page.locator(name)) for name in (".map-frame noscript .map", "#map")]
    assert boxes[0] == boxes[1] and page.locator("#tiles image").count() >= 6
    assert page.evaluate("document.elementFromPoint(700, 450).closest('#map') !== null"), "the marks lie above"
    context.close()


def test_a_map_asks_for_the_tiles_in_view_once(asked, own):
    page, addresses = asked("/map", own)
    wait(page, "document.querySelectorAll('#tile-layer canvas').length > 8")
    page.wait_for_timeout(1500)
    tiles = [address for address in addresses if "/tiles/" in address]
    # A tile on which somebody stands is read once more for its names: tiles are kept for good, so out of the browser's cache.
    asking = page.evaluate("""performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/tiles/')).map(({ name, initiatorType }) => [name, initiatorType])""")
    drawn, read = ([name for name, kind in asking if (kind == "fetch") == is_read] for is_read in (False, True))
    assert 8 < len(drawn) == len(set(drawn)) <= 36 and len(read) == len(set(read)) and set(read) <= set(drawn), asking
    assert len({tuple(address.split("/")[-5:-2]) for address in tiles}) == 1, "one style and one zoom"
    frame = box_of(page.locator(".map-frame"))
    outside = page.evaluate("""(frame) => [...document.querySelectorAll('#tile-layer canvas')]
      .map((canvas) => canvas.getBoundingClientRect())
      .filter(({ left, right, top, bottom }) => right < frame.x || bottom < frame.y
        || left > frame.x + frame.width || top > frame.y + frame.height).length""", frame)
    assert outside == 0, f"{outside} tiles out of view"
    # Whoever moves the map gets the ring around it as well.
    page.mouse.move(900, 500)
    page.mouse.down()
    page.mouse.move(860, 480, steps=4)
    page.mouse.up()
    wait(page, f"performance.getEntriesByType('resource').filter(({{ name }}) => name.includes('/tiles/')).length > {len(tiles) + 8}")


def test_a_map_asks_for_the_faces_that_stand_alone(asked, own):
    """Of a cluster nobody's face is shown: what else is asked for is of the list beside the map."""
    page, addresses = asked("/map", own)
    wait(page, "document.querySelectorAll('#markers .cluster').length >= 2")
    page.wait_for_timeout(800)
    alone = page.locator("#markers image").count()
    assert alone <= 2
    seen = page.evaluate("""[...document.querySelectorAll('.person-row face-photo')]
      .map((face) => face.getBoundingClientRect()).filter(({ top, bottom }) => bottom > 0 && top < innerHeight).length""")
    assert len(photos(addresses)) <= seen + alone + 2, (seen, alone, photos(addresses))
    row = page.locator("#people-list .person-row[data-photo], .person-row[data-photo]").first
    member = row.get_attribute("data-id")
    page.goto(own.url + TRIP + f"/map?member={member}")
    wait(page, "(id) => document.querySelector(`#markers [data-id='${id}'] image`) !== null", member)


@pytest.mark.parametrize("who", ["host", "ada"])
def test_a_photo_that_does_not_come_leaves_the_initials(browse, own, who):  # noqa: F811
    """As in a dead zone: no broken picture covers them, and the photo comes once there is a line."""
    page = browse(who, viewport=LARGE, has_touch=False, service_workers="block")
    address = own.url + TRIP + ("/map" if who == "host" else "/my/map")
    page.goto(address)
    row = page.locator("[data-id][data-photo][data-lat]:not([data-lat=''])").first
    member, place = row.get_attribute("data-id"), [row.get_attribute(name) for name in ("data-lat", "data-lon")]
    page.route("**/photos/**", lambda route: route.abort())
    # Whoever is chosen stands alone.
    page.goto(address + (f"?member={member}" if who == "host" else f"?lat={place[0]}&lon={place[1]}&z=17&friend={member}"))
    wait(page, "document.querySelector('.marker.selected image[visibility=hidden]') !== null")
    text = page.locator(".marker.selected > text").first
    assert text.text_content() == page.get_attribute(f"[data-id='{member}'][data-initials]", "data-initials")
    assert text.evaluate("(node) => getComputedStyle(node).visibility") == "visible"
    wait(page, "(id) => document.querySelector(`[data-id='${id}'][data-initials] span.face`)?.textContent.trim() !== ''", member)
    page.unroute("**/photos/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    wait(page, "document.querySelector('.marker.selected image:not([visibility])') !== null")
