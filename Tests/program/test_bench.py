"""The hand-made pages that the bench measures against: they are cut out of the real ones, and hold as much."""
import contextlib
import json
import re
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from conftest import DEV, free_port


@contextlib.contextmanager
def peer(*arguments):
    port = free_port()
    process = subprocess.Popen([DEV, "bench", *map(str, arguments), "--port", str(port)])
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()


def fetch(url, data=None, **headers):
    for _ in range(300):
        try:
            return urllib.request.urlopen(urllib.request.Request(url, data, headers)).read()
        except urllib.error.HTTPError:
            raise
        except OSError:
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
        peers = fetch(url, Cookie="__Host-sotravel=" + cookie)
    assert len(re.findall(rb'name="member"', peers)) == len(re.findall(rb'name="member"', page)) > 10
    assert abs(len(peers) - len(page)) < len(page) / 10, (len(peers), len(page))


def test_reads_of_chat_and_moderation_are_timed(own):
    own.stop()
    said = subprocess.run(
        [DEV, "bench", "chat", "--data", own.data, "--messages", "1000", "--cases", "20"], check=True, capture_output=True, text=True).stdout
    times = json.loads(said.splitlines()[-1])
    assert {"thread", "queue", "rules", "search", "search_direct", "search_rare", "search_rare_direct"} <= set(times)
    own.start()
    assert own.sql("SELECT count(*) FROM message_search WHERE message_search MATCH 'chamois'") == ["1"]


def test_the_peer_of_messages_stores_what_it_is_sent(own):
    own.stop()
    with peer("insert", "--data", own.data) as url:
        assert json.loads(fetch(url + "messages", b"words")) == {"number": 1}
    own.start()
    assert own.sql("SELECT text FROM bench_row") == ["words"]
