"""Everything moves between SQLite and PostgreSQL, with the built program on the demo's data."""
import signal
import sqlite3
import subprocess
import time
import uuid

import pytest

from conftest import PROGRAM, Demo, Server
from postgres_server import PostgresServer, programs

pytestmark = pytest.mark.skipif(programs() is None, reason="no server of PostgreSQL is installed")


@pytest.fixture(scope="module")
def postgres():
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture
def demo(tmp_path):
    server = Demo(tmp_path / "data", members=12)
    yield server
    if server.process.poll() is None:
        server.stop()


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120)


def said(*words):
    done = run(*words)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


def refused(*words):
    """What stands on the standard error."""
    done = run(*words)
    assert done.returncode == 1 and not done.stdout and done.stderr.startswith("Error: "), (done.returncode, done.stdout, done.stderr)
    return done.stderr


def dump(folder):
    """All rows of all tables, and the highest numbers that were given. Without the search index, whose inside is its own."""
    with sqlite3.connect(f"file:{folder}/sotravel.sqlite?mode=ro", uri=True) as database:
        names = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: sorted(map(repr, database.execute(f"SELECT * FROM {name}"))) for name in names if not name.startswith("message_search")}


def until_alone(*words):
    """A session ends a moment after its process."""
    deadline = time.monotonic() + 10
    while (done := run(*words)).returncode and "another Sotravel" in done.stderr and time.monotonic() < deadline:
        time.sleep(0.1)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_demo_goes_to_postgresql_and_comes_back(postgres, demo, tmp_path):
    address, other = postgres.make_database(), tmp_path / "other"
    host = demo.host()
    path = f"/trips/valrosa/chat/{demo.ids('trip', 'slug')['valrosa']}/messages"
    assert demo.request("POST", path, {"client_id": str(uuid.uuid4()), "text": "Quincunx 🫕"}, cookie=host).status == 303
    assert "Another Sotravel is using" in refused("move", "--data", demo.data, "--to", address)
    demo.stop()
    before = dump(demo.data)
    words = said("move", "--data", demo.data, "--to", address)
    assert "They were read back, and are the same." in words and f"Keep {demo.data} as the data folder" in words, words
    assert dump(demo.data) == before, "the source is as it was"
    assert "sound" in said("check", "--data", demo.data, "--database", address)
    back = said("move", "--data", demo.data, "--database", address, "--to", other)
    assert "The map was copied too." in back and f"Serve from {other}" in back, back
    assert dump(other) == before
    assert (other / "map.atlas").read_bytes() == (demo.data / "map.atlas").read_bytes()
    assert (other / "sotravel.sqlite").stat().st_mode & 0o777 == 0o600 and not list(other.glob("*.incoming*"))
    assert "sound" in said("check", "--data", other)
    # Both serve what was there: who was signed in still is, and words are found.
    for folder, *flags in ((demo.data, "--database", address), (other,)):
        server = Server(folder, *flags)
        found = server.request("GET", "/trips/valrosa/chat/search?q=quincunx", cookie=host)
        assert found.status == 200 and "Quincunx" in found.body.decode(), flags
        server.stop()


def test_a_server_keeps_a_move_away_and_a_move_a_server(postgres, demo, tmp_path):
    address = postgres.make_database()
    node = Server(tmp_path / "node", "--database", address)
    demo.stop()
    assert "another Sotravel is using it" in refused("move", "--data", demo.data, "--to", address)
    assert "another Sotravel is using it" in refused("move", "--data", demo.data, "--database", address, "--to", tmp_path / "other")
    node.stop()
    # It has keys of its own since it was served.
    until_alone("move", "--data", demo.data, "--database", address, "--to", tmp_path / "other")


def test_a_filled_database_is_refused(postgres, demo, tmp_path):
    address = postgres.make_database()
    demo.stop()
    said("move", "--data", demo.data, "--to", address)
    assert "is not empty: there are rows in “trip”" in refused("move", "--data", demo.data, "--to", address)
    assert "is not empty: there are rows in “trip”" in refused("move", "--data", tmp_path, "--database", address, "--to", demo.data)
    assert "already" in refused("move", "--data", demo.data, "--to", demo.data)
    assert "already" in refused("move", "--data", demo.data, "--database", address, "--to", address)
    assert "There is no data" in refused("move", "--data", tmp_path / "none", "--to", postgres.make_database())
    assert "There is no data" in refused("move", "--database", postgres.make_database(), "--to", tmp_path / "none")
    done = run("move", "--data", demo.data, "--to", "postgresql://a:sec/ret@x/trip")
    assert done.returncode != 0 and "“to”" in done.stderr and "sec" not in done.stderr, done.stderr


def test_what_postgresql_cannot_store_is_named(postgres, demo):
    demo.stop()
    with sqlite3.connect(demo.data / "sotravel.sqlite") as database:
        database.execute("INSERT INTO server_setting (name, value) VALUES ('odd', ?)", ["a\0b"])
    words = refused("move", "--data", demo.data, "--to", postgres.make_database())
    assert "server_setting.value, in the row where name = 'odd', holds the character U+0000, which PostgreSQL cannot store." in words


@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.5, 1, 2])
def test_a_move_that_is_killed_starts_over(postgres, demo, tmp_path, seconds):
    """Both ways: wherever it is killed there is nothing or everything, and the next one comes through."""
    demo.stop()
    before, address, other = dump(demo.data), postgres.make_database(), tmp_path / "other"
    for words, is_filled in [
            (("move", "--data", demo.data, "--to", address), lambda: "trip" in str(postgres.sql("SELECT to_regclass('trip')", address))
             and postgres.sql("SELECT count(*) FROM trip", address) != ["0"]),
            (("move", "--data", demo.data, "--database", address, "--to", other), lambda: (other / "sotravel.sqlite").exists())]:
        process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        deadline = time.monotonic() + 10
        while postgres.sql("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'", address) and time.monotonic() < deadline:
            time.sleep(0.05)
        if not is_filled():
            said(*words)
        assert is_filled() and "is not empty" in refused(*words)
    assert dump(demo.data) == before and dump(other) == before
    # Whoever finds the database finds the map.
    assert (other / "map.atlas").read_bytes() == (demo.data / "map.atlas").read_bytes() and not list(other.glob("*.incoming*"))


def test_a_server_that_goes_away_harms_nothing(postgres, demo, tmp_path):
    server = PostgresServer()
    try:
        address = server.make_database()
        demo.stop()
        process = subprocess.Popen(
            [PROGRAM, "move", "--data", demo.data, "--to", address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.4)
        server.kill()
        process.wait(60)
        words = process.stderr.read()
        assert process.returncode in (0, 1) and "Fatal" not in words, words
        assert process.returncode == 0 or words.startswith("Error: "), words
        server.start()
        if process.returncode:
            until_alone("move", "--data", demo.data, "--to", address)
        assert "sound" in said("check", "--data", demo.data, "--database", address)
    finally:
        server.close()
