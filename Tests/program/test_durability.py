"""Crashes, full disks, stops, backups: on the built program, with real files."""
import json
import os
import re
import sqlite3
import subprocess
import threading
import time
import urllib.parse

from conftest import DEV, PROGRAM, ROOT, Demo, Server, fix_times, session_cookie, totp
from soak import LIMIT, slow_flushes, soak_folder

# `make test-packages` fetches it.
GPX_SCHEMA = ROOT / ".venv/gpx11.xsd"


def test_no_acknowledged_fix_is_lost_in_twenty_kills(tmp_path, chance):
    """SIGKILL at random moments under load; every fix that was answered with 200 must be there."""
    server = Demo(tmp_path / "data", members=12)
    tokens = server.tokens()
    acknowledged = set()
    lock = threading.Lock()
    for round_number in range(20):
        stop = threading.Event()

        def load(token, start):
            at = start
            # Half the phones are answered by the framework, half before it.
            post = server.post_fix if tokens.index(token) % 2 else server.post_traccar
            while not stop.is_set():
                at += 1
                try:
                    post(token, 46 + chance.random() / 10, 9.2, at=at)
                except Exception:
                    return
                with lock:
                    acknowledged.add((token, at))

        begin = int(time.time()) - 1_000_000 + round_number * 10_000
        threads = [threading.Thread(target=load, args=(token, begin)) for token in tokens[:8]]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.15, 0.5))
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        server.process.stdout.close()
        server.start()
    server.stop()
    database = sqlite3.connect(tmp_path / "data/sotravel.sqlite")
    stored = fix_times(database)
    assert len(stored) == len(set(stored)), "some are stored twice"
    assert len(acknowledged) > 500, "too little load to prove anything"
    assert acknowledged <= set(stored), f"{len(acknowledged - set(stored))} of {len(acknowledged)} lost"
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_sigterm_ends_open_streams_and_stops(tmp_path):
    server = Demo(tmp_path / "data", members=4)
    cookie = server.host()
    streams = []
    for _ in range(10):
        connection = server.connect()
        connection.sendall(
            f"GET /trips/valrosa/live?topics=positions HTTP/1.1\r\nHost: x\r\nCookie: __Host-sotravel={cookie}\r\n\r\n".encode())
        assert b"200 OK" in connection.recv(4096)
        streams.append(connection)
    idle = server.connect()
    started = time.monotonic()
    server.process.terminate()
    assert server.process.wait(10) == 0
    assert time.monotonic() - started < 3
    for connection in streams:
        connection.settimeout(2)
        data = b""
        while part := connection.recv(4096):
            data += part
        assert data.endswith(b"0\r\n\r\n"), data[-100:]
        connection.close()
    idle.close()


def test_a_stop_under_load_is_short_and_loses_nothing(tmp_path, chance):
    """`make soak` does the same five hundred times."""
    times, acknowledged, lost, status = soak_folder(tmp_path, slow_flushes(tmp_path), 6, chance)
    assert all(took is not None and took <= LIMIT for took in times), times
    assert acknowledged > 500, "too little load to prove anything"
    assert lost == 0 and status == 0


def test_a_stop_waits_for_nobody_who_dawdles(tmp_path):
    """Half a body, an answer that nobody reads, a request that waits for a leave that is never used."""
    server = Demo(tmp_path / "data", members=48)
    cookie = server.host()
    head = f"Host: x\r\nCookie: __Host-sotravel={cookie}\r\nSec-Fetch-Site: same-origin\r\n"
    half, unread, asking = (server.connect() for _ in range(3))
    half.sendall(f"POST /trips/valrosa/members/new HTTP/1.1\r\n{head}Content-Length: 1000\r\n\r\nfirst_name=".encode())
    asking.sendall(f"POST /sign-in HTTP/1.1\r\n{head}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n".encode())
    assert asking.recv(100).startswith(b"HTTP/1.1 100")
    unread.sendall(f"GET /trips/valrosa/roster HTTP/1.1\r\n{head}\r\n".encode() * 200)
    started = time.monotonic()
    server.process.terminate()
    assert server.process.wait(30) == 0
    assert time.monotonic() - started < 3
    for connection in (half, unread, asking):
        connection.close()


def stream(server, cookie, headers=""):
    connection = server.connect()
    connection.sendall(
        f"GET /trips/valrosa/live?topics=positions,roster HTTP/1.1\r\nHost: x\r\nCookie: __Host-sotravel={cookie}\r\n{headers}\r\n".encode())
    return connection


def read_until(connection, text, timeout=15):
    connection.settimeout(timeout)
    data = b""
    while text not in data:
        part = connection.recv(65536)
        if not part:
            raise AssertionError(f"ended before {text!r}: {data[-300:]!r}")
        data += part
    return data


def test_streams_deliver_resume_and_end_with_their_session(demo):
    import re
    token = demo.tokens()[0]
    member, _, _ = demo.member_of(token)
    cookie = demo.host()
    first = stream(demo, cookie)
    head = read_until(first, b"retry:")
    assert b"X-Accel-Buffering: no" in head and b"text/event-stream" in head
    demo.post_fix(token, 46.411, 9.231)
    data = read_until(first, member.encode())
    event_id = re.findall(rb"id: (\S+)\n", data)[-1].decode()
    first.close()
    # Missed while away: resumed from the ring, the newest position only.
    base = int(time.time())
    for step in range(1, 4):
        demo.post_fix(token, 46.42 + step / 1000, 9.23, at=base + step)
        time.sleep(0.3)
    second = stream(demo, cookie, f"Last-Event-ID: {event_id}\r\n")
    data = read_until(second, b"46.423")
    assert b"46.421" not in data and b"reread" not in data
    second.close()
    third = stream(demo, cookie, "Last-Event-ID: elsewhere-17\r\n")
    read_until(third, b"event: reread")
    # Signing out ends the stream within two seconds, and the reconnect hears 401 for good.
    started = time.monotonic()
    demo.request("POST", "/sign-out", cookie=cookie)
    read_until(third, b"0\r\n\r\n")
    assert time.monotonic() - started < 2
    third.close()
    answer = demo.request("GET", "/trips/valrosa/live?topics=roster", headers={"Accept": "text/event-stream"}, cookie=cookie)
    assert answer.status == 401


def test_an_account_reset_elsewhere_ends_streams_too(tmp_path):
    server = Demo(tmp_path / "data", members=4)
    connection = stream(server, server.host())
    read_until(connection, b"retry:")
    started = time.monotonic()
    subprocess.run(
        [PROGRAM, "account", "reset", "host@sotravel.example", "--data", server.data], input="a whole new mountain\n", text=True, check=True,
        capture_output=True)
    reset = time.monotonic()
    read_until(connection, b"0\r\n\r\n")
    assert time.monotonic() - reset < 2, f"{time.monotonic() - reset:.1f} s after, {reset - started:.1f} s of command"
    connection.close()
    server.stop()


def test_pausing_takes_a_member_off_the_stream_at_once(demo):
    token = demo.tokens()[1]
    member, _, _ = demo.member_of(token)
    cookie = demo.host()
    connection = stream(demo, cookie)
    read_until(connection, b"retry:")
    demo.post_fix(token, 46.4, 9.2)
    read_until(connection, member.encode())
    assert demo.request("POST", f"/trips/valrosa/members/{member}/pause", cookie=cookie).status == 303
    assert b"event: hidden" in read_until(connection, b"hidden")
    connection.close()
    assert demo.request("POST", f"/trips/valrosa/members/{member}/resume", cookie=cookie).status == 303


def test_a_full_disk_refuses_writes_keeps_reads_and_recovers(tmp_path):
    mount = tmp_path / "small"
    mount.mkdir()
    # As root, or with sudo, as everywhere in the Makefile: the check is never left out.
    root = [] if os.geteuid() == 0 else ["sudo"]
    options = f"size=24m,uid={os.geteuid()},mode=0700"
    subprocess.run([*root, "mount", "-t", "tmpfs", "-o", options, "tmpfs", mount], check=True)
    try:
        server = Demo(mount / "data", members=12)
        cookie = server.host()
        token = server.tokens()[0]
        ballast = mount / "ballast"
        with open(ballast, "wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        refused = 0
        for second in range(400):
            body = json.dumps({"locations": [
                {"type": "Feature", "geometry": {"type": "Point", "coordinates": [9.2, 46.4]},
                 "properties": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_700_000_000 + second * 100 + n))}}
                for n in range(100)]})
            answer = server.request("POST", "/t/" + token, body, {"Content-Type": "application/json"})
            if answer.status == 503:
                assert answer.getheader("Retry-After")
                refused += 1
                break
            assert answer.status == 200
        assert refused, "the disk did not fill"
        # A single position, which another way answers, hears the same.
        for n in range(400):
            fix = {"location": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_690_000_000 + n)),
                                "coords": {"latitude": 46.4, "longitude": 9.2}}, "device_id": "1"}
            answer = server.request("POST", "/t/" + token, json.dumps(fix), {"Content-Type": "application/json"})
            if answer.status != 200:
                break
        assert answer.status == 503 and answer.getheader("Retry-After") == "30", answer.status
        assert answer.getheader("Content-Type") == "application/problem+json" and b"The disk is full" in answer.body
        assert server.request("GET", "/trips/valrosa/roster", cookie=cookie).status == 200
        assert server.request("GET", "/healthz").status == 200
        assert server.request("GET", "/readyz").status == 503
        form = {"first_name": "Kept", "status": "confirmed", "version": "0"}
        answer = server.request("POST", "/trips/valrosa/members/new", form, cookie=cookie)
        assert answer.status == 503 and b"The disk is full" in answer.body and b'value="Kept"' in answer.body
        ballast.unlink()
        assert server.request("POST", "/trips/valrosa/members/new", form, cookie=cookie).status == 303
        server.post_fix(token, 46.4, 9.2)
        assert server.request("GET", "/readyz").status == 200
        server.stop()
    finally:
        subprocess.run([*root, "umount", "-l", mount])


def test_backup_while_serving_restore_and_check(tmp_path):
    server = Demo(tmp_path / "data", members=6)
    token = server.tokens()[0]
    stop = threading.Event()

    def load():
        at = int(time.time()) - 100_000
        while not stop.is_set():
            at += 1
            server.post_fix(token, 46.4, 9.2, at=at)

    thread = threading.Thread(target=load)
    thread.start()
    try:
        time.sleep(0.3)
        backup = tmp_path / "backup.sqlite"
        out = subprocess.run([PROGRAM, "backup", backup, "--data", server.data], capture_output=True, text=True)
        assert out.returncode == 0 and "verified" in out.stdout, out.stderr
    finally:
        stop.set()
        thread.join()
    again = subprocess.run([PROGRAM, "backup", backup, "--data", server.data], capture_output=True, text=True)
    assert again.returncode != 0 and "exists already" in again.stderr
    refused = subprocess.run([PROGRAM, "restore", backup, "--data", server.data], capture_output=True, text=True)
    assert refused.returncode != 0 and "Another Sotravel" in refused.stderr
    server.stop()
    other = tmp_path / "other"
    assert subprocess.run([PROGRAM, "restore", backup, "--data", other], capture_output=True).returncode == 0
    check = subprocess.run([PROGRAM, "check", "--data", other], capture_output=True, text=True)
    assert check.returncode == 0 and "sound" in check.stdout
    members = sqlite3.connect(other / "sotravel.sqlite").execute("SELECT count(*) FROM member").fetchone()[0]
    assert members == 8
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(backup.read_bytes()[:50_000] + b"\0" * 3000)
    assert subprocess.run([PROGRAM, "restore", broken, "--data", other], capture_output=True).returncode != 0


def commands(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_restore_brings_back_nothing_that_people_ended(tmp_path):
    """Sharing that is off, trackers that are revoked and members who are erased stay so; sessions end; what is lost is said."""
    server = Demo(tmp_path / "data", members=12)
    host = server.host()
    ada = server.sign_in("ada@sotravel.example", server.passwords["ada@sotravel.example"])
    tokens = server.tokens()
    backup = tmp_path / "backup.sqlite"
    assert "verified" in commands("backup", backup, "--data", server.data)
    assert server.request("POST", "/trips/valrosa/my/sharing", {"level": "off"}, cookie=ada).status == 303
    tracker = server.ids("tracker", "token")[tokens[3]]
    assert server.request("POST", f"/trips/valrosa/trackers/{tracker}/revoke", {}, cookie=host).status == 303
    server.stop()
    said = commands("restore", backup, "--data", server.data)
    for words in [
            "Everybody signs in again", "1 member's sharing stays off, the last since 20", "1 tracker stays revoked, the last since 20",
            "Lost, by what the trail of before says:", "  sharing set: 1, the last 20", "  tracker revoked: 1, the last 20",
            "is kept as"]:
        assert words in said, said
    assert "sound" in commands("check", "--data", server.data)
    server.start()
    for cookie in (host, ada):
        assert server.request("GET", "/trips/valrosa/my", cookie=cookie).status == 303, "signed out"
    assert server.request("GET", f"/t/{tokens[3]}?lat=46.4&lon=9.2").status == 404
    assert server.request("GET", f"/t/{tokens[4]}?lat=46.4&lon=9.2").status == 200
    off = server.sql("SELECT m.sharing_paused_at IS NOT NULL FROM member m JOIN account a ON a.id = m.account_id WHERE a.name = 'Ada Example'")
    assert off == ["1"]
    assert "backup put back" in server.request("GET", "/trips/valrosa/roster/changes?since=0", cookie=server.host()).body.decode()
    server.stop()
    # What was taken over is taken over again.
    assert "1 member's sharing stays off" in commands("restore", backup, "--data", server.data)


def test_a_restore_without_the_data_of_before_says_what_it_cannot_know(tmp_path):
    server = Demo(tmp_path / "data", members=6)
    server.host()
    backup = tmp_path / "backup.sqlite"
    commands("backup", backup, "--data", server.data)
    server.stop()
    said = commands("restore", backup, "--data", tmp_path / "other")
    assert "nothing here that could be read" in said and "sessions ended: 1" in said
    broken = server.data / "sotravel.sqlite"
    broken.write_bytes(b"\0" * 10_000)
    said = commands("restore", backup, "--data", server.data)
    assert "nothing here that could be read" in said and "is kept as" in said
    assert "sound" in commands("check", "--data", server.data)


def test_first_admin_by_the_printed_link(tmp_path):
    server = Server(tmp_path / "data")
    link = server.setup_link()
    path = link.removeprefix(server.url)
    assert server.request("GET", path).status == 200
    form = {"name": "First Admin", "email": "first@x.example", "password": "a mountain of snow"}
    answer = server.request("POST", path, form)
    assert answer.status == 303 and answer.getheader("Location") == "/account/second-factor"
    cookie = session_cookie(answer)
    page = server.request("GET", "/account/second-factor", cookie=cookie).body.decode()
    secret = page.split('class="key">')[1].split("<")[0].replace(" ", "")
    assert server.request("POST", "/account/second-factor", {"code": totp(secret)}, cookie=cookie).status == 200
    assert server.request("GET", path).status == 404
    server.stop()
    log = (tmp_path / "data/log.txt").read_text() if (tmp_path / "data/log.txt").exists() else ""
    assert path.split("/")[-1] not in log


def test_commands_and_settings(tmp_path):
    def run(*arguments, text="", **environment):
        return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, env={**os.environ, **environment})

    data = tmp_path / "data"
    assert run("account", "add", "a@x.example", "--name", "A", "--data", data, text="short\n").returncode != 0
    assert run("account", "add", "a@x.example", "--name", "A", "--admin", "--data", data, text="a mountain of snow\n").returncode == 0
    assert "a@x.example\tA\tadmin" in run("account", "list", "--data", data).stdout
    assert run("account", "reset", "b@x.example", "--data", data, text="a mountain of snow\n").returncode != 0
    assert subprocess.run([DEV, "demo", "--data", data], capture_output=True).returncode != 0
    help_text = run("serve", "--help").stdout
    for word in ["--data", "--host", "--port", "--behind-proxy", "--metrics-token", "SOTRAVEL_"]:
        assert word in help_text
    (data / "sotravel.conf").write_text("# comment\nport = nonsense\n")
    assert "whole number" in run("serve", "--data", data).stderr
    (data / "sotravel.conf").write_text("colour = red\n")
    assert "no setting" in run("serve", "--data", data).stderr
    (data / "sotravel.conf").unlink()
    assert "whole number" in run("serve", "--data", data, SOTRAVEL_PORT="99999").stderr


def test_metrics_are_for_loopback_or_the_token(tmp_path):
    server = Demo(tmp_path / "data", "--behind-proxy", "--metrics-token", "letmein", members=2)
    assert server.request("GET", "/metrics").status == 404
    answer = server.request("GET", "/metrics", headers={"Authorization": "Bearer letmein"})
    assert answer.status == 200 and b"sotravel_fixes_stored_total 0" in answer.body
    server.stop()


def test_exports_are_valid(demo, tmp_path):
    token = demo.tokens()[0]
    member = demo.member_of(token)[0]
    # At the edges of what the schema allows, with a pause of more than an hour, and with a name that XML has to escape.
    places = [(46.4, 9.2), (90, 180), (-90, -180), (46.4, 179.99999999), (46.4, -179.99999999)]
    for step, (latitude, longitude) in enumerate(places):
        demo.post_fix(token, latitude, longitude, at=time.time() - 9000 + 4000 * (step % 2) + step, alt=-400 + 1500.04 * step)
    with sqlite3.connect(demo.data / "sotravel.sqlite") as database:
        database.execute("UPDATE member SET first_name = ? WHERE id = (SELECT member_id FROM tracker WHERE token = ?)", ("A<&>\"']]>", token))
    cookie = demo.host()
    group = demo.sql(f"SELECT g.name FROM member_group g JOIN member_of_group m ON m.group_id = g.id WHERE lower(hex(m.member_id)) = '{member.replace('-', '')}'")[0]
    for path in [f"/trips/valrosa/members/{member}/track.gpx", "/trips/valrosa/track.gpx?" + urllib.parse.urlencode({"group": group})]:
        gpx = demo.request("GET", path, cookie=cookie)
        (tmp_path / "track.gpx").write_bytes(gpx.body)
        checked = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", GPX_SCHEMA, tmp_path / "track.gpx"], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        assert gpx.body.count(b"<trkpt") >= len(places) and gpx.body.count(b"<trkseg>") >= 2
    geo = demo.request("GET", f"/trips/valrosa/members/{member}/track.geojson", cookie=cookie)
    assert json.loads(geo.body)["features"][0]["geometry"]["type"] == "MultiLineString"
    page = demo.request("GET", "/trips/valrosa/map", cookie=cookie).body
    start = page.index(b'<svg class="map"')
    svg = page[start:page.index(b"</svg>", start) + 6]
    (tmp_path / "map.svg").write_bytes(svg)
    assert subprocess.run(["xmllint", "--nonet", "--noout", tmp_path / "map.svg"]).returncode == 0


def small_disk(mount, size):
    """As root, or with sudo, as everywhere in the Makefile: the check is never left out."""
    mount.mkdir()
    root = [] if os.geteuid() == 0 else ["sudo"]
    options = f"size={size},uid={os.geteuid()},mode=0700"
    subprocess.run([*root, "mount", "-t", "tmpfs", "-o", options, "tmpfs", mount], check=True)
    return lambda: subprocess.run([*root, "umount", "--lazy", mount], check=True)


def fill(path):
    """To the last byte."""
    with open(path, "ab", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                pass


def phone_calls(server, host):
    """A phone app's alarm is answered by how the call went, not by its position, which has to wait."""
    now, path = int(time.time()), f"/t/{server.tokens()[-1]}?id=x&lat=46.43&lon=9.24&timestamp="
    answers = (server.request("GET", f"{path}{now - number}").status for number in range(1, 400))
    assert 503 in answers, "the disk took every position"
    assert "from the phone app" not in server.request("GET", "/trips/valrosa/help", cookie=host).body.decode()
    answer = server.request("GET", f"{path}{now}&alarm=sos")
    assert answer.status == 200, answer.body
    assert "from the phone app" in server.request("GET", "/trips/valrosa/help", cookie=host).body.decode()


def urgent_things(server, host, ada, bruno):
    """A call for help, sharing off, out and in: whatever the disk says. Returns who came in anew."""
    phone_calls(server, host)
    answer = server.request("POST", "/trips/valrosa/my/sos", {"sure": "yes", "text": "a twisted knee"}, cookie=ada)
    assert answer.status == 303, answer.body
    alerts = server.request("GET", "/trips/valrosa/help", cookie=host).body.decode()
    assert "a twisted knee" in alerts
    answer = server.request("POST", "/trips/valrosa/my/sharing", {"level": "off"}, cookie=ada)
    assert answer.status == 303, answer.body
    assert "46.4217" not in server.request("GET", "/trips/valrosa/positions.json", cookie=host).body.decode()
    answer = server.request("POST", "/sign-out", {}, cookie=bruno)
    assert answer.status == 303 and "Max-Age=0" in answer.getheader("Set-Cookie")
    assert server.request("GET", "/trips/valrosa/my", cookie=bruno).status == 303, "signed out"
    new = server.sign_in("bruno@sotravel.example", server.passwords["bruno@sotravel.example"])
    assert server.request("GET", "/trips/valrosa/my", cookie=new).status == 200
    # What can wait is refused as ever, and the form kept: it does not eat what is left for the next call.
    form = {"first_name": "Kept", "status": "confirmed", "version": "0"}
    for _ in range(3):
        answer = server.request("POST", "/trips/valrosa/members/new", form, cookie=host)
        assert answer.status == 503 and b"The disk is full" in answer.body and b'value="Kept"' in answer.body
    return new


def take(server, host, text):
    """A host has a call that is on the disk: everybody knows at once, whatever the disk says."""
    page = server.request("GET", "/trips/valrosa/help", cookie=host).body.decode()
    assert text in page
    row = next(row for row in page[page.index('id="calls"'):].split("<li id=") if text in row)
    [action] = set(re.findall(r'action="(/trips/valrosa/help/[^"]*/take)"', row))
    answer = server.request("POST", action, {}, cookie=host)
    assert answer.status == 303, answer.body
    page = server.request("GET", "/trips/valrosa/help", cookie=host).body.decode()
    assert action not in page and text in page and "is not stored yet" in page
    # Another tap changes nothing, and says who is on it.
    again = server.request("POST", action, {}, cookie=host)
    assert again.status == 303 and "late=" in again.getheader("Location")


def stored(folder):
    """What is on the disk, as after a restart."""
    database = sqlite3.connect(folder / "sotravel.sqlite")
    calls = database.execute("SELECT count(*) FROM help_call c WHERE c.text = 'a twisted knee'").fetchone()[0]
    hidden = database.execute(
        "SELECT sharing_paused_at IS NOT NULL FROM member m JOIN account a ON a.id = m.account_id WHERE a.email = 'ada@sotravel.example'")
    sessions = database.execute("SELECT count(*) FROM session s JOIN account a ON a.id = s.account_id WHERE a.email = 'bruno@sotravel.example'")
    return calls, hidden.fetchone()[0], sessions.fetchone()[0]


def crowded(mount):
    """A server on a disk without a byte to spare, and the sessions of a host and two travellers; Ada is on every map."""
    server = Demo(mount / "data", members=12)
    host = server.host()
    ada, bruno = (server.sign_in(f"{name}@sotravel.example", server.passwords[f"{name}@sotravel.example"]) for name in ("ada", "bruno"))
    assert server.request("POST", "/trips/valrosa/my/sharing", {"level": "everyone", "time": "trip"}, cookie=ada).status == 303
    place = {"locations": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [9.2, 46.4217]},
                            "properties": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}}]}
    answer = server.request("POST", "/trips/valrosa/my/positions", json.dumps(place), {"Content-Type": "application/json"}, cookie=ada)
    assert answer.status == 200, answer.body
    assert "46.4217" in server.request("GET", "/trips/valrosa/positions.json", cookie=host).body.decode()
    return server, host, ada, bruno


def use_up(server, host, ballast):
    """Until not even the room that SQLite had already is left for a write that can wait."""
    for number in range(2000):
        fill(ballast)
        form = {"first_name": f"Filler {number}", "status": "confirmed", "version": "0", "host_notes": "x" * 3000}
        if server.request("POST", "/trips/valrosa/members/new", form, cookie=host).status == 503:
            return
    raise AssertionError("the disk did not fill")


def test_a_full_disk_takes_calls_for_help_hiding_and_the_way_in_and_out(tmp_path):
    """There is a reserve for them: they are on the disk when they are answered, as a kill shows."""
    unmount = small_disk(tmp_path / "small", "40m")
    try:
        server, host, ada, bruno = crowded(tmp_path / "small")
        use_up(server, host, tmp_path / "small/ballast")
        urgent_things(server, host, ada, bruno)
        server.kill()
        for name in ("sotravel.sqlite", "sotravel.sqlite-wal"):
            (tmp_path / name).write_bytes((tmp_path / "small/data" / name).read_bytes())
        # Bruno's old session is gone, the new one there.
        assert stored(tmp_path) == (1, 1, 1)
        server.process.stdout.close()
        (tmp_path / "small/ballast").unlink()
        server.start()
        assert server.request("GET", "/readyz").status == 200
        server.stop()
    finally:
        unmount()


def test_what_not_even_the_reserve_can_store_holds_in_memory_and_is_stored_when_there_is_room(tmp_path):
    unmount = small_disk(tmp_path / "small", "40m")
    try:
        server, host, ada, bruno = crowded(tmp_path / "small")
        early = server.request("POST", "/trips/valrosa/my/sos", {"sure": "yes", "text": "an early call"}, cookie=bruno)
        assert early.status == 303
        (tmp_path / "small/data/sotravel.sqlite.reserve").unlink()
        use_up(server, host, tmp_path / "small/ballast")
        take(server, host, "an early call")
        new = urgent_things(server, host, ada, bruno)
        for path, cookie in (("/trips/valrosa/help", host), ("/trips/valrosa/my/sos", ada), ("/trips/valrosa/my", ada)):
            assert "is not stored yet" in server.request("GET", path, cookie=cookie).body.decode(), path
        ready = server.request("GET", "/readyz")
        assert ready.status == 503 and b"not yet stored on disk" in ready.body
        (tmp_path / "small/ballast").unlink()
        deadline = time.monotonic() + 20
        while server.request("GET", "/readyz").status != 200:
            assert time.monotonic() < deadline, "what waited was not stored"
            time.sleep(0.1)
        assert server.request("GET", "/trips/valrosa/my", cookie=new).status == 200
        assert "is not stored yet" not in server.request("GET", "/trips/valrosa/help", cookie=host).body.decode()
        server.kill()
        with sqlite3.connect(tmp_path / "small/data/sotravel.sqlite") as database:
            taken = database.execute(
                "SELECT h.taken_name FROM help_case h JOIN help_call c ON c.case_id = h.id WHERE c.text = 'an early call'").fetchall()
            trail = database.execute("SELECT actor_name FROM audit WHERE action = 'help: is on it' ORDER BY sequence DESC LIMIT 1").fetchall()
        assert len(taken) == 1 and taken[0][0] and taken == trail
        assert stored(tmp_path / "small/data") == (1, 1, 1)
        server.process.stdout.close()
        server.log.close()
    finally:
        unmount()
