"""Web Push over real sockets, at a push service of our own: http-ece decrypts what the program encrypts, py-vapid verifies who sends."""
import json
import os
import sqlite3
import subprocess
import threading
import time
import uuid

import pytest

from conftest import PROGRAM, Demo, seeded
from pushes import Browser, PushServer, b64

# In the ordinary run; `make soak` reads ten thousand.
MESSAGES = int(os.environ.get("SOTRAVEL_PUSHES") or 1000)
ADA, HOST = "ada@sotravel.example", "host@sotravel.example"


@pytest.fixture(scope="module")
def service():
    one = PushServer()
    yield one
    one.close()


@pytest.fixture
def served(tmp_path, service):
    server = pushing(tmp_path / "data", service)
    yield server
    server.stop()
    # Whatever the service said: endpoints begin with where it is.
    assert f"127.0.0.1:{service.port}" not in (server.data / "log.txt").read_text(), "an endpoint is in the log"


def pushing(data, service, *flags):
    server = Demo(data, "--push-contact", "mailto:push@trip.example", *flags, members=16, push_services=f"127.0.0.1:{service.port}")
    server.cookie = server.sign_in(ADA, server.passwords[ADA])
    # What the demo has to say is no part of this.
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM notice")
    return server


def subscribe(server, browser, cookie=None):
    answer = server.request("POST", "/notices/push", browser.form, {"Accept": "application/json"}, cookie=cookie or server.cookie)
    return answer.status, json.loads(answer.body)


def until(holds, seconds=15):
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
    return found


def tell(server, *notices, who=ADA, **more):
    """Writes notices for an account. Urgent ones wait for nothing."""
    now = int(time.time() * 1e6)
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        [account] = database.execute("SELECT id FROM account WHERE email = ?", (who,)).fetchone()
        [trip] = database.execute("SELECT id FROM trip").fetchone()
        [member] = database.execute("SELECT id FROM member WHERE account_id = ?", (account,)).fetchone()
        for notice in notices:
            row = {"id": uuid.uuid4().bytes, "kind": "announcement", "urgency": 3, "topic": "", "text": "", "made_at": now, "next_at": now,
                   "expires_at": now + 3_600_000_000, "member_id": member, "trip_id": trip, **more, **notice}
            database.execute(f"INSERT INTO notice ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))


def state(server, browser):
    """(state of its deliveries, why; whether the address has ended)."""
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        return database.execute(
            "SELECT d.state, d.reason, a.ended_at IS NOT NULL, d.attempts, d.due_at FROM delivery d JOIN delivery_address a ON a.id = d.address_id "
            "WHERE a.address = ? ORDER BY d.at", (browser.endpoint,)).fetchall()


def test_one_message_has_everything_that_the_standards_ask_for(served, service):
    key = json.loads(served.request("GET", "/notices/push/key", cookie=served.cookie).body)["key"]
    browser = Browser(service)
    assert subscribe(served, browser) == (200, {"renew": False})
    assert served.request("POST", "/notices/test", {"channel": "push"}, cookie=served.cookie).status == 303
    [message] = until(lambda: service.of(browser))
    assert message.headers["content-encoding"] == "aes128gcm" and message.headers["urgency"] == "high"
    assert 0 < int(message.headers["ttl"]) <= 600 and len(message.headers["topic"]) == 32
    assert message.key == key and len(message.body) <= 4096
    claims = message.claims
    assert claims["aud"] == service.url and claims["sub"] == "mailto:push@trip.example"
    assert time.time() + 3600 < claims["exp"] <= time.time() + 12 * 3600
    notice = browser.read(message)
    assert notice["title"] == "A test from Sotravel" and notice["kind"] == "test" and notice["tag"] == message.headers["topic"]
    assert notice["url"].startswith("/") and notice["badge"] >= 1
    until(lambda: state(served, browser)[0][0] == "accepted")
    # It says that it was shown, and opened: at once, or later; twice does no harm, and no session is asked for.
    report = lambda what, **form: served.request("POST", f"/notices/deliveries/{notice['id']}/{what}", form or {"waited": "60000"})
    assert report("shown").status == report("shown").status == report("opened").status == 200
    [[shown, opened, read]] = [row.split("|") for row in served.sql(
        f"SELECT d.shown_at, d.opened_at, n.read_at FROM delivery d JOIN notice n ON n.id = d.notice_id WHERE hex(d.id) = '{notice['id'].replace('-', '').upper()}'")]
    assert 55e6 < time.time() * 1e6 - int(shown) < 120e6 and opened and read
    assert served.request("POST", f"/notices/deliveries/{uuid.uuid4()}/shown", {}).status == 404
    assert served.request("POST", f"/notices/deliveries/{notice['id']}/shown", {}, {"Sec-Fetch-Site": "cross-site"}).status == 403


def test_random_messages_are_read_by_another_implementation(served, service):
    chance = seeded()
    browser = Browser(service)
    subscribe(served, browser)
    letters = ["a", "é", "雪", "👨‍👩‍👧", "\"", "\\", "\n", "<", "\u2028", "́", "ﷺ", " "]
    text = lambda most: "".join(chance.choice(letters) for _ in range(chance.randrange(1, most)))
    notices = [{"title": f"{number} " + text(60), "text": text(10 ** chance.randrange(1, 5))} for number in range(MESSAGES)]
    tell(served, *notices)
    messages = until(lambda: len(found := service.of(browser)) >= MESSAGES and found, seconds=60 + MESSAGES / 50)
    seen, salts, points = set(), set(), set()
    for message in messages:
        notice = browser.read(message)
        wanted = notices[int(notice["title"].split()[0])]
        assert notice["title"] == wanted["title"][:len(notice["title"])] and len(message.body) <= 4096
        # What does not fit is cut between two letters.
        cut = notice["body"].removesuffix("…")
        assert wanted["text"].startswith(cut) and (cut == wanted["text"] or len(message.body) > 4000)
        seen.add(notice["id"])
        salts.add(message.body[:16])
        points.add(message.body[21:86])
    assert len(seen) == len(salts) == len(points) == MESSAGES
    # One signature serves a service for hours.
    assert len({message.headers["authorization"] for message in messages}) == 1 and messages[0].claims


def drip(handler):
    handler.wfile.write(b"HTTP/1.1 201 Created\r\nX-Slow: ")
    for _ in range(300):
        handler.wfile.write(b"x")
        handler.wfile.flush()
        time.sleep(0.1)


def endless(handler):
    handler.wfile.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    for _ in range(100_000):
        handler.wfile.write(b"x" * 1000)


def test_every_answer_is_taken_as_the_standard_means_it(served, service):
    silent = threading.Event()
    service.answers |= {
        "bad": 400, "forbidden": lambda handler: handler.say(403, b'{"reason":"BadJwtToken"}'),
        "mismatch": lambda handler: handler.say(403, b"the VAPID credentials do not correspond to the credentials used to create the subscriptions"),
        "missing": 404, "gone": 410, "large": 413, "busy": lambda handler: handler.say(429, Retry_After="97"),
        "date": lambda handler: handler.say(503, Retry_After=time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 300))),
        "broken": 500, "elsewhere": lambda handler: handler.say(307, Location=service.url + "/ok/led-away"),
        "endless": endless, "silent": lambda _: silent.wait(20), "drip": drip}
    kinds = ["ok", *service.answers]
    browsers = {kind: Browser(service, kind) for kind in kinds}
    # Each account has ten at most.
    accounts = {ADA: kinds[:9], HOST: kinds[9:]}
    for who, own in accounts.items():
        cookie = served.sign_in(who, served.passwords[who])
        for kind in own:
            assert subscribe(served, browsers[kind], cookie)[0] == 200
        tell(served, {"title": "The bus leaves"}, who=who)
    began = time.monotonic()
    until(lambda: state(served, browsers["ok"]) and state(served, browsers["ok"])[0][0] == "accepted", seconds=4)
    outcome = lambda kind: until(lambda: (rows := state(served, browsers[kind])) and rows[0][0] != "sending" and rows[0][1] and rows[0], seconds=14)
    for kind, reason in {"bad": "refused the message", "forbidden": "push-contact", "large": "Too long", "elsewhere": "refused the message",
                         "endless": "refused the message"}.items():
        found, why, has_ended, attempts, _ = outcome(kind)
        assert found == "failed" and reason in why and not has_ended and attempts == 1, (kind, found, why)
    for kind, reason in {"missing": "takes no push any more", "gone": "takes no push any more", "mismatch": "another key"}.items():
        found, why, has_ended, *_ = outcome(kind)
        assert found == "failed" and reason in why and has_ended, (kind, found, why)
    # A wait that the service asked for counts as no attempt.
    for kind, seconds in {"busy": 97, "date": 300}.items():
        found, why, has_ended, attempts, due = outcome(kind)
        assert found == "queued" and not has_ended and attempts == 0 and seconds - 15 < due / 1e6 - time.time() <= seconds, (kind, why)
    found, why, has_ended, _, due = outcome("broken")
    assert found == "queued" and "out of order" in why and not has_ended and 0 < due / 1e6 - time.time() < 8
    for kind in ("silent", "drip"):
        found, why, has_ended, *_ = outcome(kind)
        assert found == "queued" and "did not answer in time" in why and not has_ended, (kind, found, why)
    assert 9 < time.monotonic() - began < 14
    silent.set()
    # Nobody was led away, and neither endpoints nor keys are in the log.
    assert not [message for message in service.messages if message.path == "/ok/led-away"]
    log = (served.data / "log.txt").read_text()
    for browser in browsers.values():
        assert browser.endpoint not in log and browser.endpoint.rsplit("/", 1)[1] not in log
        assert b64(browser.point) not in log and b64(browser.secret) not in log


@pytest.mark.parametrize("endpoint", [
    "https://127.0.0.1:{port}/x", "http://127.0.0.1:1/x", "http://localhost:{port}/x", "https://10.0.0.1/x", "https://push.evil.example/x",
    "https://fcm.googleapis.com.evil.example/x", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:22/x", "ftp://fcm.googleapis.com/x",
    "https://user@fcm.googleapis.com/x", "javascript:alert(1)", "", "x" * 3000])
def test_addresses_of_no_push_service_are_refused(module_served, service, endpoint):
    browser = Browser(service)
    browser.endpoint = endpoint.format(port=service.port)
    # The one that the owner added may have TLS or not.
    wanted = 200 if endpoint.startswith("https://127.0.0.1:{port}") else 422
    assert subscribe(module_served, browser)[0] == wanted


@pytest.fixture(scope="module")
def module_served(tmp_path_factory, service):
    server = pushing(tmp_path_factory.mktemp("push") / "data", service)
    yield server
    server.stop()


@pytest.mark.parametrize("change", [
    {"p256dh": ""}, {"p256dh": b64(b"\4" + bytes(64))}, {"p256dh": b64(bytes(65))}, {"auth": ""}, {"auth": b64(bytes(17))}, {"auth": "!"}])
def test_keys_that_are_none_are_refused(module_served, service, change):
    answer = module_served.request(
        "POST", "/notices/push", {**Browser(service).form, **change}, {"Accept": "application/json"}, cookie=module_served.cookie)
    assert answer.status == 422


def test_an_address_is_looked_at_again_when_something_is_sent(tmp_path, service):
    server = pushing(tmp_path / "data", service)
    browser = Browser(service)
    subscribe(server, browser)
    server.stop()
    # The owner takes the service off the list.
    server.environment["SOTRAVEL_PUSH_SERVICES"] = ""
    server.start()
    tell(server, {"title": "The bus leaves"})
    [[found, why, has_ended, *_]] = until(lambda: (rows := state(server, browser)) and rows[0][1] and rows)
    assert found == "failed" and "does not know" in why and has_ended and not service.of(browser)
    server.stop()


def test_the_key_outlives_a_restart_and_can_be_changed(tmp_path, service):
    server = pushing(tmp_path / "data", service)
    key = lambda: json.loads(server.request("GET", "/notices/push/key", cookie=server.cookie).body)["key"]
    first, browser = key(), Browser(service)
    subscribe(server, browser)
    server.stop()
    server.start()
    assert key() == first
    admin = server.sign_in("admin@sotravel.example", server.passwords["admin@sotravel.example"], server.secret)
    assert server.request("POST", "/accounts/push-key", {}, cookie=server.cookie).status == 403
    assert server.request("POST", "/accounts/push-key", {}, cookie=admin).status == 303
    assert key() != first
    # The browser that subscribed with the former one is told so when it says what it has, and comes with another subscription.
    assert subscribe(server, browser) == (200, {"renew": True})
    fresh = Browser(service)
    assert subscribe(server, fresh) == (200, {"renew": False})
    tell(server, {"title": "The bus leaves"})
    [message] = until(lambda: service.of(fresh))
    assert message.key == key() and message.claims and not service.of(browser)
    server.stop()


def test_the_key_is_in_the_backup(tmp_path, service):
    """With another one every browser would lose its subscription."""
    server = pushing(tmp_path / "data", service)
    key = lambda: json.loads(server.request("GET", "/notices/push/key", cookie=server.cookie).body)["key"]
    kept, browser = key(), Browser(service)
    subscribe(server, browser)
    backup = tmp_path / "backup.sqlite"
    run = lambda *words: subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout
    assert "verified" in run("backup", backup, "--data", server.data)
    admin = server.sign_in("admin@sotravel.example", server.passwords["admin@sotravel.example"], server.secret)
    assert server.request("POST", "/accounts/push-key", {}, cookie=admin).status == 303
    assert key() != kept
    server.stop()
    # Over the data that has another one since, and in a folder where nothing was.
    for folder in (server.data, tmp_path / "other"):
        run("restore", backup, "--data", folder)
        assert "sound" in run("check", "--data", folder)
        server.data = folder
        server.start()
        server.cookie = server.sign_in(ADA, server.passwords[ADA])
        assert key() == kept
        # Its session is over, as everybody's: the next page says what the browser has, and that still holds.
        assert subscribe(server, browser) == (200, {"renew": False})
        before = len(service.of(browser))
        tell(server, {"title": "The bus leaves"})
        # Hosts and owners have something to say of the restore besides.
        told = lambda: {browser.read(message)["title"]: message.key for message in service.of(browser)[before:]}
        assert until(lambda: "The bus leaves" in told() and told())["The bus leaves"] == kept
        server.stop()
        assert "sound" in run("check", "--data", folder)


def test_whoever_signs_out_is_told_nothing_in_that_browser(served, service):
    here, there = Browser(service), Browser(service)
    other = served.sign_in(ADA, served.passwords[ADA])
    subscribe(served, here)
    subscribe(served, there, other)
    # Somebody else signs in where Ada's notifications were on: they are hers no more.
    assert served.request("POST", "/sign-out", {}, cookie=other).status == 303
    tell(served, {"title": "The bus leaves"})
    until(lambda: service.of(here))
    assert not service.of(there)
    assert served.request("POST", "/notices/push/off", {"endpoint": here.endpoint}, cookie=served.cookie).status == 200
    assert served.sql("SELECT count(*) FROM delivery_address WHERE channel = 'push'") == ["0"]


def test_an_account_has_ten_browsers_at_most(served, service):
    browsers = [Browser(service) for _ in range(12)]
    for browser in browsers:
        assert subscribe(served, browser)[0] == 200
    kept = served.sql("SELECT address FROM delivery_address WHERE channel = 'push'")
    assert sorted(kept) == sorted(browser.endpoint for browser in browsers[2:])


def test_a_trip_may_keep_what_it_says_off_lock_screens(served, service):
    browser = Browser(service)
    subscribe(served, browser)
    with sqlite3.connect(served.data / "sotravel.sqlite", timeout=20) as database:
        database.execute("UPDATE trip SET shows_on_lock_screens = 0, version = version + 1")
    tell(served, {"title": "SECRET-TITLE", "text": "SECRET-TEXT"}, {"kind": "help", "title": "SECRET-TITLE", "text": "SECRET-TEXT"})
    messages = until(lambda: len(found := service.of(browser)) == 2 and found)
    told = [browser.read(message) for message in messages]
    assert "SECRET" not in json.dumps(told) and {notice["body"] for notice in told} == {""}
    assert {notice["title"] for notice in told} == {"News from your hosts", "A call for help"}


def test_without_a_contact_push_is_not_there(own):
    cookie = own.sign_in(ADA, own.passwords[ADA])
    assert own.request("GET", "/notices/push/key", cookie=cookie).status == 404
    assert own.request("POST", "/notices/push", {}, cookie=cookie).status == 404
    page = own.request("GET", "/notices/settings", cookie=cookie).body.decode()
    assert "This server sends no push" in page
