"""Raw bytes against the built program: what no honest client sends, and clients that dawdle."""
import gzip
import re
import time

import pytest

HOST = "Host: trip.example\r\n"
OK = {200, 303, 304}


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else 0


def get(path="/healthz", headers=HOST, version="HTTP/1.1"):
    return f"GET {path} {version}\r\n{headers}Connection: close\r\n\r\n"


def post(headers, body="", path="/sign-in"):
    return f"POST {path} HTTP/1.1\r\n{HOST}{headers}\r\n{body}"


REFUSED = {
    "no host": get(headers=""),
    "two hosts": get(headers=HOST + HOST),
    "two different hosts": get(headers=HOST + "Host: evil.example\r\n"),
    "empty host": get(headers="Host: \r\n"),
    "host with a path": get(headers="Host: a/b\r\n"),
    "host with a user": get(headers="Host: a@b\r\n"),
    "host with a quote": get(headers='Host: a"b\r\n'),
    "host with a space": get(headers="Host: a b\r\n"),
    "host list": get(headers="Host: a, b\r\n"),
    "http/1.0 without host": get(headers="", version="HTTP/1.0"),
    "trace": f"TRACE / HTTP/1.1\r\n{HOST}\r\n",
    "connect": f"CONNECT a:1 HTTP/1.1\r\n{HOST}\r\n",
    "unknown method": f"BREW / HTTP/1.1\r\n{HOST}\r\n",
    "lower-case method": f"get / HTTP/1.1\r\n{HOST}\r\n",
    "http/2 preface": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "http/0.9": "GET /\r\n\r\n",
    "http/3.7": get(version="HTTP/3.7"),
    "no version": "GET /healthz\r\n\r\n",
    "junk": "\x00\x01\x02\x03\r\n\r\n",
    "tls hello": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "absolute form": get(path="http://evil.example/healthz"),
    "asterisk": get(path="*"),
    "path without a slash": get(path="healthz"),
    "nul in the path": get(path="/a\x00b"),
    "tab in the path": get(path="/a\tb"),
    "bytes in the path": get(path="/\x7f"),
    "long path": get(path="/" + "a" * 9000),
    "both framings": post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    "both framings, other order": post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
    "two lengths": post("Content-Length: 5\r\nContent-Length: 6\r\n", "12345"),
    "two equal lengths": post("Content-Length: 5\r\nContent-Length: 5\r\n", "12345"),
    "length list": post("Content-Length: 5, 5\r\n", "12345"),
    "negative length": post("Content-Length: -1\r\n"),
    "plus length": post("Content-Length: +5\r\n", "12345"),
    "hexadecimal length": post("Content-Length: 0x5\r\n", "12345"),
    "length with space inside": post("Content-Length: 1 2\r\n", "12345"),
    "empty length": post("Content-Length: \r\n"),
    "overflowing length": post("Content-Length: 18446744073709551617\r\n"),
    "huge length": post("Content-Length: 999999999999\r\n"),
    "chunked twice": post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
    "two encodings": post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    "gzip, chunked": post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
    "xchunked": post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
    "identity": post("Transfer-Encoding: identity\r\n"),
    "chunked with vertical tab": post("Transfer-Encoding: \x0bchunked\r\n", "0\r\n\r\n"),
    "chunked in http/1.0": f"POST /sign-in HTTP/1.0\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "space before the colon": f"POST /sign-in HTTP/1.1\r\n{HOST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "bad chunk size": post("Transfer-Encoding: chunked\r\n", "zz\r\n\r\n"),
    "negative chunk size": post("Transfer-Encoding: chunked\r\n", "-1\r\nx\r\n0\r\n\r\n"),
    "overflowing chunk size": post("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\nx"),
    "chunk without its end": post("Transfer-Encoding: chunked\r\n", "1\r\nxy\r\n0\r\n\r\n"),
    "folded header": f"GET /healthz HTTP/1.1\r\n{HOST}X-A: a\r\n b\r\n\r\n",
    "header without a colon": f"GET /healthz HTTP/1.1\r\n{HOST}nonsense\r\n\r\n",
    "header without a name": f"GET /healthz HTTP/1.1\r\n{HOST}: x\r\n\r\n",
    "nul in a header": get(headers=HOST + "X-A: a\x00b\r\n"),
    "bare return in a header": get(headers=HOST + "X-A: a\rb\r\n"),
    "space in a header name": get(headers=HOST + "X A: b\r\n"),
    "large header": get(headers=HOST + "X-A: " + "a" * 20_000 + "\r\n"),
    "large headers": get(headers=HOST + "".join(f"X-{n}: {'a' * 4000}\r\n" for n in range(12))),
    "many headers": get(headers=HOST + "".join(f"X-{n}: a\r\n" for n in range(200))),
    "strange expectation": post("Expect: a-miracle\r\nContent-Length: 0\r\n"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(demo, name):
    answer = demo.raw(REFUSED[name])
    # Refused with a status of its own, or cut off; never served, and never two answers for one request.
    assert status(answer) not in OK, answer[:300]
    assert status(answer) == 0 or 400 <= status(answer) < 600, answer[:300]
    assert answer.count(b"HTTP/1.1 ") <= 1, answer
    assert demo.request("GET", "/healthz").status == 200


def test_there_are_sixty_cases():
    assert len(REFUSED) >= 60


def test_security_headers_on_every_answer(demo):
    answers = {
        "page": get("/sign-in"), "redirect": get("/"), "not found": get("/nothing"), "asset": get("/assets/0/icon.svg"),
        "health": get(), "unsigned": post("Content-Length: 0\r\nConnection: close\r\nSec-Fetch-Site: cross-site\r\n"),
        "edge refusal": get(headers=""), "trace": f"TRACE / HTTP/1.1\r\n{HOST}\r\n", "parser refusal": "junk\r\n\r\n",
        "tracker": get("/t/unknown?lat=1"), "too large": post("Content-Length: 99999999\r\n"),
    }
    for name, request in answers.items():
        answer = demo.raw(request).lower()
        assert status(answer.upper()) > 0, name
        for header in [
            b"content-security-policy: default-src 'none'", b"strict-transport-security: max-age=63072000", b"x-content-type-options: nosniff",
            b"referrer-policy: same-origin", b"cross-origin-opener-policy: same-origin", b"cross-origin-resource-policy: same-origin",
            b"permissions-policy:", b"cache-control:",
        ]:
            assert header in answer, f"{name} lacks {header}"
        assert b"unsafe" not in answer and b"\r\nserver:" not in answer


def test_large_bodies_are_413_everywhere(demo):
    token = demo.tokens()[0]
    for path, size in [("/t/" + token, 2_200_000), ("/sign-in", 1_200_000), ("/t/" + token, 9_000_000), ("/sign-in", 9_000_000)]:
        declared = demo.raw(f"POST {path} HTTP/1.1\r\n{HOST}Sec-Fetch-Site: same-origin\r\nContent-Length: {size}\r\n\r\n" + "x" * min(size, 3_000_000))
        assert status(declared) == 413, declared[:200]
    chunk = "10000\r\n" + "x" * 65536 + "\r\n"
    chunked = demo.raw(f"POST /t/{token} HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n" + chunk * 40 + "0\r\n\r\n")
    assert status(chunked) == 413, chunked[:200]


def test_continue_is_answered(demo):
    with demo.connect() as connection:
        connection.sendall(post("Expect: 100-continue\r\nContent-Length: 3\r\nSec-Fetch-Site: same-origin\r\n").encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")
        connection.sendall(b"a=b")
        assert connection.recv(1000).startswith(b"HTTP/1.1 422 ")


def test_pipelined_requests_are_answered_in_order(demo):
    answer = demo.raw(f"GET /healthz HTTP/1.1\r\n{HOST}\r\n" * 5)
    assert answer.count(b"HTTP/1.1 200 OK") == 5


def test_tiles_from_memory_are_the_same_answers_as_drawn_ones(demo):
    cookie = demo.host()
    page = demo.request("GET", "/trips/valrosa/map?lat=46.43&lon=9.234&z=13&style=mountain", cookie=cookie).body.decode()
    tile = re.search(r'href="(/tiles/[^"]+)"', page).group(1)
    drawn = demo.request("GET", tile, cookie=cookie)
    assert drawn.status == 200 and drawn.body.startswith(b"<svg")
    packed = demo.request("GET", tile, headers={"Accept-Encoding": "gzip"}, cookie=cookie)
    assert packed.status == 200 and gzip.decompress(packed.body) == drawn.body
    ours = {"content-length", "content-encoding", "etag", "date", "server"}
    def common(answer):
        return {name.lower(): value for name, value in answer.getheaders() if name.lower() not in ours}
    assert common(packed) == common(drawn)
    again = demo.request("GET", tile, headers={"Accept-Encoding": "gzip", "If-None-Match": packed.getheader("ETag")}, cookie=cookie)
    assert again.status == 304 and again.body == b"" and again.getheader("Content-Length") in (None, "0")
    # Without a session, with a made-up one, and after signing out: nothing.
    for wrong in (None, "x" * 43):
        assert demo.request("GET", tile, headers={"Accept-Encoding": "gzip"}, cookie=wrong).status in (303, 401)
    # Between other requests on one connection, in order, and the last one closes it.
    head = f"{HOST}Cookie: __Host-sotravel={cookie}\r\nAccept-Encoding: gzip\r\n"
    mixed = f"GET {tile} HTTP/1.1\r\n{head}\r\n" + f"GET /healthz HTTP/1.1\r\n{head}\r\n" + f"GET {tile} HTTP/1.1\r\n{head}Connection: close\r\n\r\n"
    answer = demo.raw(mixed)
    assert answer.count(b"HTTP/1.1 200") == 3 and answer.count(packed.body) == 2
    assert answer.index(packed.body) < answer.index(b"ok\n") < answer.rindex(packed.body)
    assert demo.request("POST", "/sign-out", cookie=cookie).status == 303
    assert demo.request("GET", tile, headers={"Accept-Encoding": "gzip"}, cookie=cookie).status in (303, 401)


def test_pages_are_packed_for_who_takes_it(demo):
    cookie = demo.host()
    styles = re.search(r'href="(/assets/[^"]+css)"', demo.request("GET", "/sign-in").body.decode()).group(1)
    for path in ["/trips/valrosa/roster", "/trips/valrosa/events", "/trips/valrosa/my/map", "/trips/valrosa/positions.json", styles]:
        plain = demo.request("GET", path, cookie=cookie)
        packed = demo.request("GET", path, headers={"Accept-Encoding": "gzip, br"}, cookie=cookie)
        assert plain.getheader("Content-Encoding") is None, path
        if len(plain.body) < 1400:
            continue
        assert packed.getheader("Content-Encoding") == "gzip" and "Accept-Encoding" in packed.getheader("Vary"), path
        assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body) / 2, path
        if plain.getheader("ETag"):
            assert plain.getheader("ETag") != packed.getheader("ETag"), path
            again = demo.request("GET", path, headers={"Accept-Encoding": "gzip", "If-None-Match": packed.getheader("ETag")}, cookie=cookie)
            assert again.status == 304 and again.body == b""


def test_slow_clients_are_closed_within_30_seconds(demo):
    """An idle one, one that dribbles its head, one that dribbles its body, one that never reads: all at once."""
    started = time.monotonic()
    cases = {"idle": b"", "head": b"GET / HT", "body": post("Content-Length: 1000\r\nSec-Fetch-Site: same-origin\r\n", "a").encode(),
             "kept": f"GET /healthz HTTP/1.1\r\n{HOST}\r\n".encode()}
    open_ones = {}
    for name, first in cases.items():
        connection = demo.connect()
        connection.sendall(first)
        connection.setblocking(False)
        open_ones[name] = connection
    closed = {}
    while len(closed) < len(cases) and time.monotonic() - started < 32:
        for name, connection in open_ones.items():
            if name in closed:
                continue
            try:
                if connection.recv(4096) == b"":
                    closed[name] = time.monotonic() - started
                    continue
            except BlockingIOError:
                pass
            except OSError:
                closed[name] = time.monotonic() - started
                continue
            if name in ("head", "body"):
                try:
                    connection.send(b"x")
                except OSError:
                    closed[name] = time.monotonic() - started
        time.sleep(1)
    for connection in open_ones.values():
        connection.close()
    assert set(closed) == set(cases), f"still open: {set(cases) - set(closed)}"
    assert max(closed.values()) <= 31, closed
