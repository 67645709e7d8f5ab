"""Mail over real sockets, at a mail server of our own with TLS and an authority that nobody else knows: it refuses, delays, hangs up and
greets slowly. Python's parser reads what arrives, two programs for calendars the part that is for them."""
import asyncio
import http.client
import re
import sqlite3
import time
import uuid

import ics
import icalendar
import pytest

from conftest import Demo
from mails import Mail, MailServer, authority, drop

ADA, HOST = "ada@sotravel.example", "host@sotravel.example"
LOGIN = ("team@trip.example", "a:b/c d")
URL = "https://trip.example"


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    return authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def post(certificates):
    one = MailServer(certificates[1], LOGIN)
    yield one
    one.close()


def mailing(folder, post, authorities, scheme="smtp", login="team%40trip.example:a%3Ab%2Fc%20d@", **more):
    server = Demo(folder / "data", "--public-url", URL, members=16, environment={
        "SOTRAVEL_SMTP_URL": f"{scheme}://{login}127.0.0.1:{post.port}", "SOTRAVEL_MAIL_FROM": "Trip team ü <team@trip.example>",
        **({"SOTRAVEL_SMTP_AUTHORITIES": str(authorities)} if authorities else {}), **more})
    # What the demo has to say is no part of this.
    with changing(server) as database:
        database.execute("DELETE FROM notice")
        database.execute("DELETE FROM letter")
    post.mails.clear()
    return server


@pytest.fixture
def served(tmp_path, post, certificates):
    server = mailing(tmp_path, post, certificates[0])
    yield server
    server.stop()
    # Whatever a server said, and however it failed.
    for secret in (ADA, ADA.split("@")[0] + "@", HOST, LOGIN[1], "team@trip.example"):
        assert secret not in log(server), "a secret is in the log"


def changing(server):
    database = sqlite3.connect(server.data / "sotravel.sqlite", timeout=20)
    database.execute("PRAGMA foreign_keys = ON")
    return database


def until(holds, seconds=30):
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
    return found


def link(mail, path):
    """What stands behind a path in a link of the text."""
    found = re.search(re.escape(URL + path) + r"([\w-]+)", mail.part("text/plain"))
    assert found, mail.part("text/plain")
    return path + found.group(1)


def reached(server, *names):
    """Confirmed addresses for everybody of these names, past the link."""
    with changing(server) as database:
        for name in names:
            [account] = database.execute("SELECT id FROM account WHERE email = ?", (name,)).fetchone()
            database.execute(
                "INSERT INTO delivery_address (id, account_id, channel, address, key, made_at, confirmed_at) VALUES (?, ?, 'email', ?, ?, 1, 1)",
                (uuid.uuid4().bytes, account, name, uuid.uuid4().bytes))


def tell(server, *notices, who=ADA, **more):
    """Writes notices for an account. Urgent ones wait for nothing."""
    now = int(time.time() * 1e6)
    with changing(server) as database:
        [account] = database.execute("SELECT id FROM account WHERE email = ?", (who,)).fetchone()
        [trip] = database.execute("SELECT id FROM trip").fetchone()
        [member] = database.execute("SELECT id FROM member WHERE account_id = ?", (account,)).fetchone()
        for notice in notices:
            row = {"id": uuid.uuid4().bytes, "kind": "announcement", "urgency": 3, "topic": "", "text": "", "made_at": now, "next_at": now,
                   "expires_at": now + 3_600_000_000, "member_id": member, "trip_id": trip, **more, **notice}
            database.execute(f"INSERT INTO notice ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))


def states(server, who=ADA):
    """(state, why, attempts; whether the address has ended) of its deliveries."""
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        return database.execute(
            "SELECT d.state, d.reason, d.attempts, a.ended_at IS NOT NULL FROM delivery d JOIN delivery_address a ON a.id = d.address_id "
            "WHERE a.address = ? ORDER BY d.at", (who,)).fetchall()


def over(server, who=ADA):
    """Its deliveries once each has been tried."""
    return until(lambda: (found := states(server, who)) and all(row[2] > 0 and row[0] != "sending" for row in found) and found)


def soon(server):
    """What waits for its next attempt is due now."""
    with changing(server) as database:
        database.execute("UPDATE delivery SET due_at = 1 WHERE state = 'queued'")


def log(server):
    return (server.data / "log.txt").read_text(errors="replace")


def checked(mail):
    """What holds for all mail, by Python's parser and byte by byte."""
    message = mail.message
    assert not message.defects and all(not part.defects for part in message.walk())
    assert all(len(line) <= 998 for line in mail.raw.split(b"\r\n")) and b"\n" not in mail.raw.replace(b"\r\n", b"")
    assert mail.raw.isascii() and mail.is_secure and mail.sender == "team@trip.example"
    assert message["From"].addresses[0].addr_spec == "team@trip.example" and message["From"].addresses[0].display_name == "Trip team ü"
    assert [to.addr_spec for to in message["To"].addresses] == mail.recipients
    assert re.fullmatch(r"<[0-9a-f-]{36}@trip\.example>", message["Message-ID"]) and message["Auto-Submitted"] == "auto-generated"
    assert abs(message["Date"].datetime.timestamp() - time.time()) < 3600
    assert message.get_content_type() == "multipart/alternative"
    kinds = [part.get_content_type() for part in message.iter_parts()]
    assert kinds[:2] == ["text/plain", "text/html"]
    html = mail.part("text/html")
    assert not re.search(r"<img|src=|<script|<link|url\(", html), "something is fetched when it is opened"
    return message


def test_from_the_confirmation_to_the_last_mail(served, post):
    """The owner asks, opens the link, gets a test, and ends it with one click."""
    cookie = served.sign_in(ADA, served.passwords[ADA])
    tell(served, {"title": "Before"})
    assert served.request("POST", "/notices/email/confirmation", {}, cookie=cookie).status == 303
    until(lambda: post.mails)
    first = post.mails[0]
    checked(first)
    assert first.subject == "Confirm your email address" and first.to == ADA and first.user == LOGIN[0]
    assert first.message["List-Unsubscribe"] is None and len(post.mails) == 1, "only the confirmation goes out"
    confirm = link(first, "/notices/email/confirm/")
    assert served.request("GET", confirm).status == 200 and not states(served)
    assert served.request("POST", confirm, {}).status == 200
    assert served.request("POST", "/notices/test", {"channel": "email"}, cookie=cookie).status == 303
    test = until(lambda: next((mail for mail in post.mails if mail.subject == "A test from Sotravel"), None))
    message = checked(test)
    stop = re.fullmatch(r"<https://trip\.example(/notices/email/stop/[\w-]+)>", message["List-Unsubscribe"]).group(1)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # As a mailbox does it (RFC 8058): no cookie, no Origin.
    connection = http.client.HTTPConnection("127.0.0.1", served.port)
    connection.request("POST", stop, "List-Unsubscribe=One-Click", {"Content-Type": "application/x-www-form-urlencoded"})
    assert connection.getresponse().status == 200
    # Besides the test, a reminder of the demo may have been due just now.
    assert {row[3] for row in states(served)} == {1}
    words = log(served)
    for secret in (confirm.split("/")[-1], stop.split("/")[-1], ADA, LOGIN[1], "team@trip.example"):
        assert secret not in words


def test_texts_of_people_arrive_as_they_are_and_add_nothing(served, post):
    reached(served, ADA)
    titles = ["Grüße 🏔️ from the hut", "=?UTF-8?B?PHg+?=", "x" * 300, "Bus\r\nBcc: all@x.example\r\n\r\nbody", "漢字" * 60]
    texts = ["A <b>bold</b> & \"quoted\" word\n.\n..dots\nFrom here", "é" * 5000, "y" * 5000, "-- \n--=_x--\n", "=20=\n"]
    tell(served, *({"title": title, "text": text} for title, text in zip(titles, texts)))
    until(lambda: len(post.mails) == 5)
    for title, text in zip(titles, texts):
        mail = next(mail for mail in post.mails if mail.subject == " ".join(title.split()))
        message = checked(mail)
        assert message["Bcc"] is None and mail.recipients == [ADA]
        plain = mail.part("text/plain").replace("\r\n", "\n")
        assert text.strip() in plain or text in plain, text[:40]
        assert "<b>" not in mail.part("text/html")
    # Connections are used again.
    assert post.connections <= 4


@pytest.mark.parametrize("answer, state, ends, words", [
    ("550 5.1.1 <ada@sotravel.example>: no such user", "failed", True, "550 5.1.1 <…>: no such user"),
    ("550 5.7.1 relaying denied", "failed", False, "refused the message"), ("452 4.2.2 full", "queued", False, "asks to wait"),
    ("451 4.7.1 greylisted", "queued", False, "asks to wait"), (drop, "queued", False, "cannot be reached"),
])
def test_what_a_server_says_of_an_address(served, post, answer, state, ends, words):
    reached(served, ADA, HOST)
    post.answers["ada"] = answer
    tell(served, {"title": "One"})
    tell(served, {"title": "Two"}, who=HOST)
    [(found, reason, attempts, ended)] = over(served)
    assert (found, bool(ended), attempts) == (state, ends, 1) and words in reason and ADA not in reason
    # One bad address never holds up the others. The demo has more to say to hosts.
    arrived = lambda: [mail.to for mail in post.mails if mail.subject in ("One", "Two")]
    until(lambda: arrived() == [HOST])
    if state == "queued":
        del post.answers["ada"]
        soon(served)
        until(lambda: arrived() == [HOST, ADA])
        until(lambda: states(served)[0][0] == "accepted")


def test_an_answer_of_many_long_lines_is_cut(served, post):
    """Answers have 512 bytes here: lines beyond that, and far beyond it, write nowhere."""
    reached(served, ADA)
    lines = [letter * 400 for letter in "abcdefgh"]
    post.answers["ada"] = "\r\n".join(f"550-5.1.1 {line}" for line in lines) + "\r\n550 5.1.1 end"
    tell(served, {"title": "One"})
    [(state, reason, _, _)] = over(served)
    assert state == "failed" and "a" * 100 in reason and len(reason) < 1000, reason
    assert served.request("GET", "/sign-in").status == 200


def test_what_is_refused_or_cut_off_after_the_text(served, post):
    reached(served, ADA)
    post.content = "554 5.6.0 not like this"
    tell(served, {"title": "One"})
    assert over(served) == [("failed", "The mail server refused the message: 554 5.6.0 not like this", 1, 0)]
    post.content = drop
    tell(served, {"title": "Two"})
    until(lambda: [row[0] for row in states(served)] == ["failed", "queued"])
    post.content = None
    soon(served)
    until(lambda: len(post.mails) == 1)
    assert post.mails[0].subject == "Two"


def test_a_slow_server_is_waited_for(tmp_path, post, certificates):
    post.greeting = 3

    async def slowly(server):
        await asyncio.sleep(3)
        return "250 OK"

    post.answers["ada"] = slowly
    server = mailing(tmp_path, post, certificates[0])
    try:
        reached(server, ADA)
        tell(server, {"title": "Patience"})
        until(lambda: post.mails)
        until(lambda: states(server)[0][0] == "accepted")
        assert post.mails[0].subject == "Patience"
    finally:
        server.stop()


@pytest.mark.parametrize("case, words", [
    ("plain", "no TLS that can be trusted"), ("stranger", "no TLS that can be trusted"), ("login", "refuses name and password"), ("away", "cannot be reached"),
])
def test_nothing_is_said_to_the_wrong_server(tmp_path, certificates, case, words):
    """One that offers no TLS, one with a certificate of a stranger, one that does not know us, one that is not there."""
    (tmp_path / "other").mkdir()
    stranger = authority(tmp_path / "other")[1]
    post = MailServer({"plain": None, "stranger": stranger}.get(case, certificates[1]), None if case == "plain" else LOGIN)
    server = mailing(tmp_path, post, certificates[0], **({"login": "team:wrong@"} if case == "login" else {}))
    try:
        if case == "away":
            post.close()
        reached(server, ADA)
        tell(server, {"title": "Secret"})
        [(state, reason, _, ended)] = over(server)
        assert (state, ended) == ("queued", 0) and words in reason
        assert not post.mails and (case == "login" or not post.logins)
        assert "wrong" not in log(server) and LOGIN[1] not in log(server)
    finally:
        server.stop()
        if case != "away":
            post.close()


def test_tls_from_the_first_byte_and_none_on_this_machine(tmp_path, certificates):
    for number, (scheme, certificate, authorities) in enumerate([("smtps", certificates[1], certificates[0]), ("smtp", None, None)]):
        post = MailServer(certificate, None, implicit=scheme == "smtps")
        folder = tmp_path / str(number)
        folder.mkdir()
        server = mailing(folder, post, authorities, scheme, login="")
        reached(server, ADA)
        tell(server, {"title": "Hello"})
        until(lambda: post.mails)
        assert post.mails[0].is_secure == (scheme == "smtps")
        server.stop()
        post.close()


def test_killed_in_between_nothing_is_lost(tmp_path, post, certificates):
    """What was in flight goes out once more with the same Message-ID."""
    server = mailing(tmp_path, post, certificates[0])
    reached(server, ADA)

    async def hang(_):
        await asyncio.sleep(60)
        return "250 OK"

    post.content = hang
    tell(server, {"title": "In flight"})
    until(lambda: states(server) and states(server)[0][0] == "sending")
    server.kill()
    post.content = None
    server.start()
    until(lambda: post.mails)
    until(lambda: states(server)[0][0] == "accepted")
    [delivery] = server.sql("SELECT lower(hex(id)) FROM delivery")
    assert post.mails[0].message["Message-ID"].strip("<>").split("@")[0].replace("-", "") == delivery
    server.stop()


def test_a_forgotten_password(served, post):
    with changing(served) as database:
        database.execute("UPDATE account SET email_confirmed_at = 1 WHERE email = ?", (ADA,))
    before = served.sign_in(ADA, served.passwords[ADA])
    pages = {address: served.request("POST", "/sign-in/forgotten", {"email": address}) for address in (ADA, "zoe@sotravel.example")}
    assert {answer.status for answer in pages.values()} == {200}
    assert len({answer.body.replace(address.encode(), b"") for address, answer in pages.items()}) == 1
    mail = until(lambda: post.mails)[0]
    checked(mail)
    assert mail.subject == "A new password for Sotravel" and mail.message["List-Unsubscribe"] is None
    way = link(mail, "/sign-in/forgotten/")
    assert served.request("GET", way).status == 200
    assert served.request("POST", way, {"new": "short"}).status == 422
    assert served.request("POST", way, {"new": "another long walk"}).status == 200
    assert served.request("POST", way, {"new": "a third long walk"}).status == 404
    assert served.request("GET", "/account", cookie=before).status == 303
    assert served.sign_in(ADA, "another long walk")
    until(lambda: served.sql("SELECT count(*) FROM letter WHERE state = 'queued'") == ["0"])
    assert [mail.to for mail in post.mails] == [ADA] and way.split("/")[-1] not in log(served)


@pytest.mark.parametrize("answer", ["554 5.6.0 not like this", "451 4.3.0 later", drop])
def test_letters_that_fail_leave_no_secret_in_the_log(served, post, answer):
    """Not even where the server says the link again."""
    secrets = []

    async def refuse(server):
        text = Mail(server.session, server.envelope, True).part("text/plain")
        secrets.extend(re.findall(r"/(?:forgotten|confirm)/([\w-]{20,})", text))
        return await answer(server) if callable(answer) else f"{answer}: {secrets[-1]} of {ADA}"

    post.content = refuse
    cookie = served.sign_in(ADA, served.passwords[ADA])
    assert served.request("POST", "/notices/email/confirmation", {}, cookie=cookie).status == 303
    until(lambda: secrets)
    with changing(served) as database:
        database.execute("UPDATE account SET email_confirmed_at = 1 WHERE email = ?", (ADA,))
    assert served.request("POST", "/sign-in/forgotten", {"email": ADA}).status == 200
    until(lambda: len(set(secrets)) >= 2)
    time.sleep(1)
    words = log(served)
    assert not [secret for secret in secrets if secret in words]


def test_an_invite_of_staff(served, post):
    cookie = served.host()
    form = {"role": "host", "note": "Bo", "email": "bo@x.example"}
    assert served.request("POST", "/trips/valrosa/staff", form, cookie=cookie).status == 303
    mail = until(lambda: post.mails)[0]
    checked(mail)
    assert mail.to == "bo@x.example"
    way = link(mail, "/staff-invites/")
    form = {"name": "Bo Sample", "email": "bo@x.example", "password": "a long walk home"}
    assert served.request("POST", way, form).status == 303
    assert until(lambda: post.mails[1:])[0].subject == "Confirm your email address"


def events_of(mail):
    """The one event of a calendar part, by two readers that are not ours."""
    text = mail.part("text/calendar")
    assert all(len(line) <= 75 for line in text.encode().split(b"\r\n")) and b"\n" not in text.encode().replace(b"\r\n", b"")
    [part] = [part for part in mail.message.walk() if part.get_content_type() == "text/calendar"]
    [event] = [found for found in icalendar.Calendar.from_ical(text).walk("VEVENT")]
    assert not event.errors
    [other] = ics.Calendar(text).events
    assert other.uid == str(event["UID"]) and part.get_param("method") == str(icalendar.Calendar.from_ical(text)["METHOD"])
    return part.get_param("method"), event, other


def test_an_invitation_is_called_off_in_the_calendar(served, post):
    """The same UID as in the calendar's feed, and a SEQUENCE that grows."""
    reached(served, ADA)
    cookie = served.host()
    [row] = served.sql(
        "SELECT lower(hex(e.id)) || '|' || e.title || '|' || i.token FROM event e JOIN invitation i ON i.event_id = e.id JOIN member m ON m.id = i.member_id "
        f"JOIN account a ON a.id = m.account_id WHERE a.email = '{ADA}' AND e.state = 'published' AND i.rsvp IN ('going', 'pending') "
        "AND e.starts_at > unixepoch() * 1000000 ORDER BY e.starts_at DESC LIMIT 1")
    text, title, token = row.split("|")
    event = f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
    tell(served, {"kind": "event_published", "title": "You are invited: " + title, "subject_id": bytes.fromhex(text)})
    mail = until(lambda: post.mails)[0]
    checked(mail)
    method, asked, other = events_of(mail)
    assert method == "REQUEST" and str(asked["SUMMARY"]) == title == other.name and link(mail, "/r/") == "/r/" + token
    assert str(asked["ORGANIZER"]) == "mailto:team@trip.example" and str(asked["ATTENDEE"]) == f"mailto:{ADA}"
    feed = served.request("GET", f"/trips/valrosa/events/{event}/event.ics", cookie=cookie)
    [own] = icalendar.Calendar.from_ical(feed.body).walk("VEVENT")
    assert own["UID"] == asked["UID"] and own["SEQUENCE"] == asked["SEQUENCE"]
    post.mails.clear()
    [version] = served.sql(f"SELECT version FROM event WHERE hex(id) = upper('{text}')")
    form = {"reason": "No snow", "version": version}
    assert served.request("POST", f"/trips/valrosa/events/{event}/cancel", form, cookie=cookie).status == 303
    hurry(served)
    method, last, _ = events_of(until(lambda: post.mails)[0])
    assert method == "CANCEL" and str(last["STATUS"]) == "CANCELLED"
    assert last["UID"] == asked["UID"] and last["SEQUENCE"] > asked["SEQUENCE"]


def hurry(server):
    """Quiet hours hold nothing back, whenever the test runs."""
    with changing(server) as database:
        database.execute(
            "INSERT INTO notice_setting (account_id, next_channel_minutes) SELECT id, 30 FROM account WHERE true ON CONFLICT (account_id) "
            "DO UPDATE SET quiet_from = NULL, quiet_to = NULL")
        database.execute("UPDATE notice SET next_at = 1 WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.notice_id = notice.id)")


def test_without_a_mail_server_pages_say_so(tmp_path):
    server = Demo(tmp_path / "data", members=16)
    try:
        assert "This server sends no email." in server.request("GET", "/sign-in/forgotten").body.decode()
        assert server.request("POST", "/sign-in/forgotten", {"email": ADA}).status == 409
        cookie = server.sign_in(ADA, server.passwords[ADA])
        page = server.request("GET", "/notices/settings", cookie=cookie).body.decode()
        assert "This server sends no push" in page and "Send the confirmation" not in page
        assert server.request("POST", "/notices/email/confirmation", {}, cookie=cookie).status == 404
    finally:
        server.stop()
