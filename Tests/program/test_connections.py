"""Clients that hold connections open: they keep nobody else out. Loopback has many addresses, so each client has its own."""
import resource
import selectors
import socket
import time

import pytest

from conftest import Demo

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(autouse=True)
def many_files():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


class Holder:
    """One client with connections that it only holds."""

    def __init__(self, server, address):
        self.server, self.address, self.connections = server, address, []

    def open(self, count, first=b""):
        for _ in range(count):
            connection = socket.socket()
            connection.bind((self.address, 0))
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", self.server.port))
            self.connections.append(connection)
        if first:
            for connection in self.connections[-count:]:
                connection.setblocking(True)
                connection.sendall(first)
        return self

    def open_ones(self):
        """How many the server has not closed."""
        selector = selectors.DefaultSelector()
        for connection in self.connections:
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ)
        closed = 0
        for key, _ in selector.select(0):
            try:
                closed += key.fileobj.recv(4096) == b""
            except OSError:
                closed += 1
        selector.close()
        return len(self.connections) - closed

    def close(self):
        for connection in self.connections:
            connection.close()


def ask(server, address="127.0.0.1"):
    """An answer to somebody who comes now. Whoever waits behind idle ones waits for 18 s."""
    with socket.create_connection(("127.0.0.1", server.port), 8, (address, 0)) as connection:
        connection.sendall(REQUEST)
        return connection.recv(4096).startswith(b"HTTP/1.1 200")


def until(condition):
    deadline = time.monotonic() + 15
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_sixteen_thousand_idle_connections_of_one_client_keep_nobody_out(tmp_path):
    server = Demo(tmp_path / "data", members=4)
    holder = Holder(server, "127.0.0.2")
    try:
        most = 0
        for _ in range(16):
            holder.open(1000)
            assert ask(server)
            most = max(most, holder.open_ones())
        assert ask(server)
        until(lambda: holder.open_ones() <= 15_000 // 4)
        # Idle ones end by themselves too, before all are there on a slow machine.
        assert most > 1000, "it may hold its share"
        # So its share is filled anew, at once, before somebody else of it asks.
        holder.close()
        holder.connections.clear()
        holder.open(15_000 // 4 + 1000)
        assert not_served(server, "127.0.0.2")
    finally:
        holder.close()
    until(lambda: ask(server, "127.0.0.2"))
    server.stop()


def not_served(server, address):
    try:
        return not ask(server, address)
    except OSError:
        return True


def test_many_clients_that_hold_everything_give_way(tmp_path):
    """Those without a request first, then those between two; never one that is being answered."""
    server = Demo(tmp_path / "data", "--max-connections", "200", members=4)
    cookie = server.host()
    stream = socket.create_connection(("127.0.0.1", server.port), 8, ("127.0.0.3", 0))
    stream.sendall(f"GET /trips/valrosa/live?topics=positions HTTP/1.1\r\nHost: x\r\nCookie: __Host-sotravel={cookie}\r\n\r\n".encode())
    assert b"200 OK" in stream.recv(4096)
    kept = Holder(server, "127.0.0.4").open(10, REQUEST)
    for connection in kept.connections:
        connection.settimeout(8)
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
    holders = [Holder(server, f"127.0.1.{number}") for number in range(1, 9)]
    try:
        for holder in holders:
            holder.open(50)
            assert ask(server)
        assert kept.open_ones() == 10, "they had sent a request"
        # Now everybody sends one and stays.
        busy = Holder(server, "127.0.2.1")
        for number in range(1, 9):
            for _ in range(45):
                assert ask_and_stay(server, f"127.0.2.{number}", busy)
        assert ask(server)
        stream.setblocking(False)
        try:
            assert stream.recv(4096) != b"", "the stream was closed"
        except BlockingIOError:
            pass
        busy.close()
    finally:
        for holder in [*holders, kept]:
            holder.close()
        stream.close()
    server.stop()


def ask_and_stay(server, address, holder):
    connection = socket.create_connection(("127.0.0.1", server.port), 8, (address, 0))
    holder.connections.append(connection)
    connection.sendall(REQUEST)
    return connection.recv(4096).startswith(b"HTTP/1.1 200")


def test_behind_a_proxy_nobody_is_counted_by_address(tmp_path):
    server = Demo(tmp_path / "data", "--behind-proxy", "--max-connections", "100", members=4)
    proxy = Holder(server, "127.0.0.2").open(60, REQUEST)
    for connection in proxy.connections:
        connection.settimeout(8)
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
    proxy.close()
    server.stop()


def test_with_256_descriptors_it_serves_dozens(tmp_path):
    prepared = Demo(tmp_path / "data", members=4)
    prepared.stop()
    prepared.file_limit = 256
    prepared.start()
    holder = Holder(prepared, "127.0.0.2").open(40, REQUEST)
    try:
        for connection in holder.connections:
            connection.settimeout(8)
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        cookie = prepared.host()
        assert prepared.request("GET", "/trips/valrosa/roster", cookie=cookie).status == 200
        prepared.post_fix(prepared.tokens()[0], 46.4, 9.2)
    finally:
        holder.close()
    prepared.stop()
