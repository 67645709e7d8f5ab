"""Whoever reads coordinates to a rescuer finds all three forms beside them, each with a button that copies it."""
import html.parser
import re
import urllib.parse

from support import BASE, TRIP, box_of, browse, place_friends, wait  # noqa: F401, F811 (browse: a fixture)

DESKTOP = {"viewport": {"width": 1280, "height": 860}, "has_touch": False}
# Four decimals and more are a place; fewer are a distance, a price, a figure.
PAIR = re.compile(r"-?\d{1,2}\.\d{4,},?\s+-?\d{1,3}\.\d{4,}")
MOST = 60
# What a page hides from people: scripts' own data is no text.
SILENT = {"script", "style", "title"}


class Text(html.parser.HTMLParser):
    """The text that a page shows, what its buttons copy, and where it leads."""

    def __init__(self, text):
        super().__init__()
        self.parts, self.copies, self.links, self.silent = [], [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in SILENT:
            self.silent += 1
        if "data-copy" in given:
            self.copies.append(given["data-copy"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        self.parts.append("\n" if tag in {"li", "p", "dt", "dd", "td", "div", "h1", "h2"} else " ")

    def handle_endtag(self, tag):
        if tag in SILENT:
            self.silent -= 1

    def handle_data(self, data):
        if not self.silent:
            self.parts.append(data)

    @property
    def lines(self):
        return "".join(self.parts).split("\n")


# How an area's corners are typed: nobody is there.
EXAMPLE = "46.4275, 9.2345"


def complaints(text):
    """What stands in a text without its other forms, or without a button; and how many places it shows."""
    page = Text(text)
    found = [match.group() for line in page.lines for match in PAIR.finditer(line) if match.group() != EXAMPLE]
    wrong = []
    for pair in found:
        if pair not in page.copies:
            wrong.append(f"{pair} has no button")
            continue
        rest = page.copies[page.copies.index(pair) + 1:][:2]
        if len(rest) < 2 or "″" not in rest[0] or not re.fullmatch(r"\d{1,2}[C-X] \d{6} \d+", rest[1]):
            wrong.append(f"{pair} stands alone: {rest}")
    return wrong, len(found)


def kind(path):
    """Pages that differ by what they are about are one kind."""
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b\d+\b|(?<=/)[\w-]{22,}", ":", path)


def crawl(server, cookie, start):
    """Every kind of page that can be reached by links, once: (path, text)."""
    waiting, seen, pages = list(start), set(), []
    while waiting and len(pages) < MOST:
        path = waiting.pop(0)
        if kind(path) in seen or re.search(r"\.(csv|ics|gpx|kml|geojson|vcf|svg|webp|json|js|css)\b|/assets/|/photos/|/live", path):
            continue
        seen.add(kind(path))
        answer = server.request("GET", path, cookie=cookie)
        if answer.status != 200 or "text/html" not in (answer.getheader("Content-Type") or ""):
            continue
        text = answer.body.decode()
        pages.append((path, text))
        waiting += [link for link in Text(text).links if link.startswith("/")]
    return pages


def furnish(own):
    """People stand somewhere, one of them has called for help, and an urgent message waits."""
    place_friends(own)
    ada = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    assert own.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": "knee"}, cookie=ada).status == 303
    conversation = own.ids("conversation", "kind")["trip"]
    form = {"text": "I can't move", "client_id": "0198a0a0-0000-7000-8000-000000000001"}
    assert own.request("POST", f"{TRIP}/chat/{conversation}/messages", form, cookie=ada).status == 303
    return ada


def test_no_page_shows_coordinates_without_their_other_forms(own):  # noqa: F811
    ada, host = furnish(own), own.host()
    member = own.member_of(place_friends(own, 0)[0])[0]
    urgent = next(id for text, id in own.ids("moderation_case", "snapshot").items() if "I can't move" == text)
    starts = {
        host: [TRIP, f"{TRIP}/map?member={member}", f"{TRIP}/map?lat=46.41&lon=9.23&z=15", f"{TRIP}/moderation/cases/{urgent}",
               f"{TRIP}/members/{member}", TRIP + "/help"],
        ada: [TRIP + "/my", TRIP + "/my/map", TRIP + "/my/sos", TRIP + "/friends"],
    }
    wrong, showing, count = [], set(), 0
    for cookie, start in starts.items():
        for path, text in crawl(own, cookie, start):
            found, places = complaints(text)
            # Paper has no buttons, and neither has the long table of a way, where each position has its forms in columns.
            bare = "/print" in path or kind(urllib.parse.urlparse(path).path).endswith("/way")
            wrong += [f"{path}: {complaint}" for complaint in found if not (bare and complaint.endswith("has no button"))]
            count += 1
            if places:
                showing.add(kind(urllib.parse.urlparse(path).path))
    assert not wrong, "\n".join(wrong)
    assert count > 40, count
    # The pages that must tell a place here: were they to lose it, nothing above would notice.
    for must in ["/map", "/members/:", "/help/:", "/my", "/my/map", "/my/sos", "/friends/:", "/events/:", "/my/events/:"]:
        assert TRIP + must in showing, (must, sorted(showing))


FORMS = """(place) => [...document.querySelectorAll(place + ' .coordinates li')].map((item) =>
  [item.querySelector('small').textContent, item.querySelector('code').textContent, item.querySelector('button.copy')?.dataset.copy])"""


def forms(page, place):
    wait(page, f"document.querySelectorAll('{place} .coordinates li').length === 3")
    found = page.evaluate(FORMS, place)
    assert [name for name, _, _ in found] == ["Decimal", "Degrees", "UTM"]
    assert all(text == copied for _, text, copied in found), found
    wrong, _ = complaints(page.inner_html("body"))
    assert not wrong, wrong
    return [text for _, text, _ in found]


def test_the_hosts_map_tells_people_meeting_points_and_the_ground_in_all_forms(own, browse):  # noqa: F811
    furnish(own)
    page = browse("host", **DESKTOP)
    page.goto(own.url + TRIP + "/map")
    wait(page, "document.documentElement.dataset.live === 'open'")
    # Of somebody: what their own page says.
    page.click("#people .person-row[data-lat] a.focus >> nth=0")
    person = forms(page, "#details")
    address = page.get_attribute("#details h2 a", "href")
    other = browse("host", **DESKTOP)
    other.goto(urllib.parse.urljoin(own.url, address))
    assert person == [text for _, text, _ in other.evaluate(FORMS, "main")]
    # They move, and the forms with them.
    name = page.inner_text("#details h2")
    token = next(token for token in own.tokens() if " ".join(own.member_of(token)[1:]) == name)
    own.post_fix(token, 46.4333, 9.2411)
    wait(page, "document.querySelector('#details .coordinates code')?.textContent === '46.43330, 9.24110'")
    assert forms(page, "#details")[0] == "46.43330, 9.24110"
    # Of a meeting point, with the way to its event.
    page.click("#moves a >> nth=2")
    page.locator("#meetings .meeting a").first.dispatch_event("click")
    wait(page, "document.querySelector('#details h2 a')?.getAttribute('href').includes('/events/')")
    assert forms(page, "#details")[0] != person[0]
    # Of the ground.
    box = box_of(page.locator("#map"))
    page.mouse.click(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.8)
    wait(page, "document.querySelector('#details h2') && !document.querySelector('#details h2 a[href*=events]')")
    forms(page, "#details")
    # Of what a search found.
    page.fill("#map-search input", "Oberrosa")
    wait(page, "document.querySelector('#hits button')?.textContent.includes('Oberrosa')")
    page.click("#hits button >> nth=0")
    wait(page, "document.querySelector('#details h2')?.textContent.includes('Oberrosa')")
    forms(page, "#details")


def test_the_friends_map_tells_who_was_tapped_and_where_people_meet(own, browse):  # noqa: F811
    rows = place_friends(own, 2)
    for cookie in [own.sign_in(f"{name}@sotravel.example", own.passwords[f"{name}@sotravel.example"]) for name in ["ada", "bruno"]]:
        assert own.request("POST", TRIP + "/my/sharing", {"level": "everyone", "time": "tonight"}, cookie=cookie).status == 303
    page = browse("ada")
    page.goto(own.url + TRIP + "/my/map")
    for _ in range(2):
        page.click(".friend-map [data-do=in]")
    wait(page, "[...document.querySelectorAll('#friend-marks .marker:not(.cluster) title')].some((node) => node.textContent.startsWith('Bruno'))")
    meeting = page.evaluate(FORMS, "#meetings li")
    assert len(meeting) % 3 == 0 and meeting, meeting
    # Once the map stands still after coming closer.
    where = """() => { const box = [...document.querySelectorAll('#friend-marks .marker:not(.cluster)')].find((node) =>
      node.querySelector('title').textContent.startsWith('Bruno')).querySelector('circle').getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2]; }"""
    places = [page.evaluate(where)]
    while len(places) < 2 or places[-1] != places[-2]:
        page.wait_for_timeout(200)
        places.append(page.evaluate(where))
    page.mouse.click(*places[-1])
    found = forms(page, "#picked")
    assert found[0] == f"{BASE[0] + 0.0009:.5f}, {BASE[1]:.5f}"
    own.post_fix(rows[1], 46.4291, 9.2346)
    wait(page, "document.querySelector('#picked .coordinates code')?.textContent === '46.42910, 9.23460'")
