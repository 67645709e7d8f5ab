"""A server of PostgreSQL that goes away and comes back, under a program that goes on."""
import json
import re
import socket
import subprocess
import threading
import time

import pytest

from conftest import PROGRAM, free_port
from nodes import Cluster
from postgres_server import PostgresDemo, PostgresServer, programs
from stream_readers import TRIP

pytestmark = pytest.mark.skipif(programs() is None, reason="no server of PostgreSQL is installed")

# By then everything works again by itself.
BACK = 2


@pytest.fixture(scope="module")
def postgres():
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture(scope="module")
def demo(postgres, tmp_path_factory):
    demo = PostgresDemo(tmp_path_factory.mktemp("away") / "data", postgres.make_database())
    yield demo
    demo.stop()


@pytest.fixture
def away(postgres):
    """Whatever a test did, the next one finds the server."""
    yield postgres
    if not postgres.is_running:
        postgres.start()


def stream(demo, cookie):
    connection = demo.connect()
    connection.sendall(
        f"GET /trips/valrosa/live?topics=positions,roster HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
        f"Cookie: __Host-sotravel={cookie}\r\n\r\n".encode())
    return connection


def read_until(connection, text):
    connection.settimeout(15)
    data = b""
    while text not in data:
        part = connection.recv(65536)
        assert part, f"the stream ended: {data[-300:]}"
        data += part
    return data


def wait(is_good, seconds, what):
    start = time.monotonic()
    while not is_good():
        assert time.monotonic() - start < seconds, f"{what}: not within {seconds} s"
        time.sleep(0.05)


def is_ready(demo):
    return demo.request("GET", "/readyz").status == 200


def test_a_stop_is_said_and_ends_by_itself(demo, away):
    cookie, token = demo.host(), demo.tokens()[0]
    member = demo.member_of(token)[0]
    assert demo.request("GET", "/trips/valrosa/roster", cookie=cookie).status == 200
    listener = stream(demo, cookie)
    read_until(listener, b"retry:")
    away.kill()
    wait(lambda: not is_ready(demo), 1, "not ready")
    assert demo.request("GET", "/healthz").status == 200
    # Pages say so in the program's frame and come again by themselves.
    page = demo.request("GET", "/trips/valrosa/announcements", cookie=cookie)
    assert page.status == 503 and page.getheader("Retry-After") and page.getheader("Refresh"), page.getheaders()
    assert "The database does not answer." in page.body.decode() and "<main" in page.body.decode()
    # Phones keep their positions and come back.
    for path, body, kind in (
        (f"/t/{token}", '{"_type":"location","lat":46.4,"lon":9.2,"tst":%d}' % time.time(), "application/json"),
        (f"/t/{token}?id=1&lat=46.4&lon=9.2&timestamp={int(time.time())}", "", "text/plain"),
    ):
        answer = demo.request("POST", path, body, {"Content-Type": kind})
        assert answer.status == 503 and int(answer.getheader("Retry-After")) > 0, (path, answer.status)
    # Whoever asks for JSON hears it in JSON.
    answer = demo.request("GET", "/trips/valrosa/announcements", headers={"Accept": "application/json"}, cookie=cookie)
    assert answer.status == 503 and answer.getheader("Content-Type") == "application/problem+json" and not answer.getheader("Refresh")
    away.start()
    start = time.monotonic()
    wait(lambda: is_ready(demo), BACK, "ready again")
    wait(lambda: demo.request("GET", "/trips/valrosa/announcements", cookie=cookie).status == 200, BACK - (time.monotonic() - start), "pages")
    demo.post_fix(token, 46.433, 9.233)
    assert member.encode() in read_until(listener, b"46.433"), "the stream stayed open"
    listener.close()


def test_a_form_keeps_what_was_typed(demo, away):
    cookie = demo.host()
    path = f"/trips/valrosa/chat/{demo.ids('trip', 'slug')['valrosa']}/messages"
    form = {"client_id": "018f0000-0000-7000-8000-000000000001", "text": "Fondue at <eight> & cards"}
    away.stop()
    answer = demo.request("POST", path, form, cookie=cookie)
    page = answer.body.decode()
    assert answer.status == 503 and answer.getheader("Retry-After") and not answer.getheader("Refresh")
    assert f'action="{path}"' in page and "What you typed is still here" in page and "Fondue at &lt;eight&gt; &amp; cards" in page
    # Not for what another site made the browser send, and no password.
    answer = demo.request("POST", path, form, {"Sec-Fetch-Site": "cross-site"}, cookie=cookie)
    assert "Fondue" not in answer.body.decode()
    answer = demo.request("POST", "/sign-in", {"email": "host@sotravel.example", "password": "a secret mountain"})
    assert answer.status == 503 and "a secret mountain" not in answer.body.decode()
    answer = demo.request("POST", "/account/password", {"current": "a secret mountain", "new": "another secret mountain"}, cookie=cookie)
    assert answer.status == 503 and "secret mountain" not in answer.body.decode()
    away.start()
    wait(lambda: is_ready(demo), BACK, "ready again")
    assert demo.request("POST", path, form, cookie=cookie).status == 303
    assert demo.sql("SELECT count(*) FROM message WHERE text LIKE 'Fondue at <eight>%'") == ["1"]


def test_nobody_waits_while_it_is_away(demo, away):
    cookie = demo.host()
    away.stop()
    demo.request("GET", "/trips/valrosa/announcements", cookie=cookie)
    start = time.monotonic()
    for _ in range(100):
        assert demo.request("GET", "/trips/valrosa/announcements", cookie=cookie).status == 503
    assert time.monotonic() - start < 5
    away.start()
    wait(lambda: is_ready(demo), BACK, "ready again")


def test_it_is_logged_once(demo, away):
    # Everything else that a job could not do would be the same again.
    log = demo.data / "log.txt"
    said = lambda words: log.read_text().count(words)
    wait(lambda: said("the database does not answer") == said("the database answers again"), BACK, "the outages before are over")
    before = log.read_text()
    away.stop()
    time.sleep(3)
    away.start()
    wait(lambda: is_ready(demo), BACK, "ready again")
    wait(lambda: "the database answers again" in log.read_text()[len(before):], BACK, "said")
    lines = log.read_text()[len(before):].splitlines()
    assert sum("the database does not answer" in line for line in lines) == 1, lines
    assert len([line for line in lines if " error " in line]) == 1, lines


def test_a_start_waits_for_the_database(away, tmp_path):
    address, port = away.make_database(), free_port()
    away.stop()
    log = open(tmp_path / "log", "w")
    (tmp_path / "data").mkdir()
    process = subprocess.Popen(
        [PROGRAM, "serve", "--data", tmp_path / "data", "--port", str(port), "--database", address], stdout=subprocess.DEVNULL, stderr=log)
    time.sleep(2)
    assert process.poll() is None
    away.start()

    def listens():
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return True
        except OSError:
            return False
    wait(listens, 15, "listens")
    process.terminate()
    assert process.wait(10) == 0
    assert len(re.findall("the database does not answer yet", (tmp_path / "log").read_text())) == 1


def test_a_start_gives_up_after_half_a_minute(tmp_path):
    start = time.monotonic()
    done = subprocess.run(
        [PROGRAM, "serve", "--data", tmp_path / "data", "--port", "0", "--database", f"postgresql:///trip?host={tmp_path}"],
        capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "cannot be reached" in done.stderr and 29 < time.monotonic() - start < 40


def test_what_a_crash_took_along_is_not_acknowledged(tmp_path):
    """After it the server gives the numbers of transactions again that never came to its disk."""
    cluster = Cluster(tmp_path / "cluster")
    here, there = cluster.nodes
    postgres, host, token = cluster.postgres, here.host(), here.tokens()[3]
    # Such a commit takes a second, so that the crash meets it.
    postgres.sql(
        "CREATE FUNCTION slow() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$", cluster.address)
    postgres.sql(
        "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON member DEFERRABLE INITIALLY DEFERRED FOR EACH ROW "
        "WHEN (new.last_name LIKE 'slow%') EXECUTE FUNCTION slow()", cluster.address)
    try:
        for turn in range(3):
            form, answers, is_over = {"first_name": "Nadia", "last_name": f"slow{turn}", "status": "confirmed", "version": "0"}, [], threading.Event()
            sender = threading.Thread(target=lambda: answers.append(here.request("POST", TRIP + "/members/new", form, cookie=host)))
            sender.start()
            wait(lambda: postgres.sql("SELECT 1 FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'PgSleep'"), 10, "the commit")
            postgres.kill()
            postgres.start()

            def phone():
                """Takes the numbers that are free again."""
                while not is_over.is_set():
                    there.request("POST", "/t/" + token, json.dumps(
                        {"_type": "location", "tid": "xx", "lat": 46.4, "lon": 9.2, "tst": int(time.time()), "acc": 9}),
                        {"Content-Type": "application/json"})
                    time.sleep(0.01)

            other = threading.Thread(target=phone)
            other.start()
            sender.join()
            is_over.set()
            other.join()
            rows = postgres.sql(f"SELECT count(*) FROM member WHERE last_name = 'slow{turn}'", cluster.address)
            # Run again, or refused with the form kept.
            assert (answers[0].status, rows) in ((303, ["1"]), (503, ["0"])), (answers[0].status, rows)
    finally:
        cluster.close()
