"""Two nodes on one database of PostgreSQL, and whoever uses them is sent to the other one for each next step."""
import html
import re
import struct
import subprocess
import time
import uuid

import pytest

from conftest import ROOT, Server, session_cookie, totp
from postgres_server import PostgresDemo, PostgresServer, programs
from test_telegram import BOT, CLIENT, SECRET, come_back, depart, issuer, leave_to_link  # noqa: F401 (issuer: a fixture)

pytestmark = pytest.mark.skipif(programs() is None, reason="no server of PostgreSQL is installed")
TRIP, ADA = "/trips/valrosa", "ada@sotravel.example"


@pytest.fixture(scope="module")
def postgres():
    server = PostgresServer()
    yield server
    server.close()


class Nodes:
    """The demo on two nodes. The clock of the second one is as many seconds off as `ahead` says."""

    def __init__(self, folder, postgres, issuer, ahead=0):
        environment = {
            "SOTRAVEL_TELEGRAM_CLIENT_ID": CLIENT, "SOTRAVEL_TELEGRAM_CLIENT_SECRET": SECRET, "SOTRAVEL_TELEGRAM_ISSUER": issuer.url,
            "SOTRAVEL_TELEGRAM_BOT_TOKEN": BOT, "SOTRAVEL_TELEGRAM_API": "http://127.0.0.1:9"}
        folder.mkdir(exist_ok=True)
        self.one = PostgresDemo(folder / "one", postgres.make_database(), environment=environment)
        if ahead:
            clock, shim = folder / "clock", folder / "clock.so"
            clock.write_bytes(struct.pack("l", ahead))
            subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", shim, ROOT / "Tests/program/clock.c", "-ldl"], check=True)
            environment |= {"LD_PRELOAD": str(shim), "CLOCK": str(clock)}
        (folder / "two").mkdir()
        self.two = Server(folder / "two", "--database", self.one.address, environment=environment)
        self.both = [self.one, self.two]
        self.chat = f"{TRIP}/chat/{self.one.ids('trip', 'slug')['valrosa']}"

    def stop(self):
        for node in self.both:
            node.stop()

    def ada(self):
        return self.one.sign_in(ADA, self.one.passwords[ADA])

    def write(self, node, cookie, text, client=None):
        return node.request("POST", self.chat + "/messages", {"text": text, "client_id": str(client or uuid.uuid4())}, cookie=cookie)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory, postgres, issuer):  # noqa: F811
    nodes = Nodes(tmp_path_factory.mktemp("nodes"), postgres, issuer)
    yield nodes
    nodes.stop()


def action(page, part):
    """Where the page's form goes whose address has that part."""
    found = re.search(rf'action="([^"]*{part}[^"]*)"', page.body.decode())
    assert found, f"no form for {part}"
    return html.unescape(found.group(1))


def follow(node, answer, cookie):
    assert answer.status == 303, (answer.status, answer.body[-2000:])
    return node.request("GET", answer.getheader("Location"), cookie=cookie)


def set_up_path(node):
    return node.setup_link().removeprefix(node.url)


def test_the_first_admin_is_made_by_the_link_of_any_node(postgres, tmp_path):
    address = postgres.make_database()
    one, two = nodes = [Server(tmp_path / name, "--database", address) for name in ("one", "two")]
    paths = [set_up_path(node) for node in nodes]
    assert paths[0] == paths[1], "each node says another link"
    for node in nodes:
        assert node.request("GET", paths[0]).status == 200
        assert node.request("GET", paths[0] + "x").status == 404
    form = {"name": "First Admin", "email": "first@x.example", "password": "a mountain of snow"}
    cookie = session_cookie(two.request("POST", paths[0], form))
    for node in nodes:
        assert node.request("GET", paths[0]).status == 404 and node.request("POST", paths[0], form).status == 404
    # The second factor is set up on one node and confirmed on the other; a wrong code in between changes nothing.
    page = one.request("GET", "/account/second-factor", cookie=cookie).body.decode()
    secret = page.split('class="key">')[1].split("<")[0].replace(" ", "")
    wrong = two.request("POST", "/account/second-factor", {"code": totp(secret, at=1)}, cookie=cookie)
    assert wrong.status == 422 and secret[:4] in wrong.body.decode()
    cookie = session_cookie(two.request("POST", "/account/second-factor", {"code": totp(secret)}, cookie=cookie))
    assert one.request("GET", "/accounts", cookie=cookie).status == 200
    # The password goes to one node, the code to the other, and opens one session.
    pending = [session_cookie(one.request("POST", "/sign-in", {"email": form["email"], "password": form["password"]})) for _ in range(2)]
    code = totp(secret, at=time.time() + 30)
    answers = [node.request("POST", "/sign-in/code", {"code": code}, cookie=cookie).status for node, cookie in zip([two, one], pending)]
    assert answers == [303, 422]
    for node in nodes:
        node.stop()


def test_a_list_is_previewed_on_one_node_and_saved_on_the_other(nodes):
    host = nodes.one.host()
    begun = nodes.one.request("POST", TRIP + "/roster/import", {"text": "first_name;last_name\nNoor;Sample\n"}, cookie=host)
    page = begun.getheader("Location")
    preview = nodes.two.request("GET", page, cookie=host)
    assert begun.status == 303 and preview.status == 200 and b"Noor" in preview.body
    fields = {name: html.unescape(re.search(rf'name="{name}" value="([^"]*)"', preview.body.decode()).group(1)) for name in ("version", "shown")}
    form = {"do": "save", **fields, "column0": "first_name", "column1": "last_name"}
    saved = nodes.two.request("POST", page, form, cookie=host)
    assert saved.status == 303 and "/roster/imported/" in saved.getheader("Location"), saved.getheader("Location")
    assert b"Noor" in nodes.one.request("GET", saved.getheader("Location"), cookie=host).body
    # Pressed once more, on the other one: nobody is added twice.
    nodes.one.request("POST", page, form, cookie=host)
    assert nodes.one.sql("SELECT count(*) FROM member WHERE first_name = 'Noor'") == ["1"]


def test_what_one_node_removed_comes_back_on_the_other(nodes):
    one, two, host = nodes.one, nodes.two, nodes.one.host()
    day = time.strftime("%Y-%m-%d", time.localtime(time.time() + 3 * 86400))
    member = one.ids("member", "first_name || role")
    form = {"from_day": day, "from_time": "10:00", "until_day": day, "until_time": "12:00"}
    form["member"] = next(id for name, id in member.items() if name.endswith("host"))
    duty = follow(two, one.request("POST", TRIP + "/duty/new", form, cookie=host), host)
    assert duty.status == 200
    kept = "SELECT hex(id), hex(member_id), hex(offered_id), starts_at, ends_at FROM duty ORDER BY id"
    before = one.sql(kept)
    mine = one.sql("SELECT lower(hex(id)) FROM duty WHERE ends_at - starts_at = 7200000000 ORDER BY made_at DESC LIMIT 1")[0]
    mine = str(uuid.UUID(mine))
    page = follow(two, one.request("POST", f"{TRIP}/duty/{mine}/remove", {}, cookie=host), host)
    assert one.sql(kept) != before
    assert two.request("POST", action(page, "restore"), {}, cookie=host).status == 303
    assert one.request("POST", action(page, "restore"), {}, cookie=host).status == 303, "a second press finds it back"
    assert one.sql(kept) == before
    event = one.ids("event", "title")["Glacier day"]
    made = one.request("POST", f"{TRIP}/events/{event}/check-in", {"name": "Lunch"}, cookie=host)
    assert made.status == 303, made.body[-2000:]
    lunch = one.ids("check_in_list", "name")["Lunch"]
    page = follow(two, one.request("POST", f"{TRIP}/events/{event}/check-in/{lunch}/remove", {}, cookie=host), host)
    assert "Lunch" not in one.ids("check_in_list", "name")
    assert two.request("POST", action(page, "restore"), {}, cookie=host).status == 303
    assert one.ids("check_in_list", "name")["Lunch"] == lunch


def test_a_sign_in_with_telegram_comes_back_to_the_other_node(nodes, issuer):  # noqa: F811
    one, two, ada, password = nodes.one, nodes.two, nodes.ada(), nodes.one.passwords[ADA]
    location, state = leave_to_link(one, ada, password)
    # Another session of the same account does not end it, on no node.
    assert come_back(two, issuer.agree(location, "subject of ada"), state, nodes.ada()).status == 409
    answer = come_back(two, issuer.agree(location, "subject of ada"), state, ada)
    assert answer.status == 303 and answer.getheader("Location") == "/account?done=linked"
    location, state = depart(one, query="?next=/trips/valrosa/my/map")
    path = issuer.agree(location, "subject of ada")
    # A cookie that this server did not make.
    for forged in ("__Host-sotravel-telegram=" + path.split("state=")[1], state[:-2] + ("AA" if state[-2:] != "AA" else "BB"), None):
        assert come_back(two, path, forged).status == 409, forged
    answer = come_back(two, path, state)
    assert answer.status == 303 and answer.getheader("Location") == "/trips/valrosa/my/map"
    assert one.request("GET", TRIP + "/my", cookie=session_cookie(answer)).status == 200
    for node in nodes.both:
        assert come_back(node, path, state).status == 409, "once, on any node"
    # It outlives the end of the node that it began on.
    location, state = depart(one)
    one.stop()
    one.start()
    assert come_back(one, issuer.agree(location, "subject of ada"), state).status == 303


def test_messages_and_signs_to_both_nodes_have_one_limit(nodes):
    cookie = nodes.one.host()
    sent = [nodes.write(nodes.both[number % 2], cookie, f"Line {number}").status for number in range(30)]
    assert sent == [303] * 30
    for node in (*nodes.both, nodes.one):
        answer = nodes.write(node, cookie, "Too many")
        assert answer.status == 429 and 1 <= int(answer.getheader("Retry-After")) <= 61
    assert nodes.one.sql("SELECT count(*) FROM message WHERE text LIKE 'Line %'") == ["30"]
    assert nodes.one.sql("SELECT count(*) FROM message WHERE text = 'Too many'") == ["0"]
    number = nodes.one.sql("SELECT max(number) FROM message WHERE text = 'Line 29'")[0]
    signs = [
        nodes.both[turn // 2 % 2].request(
            "POST", f"{nodes.chat}/messages/{number}/react", {["add", "drop"][turn % 2]: "like"}, cookie=cookie).status
        for turn in range(31)]
    assert signs == [303] * 30 + [429]


def test_a_clock_that_is_five_minutes_ahead_breaks_no_limit(postgres, issuer, tmp_path):  # noqa: F811
    nodes = Nodes(tmp_path / "nodes", postgres, issuer, ahead=300)
    host, ada = nodes.one.host(), nodes.ada()
    settings = {"slow_seconds": "2", "newcomer_minutes": "0", "read_only_minutes": "0", "reason": ""}
    assert nodes.one.request("POST", nodes.chat + "/settings", settings, cookie=host).status == 303
    for number, node in enumerate([nodes.two, nodes.one, nodes.two, nodes.one]):
        time.sleep(3)
        assert nodes.write(node, ada, f"Slow {number}").status == 303, "nobody waits for the clock of another node"
    assert nodes.write(nodes.two, ada, "Too soon").status == 429
    times = [int(text) for text in nodes.one.sql("SELECT sent_at FROM message WHERE text LIKE 'Slow %' ORDER BY number")]
    assert times == sorted(times) and times[-1] - times[0] < 60_000_000, times
    # What one node removed is offered by the other for its time.
    location, state = depart(nodes.two)
    assert come_back(nodes.one, issuer.agree(location, "subject of nobody"), state).status in (303, 403), "not expired"
    nodes.stop()
