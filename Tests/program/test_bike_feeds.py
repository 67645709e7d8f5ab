"""Bike feeds over real sockets: what hostile servers do, how often a feed is asked, and what of it gets into the log."""
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.parse

import pytest

from conftest import DEV, Demo, free_port
from feeds import FeedServer, bomb, drip, endless

TRIP = "/trips/valrosa"


@pytest.fixture
def feed():
    server = FeedServer()
    yield server
    server.close()


@pytest.fixture
def served(tmp_path):
    server = Demo(tmp_path / "data", "--allow-private-feeds", members=16)
    server.cookie = server.host()
    yield server
    server.stop()


def add(server, url, **more):
    return server.request("POST", TRIP + "/bikes/feeds/new", {"kind": "gbfs", "url": url, "name": "", "key": "", **more}, cookie=server.cookie)


def until(holds, seconds=10):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port), 0.2).close()
    except OSError:
        return False
    return True


def doctor(server):
    return server.request("GET", TRIP + "/bikes/feeds", cookie=server.cookie).body.decode()


def test_addresses_of_this_machine_are_refused_unless_it_is_allowed(own, feed):
    feed.publish([("a", 100, 3, 7)])
    own.cookie = own.host()
    port = feed.port
    for url in (feed.url + "/gbfs.json", f"http://localhost:{port}/gbfs.json", f"http://[::ffff:127.0.0.1]:{port}/gbfs.json",
                f"http://0.0.0.0:{port}/gbfs.json", f"http://2130706433:{port}/gbfs.json", f"http://127.1:{port}/gbfs.json"):
        answer = add(own, url)
        assert answer.status == 422 and b"inside a private network" in answer.body, url
    assert feed.asked == []


@pytest.mark.parametrize("name, answer, words", [
    ("a page", b"<!DOCTYPE html><title>Hello</title>", "This is a web page"), ("half", b'{"data": {"en": {"feeds": [', "cannot be read, or is cut off"),
    ("another", {"data": {"stations": []}}, "not the main list of a feed"), ("nothing", b"", "cannot be read, or is cut off"),
])
def test_what_is_no_feed_is_said_beside_the_field(served, feed, name, answer, words):
    feed.answers["/gbfs.json"] = answer
    page = add(served, feed.url + "/gbfs.json", name="My name")
    assert page.status == 422 and words in page.body.decode() and 'value="My name"' in page.body.decode()
    assert served.sql("SELECT count(*) FROM bike_feed") == ["0"]


@pytest.mark.parametrize("answer, words, least, most", [
    (drip, "within ten seconds", 9, 14), (endless, "larger than 20 MB", 0, 10), (bomb, "larger than 20 MB", 0, 10),
    (lambda handler: handler.send(302, b"", Location="/gbfs.json"), "redirects too often", 0, 5),
    (lambda handler: handler.send(302, b"", Location="file:///etc/passwd"), "that is not allowed", 0, 5),
    (lambda handler: handler.send(404, b""), "nothing at this address", 0, 5),
    (lambda handler: handler.send(429, b"", Retry_After="1000"), "asked for a pause", 0, 5),
    (lambda handler: handler.send(500, b"{}"), "answers with an error", 0, 5),
], ids=["drip", "endless", "bomb", "loop", "file", "winter", "429", "500"])
def test_a_hostile_server_costs_ten_seconds_and_twenty_megabytes(served, feed, answer, words, least, most):
    feed.answers["/gbfs.json"] = answer
    before = time.monotonic()
    page = add(served, feed.url + "/gbfs.json")
    took = time.monotonic() - before
    assert least <= took < most
    text = page.body.decode() if page.status == 422 else doctor(served)
    assert words in text
    assert most_memory(served) < 300


def most_memory(server):
    return int(next(line for line in open(f"/proc/{server.process.pid}/status") if line.startswith("VmHWM")).split()[1]) / 1024


@pytest.mark.parametrize("element", [b"{},", b"0,"])
def test_millions_of_stations_are_refused_and_not_kept(served, feed, element):
    feed.publish([("a", 100, 3, 7)])
    feed.answers["/station_information.json"] = b'{"data": {"stations": [' + element * (19_000_000 // len(element)) + b"{}]}}"
    page = add(served, feed.url + "/gbfs.json")
    assert page.status == 422 and "more than 20,000 stations" in page.body.decode()
    assert most_memory(served) < 300
    assert served.sql("SELECT count(*) FROM bike_feed") == ["0"]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_redirect_to_another_server_does_not_take_the_key_along(served, feed, host):
    other = FeedServer()
    other.answers["/hsl"] = {"data": {"vehicleRentalStations": []}}
    feed.answers["/hsl"] = lambda handler: handler.send(307, b"", Location=f"http://{host}:{other.port}/hsl")
    key = "k3y-that-nobody-reads"
    assert add(served, feed.url + "/hsl", kind="digitransit", key=key).status == 303
    name = "digitransit-subscription-key"
    assert {k.lower(): v for k, v in feed.asked[0][2].items()}[name] == key
    assert all(name not in {k.lower() for k in headers} for _, _, headers in other.asked) and other.asked
    other.answers["/hsl"] = b"<html>"
    assert key not in doctor(served)
    served.request("GET", TRIP + "/bikes", cookie=served.cookie)
    until(lambda: len(other.asked) > 1, 45)
    served.stop()
    log = (served.data / "log.txt").read_text()
    assert "a bike feed has a problem" in log and key not in log and "/hsl" not in log
    other.close()


def test_one_request_a_ttl_whoever_looks(served, feed):
    feed.publish([("a", 100, 3, 7), ("b", 200, 0, 10)], ttl=10)
    assert add(served, feed.url + "/gbfs.json").status == 303
    stop = time.monotonic() + 22

    def read():
        while time.monotonic() < stop:
            assert b"Station a" in served.request("GET", TRIP + "/bikes", cookie=served.cookie).body
            time.sleep(0.02)

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    times = [at for at, path, _ in feed.asked if path == "/station_status.json"]
    assert 2 <= len(times) <= 3 and all(later - earlier >= 9.9 for earlier, later in zip(times, times[1:])), times
    assert feed.count("/gbfs.json") == 1 and feed.count("/station_information.json") == 1


def test_an_open_page_hears_of_a_change_at_once(served, feed):
    feed.publish([("a", 100, 3, 7)], ttl=10)
    assert add(served, feed.url + "/gbfs.json").status == 303
    served.request("GET", TRIP + "/bikes", cookie=served.cookie)
    with served.connect(30) as line:
        line.sendall((f"GET {TRIP}/live?topics=bikes HTTP/1.1\r\nHost: x\r\nCookie: __Host-sotravel={served.cookie}\r\n\r\n").encode())
        feed.publish([("a", 100, 9, 1)], ttl=10)
        heard = b""
        while b'"s":[[1,9,null,1,' not in heard:
            part = line.recv(65536)
            assert part, heard
            heard += part
        at = time.monotonic()
    assert at - feed.asked[-1][0] < 1


def test_a_stop_waits_for_no_feed(served, feed):
    feed.publish([("a", 100, 3, 7)])
    assert add(served, feed.url + "/gbfs.json").status == 303
    with sqlite3.connect(served.data / "sotravel.sqlite") as database:
        assert database.execute("SELECT count(*) FROM bike_station").fetchone() == (1,)
    feed.answers["/station_status.json"] = drip
    served.request("GET", TRIP + "/bikes", cookie=served.cookie)
    until(lambda: feed.count("/station_status.json") >= 2, 15)
    before = time.monotonic()
    served.stop()
    assert time.monotonic() - before < 3.5


def test_the_demos_feed_has_what_its_page_shows(served):
    """`sotravel-dev simulate` publishes the fictional system."""
    port = free_port()
    process = subprocess.Popen([DEV, "simulate", "--data", served.data, "--url", served.url, "--bikes", str(port)], stdout=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}/gbfs.json"
        until(lambda: listens(port), 30)
        assert add(served, url).status == 303
        page = served.request("GET", TRIP + "/bikes?from=base", cookie=served.cookie).body.decode()
        assert "Lodge Larix" in page and "Not in use" in page and "Takes no bikes back now" in page
        text = doctor(served)
        assert "Valrosa Velo" in text and text.count("Left out") == 3
        assert urllib.parse.quote(url, safe=":/") in text
    finally:
        process.terminate()
        process.wait()
