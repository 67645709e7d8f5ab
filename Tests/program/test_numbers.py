"""Numbers that no honest client sends, in every field of every route of the built program: it must neither end nor fail.

Nothing here is a list of fields. The routes come from the program (`sotravel-dev routes`), the names from the calls by which the
sources read them, and the values around them from the forms of the program's own pages."""
import itertools
import json
import os
import queue
import re
import subprocess
import threading
import time
import urllib.parse
from html.parser import HTMLParser

import pytest

from conftest import DEV, ROOT, Demo

LIMIT = 2 ** 63
NUMBERS = [
    str(LIMIT - 1), str(-LIMIT), str((LIMIT - 1) // 60), str(-LIMIT // 60), str(LIMIT), "153722867280912931", "-1", "0", "NaN", "inf", "-inf",
    "1e400", "1" + "0" * 30,
]
LONG = "7" * 100_000
READERS = re.compile(
    r"""(?:form|query|values|value|typed|whole|decimal|day|clock|coordinates|moment|ordinal|all|degrees|number)[\[(]"([a-z][a-z_0-9]*)\"""")
STREAM = "/live"
# What takes away that the others need comes late, and what ends sessions last.
LATE = ("archive", "delete", "revoke", "undo", "remove", "cancel", "stay", "withdraw", "decline")
LAST = ("sign-out", "/end", "password", "factor", "setup")


class Page(HTMLParser):
    """Addresses and forms of one page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.forms, self.form, self.select, self.area = [], [], None, None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if tag == "form":
            self.form = (a.get("method", "get").upper(), a.get("action", ""), [])
            self.forms.append(self.form)
        if a.get("href", "").startswith("/"):
            self.links.append(a["href"])
        name, fields = a.get("name"), self.form[2] if self.form else []
        if tag in ("input", "button") and name:
            if a.get("type") not in ("checkbox", "radio", "file") or "checked" in a:
                fields.append((name, a.get("value", "on") or ""))
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and ("selected" in a or self.select not in dict(fields)):
            fields[:] = [field for field in fields if field[0] != self.select] + [(self.select, a.get("value", ""))]
        elif tag == "textarea" and name:
            self.area = name
            fields.append((name, ""))

    def handle_endtag(self, tag):
        self.form = None if tag == "form" else self.form
        self.select = None if tag == "select" else self.select
        self.area = None if tag == "textarea" else self.area

    def handle_data(self, data):
        if self.area and self.form:
            self.form[2][-1] = (self.area, data)


class Line:
    """One connection that is kept open; requests go out many at a time."""

    def __init__(self, server):
        self.server, self.connection, self.file = server, None, None

    def open(self):
        self.connection = self.server.connect(30)
        self.file = self.connection.makefile("rb", 1 << 16)

    def close(self):
        if self.connection:
            self.file.close()
            self.connection.close()
        self.connection = None

    def answer(self):
        head = self.file.readline()
        if not head:
            raise ConnectionError
        length, chunked, is_last, fields = 0, False, False, []
        while (line := self.file.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode("latin-1").partition(":")
            name, value = name.lower(), value.strip()
            length = int(value) if name == "content-length" else length
            chunked, is_last = chunked or name == "transfer-encoding", is_last or (name, value) == ("connection", "close")
            fields.append((name, value))
        body = b""
        if chunked:
            while size := int(self.file.readline(), 16):
                body += self.file.read(size)
                self.file.readline()
            self.file.readline()
        else:
            body = self.file.read(length)
        if is_last:
            self.close()
        return int(head.split()[1]), dict(fields), body

    def send(self, requests):
        """(status, fields, body) of each; a connection that the server closes after an answer is opened again for the rest."""
        done, failures = [], 0
        while len(done) < len(requests):
            waiting = requests[len(done):]
            try:
                if not self.connection:
                    self.open()
                self.connection.sendall(b"".join(waiting))
                while len(done) < len(requests) and self.connection:
                    done.append(self.answer())
                    failures = 0
            except OSError:
                self.close()
                failures += 1
                # A body over the limit is refused before it is all sent, which may cost its own answer.
                if failures > 2 and len(waiting[0]) > 65_536 and self.server.process.poll() is None:
                    done.append((413, {}, b""))
                assert failures < 5, f"no answer to {waiting[0][:400]}"
            if failures:
                time.sleep(0.2)
                assert self.server.process.poll() is None, f"the program ended ({self.server.process.returncode}) at one of: " + "; ".join(
                    str(request[:60] + request[-300:]) for request in requests[len(done):len(done) + 2])
        return done


def request(method, address, fields=None, cookie="", body=None, kind="application/x-www-form-urlencoded"):
    if body is None:
        body = urllib.parse.urlencode(fields or []).encode() if method == "POST" else b""
        if method == "GET" and fields:
            address = address.partition("?")[0] + "?" + urllib.parse.urlencode(fields)
    head = f"{method} {address} HTTP/1.1\r\nHost: trip.example\r\nCookie: __Host-sotravel={cookie}\r\nSec-Fetch-Site: same-origin\r\n"
    if method == "POST":
        head += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


class Program:
    def __init__(self, server):
        self.server, self.line = server, Line(server)
        listed = subprocess.run([DEV, "routes"], check=True, capture_output=True, text=True).stdout
        self.routes = [tuple(line.split()) for line in listed.splitlines()]
        self.cookies = {
            name: server.sign_in(f"{name}@sotravel.example", server.passwords[f"{name}@sotravel.example"], server.secret if name == "admin" else None)
            for name in ("host", "ada", "admin")}
        self.names = self.read_names()
        self.seen = {}
        self.statuses = {}

    def read_names(self):
        """Names by the source that reads them, and the addresses that it registers."""
        found, addresses = {}, {}
        for source in (ROOT / "Sources/Pages").rglob("Path*.swift"):
            addresses |= re.findall(r'static let (\w+) = (?:FixedAddress|Address<[\w, ]+>)\(\s*"([^"]+)"', source.read_text())
        for source in (ROOT / "Sources/Web").rglob("*.swift"):
            text = source.read_text()
            names = set(READERS.findall(text)) | ({"version"} if "form.version" in text else set())
            for stem in re.findall(r'coordinates\("(\w+)"', text):
                names |= {stem + "_latitude", stem + "_longitude"}
            for stem in re.findall(r'moment\("(\w+)"', text):
                names |= {stem + "_day", stem + "_time"}
            for name in re.findall(r"table\.(?:get|post)\(\s*Path\.(\w+),", text):
                found.setdefault(addresses[name], set()).update(names)
        return found

    def reader(self, access):
        return {"member": "ada", "admin": "admin", "open": "", "secret": "", "pending": ""}.get(access, "host")

    def walk(self):
        """Follows the pages' own links; remembers an address and the forms of every route that they lead to."""
        patterns = [(method, path, re.compile("^" + re.sub(r":\w+", "[^/]+", re.sub(r"\*\*", ".*", path)) + "$")) for method, path, _ in self.routes]

        def note(method, address, fields, who):
            plain = address.partition("?")[0]
            for known, path, pattern in patterns:
                # A word of the path comes before a parameter: /events/new is no event.
                if known == method and pattern.match(plain) and (":" not in path or plain not in [p for m, p, _ in patterns if m == method]):
                    if len(fields) > len(self.seen.get((method, path), ("", [], ""))[1]) or (method, path) not in self.seen:
                        self.seen[method, path] = (plain, fields, who)
                        return True
            return False

        for who, cookie in self.cookies.items():
            slug = "/trips/" + self.server.sql("SELECT slug FROM trip ORDER BY slug LIMIT 1")[0]
            waiting = ["/trips", "/account", slug, slug + "/my", slug + "/my/map", slug + "/chat", "/map-data"]
            visited = set()
            while waiting:
                address = waiting.pop(0)
                if address in visited:
                    continue
                visited.add(address)
                status, fields, body = self.line.send([request("GET", address, cookie=cookie)])[0]
                if status != 200 or not fields.get("content-type", "").startswith("text/html"):
                    continue
                page = Page(body.decode())
                for method, action, values in page.forms:
                    action = action or address
                    note(method, action if action.startswith("/") else address.partition("?")[0], values, who)
                for link in page.links:
                    if STREAM not in link and "/assets/" not in link and note("GET", link, urllib.parse.parse_qsl(link.partition("?")[2]), who):
                        waiting.append(link)

    def address(self, path):
        """A real address of a route, else one made of the parts of its neighbours."""
        known = {}
        for (_, other), (address, _, _) in self.seen.items():
            for name, value in zip(other.split("/"), address.split("/")):
                if name.startswith(":"):
                    known[other.partition(name)[0] + name] = value
                    known.setdefault(name, value)
        parts = path.split("/")
        return "/".join(known.get("/".join(parts[:i]) + "/" + part, known.get(part, "0")) if part.startswith(":") else part for i, part in enumerate(parts))

    def requests(self, method, path, access):
        address, fields, who = self.seen.get((method, path), (self.address(path), [], self.reader(access)))
        cookie = self.cookies.get(who or self.reader(access), "")
        fields = fields or SCRIPTED.get(path.rpartition("/")[2], lambda program: [])(self)
        names = sorted(self.names.get(path, set()) | {name for name, _ in fields})
        for name in names:
            rest = [field for field in fields if field[0] != name]
            for value in NUMBERS + ["", LONG[:1000]]:
                yield request(method, address, rest + [(name, value)], cookie)
            yield request(method, address, rest + [(name, "1"), (name, str(-LIMIT))], cookie)
            if dict(fields).get(name) and "," in dict(fields)[name]:
                pieces = dict(fields)[name].split(",")
                for at, value in itertools.product(range(len(pieces)), NUMBERS):
                    yield request(method, address, rest + [(name, ",".join(pieces[:at] + [value] + pieces[at + 1:]))], cookie)
            if method == "POST" and name in dict(fields):
                yield request(method, address, rest + [(name, LONG)], cookie)
        for value in NUMBERS + [LONG] if method == "POST" else NUMBERS:
            yield request(method, address, [(name, value) for name in names], cookie)
        if method == "POST" and names:
            yield request(method, address, [(names[0], "9" * (1 << 20))], cookie)
        for at, part in enumerate(path.split("/")):
            if part.startswith(":"):
                for value in NUMBERS + [LONG[:1000]]:
                    ending = ".svg" if part == ":y" else ""
                    yield request(method, "/".join([*address.split("/")[:at], value + ending, *address.split("/")[at + 1:]]), fields, cookie)

    def try_all(self, routes):
        """Three routes at a time, on a connection each."""
        waiting, problems = queue.SimpleQueue(), []
        for route in sorted(routes):
            waiting.put(route)

        def work():
            while not problems:
                try:
                    route = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    self.try_route(route)
                except Exception as problem:
                    problems.append(f"{route}: {problem}")

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not problems, "\n".join(problems)

    def try_route(self, route):
        line = Line(self.server)
        requests = self.requests(*route)
        while batch := list(itertools.islice(requests, 16)):
            for sent, (status, _, _) in zip(batch, line.send(batch)):
                self.statuses[status] = self.statuses.get(status, 0) + 1
                assert status < 500, f"{status} to {sent[:80]} … {sent[-300:]}"
        line.close()


def scans(program):
    members = list(program.server.ids("member", "phone").values())
    return [("scan", f"00000000-0000-7000-8000-000000000001,{members[0]},in,1767600000000,tick"), ("now", "1767600000000")]


# What scripts send, and no form of a page shows.
SCRIPTED = {
    "scans": scans,
    "sos": lambda _: [("sure", "yes"), ("test", "on"), ("lat", "46.4"), ("lon", "9.2"), ("at", "1767600000000"), ("accuracy", "9")],
    "import": lambda _: [("text", "first name,last name,phone,arrival\nAda,Example,0,2026-01-05")],
}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    # Without a backtrace, which takes seconds, a dead program is seen at once.
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    server = Demo(tmp_path_factory.mktemp("numbers") / "data", members=8)
    program = Program(server)
    program.walk()
    yield program
    server.process.kill()


PHONES = {
    "OwnTracks": {"_type": "location", "lat": 46.4, "lon": 9.2, "tst": 1767600000, "acc": 9, "alt": 1200, "vel": 4, "cog": 90, "batt": 71},
    "Traccar": {"location": {
        "timestamp": "2026-01-05T08:00:00Z", "battery": {"level": 0.5},
        "coords": {"latitude": 46.4, "longitude": 9.2, "accuracy": 9, "altitude": 1200, "speed": 1, "heading": 90}}},
    "Overland": {"locations": [{
        "type": "Feature", "geometry": {"type": "Point", "coordinates": [9.2, 46.4]},
        "properties": {"timestamp": "2026-01-05T08:00:00Z", "altitude": 1, "speed": 1, "course": 1, "horizontal_accuracy": 1, "battery_level": 0.5}}]},
}


def leaves(value, path=()):
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        yield path
        return
    for key, inner in items:
        yield from leaves(inner, (*path, key))


def replaced(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def test_no_number_of_a_phone_ends_the_program_or_fails(program):
    token, line = program.server.tokens()[0], Line(program.server)
    known = set(re.findall(r'"([a-z_]+)"', "".join(path.read_text() for path in (ROOT / "Sources/Domain/Trackers").rglob("*.swift"))))
    assert {key for phone in PHONES.values() for path in leaves(phone) for key in path if isinstance(key, str)} <= known | {"type"}
    sent = []
    for phone, value in itertools.product(PHONES.values(), NUMBERS + ["1" * 1000]):
        for path in leaves(phone):
            for text in (value, json.dumps(value)):
                body = json.dumps(replaced(phone, path, "@")).replace('"@"', text).encode()
                sent.append(request("POST", "/t/" + token, body=body, kind="application/json"))
    baseline = {"lat": "46.4", "lon": "9.2", "timestamp": "1767600000", "id": "1"}
    for name, value in itertools.product(sorted(known), NUMBERS + ["", LONG[:1000]]):
        sent.append(request("GET", f"/t/{token}?" + urllib.parse.urlencode({**baseline, name: value})))
    sentence = "$GPRMC,080000,A,4624.0,N,00912.0,E,1.0,90.0,050126,,".split(",")
    for at, value in itertools.product(range(1, len(sentence)), NUMBERS):
        sent.append(request("GET", f"/t/{token}?id=1&gprmc=" + urllib.parse.quote(",".join(sentence[:at] + [value] + sentence[at + 1:]))))
    for start in range(0, len(sent), 16):
        batch = sent[start:start + 16]
        for request_, (status, _, _) in zip(batch, line.send(batch)):
            assert status < 500, f"{status} to {request_[-400:]}"


def test_no_number_of_a_stream_ends_the_program(program):
    path = next(path for _, path, _ in program.routes if path.endswith(STREAM))
    address = program.address(path) + "?topics=positions"
    page = program.server.request("GET", address.rpartition("/")[0] + "/map", cookie=program.cookies["host"]).body.decode()
    epoch = re.search(r'data-last(?:-event-id)?="([^"-]+)-', page)
    for value in NUMBERS + ["", LONG[:1000]]:
        for last in (value, f"{epoch.group(1) if epoch else 'x'}-{value}"):
            with program.server.connect(10) as connection:
                connection.sendall(
                    f"GET {address} HTTP/1.1\r\nHost: a\r\nLast-Event-ID: {last}\r\nCookie: __Host-sotravel={program.cookies['host']}\r\n\r\n".encode())
                assert connection.recv(100).startswith(b"HTTP/1.1 200")
    assert program.server.process.poll() is None


def test_no_number_in_any_field_of_any_route_ends_the_program_or_fails(program):
    routes = [route for route in program.routes if STREAM not in route[1] and "**" not in route[1] and not route[1].startswith("/t/")]
    assert len(routes) > 150 and sum(bool(program.names.get(path)) for _, path, _ in routes) > 100
    forms = [key for key, (_, fields, _) in program.seen.items() if key[0] == "POST" and fields]
    assert len(forms) > 30, "the pages' own forms are the baselines"
    last = [route for route in routes if any(word in route[1] for word in LAST)]
    late = [route for route in routes if route not in last and any(word in route[1] for word in LATE)]
    program.try_all([route for route in routes if route not in last + late])
    program.try_all(late)
    for cookie in program.cookies.values():
        assert program.server.request("GET", "/account", cookie=cookie).status == 200, "all that was read until now was read as somebody"
    program.try_all(last)
    assert program.server.process.poll() is None
    # Forms were read and judged, not only turned away at the door.
    assert program.statuses.get(422, 0) > 500 and program.statuses.get(303, 0) > 300 and program.statuses.get(200, 0) > 1000
