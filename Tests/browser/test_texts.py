"""Every page in two languages that nobody speaks, of sotravel-dev's server: "longer" has accents and two fifths more letters, "mirrored" runs
from right to left. What has no accents goes past the places through which texts pass (Sources/Domain/Common/Texts.swift), and what has no
room shows it here.

`untranslated.json` lists by page what Swift and scripts still say past these places. It can only shrink: SOTRAVEL_RECORD=1 takes out what is
no longer found, and adds nothing."""
import functools
import html
import json
import os
import re
import sqlite3

import pytest

from conftest import ROOT, MeasuredDemo
from support import PHONE, sign_in
from test_injection import columns, furnish

# Not typed: the program's words, with names among them.
COMPOSED = ("announcement", "audience_words")
SIZES = [(360, 740), (1280, 800)]
TABLE = ROOT / "Tests/browser/untranslated.json"
# Outside the page's own part: head, navigation and banners, the same on all pages.
EVERYWHERE = "every page"

# Not English: units, zones, names of programs and of forms of files, signs of coordinates.
SAME_EVERYWHERE = set("""
    km kB KB MB GB ms dB Hz UTC CET CEST GMT SOS QR CSV vCard GPX KML GeoJSON PDF JSON XML HTTP HTTPS URL UTM WGS OSM ODbL Sotravel Telegram
    OwnTracks Traccar Overland GPSLogger OsmAnd Android iPhone iOS Safari Chrome Chromium Firefox Edge Linux HeadlessChrome OpenStreetMap Europe
    LinkedIn TikTok WhatsApp
    Zurich min
    """.split())

TEXTS = """() => {
  const found = [];
  const note = (node, text) => { if (text.trim()) found.push([node.closest("main") !== null, text.trim()]); };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.closest("script, style, noscript, textarea, code, [hidden], [lang]:not(html)")) note(node.parentElement, node.data);
  }
  for (const name of ["title", "alt", "aria-label", "placeholder"]) {
    for (const node of document.querySelectorAll(`body [${name}]`)) note(node, node.getAttribute(name));
  }
  return found;
}"""

# What scripts say (Public/js/texts.js), in the same languages as the server's (Sources/Domain/Common/Texts.swift).
VOICE = r"""(language) => {
  const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const accents = [..."áƀçđéƒĝĥíĵķļɱñóƥɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻṀÑÓƤɊŔŠŢÚṼŴẊÝŽ"];
  const isLonger = language === "longer";
  const [open, close] = isLonger ? ["⟦", "⟧"] : ["\u202E", "\u202C"];
  const accented = (letter) => accents[plain.indexOf(letter)] ?? letter;
  const said = (words) => [...words].map((letter) => accented(letter)
    + (isLonger && "aeiouAEIOU".includes(letter) ? accented(letter.toLowerCase()) : "")).join("");
  const isSaid = (text) => text.includes(open);
  globalThis.sotravelTexts = (words, values) => {
    if (!words.some((part) => /\p{L}/u.test(part))) return words.reduce((text, part, index) => `${text}${values[index - 1]}${part}`);
    // A text that was chosen elsewhere may have been said before.
    const whole = words.map((part, index) => (index ? `${values[index - 1]}` : "") + (isSaid(part) ? part : said(part))).join("");
    const [start, end] = [/^\s*/.exec(whole)[0], /\s*$/.exec(whole)[0]];
    return start + open + whole.slice(start.length, whole.length - end.length) + close + end;
  };
}"""

ROOM = """() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  const said = (node) => node.tagName.toLowerCase() + "." + node.className + ": " + node.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
  const style = (node) => getComputedStyle(node);
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.closest(".visually-hidden, .skip, svg, [inert]");
  const scrolls = (node) => { for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
    if (style(up).overflowX !== "visible") return true; } return false; };
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const cut = [...document.querySelectorAll("button, .button, summary, th, h1, h2, h3, legend, label, nav a, .chip")].filter((node) =>
    isSeen(node) && node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1 && style(node).textOverflow !== "ellipsis"
    && style(node).display !== "inline").map(said);
  const outside = [...document.querySelectorAll("body *")].filter((node) => {
    if (!isSeen(node) || scrolls(node)) return false;
    const box = node.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return false;
    const isOver = box.left < -1 || box.right > document.documentElement.clientWidth + 1;
    return isOver || style(node).position === "fixed" && box.bottom > innerHeight + 1;
  }).map((node) => { const box = node.getBoundingClientRect(); return [Math.round(box.left), Math.round(box.right), said(node)]; });
  return { over, cut, outside: outside.slice(0, 8) };
}"""


class Foreign(MeasuredDemo):
    """Says everything in a language of tests, once it has rows for the pages that need them."""

    def __init__(self, data, language):
        self.language = language
        super().__init__(data, members=16)
        self.wanted = furnish(self)
        self.stop()
        self.environment = {**self.environment, "SOTRAVEL_TEXTS": language}
        self.start()
        # Once: a code of the second factor is taken once, and the tests may come within its half minute.
        self.admin = self.sign_in("admin@sotravel.example", self.passwords["admin@sotravel.example"], self.secret)


@pytest.fixture(scope="module", params=["longer", "mirrored"])
def foreign(request, tmp_path_factory):
    server = Foreign(tmp_path_factory.mktemp(request.param) / "data", request.param)
    yield server
    server.stop()


def visits(server):
    """(who, name of the page, address)"""
    for name, address in server.wanted.items():
        is_ada = name.startswith("my ") or name in ("chat", "thread", "search", "notices", "report", "edit message")
        yield "ada" if is_ada else "host", name, address
    yield from (("admin", name, address) for name, address in {"accounts": "/accounts", "map data": "/map-data", "health": "/health", "all trips": "/trips"}.items())
    yield from ((None, name, address) for name, address in {"sign in": "/sign-in", "nowhere": "/nowhere"}.items())


def open_for(browser, server, who):
    context = browser.new_context(service_workers="block", **PHONE)
    context.add_init_script(f"({VOICE})({json.dumps(server.language)})")
    page = context.new_page()
    if who == "admin":
        address = server.url.replace("http:", "https:")
        context.add_cookies([{"name": "__Host-sotravel", "value": server.admin, "url": address, "secure": True}])
    elif who:
        sign_in(page, server, who)
    return page


@pytest.fixture(scope="module")
def looked(browser, foreign):
    """[(name of the page, its direction, its texts, {width: what lacks room})], each page loaded once, on a phone."""
    tabs, found = {}, []
    for who, name, address in visits(foreign):
        if who not in tabs:
            tabs[who] = open_for(browser, foreign, who)
        page = tabs[who]
        page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        answer = page.goto(foreign.url + address)
        assert answer.status == (404 if name.endswith(("missing", "nowhere")) else 200), (name, answer.status)
        texts, rooms = page.evaluate(TEXTS), {}
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            rooms[width] = page.evaluate(ROOM)
        found.append((name, page.evaluate("document.dir"), texts, rooms))
    for page in tabs.values():
        page.context.close()
    return found


def typed(server, *besides):
    """What people typed, the longest first, and what the map calls itself and its places; without the columns `besides`."""
    found = {html.unescape(name) for name in re.findall(r'k="name" v="([^"]+)"', (server.data / "demo-map/valrosa.osm").read_text())}
    found.add(re.search(rb'"name":"([^"]+)"', (server.data / "map.atlas").read_bytes())[1].decode())
    # What is searched for on pages where nobody is found.
    found.add("zzzz")
    with sqlite3.connect(f"file:{server.data / 'sotravel.sqlite'}?mode=ro", uri=True) as database:
        for table, column in columns(database):
            if (table, column) in besides:
                continue
            for (text,) in database.execute(f"SELECT DISTINCT {column} FROM {table} WHERE {column} <> ''").fetchall():
                found |= {" ".join(line.split()) for line in [*str(text).splitlines(), str(text)]}
                # A rule reports its name and the words that it found: pages quote the words alone.
                if (table, column) == ("report", "text"):
                    found.add(" ".join(str(text).partition(": ")[2].split()))
    return sorted((text for text in found if len(text) > 2), key=len, reverse=True)


TORN = re.compile(r"\d|\b[A-Z]{1,2}\b")


def without(text, name):
    return re.sub(r"(?<!\w)" + re.escape(name) + r"(?!\w)", " ", text)


def plain_words(text, names):
    """What is left of a text without values and accents: "of members"."""
    text = " ".join(text.split())
    if any(text.removesuffix("…") in name for name in names if len(name) >= len(text.removesuffix("…"))):
        return ""
    # Names that the next line would tear: "Bus 1 out".
    for name in names:
        if name in text and TORN.search(name):
            text = without(text, name)
    text = re.sub(r"\S+@\S+|\w+://\S+|(?<!\w)/[\w/?=&.%-]+|\b[A-Z]{1,2}\b|\b[A-Z]{6}\b|\b\w*\d\w*\b", " ", text)
    for name in names:
        if name in text:
            text = without(text, name)
    words = re.findall(r"[^\W\d_]+", text)
    return " ".join(word for word in words if len(word) > 1 and word.isascii() and word not in SAME_EVERYWHERE)


def test_everything_that_a_page_says_passes_the_place_for_texts(foreign, looked):
    known = json.loads(TABLE.read_text())
    # Whatever page it is listed for: what a page shows depends on the hour. The table was made at twelve hours of five days.
    anywhere = set().union(*known.values())
    readings = [typed(foreign, COMPOSED), typed(foreign)]

    @functools.cache
    def left(text):
        """By the reading that leaves less: "Everyone" is an audience that was stored, and begins sentences of ours."""
        words = plain_words(text, readings[0])
        return words if not words or words in anywhere else plain_words(text, readings[1])

    found = {}
    for name, _, texts, _ in looked:
        for is_own, text in texts:
            if words := left(text):
                found.setdefault(name if is_own else EVERYWHERE, set()).add(words)
    new = {name: sorted(words - anywhere) for name, words in found.items() if words - anywhere}
    assert not new, "said past the place for texts:\n" + json.dumps(new, indent=1)
    if os.environ.get("SOTRAVEL_RECORD"):
        kept = {name: sorted(set(words) & found.get(name, set())) for name, words in known.items()}
        TABLE.write_text(json.dumps({name: words for name, words in kept.items() if words}, indent=1) + "\n")


def test_nothing_lacks_room(foreign, looked):
    found = {}
    for name, direction, _, rooms in looked:
        assert direction == ("rtl" if foreign.language == "mirrored" else ""), name
        for width, seen in rooms.items():
            # A print has the width of its paper, whatever the screen.
            if name == "map print" and width < 800:
                continue
            if seen["over"] > 0 or seen["cut"] or seen["outside"]:
                found[f"{name} {width}"] = seen
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
