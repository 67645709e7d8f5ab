"""Positions over a raw socket: most are answered on the connection's event loop, the others by the framework, and nobody
who sends them can tell which."""
import json
import re
import socket
import sqlite3
import struct
import time

import pytest

from conftest import Demo

HOST = "Host: trip.example\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("positions") / "data", members=4)
    server.cookie = server.host()
    yield server
    server.stop()


def traccar(at, **more):
    time_text = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
    return json.dumps({"location": {"timestamp": time_text, "coords": {"latitude": 46.41, "longitude": 9.23, "accuracy": 9}, **more}, "device_id": "1"})


def overland(*times):
    return json.dumps({"locations": [{
        "type": "Feature", "geometry": {"type": "Point", "coordinates": [9.23, 46.41]},
        "properties": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))}} for at in times]})


def post(token, body, headers="", kind="application/json"):
    return f"POST /t/{token} HTTP/1.1\r\n{HOST}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n{headers}\r\n{body}"


def read_answers(connection, count):
    """Status, headers and body of so many answers, in the order in which they came."""
    connection.settimeout(15)
    data, answers = b"", []
    while len(answers) < count:
        head, mark, rest = data.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.I)
        if mark and len(rest) >= int(length[1]):
            lines = head.decode().split("\r\n")
            fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}
            answers.append((int(lines[0].split()[1]), fields, rest[:int(length[1])].decode()))
            data = rest[int(length[1]):]
        elif part := connection.recv(65536):
            data += part
        else:
            raise AssertionError(f"the connection ended after {len(answers)} of {count} answers: {data[-200:]}")
    return answers


def stored(server, token):
    """Fixes of a tracker; whoever reads a way has what lies in the inbox put into the history."""
    assert server.request("GET", "/trips/valrosa/map/trails.json", cookie=server.cookie).status == 200
    return int(server.sql(f"SELECT coalesce(sum(length(r.fixes)), 0) / 67 FROM fix_run r JOIN tracker t ON t.id = r.tracker_id WHERE t.token = '{token}'")[0])


NOW = int(time.time())
MESSAGES = {
    "Traccar": lambda token, at: post(token, traccar(at)),
    "Traccar in the past": lambda token, at: post(token, traccar(at - 86400 * 30)),
    "Overland": lambda token, at: post(token, overland(at, at + 1)),
    "OsmAnd form": lambda token, at: post(token, f"lat=46.4&lon=9.2&timestamp={at}", kind="application/x-www-form-urlencoded"),
    "OsmAnd query": lambda token, at: f"GET /t/{token}?lat=46.4&lon=9.2&timestamp={at} HTTP/1.1\r\n{HOST}\r\n",
    "null island": lambda token, at: post(token, traccar(at).replace("46.41", "0").replace("9.23", "0")),
    "no JSON": lambda token, at: post(token, "{\"location\": nothing}"),
    "nothing": lambda token, at: post(token, ""),
    "unknown token": lambda token, at: post("x" * 22, traccar(at)),
    "longer address": lambda token, at: post(token + "/", traccar(at)),
    "in pieces": lambda token, at: (
        f"POST /t/{token} HTTP/1.1\r\n{HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        f"{len(traccar(at)):x}\r\n{traccar(at)}\r\n0\r\n\r\n"),
    "long": lambda token, at: post(token, traccar(at, extras={"note": "n" * 20_000})),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_either_way_answers_alike(server, name):
    token = server.tokens()[0]
    answers = []
    for number, more in enumerate(["", "Connection: close\r\n"]):
        message = MESSAGES[name](token, NOW - 5000 + number * 10 + 100 * list(MESSAGES).index(name))
        before = stored(server, token)
        connection = server.connect()
        connection.sendall(message.replace(HOST, HOST + more).encode())
        status, fields, body = read_answers(connection, 1)[0]
        connection.close()
        fields.pop("connection", None)
        assert re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", fields.pop("date"))
        answers.append((status, fields, body, stored(server, token) - before))
    assert answers[0] == answers[1]


def test_answers_keep_the_order_of_the_requests(server):
    token = server.tokens()[1]
    requests = [
        post(token, traccar(NOW - 3000)), f"GET /healthz HTTP/1.1\r\n{HOST}\r\n", post(token, traccar(NOW - 2999)),
        post(token, traccar(NOW - 2998)), post("x" * 22, traccar(NOW)), post(token, overland(NOW - 2997)),
        f"GET /no-such-page HTTP/1.1\r\n{HOST}\r\n", post(token, "{"), post(token, traccar(NOW - 2996)),
    ]
    wanted = [200, 200, 200, 200, 404, 200, 404, 422, 200]
    at_once = server.connect()
    at_once.sendall("".join(requests).encode())
    assert [answer[0] for answer in read_answers(at_once, len(wanted))] == wanted
    slowly = server.connect()
    text = "".join(requests).encode()
    for start in range(0, len(text), 97):
        slowly.sendall(text[start:start + 97])
        time.sleep(0.002)
    answers = read_answers(slowly, len(wanted))
    assert [answer[0] for answer in answers] == wanted
    assert "\"result\":\"ok\"" in answers[5][2]
    assert stored(server, token) == 5


def test_a_thousand_positions_in_one_write(server):
    token = server.tokens()[2]
    connection = server.connect()
    connection.sendall("".join(post(token, traccar(NOW - 9000 + number)) for number in range(1000)).encode())
    connection.shutdown(1)
    assert {answer[0] for answer in read_answers(connection, 1000)} == {200}
    assert stored(server, token) == 1000


def locked(server):
    """The database, held by another process: commits wait."""
    database = sqlite3.connect(server.data / "sotravel.sqlite", isolation_level=None)
    database.execute("BEGIN IMMEDIATE")
    return database


def test_what_is_being_stored_is_answered_before_the_server_stops(tmp_path):
    server = Demo(tmp_path / "data", members=2)
    token = server.tokens()[0]
    database = locked(server)
    connection, half_closed = server.connect(), server.connect()
    connection.sendall((post(token, traccar(NOW - 100)) + f"GET /healthz HTTP/1.1\r\n{HOST}\r\n").encode())
    half_closed.sendall(post(token, traccar(NOW - 99)).encode())
    half_closed.shutdown(1)
    time.sleep(0.3)
    server.process.terminate()
    time.sleep(0.3)
    database.execute("ROLLBACK")
    assert read_answers(connection, 1)[0][0] == 200
    assert read_answers(half_closed, 1)[0][0] == 200
    assert server.process.wait(10) == 0


def test_a_phone_that_is_gone_before_its_answer_is_on_the_map(server):
    token = server.tokens()[3]
    database = locked(server)
    connection = server.connect()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.sendall(post(token, traccar(NOW + 60).replace("46.41", "46.4777")).encode())
    time.sleep(0.3)
    connection.close()
    time.sleep(0.3)
    database.execute("ROLLBACK")
    end = time.monotonic() + 15
    while b"46.4777" not in server.request("GET", "/trips/valrosa/positions.json", cookie=server.cookie).body:
        assert time.monotonic() < end, "stored, but not on the map"
        time.sleep(0.05)


def test_what_could_not_be_stored_at_first_is_tried_again_in_its_turn(server):
    token = server.tokens()[3]
    before = stored(server, token)
    database = locked(server)
    connection = server.connect()
    connection.sendall((post(token, traccar(NOW - 100)) + f"GET /no-such-page HTTP/1.1\r\n{HOST}\r\n").encode())
    # Longer than SQLite waits for a lock.
    time.sleep(6)
    database.execute("ROLLBACK")
    assert [answer[0] for answer in read_answers(connection, 2)] == [200, 404]
    assert stored(server, token) == before + 1


def test_a_client_is_read_no_further_while_its_position_waits(server):
    token = server.tokens()[3]
    database = locked(server)
    connection = server.connect()
    connection.sendall(post(token, traccar(NOW - 90)).encode())
    connection.settimeout(0.5)
    flood, sent = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n".encode() * 2000, 0
    try:
        while sent < 64 << 20:
            sent += connection.send(flood)
    except TimeoutError:
        pass
    connection.close()
    database.execute("ROLLBACK")
    # What two sockets hold; the server itself keeps a few reads.
    assert sent < 16 << 20, sent
