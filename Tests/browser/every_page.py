"""Every page there is, for everybody who may open it: which they are, and what is measured on each."""
import base64
import hashlib
import re
import sqlite3
import time
import urllib.parse
from dataclasses import dataclass
from datetime import datetime, timedelta
from html.parser import HTMLParser

from axe_playwright_python.base import AXE_SCRIPT
from conftest import session_cookie
from support import TRIP, faults, violations

# No pages: files, data, streams, and addresses that lead elsewhere.
NO_PAGE = re.compile(
    r"\.(csv|vcf|ics|gpx|kml|geojson|json|zip|js|webmanifest)$|^/(assets|tiles|feeds|t)/|^/(healthz|readyz|metrics|banners)$|/live$|/photos/"
    r"|^/sign-in/telegram|^/$|/alerts$|/map/search$|/chat/:/messages$|/chat/:/messages/:$|/my/map/friends/:$|/card$|/import/:/refused")
ADMINS = {"accounts": "/accounts", "map data": "/map-data", "health": "/health", "all trips": "/trips", "new trip": "/trips/new", "deleting a trip": f"{TRIP}/delete"}
FOR_AXE = {
    "sign in", "phone", "answer", "answer no", "chat", "thread", "my /chat/event", "my /chat/search?q=snow", "my /chat/search?q=zzzz", "notices", "my /my/photo",
    "my /report", "queue", "closed", "no cases", "case", "log", "rules", "figures", "chat settings"}
# Names as long as passports have them; one cannot be broken at a space.
LONG = ["Maximiliana-Konstantina von Unterhaltungsbedürfnis zu Wahrscheinlichkeit", "Donaudampfschifffahrtsgesellschaftskapitänswitwe"]


def kind(path):
    """Pages that differ by what they are about are one kind: their route."""
    path = urllib.parse.urlparse(path).path.replace(TRIP, "/trips/:", 1)
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=/)[\w-]{20,}(?=/|$)|(?<=/messages/)\d+|(?<=/imported/)\d+|(?<=/ski/)\w+|(?<=/bikes/)\d+", ":", path)


def look(visit):
    """Whose page it is, and which kind: the forty places of the map are one."""
    return visit.who, re.sub(r"(?<=/places/)[nwr]\d+", ":", kind(visit.address))


def routes(text):
    """The kinds of pages that `sotravel-dev routes` names, and who may open each."""
    found = (line.split() for line in text.splitlines() if line.startswith("GET "))
    return {kind: access for kind, access in ((re.sub(r":\w+", ":", path), access) for _, path, access in found) if not NO_PAGE.search(kind)}


def visits(wanted):
    """(who, name of the page, address) of all that is listed."""
    for name, address in wanted.items():
        is_ada = name.startswith("my ") or name in ("chat", "thread", "search", "notices", "report", "edit message")
        yield "ada" if is_ada else "host", name, address
    yield from (("admin", name, address) for name, address in ADMINS.items() if name != "new trip")
    yield from ((None, name, address) for name, address in {"sign in": "/sign-in", "nowhere": "/nowhere"}.items())


@dataclass
class Visit:
    who: str
    name: str
    address: str
    html: str = ""
    # By name; others are what these lead to.
    is_listed: bool = True


class Parts(HTMLParser):
    """What a page is made of: its elements with what style, scripts and those who cannot see know them by, and how long its texts are."""

    def __init__(self, text):
        super().__init__()
        self.found = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        shown = {name: value for name, value in attributes if name in ("class", "type", "role", "style")}
        self.found.add((tag, *sorted(name for name, _ in attributes), *sorted(map(str, shown.values()))))

    def handle_data(self, data):
        # How long texts and words are: what is longer may have no room.
        self.found |= {("text", len(data.strip()) // 20), *(("word", len(word)) for word in data.split() if len(word) > 12)}


class Links(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "a" and (dict(attributes).get("href") or "").startswith("/"):
            self.found.append(dict(attributes)["href"])


def lengthen(server):
    """Half of the people, and what they made, get long names."""
    server.stop()
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        for table, column in (("member", "last_name"), ("event", "title"), ("member_group", "name"), ("room", "name"), ("trip", "name"), ("account", "name")):
            for index, (row,) in enumerate(database.execute(f"SELECT rowid FROM {table} ORDER BY 1").fetchall()):
                if index % 2 == 0:
                    database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (LONG[index // 2 % 2] + f" {index}", row))
    server.start()


class EveryPage:
    """A server's pages, listed and found, each as it was sent. Of those `for_axe` are looked at by axe, by name, as are FOR_AXE."""

    def __init__(self, server, wanted, for_axe):
        self.server = server
        self.cookies = {who: server.sign_in(f"{who}@sotravel.example", server.passwords[f"{who}@sotravel.example"]) for who in ("host", "ada", "moderator")}
        self.cookies["code"] = server.sign_in("admin@sotravel.example", server.passwords["admin@sotravel.example"])
        self.cookies["admin"] = server.sign_in("admin@sotravel.example", server.passwords["admin@sotravel.example"], server.secret)
        self.visits = []
        self.for_axe = {*for_axe, *FOR_AXE}
        listed = [*visits(wanted), *self._more(wanted)]
        kinds = {(who, kind(address)) for who, _, address in listed}
        named = len(listed)
        for number, (who, name, address) in enumerate(listed):
            visit = self._open(who, name, address)
            visit.is_listed = number < named
            # One of each kind that a page leads to, for the same person; an admin's are those that hosts don't have.
            for link in Links(visit.html).found if who in ("host", "ada", "admin") else []:
                link = link.split("#")[0]
                same = {(who, kind(link)), ("host" if who == "admin" else who, kind(link))}
                if not same & kinds and not NO_PAGE.search(kind(link)):
                    kinds |= same
                    listed.append((who, link.removeprefix(TRIP), link))
        self.looked = list(self._worth_a_look())

    def _worth_a_look(self):
        """What is listed, and of what that leads to each page that has a part or a length of text that none before it of the same look has."""
        seen = {}
        for visit in self.visits:
            had = seen.setdefault(look(visit), set())
            parts = Parts(visit.html).found
            if visit.is_listed or not parts <= had:
                yield visit
            had |= parts

    def _more(self, wanted):
        """What only a secret opens, or what nothing leads to; and for moderators what hosts have."""
        post = lambda path, values, who="host": self.server.request("POST", path, values, cookie=self.cookies[who])
        assert post("/accounts/sign-up", {"on": "on"}, "admin").status == 303
        new = self.server.sql("SELECT lower(hex(id)) FROM member WHERE account_id IS NULL AND role = 'traveller' AND deleted_at IS NULL ORDER BY phone LIMIT 2")
        new = ["-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]]) for text in new]
        links = [re.search(r"/join/[\w-]+", post(TRIP + "/joining/links", {"member": id, "do": "make"}).body.decode()).group() for id in new]
        # Somebody without a password, as nearly all travellers.
        self.cookies["newcomer"] = session_cookie(self.server.request("POST", links[1], {}))
        invited = re.search(r"/staff-invites/[\w-]+", post(TRIP + "/staff", {"role": "host", "note": "x"}).body.decode()).group()
        sheet = lambda: post(TRIP + "/roster/import", {"text": "name,email\nNew Person,new@x.example\nBad Cell,broken\n,no@x.example\n", "do": "preview"}).getheader("Location")
        first = sheet()
        version = re.search(r'name="version" value="(\d+)"', self.server.request("GET", first, cookie=self.cookies["host"]).body.decode()).group(1)
        yield "host", "imported", post(first, {"do": "save", "version": version}).getheader("Location")
        yield "host", "import preview", sheet()
        for address in ("/account/add-password", "/account", TRIP + "/my/welcome", TRIP + "/my", TRIP + "/my/map", TRIP + "/my/phones"):
            yield "newcomer", address.removeprefix(TRIP), address
        shown = self.server.sql("SELECT shown_at FROM place WHERE shown_at IS NOT NULL LIMIT 1")[0]
        yield "host", "all reviews", f"{TRIP}/places/{shown}/reviews"
        yield None, "personal link", links[0]
        yield None, "staff invite", invited
        yield None, "trip link", "/join-trip/" + self.server.sql("SELECT token FROM trip_link")[0]
        answer = "/r/" + self.server.sql("SELECT token FROM invitation WHERE token <> '' LIMIT 1")[0]
        yield None, "answer", answer
        yield None, "answer no", answer + "?answer=no"
        yield None, "phone", "/t/" + self.server.tokens()[0]
        yield None, "well", "/well/" + self.server.sql("SELECT token FROM nudge LIMIT 1")[0]
        event, list = self.server.sql("SELECT lower(hex(event_id)) || '|' || lower(hex(id)) FROM check_in_list WHERE archived_at IS NULL ORDER BY created_at LIMIT 1")[0].split("|")
        dashed = lambda text: f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
        made = post(f"{TRIP}/events/{dashed(event)}/check-in/{dashed(list)}/helpers", {"note": "Mara", "end": "tomorrow"})
        yield None, "helper", re.search(r"/helper/[\w-]+", made.body.decode()).group() + "?as=Mara&q=ad"
        yield None, "request", "/join-request/abcdefghijklmnopqrstuvwxyz"
        yield None, "sign up", "/sign-up"
        yield None, "forgotten", "/sign-in/forgotten"
        yield from self._letters()
        yield "code", "code", "/sign-in/code"
        yield "admin", "new trip", "/trips/new"
        yield "moderator", "leave", TRIP + "/my/leave"
        for name in ("today", "roster", "member", "event", "check-in", "groups", "map", "ski", "help", "queue", "closed", "case", "urgent", "rules", "figures",
                     "log", "chat settings", "thread"):
            yield "moderator", name, wanted[name]
        yield "moderator", "no cases", TRIP + "/moderation?view=mine"
        bruno, glacier = self.server.ids("member", "first_name || ' ' || last_name")["Bruno Demovich"], self.server.ids("event", "title")["Glacier day"]
        yield "ada", "my /chat/event", f"{TRIP}/chat/{glacier}"
        yield "ada", "my /report", f"{TRIP}/report?member={bruno}"
        walk = {"title": "Night walk", "place": "Lake", "meeting_point": "Door", "start_day": (datetime.now() + timedelta(days=1)).date().isoformat(), "start_time": "20:00", "audience": "everyone"}
        own = post(TRIP + "/my/events/new", walk, "ada").getheader("Location").split("?")[0]
        yield "ada", "my own event", own
        yield "ada", "my edited event", own + "/edit"
        yield "ada", "my new message", TRIP + "/chat/new"
        yield None, "dead link", "/join/abcdefghijklmnopqrstuvwxyz"
        for address in ("/my/photo", "/ski", "/chat/search?q=snow", "/chat/search?q=zzzz"):
            yield "ada", "my " + address, TRIP + address

    def _letters(self):
        """Links of mails that were never sent."""
        at = int(datetime.now().timestamp() * 1e6)
        with sqlite3.connect(self.server.data / "sotravel.sqlite") as database:
            account, address = database.execute("SELECT id, email FROM account WHERE email LIKE 'ada@%'").fetchone()
            database.execute("UPDATE account SET email_confirmed_at = 1 WHERE id = ?", (account,))
            database.execute(
                "INSERT INTO delivery_address (id, account_id, channel, address, key, made_at, confirmed_at) VALUES (?, ?, 'email', ?, ?, 1, 1)",
                (b"e" * 16, account, address, b"k" * 16))
            for kind in ("confirmation", "password"):
                id = kind[:1].encode() * 16
                database.execute(
                    "INSERT INTO letter (id, kind, account_id, address, state, due_at, made_at) VALUES (?, ?, ?, ?, 'accepted', ?, ?)", (id, kind, account, address, at, at))
                database.execute("INSERT INTO letter_token VALUES (?, ?, ?)", (hashlib.sha256(kind.encode()).digest(), id, at + 10**10))
        yield None, "confirm address", "/notices/email/confirm/confirmation"
        yield None, "new password", "/sign-in/forgotten/password"
        yield None, "no more mail", "/notices/email/stop/" + base64.urlsafe_b64encode(b"e" * 16 + b"k" * 16).rstrip(b"=").decode()

    def _open(self, who, name, address):
        answer = self.server.request("GET", address, cookie=self.cookies.get(who))
        visit = Visit(who, name, address)
        if answer.status in (200, 404) and "text/html" in (answer.getheader("Content-Type") or ""):
            visit.html = answer.body.decode()
            self.visits.append(visit)
        return visit

    def kinds(self):
        return {kind(visit.address) for visit in self.visits}


# MARK: looking

# Before anything is drawn. The sum of all that moved, which is never less than the worst second of it.
SHIFT = """window.__moved = 0; window.__movers = []; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
    window.__moved += entry.value;
    window.__movers.push([entry.value.toFixed(3), ...entry.sources.map(({ node, previousRect: a, currentRect: b }) =>
      `${node?.nodeName}.${node?.className ?? node?.textContent?.slice(0, 20)} ${Math.round(a.y)}-${Math.round(b.y)} ${Math.round(a.x)}-${Math.round(b.x)}`)].join(" | "));
  }
}).observe({ type: "layout-shift", buffered: true });"""

# How far one may press up, down, left and right of the middle counts, whatever takes the press: a label, a pseudo-element, a picture.
TARGETS = r"""(least) => {
  const what = "a[href], button, input:not([type=hidden]), select, summary, textarea, [role=button]";
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const style = (node) => getComputedStyle(node);
  const areas = (node) => [node, ...(node.labels ?? [])].filter(isSeen);
  const box = (node) => {
    const boxes = [node, ...(style(node).display === "inline" ? node.querySelectorAll("*") : [])].filter(isSeen).map((part) => part.getBoundingClientRect());
    const [left, top] = [Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top))];
    return [Math.max(...boxes.map((b) => b.right)) - left, Math.max(...boxes.map((b) => b.bottom)) - top];
  };
  // In a sentence the height of its lines decides (WCAG 2.5.8, "inline").
  const isInText = (node) => {
    if (style(node).display !== "inline") return false;
    let block = node.parentElement;
    while (/^(inline|contents)$/.test(style(block).display)) block = block.parentElement;
    let words = "";
    const walk = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) if (!text.parentElement.closest(what)) words += text.data + " ";
    return (words.match(/\p{L}{2,}/gu) ?? []).length >= 2;
  };
  // A face beside the name leads to the same (WCAG 2.5.8, "equivalent").
  const hasEqual = (node) => node.href && [...(node.closest("li, tr")?.querySelectorAll("a[href]") ?? [])].some((other) =>
    other !== node && other.href === node.href && isSeen(other) && isEnough(reachOf(other).map((pixels) => pixels + 1)));
  const reach = (node, all, x, y) => {
    let [[left, top], [right, bottom]] = [[x, y], [x, y]];
    const isHit = (px, py) => { const hit = document.elementFromPoint(px, py); return hit !== null && all.some((area) => area.contains(hit)); };
    while (right - left + 1 < least && isHit(left - 1, y)) left -= 1;
    while (right - left + 1 < least && isHit(right + 1, y)) right += 1;
    while (bottom - top + 1 < least && isHit(x, top - 1)) top -= 1;
    while (bottom - top + 1 < least && isHit(x, bottom + 1)) bottom += 1;
    return [right - left + 1, bottom - top + 1];
  };
  // Where it stands: "li > p.line > a.author".
  const path = (node) => {
    const names = [];
    for (let up = node; up && names.length < 4 && up !== document.body; up = up.parentElement) {
      names.unshift([up.localName, ...up.classList].join("."));
    }
    return names.join(" > ");
  };
  const isEnough = ([width, height]) => width >= least - .5 && height >= least - .5;
  const reachOf = (node) => {
    const all = areas(node);
    all[0].scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const [around] = all[0].getClientRects();
    return reach(node, all, around.left + Math.min(around.width / 2, least), around.top + around.height / 2);
  };
  const found = [];
  const look = (nodes) => {
    for (const node of nodes) {
      // Marks on a map stand where their thing is (WCAG 2.5.8, "essential").
      if (node.disabled || node.closest("[inert], .skip") || node.closest("svg") && node.closest(".map, .list-map")) continue;
      const all = areas(node);
      // A box of its own lies over no other; a link's room in a line may.
      if (all.length === 0 || all.some((area) => style(area).display !== "inline" && isEnough(box(area))) || isInText(node)) continue;
      const { width, height } = all[0].getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const reached = reachOf(node);
      // Pixels are counted whole.
      if (isEnough(reached.map((pixels) => pixels + 1)) || hasEqual(node)) continue;
      found.push(`${path(node)}: ${Math.round(width)}×${Math.round(height)}, reaches ${reached.map(Math.round).join("×")}: `
        + (node.textContent.trim().replace(/\s+/g, " ") || node.getAttribute("aria-label") || node.getAttribute("name") || "").slice(0, 40));
    }
  };
  look([...document.querySelectorAll(what)].filter((node) => areas(node).length > 0));
  // What is folded away, one of each kind.
  const kinds = new Set();
  const open = (root) => {
    for (const folded of root.querySelectorAll("details:not([open])")) {
      const kind = `${folded.className} ${folded.parentElement.className}`;
      if (kinds.has(kind) || !isSeen(folded)) continue;
      kinds.add(kind);
      folded.open = true;
      look([...folded.querySelectorAll(what)].filter((node) => node !== folded.querySelector("summary") && areas(node).length > 0));
      open(folded);
      folded.open = false;
    }
  };
  open(document);
  for (const sheet of document.querySelectorAll("[popover]")) {
    sheet.showPopover();
    look([...sheet.querySelectorAll(what)].filter((node) => areas(node).length > 0));
    sheet.hidePopover();
  }
  scrollTo(0, 0);
  return [...new Set(found)];
}"""

# As it stands, and with all open that can be folded; and what reaches out.
OVER = """() => {
  const far = () => {
    const width = document.documentElement.clientWidth, over = document.documentElement.scrollWidth - width;
    return over <= 0 ? null : [over, ...[...document.querySelectorAll("body *")]
      .filter((node) => node.getBoundingClientRect().right > width + 1 && node.checkVisibility())
      .slice(0, 4).map((node) => node.outerHTML.replace(/\\s+/g, " ").slice(0, 110))];
  };
  const asItStands = far();
  if (asItStands) return ["as it stands", ...asItStands];
  const folded = [...document.querySelectorAll("details:not([open])")];
  for (const one of folded) one.open = true;
  const opened = far();
  for (const one of folded) one.open = false;
  return opened && ["with all open", ...opened];
}"""


@dataclass(frozen=True)
class Screen:
    """A page is loaded at `width`, where its targets have `least` pixels, and is not too wide at `other`; axe looks at it at `for_axe`."""

    width: int
    least: int
    other: int
    for_axe: int

    @property
    def is_phone(self):
        return self.width < 600


def measure(browser, every, visits, screen):
    """What is wrong with these pages on this screen, as a finger, a mouse and axe find them: (who, name, width, what). All on one load."""
    found = []
    for visit, page in _settled(browser, every, visits, screen):
        note = lambda width, *wrong: found.extend((visit.who, visit.name, width, what) for what in wrong)
        note(screen.width, *_moves(page))
        # A print has the size of its paper, whatever the screen.
        is_paper = "/print" in visit.address and screen.is_phone
        if visit.name in every.for_axe:
            _widen(page, screen.for_axe)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                note(f"{screen.for_axe} {scheme}", *(violations if is_paper else faults)(page, scheme))
            page.emulate_media(color_scheme="light")
            _widen(page, screen.width)
        if not is_paper:
            note(screen.width, *page.evaluate(TARGETS, screen.least))
            for width in (screen.width, screen.other):
                _widen(page, width)
                note(width, *filter(None, [page.evaluate(OVER)]))
        note(screen.width, *page.problems)
    return found


def _moves(page):
    """How a page moves by itself. It is loaded once more if it does: a bar whose time became a minute at that moment moves it once."""
    for _ in range(2):
        moved, movers = page.evaluate("[window.__moved, window.__movers]")
        if moved <= 0.02:
            return []
        page.reload()
        page.wait_for_timeout(250)
    return [f"moves by {moved:.3f}: {movers}"]


def _widen(page, width):
    # A page lies anew even where nothing changes.
    if page.viewport_size["width"] != width:
        page.set_viewport_size({"width": width, "height": 844})


def _settled(browser, every, visits, screen):
    """Each page once its streams are open and its lists there: the next one loads meanwhile, in another tab."""
    tabs, waiting = {}, []
    for number, visit in enumerate([*visits, None]):
        if visit:
            page = tabs.get((visit.who, number % 2))
            if page is None:
                page = tabs[visit.who, number % 2] = _tab(browser, every, visit.who, screen)
            _widen(page, screen.width)
            page.problems.clear()
            page.goto(every.server.url + visit.address)
            waiting.append((visit, page, time.monotonic() + 0.25))
        if waiting and (len(waiting) > 1 or not visit):
            before, page, ready = waiting.pop(0)
            page.wait_for_timeout(max(0, ready - time.monotonic()) * 1000)
            yield before, page
    for page in tabs.values():
        page.context.close()


def _tab(browser, every, who, screen):
    context = browser.new_context(
        viewport={"width": screen.width, "height": 844}, has_touch=screen.is_phone, is_mobile=screen.is_phone, service_workers="block")
    context.add_init_script(SHIFT)
    # Sent once a tab, not once a page.
    context.add_init_script(AXE_SCRIPT)
    if who:
        address = every.server.url.replace("http:", "https:")
        context.add_cookies([{"name": "__Host-sotravel", "value": every.cookies[who], "url": address, "secure": True}])
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" and "404" not in message.text else None)
    return page
