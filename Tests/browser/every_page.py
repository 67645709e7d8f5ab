"""Every page there is, for everybody who may open it: which they are, and what is measured on each."""
import base64
import hashlib
import re
import sqlite3
import urllib.parse
from dataclasses import dataclass
from datetime import datetime
from html.parser import HTMLParser

from conftest import session_cookie
from support import TRIP

# No pages: files, data, streams, and addresses that lead elsewhere.
NO_PAGE = re.compile(
    r"\.(csv|vcf|ics|gpx|kml|geojson|json|zip|js|webmanifest)$|^/(assets|tiles|feeds|t)/|^/(healthz|readyz|metrics|banners)$|/live$|/photos/"
    r"|^/sign-in/telegram|^/$|/alerts$|/map/search$|/chat/:/messages$|/chat/:/messages/:$|/my/map/friends/:$|/card$|/import/:/refused")
ADMINS = {"accounts": "/accounts", "map data": "/map-data", "all trips": "/trips", "new trip": "/trips/new", "deleting a trip": f"{TRIP}/delete"}
# Names as long as passports have them; one cannot be broken at a space.
LONG = ["Maximiliana-Konstantina von Unterhaltungsbedürfnis zu Wahrscheinlichkeit", "Donaudampfschifffahrtsgesellschaftskapitänswitwe"]


def kind(path):
    """Pages that differ by what they are about are one kind: their route."""
    path = urllib.parse.urlparse(path).path.replace(TRIP, "/trips/:", 1)
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=/)[\w-]{20,}(?=/|$)|(?<=/messages/)\d+|(?<=/imported/)\d+|(?<=/ski/)\w+|(?<=/bikes/)\d+", ":", path)


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
    """A server's pages, listed and found, each as it was sent."""

    def __init__(self, server, wanted):
        self.server = server
        self.cookies = {who: server.sign_in(f"{who}@sotravel.example", server.passwords[f"{who}@sotravel.example"]) for who in ("host", "ada", "moderator")}
        self.cookies["code"] = server.sign_in("admin@sotravel.example", server.passwords["admin@sotravel.example"])
        self.cookies["admin"] = server.sign_in("admin@sotravel.example", server.passwords["admin@sotravel.example"], server.secret)
        self.visits = []
        listed = [*visits(wanted), *self._more(wanted)]
        kinds = {(who, kind(address)) for who, _, address in listed}
        for who, name, address in listed:
            visit = self._open(who, name, address)
            # One of each kind that a page leads to, for the same person; an admin's are those that hosts don't have.
            for link in Links(visit.html).found if who in ("host", "ada", "admin") else []:
                link = link.split("#")[0]
                same = {(who, kind(link)), ("host" if who == "admin" else who, kind(link))}
                if not same & kinds and not NO_PAGE.search(kind(link)):
                    kinds |= same
                    listed.append((who, link.removeprefix(TRIP), link))

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
        sheet = lambda: post(TRIP + "/roster/import", {"text": "name,email\nNew Person,new@x.example\nBad Row,broken\n", "do": "preview"}).getheader("Location")
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
        yield None, "answer", "/r/" + self.server.sql("SELECT token FROM invitation WHERE token <> '' LIMIT 1")[0]
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
        for name in ("today", "roster", "member", "event", "check-in", "groups", "map", "ski", "help", "queue", "case", "urgent", "rules", "figures", "log"):
            yield "moderator", name, wanted[name]

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
    while (x - left < least && isHit(left - 1, y)) left -= 1;
    while (right - x < least && isHit(right + 1, y)) right += 1;
    while (y - top < least && isHit(x, top - 1)) top -= 1;
    while (bottom - y < least && isHit(x, bottom + 1)) bottom += 1;
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
OVER = """(opens) => {
  const folded = opens ? [...document.querySelectorAll("details:not([open])")] : [];
  for (const one of folded) one.open = true;
  const width = document.documentElement.clientWidth, over = document.documentElement.scrollWidth - width;
  const far = over <= 0 ? [] : [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > width + 1 && node.checkVisibility())
    .slice(0, 4).map((node) => node.outerHTML.replace(/\\s+/g, " ").slice(0, 110));
  for (const one of folded) one.open = false;
  return over > 0 ? [over, ...far] : [];
}"""


def measure(browser, every, visits, width, least, other):
    """What is wrong with these pages at this width, as a finger or a mouse finds them: (who, name, width, what)."""
    found, contexts = [], {}
    for visit in visits:
        page = contexts.get(visit.who)
        if page is None:
            page = contexts[visit.who] = _tab(browser, every, visit.who, width)
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(every.server.url + visit.address)
        # Streams open and lists arrive.
        page.wait_for_timeout(250)
        moved, movers = page.evaluate("[window.__moved, window.__movers]")
        # A print has the size of its paper, whatever the screen.
        is_paper = "/print" in visit.address and width < 800
        wrong = [f"moves by {moved:.3f}: {movers}"] if moved > 0.02 else []
        wrong += [] if is_paper else page.evaluate(TARGETS, least)
        found += [(visit.who, visit.name, width, what) for what in wrong]
        for across in () if is_paper else (width, other):
            page.set_viewport_size({"width": across, "height": 844})
            over = page.evaluate(OVER, False) or page.evaluate(OVER, True)
            found += [(visit.who, visit.name, across, over)] if over else []
    for page in contexts.values():
        page.context.close()
    return found


def _tab(browser, every, who, width):
    context = browser.new_context(
        viewport={"width": width, "height": 844}, has_touch=width < 600, is_mobile=width < 600, service_workers="block")
    context.add_init_script(SHIFT)
    if who:
        address = every.server.url.replace("http:", "https:")
        context.add_cookies([{"name": "__Host-sotravel", "value": every.cookies[who], "url": address, "secure": True}])
    return context.new_page()
