"""Raw bytes against the built program: what no honest client sends, and clients that dawdle."""
import ctypes
import gzip
import re
import time

import pytest

from conftest import Demo

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
    "absolute form with a user": get(path="http://a@b.example/healthz"),
    "absolute form of nowhere": get(path="http:///healthz"),
    "absolute form of another kind": get(path="ftp://trip.example/healthz"),
    "absolute form without host": get(path="http://trip.example/healthz", headers=""),
    "asterisk": get(path="*"),
    "two spaces before the target": f"GET  /healthz HTTP/1.1\r\n{HOST}\r\n",
    "two spaces before the version": f"GET /healthz  HTTP/1.1\r\n{HOST}\r\n",
    "space at the end of the line": f"GET /healthz HTTP/1.1 \r\n{HOST}\r\n",
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


def test_an_absolute_target_takes_the_place_of_host(demo):
    """RFC 9112 §3.2.2: the personal link's address shows which of the two counted."""
    for target in ("http://other.example/healthz", "HTTPS://other.example:444/healthz?a=b"):
        assert demo.raw(get(path=target)).startswith(b"HTTP/1.1 200"), target
    # A form without Sec-Fetch-Site comes from this host or from none: from the one in the target.
    form = "Content-Length: 3\r\nConnection: close\r\nOrigin: http://{}\r\n"
    for origin, expected in (("other.example", 422), ("trip.example", 403)):
        answer = demo.raw(post(form.format(origin), "a=b", path="http://other.example/sign-in"))
        assert status(answer) == expected, answer[:200]
    assert status(demo.raw(get(path="http://trip.example"))) == 303


def test_what_an_address_takes_is_said(demo):
    def ask(method, path):
        answer = demo.raw(f"{method} {path} HTTP/1.1\r\n{HOST}Sec-Fetch-Site: same-origin\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        return status(answer), (re.findall(rb"(?i)\r\nallow: ([^\r]*)", answer) or [None])[0]

    everything, reading, writing = b"GET, HEAD, POST, OPTIONS", b"GET, HEAD, OPTIONS", b"POST, OPTIONS"
    assert ask("OPTIONS", "*") == (204, everything)
    assert ask("OPTIONS", "/sign-in") == (204, everything)
    assert ask("OPTIONS", "/healthz") == (204, reading)
    assert ask("DELETE", "/healthz") == (405, reading)
    assert ask("POST", "/healthz") == (405, reading)
    assert ask("GET", "/sign-out") == (405, writing)
    assert ask("PUT", "/trips/valrosa/roster") == (405, reading)
    assert ask("PATCH", "/assets/0/a/b/c.js") == (405, reading)
    assert ask("TRACE", "/") == (405, everything)
    assert ask("CONNECT", "a:1")[0] == 405
    assert ask("DELETE", "/nothing/of/the/kind") == (404, None)


def test_http_1_0_closes(demo):
    """Also if it asks to stay, and with an answer that has no chunks."""
    with demo.connect() as connection:
        connection.sendall(f"GET /sign-in HTTP/1.0\r\n{HOST}Connection: keep-alive\r\n\r\n".encode())
        connection.settimeout(5)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert status(answer) == 200 and b"</html>" in answer
    assert b"connection: close" in answer.lower() and b"transfer-encoding" not in answer.lower()
    twice = demo.raw(f"GET /healthz HTTP/1.0\r\n{HOST}\r\n" * 2)
    assert twice.count(b"HTTP/1.0 200") == 1 and twice.count(b"HTTP/") == 1


def broken_bodies():
    """Chunks that are none, with and without a request before that is still being answered."""
    head = f"POST /sign-in HTTP/1.1\r\n{HOST}Sec-Fetch-Site: same-origin\r\nTransfer-Encoding: chunked\r\n\r\n"
    return [head + body for body in ("zz\r\n\r\n", "-1\r\nx\r\n0\r\n\r\n", "fffffffffffffffff\r\nx", "1\r\nxy\r\n0\r\n\r\n")]


def test_malformed_chunks_are_400_without_an_error_in_the_log(tmp_path):
    server = Demo(tmp_path / "data", members=4)
    token = server.tokens()[0]
    for body in broken_bodies():
        answer = server.raw(body)
        assert status(answer) == 400 and answer.count(b"HTTP/1.1") == 1, answer
        answer = server.raw(body.replace("/sign-in", "/t/" + token))
        assert status(answer) == 400 and answer.count(b"HTTP/1.1") == 1, answer
    server.stop()
    assert b" error " not in (server.data / "log.txt").read_bytes()


def test_a_refusal_waits_its_turn(demo):
    """Behind answers that are still being made: a tracker's is stored on the disk first, a page comes from the framework."""
    token = demo.tokens()[0]
    fix = '{"location":{"timestamp":"2026-01-02T03:04:05Z","coords":{"latitude":46.4,"longitude":9.2}},"device_id":"1"}'
    position = f"POST /t/{token} HTTP/1.1\r\n{HOST}Content-Type: application/json\r\nContent-Length: {len(fix)}\r\n\r\n{fix}"
    page = f"GET /sign-in HTTP/1.1\r\n{HOST}\r\n"
    bad = {"junk": "junk\r\n\r\n", "no host": "GET / HTTP/1.1\r\n\r\n", "spaces": f"GET  / HTTP/1.1\r\n{HOST}\r\n",
           "chunks": broken_bodies()[0], "trace": f"TRACE / HTTP/1.1\r\n{HOST}\r\n", "length": post("Content-Length: 99999999\r\n")}
    for name, last in bad.items():
        for first in (position, page, page + position, position + page, page * 3):
            answer = demo.raw(first + last)
            codes = [int(code) for code in re.findall(rb"HTTP/1\.1 (\d+) ", answer)]
            count = first.count("HTTP/1.1")
            assert codes[:-1] == [200] * count and codes[-1] in (400, 405, 413), (name, codes, answer[-300:])
            assert answer.count(b"</html>") == first.count("/sign-in"), name


def test_leave_to_send_a_body_waits_its_turn(demo):
    """Between two answers, never inside the first."""
    page = f"GET /sign-in HTTP/1.1\r\n{HOST}\r\n"
    with demo.connect() as connection:
        connection.sendall((page * 3 + post("Expect: 100-continue\r\nContent-Length: 3\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n")).encode())
        connection.settimeout(5)
        answer = b""
        while b"HTTP/1.1 100 " not in answer:
            answer += connection.recv(65536)
        connection.sendall(b"a=b")
        while part := connection.recv(65536):
            answer += part
    assert [int(code) for code in re.findall(rb"HTTP/1\.1 (\d+) ", answer)] == [200, 200, 200, 100, 422]
    assert answer.index(b"HTTP/1.1 100 ") > answer[:answer.index(b"HTTP/1.1 422")].rindex(b"</html>")


def test_a_form_over_its_limit_is_refused_before_it_is_sent(demo):
    """By its length: not a byte of it has come."""
    cookie = demo.host()
    session = f"Cookie: __Host-sotravel={cookie}\r\n"
    for path, length, who in [("/sign-in", 17_000, ""), ("/trips/valrosa/members/new", 1_100_000, session), ("/my/photo", 8_300_000, session),
                              ("/t/" + demo.tokens()[0], 2_200_000, "")]:
        with demo.connect() as connection:
            connection.settimeout(5)
            connection.sendall(post(f"{who}Sec-Fetch-Site: same-origin\r\nContent-Length: {length}\r\n", path=path).encode())
            answer = connection.recv(4096)
            assert status(answer) in ((413, 404) if "photo" in path else (413,)), (path, answer[:200])


def test_security_headers_on_every_answer(demo):
    answers = {
        "page": get("/sign-in"), "redirect": get("/"), "not found": get("/nothing"), "no asset": get("/assets/0/nothing.svg"),
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


def test_what_pages_are_made_of_has_few_headers(demo):
    """Dozens of them come with a page: what holds for documents alone would weigh more than a face."""
    style, script = (re.search(rf'"(/assets/[^"]+\.{kind})"', demo.request("GET", "/sign-in").body.decode())[1] for kind in ("css", "js"))
    tile = re.search(r'"(/tiles/[^"]+)"', demo.request("GET", "/trips/valrosa/map", cookie=demo.host()).body.decode())[1]
    cookie = f"Cookie: __Host-sotravel={demo.host()}\r\nAccept-Encoding: gzip\r\n"
    nothing, ours = b"content-security-policy: default-src 'none'\r\n", b"content-security-policy: default-src 'self'\r\n"
    # The second time a tile is in memory and takes the fast path: both say the same.
    for name, path, policy in [("icon", "/assets/0/icon.svg", nothing), ("style", style, nothing), ("script", script, ours),
                               ("tile", tile, nothing), ("tile again", tile, nothing), ("json", "/trips/valrosa/map/help.json", nothing)]:
        answer = demo.raw(get(path, HOST + cookie))
        assert status(answer) == 200, name
        head = answer.split(b"\r\n\r\n")[0].lower() + b"\r\n"
        for header in [policy, b"x-content-type-options: nosniff\r\n", b"cross-origin-resource-policy: same-origin\r\n", b"cache-control:"]:
            assert header in head, f"{name} lacks {header}: {head}"
        assert len(head) < 450, f"{name}: {len(head)}"

def test_large_bodies_are_413_everywhere(demo):
    token = demo.tokens()[0]
    for path, size in [("/t/" + token, 2_200_000), ("/sign-in", 1_200_000), ("/t/" + token, 9_000_000), ("/sign-in", 9_000_000)]:
        declared = demo.raw(f"POST {path} HTTP/1.1\r\n{HOST}Sec-Fetch-Site: same-origin\r\nContent-Length: {size}\r\n\r\n" + "x" * min(size, 3_000_000))
        assert status(declared) == 413, declared[:200]
    chunk = "10000\r\n" + "x" * 65536 + "\r\n"
    chunked = demo.raw(f"POST /t/{token} HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n" + chunk * 40 + "0\r\n\r\n")
    assert status(chunked) == 413, chunked[:200]


def test_map_data_is_read_from_admins_alone(demo):
    """Not a byte of it has come from whoever has no session of an admin; without a length it ends where any body ends."""
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    for cookie in ["x=y", "__Host-sotravel=guessed", f"__Host-sotravel={demo.host()}"]:
        head = f"Cookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=B\r\n"
        with demo.connect() as connection:
            connection.settimeout(5)
            connection.sendall(post(head + "Content-Length: 2000000000\r\n", path="/map-data/import").encode())
            answer = connection.recv(4096)
            assert status(answer) == 413, (cookie, answer[:200])
        with demo.connect() as connection:
            connection.settimeout(5)
            connection.sendall(post(head + "Transfer-Encoding: chunked\r\n", path="/map-data/import").encode())
            sent = 0
            try:
                while sent < 64 << 20:
                    connection.sendall(chunk)
                    sent += 65536
            except OSError:
                pass
            assert sent < 32 << 20, (cookie, sent)


def test_a_form_of_photos_says_on_a_page_what_is_too_much(demo):
    """Before a byte of it has come; what comes all the same is read no further than any such form."""
    for length in (70_000_000, 900_000_000_000):
        head = (f"Cookie: __Host-sotravel={demo.host()}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=B\r\n"
                f"Accept: text/html\r\nReferer: http://trip.example/trips/valrosa/announcements/new\r\nContent-Length: {length}\r\n")
        answer = demo.raw(post(head, path="/trips/valrosa/announcements/new"))
        assert status(answer) == 413 and b"at most 64 MB" in answer and answer.rstrip().endswith(b"</html>"), answer[:300]
    with demo.connect() as connection:
        connection.settimeout(5)
        connection.sendall(post(head, path="/trips/valrosa/announcements/new").encode())
        sent = 0
        try:
            while sent < 200 << 20:
                connection.sendall(b"x" * 65536)
                sent += 65536
        except OSError:
            pass
        assert sent < 100 << 20, sent


def test_photos_are_read_from_whoever_is_signed_in_alone(demo):
    """A cookie that looks like one is nobody's session: the ordinary limit holds, by the length and without one."""
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    for path in ["/trips/valrosa/my/photo", "/trips/valrosa/chat/1/messages"]:
        for cookie, limit in [("x=y", 8 << 20), ("__Host-sotravel=guessed", 8 << 20), (f"__Host-sotravel={demo.host()}", 64 << 20)]:
            head = f"Cookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=B\r\n"
            with demo.connect() as connection:
                connection.settimeout(5)
                connection.sendall(post(head + f"Content-Length: {limit + 1}\r\n", path=path).encode())
                assert status(connection.recv(4096)) == 413, (path, cookie)
            if limit == 64 << 20:
                continue
            with demo.connect() as connection:
                connection.settimeout(5)
                connection.sendall(post(head + "Transfer-Encoding: chunked\r\n", path=path).encode())
                sent = 0
                try:
                    while sent < 40 << 20:
                        connection.sendall(chunk)
                        sent += 65536
                except OSError:
                    pass
                assert sent < 32 << 20, (path, cookie, sent)


def test_a_large_photo_of_whoever_is_signed_in_comes_through_the_edge(demo):
    """More than any other form: the route itself says what is too much."""
    with demo.connect() as connection:
        connection.settimeout(10)
        head = f"Cookie: __Host-sotravel={demo.host()}\r\nSec-Fetch-Site: same-origin\r\nExpect: 100-continue\r\n"
        head += f"Content-Type: multipart/form-data; boundary=B\r\nContent-Length: {9 << 20}\r\n"
        connection.sendall(post(head, path="/trips/valrosa/chat/1/messages").encode())
        assert status(connection.recv(4096)) == 100


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


def test_a_tile_is_the_same_however_it_is_asked_for(demo):
    """Read before the parser, by the parser, in pieces, after others: what a client gets does not tell which."""
    cookie = demo.host()
    page = demo.request("GET", "/trips/valrosa/map?lat=46.43&lon=9.234&z=13&style=mountain", cookie=cookie).body.decode()
    tile = re.search(r'href="(/tiles/[^"]+)"', page).group(1)
    packed = demo.request("GET", tile, headers={"Accept-Encoding": "gzip"}, cookie=cookie).body
    line, session, gzips = f"GET {tile} HTTP/1.1\r\n", f"Cookie: a=b; __Host-sotravel={cookie}\r\n", "Accept-Encoding: br, gzip\r\n"
    plain = f"{line}{HOST}{session}{gzips}"
    last = "GET /healthz HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"
    forms = [
        plain + "\r\n",
        plain + "Connection: keep-alive\r\n\r\n",
        plain + "connection: Keep-Alive\r\nuser-agent:\tx\r\n\r\n",
        plain + "Content-Length: 0\r\n\r\n",
        plain + "Content-Length: 5\r\n\r\nhello",
        plain + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        f"\r\n{plain}\r\n",
        plain.replace(tile, tile + "?") + "\r\n",
        plain.replace(tile, f"http://trip.example{tile}") + "\r\n",
    ]
    for form in forms:
        for pieces in (1, 2, 7):
            with demo.connect() as connection:
                whole = form.encode()
                step = -(-len(whole) // pieces)
                for start in range(0, len(whole), step):
                    connection.sendall(whole[start : start + step])
                    if pieces > 1:
                        time.sleep(0.02)
                connection.sendall(last.encode())
                answer = b""
                while chunk := connection.recv(65536):
                    answer += chunk
            assert answer.count(b"HTTP/1.1 200 OK\r\n") == 2, (form, pieces, answer[:200])
            assert answer.count(packed) == 1 and answer.index(packed) < answer.index(b"ok\n"), (form, pieces)
    # What is wrong stays wrong.
    for wrong in [plain + HOST + "\r\n", plain + "A : b\r\n\r\n", plain.replace("GET ", "GET  ") + "\r\n", f"{line}{session}{gzips}\r\n"]:
        assert demo.raw(wrong).startswith(b"HTTP/1.1 400 "), wrong
    # No session, one that is not, two cookies of that name: the first counts.
    for cookies in ["", "Cookie: __Host-sotravel=\r\n", f"Cookie: __Host-sotravel={'x' * 43}; __Host-sotravel={cookie}\r\n"]:
        answer = demo.raw(f"{line}{HOST}{cookies}{gzips}\r\n")
        assert answer[:12] in (b"HTTP/1.1 303", b"HTTP/1.1 401"), cookies


def test_pages_are_packed_for_who_takes_it(demo):
    cookie = demo.host()
    for path in ["/trips/valrosa/roster", "/trips/valrosa/events", "/trips/valrosa/my/map", "/trips/valrosa/positions.json"]:
        plain = demo.request("GET", path, cookie=cookie)
        packed = demo.request("GET", path, headers={"Accept-Encoding": "gzip, br"}, cookie=cookie)
        assert plain.getheader("Content-Encoding") is None, path
        if len(plain.body) < 1400:
            continue
        assert packed.getheader("Content-Encoding") == "gzip" and "Accept-Encoding" in packed.getheader("Vary"), path
        # A time on the page may have changed in between, and so may the event from which its stream goes on.
        text = lambda page: re.sub(rb'data-last-event-id="[^"]*"', b"", page)
        if text(gzip.decompress(packed.body)) != text(plain.body):
            plain = demo.request("GET", path, cookie=cookie)
        assert text(gzip.decompress(packed.body)) == text(plain.body) and len(packed.body) < len(plain.body) / 2, path
        if plain.getheader("ETag"):
            assert plain.getheader("ETag") != packed.getheader("ETag"), path
            again = demo.request("GET", path, headers={"Accept-Encoding": "gzip", "If-None-Match": packed.getheader("ETag")}, cookie=cookie)
            assert again.status == 304 and again.body == b""


def unpacked(packed, size):
    """Of brotli, which Python has not."""
    (library, count), text = (ctypes.CDLL("libbrotlidec.so.1"), ctypes.c_size_t(size)), ctypes.create_string_buffer(size)
    assert library.BrotliDecoderDecompress(ctypes.c_size_t(len(packed)), packed, ctypes.byref(count), text) == 1
    return text.raw[:count.value]


def test_styles_and_scripts_are_packed_as_small_as_who_takes_them_can_unpack(demo):
    page = demo.request("GET", "/trips/valrosa", cookie=demo.host()).body.decode()
    files = sorted(set(re.findall(r'="(/assets/[^"]+\.(?:css|js|svg))"', page)))
    assert len(files) > 4 and all(any(name.endswith(ending) for name in files) for ending in (".css", ".js", ".svg"))
    for path in files:
        plain, gzipped, small = (demo.request("GET", path, headers=headers) for headers in [
            {}, {"Accept-Encoding": "gzip, br;q=0"}, {"Accept-Encoding": "gzip, deflate, br;q=0.9, zstd"}])
        assert plain.getheader("Content-Encoding") is None and gzipped.getheader("Content-Encoding") == "gzip", path
        assert small.getheader("Content-Encoding") == "br" and small.getheader("Vary") == "Accept-Encoding", path
        assert gzip.decompress(gzipped.body) == plain.body == unpacked(small.body, len(plain.body) + 1), path
        assert len(small.body) < len(gzipped.body) < len(plain.body), path
        assert "immutable" in small.getheader("Cache-Control")


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
