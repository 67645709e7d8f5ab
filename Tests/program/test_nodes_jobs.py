"""Several nodes on one database: what is done once for all is done by one of them, and by another when that one dies, hangs or ends."""
import re
import signal
import socket
import time

import pytest

from conftest import Server
from postgres_server import PostgresDemo, PostgresServer, programs

pytestmark = pytest.mark.skipif(programs() is None, reason="no server of PostgreSQL is installed")

# Seconds within which another node has the jobs, whatever happened to the one that had them.
TAKEN_OVER = 10


@pytest.fixture(scope="module")
def postgres():
    server = PostgresServer()
    yield server
    server.close()


class Nodes:
    """Two nodes of a demo trip. The first starts first, and so has the jobs."""

    def __init__(self, postgres, folder, *flags):
        self.address = postgres.make_database()
        self.first = PostgresDemo(folder / "one", self.address, *flags)
        wait(lambda: runs_jobs(self.first), "the first has the jobs")
        (folder / "two").mkdir()
        self.second = Server(folder / "two", "--database", self.address, *flags)
        wait(lambda: runs_jobs(self.second) is False, "the second answers")
        self.count = 0

    def add_notice(self):
        """What only the dispatcher, one of the jobs, looks at."""
        self.count += 1
        self.first.sql(
            "INSERT INTO notice (id, account_id, kind, urgency, topic, title, text, made_at, expires_at, next_at) "
            f"SELECT uuid_send(gen_random_uuid()), id, 'announcement', 1, '', 'Notice {self.count}', '', now, now + 3600000000, now "
            "FROM account, (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT AS now) clock "
            "WHERE email = 'host@sotravel.example'")
        return self.count

    def is_told(self, number):
        return self.first.sql(f"SELECT count(*) FROM notice WHERE title = 'Notice {number}' AND told_at IS NOT NULL") == ["1"]

    def close(self):
        for node in (self.first, self.second):
            if node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
            node.stop()


@pytest.fixture
def nodes(postgres, tmp_path):
    nodes = Nodes(postgres, tmp_path)
    yield nodes
    nodes.close()


def wait(is_good, what, seconds=TAKEN_OVER):
    start = time.monotonic()
    while not is_good():
        assert time.monotonic() - start < seconds, f"{what}: not within {seconds} s"
        time.sleep(0.05)


def runs_jobs(node):
    found = re.search(rb"^sotravel_runs_jobs (\d)", node.request("GET", "/metrics").body, re.M)
    return found and found[1] == b"1"


def open_stream(node, cookie):
    connection = node.connect()
    connection.sendall(
        b"GET /trips/valrosa/live?topics=roster HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
        b"Cookie: __Host-sotravel=%s\r\n\r\n" % cookie.encode())
    data = b""
    while b"retry: 2000\n" not in data:
        data += connection.recv(65536)
    return connection


def said_until_its_end(connection):
    connection.settimeout(20)
    data = b""
    try:
        while part := connection.recv(65536):
            data += part
            if data.endswith(b"0\r\n\r\n"):
                break
    except ConnectionResetError:
        pass
    return data


def pauses(data):
    """When the browser is to come back, in milliseconds, as often as it was told."""
    return [int(number) for number in re.findall(rb"^retry: (\d+)$", data, re.M)]


def test_one_node_has_the_jobs(nodes):
    number = nodes.add_notice()
    wait(lambda: nodes.is_told(number), "told")
    # Longer than a lease lasts.
    end = time.monotonic() + 8
    while time.monotonic() < end:
        assert (runs_jobs(nodes.first), runs_jobs(nodes.second)) == (True, False)
        time.sleep(0.5)
    assert nodes.first.sql("SELECT count(*) FROM job_lease") == ["1"]


def test_a_node_that_is_killed_is_followed(nodes):
    nodes.first.kill()
    number = nodes.add_notice()
    wait(lambda: nodes.is_told(number), "told by the other")
    assert runs_jobs(nodes.second)


def test_a_node_that_hangs_is_followed_and_finds_its_jobs_taken(nodes):
    nodes.first.process.send_signal(signal.SIGSTOP)
    number = nodes.add_notice()
    wait(lambda: nodes.is_told(number), "told by the other")
    nodes.first.process.send_signal(signal.SIGCONT)
    wait(lambda: runs_jobs(nodes.first) is False, "it has none")
    number = nodes.add_notice()
    wait(lambda: nodes.is_told(number), "told")
    assert runs_jobs(nodes.second)


def test_a_node_that_ends_gives_them_back_at_once(nodes):
    nodes.first.process.terminate()
    # Less than a lease lasts.
    wait(lambda: runs_jobs(nodes.second), "given back", seconds=5)
    nodes.first.stop()
    assert nodes.first.process.returncode == 0


def test_streams_of_a_node_that_ends_come_back_one_after_the_other(nodes):
    cookie = nodes.first.host()
    streams = [open_stream(nodes.second, cookie) for _ in range(20)]
    start = time.monotonic()
    nodes.second.process.terminate()
    told = [pauses(said_until_its_end(stream)) for stream in streams]
    nodes.second.stop()
    assert time.monotonic() - start < 5, "as quick as without other nodes"
    assert all(len(one) == 1 and 0 <= one[0] <= 10_000 for one in told), told
    assert max(told)[0] - min(told)[0] > 2000, "spread"
    assert runs_jobs(nodes.first)


def test_a_node_drains_before_it_ends(postgres, tmp_path):
    nodes = Nodes(postgres, tmp_path, "--drain", "10")
    cookie = nodes.first.host()
    stream = open_stream(nodes.first, cookie)
    assert nodes.first.request("GET", "/readyz").status == 200
    start = time.monotonic()
    nodes.first.process.terminate()
    wait(lambda: nodes.first.request("GET", "/readyz").status == 503, "not ready", seconds=3)
    assert nodes.first.request("GET", "/healthz").status == 200
    assert nodes.first.request("GET", "/trips/valrosa/roster", cookie=cookie).status == 200, "pages go on"
    open_stream(nodes.first, cookie).close()
    wait(lambda: runs_jobs(nodes.second), "the jobs are with the other", seconds=5)
    assert nodes.second.request("GET", "/readyz").status == 200
    stream.settimeout(0.1)
    with pytest.raises(socket.timeout):
        stream.recv(1)
    assert time.monotonic() - start < 10, "all of that within the time"
    [pause] = pauses(said_until_its_end(stream))
    assert time.monotonic() - start >= 10 and 0 <= pause <= 10_000
    nodes.first.process.wait(5)
    assert nodes.first.process.returncode == 0
    nodes.close()


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_the_draining(postgres, tmp_path, second):
    node = PostgresDemo(tmp_path / "one", postgres.make_database(), "--drain", "120")
    node.process.terminate()
    wait(lambda: node.request("GET", "/readyz").status == 503, "not ready", seconds=3)
    time.sleep(1)
    assert node.process.poll() is None
    node.process.send_signal(second)
    node.process.wait(10)
    assert node.process.returncode == 0
    node.stop()
