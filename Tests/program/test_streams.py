"""Streams over raw sockets that read slowly, late or not at all: the real hub behind the real edge."""
import contextlib
import os
import re
import resource
import socket
import subprocess
import threading
import time

import pytest

from conftest import DEV, Demo, free_port

REQUEST = b"GET /live HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"


@contextlib.contextmanager
def hub(files=20_000):
    """The port and the process of a stream server that may open so many files."""
    port = free_port()
    process = subprocess.Popen(
        [DEV, "bench", "streams", "--port", str(port)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 256), files)))
    try:
        end = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            assert time.monotonic() < end, "the stream server does not start"
            time.sleep(0.02)
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def streams():
    with hub() as both:
        yield both


def open_stream(port, receive_buffer=None):
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.connect(("127.0.0.1", port))
    connection.settimeout(10)
    connection.sendall(REQUEST)
    return connection


class Stream:
    """Takes a response apart as strictly as HTTP and SSE want it."""

    def __init__(self, connection):
        self.connection, self.data, self.events = connection, b"", []
        while b"\r\n\r\n" not in self.data:
            self.data += connection.recv(4096)
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        assert b" 200 " in head and b"chunked" in head.lower()
        self.text, self.is_open = b"", False
        self.take(b"")
        # Its first words: from here on it is among the readers.
        while not self.is_open:
            assert self.read(), "the stream ended"

    def read(self, count=65536):
        """False if nothing more came."""
        part = self.connection.recv(count)
        self.take(part)
        return bool(part)

    def take(self, part):
        self.data += part
        while (head := re.match(rb"([0-9a-f]+)\r\n", self.data)) and len(self.data) >= head.end() + int(head[1], 16) + 2:
            end = head.end() + int(head[1], 16)
            assert self.data[end:end + 2] == b"\r\n", self.data[:200]
            self.text += self.data[head.end():end]
            self.data = self.data[end + 2:]
        assert head or re.fullmatch(rb"[0-9a-f]*\r?", self.data[:10]), self.data[:200]
        while b"\n\n" in self.text:
            event, _, self.text = self.text.partition(b"\n\n")
            if re.fullmatch(rb"id: bench-0-bench-\d+\nretry: 2000\n: sotravel", event):
                self.is_open = True
            elif event.startswith(b"id: "):
                number, name, data = re.fullmatch(rb"id: bench-0-bench-(\d+)\nevent: (\w+)\ndata: (.*)", event).groups()
                self.events.append((int(number), name.decode(), data))

    def read_to(self, mark):
        while not self.events or mark not in self.events[-1][2]:
            assert self.read(), "the stream ended"
        return self.events


def publish(port, count, size, name=b"event"):
    """One after the other over one connection; the last says so."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(10)
        for number in range(count):
            body = (name + b" %d " % number + (b"last " if number == count - 1 else b"")).ljust(size, b".")
            connection.sendall(b"POST /publish HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            answer = b""
            while not answer.endswith(b"\r\n\r\n"):
                answer += connection.recv(4096)


def assert_in_order(events):
    numbers = [number for number, _, _ in events]
    assert numbers == sorted(set(numbers)), "an event came twice or too late"
    assert all(name == "reread" or data.startswith(b'"event ') and len(data) == 4002 for _, name, data in events)


def test_a_quick_reader_has_every_event(streams):
    stream = Stream(open_stream(streams[0]))
    publish(streams[0], 600, 4000)
    events = stream.read_to(b"last ")
    assert_in_order(events)
    assert [data.split()[1] for _, _, data in events] == [b"%d" % number for number in range(600)]


def assert_hears_what_comes_next(stream, port):
    """Once it has read all that was kept for it."""
    stream.connection.settimeout(0.5)
    with contextlib.suppress(TimeoutError):
        while stream.read():
            pass
    stream.connection.settimeout(10)
    publish(port, 20, 4000, b"event later")
    stream.read_to(b"later 19 last ")
    assert [data.split()[2] for _, _, data in stream.events[-20:]] == [b"%d" % number for number in range(20)]


def test_a_reader_that_wakes_up_late_reads_whole_events_in_order(streams):
    connection = open_stream(streams[0], receive_buffer=4096)
    publish(streams[0], 3000, 4000)
    stream = Stream(connection)
    assert_hears_what_comes_next(stream, streams[0])
    assert_in_order(stream.events)
    # It had missed more than is kept for anybody.
    assert "reread" in [name for _, name, _ in stream.events]


def test_a_slow_reader_reads_whole_events_in_order(streams):
    """While it reads a little, the next are on their way: the socket takes parts of events all the time."""
    stream = Stream(open_stream(streams[0], receive_buffer=4096))
    publisher = threading.Thread(target=publish, args=(streams[0], 4000, 4000))
    publisher.start()
    while publisher.is_alive():
        stream.read(20_000)
        time.sleep(0.0005)
    assert_hears_what_comes_next(stream, streams[0])
    assert_in_order(stream.events)


def descriptors(pid):
    return sorted(int(name) for name in os.listdir(f"/proc/{pid}/fd"))


def wait_for_descriptors(pid, wanted):
    end = time.monotonic() + 15
    while not wanted(found := descriptors(pid)):
        assert time.monotonic() < end, found
        time.sleep(0.05)


def test_streams_give_their_descriptors_back(streams):
    port, pid = streams
    # Those of the tests before are gone first.
    wait_for_descriptors(pid, lambda found: found[-1] < 10_500)
    before = len(descriptors(pid))
    connections = [open_stream(port) for _ in range(50)]
    wait_for_descriptors(pid, lambda found: sum(number >= 10_500 for number in found) == 50)
    for number, connection in enumerate(connections):
        if number % 2:
            connection.shutdown(socket.SHUT_WR)
        connection.close()
    wait_for_descriptors(pid, lambda found: len(found) <= before)


def test_without_descriptors_to_spare_streams_go_on():
    """As many files as connections need, none for streams' own."""
    with hub(files=200) as (port, pid):
        readers = [Stream(open_stream(port)) for _ in range(40)]
        assert descriptors(pid)[-1] < 200
        publish(port, 50, 4000)
        for reader in readers:
            assert len(reader.read_to(b"last ")) == 50
            assert_in_order(reader.events)


def test_every_quiet_stream_has_a_heartbeat_within_15_seconds(tmp_path):
    """More readers than the loops serve at a time."""
    server = Demo(tmp_path / "data", members=2)
    request = f"GET /trips/valrosa/live?topics=roster HTTP/1.1\r\nHost: x\r\nCookie: __Host-sotravel={server.host()}\r\n\r\n".encode()
    connections = [server.connect() for _ in range(600)]
    for connection in connections:
        connection.sendall(request)
    received = [b""] * len(connections)
    for number, connection in enumerate(connections):
        while b"sotravel" not in received[number]:
            received[number] += connection.recv(4096)
    end = time.monotonic() + 17
    for number, connection in enumerate(connections):
        while b"\r\n3\r\n:\n\n\r\n" not in received[number]:
            connection.settimeout(max(0.1, end - time.monotonic()))
            received[number] += connection.recv(4096)
    server.stop()
