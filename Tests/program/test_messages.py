"""Messages through bad connections: nothing lost, nothing doubled."""
import http.client
import random
import re
import socket
import threading
import urllib.parse
import uuid

import pytest

from conftest import MeasuredDemo

SENDS, CLIENTS, CUT = 10_000, 50, 0.05


class Cutter:
    """Passes one request and its answer on; every twentieth connection is cut, before or after the server has it."""

    def __init__(self, port):
        self.port, self.cuts = port, 0
        self.chance = random.Random(7)
        self.door = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.address = self.door.getsockname()[1]
        for _ in range(32):
            threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            with near:
                try:
                    self._pass_on(near)
                except OSError:
                    pass

    def _pass_on(self, near):
        near.settimeout(20)
        request = b""
        while b"\r\n\r\n" not in request:
            request += near.recv(65536)
        head, _, body = request.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        while len(body) < length:
            body += near.recv(65536)
        fate = self.chance.random() / CUT
        if fate < 0.33:
            self.cuts += 1
            return
        with socket.create_connection(("127.0.0.1", self.port)) as far:
            if fate < 0.66:
                self.cuts += 1
                far.sendall(request[: len(request) // 2] if fate < 0.5 else head + b"\r\n\r\n" + body)
                return
            far.sendall(head + b"\r\n\r\n" + body)
            if fate < 1:
                self.cuts += 1
                far.recv(1)
                return
            answer = b""
            while b"\r\n\r\n" not in answer:
                part = far.recv(65536)
                if not part:
                    return
                answer += part
            near.sendall(answer)

    def close(self):
        self.door.close()


@pytest.fixture
def own(tmp_path):
    server = MeasuredDemo(tmp_path / "data", "--without-limits")
    yield server
    server.stop()


def test_nothing_is_lost_or_doubled(own):
    cookies = [own.sign_in(f"{name}@sotravel.example", own.passwords[f"{name}@sotravel.example"]) for name in ("ada", "bruno", "host", "moderator")]
    path = f"/trips/valrosa/chat/{own.ids('trip', 'slug')['valrosa']}/messages"
    before = int(own.sql("SELECT count(*) FROM message")[0])
    cutter = Cutter(own.port)
    failures, retries, lock = [], [0], threading.Lock()

    def send(text, cookie, headers, wanted):
        client = str(uuid.uuid4())
        for _ in range(60):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", cutter.address, timeout=20)
                connection.request(
                    "POST", path, urllib.parse.urlencode({"client_id": client, "text": text}),
                    {"Cookie": "__Host-sotravel=" + cookie, "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", **headers})
                status = connection.getresponse().status
                connection.close()
                if status == wanted:
                    return
                with lock:
                    failures.append((text, status))
                return
            except (OSError, http.client.HTTPException):
                with lock:
                    retries[0] += 1
        with lock:
            failures.append((text, "never"))

    def work(number):
        for index in range(SENDS // CLIENTS):
            # As scripts send, answered before the framework, and as forms do.
            send(f"line {number}-{index}", cookies[number % len(cookies)], *(({"Accept": "application/json"}, 200) if number % 2 else ({}, 303)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cutter.close()
    assert not failures, failures[:5]
    assert cutter.cuts > SENDS * CUT * 0.8 and retries[0] > SENDS * CUT * 0.8
    rows = own.sql("SELECT text FROM message WHERE text LIKE 'line %' ORDER BY number")
    assert len(rows) == SENDS and len(set(rows)) == SENDS
    assert int(own.sql("SELECT count(*) FROM message")[0]) == before + SENDS
    # What one client sent one after the other stands in that order.
    for number in range(CLIENTS):
        mine = [row for row in rows if row.startswith(f"line {number}-")]
        assert mine == [f"line {number}-{index}" for index in range(SENDS // CLIENTS)]


def test_what_was_acknowledged_survives_a_kill(own):
    cookie = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    path = f"/trips/valrosa/chat/{own.ids('trip', 'slug')['valrosa']}/messages"
    for round_ in range(5):
        acknowledged = []
        for index in range(40):
            text = f"round {round_} line {index}"
            assert own.request("POST", path, {"client_id": str(uuid.uuid4()), "text": text}, cookie=cookie).status == 303
            acknowledged.append(text)
        own.kill()
        own.start()
        kept = set(own.sql(f"SELECT text FROM message WHERE text LIKE 'round {round_} %'"))
        assert kept == set(acknowledged)


def test_a_stream_that_resumes_repeats_no_words(own):
    """What was said may be removed by then: the reader is told to ask anew, and gets nothing that was said meanwhile."""
    ada, bruno = (own.sign_in(f"{name}@sotravel.example", own.passwords[f"{name}@sotravel.example"]) for name in ("ada", "bruno"))
    path = f"/trips/valrosa/chat/{own.ids('trip', 'slug')['valrosa']}/messages"

    def say(text):
        assert own.request("POST", path, {"client_id": str(uuid.uuid4()), "text": text}, cookie=bruno).status == 303

    def listen(until, last=""):
        with own.connect() as stream:
            stream.sendall(
                f"GET /trips/valrosa/live?topics=friends,chat&last={last} HTTP/1.1\r\nHost: x\r\nCookie: __Host-sotravel={ada}\r\n\r\n".encode())
            received = b""
            if not last:
                while b"retry" not in received:
                    received += stream.recv(65536)
                say("heard live")
            while until not in received:
                received += stream.recv(65536)
            return received

    heard = listen(b"heard live")
    last = heard.split(b"id: ")[-1].split(b"\n")[0].decode()
    say("said meanwhile")
    resumed = listen(b"reread", last)
    assert b"said meanwhile" not in resumed and b"event: standing" in resumed


def both_ways(own, form, cookie=None, **headers):
    """What a message is answered before the framework, and by it: a body in chunks is nothing for the fast path."""
    path = f"/trips/valrosa/chat/{own.ids('trip', 'slug')['valrosa']}/messages"
    body = urllib.parse.urlencode(form).encode()
    head = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
            **({"Cookie": "__Host-sotravel=" + cookie} if cookie else {}), **{name.replace("_", "-"): value for name, value in headers.items()}}
    found = []
    for chunked in (False, True):
        connection = http.client.HTTPConnection("127.0.0.1", own.port, timeout=20)
        connection.request("POST", path, iter([body]) if chunked else body, head, encode_chunked=chunked)
        answer = connection.getresponse()
        fields = sorted((name.lower(), value) for name, value in answer.getheaders() if name.lower() not in ("date", "content-length"))
        found.append((answer.status, fields, re.sub(rb"m?\d+|2026-[\d:.TZ-]+", b"#", answer.read())))
        connection.close()
    return found


def test_the_quick_way_answers_as_the_usual_one(demo):
    """Whoever may not, whatever is no plain message, and what a script gets back."""
    ada, traveller = demo.sign_in("ada@sotravel.example", demo.passwords["ada@sotravel.example"]), demo.host()
    before = int(demo.sql("SELECT count(*) FROM message")[0])
    new = lambda **more: {"client_id": str(uuid.uuid4()), "text": "Who is up early?", **more}  # noqa: E731
    cases = {
        "nobody": (new(), None, {}, 401), "another site": (new(), ada, {"Sec_Fetch_Site": "cross-site"}, 403),
        "nothing": (new(text=" "), ada, {}, 422), "too long": (new(text="x" * 5000), ada, {}, 422),
        "a retry": (new(), ada, {}, 200), "packed": (new(text="<&" * 900), traveller, {"Accept_Encoding": "gzip"}, 200),
        "an answer": (new(reply_to=demo.sql("SELECT min(number) FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE c.kind = 'trip'")[0]), ada, {}, 200),
        "a name": (new(text="@Bruno Example, are you up?"), ada, {}, 200), "a call": (new(text="Help, I broke my leg"), ada, {}, 200),
    }
    for name, (form, cookie, headers, status) in cases.items():
        quick, usual = both_ways(demo, form, cookie, **headers)
        assert quick == usual, name
        assert quick[0] == status, (name, quick)
    assert int(demo.sql("SELECT count(*) FROM message")[0]) == before + 5, "each once, though both ways sent it"
    assert int(demo.sql("SELECT count(*) FROM report r JOIN moderation_case c ON c.id = r.case_id WHERE c.snapshot LIKE 'Help, I broke%'")[0]) == 1


def test_what_follows_a_quick_message_on_the_connection_waits_for_it(demo):
    ada, trip = demo.sign_in("ada@sotravel.example", demo.passwords["ada@sotravel.example"]), demo.ids("trip", "slug")["valrosa"]
    bodies = [f"client_id={uuid.uuid4()}&text={text}" for text in ("first", "@Bruno+Example+second", "third")]
    head = f"Host: x\r\nAccept: application/json\r\nSec-Fetch-Site: same-origin\r\nCookie: __Host-sotravel={ada}\r\n"
    with demo.connect() as line:
        line.sendall("".join(
            f"POST /trips/valrosa/chat/{trip}/messages HTTP/1.1\r\n{head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
            for body in bodies).encode() + f"GET /healthz HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode())
        text = b"".join(iter(lambda: line.recv(65536), b"")).decode()
    assert text.count("HTTP/1.1 200") == 4
    places = [text.index(word) for word in ("first", "second", "third")]
    assert places == sorted(places)
