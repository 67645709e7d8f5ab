"""The map on paper shows what the map on the screen shows, no more and no less; a way is replayed as it was recorded."""
import itertools
import re
import time

import pytest

from conftest import Demo
from support import follow, open_page, pdf_text, sign_in, wait  # noqa: F401, F811 (open_page: a fixture)

# What can be seen of each layer, the ground apart.
DRAWN = {
    "markers": "#markers .marker", "accuracy": "#accuracy circle", "trail": "#trail path", "trails": "#trails path", "base": "#base .base",
    "meetings": "#meetings .meeting", "graticule": "#graticule path",
}
GROUND = ["ski", "places"]
STANDARD = {"markers", "accuracy", "trail", "base", "meetings", "ski", "places"}
SEEN = """(drawn) => Object.entries(drawn).filter(([, selector]) => [...document.querySelectorAll(selector)].some((node) => {
  const box = node.getBoundingClientRect();
  return box.width + box.height > 0 && getComputedStyle(node).visibility !== "hidden";
})).map(([name]) => name)"""
PAPER_TILES = """() => [...new Set([...document.querySelectorAll("#tiles image")]
  .map((node) => node.getAttribute("href").split("without=")[1] ?? ""))]"""
# Sets the boxes, and gives the address to which the link then leads.
SWITCH = """(on) => {
  for (const box of document.querySelectorAll("#layers input[type=checkbox]")) if (box.checked !== on.includes(box.value)) box.click();
  const link = document.getElementById("print-link");
  link.addEventListener("click", (event) => event.preventDefault(), { once: true });
  link.click();
  return link.href;
}"""


def on_paper(page, address):
    """What a printed page draws, as its text says it (it has no style that hides a layer), and what its tiles leave away."""
    text = page.evaluate("(address) => fetch(address).then((answer) => answer.text())", address)
    figure = text[text.index('<figure class="print-map">'):text.index("</figure>")]
    drawn = {name for name in DRAWN if re.search(rf'<g id="{name}">\s*<', figure) and not re.search(rf'<g id="{name}">\s*</g>', figure)}
    return drawn, {(link.split("without=") + [""])[1] for link in re.findall(r'<image href="([^"]+)"', figure)}


@pytest.fixture(scope="module")
def trip(tmp_path_factory):
    """Everything that a map can show: one alone with an uncertain position and a way, three together, the base, a meeting point."""
    server = Demo(tmp_path_factory.mktemp("paper"), members=12)
    tokens = server.tokens()
    now = time.time()
    for minute in range(8, -1, -1):
        server.post_fix(tokens[0], 46.4270 + minute * 2e-4, 9.2337, at=now - minute * 60, acc=180)
    for number, token in enumerate(tokens[1:4]):
        server.post_fix(token, 46.4230 + number * 1e-5, 9.2390)
    server.chosen = server.member_of(tokens[0])
    yield server
    server.stop()


def view(trip, path="/map", more=""):
    return f"{trip.url}/trips/valrosa{path}?lat=46.4230&lon=9.2337&z=14&member={trip.chosen[0]}{more}"


def without(on):
    return ",".join(name for name in GROUND if name not in on)


def opened(page, trip, on):
    """The map with these layers of the ground: whether the tiles that come are those."""
    asked = []
    note = lambda request: asked.append(request.url) if "/tiles/" in request.url else None
    page.on("request", note)
    page.evaluate("localStorage.clear()")
    page.goto(view(trip))
    wait(page, "() => document.documentElement.dataset.live === 'open' && document.querySelector('#trail path')")
    page.evaluate(SWITCH, sorted(on))
    deadline = time.monotonic() + 10
    while not any((address.split("without=") + [""])[1] == without(on) for address in asked) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    page.remove_listener("request", note)
    assert any((address.split("without=") + [""])[1] == without(on) for address in asked), (on, asked[-3:])


def test_layers_on_paper_are_the_layers_on_the_screen(open_page, trip):
    """Every combination of the nine: what is seen on the screen, and what its printed page draws."""
    page = open_page()
    # Another map's page makes the store of this origin.
    page.goto(trip.url + "/sign-in")
    sign_in(page, trip)
    every = list(DRAWN)
    for ground in itertools.chain.from_iterable(itertools.combinations(GROUND, count) for count in range(3)):
        opened(page, trip, set(every) | set(ground))
        wait(page, "() => document.querySelector('#trails path')")
        assert set(page.evaluate(SEEN, DRAWN)) == set(every), "the map must hold something of every layer"
        for on in itertools.chain.from_iterable(itertools.combinations(every, count) for count in range(len(every) + 1)):
            address = page.evaluate(SWITCH, [*on, *ground])
            # A way that is switched on is fetched first.
            if "trails" in on:
                wait(page, "() => document.querySelector('#trails path')")
            seen = set(page.evaluate(SEEN, DRAWN))
            assert seen == set(on), (on, seen)
            drawn, tiles = on_paper(page, address)
            assert drawn == seen, (on, ground, drawn)
            assert tiles == {without(ground)}, (ground, tiles)
    assert not page.problems, page.problems


def test_a_printed_page_hides_and_adds_nothing(open_page, trip):
    """In the browser's own print rendering: all, none, and each alone, of the page and of the map itself."""
    page, paper = open_page(None), None
    sign_in(page, trip)
    opened(page, trip, {*DRAWN, *GROUND})
    paper = page.context.new_page()
    for on in [[*DRAWN, *GROUND], ["none"], *[[name] for name in [*DRAWN, *GROUND]]]:
        address = page.evaluate(SWITCH, on)
        if "trails" in on:
            wait(page, "() => document.querySelector('#trails path')")
        seen = set(page.evaluate(SEEN, DRAWN))
        assert seen == {name for name in on if name in DRAWN}
        page.emulate_media(media="print")
        assert set(page.evaluate(SEEN, DRAWN)) == seen
        page.emulate_media(media="screen")
        paper.emulate_media(media="print")
        paper.goto(address)
        assert set(paper.evaluate(SEEN, DRAWN)) == seen, on
        assert paper.evaluate(PAPER_TILES) == [without(on)]
        # Who is not on the map is not beside it either.
        assert (paper.locator("table.map-people").count() == 1) == ("markers" in on)


def test_a_fresh_address_prints_what_a_fresh_map_shows(browser, trip):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, trip)
    page.goto(view(trip))
    assert set(page.evaluate(SEEN, DRAWN)) == STANDARD - set(GROUND)
    follow(page, "#print-link")
    assert set(page.evaluate(SEEN, DRAWN)) == STANDARD - set(GROUND) and page.evaluate(PAPER_TILES) == [""]
    # Layers are chosen without scripts, on the print page as beside the map.
    page.uncheck("input[name=layer][value=base]")
    page.check("input[name=layer][value=trails]")
    follow(page, "text=Update")
    assert set(page.evaluate(SEEN, DRAWN)) == (STANDARD - set(GROUND) - {"base"}) | {"trails"}
    follow(page, "text=Back to the map")
    assert set(page.evaluate(SEEN, DRAWN)) == (STANDARD - set(GROUND) - {"base"}) | {"trails"}
    page.goto(f"{trip.url}/trips/valrosa/map/print")
    assert set(page.evaluate(SEEN, DRAWN)) >= {"markers", "base", "meetings"} and not page.locator("#trails path").count()
    context.close()


def choose_style(page, style):
    """And goes on when the server knows."""
    page.click("#layers summary")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.click(f"#style-switch button[value={style}]")


def printed(page, trip, tmp_path, style=None):
    page.goto(view(trip))
    wait(page, "() => document.documentElement.dataset.live === 'open' && document.querySelector('#trail path')")
    if style:
        choose_style(page, style)
    address = page.evaluate(SWITCH, sorted(STANDARD))
    page.goto(address)
    return pdf_text(page, tmp_path / "map.pdf")


def test_the_paper_says_who_chose_and_where_everybody_is(open_page, trip, tmp_path):
    page = open_page(None)
    sign_in(page, trip)
    _, _, text = printed(page, trip, tmp_path, "auto")
    assert re.search(r"(Street|Mountain) map, because most people are (above|below) [\d,]+ m", text), text[:600]
    # With its zone: paper leaves the valley.
    assert re.search(r"printed \w{3} \d+ \w{3} \d{4}, \d\d:\d\d \S+ \(Europe/\w+\)", " ".join(text.split())), text[:600]
    # Each has a number of their own, those who stand together too; lines lead to where they are.
    signs = page.locator("#markers .marker text").all_text_contents()
    assert sorted(signs, key=int) == [str(number + 1) for number in range(len(signs))] and page.locator("#leaders path").count() >= 2
    gaps = page.evaluate("""() => { const all = [...document.querySelectorAll('#markers .marker circle')].map((node) => node.getBoundingClientRect());
      return Math.min(...all.flatMap((a, i) => all.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y) - a.width * .9))); }""")
    assert gaps >= 0, gaps
    rows = [row for row in page.locator("table.map-people tbody tr").all_inner_texts() if re.search(r"46\.423\d\d, 9\.23900", row)]
    assert len(rows) == 3 and all(re.search(r"32T 5\d+ \d+", row) and re.search(r"\b[A-K][1-7]\b", row) for row in rows), rows
    assert all(re.search(r"\d\d:\d\d, (just now|\d+ min old)", row) for row in rows), rows
    # Two lines a person, so that 49 people fit on two sheets; nothing is squeezed until a number breaks.
    lines = page.locator("table.map-people tbody tr:has(> th[scope=row])").evaluate_all("""(rows) => rows.map((row) =>
      row.getBoundingClientRect().height / parseFloat(getComputedStyle(row).lineHeight))""")
    assert max(lines) < 2.6, lines
    # Every sheet of the list says of when it is.
    assert page.locator("table.map-people thead .stamp").inner_text().startswith("Positions as of ")
    # One sign has one meaning.
    legend = page.locator(".legend li")
    signs = legend.locator("svg").evaluate_all("(signs) => signs.map((sign) => sign.innerHTML)")
    assert len(signs) == len(set(signs)) and len(set(legend.all_inner_texts())) == legend.count()
    _, _, text = printed(page, trip, tmp_path, "mountain")
    assert "Mountain map, chosen by you" in text
    words = " ".join(page.locator(".legend li").all_inner_texts())
    assert "Piste: " in words and "Chair lift" in words and "Gondola" in words
    page.goto(view(trip))
    choose_style(page, "auto")


def test_every_sheet_of_the_printed_map_says_what_it_is(browser, tmp_path):
    """A sheet that comes off the pile alone: of which trip it is, when its positions are from, and what its columns are."""
    server = Demo(tmp_path / "data", members=120)
    context = browser.new_context()
    page = context.new_page()
    sign_in(page, server)
    [name] = server.sql("SELECT name FROM trip WHERE slug = 'valrosa'")
    for paper in ("a4", "letter"):
        page.goto(f"{server.url}/trips/valrosa/map/print?paper={paper}")
        count, _, text = pdf_text(page, tmp_path / f"{paper}.pdf")
        sheets = [re.sub(r"\s+", " ", sheet) for sheet in text.split("\f")[:count]]
        lists = [sheet for sheet in sheets if re.search(r"\+00 \d", sheet)]
        assert len(lists) >= 3, (count, sheets)
        for number, sheet in enumerate(sheets):
            assert name in sheet and f"Page {number + 1} of {count}" in sheet, sheet[:300]
        for sheet in lists:
            assert re.search(rf"{re.escape(name)} · People .*?Positions as of \w+ \d+ \w+ \d{{4}}, \d\d:\d\d", sheet), sheet[:300]
            assert re.search(r"Sign Square Name, phone Position Where Details", sheet), sheet[:300]
    context.close()
    server.stop()


def test_search_finds_who_is_on_no_map(open_page, trip):
    page = open_page(None)
    sign_in(page, trip)
    page.goto(trip.url + "/trips/valrosa/map")
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    missing = page.locator(".person-row:has(.mark.never)").first
    name = missing.get_attribute("data-name")
    assert "No position" in missing.inner_text()
    page.fill("#map-search input", name)
    wait(page, "() => document.querySelector('#hits button')")
    assert "no position" in page.inner_text("#hits")
    page.keyboard.press("Enter")
    wait(page, "(name) => document.getElementById('details').textContent.includes(name)", name)
    assert "No position" in page.inner_text("#details")
    assert "/members/" in page.get_attribute("#details h2 a", "href")


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    """Ten minutes, half an hour without a word, ten minutes more."""
    server = Demo(tmp_path_factory.mktemp("walk"), members=4)
    token = server.tokens()[0]
    server.begin = int(time.time()) // 60 * 60 - 55 * 60
    for minute in [*range(0, 10), *range(40, 50)]:
        server.post_fix(token, 46.4200 + minute * 1e-4, 9.2337, at=server.begin + minute * 60)
    server.way = f"{server.url}/trips/valrosa/members/{server.member_of(token)[0]}/way?span=1h"
    yield server
    server.stop()


MARKER = "() => document.querySelector('#way-marker .marker').getAttribute('transform')"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_way_is_replayed(browser, walk, motion):
    context = browser.new_context(reduced_motion=motion)
    page = context.new_page()
    sign_in(page, walk)
    page.goto(walk.way)
    rows = page.locator("#positions tbody tr")
    assert rows.count() == 20
    # Nothing joins what is far apart: two lines, and the gap in words.
    assert page.locator("#trail path:not(.casing)").count() == 2
    assert "30 min" not in page.inner_text("#told")
    page.focus("#at")
    page.keyboard.press("Home")
    wait(page, "() => document.getElementById('told').textContent.includes('46.42000')")
    first = page.evaluate(MARKER)
    assert "position of" not in page.inner_text("#told")
    # Half a minute on, the place is still that of the whole minute, and says so.
    page.evaluate("() => { const at = document.getElementById('at'); at.value = Number(at.min) + 30000; at.dispatchEvent(new Event('input')); }")
    assert re.search(r":30: position of .*:00, .* ago · .*46\.42000", page.inner_text("#told"))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert "46.42010" in page.inner_text("#told") and page.evaluate(MARKER) != first
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    assert "no position from" in page.inner_text("#told")
    assert page.locator("#way-marker .lost").count() == 1
    assert page.get_attribute("#at", "aria-valuetext") == page.inner_text("#told")
    # Playing moves it, over the gap too, and stops at the end.
    page.keyboard.press("Home")
    page.select_option("#speed", "300")
    page.click("#play")
    assert page.inner_text("#play") == "Pause"
    between = set()
    deadline = time.monotonic() + 15
    while page.inner_text("#play") == "Pause" and time.monotonic() < deadline:
        between.add(page.evaluate(MARKER))
    assert page.inner_text("#play") == "Play" and "46.42490" in page.inner_text("#told")
    places = rows.evaluate_all("(rows) => rows.map(({ dataset }) => [dataset.x, dataset.y])")
    recorded = {f"translate({Number(x)} {Number(y)})" for x, y in places}
    assert len(between) > 2
    # Below the slider: the hours, and what was recorded. The keys are the player's wherever nothing else takes them.
    assert page.locator("#hours span").count() > 3 and page.locator("#recorded i").count() == 2
    page.evaluate("document.activeElement.blur()")
    last = page.inner_text("#clock")
    assert re.fullmatch(r"\d\d:\d\d:\d\d", last), last
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#clock") != last and "46.42480" in page.inner_text("#told")
    # So slow that it does not come to the end meanwhile.
    page.select_option("#speed", "30")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    assert page.inner_text("#play") == "Pause" and page.evaluate("scrollY") == 0
    page.keyboard.press("Space")
    assert page.inner_text("#play") == "Play"
    # Who wants no motion sees the marker only where a position was recorded.
    assert (between <= recorded) if motion == "reduce" else not between <= recorded
    context.close()


def test_a_replayed_way_is_a_map(browser, walk):
    """It is moved without losing the moment, whoever walks has their marker as on the live map, and on paper is the server's drawing."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    sign_in(page, walk)
    page.goto(walk.way)
    wait(page, "() => document.querySelectorAll('#way-map .tile-level canvas').length > 0", seconds=10)
    boxes = page.evaluate("""() => Object.fromEntries(["#way-map", "#replay", "#way-marker circle"].map((part) => {
      const { x, width, height } = document.querySelector(part).getBoundingClientRect(); return [part, { x, width, height }]; }))""")
    # From edge to edge, higher than the drawing would be; the marker is a finger's, not a dot.
    assert boxes["#way-map"]["x"] == 0 and boxes["#way-map"]["width"] == 390 and boxes["#way-map"]["height"] > 273
    assert boxes["#way-marker circle"]["width"] > 30
    # Neither scale nor credits lie on it, and whatever the alarms take, the whole way is on the map.
    room = page.evaluate("""() => { const [map, marker] = ["#way-map", "#way-marker circle"]
      .map((part) => document.querySelector(part).getBoundingClientRect()); return [map.bottom - marker.bottom, map.right - marker.right]; }""")
    assert min(room) >= 40, room
    assert page.locator("#way-marker text").text_content().strip() == page.get_attribute("#way-map", "data-initials")
    assert page.locator(".replay-keys").is_hidden()
    page.focus("#at")
    page.keyboard.press("Home")
    moment, plane = page.inner_text("#told"), page.get_attribute("#way-plane", "transform")
    page.click("#way-map .moves a >> nth=0")
    wait(page, "(plane) => document.getElementById('way-plane').getAttribute('transform') !== plane", plane)
    assert page.inner_text("#told").split(" · ")[1] == moment.split(" · ")[1] and page.url == walk.way
    # A marker keeps its size, however near the map is.
    width = page.evaluate("document.querySelector('#way-marker circle').getBoundingClientRect().width")
    assert abs(width - boxes["#way-marker circle"]["width"]) < 1
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#tiles").count() == 1 and page.get_attribute("#way-plane", "transform") is None
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    wait(page, "() => !document.getElementById('tiles') && document.getElementById('way-plane').hasAttribute('transform')")
    context.close()


def Number(text):
    return f"{float(text):.1f}"


def test_a_way_without_scripts(browser, walk):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, walk)
    page.goto(walk.way)
    assert page.locator("#trail path:not(.casing)").count() == 2 and page.locator("#positions tbody tr").count() == 20
    assert not page.locator("#replay").is_visible()
    page.click("#way-positions > summary")
    assert "46.42000" in page.inner_text("#positions") and "32T" in page.inner_text("#positions")
    page.select_option("select[name=span]", "3h")
    follow(page, "#way-span button")
    assert "span=3h" in page.url and page.locator("#positions tbody tr").count() == 20
    context.close()
