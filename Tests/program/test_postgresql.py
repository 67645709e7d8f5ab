"""The program on a server of PostgreSQL: from the first link to a backup that is put back."""
import os
import signal
import subprocess
import time

import pytest

from conftest import PROGRAM, Server, session_cookie, totp
from postgres_server import PostgresDemo, PostgresServer, programs

pytestmark = pytest.mark.skipif(programs() is None, reason="no server of PostgreSQL is installed")


@pytest.fixture(scope="module")
def postgres():
    server = PostgresServer()
    yield server
    server.close()


def run(*words, text="", **environment):
    return subprocess.run(
        [PROGRAM, *words], input=text, capture_output=True, text=True, timeout=60, env={**os.environ, **environment})


def said(*words, **more):
    done = run(*words, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(*words, **more):
    """The one sentence on the standard error."""
    done = run(*words, **more)
    assert done.returncode == 1 and not done.stdout, (done.returncode, done.stdout, done.stderr)
    assert len(done.stderr.strip().splitlines()) == 1 and done.stderr.startswith("Error: "), done.stderr
    return done.stderr.strip()


def test_from_an_empty_database_to_the_second_start(postgres, tmp_path):
    data, address = tmp_path / "data", postgres.make_database()
    server = Server(data, "--database", address)
    path = server.setup_link().removeprefix(server.url)
    form = {"name": "First Admin", "email": "first@x.example", "password": "a mountain of snow"}
    cookie = session_cookie(server.request("POST", path, form))
    page = server.request("GET", "/account/second-factor", cookie=cookie).body.decode()
    secret = page.split('class="key">')[1].split("<")[0].replace(" ", "")
    cookie = session_cookie(server.request("POST", "/account/second-factor", {"code": totp(secret)}, cookie=cookie))
    # Another command sees the same accounts, and the settings file says where they are.
    (data / "sotravel.conf").write_text(f"database = {address}\n")
    assert "first@x.example\tFirst Admin\tadmin, second factor" in said("account", "list", "--data", data)
    said("account", "add", "second@x.example", "--name", "Second", "--data", data, text="a valley of snow\n")
    assert server.sign_in("second@x.example", "a valley of snow")
    server.stop()
    assert not (data / "sotravel.sqlite").exists()
    again = Server(data)
    assert again.request("GET", "/account", cookie=cookie).status == 200, "still signed in"
    assert again.request("GET", path).status == 404
    assert again.sign_in("second@x.example", "a valley of snow")
    again.stop()
    # The environment wins over the file, and a flag over both.
    other = postgres.make_database()
    assert said("account", "list", "--data", data, SOTRAVEL_DATABASE=other) == ""
    assert "second@x.example" in said("account", "list", "--data", data, "--database", address, SOTRAVEL_DATABASE=other)


def test_two_nodes_share_a_database_and_each_has_a_folder(postgres, tmp_path):
    address = postgres.make_database()
    said("account", "add", "a@x.example", "--name", "A", "--data", tmp_path / "one", "--database", address, text="a mountain of snow\n")
    nodes = [Server(tmp_path / name, "--database", address) for name in ("one", "two")]
    cookie = nodes[0].sign_in("a@x.example", "a mountain of snow")
    assert nodes[1].request("GET", "/account", cookie=cookie).status == 200
    assert "Another Sotravel is using" in refused("serve", "--data", tmp_path / "one", "--port", "0", "--max-connections", "50", "--database", address)
    for node in nodes:
        node.stop()


def test_what_cannot_be_served_from_is_said_in_a_sentence(postgres, tmp_path):
    data = ("--data", tmp_path / "data", "--port", "0", "--max-connections", "50", "--database")
    assert "does not exist" in refused("serve", *data, postgres.address("missing"))
    assert "cannot be reached" in refused("account", "list", "--data", tmp_path / "data", "--database", f"postgresql:///trip?host={tmp_path}")
    assert "cannot be reached" in refused("account", "list", "--data", tmp_path / "data", "--database", "postgresql://127.0.0.1:1/trip")
    latin = postgres.make_database("ENCODING 'LATIN1' TEMPLATE template0")
    assert "encoding is LATIN1, and Sotravel needs UTF8" in refused("serve", *data, latin)
    newer = postgres.make_database()
    said("account", "list", "--data", tmp_path / "data", "--database", newer)
    postgres.sql("INSERT INTO schema_migration VALUES (9999, 'later')", newer)
    assert "written by a newer Sotravel" in refused("serve", *data, newer)
    poor = postgres.make_database()
    postgres.sql("ALTER SCHEMA public OWNER TO postgres; REVOKE ALL ON SCHEMA public FROM PUBLIC; GRANT USAGE ON SCHEMA public TO PUBLIC",
                 poor.replace("user=sotravel", "user=postgres"))
    assert "may make no tables" in refused("serve", *data, poor)
    for address in ("mysql://secret@x", "trip", "postgresql://a:sec/ret@x/trip", "postgresql://a:sec@ret@x/trip"):
        done = run("serve", *data, address)
        assert done.returncode != 0 and "“database”" in done.stderr and "sec" not in done.stderr, done.stderr


def test_a_password_is_in_no_log_and_no_command_line(postgres, tmp_path):
    postgres.sql("CREATE ROLE guarded LOGIN PASSWORD 'quite-a-secret'")
    address = postgres.make_database(user="guarded", password="quite-a-secret")
    name = address.split("///")[1].split("?")[0]
    postgres.sql(f"ALTER DATABASE {name} OWNER TO guarded")
    data = tmp_path / "data"
    data.mkdir()
    server = Server(data, "--log-level", "trace", environment={"SOTRAVEL_DATABASE": address})
    assert server.request("GET", "/sign-in").status == 200
    backup = tmp_path / "backup.dump"
    process = subprocess.Popen(
        [PROGRAM, "backup", backup, "--data", data], env={**os.environ, "SOTRAVEL_DATABASE": address}, stdout=subprocess.PIPE)
    lines = b""
    while process.poll() is None:
        for folder in os.listdir("/proc"):
            try:
                lines += open(f"/proc/{folder}/cmdline", "rb").read() if folder.isdigit() else b""
            except OSError:
                pass
    assert process.returncode == 0 and b"pg_dump" in lines and b"quite-a-secret" not in lines
    # Lost in the middle: what is logged then says nothing either.
    postgres.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    assert server.request("GET", "/sign-in").status == 200
    server.stop()
    assert "quite-a-secret" not in (data / "log.txt").read_text()
    wrong = address.replace("quite-a-secret", "not-the-secret")
    assert "not-the-secret" not in refused("account", "list", "--data", data, SOTRAVEL_DATABASE=wrong)
    # libpq's own file of passwords.
    passwords = tmp_path / "passwords"
    passwords.write_text("*:*:*:guarded:quite-a-secret\n")
    passwords.chmod(0o600)
    bare = address.replace("&password=quite-a-secret", "")
    assert "sound" in said("check", "--data", data, "--database", bare, PGPASSFILE=str(passwords))
    services = tmp_path / "services"
    services.write_text(f"[trip]\nhost={postgres.folder}\nuser=guarded\ndbname={name}\npassword=quite-a-secret\n")
    second = tmp_path / "second.dump"
    assert "verified" in said("backup", second, "--data", data, "--database", "postgresql://?service=trip", PGSERVICEFILE=str(services))


def test_check_finds_what_is_broken(postgres, tmp_path):
    address = postgres.make_database()
    place = ("--data", tmp_path / "data", "--database", address)
    assert "this is no Sotravel database" in run("check", *place).stdout
    said("account", "add", "a@x.example", "--name", "A", *place, text="a mountain of snow\n")
    assert "sound" in said("check", *place)
    owner = address.replace("user=sotravel", "user=postgres")
    postgres.sql("CREATE SCHEMA extensions; CREATE EXTENSION amcheck SCHEMA extensions", owner)
    assert "sound" in said("check", *place[:3], owner)
    postgres.sql("ALTER TABLE session DISABLE TRIGGER ALL", owner)
    postgres.sql("DROP INDEX session_account; ALTER TABLE trip ADD COLUMN stray TEXT", owner)
    postgres.sql("INSERT INTO trip_visit VALUES ('0123456789012345', '0123456789012345', 0, 0, 0, 0, '')",
                 owner + "&options=-c%20session_replication_role%3Dreplica")
    done = run("check", *place)
    assert done.returncode == 1
    for words in ("broken reference in trip_visit", "triggers of session are switched off", "missing: CREATE INDEX session_account", "trip: stray"):
        assert words in done.stdout, done.stdout


def test_a_backup_is_put_back_and_undoes_nothing_that_people_ended(postgres, tmp_path):
    server = PostgresDemo(tmp_path / "data", postgres.make_database())
    place = ("--data", server.data, "--database", server.address)
    host = server.host()
    ada = server.sign_in("ada@sotravel.example", server.passwords["ada@sotravel.example"])
    tokens = server.tokens()
    backup = tmp_path / "backup.dump"
    assert "verified" in said("backup", backup, *place)
    assert backup.stat().st_mode & 0o777 == 0o600 and not (tmp_path / "backup.dump.partial").exists()
    assert "exists already" in refused("backup", backup, *place)
    assert server.request("POST", "/trips/valrosa/my/sharing", {"level": "off"}, cookie=ada).status == 303
    tracker = server.ids("tracker", "token")[tokens[3]]
    assert server.request("POST", f"/trips/valrosa/trackers/{tracker}/revoke", {}, cookie=host).status == 303
    members = server.sql("SELECT count(*), max(sort_name) FROM member")
    assert "another Sotravel is using it" in refused("restore", backup, *place)
    server.stop()
    words = said("restore", backup, *place)
    for expected in [
            "Everybody signs in again", "1 member's sharing stays off, the last since 20", "1 tracker stays revoked, the last since 20",
            "Lost, by what the trail of before says:", "  sharing set: 1, the last 20", "  tracker revoked: 1, the last 20",
            "is kept in the schema sotravel_before_restore"]:
        assert expected in words, words
    assert "sound" in said("check", *place)
    server.start()
    for cookie in (host, ada):
        assert server.request("GET", "/trips/valrosa/my", cookie=cookie).status == 303, "signed out"
    assert server.request("GET", f"/t/{tokens[3]}?lat=46.4&lon=9.2").status == 404
    assert server.request("GET", f"/t/{tokens[4]}?lat=46.4&lon=9.2").status == 200
    assert server.sql("SELECT count(*), max(sort_name) FROM member") == members
    off = server.sql("SELECT m.sharing_paused_at IS NOT NULL FROM member m JOIN account a ON a.id = m.account_id WHERE a.name = 'Ada Example'")
    assert off == ["t"]
    assert "backup put back" in server.request("GET", "/trips/valrosa/roster/changes?since=0", cookie=server.host()).body.decode()
    server.stop()
    # Into another server's empty database, and once more over what is kept.
    other = ("--data", tmp_path / "other", "--database", postgres.make_database())
    assert "nothing here that could be read" in said("restore", backup, *other)
    assert "sound" in said("check", *other)
    assert "1 member's sharing stays off" in said("restore", backup, *place)
    assert "sound" in said("check", *place)


def test_a_restore_that_fails_leaves_everything_as_it_was(postgres, tmp_path):
    address = postgres.make_database()
    place = ("--data", tmp_path / "data", "--database", address)
    said("account", "add", "a@x.example", "--name", "A", *place, text="a mountain of snow\n")
    backup = tmp_path / "backup.dump"
    said("backup", backup, *place)
    said("account", "add", "b@x.example", "--name", "B", *place, text="a mountain of snow\n")
    broken = tmp_path / "broken.dump"
    whole = backup.read_bytes()
    broken.write_bytes(whole[:len(whole) * 3 // 4])
    assert "broken.dump is not sound" in refused("restore", broken, *place)
    # Killed in the middle of it.
    process = subprocess.Popen([PROGRAM, "restore", backup, *place], stdout=subprocess.DEVNULL)
    try:
        process.wait(0.4)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        # Its session ends a moment after it.
        deadline = time.monotonic() + 10
        while run("account", "list", *place).returncode and time.monotonic() < deadline:
            time.sleep(0.1)
        assert said("account", "list", *place).count("@") in (1, 2)
    sqlite, plain = tmp_path / "backup.sqlite", tmp_path / "plain"
    said("account", "list", "--data", tmp_path / "files")
    said("backup", sqlite, "--data", tmp_path / "files")
    plain.write_text("no backup\n")
    assert "is a backup of SQLite" in refused("restore", sqlite, *place)
    assert "is a backup of PostgreSQL" in refused("restore", backup, "--data", tmp_path / "files")
    assert "is no backup of Sotravel" in refused("restore", plain, *place)
    assert "sound" in said("check", *place)
    said("restore", backup, *place)
    assert said("account", "list", *place).splitlines() == ["a@x.example\tA\t"]
