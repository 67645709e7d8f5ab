"""`make cluster-soak`: three nodes and PostgreSQL under a mixed load are killed, stopped, cut off and set to another time, again and again.
Nothing that was acknowledged may be lost or doubled, streams have no gap, and a trip's page answers again within ten seconds."""
import contextlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from cluster_load import TRIP, Load, ask
from conftest import DEV, seeded
from nodes import Cluster, Proxy
from postgres_server import PostgresServer
from stream_readers import Readers

READERS = int(os.environ.get("CLUSTER_SOAK_READERS", "200"))
# Seconds until a trip's page answers again.
AGAIN = 10
# Of the disk that is filled: the database, its journal, and some room.
DISK_MB = 400


class Watcher(threading.Thread):
    """Asks for a trip's page again and again. `answered` are the moments at which it came."""

    def __init__(self, port, cookie):
        super().__init__(daemon=True)
        self.port, self.cookie, self.answered, self.is_over = port, cookie, [], threading.Event()
        self.start()

    def run(self):
        while not self.is_over.wait(0.3):
            answer = ask(self.port, "GET", TRIP + "/roster", cookie=self.cookie, timeout=AGAIN)
            if answer and answer[0] == 200:
                self.answered.append(time.monotonic())

    def wait_for_answer(self, since, seconds):
        """How long it took from a moment on; None if it took longer than allowed."""
        while not self.answered or self.answered[-1] < since:
            if time.monotonic() - since > seconds:
                return None
            time.sleep(0.05)
        return next(moment for moment in self.answered if moment >= since) - since


class Disk:
    """A small disk of its own for PostgreSQL, which only root can make."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sotravel-disk-", dir="/tmp"))
        self.is_there = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=755", "none", self.folder], capture_output=True).returncode == 0
        if not self.is_there:
            print("The full disk is left out: only root can make a small one (mount -t tmpfs).", flush=True)

    def fill(self):
        with contextlib.suppress(OSError), open(self.folder / "filler", "wb", buffering=0) as file:
            while True:
                file.write(b"\0" * (1 << 16))

    def free(self):
        (self.folder / "filler").unlink()

    def close(self):
        if self.is_there:
            subprocess.run(["umount", self.folder], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Chaos:
    """What is done to the cluster. Each returns the moment from which the page has to answer again."""

    def __init__(self, cluster, disk, chance):
        self.cluster, self.disk, self.chance = cluster, disk, chance
        self.ways = [self.kill_node, self.cut_bell, self.freeze_node, self.kill_database, self.set_clock, self.stop_node]
        if disk.is_there:
            self.ways.append(self.fill_disk)
        self.turn, self.victims = [], [0, 1, 2]

    def next(self):
        if not self.turn:
            self.turn = list(self.ways)
            self.chance.shuffle(self.turn)
        return self.turn.pop()

    def _victim(self):
        """Each node in turn, so that none is spared."""
        self.victims.append(self.victims.pop(0))
        return self.cluster.nodes[self.victims[-1]]

    def kill_node(self):
        node, begin = self._victim(), time.monotonic()
        node.kill()
        time.sleep(self.chance.uniform(2, 8))
        node.start_again()
        return begin

    def stop_node(self):
        """As for an upgrade."""
        node, begin = self._victim(), time.monotonic()
        node.process.terminate()
        node.process.wait(30)
        node.start_again()
        return begin

    def freeze_node(self):
        node, begin = self._victim(), time.monotonic()
        node.freeze()
        time.sleep(20)
        node.thaw()
        return begin

    def kill_database(self):
        postgres = self.cluster.postgres
        first = int((postgres.data / "postmaster.pid").read_text().split("\n")[0])
        os.kill(first, signal.SIGKILL)
        time.sleep(self.chance.uniform(1, 5))
        return self._start_database()

    def _start_database(self):
        """As whoever looks after it would: until it is there."""
        postgres = self.cluster.postgres
        postgres.is_running = False
        end = time.monotonic() + 30
        while True:
            try:
                postgres.start()
                return time.monotonic()
            except AssertionError:
                # Those who served connections are still ending.
                if time.monotonic() > end:
                    raise
                time.sleep(0.3)

    def cut_bell(self):
        begin, cuts = time.monotonic(), 0
        while time.monotonic() - begin < 8:
            cuts += self.cluster.cut_bell()
            time.sleep(0.05)
        return begin

    def set_clock(self):
        begin = time.monotonic()
        self.cluster.nodes[2].set_clock(self.chance.choice([300, -300]))
        time.sleep(10)
        return begin

    def fill_disk(self):
        self.disk.fill()
        time.sleep(8)
        self.disk.free()
        if "no server running" in self._status():
            return self._start_database()
        return time.monotonic()

    def _status(self):
        return subprocess.run([*self._as_server(), "status", "-D", self.cluster.postgres.data], capture_output=True, text=True).stdout

    def _as_server(self):
        from postgres_server import programs
        user = self.cluster.postgres.user
        return [*(["setpriv", "--reuid", str(user.pw_uid), "--regid", str(user.pw_gid), "--clear-groups"] if user else []), programs() / "pg_ctl"]


def hurt(chaos, watcher, seconds):
    """[(what was done, seconds until the page answered again or None)]"""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        way = chaos.next()
        since = way()
        took = watcher.wait_for_answer(since, AGAIN)
        found.append((way.__name__.replace("_", " "), took))
        print(f"  {found[-1][0]}: the page answered again after {'more than 10 s' if took is None else f'{took:.1f} s'}", flush=True)
        time.sleep(3)
    return found


def settle(cluster, load, readers, seconds=60):
    """Until everything has come to rest: who waits is answered, the inbox is empty, readers have read."""
    for node in cluster.nodes:
        node.set_clock(0)
    load.stop()
    said = {number for talker in load.talkers for _, number in talker.kept}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        is_behind = any(said - set(reader.numbers) for reader in readers)
        waits = cluster.sql("SELECT (SELECT count(*) FROM fix_inbox) + (SELECT count(*) FROM announcement WHERE state = 'scheduled')") != ["0"]
        if not is_behind and not waits:
            return
        time.sleep(0.5)


def table(hurts, violations):
    is_good = True
    print("\n| what was done | times | the page answered again after, at most | holds |\n|---|---|---|---|")
    for name in sorted({name for name, _ in hurts}):
        times = [took for each, took in hurts if each == name]
        holds = None not in times
        is_good &= holds
        print(f"| {name} | {len(times)} | {'more than 10 s' if not holds else f'{max(times):.1f} s'} | {'yes' if holds else 'NO'} |")
    print("\n| what was acknowledged | how many | lost | doubled or wrong | holds |\n|---|---|---|---|---|")
    for name, (count, lost, doubled) in violations.items():
        holds = count > 0 and lost == 0 and doubled == 0
        is_good &= holds
        print(f"| {name} | {count} | {lost} | {doubled} | {'yes' if holds else 'NO'} |")
    return is_good


@contextlib.contextmanager
def under_load(chance, disk=None, program=DEV):
    """(cluster, load, readers, watcher): three nodes of a program with people, phones, open pages and somebody who looks."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = Path(tempfile.mkdtemp(prefix="sotravel-cluster-"))
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        postgres = PostgresServer(
            disk.folder / "pg" if disk and disk.is_there else None, max_wal_size="64MB", min_wal_size="32MB", shared_buffers="32MB")
        stack.callback(postgres.close)
        cluster = Cluster(
            folder / "nodes", "--without-limits", count=3, members=48, postgres=postgres, program=program, maker=program, has_clocks=True)
        stack.callback(cluster.close)
        proxy = Proxy(folder / "proxy", cluster.nodes)
        stack.callback(proxy.close)
        time.sleep(1)
        load = Load(cluster, [proxy.port, proxy.port, proxy.port, *(node.port for node in cluster.nodes)], chance)
        readers = Readers()
        stack.callback(readers.close)
        cookies = list(load.cookies.values())
        pool = [readers.open(cookies[number % 3], "chat", cluster.nodes[number % 3:] + cluster.nodes[:number % 3], load.trip)
                for number in range(READERS)]
        # What was said before a reader came is not theirs to hear.
        load.start()
        yield cluster, load, pool, Watcher(proxy.port, load.cookies["host"])


def judge(hurts, cluster, load, pool, watcher):
    """Once everything has come to rest; returns the exit code."""
    watcher.is_over.set()
    settle(cluster, load, pool)
    print(f"{sum(reader.breaks for reader in pool)} breaks of streams, {sum(reader.rereads for reader in pool)} times messages were read anew.")
    return 0 if table(hurts, load.violations(pool)) else 1


def main(seconds):
    chance, disk = seeded(), Disk()
    random.seed(chance.random())
    with contextlib.closing(disk), under_load(chance, disk) as (cluster, load, pool, watcher):
        print(f"Three nodes, {len(pool)} readers, {seconds} s.", flush=True)
        hurts = hurt(Chaos(cluster, disk, chance), watcher, seconds)
        return judge(hurts, cluster, load, pool, watcher)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else int(os.environ.get("CLUSTER_SOAK_SECONDS", "600"))))
