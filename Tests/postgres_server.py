"""A server of PostgreSQL for tests, on a socket in a short folder of its own, as an ordinary user."""
import atexit
import itertools
import os
import pwd
import re
import shlex
import shutil
import subprocess
import tempfile
import urllib.parse
from pathlib import Path

from conftest import DEV, Demo, Server


def programs():
    """Where the newest server's programs are; none where none is installed."""
    found = Path("/usr/lib/postgresql").glob("*/bin")
    return max(found, key=lambda path: [int(part) for part in re.findall(r"\d+", path.parent.name)], default=None)


class PostgresServer:
    """Begins at once. The owner of its databases is `sotravel`, who is nobody special, and `postgres` may do everything; both come in without
    a password. A role `guarded` needs one. A stop or a kill keeps what was committed; only a power cut would not."""

    made = None

    def __init__(self, folder=None, **settings):
        """A folder that is given has a short path that everybody can reach, and is kept; pytest's own is not one.
        Settings are the server's: `max_connections=20`."""
        self.is_own = folder is None
        # A socket's path has at most 107 bytes.
        self.folder = Path(folder or tempfile.mkdtemp(prefix="sotravel-pg-", dir="/tmp"))
        self.data, self.log = self.folder / "data", self.folder / "log"
        self.settings = {"max_connections": 100, **settings}
        self.numbers = itertools.count(1)
        self.is_running = False
        atexit.register(self.close)
        # The server refuses to run as root.
        self.user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        if self.user:
            self.folder.mkdir(exist_ok=True)
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        if not self.data.exists():
            self._make()
        self.start()
        if not self.sql("SELECT 1 FROM pg_roles WHERE rolname = 'sotravel'"):
            self.sql("CREATE ROLE sotravel LOGIN CREATEDB")

    def _make(self):
        """Made once, and copied: that takes a tenth of the time."""
        if not PostgresServer.made:
            self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C", "-N")
            (self.data / "pg_hba.conf").write_text("local all guarded scram-sha-256\nlocal all all trust\n")
            PostgresServer.made = tempfile.TemporaryDirectory(prefix="sotravel-pg-made-")
            subprocess.run(["cp", "-a", self.data, PostgresServer.made.name], check=True)
        else:
            subprocess.run(["cp", "-a", PostgresServer.made.name + "/data", self.data], check=True)

    def _run(self, program, *arguments):
        as_whom = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        # A server that stays must hold no pipe of ours.
        with open(self.folder / "said", "w+") as said:
            status = subprocess.run(
                [programs() / program, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, **as_whom).returncode
            said.seek(0)
            assert status == 0, f"{program}: {said.read()}"

    def start(self):
        # Without flushes: they matter in a power cut alone.
        settings = {"unix_socket_directories": self.folder, "listen_addresses": "", "fsync": "off", "full_page_writes": "off", **self.settings}
        options = " ".join(f"-c {name}={shlex.quote(str(value))}" for name, value in settings.items())
        self._run("pg_ctl", "-D", self.data, "-w", "-l", self.log, "-o", options, "start")
        self.is_running = True

    def _end(self, mode):
        if self.is_running:
            self._run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")
            self.is_running = False

    def stop(self):
        """In order, breaking what is connected; `start` goes on."""
        self._end("fast")

    def kill(self):
        """At once, as when its machine stops: what is connected breaks, and the next start reads its journal."""
        self._end("immediate")

    def close(self):
        """For good: its folder goes too, if it is its own. Happens at the end by itself."""
        self._end("immediate")
        if self.is_own:
            shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name="postgres", user="sotravel", **more):
        """Of a database, as `--database` takes it."""
        return f"postgresql:///{name}?" + urllib.parse.urlencode({"host": self.folder, "user": user, **more}, safe="/")

    def make_database(self, options="", **more):
        """The address of a new, empty database. Options are those of CREATE DATABASE."""
        name = f"d{next(self.numbers)}_{os.getpid()}"
        self.sql(f"CREATE DATABASE {name} OWNER sotravel {options}")
        return self.address(name, **more)

    def sql(self, statement, address=None):
        """Runs it as the superuser, or as whoever the address says; rows as text, columns between bars."""
        done = subprocess.run(
            [programs() / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", address or self.address(user="postgres"), "-c", statement],
            capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()


class PostgresDemo(Demo):
    """A server over a demo trip of its own in a database of PostgreSQL."""

    def __init__(self, data, address, *flags, members=12, environment=None):
        Path(data).mkdir()
        self.address = address
        text = subprocess.run(
            [DEV, "demo", "--data", data, "--database", address, "--members", str(members)], check=True, capture_output=True, text=True).stdout
        self.read_sign_ins(text)
        Server.__init__(self, data, "--database", address, *flags, environment=environment)

    def sql(self, query):
        done = subprocess.run([programs() / "psql", "-XqAt", "-d", self.address, "-c", query], check=True, capture_output=True, text=True)
        return done.stdout.splitlines()
