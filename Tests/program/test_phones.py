"""What a phone says of itself beside its position: kept, shown to whoever may see it, and there again after a crash."""
import json
import sqlite3
import struct
import time

import pytest

from conftest import Demo

TRIP = "/trips/valrosa"
PLACE = {"latitude": 46.41, "longitude": 9.23}


@pytest.fixture(scope="module")
def now():
    """When this file's first test begins: what is a minute old must not be ten because other files came first."""
    return int(time.time())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("phones") / "data", members=6)
    server.cookie = server.host()
    yield server
    server.stop()


def iso(at):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def traccar(at, charging, moving):
    return json.dumps({"location": {
        "timestamp": iso(at), "coords": {**PLACE, "accuracy": 9}, "is_moving": moving, "event": "motionchange",
        "battery": {"level": 0.62, "is_charging": charging}}, "device_id": "1"})


def own_tracks(at, charging, moving):
    return json.dumps({
        "_type": "location", "tid": "x", "lat": 46.41, "lon": 9.23, "tst": at, "batt": 62, "bs": 2 if charging else 1, "t": "u",
        "motionactivities": ["walking" if moving else "stationary"]})


def overland(at, charging, moving):
    return json.dumps({"locations": [{
        "type": "Feature", "geometry": {"type": "Point", "coordinates": [9.23, 46.41]}, "properties": {
            "timestamp": iso(at), "battery_level": 0.62, "battery_state": "charging" if charging else "unplugged",
            "motion": ["walking"] if moving else ["stationary"]}}]})


def query(at, charging, moving):
    return f"?lat=46.41&lon=9.23&timestamp={at}&batt=62&charge={str(charging).lower()}&motion={str(moving).lower()}"


def gps_logger(at, charging, moving):
    return f"?lat=46.41&lon=9.23&time={iso(at)}&batt=62&ischarging={str(charging).lower()}&motion={int(moving)}"


APPS = {"Traccar": traccar, "OwnTracks": own_tracks, "Overland": overland, "query": query, "GPSLogger": gps_logger}


def send(server, token, text):
    path = f"/t/{token}" + (text if text.startswith("?") else "")
    body = None if text.startswith("?") else text
    answer = server.request("GET" if body is None else "POST", path, body, {"Content-Type": "application/json"} if body else None)
    assert answer.status == 200, answer.body


def entry(server, member):
    found = json.loads(server.request("GET", f"{TRIP}/positions.json", cookie=server.cookie).body)["p"]
    return next((position for position in found if position[0] == member), None)


def page(server, path):
    answer = server.request("GET", TRIP + path, cookie=server.cookie)
    assert answer.status == 200
    return answer.body.decode()


def owner(server, token):
    return server.member_of(token)[0]


@pytest.mark.parametrize("app", APPS)
def test_charging_and_moving_are_kept_and_shown_for_every_app(server, app, now):
    number = list(APPS).index(app)
    token = server.tokens()[0]
    member, at = owner(server, token), now - 60 + number * 6
    send(server, token, APPS[app](at, True, True))
    assert entry(server, member)[10:] == [True, 0]
    for path in ("/roster", f"/members/{member}"):
        text = page(server, path)
        assert "62 %, charging" in text and "moving" in text, path
    send(server, token, APPS[app](at + 1, False, False))
    send(server, token, APPS[app](at + 4, False, False))
    assert entry(server, member)[10:] == [False, (at + 1) * 1000]
    text = page(server, f"/members/{member}")
    assert "62 % · still since " in text and "charging" not in text.split("62 %")[1][:60]


def test_what_is_not_said_is_not_shown(server, now):
    token = server.tokens()[1]
    member = owner(server, token)
    send(server, token, f"?lat=46.41&lon=9.23&timestamp={now}")
    assert entry(server, member)[5] is None and entry(server, member)[10:] == [None, None]
    assert "<p>Phone:" not in page(server, f"/members/{member}")


def test_it_is_there_again_after_a_crash_with_how_long_the_phone_is_still(server, now):
    token = server.tokens()[2]
    member = owner(server, token)
    # Far more than a row of the history holds, the first still after a walk.
    send(server, token, traccar(now - 3000, False, True))
    for step in range(150):
        send(server, token, traccar(now - 2000 + step * 10, True, False))
    wanted = [True, (now - 2000) * 1000]
    assert entry(server, member)[10:] == wanted
    server.kill()
    server.start()
    assert entry(server, member)[10:] == wanted


def test_who_goes_on_elsewhere_is_not_still_since_before(server, now):
    token = server.tokens()[3]
    member = owner(server, token)
    send(server, token, own_tracks(now - 500, False, False))
    send(server, token, own_tracks(now - 100, False, False).replace("46.41", "46.45"))
    assert entry(server, member)[11] == (now - 100) * 1000


def test_positions_of_before_say_nothing(server, now):
    """As a version before wrote them: the format alone in its byte, the battery in two."""
    token = server.tokens()[4]
    member = owner(server, token)
    old = struct.pack("<qqBh6d", (now - 5) * 1_000_000, now * 1_000_000, 1, -1, 46.41, 9.23, *[float("nan")] * 4)
    assert len(old) == 67
    server.kill()
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        tracker = database.execute("SELECT id FROM tracker WHERE token = ?", (token,)).fetchone()[0]
        # In the inbox both halves of an id are little-endian.
        database.execute("INSERT INTO fix_inbox (fixes) VALUES (?)", (tracker[7::-1] + tracker[:7:-1] + old,))
    server.start()
    assert entry(server, member)[1:3] == [46.41, 9.23]
    assert entry(server, member)[5] is None and entry(server, member)[10:] == [None, None]


def test_tracks_carry_it_in_every_format(server, now):
    token = server.tokens()[5]
    member = owner(server, token)
    send(server, token, traccar(now - 200, True, True))
    send(server, token, traccar(now - 190, False, False))
    send(server, token, f"?lat=46.41&lon=9.23&timestamp={now - 180}")
    file = lambda kind: page(server, f"/members/{member}/track.{kind}")
    assert "<phone:battery>62</phone:battery><phone:charging>true</phone:charging><phone:moving>true</phone:moving>" in file("gpx")
    assert ",62,true,true\r\n" in file("csv") and file("csv").endswith(",,,\r\n")
    properties = json.loads(file("geojson"))["features"][0]["properties"]
    assert properties["charging"][-1][-3:] == [True, False, None] and properties["moving"][-1][-3:] == [True, False, None]
    assert "<gx:value>true</gx:value><gx:value>false</gx:value><gx:value></gx:value></gx:SimpleArrayData>" in file("kml")
