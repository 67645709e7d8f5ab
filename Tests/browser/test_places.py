"""Places around a trip: found while one types, from where this device is, remembered, on the map, and in a dead zone."""
import re

import pytest

from conftest import Demo
from support import DESKTOP, PHONE, TRIP, box_of, boxes_of, browse, eventually, faults, wait  # noqa: F401, F811 (browse: a fixture)

PLACES = TRIP + "/places"
# Whatever somebody had last.
LIST = PLACES + "?sort=distance"
BASE = {"latitude": 46.4120, "longitude": 9.2310}
OBERROSA = {"latitude": 46.4167, "longitude": 9.2117}


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("places") / "data")
    yield server
    server.stop()


def names(page):
    return page.locator(".place-name").all_inner_texts()


def listed(page, test):
    eventually(lambda: test(names(page)))


def test_a_name_is_found_while_it_is_typed(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP)
    page.clock.install()
    page.goto(own.url + LIST)
    before = names(page)
    assert len(before) > 10 and before[:2] == ["Bar in the lodge’s cellar", "Zur warmen Stube"]
    # News of a place may ask for the same list once more; what is half typed is never asked for.
    asked = set()
    page.on("request", lambda request: asked.update(re.findall("[?&]q=([^&]+)", request.url)))
    # In one go by the page's clock, however long a key takes here.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
    page.type("#place-search", "BACKEREI")
    assert asked == set(), "it waits for the end of the word"
    page.clock.resume()
    listed(page, lambda found: found == ["Bäckerei-Café Arven"])
    assert asked == {"BACKEREI"}, "one question for a word that is typed in one go"
    assert "q=BACKEREI" in page.url and page.inner_text("#places-count") == "1 place"
    page.fill("#place-search", "nobody's")
    wait(page, "document.querySelector('.widers a')")
    assert "Any name" in page.inner_text(".widers")
    with page.expect_event("load"):
        page.click(".widers a >> nth=0")
    assert names(page) == before and not page.problems


def test_slider_and_number_say_the_same(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP)
    page.goto(own.url + LIST)
    page.fill("#place-radius", "5000")
    listed(page, lambda found: "Bergrestaurant Rosa" in found)
    assert page.get_attribute("#radius-slider", "aria-valuetext") == "5.0 km"
    page.evaluate("() => { const s = document.getElementById('radius-slider'); s.value = 0; s.dispatchEvent(new Event('input', { bubbles: true })); }")
    listed(page, lambda found: "Bergrestaurant Rosa" not in found and len(found) < 10)
    assert page.input_value("#place-radius") == "250" and "radius=250" in page.url


@pytest.mark.parametrize("width", [320, 390, 820])
def test_the_sheet_of_filters_has_its_head_in_line_and_its_button_from_edge_to_edge(browse, own, width):  # noqa: F811
    page = browse("ada", viewport={"width": width, "height": 844})
    page.goto(own.url + PLACES)
    page.click(".place-filters-open")
    head, closes = box_of(page.locator("#place-filters h2")), box_of(page.locator("#place-filters [aria-label=Close]"))
    assert abs(head["y"] + head["height"] / 2 - closes["y"] - closes["height"] / 2) <= 1, (head, closes)
    # As wide as the fields above it.
    buttons, field = boxes_of(page.locator("#place-filters > .buttons > button")), box_of(page.locator("#place-open"))
    left, right = min(box["x"] for box in buttons), max(box["x"] + box["width"] for box in buttons)
    assert abs(left - field["x"]) <= 1 and abs(right - field["x"] - field["width"]) <= 1, (buttons, field)


@pytest.mark.parametrize("width", [320, 390])
def test_below_the_events_the_zone_stands_apart(browse, own, width):  # noqa: F811
    page = browse("ada", viewport={"width": width, "height": 844})
    page.goto(own.url + TRIP + "/my/events")
    panel, zone = box_of(page.locator("[aria-labelledby=calendar]")), box_of(page.locator("main p:has-text('Times are')"))
    assert zone["y"] - panel["y"] - panel["height"] >= 12


def test_filters_are_kept_and_reset(browse, own):  # noqa: F811
    page = browse("ada", **DESKTOP)
    page.goto(own.url + PLACES)
    assert page.input_value("#place-radius") == "1000"
    with page.expect_response(lambda response: response.url.endswith("/places/filter")) as kept:
        page.fill("#place-radius", "2000")
    assert kept.value.status == 200
    page.goto(own.url + PLACES)
    assert page.input_value("#place-radius") == "2000"
    other = browse("bruno", **DESKTOP)
    other.goto(own.url + PLACES)
    assert other.input_value("#place-radius") == "1000"
    with page.expect_event("load"):
        page.click("#reset-filters")
    assert page.input_value("#place-radius") == "1000" and "Your filters are reset." in page.inner_text(".toast")
    page.goto(own.url + PLACES)
    assert page.input_value("#place-radius") == "1000" and page.locator("#reset-filters").count() == 0


def test_the_list_starts_from_where_the_device_is(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP, geolocation=OBERROSA, permissions=["geolocation"])
    page.goto(own.url + LIST)
    page.click("#use-position")
    listed(page, lambda found: found[:1] == ["Ustria Oberrosa"])
    assert page.inner_text("#places-from").endswith("of your position") and page.input_value("#place-origin") == "here"


def test_a_position_that_is_refused_or_not_found_says_so(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP)
    page.goto(own.url + LIST)
    before = names(page)
    for code, words in ((1, "does not share its position"), (2, "was not found"), (3, "took too long")):
        page.evaluate("(code) => { navigator.geolocation.getCurrentPosition = (good, bad) => bad({ code }); }", code)
        page.click("#use-position")
        assert words in page.inner_text("#position-told")
    assert names(page) == before


def test_without_a_connection_the_list_stays_and_offers_to_try_again(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP)
    page.goto(own.url + LIST)
    before = names(page)
    page.context.set_offline(True)
    page.fill("#place-search", "pizz")
    wait(page, "document.getElementById('no-line')")
    assert names(page) == before
    page.context.set_offline(False)
    page.click("#no-line button")
    listed(page, lambda found: found == ["Pizzeria Bellavista"])
    assert page.locator("#no-line").count() == 0


def test_a_photo_is_shown_or_its_failure_told_or_there_is_none(browse, own):  # noqa: F811
    # What a service worker fetches passes by the answers given here.
    page = browse("host", **DESKTOP, service_workers="block")

    def with_photos(route):
        pictures = iter(['<img src="/good.png" alt="">', '<img src="/bad.png" alt="">', '<svg class="place-sign"></svg>'])
        body = re.sub(
            r'(<span class="place-photo">)(.*?)(</span>)', lambda part: part[1] + next(pictures, part[2]) + part[3],
            route.fetch().text(), flags=re.S)
        route.fulfill(body=body, content_type="text/html")
    page.route(lambda url: url.endswith("/places?sort=distance"), with_photos)
    page.route("**/bad.png", lambda route: route.abort())
    page.route("**/good.png", lambda route: route.fulfill(path="Public/icon-192.png"))
    page.goto(own.url + LIST)
    wait(page, "document.querySelector('.place-photo small')")
    kind = "(node) => node.querySelector('img') ? 'shown' : node.querySelector('small')?.textContent ?? 'none'"
    assert page.locator(".place-photo").evaluate_all(f"(all) => all.slice(0, 3).map({kind})") == ["shown", "Photo not loaded", "none"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_without_scripts_the_form_leads_to_the_same_list(browse, own, size):  # noqa: F811
    page = browse("ada", java_script_enabled=False, **size)
    page.goto(own.url + LIST)
    page.fill("#place-search", "curry")
    if page.locator(".place-filters-open").is_visible():
        page.click(".place-filters-open")
        # The heading keeps its line, and the way out stands at the edge.
        heading, close = boxes_of(page.locator(".place-filters > .heading > *"))
        assert heading["height"] < 40 and close["width"] <= 48 and close["x"] + close["width"] > 320, (heading, close)
    with page.expect_event("load"):
        page.locator("#place-filter button", has_text="Show").first.click()
    assert names(page) == ["Curry House Valrosa"]
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_group_is_compared_with_what_is_known(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP)
    page.goto(own.url + LIST)
    page.click("#place-extra > summary")
    page.select_option("#place-party", label="Bus 2")
    wait(page, "document.querySelector('.place-party')")
    assert "No nuts" in page.inner_text(".place-party") and "not known" in page.inner_text(".place-cards")
    with page.expect_event("load"):
        page.click("#call-list")
    assert page.locator(".call-rows > li").count() == 5 and page.locator(".call-rows a[href^='tel:']").count() == 5
    traveller = browse("ada")
    traveller.goto(own.url + PLACES)
    assert traveller.locator("#place-party").count() == 0


def test_the_maps_layer_opens_cards(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP)
    page.goto(f"{own.url}{TRIP}/map?lat={BASE['latitude']}&lon={BASE['longitude']}&z=16")
    assert page.locator("a.place-mark").count() == 0
    page.click("#layers summary")
    page.check("#layers input[value=listed]")
    page.click("#layers summary")
    wait(page, "document.querySelectorAll('a.place-mark').length > 5")
    mark = page.locator("a.place-mark.eating").first
    name = mark.locator("title").text_content().split(",")[0]
    mark.dispatch_event("click")
    wait(page, "document.querySelector('#details .place-card')")
    assert page.inner_text("#details .place-name") == name
    friend = browse("ada", **DESKTOP)
    friend.goto(f"{own.url}{TRIP}/my/map?lat={BASE['latitude']}&lon={BASE['longitude']}&z=16")
    friend.click("#layers summary")
    friend.check("#show-places")
    wait(friend, "document.querySelectorAll('a.place-mark').length > 5")
    assert not page.problems and not friend.problems


def test_the_nearest_places_are_there_in_a_dead_zone(browse, own):  # noqa: F811
    page = browse("ada")
    page.goto(own.url + TRIP + "/my")
    wait(page, "navigator.serviceWorker.ready.then(() => true)")
    around = own.url + PLACES + "/around"
    wait(page, "async (url) => Boolean(await (await caches.open('pages')).match(url))", around)
    page.reload()
    page.goto(own.url + PLACES + "?q=pizz")
    place = page.get_attribute(".place-name", "href")
    page.context.set_offline(True)
    page.goto(own.url + place)
    assert page.inner_text("h1") == "Around the base"
    wait(page, "document.querySelector('.away-line:not([hidden])')?.textContent.startsWith('No connection · loaded')")
    opened = page.locator("details[open]")
    assert opened.count() == 1 and "11:30–14:00, 17:30–22:00" in opened.inner_text()
    page.context.set_offline(False)
    page.goto(own.url + place)
    assert page.inner_text("h1") == "Pizzeria Bellavista"
    page.context.set_offline(True)
    page.reload()
    assert page.inner_text("h1") == "Pizzeria Bellavista"


def test_the_map_beside_the_list_lights_what_is_looked_at(browse, own):  # noqa: F811
    page = browse("host", **DESKTOP)
    page.goto(own.url + LIST)
    lit = lambda: page.evaluate("document.querySelector('.list-map-top [data-lit]')?.dataset.lit ?? ''")
    cards = page.locator(".place-card").evaluate_all("(cards) => cards.map(({ id }) => id)")
    assert page.locator(".list-map [data-for]").count() == len(cards) > 10 and lit() == ""
    page.locator(".place-card").nth(2).hover()
    assert lit() == cards[2]
    # With the keyboard, and back from the map to the row.
    page.keyboard.press("j")
    assert lit() == cards[0]
    mark = page.locator(".list-map a[data-for]").last
    mark.focus()
    far = mark.get_attribute("data-for")
    assert lit() == far and "is-lit" in page.get_attribute(f"#{far}", "class")
    page.keyboard.press("Enter")
    wait(page, "(id) => document.getElementById(id).contains(document.activeElement)", far)
    assert page.url.endswith("#" + far)
    # The map follows the filter.
    page.fill("#place-search", "pizz")
    listed(page, lambda found: found == ["Pizzeria Bellavista"])
    assert page.locator(".list-map [data-for]").count() == 1 and not page.problems


def test_on_a_phone_the_list_turns_into_a_map_without_scripts(browse, own):  # noqa: F811
    page = browse("ada", java_script_enabled=False, **PHONE)
    page.goto(own.url + LIST)
    assert not page.locator(".list-map").is_visible() and page.locator(".place-card").first.is_visible()
    page.check(".list-switch [value=map]")
    assert page.locator(".list-map").is_visible() and not page.locator(".place-card").first.is_visible()
    mark = page.locator(".list-map a[data-for]").first
    mark.click()
    assert page.locator(".place-card:visible").count() == 1
    assert page.locator(f"#{mark.get_attribute('data-for')}").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_pages_of_places_are_for_everybody(browse, own, size):  # noqa: F811
    page = browse("host", **size)
    page.goto(own.url + LIST)
    first = page.get_attribute(".place-name >> nth=1", "href")
    for path in (PLACES, PLACES + "?q=zzzz", first, PLACES + "/call-list", PLACES + "/around", PLACES + "/print"):
        page.goto(own.url + path)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert not faults(page, scheme), (path, scheme)
        if path.endswith("/print"):
            assert "Map of" in page.inner_text(".stamp")
        if not path.endswith("/print"):
            assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_distances_stand_one_below_the_other(browse, own, size):  # noqa: F811
    page = browse("ada", **size)
    page.goto(own.url + LIST)
    assert page.locator(".place-card:has([href^='tel:'])").count() and page.locator(".place-card:not(:has([href^='tel:']))").count()
    starts = page.locator(".place-distance").evaluate_all("nodes => nodes.map((node) => Math.round(node.getBoundingClientRect().left))")
    assert len(set(starts)) == 1, starts
    # "150 m · 5 min walk" and what kind of place it is: a line each.
    assert page.locator(".place-way").first.inner_text() == "70 m · 2 min walk"
    assert all(box["height"] < 28 for box in boxes_of(page.locator(".place-way, .place-what")))
    # Minutes stay in one line, and a finger's height takes none from the words.
    assert all(box["height"] < 28 for box in boxes_of(page.locator(".place-walk")))
    if size is PHONE:
        # A name of one line.
        short = page.locator(".place-card", has_text="Ustria Alva")
        name, what = box_of(short.locator(".place-name")), box_of(short.locator(".place-what"))
        assert name["height"] >= 44 and what["y"] - name["y"] < 44
        # The call stands beside the name, not over it; the words below have the whole width.
        call = box_of(short.locator("[href^='tel:']"))
        assert name["x"] + name["width"] <= call["x"] and what["x"] + what["width"] <= call["x"] + 8, (name, what, call)
