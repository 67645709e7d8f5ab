"""The machine's wall clock is set back and forward under the running program: nothing may wait for the old time to come again."""
import json
import os
import struct
import subprocess
import threading
import time

import pytest
from conftest import ROOT, Demo

YEAR = 365 * 86400


class SetClock(Demo):
    """A demo whose wall clock `set` moves."""

    def __init__(self, folder):
        shim = folder / "clock.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", shim, ROOT / "Tests/program/clock.c", "-ldl"], check=True)
        self.clock = folder / "clock"
        self.clock.write_bytes(struct.pack("l", 0))
        self.shim = {"LD_PRELOAD": str(shim), "CLOCK": str(self.clock)}
        super().__init__(folder / "data", members=12)

    def start(self):
        self.environment = {**os.environ, **self.shim}
        super().start()

    def set(self, seconds):
        with open(self.clock, "r+b") as file:
            file.write(struct.pack("l", seconds))

    def fix(self, token, at):
        """The status of one position, as Overland sends it."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
        feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [9.23, 46.41]}, "properties": {"timestamp": moment}}
        return self.request("POST", "/t/" + token, json.dumps({"locations": [feature]}), {"Content-Type": "application/json"}).status


@pytest.fixture
def server(tmp_path):
    server = SetClock(tmp_path)
    yield server
    server.stop()


def test_no_write_waits_for_the_old_time_to_come_again(server):
    """While phones send, the writer sleeps a few milliseconds at a time: a sleep that ends by the wall clock would last an hour."""
    tokens = server.tokens()[:8]
    # When the newest of those was sent that were answered.
    sent = [0] * len(tokens)
    stop = threading.Event()

    def send(index):
        at = int(time.time()) - 500_000 + index
        while not stop.is_set():
            at, begun = at + 10, time.monotonic()
            server.fix(tokens[index], at)
            sent[index] = begun

    threads = [threading.Thread(target=send, args=(index,), daemon=True) for index in range(len(tokens))]
    for thread in threads:
        thread.start()
    try:
        for step in range(1, 7):
            time.sleep(0.5)
            server.set(-3600 * step)
            back = time.monotonic()
            # Twice: of what was on its way, and of what came after it.
            for since in (back, back + 1):
                while min(sent) < since:
                    assert time.monotonic() < back + 20, f"no answer after the clock was set back {step} times"
                    time.sleep(0.02)
    finally:
        server.set(0)
        stop.set()
    for thread in threads:
        thread.join(10)
