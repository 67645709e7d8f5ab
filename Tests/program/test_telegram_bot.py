"""The Telegram bot over real sockets, at a Bot API of our own that checks every request."""
import json
import re
import sqlite3
import threading
import time
import uuid

import pytest

from conftest import Demo, seeded
from telegram_api import TOKEN, BotAPI, Refused

ADA, HOST = "ada@sotravel.example", "host@sotravel.example"
GROUP = {"id": -1001, "type": "supergroup", "title": "Ski week"}
PERSON = 70_000


@pytest.fixture
def api():
    one = BotAPI()
    yield one
    one.close()
    assert not one.faults, one.faults
    assert not one.broken_limits(), one.broken_limits()


def bot_server(data, api, members=16, **settings):
    named = {"bot_token": TOKEN, "api": api.url, **settings}
    environment = {"SOTRAVEL_TELEGRAM_" + name.upper(): value for name, value in named.items()}
    server = Demo(data, "--public-url", "https://trip.example", members=members, environment=environment)
    with change(server) as database:
        # What the demo has to say is no part of this.
        database.execute("DELETE FROM notice")
        database.execute("INSERT INTO notice_setting (account_id, next_channel_minutes) SELECT id, 30 FROM account WHERE 1 ON CONFLICT DO NOTHING")
    until(lambda: any(call.method == "setMyCommands" for call in api.calls))
    return server


@pytest.fixture
def served(tmp_path, api):
    server = bot_server(tmp_path / "data", api)
    yield server
    server.stop()
    assert TOKEN not in (server.data / "log.txt").read_text(), "the token is in the log"


class change:
    """The database, for what a test sets up."""

    def __init__(self, server):
        self.database = sqlite3.connect(server.data / "sotravel.sqlite", timeout=20)

    def __enter__(self):
        self.database.execute("PRAGMA foreign_keys = ON")
        return self.database

    def __exit__(self, kind, *_):
        if kind is None:
            self.database.commit()
        self.database.close()


def until(holds, seconds=15):
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
    return found


def link_all(server, api):
    """Gives everybody an account and a chat. Returns the travellers' numbers."""
    numbers = []
    with change(server) as database:
        rows = database.execute(
            "SELECT id, account_id, role FROM member WHERE status NOT IN ('cancelled', 'left') AND deleted_at IS NULL ORDER BY phone, id").fetchall()
        for index, (member, account, role) in enumerate(rows):
            if account is None:
                account = uuid.uuid4().bytes
                database.execute(
                    "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, 'Test Person', 'x', 0, 1)",
                    (account, f"person{index}@x.example"))
                database.execute("UPDATE member SET account_id = ? WHERE id = ?", (account, member))
            number = PERSON + index
            api.started.add(number)
            if role == "traveller":
                numbers.append(number)
            database.execute(
                "INSERT INTO delivery_address (id, account_id, channel, address, key, label, made_at, confirmed_at) VALUES (?, ?, 'telegram', ?, x'', 'x', 1, 1)",
                (uuid.uuid4().bytes, account, str(number)))
    return numbers


def link_ada(server, api):
    """By a link that her page makes. Returns what the bot said."""
    cookie = server.sign_in(ADA, server.passwords[ADA])
    assert server.request("POST", "/notices/telegram", {}, cookie=cookie).status == 303
    page = server.request("GET", "/notices/telegram", cookie=cookie).body.decode()
    token = re.search(r"https://t\.me/trip_test_bot\?start=([\w-]+)", page).group(1)
    assert len(token) <= 64 and 'class="qr"' in page
    api.write(PERSON, "/start " + token)
    return token, until(lambda: api.of(PERSON))[0].fields["text"]


def link_group(server, api):
    cookie = server.host()
    trip = server.sql("SELECT slug FROM trip")[0]
    assert server.request("POST", f"/trips/{trip}/telegram", {}, cookie=cookie).status == 303
    page = server.request("GET", f"/trips/{trip}/telegram", cookie=cookie).body.decode()
    word = re.search(r"/link@trip_test_bot ([\w-]+)", page).group(1)
    api.write(PERSON + 999, "/link@trip_test_bot " + word, GROUP)
    until(lambda: server.sql("SELECT chat FROM telegram_group") == [str(GROUP["id"])])
    return trip, cookie


def post(api, title, chat=GROUP["id"]):
    """The post of an event: its message's number, and what it shows now."""
    for (place, number), fields in list(api.messages.items()):
        if place == chat and title in fields.get("text", ""):
            return number, fields
    return None


def buttons(fields):
    return {button["text"]: button.get("callback_data") or button.get("url")
            for row in fields.get("reply_markup", {}).get("inline_keyboard", []) for button in row}


def rsvp(server, title, number):
    """What the owner of a chat has answered to an event."""
    found = server.sql(
        "SELECT i.rsvp FROM invitation i JOIN event e ON e.id = i.event_id JOIN member m ON m.id = i.member_id "
        f"JOIN delivery_address a ON a.account_id = m.account_id WHERE e.title = '{title}' AND a.address = '{number}'")
    return found[0] if found else None


def tell(server, number, **more):
    """Writes an urgent notice for the owner of a chat."""
    now = int(time.time() * 1e6)
    with change(server) as database:
        [account] = database.execute("SELECT account_id FROM delivery_address WHERE address = ?", (str(number),)).fetchone()
        member, trip = database.execute("SELECT id, trip_id FROM member WHERE account_id = ?", (account,)).fetchone()
        row = {"id": uuid.uuid4().bytes, "kind": "announcement", "urgency": 3, "topic": "", "title": "The bus leaves at nine", "text": "At the church",
               "made_at": now, "next_at": now, "expires_at": now + 3_600_000_000, "member_id": member, "trip_id": trip, **more}
        database.execute(f"INSERT INTO notice ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))


# linking

def test_a_link_connects_one_chat_once(served, api):
    token, said = link_ada(served, api)
    assert "Ada Example" in said
    cookie = served.sign_in(ADA, served.passwords[ADA])
    page = served.request("GET", "/notices/telegram", cookie=cookie).body.decode()
    assert f"@user{PERSON}" in page and token not in page
    assert "Reaches you" in served.request("GET", "/notices/settings", cookie=cookie).body.decode()
    # Nobody else can use it, and it was told so.
    api.write(PERSON + 1, "/start " + token)
    assert "used already" in until(lambda: api.of(PERSON + 1))[0].fields["text"]
    assert served.sql("SELECT count(*) FROM delivery_address WHERE channel = 'telegram'") == ["1"]
    # A test reaches it.
    assert served.request("POST", "/notices/test", {"channel": "telegram"}, cookie=cookie).status == 303
    until(lambda: any("A test from Sotravel" in call.fields["text"] for call in api.of(PERSON)))
    # Stopped, and begun again.
    api.write(PERSON, "/stop")
    until(lambda: served.sql("SELECT count(*) FROM delivery_address WHERE ended_at IS NULL AND channel = 'telegram'") == ["0"])
    until(lambda: "no more messages" in api.of(PERSON)[-1].fields["text"])
    api.write(PERSON, "/start")
    until(lambda: served.sql("SELECT count(*) FROM delivery_address WHERE ended_at IS NULL AND channel = 'telegram'") == ["1"])
    # Unlinked on the page.
    assert served.request("POST", "/notices/telegram/off", {}, cookie=cookie).status == 303
    assert served.sql("SELECT count(*) FROM delivery_address WHERE channel = 'telegram'") == ["0"]


def test_whoever_blocks_the_bot_is_not_reached_and_hosts_see_it(served, api):
    link_ada(served, api)
    trip = served.sql("SELECT slug FROM trip")[0]
    tell(served, PERSON, title="First")
    until(lambda: any("First" in call.fields["text"] for call in api.of(PERSON)))
    api.blocked.add(PERSON)
    tell(served, PERSON, title="Second")
    until(lambda: served.sql("SELECT reason FROM delivery_address WHERE channel = 'telegram' AND ended_at IS NOT NULL"))
    page = served.request("GET", f"/trips/{trip}/deliveries", cookie=served.host()).body.decode()
    assert "Has blocked the bot on Telegram" in page
    # Let in again and started, it works again.
    api.block(PERSON, False)
    api.write(PERSON, "/start")
    until(lambda: served.sql("SELECT count(*) FROM delivery_address WHERE channel = 'telegram' AND ended_at IS NULL") == ["1"])
    # Telegram says so by itself as well.
    api.block(PERSON)
    until(lambda: served.sql("SELECT count(*) FROM delivery_address WHERE channel = 'telegram' AND ended_at IS NULL") == ["0"])


ROUTES = [("GET", "/notices/telegram"), ("POST", "/notices/telegram"), ("POST", "/notices/telegram/off"),
          ("GET", "/trips/{trip}/telegram"), ("POST", "/trips/{trip}/telegram"), ("POST", "/trips/{trip}/telegram/off")]


def test_routes_of_the_bot_are_for_those_who_may(served, api):
    """The access matrix of a server that has a bot with a name; links stand on the pages of those whose they are."""
    trip = served.sql("SELECT slug FROM trip")[0]
    cookies = {who: served.sign_in(f"{who}@sotravel.example", served.passwords[f"{who}@sotravel.example"], served.secret if who == "admin" else None)
               for who in ("ada", "bruno", "moderator", "host", "admin")}
    with change(served) as database:
        # Somebody on no trip.
        database.execute("UPDATE member SET account_id = NULL WHERE account_id = (SELECT id FROM account WHERE email = 'bruno@sotravel.example')")
    good = {"GET": 200, "POST": 303}
    for method, pattern in ROUTES:
        ask = lambda who: served.request(method, pattern.format(trip=trip), {} if method == "POST" else None, cookie=cookies.get(who))
        nobody = ask("nobody")
        assert nobody.status == 401 or nobody.status == 303 and nobody.getheader("Location").startswith("/sign-in"), (method, pattern)
        for who in cookies:
            is_own = pattern.startswith("/notices") or who in ("host", "admin")
            wanted = good[method] if is_own else 404 if who == "bruno" else 403
            assert ask(who).status == wanted, (method, pattern, who)
    page = lambda who, path: served.request("GET", path, cookie=cookies[who]).body.decode()
    links = {}
    for who in cookies:
        assert served.request("POST", "/notices/telegram", {}, cookie=cookies[who]).status == 303
        links[who] = re.search(r"https://t\.me/trip_test_bot\?start=([\w-]+)", page(who, "/notices/telegram")).group(1)
    assert len(set(links.values())) == len(cookies)
    assert served.request("POST", f"/trips/{trip}/telegram", {}, cookie=cookies["host"]).status == 303
    word = re.search(r"/link@trip_test_bot ([\w-]+)", page("host", f"/trips/{trip}/telegram")).group(1)
    for who in cookies:
        shown = "".join(page(who, path) for path in (
            "/notices/telegram", "/notices/settings", "/notices", "/account", f"/trips/{trip}/telegram", f"/trips/{trip}/settings", f"/trips/{trip}/deliveries"))
        assert not [other for other in links if other != who and links[other] in shown], who
        assert (word in shown) == (who in ("host", "admin")), who
    log = (served.data / "log.txt").read_text()
    assert not [link for link in [*links.values(), word] if link in log]


# notices

def test_an_announcement_is_answered_in_the_chat(served, api):
    link_ada(served, api)
    cookie, trip = served.host(), served.sql("SELECT slug FROM trip")[0]
    with change(served) as database:
        [trip_id] = database.execute("SELECT id FROM trip").fetchone()
        [member] = database.execute("SELECT m.id FROM member m JOIN account a ON a.id = m.account_id WHERE a.email = ?", (ADA,)).fetchone()
        announcement, now = uuid.uuid4().bytes, int(time.time() * 1e6)
        database.execute(
            "INSERT INTO announcement (id, trip_id, state, title, text, urgency, signed_by, place, audience, audience_words, adds_later, author_name, "
            "is_by_admin, made_at, sent_at) VALUES (?, ?, 'sent', 'Are you well?', 'Tap', 3, 'Hanna', '', 'all everyone', 'everyone', 0, 'Hanna', 0, ?, ?)",
            (announcement, trip_id, now, now))
        for position, label in enumerate(["I am fine", "I need help"]):
            database.execute(
                "INSERT INTO announcement_answer (announcement_id, position, label, asks_text, asks_for_help) VALUES (?, ?, ?, 0, ?)",
                (announcement, position, label, position))
        database.execute("INSERT INTO announcement_recipient (announcement_id, member_id, added_at) VALUES (?, ?, ?)", (announcement, member, now))
    tell(served, PERSON, title="Are you well?", subject_id=announcement)
    sent = until(lambda: [call for call in api.of(PERSON, "sendMessage") if "Are you well?" in call.fields["text"]])[0]
    assert [button["text"] for button in sent.buttons][:2] == ["I am fine", "I need help"]
    query = api.tap(PERSON, sent.data("I am fine"), PERSON, 101)
    assert until(lambda: api.said(query))["text"] == "Your answer is saved."
    assert served.sql(f"SELECT answer, opened_at IS NOT NULL FROM announcement_recipient WHERE hex(announcement_id) = '{announcement.hex().upper()}'") == ["0|1"]
    assert "I am fine" in served.request("GET", f"/trips/{trip}/announcements/{uuid.UUID(bytes=announcement)}", cookie=cookie).body.decode()
    # An answer that asks for help is a call to the hosts, once the bot has asked whether it is meant.
    messages = len(api.of(PERSON, "sendMessage"))
    query = api.tap(PERSON, sent.data("I need help"), PERSON, 101)
    until(lambda: api.said(query) is not None)
    asked = until(lambda: api.of(PERSON, "sendMessage")[messages:])[0]
    assert asked.fields["text"].startswith("“I need help”? All hosts hear of it at once")
    assert served.sql("SELECT count(*) FROM help_call WHERE text LIKE '%Are you well?%'") == ["0"]
    query = api.tap(PERSON, asked.data("Yes, call for help"), PERSON, 102)
    assert until(lambda: api.said(query))["text"] == "Your hosts now know that you need help."
    assert served.sql("SELECT text FROM help_call WHERE text LIKE '%Are you well?%'") == ["I need help (answer to “Are you well?”)"]
    # Nobody answers what they did not get.
    api.write(PERSON + 1, "/start")
    stranger = api.tap(PERSON + 1, sent.data("I am fine"), PERSON + 1, 101)
    # A way in is for whoever is in the group: this chat is not.
    assert "url" not in until(lambda: api.said(stranger))


def test_a_flood_is_waited_out_to_the_second(served, api):
    link_ada(served, api)
    api.floods[PERSON] = (3, 1)
    tell(served, PERSON, title="Late")
    began = time.monotonic()
    until(lambda: any("Late" in call.fields["text"] for call in api.of(PERSON)))
    refused = [call for call in api.calls if call.code == 429]
    assert len(refused) == 1 and 2.9 < time.monotonic() - refused[0].at < 6 and time.monotonic() - began > 2.9


def test_killed_in_between_a_message_is_sent_once_more_and_no_third_time(served, api):
    """Telegram does not know a message that it is given again."""
    link_ada(served, api)
    send, silent = api.do_sendMessage, threading.Event()

    def take(call):
        result = send(call)
        if "In flight" in call.fields["text"]:
            silent.wait(20)
        return result

    api.do_sendMessage = take
    sent = lambda: [call for call in list(api.calls) if call.method == "sendMessage" and "In flight" in call.fields["text"]]
    state = lambda: served.sql("SELECT d.state || ': ' || d.reason FROM delivery d JOIN notice n ON n.id = d.notice_id WHERE n.title = 'In flight'")
    tell(served, PERSON, title="In flight")
    for times in (1, 2):
        until(lambda: len(sent()) == times)
        served.kill()
        # It arrived there, and nobody here knows.
        time.sleep(1)
        served.start()
    until(lambda: state()[0].startswith("failed: "))
    assert "it may have arrived" in state()[0]
    silent.set()
    # The others go out as ever.
    tell(served, PERSON, title="The next one")
    until(lambda: any("The next one" in call.fields["text"] for call in api.of(PERSON)))
    time.sleep(2)
    assert len(sent()) == 2 and len({call.fields["text"] for call in sent()}) == 1


def test_without_an_answer_a_message_is_sent_once_more_and_no_third_time(served, api):
    """The connection breaks after the message has arrived."""
    link_ada(served, api)
    send = api.do_sendMessage

    def take(call):
        if "In flight" not in call.fields["text"]:
            return send(call)
        send(call)
        raise ConnectionAbortedError

    api.do_sendMessage = take
    sent = lambda: [call for call in list(api.calls) if call.method == "sendMessage" and "In flight" in call.fields["text"]]
    tell(served, PERSON, title="In flight")
    until(lambda: len(sent()) == 2, 30)
    until(lambda: served.sql("SELECT d.state FROM delivery d JOIN notice n ON n.id = d.notice_id WHERE n.title = 'In flight'") == ["failed"])
    with change(served) as database:
        database.execute("UPDATE delivery SET due_at = 1 WHERE state = 'queued'")
    time.sleep(2)
    assert len(sent()) == 2


@pytest.mark.parametrize("code, said", [
    (500, "Internal Server Error"), (401, "Unauthorized"), (404, "Not Found"), (400, "Bad Request: message text is empty"),
    (403, "Forbidden: bot was blocked by the user"), (429, "Too Many Requests: retry after 1"), (None, "")])
def test_no_failure_puts_a_secret_into_the_log(served, api, code, said):
    """Neither the token nor a chat's number nor a link's secret; the fixture looks for the token."""
    token, _ = link_ada(served, api)
    cookie = served.sign_in(ADA, served.passwords[ADA])
    assert served.request("POST", "/notices/telegram", {}, cookie=cookie).status == 303
    page = served.request("GET", "/notices/telegram", cookie=cookie).body.decode()
    open_link = re.search(r"start=([\w-]+)", page).group(1)
    asked = []

    def fail(call):
        asked.append(call.method)
        if code is None:
            raise ConnectionAbortedError
        of = f", chat {PERSON}" if call.method == "sendMessage" else ""
        raise Refused(code, f"{said} (https://api.telegram.org/bot{TOKEN}/{call.method}{of})", **({"retry_after": 1} if code == 429 else {}))

    api.do_sendMessage = fail
    tell(served, PERSON, title="SECRET-TITLE")
    api.write(PERSON, "/today")
    until(lambda: len(asked) >= 2)
    api.do_getUpdates = fail
    api.write(PERSON, "/events")
    until(lambda: "getUpdates" in asked)
    until(lambda: served.sql("SELECT reason FROM delivery WHERE reason <> '' AND state <> 'sending'"))
    time.sleep(1)
    log = (served.data / "log.txt").read_text()
    for secret in (str(PERSON), token, open_link, "SECRET-TITLE", ADA):
        assert secret not in log, secret
    assert not served.sql(f"SELECT 1 FROM delivery WHERE instr(reason, '{TOKEN}')"), "nor onto a page"


# the group

def test_one_post_for_each_event_is_answered_and_edited(served, api):
    numbers = link_all(served, api)
    trip, cookie = link_group(served, api)
    number, shown = until(lambda: post(api, "Fondue evening"), 60)
    assert set(buttons(shown)) == {"Going", "Can’t", "Open in Sotravel"} and buttons(shown)["Open in Sotravel"].startswith("https://trip.example/")
    # What is for some is not for the group, and what is over neither.
    assert not post(api, "Avalanche training") and not post(api, "Welcome dinner")
    for person in numbers:
        query = api.tap(person, buttons(shown)["Can’t"], GROUP["id"], number)
        until(lambda: api.said(query))
    assert rsvp(served, "Fondue evening", numbers[0]) == "declined"
    with change(served) as database:
        # Two places more than others hold, who have no chat here.
        [held] = database.execute("SELECT taken FROM event WHERE title = 'Fondue evening'").fetchone()
        database.execute("UPDATE event SET capacity = ? WHERE title = 'Fondue evening'", (held + 2,))
    said = []
    for person in numbers[:4]:
        query = api.tap(person, buttons(shown)["Going"], GROUP["id"], number)
        said.append(until(lambda: api.said(query))["text"])
    assert said == ["You’re going.", "You’re going.", "You’re on the waitlist, at place 1.", "You’re on the waitlist, at place 2."]
    until(lambda: f"{held + 2} going" in post(api, "Fondue evening")[1]["text"] and "2 waiting" in post(api, "Fondue evening")[1]["text"])
    # Moved: the same post says so.
    with change(served) as database:
        database.execute("UPDATE event SET meeting_point = 'The other door', version = version + 1 WHERE title = 'Fondue evening'")
    until(lambda: "The other door" in post(api, "Fondue evening")[1]["text"])
    # Too late.
    with change(served) as database:
        database.execute("UPDATE event SET answer_by = 1000000, version = version + 1 WHERE title = 'Fondue evening'")
    query = api.tap(numbers[5], buttons(shown)["Going"], GROUP["id"], number)
    late = until(lambda: api.said(query))
    assert "time for answers is over" in late["text"] and late["show_alert"]
    until(lambda: "Going" not in buttons(post(api, "Fondue evening")[1]))
    # Called off.
    event = served.ids("event", "title")["Fondue evening"]
    version = served.sql("SELECT version FROM event WHERE title = 'Fondue evening'")[0]
    answer = served.request("POST", f"/trips/{trip}/events/{event}/cancel", {"reason": "Storm", "version": version}, cookie=cookie)
    assert answer.status == 303, answer.body
    until(lambda: post(api, "Cancelled: Fondue evening"), 20)
    assert len([key for key, fields in api.messages.items() if key[0] == GROUP["id"] and "Fondue evening" in fields["text"]]) == 1


def test_a_stranger_in_the_group_gets_a_way_in_that_is_theirs_alone(served, api):
    with change(served) as database:
        [trip_id] = database.execute("SELECT id FROM trip").fetchone()
    link_group(served, api)
    number, shown = until(lambda: post(api, "Night sledging"), 60)
    query = api.tap(5, buttons(shown)["Going"], GROUP["id"], number)
    url = until(lambda: api.said(query))["url"]
    word = re.fullmatch(r"https://t\.me/trip_test_bot\?start=([\w-]{1,64})", url).group(1)
    api.write(5, "/start " + word)
    assert "join the trip" in until(lambda: api.of(5))[0].fields["text"]
    # Handed on, it leads nowhere.
    api.write(6, "/start " + word)
    assert "join the trip" not in until(lambda: api.of(6))[0].fields["text"]


def test_a_group_that_became_a_supergroup_goes_on(served, api):
    numbers = link_all(served, api)
    link_group(served, api)
    number, shown = until(lambda: post(api, "Night sledging"), 60)
    new = {"id": -1002, "type": "supergroup", "title": "Ski week"}
    api.moved[GROUP["id"]] = new["id"]
    query = api.tap(numbers[0], buttons(shown)["Can’t"], GROUP["id"], number)
    until(lambda: api.said(query))
    # The old message cannot be edited there: the post stands anew, and once.
    moved, again = until(lambda: post(api, "Night sledging", new["id"]), 60)
    assert served.sql("SELECT chat FROM telegram_group") == ["-1002"]
    query = api.tap(numbers[1], buttons(again)["Going"], new["id"], moved)
    assert until(lambda: api.said(query))["text"]
    # It is told by a message as well, which comes late here and changes nothing.
    api.happen(message={"message_id": 5, "chat": GROUP, "date": int(time.time()), "migrate_to_chat_id": -1003})
    api.write(numbers[0], "/today")
    until(lambda: api.of(numbers[0], "sendMessage"))
    assert served.sql("SELECT chat FROM telegram_group") == ["-1002"]


def test_an_announcement_to_everyone_stands_in_the_group_once(served, api):
    numbers = link_all(served, api)
    trip, cookie = link_group(served, api)
    until(lambda: post(api, "Fondue evening") and post(api, "Night sledging"), 60)

    def announce(title, *audience):
        fields = [("do", "send"), ("title", title), ("text", "At the church"), ("urgency", "1"), *audience]
        answer = served.request("POST", f"/trips/{trip}/announcements/new", fields, cookie=cookie)
        assert answer.status == 303, answer.body
        return served.ids("announcement", "title")[title]

    few = announce("For travellers", ("part", "all"), ("condition", "role:traveller"))
    wide = announce("The bus leaves at nine", ("part", "all"), ("condition", "everyone"))
    number, shown = until(lambda: post(api, "The bus leaves at nine"), 30)
    assert "At the church" in shown["text"] and set(buttons(shown)) == {"Seen", "Open in Sotravel"}
    # Each of those whom they are for has both, and the group has one.
    until(lambda: all(any(title in call.fields["text"] for call in api.of(numbers[0], "sendMessage")) for title in ("For travellers", "The bus leaves")), 60)
    assert not post(api, "For travellers")
    opened = lambda: served.sql(f"SELECT count(*) FROM announcement_recipient WHERE opened_at IS NOT NULL AND hex(announcement_id) = '{wide.replace('-', '').upper()}'")
    query = api.tap(numbers[0], buttons(shown)["Seen"], GROUP["id"], number)
    assert "hosts see" in until(lambda: api.said(query))["text"] and opened() == ["1"]
    assert served.request("POST", f"/trips/{trip}/announcements/{wide}/recall", {}, cookie=cookie).status == 303
    until(lambda: post(api, "Recalled: The bus leaves at nine"), 30)
    assert not buttons(post(api, "Recalled: The bus leaves at nine")[1]) and few
    assert len([call for call in api.of(GROUP["id"], "sendMessage") if "The bus leaves at nine" in call.fields["text"]]) == 1


def test_a_correction_stands_in_the_group_too(served, api):
    link_all(served, api)
    trip, cookie = link_group(served, api)

    def send(title, path, *fields):
        answer = served.request(
            "POST", f"/trips/{trip}/announcements/{path}", [("do", "send"), ("title", title), ("text", ""), ("urgency", "1"), ("part", "all"), *fields],
            cookie=cookie)
        assert answer.status == 303, answer.body
        return served.ids("announcement", "title")[title]

    old = send("The bus leaves at nine", "new", ("condition", "everyone"))
    until(lambda: post(api, "The bus leaves at nine"), 30)
    send("The bus leaves at ten", "new", ("condition", f"got:{old}"), ("corrects", old))
    _, shown = until(lambda: post(api, "Correction: The bus leaves at ten"), 30)
    assert "Seen" in buttons(shown)
    until(lambda: post(api, "Corrected: The bus leaves at nine"), 30)


def tap_for_ten_seconds(server, api, numbers):
    """600 taps on one post, sixty a second. Returns how long each waited, the post's edits and everybody's last word."""
    link_group(server, api)
    number, shown = until(lambda: post(api, "Night sledging"), 60)
    until(lambda: post(api, "Fondue evening"), 60)
    time.sleep(2)
    acts, chance = buttons(shown), seeded()
    began, taps, last = time.monotonic(), [], {}
    for index in range(600):
        time.sleep(max(0, began + index / 60 - time.monotonic()))
        person, act = numbers[index % len(numbers)], chance.choice(["Going", "Can’t"])
        last[person] = act
        taps.append(api.tap(person, acts[act], GROUP["id"], number))
    ended = time.monotonic()
    until(lambda: all(api.said(query) for query in taps), 30)
    assert all(api.said(query)["text"].startswith(("You’re", "A place is offered")) for query in taps)
    going = server.sql("SELECT count(*) FROM invitation i JOIN event e ON e.id = i.event_id WHERE e.title = 'Night sledging' AND i.rsvp = 'going'")[0]
    until(lambda: f"{going} going" in post(api, "Night sledging")[1]["text"])
    edits = [call.at for call in api.of(GROUP["id"], "editMessageText") if call.fields["message_id"] == number and call.at > began]
    return sorted(api.answered[query][0] - api.asked[query] for query in taps), [at for at in edits if at < ended], edits, last


def test_six_hundred_taps_in_ten_seconds(tmp_path, api):
    server = bot_server(tmp_path / "data", api, members=200)
    try:
        _, meanwhile, edits, last = tap_for_ten_seconds(server, api, link_all(server, api))
        assert len(meanwhile) <= 3
        assert all(later - sooner > 4.9 for sooner, later in zip(edits, edits[1:]))
        # The last word of each holds.
        for person, act in last.items():
            assert (rsvp(server, "Night sledging", person) == "declined") == (act == "Can’t")
        # The log of updates says nobody's number.
        topics = " ".join(server.sql("SELECT topic FROM telegram_update WHERE topic <> ''"))
        assert len(topics) > 600 and not any(str(person) in topics for person in last)
    finally:
        server.stop()


# private commands

def test_commands_say_what_pages_say(served, api):
    numbers = link_all(served, api)
    api.write(numbers[3], "/events")
    listed = until(lambda: api.of(numbers[3], "sendMessage"))[0]
    assert "Fondue evening" in listed.fields["text"] and any(button["text"].startswith("Going: Fondue") for button in listed.buttons)
    query = api.tap(numbers[3], listed.data("Can’t"), numbers[3], 101)
    assert until(lambda: api.said(query))["text"] == "You’re not going."
    api.write(numbers[4], "/today")
    assert "Glacier day" in until(lambda: api.of(numbers[4], "sendMessage"))[0].fields["text"]
    going = next(number for number in numbers if rsvp(served, "Night sledging", number) == "going")
    before = len(api.of(going))
    api.write(going, "/where")
    place = until(lambda: api.of(going)[before:])[0]
    assert place.method == "sendVenue" and place.fields["title"] and place.fields["address"]
    api.write(4, "/events")
    assert "do not know you" in until(lambda: api.of(4))[0].fields["text"]
    api.write(numbers[6], "/nonsense")
    assert "/where" in until(lambda: api.of(numbers[6]))[0].fields["text"]


def test_a_call_for_help_is_asked_about_once(served, api):
    number = link_all(served, api)[0]
    calls = lambda: int(served.sql("SELECT count(*) FROM help_call")[0])
    before = calls()
    api.write(number, "/sos")
    asked = until(lambda: api.of(number, "sendMessage"))[0]
    assert calls() == before
    query = api.tap(number, asked.data("No"), number, api.next_message[number])
    until(lambda: api.said(query) is not None)
    until(lambda: [call for call in api.of(number, "editMessageText") if call.fields["text"] == "Nobody was called." and not call.buttons])
    assert calls() == before
    api.write(number, "/sos")
    again = until(lambda: api.of(number, "sendMessage")[1:])[0]
    message = api.next_message[number]
    query = api.tap(number, again.data("Yes"), number, message)
    assert "hosts have been told" in until(lambda: api.said(query))["text"]
    until(lambda: calls() == before + 1)
    # A second tap is the same call.
    query = api.tap(number, again.data("Yes"), number, message)
    until(lambda: api.said(query))
    assert calls() == before + 1


# live locations

def tracker(server):
    return server.sql("SELECT t.id IS NOT NULL, t.revoked_at IS NULL FROM tracker t WHERE t.label = 'Telegram' ORDER BY t.created_at")


def doctor(server):
    """What hosts see of the newest tracker of Telegram's."""
    [text] = server.sql("SELECT lower(hex(id)) FROM tracker WHERE label = 'Telegram' ORDER BY created_at DESC LIMIT 1")
    tracker = str(uuid.UUID(text))
    return server.request("GET", f"/trips/valrosa/trackers/{tracker}", cookie=server.host()).body.decode()


def test_a_live_location_is_a_tracker_while_it_lasts(served, api):
    link_ada(served, api)
    now = int(time.time())
    api.locate(PERSON, 300, 46.5, 9.8, 900, sent=now - 5)
    until(lambda: tracker(served) == ["1|1"])
    until(lambda: "where you are" in api.of(PERSON)[-1].fields["text"])
    for step in range(3):
        api.locate(PERSON, 300, 46.5 + step / 1000, 9.8, 900, edited=True, sent=now - 5)
        time.sleep(1.1)
    # The last edit ends it, and the doctor has all of it.
    api.locate(PERSON, 300, 46.6, 9.8, None, edited=True, sent=now - 5)
    until(lambda: tracker(served) == ["1|0"])
    page = doctor(served)
    assert "a live location began" in page and "the live location ended" in page
    # Edits that come after the end, and the first message once more, begin nothing.
    api.locate(PERSON, 300, 46.7, 9.8, 900, edited=True, sent=now - 5)
    api.locate(PERSON, 300, 46.5, 9.8, 900, sent=now - 5)
    api.write(PERSON, "/today")
    until(lambda: any("Glacier day" in call.fields.get("text", "") for call in api.of(PERSON)))
    assert tracker(served) == ["1|0"]
    # Blocked in between, it ends too.
    api.locate(PERSON, 400, 46.5, 9.8, 900)
    until(lambda: tracker(served) == ["1|0", "1|1"])
    api.block(PERSON)
    until(lambda: tracker(served) == ["1|0", "1|0"], 25)


def test_a_live_location_goes_on_for_nobody_else(served, api):
    """It ends when its chat is unlinked, and an edit alone begins none, whatever has been forgotten meanwhile."""
    link_ada(served, api)
    now = int(time.time())
    api.locate(PERSON, 300, 46.5, 9.8, 900, sent=now - 5)
    until(lambda: tracker(served) == ["1|1"])
    cookie = served.sign_in(ADA, served.passwords[ADA])
    assert served.request("POST", "/notices/telegram/off", {}, cookie=cookie).status == 303
    until(lambda: tracker(served) == ["1|0"], 25)
    link_ada(served, api)
    with sqlite3.connect(served.data / "sotravel.sqlite", timeout=20) as database:
        database.execute("DELETE FROM telegram_position")
    api.locate(PERSON, 300, 46.6, 9.8, 900, edited=True, sent=now - 5)
    api.write(PERSON, "/today")
    until(lambda: any("Glacier day" in call.fields.get("text", "") for call in api.of(PERSON)))
    assert tracker(served) == ["1|0"]


def test_a_live_location_whose_time_is_over_ends_without_a_word(served, api):
    link_ada(served, api)
    api.locate(PERSON, 300, 46.5, 9.8, 60, sent=int(time.time()) - 56)
    until(lambda: tracker(served) == ["1|1"])
    until(lambda: tracker(served) == ["1|0"], 30)
    # One that was over before it came begins nothing.
    api.locate(PERSON, 301, 46.5, 9.8, 60, sent=int(time.time()) - 90)
    api.write(PERSON, "/today")
    until(lambda: any("Glacier day" in call.fields.get("text", "") for call in api.of(PERSON)))
    assert tracker(served) == ["1|0"]


# what may come

def bring(server, api, update):
    """As Telegram brings an update to a webhook."""
    headers = {"Content-Type": "application/json", "X-Telegram-Bot-Api-Secret-Token": api.hook["secret_token"]}
    return server.request("POST", "/t/telegram/updates", json.dumps(update), headers).status


def test_doubled_and_late_updates_change_nothing_twice(tmp_path, api):
    server = bot_server(tmp_path / "data", api, webhook="on")
    try:
        person = link_all(server, api)[0]
        event = server.ids("event", "title")["Night sledging"]

        def tap(update, what):
            api.query += 1
            query = str(api.query)
            api.asked[query] = time.monotonic()
            message = {"message_id": 7, "date": 1, "chat": GROUP}
            body = {"id": query, "from": api.person(person), "chat_instance": "1", "message": message, "data": f"{what} {event}"}
            assert bring(server, api, {"update_id": update, "callback_query": body}) == 200
            return query

        for query in [tap(500, "not"), tap(600, "going")]:
            until(lambda query=query: api.said(query))
        assert rsvp(server, "Night sledging", person) != "declined"
        log = server.sql("SELECT count(*) FROM event_log")
        # The same number with something else in it, and one that comes late.
        late = [tap(600, "not"), tap(550, "not"), tap(500, "not")]
        # A restart forgets nothing of it.
        server.stop()
        server.start()
        until(lambda: len([call for call in api.calls if call.method == "setMyCommands"]) == 2)
        late += [tap(600, "not"), tap(551, "not")]
        assert server.sql("SELECT count(*) FROM event_log") == log
        query = tap(601, "going")
        until(lambda: api.said(query))
        assert rsvp(server, "Night sledging", person) != "declined" and not any(api.said(query) for query in late)
        # A link that comes twice links once; a call for help that comes twice is one.
        trip, calls = server.ids("trip", "slug")["valrosa"], server.sql("SELECT count(*) FROM help_call")
        body = {"id": "77", "from": api.person(person), "chat_instance": "1", "data": f"call {trip}"}
        assert [bring(server, api, {"update_id": 700, "callback_query": body}) for _ in range(3)] == [200] * 3
        assert int(server.sql("SELECT count(*) FROM help_call")[0]) == int(calls[0]) + 1
    finally:
        server.stop()


def anything(chance, depth=0):
    """Some JSON."""
    kind = chance.randrange(8 if depth < 3 else 5)
    if kind == 0:
        return chance.choice([None, True, False])
    if kind == 1:
        return chance.choice([0, -1, 1 << 52, 1 << 63, -(1 << 63), 1e308, 0.1, chance.randrange(10 ** 6)])
    if kind < 5:
        return chance.choice(["", "/start", "/start x", "/sos", "going", "private", "supergroup", "\u202e", "👨‍👩‍👧" * 50, "x" * 5000, "\\", "\""])
    if kind == 5:
        return [anything(chance, depth + 1) for _ in range(chance.randrange(4))]
    names = ["id", "chat", "from", "message", "message_id", "date", "text", "location", "latitude", "longitude", "live_period", "data", "type",
             "migrate_to_chat_id", "new_chat_member", "status", "edit_date", "title", "username", "first_name"]
    return {chance.choice(names): anything(chance, depth + 1) for _ in range(chance.randrange(6))}


def test_every_kind_of_update_at_random_stops_nothing(served, api):
    from telegram_api import KINDS
    chance = seeded()
    link_ada(served, api)
    before = served.sql("SELECT (SELECT count(*) FROM help_call), (SELECT count(*) FROM tracker), (SELECT count(*) FROM event_log)")
    for _ in range(1500):
        kind = chance.choice([*sorted(KINDS), "something_new"])
        body = anything(chance)
        if chance.random() < 0.7 and isinstance(body, dict):
            body = {"message_id": chance.randrange(1, 99), "id": "1", "chat": {"id": 8, "type": "private"}, "from": {"id": 8, "first_name": "X"}, **body}
        api.happen(**{kind: body})
    wanted = api.number
    api.write(PERSON, "/today")
    until(lambda: any("Glacier day" in call.fields.get("text", "") for call in api.of(PERSON)), 60)
    until(lambda: api.confirmed > wanted)
    assert served.process.poll() is None
    assert served.sql("SELECT (SELECT count(*) FROM help_call), (SELECT count(*) FROM tracker), (SELECT count(*) FROM event_log)") == before


# the webhook

def test_a_webhook_is_taken_from_telegram_alone(tmp_path, api):
    server = bot_server(tmp_path / "data", api, webhook="on")
    try:
        assert api.hook["url"] == "https://trip.example/t/telegram/updates" and len(api.hook["secret_token"]) >= 32
        api.started.add(9)
        update = {"update_id": 5, "message": {"message_id": 1, "from": {"id": 9, "is_bot": False, "first_name": "A"},
                                              "chat": {"id": 9, "type": "private"}, "date": int(time.time()), "text": "/start"}}
        for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "wrong"}):
            assert server.request("POST", "/t/telegram/updates", json.dumps(update), headers).status == 404
        assert not api.of(9)
        for body in [{}, [], "nonsense", update, update]:
            assert bring(server, api, body) == 200
        until(lambda: api.of(9))
        time.sleep(1)
        assert len(api.of(9)) == 1
        assert api.hook["secret_token"] not in (server.data / "log.txt").read_text()
    finally:
        server.stop()
