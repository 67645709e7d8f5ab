"""The parts of `./.ci/cluster`: processes that are started, watched and ended in order, and PostgreSQL among them."""
import ctypes
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
SET_PARENT_DEATH_SIGNAL = 1


class Problem(Exception):
    """A sentence for the terminal."""


class Part:
    """One process of the cluster. `pause` are the seconds after which it starts again; `ending` is the signal that ends it in order."""

    def __init__(self, name, command, log, pause, ending=signal.SIGTERM, user=None, cwd=None):
        self.name, self.command, self.log, self.pause, self.ending, self.user, self.cwd = name, command, Path(log), pause, ending, user, cwd
        self.process, self.began, self.due, self.quick_ends = None, 0, None, 0

    def start(self):
        as_whom = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        # In a group of its own: Ctrl-C reaches this program alone, which ends the parts in their order. None outlives it, even if it is killed.
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [str(word) for word in self.command], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd=self.cwd,
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no"},
                preexec_fn=lambda: LIBC.prctl(SET_PARENT_DEATH_SIGNAL, int(self.ending), 0, 0, 0), **as_whom)
        self.began, self.due = time.monotonic(), None

    @property
    def pid(self):
        return self.process.pid

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    @property
    def how_it_ended(self):
        status = self.process.returncode
        return f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"

    def last_words(self):
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "".join(f"\n  {line}" for line in lines[-6:])

    def wait_until(self, is_there, seconds):
        end = time.monotonic() + seconds
        while not is_there():
            if not self.is_running:
                raise Problem(f"{self.name} did not start ({self.how_it_ended}). {self.log} says:{self.last_words()}")
            if time.monotonic() > end:
                raise Problem(f"{self.name} does not answer after {seconds} s. {self.log} says:{self.last_words()}")
            time.sleep(0.1)

    def end(self, seconds=15):
        if not self.is_running:
            return
        self.process.send_signal(self.ending)
        # One that somebody stopped hears nothing.
        self.process.send_signal(signal.SIGCONT)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def answers(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=2) as answer:
            return answer.status == 200
    except (OSError, urllib.error.HTTPError):
        return False


def require_free(ports):
    for port, what in ports.items():
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                raise Problem(f"Port {port}, which {what} needs, is taken ({error.strerror}). Choose others: make run-cluster PORT=9000") from None


def run(what, *command, **more):
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, **more)
    if done.returncode:
        words = (done.stderr or done.stdout).strip().replace("\n", "\n  ")
        raise Problem(f"{what} failed (exit status {done.returncode}):\n  {words}")
    return done.stdout


class Database:
    """PostgreSQL on a socket in a folder, without a port. It refuses to run as root: nobody runs it then."""

    def __init__(self, folder):
        found = Path("/usr/lib/postgresql").glob("*/bin/postgres")
        newest = max(found, key=lambda path: int(re.sub(r"\D", "", path.parent.parent.name) or 0), default=None)
        if not newest:
            raise Problem("PostgreSQL is missing: apt install postgresql, or make run-cluster, which does that.")
        self.programs, self.folder, self.data = newest.parent, folder, folder / "data"
        if len(str(folder)) > 90:
            raise Problem(f"{folder} is too long for the path of a socket. Choose a shorter one: make run-cluster DATA=/var/tmp/sotravel")
        self.user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._let_in()
        if not (self.data / "PG_VERSION").exists():
            shutil.rmtree(self.data, ignore_errors=True)
            self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C")
        # Whoever reaches the folder may come in; nobody else can. The log and the data are the server's.
        self.part = Part("PostgreSQL", [
            newest, "-D", self.data, "-c", f"unix_socket_directories={folder}", "-c", "listen_addresses=", "-c", "max_connections=100"],
            folder / "log", 5, signal.SIGINT, self.user, folder)

    def _let_in(self):
        if not self.user:
            return
        os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        # What is in these folders has modes of its own.
        for parent in (self.folder.parent, self.folder.parent.parent):
            os.chmod(parent, parent.stat().st_mode | 0o011)
        if subprocess.run(["test", "-x", self.folder], user=self.user.pw_uid, group=self.user.pw_gid, extra_groups=[]).returncode:
            raise Problem(f"PostgreSQL does not run as root, and the user nobody, who runs it then, does not reach {self.folder}. "
                          "Choose another folder: make run-cluster DATA=/var/tmp/sotravel")

    def run(self, program, *arguments):
        as_whom = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        return run(program, self.programs / program, *arguments, cwd=self.folder, **as_whom)

    def sql(self, statement, user="postgres"):
        return self.run("psql", "-XqAt", "-h", self.folder, "-U", user, "-d", "postgres", "-c", statement)

    @property
    def is_ready(self):
        return subprocess.run(
            [self.programs / "pg_isready", "-q", "-h", self.folder], stdin=subprocess.DEVNULL).returncode == 0

    @property
    def address(self):
        return f"postgresql:///sotravel?host={self.folder}&user=sotravel"

    def start(self):
        self.part.start()
        self.part.wait_until(lambda: self.is_ready, 30)
        if not self.sql("SELECT 1 FROM pg_roles WHERE rolname = 'sotravel'"):
            self.sql("CREATE ROLE sotravel LOGIN")
        if not self.sql("SELECT 1 FROM pg_database WHERE datname = 'sotravel'"):
            self.sql("CREATE DATABASE sotravel OWNER sotravel")
