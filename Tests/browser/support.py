"""What the browser tests share: signing in, waiting, the pages there are, and what axe finds on them."""
import re
import subprocess
import time
import urllib.parse

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error, TimeoutError

from conftest import ROOT

TRIP = "/trips/valrosa"
BASE = (46.4275, 9.2345)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
# Calls of the test itself: the demo has one, a traveller's answer to an announcement.
CALLS = "help_call WHERE text NOT LIKE '%back at the hotel%'"
WIDTHS = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 860}}


def sign_in(page, demo, who="host"):
    page.goto(demo.url + "/sign-in")
    page.fill("#email", f"{who}@sotravel.example")
    page.fill("#password", demo.passwords[f"{who}@sotravel.example"])
    page.click("main button.primary")
    page.wait_for_url(lambda url: "/sign-in" not in url or "/code" in url)


def come_in(page, server, who="host"):
    """Signs in without loading a page, which takes a third of a second: the form has tests of its own. An admin has a code to type first."""
    if who == "admin":
        return sign_in(page, server, who)
    cookie = server.sign_in(f"{who}@sotravel.example", server.passwords[f"{who}@sotravel.example"])
    page.context.add_cookies([{"name": "__Host-sotravel", "value": cookie, "url": server.url.replace("http:", "https:"), "secure": True}])


def follow(page, target):
    """Clicks what leads to another page, and goes on when that one is loaded and its scripts have run."""
    with page.expect_event("load"):
        page.click(target) if isinstance(target, str) else target.click()


def hold(page, button):
    """Holds a button for two seconds, and goes on when the page is loaded that it leads to."""
    button.scroll_into_view_if_needed()
    box = box_of(button)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_event("load"):
        page.mouse.down()
        page.wait_for_timeout(2200)
    page.mouse.up()


# How long what must happen may take, on a machine that has other things to do. A test that says how soon gives its own seconds.
PATIENCE = 15


def wait(page, condition, argument=None, seconds=PATIENCE):
    """Polls from outside: Playwright's own waiting evaluates text inside the page, which the policy forbids."""
    deadline, why = time.monotonic() + seconds, ""
    while time.monotonic() < deadline:
        try:
            if page.evaluate(condition, argument):
                return
        except Error as error:
            # The page goes elsewhere, or what is asked about is not there yet.
            why = f" ({error})"
        time.sleep(0.05)
    raise AssertionError(f"never true: {condition}{why}")


def eventually(check, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not holds(check):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def holds(check):
    try:
        return check()
    except Error as error:
        # A page that goes elsewhere has no answer.
        if "context was destroyed" not in str(error) and "navigat" not in str(error):
            raise
        return False


# MARK: where things stand

def box_of(locator):
    """Where it stands. An open page may draw it anew while Playwright measures, which then knows no place: it is asked again."""
    end = time.monotonic() + 2
    while (box := locator.bounding_box()) is None:
        assert time.monotonic() < end, f"it stands nowhere: {locator}"
        time.sleep(0.02)
    return box


def boxes_of(locator):
    """Where all of them stand that are shown, measured at one moment: a list may be drawn anew between two."""
    return locator.evaluate_all("""(nodes) => nodes.filter((node) => node.checkVisibility()).map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x, y, width, height };
    })""")


def at_rest(locator):
    """Where it stands once nothing moves it: neither what the style animates nor what a script does step by step."""
    wait(locator.page, "document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations > 1e6)")
    places = [box_of(locator)]
    while len(places) < 3 or places[-1] != places[-3]:
        assert len(places) < 100, f"it never rests: {places[-3:]}"
        locator.page.wait_for_timeout(100)
        places.append(box_of(locator))
    return places[-1]


# MARK: pages in browsers of their own

def leave(context):
    """Closes a context whose pages have come to rest: one that goes elsewhere at that moment sometimes never closes."""
    for page in context.pages:
        for attempt in range(3):
            try:
                page.goto("about:blank", timeout=10_000)
                break
            except Error as error:
                # A form that has gone out just now leads its page on, and a page that reloads itself swallows the way out.
                if attempt == 2 or not isinstance(error, TimeoutError) and "interrupted by another navigation" not in str(error):
                    raise
    context.close()


@pytest.fixture
def open_page(browser, demo):
    contexts = []

    def make(who="host", **options):
        context = browser.new_context(viewport=WIDTHS["desktop"], **options)
        contexts.append(context)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("console", lambda message: page.problems.append(
            f"{message.text} {message.location['url']}") if message.type == "error" else None)
        if who:
            come_in(page, demo, who)
        return page

    yield make
    for context in contexts:
        leave(context)


@pytest.fixture
def browse(request, browser, own):
    """Pages in contexts of their own. A traveller's has the worker fetch what it keeps for a dead zone, which takes a second of the processor:
    where a module is about how pages look and not about the line, it says `WORKER = "block"`."""
    contexts, worker = [], getattr(request.module, "WORKER", "allow")

    def make(who=None, **options):
        context = browser.new_context(**{**PHONE, "service_workers": worker, **options})
        contexts.append(context)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        if who:
            come_in(page, own, who)
        return page

    yield make
    for context in contexts:
        leave(context)


READER_SIZES = [{"width": 390, "height": 844}, {"width": 1440, "height": 900}]


@pytest.fixture(params=[(size, scripts) for size in READER_SIZES for scripts in (True, False)],
                ids=lambda value: f"{value[0]['width']}{'' if value[1] else '-plain'}")
def reader(request, browser, own):
    """A host's page on a phone and a desktop, with and without scripts; it has no faults at the end."""
    size, scripts = request.param
    context = browser.new_context(viewport=size, java_script_enabled=scripts, has_touch=size["width"] < 400)
    page = context.new_page()
    page.has_scripts = scripts
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    come_in(page, own)
    yield page
    assert page.problems == []
    leave(context)


# MARK: what there is

def addresses(demo):
    """Every page that a host may look at."""
    token = demo.tokens()[0]
    member = demo.member_of(token)[0]
    text = demo.sql(f"SELECT lower(hex(id)) FROM tracker WHERE token = '{token}'")[0]
    tracker = "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])
    trip = "/trips/valrosa"
    events, lists = demo.ids("event", "title"), demo.ids("check_in_list", "name")
    text = demo.sql("SELECT lower(hex(id)) FROM help_case WHERE resolved_at IS NULL LIMIT 1")[0]
    case = "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])
    glacier = f"{trip}/events/{events['Glacier day']}"
    draft = f"{trip}/events/{events['Snowshoes to the lake']}"
    bus = f"{glacier}/check-in/{lists['Bus 2 out']}"
    return {
        "events": trip + "/events", "week": trip + "/events?view=week", "past": trip + "/events?view=past", "new event": trip + "/events/new",
        "event": glacier, "waitlist": f"{trip}/events/{events['Fondue evening']}", "draft": draft, "edit event": glacier + "/edit",
        "publish": draft + "/publish", "nearby": draft + "/publish?audience=nearby", "cancel": draft + "/cancel", "event print": glacier + "/print?large=on",
        "links": glacier + "/links", "calendars": trip + "/events/calendars", "check-in": bus, "paper ticks": bus + "/paper",
        "trips": "/trips", "today": trip, "roster": trip + "/roster", "roster search": trip + "/roster?q=ada", "nobody": trip + "/roster?q=zzzz",
        "changes": trip + "/roster/changes?since=0", "import": trip + "/roster/import", "print": trip + "/roster/print",
        "own columns": trip + "/roster/own-columns", "own column": f"{trip}/roster/own-columns/{demo.ids('own_column', 'name')['T-shirt']}",
        "member": f"{trip}/members/{member}", "edit": f"{trip}/members/{member}/edit", "new": trip + "/members/new", "map": trip + "/map",
        "tracker": f"{trip}/trackers/{tracker}", "groups": trip + "/groups", "rooms": trip + "/groups?set=rooms", "all groups": trip + "/groups?set=all",
        "wishes": trip + "/groups/wishes", "new room": trip + "/groups/lane?set=rooms", "groups print": trip + "/groups/print?set=rooms", "staff": trip + "/staff", "settings": trip + "/settings",
        "inbox": "/notices", "how told": "/notices/settings", "deliveries": trip + "/deliveries", "telegram": "/notices/telegram", "telegram group": trip + "/telegram", "duty": trip + "/duty", "new duty": trip + "/duty/new", "duty print": trip + "/duty/print",
        "account": "/account", "second factor": "/account/second-factor", "missing": "/trips/valrosa/nothing",
        "places": trip + "/places", "no places": trip + "/places?q=zzzz", "a place": a_place(demo), "call list": trip + "/places/call-list",
        "places print": trip + "/places/print", "map print": trip + "/map/print", "ski": trip + "/ski", "joining": trip + "/joining", "help": trip + "/help", "help case": f"{trip}/help/{case}",
    }


def a_place(demo):
    """The first of the list: it has hours, a telephone and an address."""
    page = demo.request("GET", TRIP + "/places?sort=distance&q=bellavista", cookie=demo.host()).body.decode()
    return TRIP + "/places/" + re.search(r'/places/(n\d+)"', page).group(1)


def pages(own):
    events, members = own.ids("event", "title"), own.ids("member", "first_name || ' ' || last_name")
    fondue = f"{TRIP}/my/events/{events['Fondue evening']}"
    return {
        "home": TRIP + "/my", "events": TRIP + "/my/events", "event": fondue, "new event": TRIP + "/my/events/new", "map": TRIP + "/my/map",
        "friends": TRIP + "/friends", "nobody": TRIP + "/friends?q=zzzz", "friend": f"{TRIP}/friends/{members['Bruno Demovich']}",
        "places": TRIP + "/places", "a place": a_place(own), "places around": TRIP + "/places/around",
        "profile": TRIP + "/my/profile", "phones": TRIP + "/my/phones", "sos": TRIP + "/my/sos", "no line": TRIP + "/my/offline", "trips": "/trips",
        "password": "/account", "inbox": "/notices", "how told": "/notices/settings", "telegram": "/notices/telegram", "missing": TRIP + "/my/nothing",
    }


def place_friends(own, count=12):
    """Ada stands at the base, Bruno and the others up the slope of her, 100 metres each. Returns their tokens."""
    rows = own.sql("SELECT t.token FROM tracker t JOIN member m ON m.id = t.member_id ORDER BY m.account_id IS NULL, m.first_name, m.id")
    now = int(time.time())
    for index, token in enumerate(rows[:count]):
        own.post_fix(token, BASE[0] + index * 0.0009, BASE[1], at=now)
    return rows


def conversation(own):
    return f"{TRIP}/chat/{own.ids('trip', 'slug')['valrosa']}"


def open_chat(page, own):
    page.goto(own.url + conversation(own))
    wait(page, "document.documentElement.dataset.live === 'open'")


def read_all(page, url):
    """Reads a conversation, and goes on when the server knows."""
    told = []
    note = lambda answer: told.append(answer.status) if answer.url.endswith("/read") else None
    page.on("response", note)
    page.goto(url)
    # Playwright hands on what the browser says while it waits itself.
    if page.locator(".message[data-number]").count():
        eventually(lambda: page.wait_for_timeout(20) or told)
    page.remove_listener("response", note)


def say(page, text):
    page.fill("#text", text)
    page.click("#composer button.primary")


def said(page):
    return page.locator(".message .message-text").all_inner_texts()


def act(message, label):
    """Opens the menu of a message and presses what is said there."""
    # On phones its button waits for the keyboard: a finger holds the message.
    message.locator(".acts > summary").press("Enter")
    message.locator(".act-menu").get_by_text(label, exact=True).click()


APPROVED = ROOT / "Tests/browser/tiles"

# Style, zoom, and a place: the village, the gondola's middle, the summit.
TILES = [
    ("street", 15, 46.4135, 9.2315), ("street", 17, 46.4128, 9.2325), ("mountain", 12, 46.43, 9.235), ("mountain", 14, 46.424, 9.233),
    ("mountain", 15, 46.4405, 9.2390), ("mountain", 16, 46.4165, 9.2335),
]


def number(lat, lon, zoom):
    import math
    count = 2 ** zoom
    phi = math.radians(lat)
    return int((lon + 180) / 360 * count), int((1 - math.asinh(math.tan(phi)) / math.pi) / 2 * count)


# MARK: looking closely

SQUEEZED = """() => [...document.querySelectorAll("body *")].filter((node) => {
  const text = [...node.childNodes].find((child) => child.nodeType === 3 && child.data.trim().length > 3);
  if (!text || node.closest("svg, script, textarea, select") || !node.checkVisibility()) return false;
  const range = document.createRange();
  range.selectNodeContents(text);
  const lines = [...range.getClientRects()];
  return lines.length > 3 && Math.max(...lines.map((line) => line.width)) < 2.5 * parseFloat(getComputedStyle(node).fontSize);
}).map((node) => node.outerHTML.slice(0, 160))"""

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# What colours decide: all that can differ on a dark page, whose elements are those of the light one.
OF_COLOUR = ["color-contrast", "link-in-text-block"]


def faults(page, scheme):
    """What axe finds wrong with the page as it stands, and words that have no room: a letter or two a line."""
    if squeezed := page.evaluate(SQUEEZED):
        return [("squeezed", squeezed)]
    return violations(page, scheme)


def violations(page, scheme):
    """What axe finds wrong: (rule, the first elements)."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"runOnly": OF_COLOUR if scheme == "dark" else LEVELS, "resultTypes": ["violations"]}
    # Not the whole answer, of which the rules that hold are the most.
    return page.evaluate("""(options) => axe.run(options).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, nodes.slice(0, 2).map(({ html }) => html.slice(0, 160))]))""", options)


def pdf_text(page, path):
    page.pdf(path=str(path), prefer_css_page_size=True)
    info = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"Pages:\s+(\d+)", info).group(1)), re.search(r"Page size:\s+(.*)", info).group(1), text


# The worker has the page and what it consists of.
KEPT = """Promise.all([location.href, ...performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) =>
  /\\/assets\\/.*(js|css)$/.test(name))].map((name) => caches.match(name))).then((found) => found.length > 2 && found.every(Boolean))"""


def consists_of(demo, html):
    """Every style and script that a page names. What they import is named too: nothing is asked for in a second step."""
    found = set(re.findall(r'="(/assets/[^"]+\.(?:css|js))"', html))
    for address in [file for file in found if file.endswith(".js")]:
        text = demo.request("GET", address).body.decode()
        imported = {urllib.parse.urljoin(address, name) for name in re.findall(r'\bimport[^;"()]*"(\.\.?/[^"]+)"', text)}
        assert imported <= found, (address, imported - found)
    assert len(found) > 2 and any("live-worker" in file for file in found), found
    return sorted(found)


def await_kept(page, files):
    """Until the worker has them all."""
    missing = "(files) => Promise.all(files.map((file) => caches.match(file).then((kept) => kept ? '' : file)))"
    deadline = time.monotonic() + 20
    while any(page.evaluate(missing, files)):
        assert time.monotonic() < deadline, page.evaluate(missing, files)
        time.sleep(0.1)
