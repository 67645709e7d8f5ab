"""Two nodes over one database: what is written on one is seen and heard on the other."""
import os
import re
import signal
import threading
import time
import uuid

import pytest

from nodes import Cluster
from postgres_server import programs
from stream_readers import TRIP, Readers
from test_database_away import wait

pytestmark = pytest.mark.skipif(programs() is None, reason="no server of PostgreSQL is installed")

# Within about a second in the worst case; the wait is generous, for other tests run beside.
SOON = 10


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("nodes") / "cluster")
    cluster.host = cluster.nodes[0].host()
    cluster.ada = cluster.nodes[1].sign_in("ada@sotravel.example", cluster.nodes[0].passwords["ada@sotravel.example"])
    cluster.trip = cluster.nodes[0].ids("trip", "slug")["valrosa"]
    yield cluster
    cluster.close()


@pytest.fixture
def readers():
    readers = Readers()
    yield readers
    readers.close()


def say(cluster, node, text, cookie=None):
    """The number of the message in the trip's conversation."""
    answer = node.request(
        "POST", f"{TRIP}/chat/{cluster.trip}/messages", {"client_id": str(uuid.uuid4()), "text": text}, {"Accept": "application/json"},
        cookie=cookie or cluster.host)
    assert answer.status == 200, answer.body
    return int(re.search(rb'data-number="(\d+)"', answer.body).group(1))


def add(cluster, node, name):
    """A member more, called Nadia."""
    form = {"first_name": "Nadia", "last_name": name, "status": "confirmed", "version": "0"}
    answer = node.request("POST", TRIP + "/members/new", form, cookie=cluster.host)
    assert answer.status == 303, answer.body
    return answer


def page_id(node, cookie):
    """Where a page's stream begins."""
    return re.search(r'data-last-event-id="([^"]+)"', node.request("GET", TRIP + "/chat", cookie=cookie).body.decode()).group(1)


def test_what_is_written_on_one_node_is_on_the_others_pages_at_once(cluster):
    one, two = cluster.nodes
    for number in range(5):
        for here, there in ((one, two), (two, one)):
            # A page that was made already is kept, and has to be made anew.
            there.request("GET", TRIP + "/roster", cookie=cluster.host)
            answer = add(cluster, here, f"Nodes{number}{here.port}")
            # The browser brings along where it wrote.
            wrote = next(field for field in answer.headers.get_all("Set-Cookie") if "-wrote=" in field).split(";")[0]
            cookie = f"{cluster.host}; {wrote}"
            assert f"Nodes{number}{here.port}" in there.request("GET", TRIP + "/roster", cookie=cookie).body.decode()
            answer = there.request("GET", answer.getheader("Location"), cookie=cookie)
            assert answer.status == 200 and b"Nadia" in answer.body


def test_what_happens_on_one_node_is_heard_on_the_other(cluster, readers):
    one, two = cluster.nodes
    staff = readers.open(cluster.host, "positions,roster,events,alerts,chat", [two], last=page_id(two, cluster.host))
    own = readers.open(cluster.ada, "chat,own", [two], last=page_id(two, cluster.ada))
    token = one.tokens()[3]
    one.post_traccar(token, 46.4123, 9.2345, time.time())
    wait(lambda: staff.heard("positions", one.member_of(token)[0]), SOON, "the position")
    say(cluster, one, "To all who hear")
    wait(lambda: staff.heard("message", "To all who hear") and own.heard("message", "To all who hear"), SOON, "the message")
    event = one.ids("event", "title")["Fondue evening"]
    link = one.personal_links("Fondue evening")[0][2].removeprefix(one.url)
    for answer in ("no", "yes"):
        assert one.request("POST", link, {"answer": answer}).status == 303
    wait(lambda: staff.heard("event", event), SOON, "the answer")
    add(cluster, one, "Nodeson")
    wait(lambda: staff.heard("roster"), SOON, "the roster")
    assert one.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": "a twisted knee"}, cookie=cluster.ada).status == 303
    wait(lambda: staff.heard("alert"), SOON, "the call for help")
    assert staff.breaks == own.breaks == 0


def test_both_nodes_give_an_event_the_same_id(cluster, readers):
    heard = [readers.open(cluster.host, "chat,roster", [node], last=page_id(node, cluster.host)) for node in cluster.nodes]
    numbers = [say(cluster, cluster.nodes[step % 2], f"One id {step}") for step in range(8)]
    last = f'"n":{numbers[-1]},'
    wait(lambda: all(reader.heard("message", last) for reader in heard), SOON, "the last of them")
    first, second = ([(key, data) for key, name, data in reader.events if name == "message"] for reader in heard)
    assert first == second and len(first) == len(numbers)
    assert len({key.split("-")[0] for key, _ in first}) == 1, "one epoch"
    ordered = [int(key.split("-")[1]) for key, _ in first]
    assert ordered == sorted(set(ordered))


def test_a_stream_goes_on_at_the_other_node_without_gap_or_double(cluster, readers):
    """While both nodes write, one reader is sent from node to node."""
    one, two = cluster.nodes
    reader = readers.open(cluster.host, "chat", [one, two], conversation=cluster.trip, last=page_id(one, cluster.host))
    numbers = []

    def write(node, cookie):
        for step in range(10):
            numbers.append(say(cluster, node, f"On and on {step}", cookie))
            time.sleep(0.1)

    threads = [threading.Thread(target=write, args=pair) for pair in ((one, cluster.host), (two, cluster.ada))]
    for thread in threads:
        thread.start()
    for count in (1, 2):
        time.sleep(0.4)
        reader.is_cut = True
        wait(lambda: reader.breaks >= count, SOON, "a break")
    for thread in threads:
        thread.join()
    wait(lambda: set(numbers) <= set(reader.numbers), 2 * SOON, "every message")
    assert reader.breaks == 2 and reader.doubled == [] and reader.same_ids == 0
    # The other node knew where to go on: nothing was said to be lost but messages, which may have been removed since.
    assert not reader.heard("reread"), [name for _, name, _ in reader.events]
    keys = [int(key.split("-")[1]) for key, name, _ in reader.events if name == "message"]
    assert keys == sorted(set(keys)), "in the order of their ids"


def test_with_the_bell_cut_everything_is_heard_in_a_second(cluster, readers):
    one, two = cluster.nodes
    reader = readers.open(cluster.host, "chat", [two], conversation=cluster.trip, last=page_id(two, cluster.host))
    wait(lambda: len(cluster.listeners()) >= 2, SOON, "both nodes listen")
    is_over, cuts = threading.Event(), []

    def cut():
        while not is_over.is_set():
            cuts.append(cluster.cut_bell())
            time.sleep(0.02)

    thread = threading.Thread(target=cut)
    thread.start()
    try:
        delays = []
        for step in range(5):
            number, begin = say(cluster, one, f"Without a bell {step}"), time.monotonic()
            wait(lambda: number in reader.numbers, SOON, "without a bell")
            delays.append(time.monotonic() - begin)
    finally:
        is_over.set()
        thread.join()
    assert sum(cuts) >= 2 and reader.breaks == 0
    print("without a bell:", [f"{delay:.2f} s" for delay in delays])
    wait(lambda: len(cluster.listeners()) >= 2, SOON, "they listen again")


def test_a_bell_that_hangs_keeps_nobody_from_hearing(cluster, readers):
    """Its connection stays open, and nothing answers on it."""
    one, two = cluster.nodes
    reader = readers.open(cluster.host, "chat", [two], conversation=cluster.trip, last=page_id(two, cluster.host))
    wait(lambda: len(cluster.listeners()) >= 2, SOON, "both nodes listen")
    stuck = [int(process) for process in cluster.listeners()]
    for process in stuck:
        os.kill(process, signal.SIGSTOP)
    try:
        for step in range(3):
            for node in (one, two):
                number = say(cluster, node, f"The bell hangs {step}")
                wait(lambda: number in reader.numbers, SOON, "beside a bell that hangs")
    finally:
        for process in stuck:
            os.kill(process, signal.SIGCONT)
    assert reader.breaks == 0


def test_whose_tracker_has_ended_does_not_come_back_on_a_map(cluster):
    """Whatever its phone sent at the other node a moment before."""
    one, two = cluster.nodes
    for round, token in enumerate(one.tokens()[2:8]):
        member, tracker = one.member_of(token)[0], uuid.UUID(one.sql(f"SELECT encode(id, 'hex') FROM tracker WHERE token = '{token}'")[0])
        two.post_fix(token, 46.43 + round / 1000, 9.23)
        answer = one.request("POST", f"{TRIP}/trackers/{tracker}/revoke", {}, cookie=cluster.host)
        assert answer.status == 303, answer.body
        time.sleep(1.5)
        for node in (one, two):
            assert member not in node.request("GET", TRIP + "/positions.json", cookie=cluster.host).body.decode(), node.port
