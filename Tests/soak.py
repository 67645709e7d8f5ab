"""`make soak`: stops the program with SIGTERM while 256 connections write, with flushes 5 ms slower, again and again. It must be
gone within three seconds, always, and everything that it acknowledged must be there."""
import json
import os
import selectors
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from conftest import ROOT, Demo, fix_times, seeded

LIMIT = 3.0
# One folder serves so many stops: what is in it is read after them.
STOPS_A_FOLDER = 25


def slow_flushes(folder):
    """The environment in which every flush takes 5 ms longer."""
    shim = Path(folder) / "flush.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", shim, ROOT / "Benchmarks/flush.c", "-ldl"], check=True)
    return {"LD_PRELOAD": str(shim)}


class Phone:
    """One connection that sends a position, waits for the answer and sends the next; it comes back when it is closed."""

    def __init__(self, load, token, number):
        self.load, self.token, self.socket = load, token, None
        # The framework answers every other one, the fast way the rest.
        self.is_batch = number % 2 == 0

    def connect(self):
        if self.socket:
            self.load.selector.unregister(self.socket)
            self.socket.close()
            self.socket = None
        try:
            self.socket = socket.create_connection(("127.0.0.1", self.load.port), 2)
        except OSError:
            return
        self.load.selector.register(self.socket, selectors.EVENT_READ, self)
        self.received = b""
        self.send()

    def send(self):
        self.at = self.load.next_second(self.token)
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.at))
        if self.is_batch:
            path = "/api/v1/overland/batches"
            body = {"locations": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [9.23, 46.41]},
                                   "properties": {"timestamp": stamp}}]}
        else:
            path = ""
            body = {"location": {"timestamp": stamp, "coords": {"latitude": 46.41, "longitude": 9.23}}, "device_id": "1"}
        text = json.dumps(body)
        request = f"POST /t/{self.token}{path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}"
        try:
            self.socket.sendall(request.encode())
        except OSError:
            self.connect()

    def receive(self):
        try:
            part = self.socket.recv(4096)
        except OSError:
            part = b""
        if not part:
            return self.connect()
        self.received += part
        head, end, body = self.received.partition(b"\r\n\r\n")
        if not end or len(body) < int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or 0):
            return
        if head.startswith(b"HTTP/1.1 200"):
            self.load.acknowledged.add((self.token, self.at))
        self.received = b""
        self.send()


class Load:
    """Phones on a thread of their own."""

    def __init__(self, server, connections, first_second):
        self.port, self.selector = server.port, selectors.DefaultSelector()
        self.acknowledged, self.is_over = set(), False
        self.first_second, self.seconds = first_second, {}
        tokens = server.tokens()
        self.phones = [Phone(self, tokens[number % len(tokens)], number) for number in range(connections)]
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def next_second(self, token):
        self.seconds[token] = self.seconds.get(token, self.first_second) + 1
        return self.seconds[token]

    def run(self):
        for phone in self.phones:
            phone.connect()
        while not self.is_over:
            for key, _ in self.selector.select(0.05):
                key.data.receive()

    def stop(self):
        self.is_over = True
        self.thread.join()
        for phone in self.phones:
            if phone.socket:
                phone.socket.close()
        self.selector.close()


def stop_under_load(server, first_second, connections=256, seconds=1.0):
    """Returns how long the stop took, None for more than 30 s, and what was acknowledged."""
    load = Load(server, connections, first_second)
    time.sleep(seconds)
    started = time.monotonic()
    server.process.terminate()
    try:
        server.process.wait(30)
    except subprocess.TimeoutExpired:
        load.stop()
        return None, load.acknowledged
    took = time.monotonic() - started
    load.stop()
    return took, load.acknowledged


def stored(data):
    """(token, second) of every position that is on the disk, also of those that wait to be put in order."""
    with sqlite3.connect(Path(data) / "sotravel.sqlite") as database:
        found = set(fix_times(database))
        tokens = dict(database.execute("SELECT id, token FROM tracker"))
        # Sixteen bytes of the tracker and 67 of the position each.
        for (fixes,) in database.execute("SELECT fixes FROM fix_inbox"):
            for at in range(0, len(fixes), 83):
                token = tokens.get(fixes[at:at + 8][::-1] + fixes[at + 8:at + 16][::-1]) or tokens.get(fixes[at:at + 16])
                found.add((token, int.from_bytes(fixes[at + 16:at + 24], "little") // 1_000_000))
    return found


def soak_folder(folder, environment, stops, chance):
    """Some stops over one folder of data: how long each took, how many positions were acknowledged and how many of them are lost."""
    server = Demo(folder / "data", members=48)
    server.stop()
    server.environment.update(environment)
    acknowledged, times = set(), []
    for number in range(stops):
        server.start()
        took, new = stop_under_load(server, int(time.time()) - 5_000_000 + number * 100_000, seconds=chance.uniform(0.2, 1.6))
        acknowledged |= new
        times.append(took)
        if took is None:
            print(f"  stop {number + 1}: not within 30 s, still there as process {server.process.pid}", flush=True)
            server.kill()
        elif server.process.returncode != 0 or took > LIMIT:
            print(f"  stop {number + 1}: {took:.2f} s, status {server.process.returncode}", flush=True)
        server.process.stdout.close()
        server.log.close()
    return times, len(acknowledged), len(acknowledged - stored(server.data)), server.process.returncode


def main(stops):
    folder = Path(tempfile.mkdtemp(prefix="sotravel-soak-"))
    environment = slow_flushes(folder)
    times, acknowledged, lost, chance = [], 0, 0, seeded()
    try:
        while len(times) < stops:
            part = folder / str(len(times))
            part.mkdir()
            new, count, missing, _ = soak_folder(part, environment, min(STOPS_A_FOLDER, stops - len(times)), chance)
            times, acknowledged, lost = times + new, acknowledged + count, lost + missing
            shutil.rmtree(part)
            ended = sorted(took for took in times if took is not None)
            print(f"{len(times)} stops: median {statistics.median(ended):.2f} s, longest {ended[-1]:.2f} s, "
                  f"{sum(took is None or took > LIMIT for took in times)} over {LIMIT:.0f} s; "
                  f"{acknowledged} positions acknowledged, {lost} lost", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0 if lost == 0 and acknowledged and all(took is not None and took <= LIMIT for took in times) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else int(os.environ.get("SOAK_STOPS", "500"))))
