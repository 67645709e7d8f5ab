"""The program is killed at random moments while it sends, fifty times: no notice is lost, none is shown twice."""
import os
import sqlite3
import time
from collections import Counter

import pytest

from conftest import seeded
from pushes import Browser, PushServer
from test_push import pushing, state, subscribe, tell, until

KILLS, DELIVERIES = int(os.environ.get("SOTRAVEL_KILLS") or 50), 2000
BROWSERS = 10


@pytest.fixture
def service():
    one = PushServer()
    # As quick as a service is that is far away: something is always in flight.
    one.answers["ok"] = lambda _: time.sleep(0.05) or 201
    yield one
    one.close()


def counts(server):
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        return Counter(dict(database.execute("SELECT state, count(*) FROM delivery GROUP BY state")))


def test_nothing_is_lost_and_nothing_shown_twice(tmp_path, service):
    chance = seeded()
    server = pushing(tmp_path / "data", service)
    browsers = [Browser(service) for _ in range(BROWSERS)]
    for browser in browsers:
        assert subscribe(server, browser)[0] == 200
    rounds = [DELIVERIES // BROWSERS // KILLS] * KILLS
    rounds[-1] += DELIVERIES // BROWSERS - sum(rounds)
    number = 0
    for size in rounds:
        tell(server, *[{"title": f"Notice {number + step}"} for step in range(size)])
        number += size
        # Before it is planned, while it is sent, after it.
        time.sleep(chance.uniform(0, 0.6))
        server.kill()
        server.start()
        # So that each is in flight at one kill at most.
        until(lambda: counts(server)["accepted"] == number * BROWSERS, seconds=30)
    assert counts(server) == {"accepted": DELIVERIES}
    for browser in browsers:
        told = [browser.read(message) for message in service.of(browser)]
        # By the id a device folds what comes again.
        shown = {notice["id"]: notice["title"] for notice in told}
        assert sorted(shown.values()) == sorted(f"Notice {one}" for one in range(number)), "each is shown, and once"
        often = Counter(notice["id"] for notice in told)
        assert max(often.values()) <= 2, "what was in flight comes once more at most"
    assert all(row[0] == "accepted" for row in state(server, browsers[0]))
    server.stop()
