"""Several nodes over one database of PostgreSQL, for tests: each with a folder, a port and, if wanted, a clock of its own."""
import atexit
import functools
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

from conftest import DEV, PROGRAM, ROOT, RUNNING, Demo, Server, free_port
from postgres_server import PostgresServer, programs

# The channel on which PostgreSQL tells every node that another one has written.
BELL, BELL_NAME = "sotravel_change", "sotravel bell"


@functools.cache
def clock_shim():
    """What moves a program's wall clock, compiled once."""
    folder = tempfile.mkdtemp(prefix="sotravel-clock-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", folder + "/clock.so", ROOT / "Tests/program/clock.c", "-ldl"], check=True)
    return folder + "/clock.so"


class Node(Demo):
    """One `sotravel serve` of a cluster. `text` is what the demo's maker said."""

    def __init__(self, folder, address, text, *flags, program=PROGRAM, has_clock=False):
        self.address, self.program = address, program
        Path(folder).mkdir(parents=True, exist_ok=True)
        self.read_sign_ins(text)
        self.clock = Path(folder) / "clock" if has_clock else None
        environment = {}
        if has_clock:
            self.set_clock(0)
            environment = {"LD_PRELOAD": clock_shim(), "CLOCK": str(self.clock)}
        Server.__init__(self, folder, "--database", address, *flags, environment=environment)

    def sql(self, query):
        done = subprocess.run([programs() / "psql", "-XqAt", "-d", self.address, "-c", query], check=True, capture_output=True, text=True)
        return done.stdout.splitlines()

    def set_clock(self, seconds):
        """The wall clock of this node is ahead by so many seconds, or behind."""
        with open(self.clock, "r+b" if self.clock.exists() else "wb") as file:
            file.write(struct.pack("l", seconds))

    def freeze(self):
        """As a machine that stops for a moment: what comes is taken by the kernel, and nobody answers."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def start_again(self):
        """After a kill or a stop, on the same port."""
        self.process.stdout.close()
        self.log.close()
        self.start()

    def stop(self):
        self.thaw()
        super().stop()

    @property
    def is_ready(self):
        try:
            return self.request("GET", "/readyz").status == 200
        except OSError:
            return False


class Cluster:
    """The demo trip, which the maker makes, on so many nodes, `nodes[0]` and on. A program of `sotravel-dev` takes its flags too: `--without-limits`."""

    def __init__(self, folder, *flags, count=2, members=12, postgres=None, program=PROGRAM, maker=DEV, has_clocks=False):
        folder = Path(folder)
        self.is_own = postgres is None
        self.postgres = postgres or PostgresServer()
        self.address = self.postgres.make_database()
        folders = [folder / f"node{number}" for number in range(1, count + 1)]
        folders[0].mkdir(parents=True)
        self.nodes = []
        try:
            text = subprocess.run(
                [maker, "demo", "--data", folders[0], "--database", self.address, "--members", str(members)],
                check=True, capture_output=True, text=True).stdout
            for each in folders:
                self.nodes.append(Node(each, self.address, text, *flags, program=program, has_clock=has_clocks))
        except BaseException:
            self.close()
            raise

    def close(self):
        for node in self.nodes:
            node.stop()
        if self.is_own:
            self.postgres.close()

    @property
    def database(self):
        return urllib.parse.urlsplit(self.address).path.lstrip("/")

    def sql(self, query):
        return self.nodes[0].sql(query)

    def listeners(self):
        """The sessions in which nodes wait for the bell. The last that such a session did is to listen."""
        return self.postgres.sql(f"SELECT pid FROM pg_stat_activity WHERE datname = '{self.database}' AND application_name = 'sotravel bell'")

    def cut_bell(self):
        """Ends these sessions, as a network that drops connections does. Returns how many there were."""
        return len(self.postgres.sql(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.database}' AND application_name = 'sotravel bell'"))


class BellCounter:
    """Listens beside the nodes and counts how often the bell rings, by the session that rang it."""

    def __init__(self, address):
        self.rings = {}
        self.process = subprocess.Popen(
            [programs() / "psql", "-XqAt", "-d", address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            # Nodes take the work of any other tool for a write that nobody told them of.
            env={**os.environ, "PGAPPNAME": BELL_NAME})
        self.process.stdin.write(f"LISTEN {BELL};\n")
        self.process.stdin.flush()
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._ask, self._read)]
        for thread in self.threads:
            thread.start()

    def _ask(self):
        # psql prints what it was told after each statement.
        while not self.is_over.wait(0.2):
            self.process.stdin.write("SELECT;\n")
            self.process.stdin.flush()

    def _read(self):
        for line in self.process.stdout:
            if line.startswith("Asynchronous notification"):
                pid = int(line.rsplit("PID ", 1)[1].split(".")[0])
                self.rings[pid] = self.rings.get(pid, 0) + 1

    def stop(self):
        """Rings by session, as often as each rang."""
        time.sleep(0.5)
        self.is_over.set()
        self.threads[0].join()
        self.process.stdin.close()
        self.process.wait()
        self.threads[1].join()
        return self.rings


class Proxy:
    """nginx in front of the nodes, set up as `make run-cluster` sets it up."""

    def __init__(self, folder, nodes):
        self.folder, self.port = Path(folder), free_port()
        self.folder.mkdir()
        servers = "\n".join(f"server 127.0.0.1:{node.port} max_fails=1 fail_timeout=3s;" for node in nodes)
        values = {"USER": "user root;" if os.geteuid() == 0 else "", "FOLDER": self.folder, "PORT": self.port, "NODES": servers}
        text = re.sub("@([A-Z]+)@", lambda name: str(values[name[1]]), (ROOT / "Deployment/nginx-cluster.conf").read_text())
        (self.folder / "nginx.conf").write_text(text)
        program = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
        log = self.folder / "error.log"
        self.process = subprocess.Popen([program, "-p", self.folder, "-e", log, "-c", self.folder / "nginx.conf"], stderr=subprocess.DEVNULL)
        RUNNING.append(self.process)

    def close(self):
        self.process.terminate()
        self.process.wait()
