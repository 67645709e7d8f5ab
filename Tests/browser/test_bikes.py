"""Bikes as people use them: the list live and by hand, on a phone and a desktop, without scripts, in a dead zone, and Helsinki as it was."""
import json
import math
import re
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM, Demo
from feeds import FeedServer
from support import TRIP, box_of, come_in, eventually, faults, follow, leave, sign_in, wait

DATA = Path(__file__).resolve().parents[2].parent / "shared/data"
OVER = "document.documentElement.scrollWidth - innerWidth"
# What a phone shows of the form; and the button of which one shows at a time.
ASKED, HERE = ".bike-fold > summary", ".bikes-here:visible"
LONG = "Kaiserin-Maria-Theresia-Gedächtnisbrunnen-Vorplatz-Süd (Eingang B)"


@pytest.fixture
def feed():
    server = FeedServer()
    server.publish([("near", 120, 3, 7), ("empty", 300, 0, 10), ("shut", 400, 5, 5, {"is_installed": 0}), ("far", 3000, 8, 2)], ttl=10)
    yield server
    server.close()


@pytest.fixture
def bikes(tmp_path, feed):
    server = Demo(tmp_path / "data", "--allow-private-feeds", members=16)
    form = {"kind": "gbfs", "url": feed.url + "/gbfs.json", "name": "", "key": ""}
    assert server.request("POST", TRIP + "/bikes/feeds/new", form, cookie=server.host()).status == 303
    yield server
    server.stop()


@pytest.fixture
def browse(browser, bikes):
    contexts = []

    def make(who="ada", **options):
        context = browser.new_context(**{"viewport": {"width": 390, "height": 844}, **options})
        contexts.append(context)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        come_in(page, bikes, who)
        return page

    yield make
    for context in contexts:
        for page in context.pages:
            assert getattr(page, "problems", []) == []
        leave(context)


def names(page):
    return page.locator(".bike-card h3").all_inner_texts()


def test_numbers_follow_the_feed_while_the_page_is_open(browse, bikes, feed):
    page = browse()
    page.goto(bikes.url + TRIP + "/bikes")
    assert names(page) == ["Station near", "Station empty", "Station shut"]
    card = page.locator(".bike-card").first
    assert card.locator(".bike-count").inner_text() == "3" and card.locator(".bike-bar-bikes").get_attribute("width") == "30"
    words = "[...document.querySelectorAll('.bike-card')].map(card => [...card.querySelectorAll('dt')].map(word => word.textContent))"
    assert page.evaluate(words)[:2] == [["bikes", "e-bikes", "free docks"]] * 2
    assert page.locator(".bike-card").nth(1).locator(".bike-bar-bikes").get_attribute("width") == "0"
    # Not in use is a notice and no number.
    shut = page.locator(".bike-card").nth(2)
    assert shut.locator(".bike-closed").is_visible() and not shut.locator(".bike-counts").is_visible()
    feed.publish([("near", 120, 0, 10), ("empty", 300, 1, 1, {"is_returning": False}), ("shut", 400, 5, 5), ("far", 3000, 8, 2)], ttl=10)
    wait(page, "document.querySelector('.bike-count').textContent === '0'", seconds=25)
    assert card.locator(".bike-bar-bikes").get_attribute("width") == "0"
    assert page.locator(".bike-card").nth(1).locator(".bike-no-return").is_visible()
    # The words follow their numbers.
    assert page.evaluate(words)[:2] == [["bikes", "e-bikes", "free docks"], ["bike", "e-bikes", "free dock"]]
    assert shut.locator(".bike-counts").is_visible() and not shut.locator(".bike-closed").is_visible()
    assert "just now" in card.locator(".age").inner_text()


def test_marks_radius_and_the_way_without_scripts(browse, bikes):
    page = browse(java_script_enabled=False)
    page.goto(bikes.url + TRIP + "/bikes")
    page.click(ASKED)
    page.select_option("#radius", "3250")
    follow(page, ".bike-show button")
    assert names(page)[-1] == "Station far" and page.input_value("#radius") == "3250"
    follow(page, page.locator(".bike-card").last.locator(".bike-mark button"))
    page.click(ASKED)
    page.select_option("#radius", "250")
    page.check("input[name=favourites]")
    follow(page, ".bike-show button")
    # Kept although it is far, and first on request.
    assert names(page) == ["Station far", "Station near"]
    assert page.locator(HERE).count() == 0
    follow(page, "text=Station near")
    assert page.locator(".bike-chart svg").count() == 1 and page.get_attribute("text=Rent at velo.example", "rel") == "noopener noreferrer"
    assert page.locator(".bike-map .bike-to-mark").count() == 1 and page.locator(".bike-map .bike-from-mark").count() == 1


def test_ones_own_position_on_a_press_and_when_it_is_refused(browse, bikes):
    page = browse(geolocation={"latitude": 46.4120 + 3000 / 111_195, "longitude": 9.2310}, permissions=["geolocation"])
    page.goto(bikes.url + TRIP + "/bikes")
    page.click(HERE)
    page.wait_for_url(re.compile("from=here"))
    assert names(page) == ["Station far"] and page.input_value("#from") == "here"
    # Choosing something else keeps the position.
    page.click(ASKED)
    page.select_option("#radius", "500")
    wait(page, "document.querySelector('.bike-asked').textContent.includes('· 500 m')")
    assert names(page) == ["Station far"] and "lat=46.4389" in page.url
    refused = browse()
    refused.goto(bikes.url + TRIP + "/bikes")
    for code, words in ((1, "does not share its position"), (2, "was not found"), (3, "took too long")):
        refused.evaluate(f"() => {{ navigator.geolocation.getCurrentPosition = (found, failed) => failed({{ code: {code} }}); }}")
        refused.click(HERE)
        wait(refused, f"document.getElementById('bikes-here-error').textContent.includes('{words}')")
        assert refused.is_visible("#bikes-here-error") and refused.is_enabled(HERE)


def test_on_a_phone_the_form_is_a_line_that_says_what_is_asked(browse, bikes):
    page = browse()
    page.goto(bikes.url + TRIP + "/bikes")
    assert not page.is_visible("#radius") and box_of(page.locator(".bike-ask"))["height"] < 64
    assert "· 1 km" in page.inner_text(ASKED) and page.is_checked(".bike-wishes [value=any]") and page.is_visible(".bike-wishes >> text=Free docks")
    page.click(ASKED)
    page.select_option("#radius", "500")
    wait(page, "document.querySelector('.bike-asked').textContent.includes('· 500 m')")
    assert page.is_visible("#radius") and page.locator(HERE).count() == 1 and page.evaluate(OVER) <= 0
    group = bikes.url + TRIP + "/bikes/group?stops=2&radius=1000&from=base&to=base&people="
    page.goto(group + "12")
    assert not page.is_visible("#people") and page.inner_text(ASKED).startswith("12 bikes to rent near ")
    page.goto(group + "x")
    assert page.is_visible("#people")
    desk = browse(viewport={"width": 1280, "height": 900})
    for address, field in ((bikes.url + TRIP + "/bikes", "#radius"), (group + "12", "#people")):
        desk.goto(address)
        assert desk.is_visible(field) and not desk.is_visible(ASKED)


def test_without_a_line_the_page_says_so_and_tries_again(browse, bikes):
    page = browse()
    page.goto(bikes.url + TRIP + "/bikes")
    assert not page.is_visible("#bikes-offline")
    page.context.set_offline(True)
    page.wait_for_selector("#bikes-offline:not([hidden])")
    assert names(page) == ["Station near", "Station empty", "Station shut"]
    page.context.set_offline(False)
    # It goes by itself as soon as there is a line, or by its button.
    page.evaluate("document.querySelector('#bikes-offline button').click()")
    page.wait_for_selector("#bikes-offline[hidden]", state="attached")


def test_numbers_that_grow_old_turn_grey(browse, bikes):
    page = browse()
    page.clock.install()
    page.goto(bikes.url + TRIP + "/bikes")
    bikes.stop()
    assert page.locator(".bike-card.is-old").count() == 0
    page.clock.run_for(11 * 60_000)
    assert page.locator(".bike-card.is-old").count() == 2
    assert page.locator(".bike-old").first.inner_text() == "May be out of date."
    bikes.start()


def test_what_was_opened_is_there_in_a_dead_zone_with_its_age(browse, bikes, feed):
    page = browse()
    page.goto(bikes.url + TRIP + "/bikes")
    wait(page, "caches.match(location.pathname).then(Boolean)")
    page.goto(bikes.url + TRIP + "/bikes?radius=5000")
    assert names(page)[-1] == "Station far"
    page.goto(bikes.url + TRIP + "/bikes/1")
    wait(page, "caches.match(location.pathname).then(Boolean)")
    page.context.set_offline(True)
    page.goto(bikes.url + TRIP + "/bikes")
    # As it was opened last, and it says that there is no line.
    says_once = "document.querySelector('.away-line')?.checkVisibility() && document.getElementById('bikes-offline').hidden"
    assert names(page)[-1] == "Station far"
    wait(page, says_once)
    page.goto(bikes.url + TRIP + "/bikes/1")
    assert page.inner_text("h1") == "Station near"
    wait(page, says_once)
    # Hours later its numbers are old, whatever they were when it was made.
    page.clock.install(time=page.evaluate("Date.now()") / 1000 + 2 * 3600)
    for path in ("/bikes", "/bikes/1"):
        page.goto(bikes.url + TRIP + path)
        wait(page, "document.getElementById('live-state').textContent === 'No connection · loaded 2 h ago'")
        assert "2 h ago" in page.inner_text(".age >> nth=0") and page.locator(".bike-card.is-old").count() >= 1, path
        assert page.is_visible(".bike-old >> nth=0")
    page.context.set_offline(False)


@pytest.mark.parametrize("path, least", [("?radius=5000", 4), ("/1", 1), ("/group?people=3&stops=2&radius=1000&from=base&to=base", 0)])
def test_paper_has_the_numbers_with_their_time_and_nothing_to_press(browse, bikes, path, least):
    page = browse(viewport={"width": 1280, "height": 900}, color_scheme="dark")
    page.goto(bikes.url + TRIP + "/bikes" + path)
    assert not page.is_visible(".bikes-made")
    page.emulate_media(media="print", color_scheme="light")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert re.search(r"as of \d+ \w+.*, \d\d:\d\d", page.inner_text(".bikes-made"))
    pressed = page.eval_on_selector_all(
        "main :is(button, input, select, form, .button), nav, header.top, .toast, .live-state",
        "nodes => nodes.filter((node) => node.checkVisibility()).map((node) => node.outerHTML.slice(0, 80))")
    assert pressed == []
    assert page.locator(".bike-card").count() >= least and page.is_visible("h1")
    assert page.evaluate(OVER) <= 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert len(page.pdf(prefer_css_page_size=True)) > 5000


def test_the_map_beside_the_list_has_the_numbers(browse, bikes, feed):
    page = browse(viewport={"width": 1440, "height": 900})
    page.goto(bikes.url + TRIP + "/bikes")
    mark = lambda number: page.locator(f".list-map [data-for=bike-{number}]")
    assert [mark(number).locator(".list-mark-count").text_content() for number in (1, 2, 3)] == ["3", "0", "–"]
    assert "is-none" in mark(2).get_attribute("class") and "bike-none" in page.get_attribute("#bike-2", "class")
    page.hover("#bike-2")
    assert page.get_attribute(".list-map-top [data-lit]", "data-lit") == "bike-2"
    feed.publish([("near", 120, 0, 10), ("empty", 300, 6, 4), ("shut", 400, 5, 5)], ttl=10)
    wait(page, "document.querySelector('.list-map [data-for=bike-2] .list-mark-count').textContent === '6'", seconds=25)
    assert "is-none" in mark(1).get_attribute("class") and "is-none" not in mark(2).get_attribute("class")
    # One looks for docks: the same marks count those, without a press of a button.
    page.check(".bike-wishes [value=docks]", force=True)
    wait(page, "document.querySelector('.list-map [data-for=bike-1]').classList.contains('of-docks')")
    assert mark(1).locator(".list-mark-count").text_content() == "10" and page.evaluate("document.activeElement.value") == "docks"
    # From a station to the list with its mark lit, and from a mark to its row.
    page.goto(bikes.url + TRIP + "/bikes/2")
    page.click("text=On the map")
    wait(page, "document.querySelector('.list-map-top [data-lit]')?.dataset.lit === 'bike-2'")
    mark(1).dispatch_event("click")
    wait(page, "document.querySelector('#bike-1').contains(document.activeElement)")
    phone = browse(java_script_enabled=False)
    phone.goto(bikes.url + TRIP + "/bikes")
    assert not phone.locator(".list-map").is_visible()
    phone.check(".list-switch [value=map]")
    assert phone.locator(".list-map").is_visible() and not phone.locator("#bike-1").is_visible()
    phone.locator(".list-map [data-for=bike-1]").click()
    assert phone.locator("#bike-1").is_visible() and not phone.locator("#bike-2").is_visible()


def test_a_group_is_answered_under_its_form(browse, bikes):
    page = browse()
    page.goto(bikes.url + TRIP + "/bikes/group")
    assert page.locator(".bike-end").count() == 0
    page.fill("#people", "2")
    page.select_option("#radius", "500")
    page.wait_for_selector(".bike-end .chip.ok")
    assert "2 of 2 bikes within 500 m" in page.inner_text("#bike-answer") and "people=2" in page.url
    assert page.locator(".list-map .list-mark").count() == 1 and page.locator(".list-map").is_visible()


SIZES = [[(390, 844), (320, 640)], [(1440, 900)]]


@pytest.mark.parametrize("sizes", SIZES, ids=["phone", "desktop"])
def test_every_page_of_bikes_fits_and_has_no_fault(browse, bikes, feed, sizes):
    feed.answers["/station_information.json"]["data"]["stations"][0]["name"] = LONG
    for who in ("host", "ada"):
        page = browse(who, has_touch=len(sizes) > 1)
        paths = ["", "?radius=250&wish=electric", "/1", "/group?people=12&stops=2&radius=1000&from=base&to=base", "/group?people=x"]
        for path in paths + (["/feeds", "/feeds/new"] if who == "host" else []):
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                if (width, height) == sizes[0]:
                    page.goto(bikes.url + TRIP + "/bikes" + path)
                assert page.evaluate(OVER) <= 0, path
                assert faults(page, "light") == [], path
                # The way back is said once, for whoever has it in the navigation too.
                assert page.locator(".crumb a", has_text="Bikes").count() <= 1, path


# MARK: Helsinki

def metres(a, b):
    lat1, lon1, lat2, lon2 = map(math.radians, (*a, *b))
    chord = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(math.sqrt(chord))


def test_helsinki_as_it_was_in_april_2019(browser, tmp_path):
    """The map and Digitransit's answer of the same week, side by side."""
    extract, answer = DATA / "osm/helsinki-centre-2019-04.osm.gz", DATA / "digitransit/hsl-bikeRentalStations-2019-04-27.json"
    if not extract.exists() or not answer.exists():
        pytest.skip("the recorded data is not here")
    base = (60.1710, 24.9410)
    stations = json.loads(answer.read_text())["data"]["bikeRentalStations"]
    near = sorted((metres(base, (one["lat"], one["lon"])), one) for one in stations if metres(base, (one["lat"], one["lon"])) <= 1000)
    feed = FeedServer()
    feed.answers["/hsl"] = answer.read_bytes()
    server = Demo(tmp_path / "data", "--allow-private-feeds", members=16)
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    try:
        server.stop()
        subprocess.run([PROGRAM, "map", "import", "--data", server.data, extract], check=True, capture_output=True)
        subprocess.run(["sqlite3", server.data / "sotravel.sqlite", f"UPDATE trip SET base_latitude = {base[0]}, base_longitude = {base[1]}, base_name = 'Hotel'"], check=True)
        server.start()
        page = context.new_page()
        sign_in(page, server)
        page.goto(server.url + TRIP + "/bikes/feeds/new")
        page.select_option("#kind", "digitransit")
        page.fill("#url", feed.url + "/hsl")
        page.fill("#key", "a-key")
        page.click("main form button.primary")
        page.wait_for_url(re.compile("done=added"))
        page.goto(server.url + TRIP + "/bikes")
        # Nearest first: every station within a kilometre, in the order that the answer itself has.
        assert len(near) > 10 and names(page) == [one["name"] for _, one in near]
        for index, (_, one) in enumerate(near):
            card = page.locator(".bike-card").nth(index)
            bikes, spaces = one["bikesAvailable"], one["spacesAvailable"]
            assert card.locator(".bike-count").inner_text() == str(bikes)
            fill = 0 if bikes == 0 else bikes * 100 // (bikes + spaces)
            assert card.locator(".bike-bar-bikes").get_attribute("width") == str(fill), one
        # A favourite comes first on request, and stays when the radius no longer reaches it.
        favourite = near[-1][1]["name"]
        follow(page, page.locator(".bike-card").last.locator(".bike-mark button"))
        page.check("input[name=favourites]")
        page.select_option("#radius", "250")
        eventually(lambda: names(page)[0] == favourite and len(names(page)) < len(near))
        assert names(page)[1:] == [one["name"] for far, one in near if far <= 250 and one["name"] != favourite]
        # On the map of the same week, the way from the one to the other in one picture.
        follow(page, f"text={favourite}")
        tiles = page.locator(".bike-map image")
        assert tiles.count() > 1 and page.locator(".bike-from-mark").count() == 1
        # Ground of the extract lies under it; what is beyond its edge is blank.
        hrefs = tiles.evaluate_all("(tiles) => tiles.map((tile) => tile.getAttribute('href'))")
        drawn = [page.request.get(server.url + href) for href in hrefs]
        assert all(tile.ok for tile in drawn) and max(len(tile.body()) for tile in drawn) > 5000
    finally:
        leave(context)
        server.stop()
        feed.close()
