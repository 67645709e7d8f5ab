"""The hand-made pages that the bench measures against: they are cut out of the real ones, and hold as much."""
import contextlib
import re
import subprocess
import time
import urllib.request

import pytest

from conftest import PROGRAM, free_port


@contextlib.contextmanager
def peer(*arguments):
    port = free_port()
    process = subprocess.Popen([PROGRAM, "bench", *map(str, arguments), "--port", str(port)])
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()


def fetch(url, cookie):
    for _ in range(100):
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(urllib.request.Request(url, headers={"Cookie": "__Host-sotravel=" + cookie})).read()
        time.sleep(0.1)
    raise AssertionError("nothing answers at " + url)


@pytest.mark.parametrize("name", ["roster", "event"])
def test_a_peer_answers_with_as_much_as_the_real_page(demo, tmp_path, name):
    cookie, event = demo.host(), demo.ids("event", "title")["Fondue evening"]
    address = "/trips/valrosa/roster" if name == "roster" else f"/trips/valrosa/events/{event}"
    page = demo.request("GET", address, cookie=cookie).body
    (tmp_path / "page.html").write_bytes(page)
    more = [] if name == "roster" else ["--event", event]
    with peer(name, "--data", demo.data, "--like", tmp_path / "page.html", *more) as url:
        peers = fetch(url, cookie)
    assert len(re.findall(rb'name="member"', peers)) == len(re.findall(rb'name="member"', page)) > 10
    assert abs(len(peers) - len(page)) < len(page) / 10, (len(peers), len(page))
