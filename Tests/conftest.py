"""Starts the built program on loopback with data folders of its own, and a real browser."""
import atexit
import fcntl
import functools
import hashlib
import hmac
import http.client
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse
import zoneinfo
from datetime import datetime
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / ".build" / os.environ.get("SOTRAVEL_BUILD", "release")
PROGRAM, DEV = PROGRAMS / "sotravel", PROGRAMS / "sotravel-dev"


def pytest_addoption(parser):
    parser.addoption("--keep-pictures", action="store_true", help="write the README's pictures")


# These take longest. A file stays with one worker, and a long one that came last would keep the others waiting.
LONGEST = [
    "test_every_page.py", "test_pages.py", "test_injection.py", "test_telegram_bot.py", "test_travellers.py", "test_texts.py", "test_chat.py",
    "test_bike_feeds.py", "test_bikes.py", "test_outbox.py", "test_announcements.py", "test_running.py", "test_map_page.py", "test_numbers.py"]


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


# Each of the workers at once has ports of its own, below those that the system gives to connections.
PORTS = itertools.count(os.getpid() % 4000)


def free_port():
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for step in PORTS:
        port = 12_000 + 4000 * worker + step % 4000
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


RUNNING = []


@atexit.register
def stop_what_a_failed_test_left():
    for process in RUNNING:
        if process.poll() is None:
            process.kill()


class Server:
    """One running `sotravel serve`."""

    program = PROGRAM
    # Of open files; as many as the system allows without one.
    file_limit = None

    def __init__(self, data, *flags, environment=None):
        self.data = Path(data)
        self.port = free_port()
        self.flags = flags
        self.environment = {**os.environ, **(environment or {})}
        # The second of the newest position that was sent of a tracker.
        self.newest = {}
        self.process = None
        self.start()

    def start(self):
        self.log = open(self.data / "log.txt", "ab") if self.data.exists() else open("/dev/null", "ab")
        self.process = subprocess.Popen(
            [self.program, "serve", "--data", self.data, "--port", str(self.port), *self.flags],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=self.environment,
            preexec_fn=self.limit_files if self.file_limit else None)
        RUNNING.append(self.process)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 0.2).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise AssertionError("the server did not start: " + (self.data / "log.txt").read_text()[-2000:])
                time.sleep(0.02)
        raise AssertionError("the server did not listen in time")

    def setup_link(self):
        """Where the first admin's account is made, as the program prints it."""
        return next(line for line in self.process.stdout if "/setup/" in line).split(" at ")[1].strip()

    def limit_files(self):
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.file_limit, self.file_limit))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise AssertionError("the server did not stop within 20 s of SIGTERM")
        self.process.stdout.close()
        self.log.close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def connect(self, timeout=10):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, data, timeout=10):
        """Sends bytes as they are; returns all that comes back until the server closes, or is silent for a second once it has answered."""
        with self.connect(timeout) as connection:
            try:
                connection.sendall(data if isinstance(data, bytes) else data.encode("latin-1"))
            except OSError:
                pass
            received = b""
            try:
                while part := connection.recv(65536):
                    received += part
                    connection.settimeout(1)
            except (TimeoutError, ConnectionResetError):
                pass
            return received

    def request(self, method, path, body=None, headers=None, cookie=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = dict(headers or {})
        if cookie:
            headers["Cookie"] = "__Host-sotravel=" + cookie
        if method == "POST" and not path.startswith("/t/"):
            headers.setdefault("Sec-Fetch-Site", "same-origin")
        if isinstance(body, (dict, list)):
            body = urllib.parse.urlencode(body)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.body = answer.read()
        connection.close()
        return answer

    def sign_in(self, email, password, secret=None):
        """Returns the session's cookie."""
        answer = self.request("POST", "/sign-in", {"email": email, "password": password})
        assert answer.status == 303, answer.body
        cookie = session_cookie(answer)
        if secret:
            answer = self.request("POST", "/sign-in/code", {"code": totp(secret)}, cookie=cookie)
            assert answer.status == 303, answer.body
            cookie = session_cookie(answer)
        return cookie


class Valley:
    """The way to a server for one phone, which a mountain can cut: bytes go through a port of its own until it does.
    With `loses_answers` requests arrive and nobody hears of it, with `holds_answers` nobody does for as long as it is set. `posts` are the addresses of those that went through,
    whoever sent them: a page or the browser's worker."""

    def __init__(self, server):
        self.server, self.is_cut, self.pairs, self.excuse, self.loses_answers = server, False, [], None, False
        self.refused, self.posts, self.holds_answers = [], [], False
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            if self.is_cut:
                self.refused.append(near)
                threading.Thread(target=self._refuse, args=(near, self.excuse), daemon=True).start()
                continue
            far = socket.create_connection(("127.0.0.1", self.server.port))
            self.pairs.append((near, far))
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, sink, sink is near), daemon=True).start()

    @staticmethod
    def _refuse(near, excuse):
        # Not in the accepting thread: a browser opens connections in advance on which it says nothing.
        try:
            if excuse and near.recv(65536):
                near.sendall(excuse)
        except OSError:
            pass
        near.close()

    def _pass_on(self, source, sink, is_answer):
        try:
            while data := source.recv(65536):
                if is_answer and self.loses_answers:
                    break
                while is_answer and self.holds_answers:
                    time.sleep(0.02)
                if not is_answer:
                    self.posts += re.findall(rb"^POST (\S+) HTTP/1.1\r$", data, re.MULTILINE)
                sink.sendall(data)
        except OSError:
            pass
        Valley._hang_up(source, sink)

    @staticmethod
    def _hang_up(*ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self, excuse=None):
        """With an excuse as a proxy's, whose server is not there."""
        self.is_cut, self.excuse = True, excuse
        for pair in self.pairs:
            self._hang_up(*pair)
        self.pairs = []

    def mend(self):
        # What was opened while cut and never used must not answer the first request afterwards.
        self.is_cut = False
        self._hang_up(*self.refused)
        self.refused = []

    def close(self):
        self.cut()
        self._hang_up(*self.refused)
        self.door.close()


def session_cookie(answer):
    return re.search(r"__Host-sotravel=([^;]*)", answer.getheader("Set-Cookie")).group(1)


def totp(secret, at=None):
    import base64
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, int((at or time.time()) // 30).to_bytes(8, "big"), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return "%06d" % ((int.from_bytes(digest[offset:offset + 4], "big") & 0x7FFFFFFF) % 1_000_000)


# Where the demo trips of one run are: its workers share them.
MADE = "SOTRAVEL_TEST_TRIPS"


@functools.cache
def made_trips():
    if MADE not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="sotravel-demo-")
        atexit.register(folder.cleanup)
        os.environ[MADE] = folder.name
    return Path(os.environ[MADE])


def pytest_configure():
    # Before there are workers.
    made_trips()


def demo_trip(members):
    """The demo trip of today, which has an evening tomorrow: whoever comes after midnight gets another one."""
    return _trip_of(members, datetime.now(zoneinfo.ZoneInfo("Europe/Zurich")).date().isoformat())


@functools.cache
def _trip_of(members, day):
    """A demo trip made once, by whichever worker comes first: its folder, which every server copies, and what the program said of it."""
    name = f"{day}-{members}"
    folder, said = made_trips() / name, made_trips() / f"{name}.txt"
    with open(made_trips() / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            shutil.rmtree(folder, ignore_errors=True)
            text = subprocess.run(
                [DEV, "demo", "--data", folder, "--members", str(members)], check=True, capture_output=True, text=True).stdout
            said.write_text(text)
    return folder, said.read_text()


def fix_times(database, where=""):
    """(token, second) of every position in the history of an open database."""
    runs = database.execute(f"SELECT t.token, r.fixes FROM fix_run r JOIN tracker t ON t.id = r.tracker_id {where}")
    # 67 bytes each, the instant in microseconds first.
    return [(token, int.from_bytes(fixes[at:at + 8], "little") // 1_000_000) for token, fixes in runs for at in range(0, len(fixes), 67)]


class Demo(Server):
    """A server over the demo trip, with its sign-ins."""

    def __init__(self, data, *flags, members=48, push_services=None, environment=None):
        folder, text = demo_trip(members)
        shutil.copytree(folder, data, dirs_exist_ok=True)
        self.read_sign_ins(text)
        super().__init__(data, *flags, environment={**({"SOTRAVEL_PUSH_SERVICES": push_services} if push_services else {}), **(environment or {})})

    def read_sign_ins(self, text):
        self.passwords = dict(re.findall(r"(\w+@sotravel\.example)\s+(\S+)", text))
        self.secret = re.search(r"TOTP secret\)\s+(\S+)", text).group(1)

    def host(self):
        return self.sign_in("host@sotravel.example", self.passwords["host@sotravel.example"])

    def sql(self, query):
        out = subprocess.run(["sqlite3", "-readonly", "-cmd", ".timeout 5000", self.data / "sotravel.sqlite", query], check=True, capture_output=True, text=True)
        return out.stdout.splitlines()

    def ids(self, table, name):
        """Identifiers by name, as addresses write them."""
        rows = (row.split("|") for row in self.sql(f"SELECT lower(hex(id)), {name} FROM {table}"))
        return {name: "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]]) for text, name in rows}

    def personal_links(self, title):
        """(first name, answer, address) of everybody who is invited to an event."""
        rows = self.sql(
            "SELECT m.first_name, i.rsvp, i.token FROM invitation i JOIN member m ON m.id = i.member_id JOIN event e ON e.id = i.event_id "
            f"WHERE e.title = '{title}' ORDER BY i.queue, i.number")
        return [(name, rsvp, f"{self.url}/r/{token}") for name, rsvp, token in (row.split("|") for row in rows)]

    def tokens(self):
        """In the order of the roster's telephone numbers: identifiers of one millisecond have no order, and a test that
        takes a third one must take the same traveller every time."""
        return self.sql(
            "SELECT t.token FROM tracker t JOIN member m ON m.id = t.member_id WHERE t.revoked_at IS NULL ORDER BY m.phone, t.id")

    def member_of(self, token):
        """(id, first name, last name) of the tracker's member."""
        row = self.sql(
            "SELECT lower(hex(m.id)), m.first_name, m.last_name FROM tracker t JOIN member m ON m.id = t.member_id "
            f"WHERE t.token = '{token}'")[0].split("|")
        text = row[0]
        return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]]), row[1], row[2]

    def post_traccar(self, token, lat, lon, at):
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
        fix = {"location": {"timestamp": moment, "coords": {"latitude": lat, "longitude": lon}}, "device_id": "1"}
        answer = self.request("POST", "/t/" + token, json.dumps(fix), {"Content-Type": "application/json"})
        assert answer.status == 200, answer.body

    def post_fix(self, token, lat, lon, at=None, **more):
        """Without a time it is the newest: of one tracker two positions of a second are one, and these have whole seconds."""
        now = int(time.time())
        at = max(now, self.newest.get(token, 0) + 1) if at is None else int(at)
        if at < now + 60:
            self.newest[token] = max(at, self.newest.get(token, 0))
        fix = {"_type": "location", "tid": "xx", "lat": lat, "lon": lon, "tst": at, "acc": 9, "batt": 71, **more}
        answer = self.request("POST", "/t/" + token, json.dumps(fix), {"Content-Type": "application/json"})
        assert answer.status == 200, answer.body
        return answer


class MeasuredDemo(Demo):
    """Served by sotravel-dev, which can leave out what a measurement is about."""
    program = DEV


def seeded():
    """Chance whose seed is printed, of a test when it fails; `SOTRAVEL_SEED` repeats it."""
    seed = int(os.environ.get("SOTRAVEL_SEED") or time.time_ns() % 1_000_000)
    print(f"SOTRAVEL_SEED={seed}", flush=True)
    return random.Random(seed)


@pytest.fixture
def chance():
    return seeded()


@pytest.fixture
def own(tmp_path):
    """A demo of its own, for tests that change much."""
    server = Demo(tmp_path / "data")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("demo"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def playwright():
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    """The same engine as the whole browser's, without windows: it takes two thirds of the time."""
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_browser(playwright):
    """For what the shell lacks."""
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    yield browser
    browser.close()
