"""The whole way, in a real browser: Firefox subscribes at a push service of our own, its page is closed, and what somebody is to know arrives,
is decrypted by the browser, shown, and said back."""
import sqlite3
import time
import uuid

import pytest

from conftest import Demo
from firefox import Firefox
from pushes import FirefoxService
from support import TRIP, eventually
from test_firefox import sign_in

ADA = "ada@sotravel.example"


@pytest.fixture
def service():
    one = FirefoxService()
    yield one
    one.close()


@pytest.fixture
def pushing(tmp_path, service):
    server = Demo(tmp_path / "data", "--push-contact", "mailto:push@trip.example", members=16, push_services=f"127.0.0.1:{service.port}")
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM notice")
    yield server
    server.stop()


@pytest.fixture
def firefox(tmp_path, service):
    browser = Firefox(tmp_path, preferences={
        "dom.push.serverURL": service.address, "dom.push.testing.allowInsecureServerURL": True, "dom.push.connection.enabled": True,
        "dom.push.loglevel": "off", "permissions.default.desktop-notification": 1, "dom.webnotifications.requireuserinteraction": False, "alerts.useSystemBackend": False,
        "network.connectivity-service.enabled": False})
    yield browser
    browser.close()


def tell(server, title):
    now = int(time.time() * 1e6)
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        [member, trip] = database.execute(
            "SELECT m.id, m.trip_id FROM member m JOIN account a ON a.id = m.account_id WHERE a.email = ?", (ADA,)).fetchone()
        database.execute(
            "INSERT INTO notice (id, member_id, trip_id, kind, urgency, topic, title, text, made_at, expires_at, next_at) "
            "VALUES (?, ?, ?, 'announcement', 3, '', ?, 'At the church', ?, ?, ?)",
            (uuid.uuid4().bytes, member, trip, title, now, now + 3_600_000_000, now))


def test_a_closed_page_is_told(firefox, pushing, service):
    sign_in(firefox, pushing, "ada")
    firefox.goto(pushing.url + "/notices/settings")
    firefox.wait("document.querySelector('[data-push=off]').checkVisibility()", seconds=20)
    firefox.click("[data-push-do=on]")
    firefox.wait("location.search === '?done=push-on' && document.querySelector('[data-push=on]')?.checkVisibility()", seconds=20)
    assert pushing.sql("SELECT count(*), max(label) FROM delivery_address WHERE channel = 'push'") == ["1|Firefox on Linux"]
    # The page is closed: nothing of ours is open any more.
    firefox.goto("about:blank")
    tell(pushing, "The bus leaves at nine")
    eventually(lambda: service.acknowledged, seconds=20)
    assert service.acknowledged[0]["code"] == 100, "Firefox could not decrypt it"
    shown = lambda: pushing.sql("SELECT state || ' ' || (shown_at IS NOT NULL) FROM delivery")
    eventually(lambda: shown() == ["accepted 1"], seconds=20)
    firefox.goto(pushing.url + TRIP + "/my")
    notices = firefox.evaluate(
        "navigator.serviceWorker.getRegistration('/trips/').then((one) => one.getNotifications())"
        ".then((all) => all.map(({ title, body }) => [title, body]))")
    assert notices == [["The bus leaves at nine", "At the church"]]
    # Signing out ends it on both sides.
    firefox.evaluate("(document.querySelector('form[action=\"/sign-out\"]').requestSubmit(), 1)")
    firefox.wait("location.pathname.startsWith('/sign-in')", seconds=20)
    assert pushing.sql("SELECT count(*) FROM delivery_address WHERE channel = 'push'") == ["0"]
