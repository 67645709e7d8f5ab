"""Every text that people can put in, in every column that holds one, on every page: none runs, none breaks the layout.

The texts go straight into the store, past limits and tidying: what the pages do with them is what is tested."""
import io
import os
import re
import sqlite3
from datetime import datetime, timedelta

import pytest
from PIL import Image

from conftest import Demo
from payloads import payloads
from support import PHONE, TRIP, addresses, pages, sign_in

# Columns that the program alone writes, from a fixed set of words or at random.
OWN_WORDS = {
    "schema_migration": "name", "trip": "slug time_zone", "staff_invite": "role", "member": "role status shares_with status_before", "tracker": "token",
    "fix_before_runs": "format", "tracker_request": "format answer", "job_report": "name summary", "map_choice": "choice", "place_filter": "filter", "raster_server": "style url",
    "event": "category state state_before audience", "invitation": "rsvp token answered_by", "binned_invitation": "rsvp token answered_by", "event_log": "action", "reminder": "kind", "scan": "method",
    "calendar_feed": "token", "account": "email password_hash", "trip_link": "token", "help_case": "outcome", "help_call": "source", "help_entry": "kind", "identity": "issuer subject",
    "conversation": "kind", "message": "state", "chat_rule": "kind effect languages", "moderation_case": "subject_kind reason outcome", "report": "reason",
    "moderation_log": "action numbers", "restriction": "kind", "pending_import": "content encoding mapping", "trip_visit": "columns", "audit": "action changes",
    "check_in_list": "exclusive_set", "removed_check_in_list": "exclusive_set", "pace": "kind", "reaction": "sign", "wish": "kind", "own_column": "kind", "safety_exception": "language", "server_setting": "name value",
    "place": "element shown_at", "place_review": "state state_before", "place_report": "kind", "own_place": "kind",
    "notice": "kind topic ending", "delivery": "channel state", "delivery_address": "channel address", "notice_choice": "theme channel", "letter": "kind address state",
    "telegram_update": "topic", "telegram_link": "token", "telegram_post": "shown",
    "announcement": "state audience", "nudge": "token answer",
    "bike_feed": "kind api_key report faults", "bike_station": "feed_key", "bike_choice": "wish origin",
}
# How often each text is tried in other fields; `make soak` does it five times.
BATCHES = int(os.environ.get("SOTRAVEL_TEXT_BATCHES", "2"))
KEYS = {"member_group": ("trip_id", "folded_name"), "mention": ("member_id", "number")}


def furnish(server):
    """A row in every table that people write to."""
    host, ada, bruno = (server.sign_in(f"{who}@sotravel.example", server.passwords[f"{who}@sotravel.example"]) for who in ("host", "ada", "bruno"))
    trip = server.ids("trip", "slug")["valrosa"]
    post = lambda path, values, cookie=host, **more: server.request("POST", TRIP + path, values, cookie=cookie, **more)
    assert post("/roster/own-columns", {"name": "Boots", "kind": "choice", "choices": "x", "listed": "on", "seen": "on"}).status == 303
    boots = {"field": "own-" + server.ids("own_column", "name")["Boots"], "value": "x"}
    bruno_id = server.ids("member", "first_name || ' ' || last_name")["Bruno Demovich"]
    assert post(f"/members/{bruno_id}/field", boots).status == 303
    assert post("/staff", {"role": "moderator", "note": "x"}).status in (200, 303)
    assert post("/joining/trip-link", {"open": "yes"}).status == 303
    link = server.sql("SELECT token FROM trip_link")[0]
    assert server.request("POST", f"/join-trip/{link}", {"first_name": "New", "last_name": "Person", "phone": "+00 000 1234", "note": "x"}).status in (200, 303)
    assert post("/joining/links", {"member": server.ids("member", "first_name || ' ' || last_name")["Bruno Demovich"], "do": "make"}).status == 200
    assert post("/my/sos", {"text": "x", "sure": "yes"}, ada).status == 303
    called = server.sql("SELECT lower(hex(case_id)) FROM help_call WHERE text = 'x'")[0]
    called = f"{called[:8]}-{called[8:12]}-{called[12:16]}-{called[16:20]}-{called[20:]}"
    assert post(f"/help/{called}/take", {}).status == 303
    assert post(f"/help/{called}/note", {"note": "x"}).status == 303
    assert post(f"/help/{called}/resolve", {"outcome": "other", "words": "x"}).status == 303
    assert post("/my/sos", {"text": "x", "sure": "yes"}, ada).status == 303
    people = server.ids("member", "first_name || ' ' || last_name")
    tomorrow = (datetime.now() + timedelta(days=1)).strftime("%Y-%m-%d")
    assert post("/groups/lane", {"set": "rooms", "name": "x", "capacity": "2"}).status == 303
    assert post("/groups/wishes", {"member": "Ada Example", "other": "Bruno Demovich", "kind": "together", "note": "x"}).status == 303
    co_host = {"member": people["Bruno Demovich"], "time": "day", "from_day": tomorrow, "from_time": "12:00", "reason": "x"}
    assert post("/co-hosts", co_host).status == 303
    leaving = server.sql("SELECT first_name || ' ' || last_name FROM member WHERE role = 'traveller' AND account_id IS NULL ORDER BY phone LIMIT 1")[0]
    assert post(f"/members/{people[leaving]}/erase", {"asked_by": "x", "name": leaving}).status == 303
    assert post("/moderation/lists/new", {"name": "List", "phrases": "numpty"}).status == 303
    words = server.ids("phrase_list", "name")["List"]
    assert post("/moderation/rules", {"kind": "words", "list": words, "effect": "refuse", "sentence": "x", "on": "on", "do": "save"}).status == 303
    chat = f"/chat/{trip}/messages"
    assert post(chat, {"text": "First words, @Bruno Demovich", "client_id": trip}, ada).status == 303
    number = server.sql("SELECT max(number) FROM message")[0]
    assert post(f"{chat}/{number}/edit", {"text": "Other words, @Bruno Demovich"}, ada).status == 303
    assert post(f"{chat}/{number}/react", {"add": "like"}).status == 303 and post(f"{chat}/{number}/pin", {"pinned": "yes"}).status == 303
    assert post(f"/chat/{trip}/follow", {"followed": "yes"}, ada).status == 303
    warned = server.sql("SELECT l.number FROM moderation_log l JOIN chat_notice n ON n.log_number = l.number WHERE l.action = 'warn' LIMIT 1")[0]
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        database.execute(
            "INSERT INTO appeal (log_number, case_id, member_id, text, made_at) SELECT number, case_id, member_id, 'x', at FROM moderation_log WHERE number = ?", (warned,))
        database.execute("INSERT INTO identity (issuer, subject, account_id, name, linked_at) SELECT 'x', id, id, 'x', 1 FROM account")
        database.execute(
            "INSERT INTO safety_exception (id, trip_id, language, word, beside, dangers, case_id, log_number, learned_by, learned_at) "
            "SELECT id, trip_id, 'en', 'lost', 'gloves', 'x', id, (SELECT max(number) FROM moderation_log), 'x', 1 FROM moderation_case LIMIT 1")
        database.execute("INSERT INTO roster_view (id, trip_id, name, query, made_at) SELECT id, id, 'x', 'group=Bus 1', 1 FROM trip")
        # Somebody in the bin, who does not lead a page elsewhere.
        gone = database.execute(
            "SELECT m.id FROM member m WHERE m.role = 'traveller' AND m.account_id IS NULL AND EXISTS (SELECT 1 FROM invitation i WHERE i.member_id = m.id) "
            "AND NOT EXISTS (SELECT 1 FROM deletion_request d WHERE d.member_id = m.id) AND m.first_name NOT IN ('Bruno', 'Ada') ORDER BY m.phone DESC LIMIT 1").fetchone()[0]
        database.execute("UPDATE member SET deleted_at = ?, deleted_by = 'x', status_before = status, status = 'cancelled' WHERE id = ?", (int(datetime.now().timestamp() * 1e6), gone))
        kept = "event_id, member_id, number, rsvp, queue, offer_expires_at, party, token, revoked_at, answered_at, answered_by, note, asked_again_at, invited_at, acknowledged_version, acknowledged_at, told_at, opened_at"
        database.execute(f"INSERT INTO binned_invitation ({kept}) SELECT {kept} FROM invitation WHERE member_id = ?", (gone,))
        database.execute("DELETE FROM invitation WHERE member_id = ?", (gone,))
        # An event and a group there.
        kept = ", ".join(row[1] for row in database.execute("PRAGMA table_info(event)") if row[1] not in ("id", "title", "deleted_at", "deleted_by", "state_before"))
        database.execute(
            f"INSERT INTO event (id, title, deleted_at, deleted_by, state_before, {kept}) SELECT trip_id, 'x', changed_at, 'x', state, {kept} FROM event LIMIT 1")
        database.execute(
            "INSERT INTO binned_group (id, trip_id, name, category, deleted_at, deleted_by) SELECT id, id, 'x', 'x', roster_changed_at, 'x' FROM trip")
        database.execute("INSERT INTO raster_server (style, url, attribution) VALUES ('street', 'https://tiles.example/{z}/{x}/{y}.png', 'x')")
    bikes = add_bikes(server, people["Ada Example"])
    server.post_fix(server.tokens()[0], 46.41, 9.23)
    stube = server.sql("SELECT shown_at FROM place WHERE name = 'Zur warmen Stube'")[0]
    for text in ("First words", "Other words"):
        assert post(f"/places/{stube}/review", {"stars": "4", "text": text}, ada).status == 303
    bar = server.sql("SELECT lower(hex(id)) FROM own_place")[0]
    bar = f"h{bar[:8]}-{bar[8:12]}-{bar[12:16]}-{bar[16:20]}-{bar[20:]}"
    assert post(f"/places/{bar}/reports", {"kind": "kitchen", "time": "20:30"}, ada).status == 303
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        # One that waits for its place, and one that a host attached.
        lost = "SELECT randomblob(16), ?, NULL, name, folded_name, latitude, longitude FROM place WHERE shown_at = ?"
        for element in ("n999999901", "n999999902"):
            database.execute(f"INSERT INTO place {lost}", (element, stube))
            database.execute(
                "INSERT INTO place_note (id, place_id, trip_id, text, is_recommended, made_at, author_name) "
                "SELECT randomblob(16), p.id, n.trip_id, 'x', 0, n.made_at, 'x' FROM place p, place_note n WHERE p.element = ? LIMIT 1", (element,))
        database.execute(
            "INSERT INTO place_attachment (trip_id, place_id, target_id, attached_at, attached_by) SELECT n.trip_id, p.id, t.id, 1, 'x' "
            "FROM place p, place t, place_note n WHERE p.element = 'n999999902' AND t.shown_at = ? LIMIT 1", (stube,))
    furnish_notices(server)
    hanna = server.ids("member", "role")["host"]
    duty = {"member": hanna, "from_day": tomorrow, "from_time": "20:00", "until_day": tomorrow, "until_time": "23:00"}
    assert post("/duty/new", duty).status == 303
    furnish_links(server, post, people)
    # Kept out of the board, with a remark for the tracker doctor.
    server.post_fix(server.tokens()[0], 0, 0)
    wanted = {**addresses(server), **{"my " + name: path for name, path in pages(server).items()}}
    case = server.ids("moderation_case", "snapshot")
    asked = server.ids("announcement", "title")["Are you back at the hotel?"]
    assert post("/announcements/new", {"do": "draft", "title": "A draft", "urgency": "1", "part": "all", "condition": "everyone"}).status == 303
    draft = server.ids("announcement", "title")["A draft"]
    assert post(f"/announcements/{asked}/answer", {"answer": "1", "text": "x", "sure": "yes"}, ada).status == 303
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        out = io.BytesIO()
        Image.new("RGB", (64, 48)).save(out, "WEBP")
        database.execute(
            "INSERT INTO announcement_photo (id, trip_id, small, large, width, height, kept_at) SELECT id, id, ?1, ?1, 64, 48, roster_changed_at FROM trip", (out.getvalue(),))
        database.execute("UPDATE announcement SET photo_id = trip_id, photo_words = 'x'")
    wanted |= {
        "nudges": TRIP + "/nudges", "silent": TRIP + "/nudges/new", "announcements": TRIP + "/announcements", "announcement": f"{TRIP}/announcements/{asked}", "new announcement": TRIP + "/announcements/new",
        "correction": f"{TRIP}/announcements/{asked}/correct", "call list": f"{TRIP}/announcements/{asked}/print",
        "draft": f"{TRIP}/announcements/{draft}", "edit announcement": f"{TRIP}/announcements/{draft}/edit",
        "my announcements": TRIP + "/announcements", "my announcement": f"{TRIP}/announcements/{asked}",
        "bikes": TRIP + "/bikes", "bike station": f"{TRIP}/bikes/{bikes}", "bike group": TRIP + "/bikes/group?people=2&from=base",
        "bike feeds": TRIP + "/bikes/feeds", "bike feed": f"{TRIP}/bikes/feeds/{next(iter(server.ids('bike_feed', 'name').values()))}/edit",
        "new bike feed": TRIP + "/bikes/feeds/new", "my bikes": TRIP + "/bikes", "my bike station": f"{TRIP}/bikes/{bikes}",
        "leaving": f"{TRIP}/members/{people[leaving]}", "medic": TRIP + "/medic", "medic's person": f"{TRIP}/medic/{people[leaving]}",
        "bin": TRIP + "/roster/bin", "deleting": f"{TRIP}/events/{server.ids('event', 'title')['Glacier day']}/delete", "chat": TRIP + "/chat", "thread": f"{TRIP}/chat/{trip}", "search": TRIP + "/chat/search?q=x", "notices": TRIP + "/chat/notices",
        "queue": TRIP + "/moderation", "closed": TRIP + "/moderation?view=closed", "case": f"{TRIP}/moderation/cases/{case['Nobody wants you at the table anyway.']}",
        "urgent": f"{TRIP}/moderation/cases/{next(id for text, id in case.items() if 'knee' in text)}", "log": TRIP + "/moderation/log",
        "place said": f"{TRIP}/places/{stube}", "place reviews": f"{TRIP}/places/{stube}/reviews", "place note": f"{TRIP}/places/{stube}/note",
        "own place": f"{TRIP}/places/{bar}", "own place form": f"{TRIP}/places/{bar}/edit", "waiting places": TRIP + "/places/waiting",
        "my place": f"{TRIP}/places/{stube}", "my place review": f"{TRIP}/places/{stube}/review", "my place report": f"{TRIP}/places/{bar}/reports",
        "rules": TRIP + "/moderation/rules", "list": f"{TRIP}/moderation/lists/{words}", "figures": TRIP + "/moderation/figures",
        "chat settings": f"{TRIP}/chat/{trip}/settings", "report": f"{TRIP}/report?message={number}&in={trip}", "edit message": f"{TRIP}{chat}/{number}/edit", "message": f"{TRIP}{chat}/{number}/about",
    }
    return wanted


def furnish_links(server, post, people):
    """A question whether all is well, a helper's link that was used, and somebody who wants to be told of a silent phone."""
    asked = people["Bruno Demovich"]
    assert post(f"/members/{asked}/nudge", {}).status == 303
    event, list = (server.sql("SELECT lower(hex(event_id)) || '|' || lower(hex(id)) FROM check_in_list WHERE archived_at IS NULL ORDER BY created_at LIMIT 1")[0].split("|"))
    dashed = lambda text: f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
    assert post(f"/events/{dashed(event)}/check-in/{dashed(list)}/helpers", {"note": "Mara", "end": "tomorrow"}).status == 200
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        database.execute("UPDATE helper_link SET used_at = made_at, used_by = 'Mara', ticks = 1")
        database.execute("INSERT INTO silence_watch (member_id, minutes, set_at) SELECT id, 30, 1 FROM member WHERE account_id IS NOT NULL")


def furnish_notices(server):
    """A notice that a browser refused, of somebody who has chosen how to be told."""
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        database.execute(
            "INSERT INTO delivery_address (id, account_id, channel, address, label, made_at, confirmed_at, reason) "
            "SELECT randomblob(16), account_id, 'push', hex(randomblob(9)), 'x', 1, 1, 'x' FROM member WHERE first_name IN ('Ada', 'Bruno') AND account_id IS NOT NULL")
        database.execute(
            "INSERT INTO delivery (id, notice_id, address_id, channel, state, due_at, at, reason) SELECT randomblob(16), n.id, a.id, 'push', 'failed', 1, n.made_at, 'x' "
            "FROM notice n JOIN member m ON m.id = n.member_id JOIN delivery_address a ON a.account_id = m.account_id")
        database.execute(
            "INSERT INTO letter (id, kind, account_id, address, state, due_at, made_at, reason) SELECT randomblob(16), 'confirmation', id, email, 'failed', ?1, ?1, 'x' "
            "FROM account WHERE email IS NOT NULL", (int(datetime.now().timestamp() * 1e6),))
        # As a bot leaves it: without a token there is none, and its pages say so.
        database.execute("INSERT INTO telegram_link (token, trip_id, made_by, made_at, ends_at) SELECT 'x', id, 'x', 1, 1 FROM trip")
        database.execute("INSERT INTO telegram_group (trip_id, chat, title, linked_at, linked_by, ended_at, reason) SELECT id, -1, 'x', 1, 'x', 1, 'x' FROM trip")
        database.execute("INSERT INTO telegram_post (trip_id, subject_id, shown, edited_at) SELECT id, id, 'x', 1 FROM trip")
        database.execute("INSERT INTO telegram_update (number, topic, at) VALUES (1, 'x', 1)")
        database.execute("INSERT INTO notice_choice (account_id, theme, channel, is_on) SELECT account_id, 'events', 'email', 0 FROM delivery_address")


def add_bikes(server, member):
    """A feed that does not answer, with one station; returns its number."""
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        database.execute(
            "INSERT INTO bike_feed (id, trip_id, kind, url, api_key, name, version, added_at, added_by) "
            "SELECT id, id, 'gbfs', 'http://127.0.0.1:9/gbfs.json', '', 'x', 1, 1, 'x' FROM trip")
        database.execute(
            "INSERT INTO bike_station (number, feed_id, feed_key, name, address, latitude, longitude, link, bikes, docks, is_virtual, flags, "
            "reported_at, is_gone) SELECT 1, id, 'x', 'x', 'x', base_latitude, base_longitude, 'x', 3, 4, 0, 7, 1, 0 FROM trip")
        database.execute("INSERT INTO bike_history (station_number, at, bikes, docks) VALUES (1, ?, 3, 4)", (int(datetime.now().timestamp() * 1e6) - 10**9,))
        database.execute(
            "INSERT INTO removed_check_in_list SELECT id, event_id, 'x', exclusive_set, created_at, archived_at, created_at FROM check_in_list LIMIT 1")
        database.execute("INSERT INTO removed_helper_link SELECT randomblob(16), id, randomblob(32), 'x', 'x', 0, 1, NULL, NULL, 'x', 0 FROM removed_check_in_list")
        who = bytes.fromhex(member.replace("-", ""))
        database.execute("INSERT INTO bike_favourite (member_id, station_number) VALUES (?, 1)", (who,))
        database.execute("INSERT INTO bike_choice (member_id, radius, favourites_first, wish, origin) VALUES (?, 1000, 0, 'any', '')", (who,))
    return 1


def columns(database):
    """Every text column that may hold somebody's words."""
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'message_search%'")
    for (table,) in tables.fetchall():
        for column in database.execute(f"PRAGMA table_info({table})").fetchall():
            if "TEXT" in column[2] and column[1] not in OWN_WORDS.get(table, "").split():
                yield table, column[1]


def fill(server, texts, batch):
    """Puts a text of its own into every row of every such column; which one changes with the batch."""
    server.stop()
    empty = []
    with sqlite3.connect(server.data / "sotravel.sqlite") as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%no_update'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        for position, (table, column) in enumerate(columns(database)):
            key = "rowid" if "WITHOUT ROWID" not in database.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0] else "tracker_id"
            rows = [row[0] for row in database.execute(f"SELECT {key} FROM {table} ORDER BY 1").fetchall()]
            if not rows:
                empty.append(f"{table}.{column}")
            for index, row in enumerate(rows):
                text = texts[(position * 7 + index + batch * len(rows)) % len(texts)]
                # Where names must differ, they differ at their end.
                if (table, column) in (("member_group", "folded_name"), ("room", "folded_name"), ("check_in_list", "name"), ("own_column", "folded_name")):
                    text += f" {index}"
                database.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (text, row))
    server.start()
    return empty


LOOK = """() => ({
    ran: window.__ran ?? null,
    over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    foreign: document.querySelectorAll("main iframe, main object, main embed, main script:not([type='application/json']), main style, main base, main meta, main link, main marquee, main math, main video:not(#camera), [onerror], [onload], [onfocus], [ontoggle]").length,
    links: [...document.querySelectorAll("a, form, area")].map((node) => node.getAttribute("href") ?? node.getAttribute("action") ?? "")
        .filter((address) => URL.canParse(address, location.href)).map((address) => new URL(address, location.href).protocol)
        .filter((scheme) => !["http:", "https:", "tel:", "sms:", "mailto:", "owntracks:", "overland:", "geo:", "otpauth:"].includes(scheme)),
})"""

# What reaches furthest, for the message of a test that fails.
WIDEST = """() => [...document.querySelectorAll("body *")].map((node) => [Math.round(node.getBoundingClientRect().right), node.outerHTML.slice(0, 200)])
    .sort((a, b) => b[0] - a[0]).slice(0, 40)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("injection") / "data", members=16)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def wanted(server):
    # A code of the second factor works once: the admin keeps one session.
    server.admin = server.sign_in("admin@sotravel.example", server.passwords["admin@sotravel.example"], server.secret)
    return furnish(server)


def look_at_all(browser, server, wanted, sizes, checks_layout):
    found = []
    for who in ("host", "ada", "admin"):
        own = [name for name in wanted if (name.startswith("my ") or name in ("chat", "thread", "search", "notices", "report", "edit message")) == (who == "ada")]
        own = ["accounts", "map data", "all trips"] if who == "admin" else own
        context = browser.new_context(service_workers="block", **PHONE)
        page = context.new_page()
        if not checks_layout:
            # Pages with all texts are long: drawing them takes most of the time, and nothing is drawn here that counts. Not by a route of
            # the test's, beside which the browser keeps no script.
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.setBlockedURLs", {"urls": ["*.css*"]})
        if who == "admin":
            context.add_cookies([{"name": "__Host-sotravel", "value": server.admin, "url": server.url.replace("http:", "https:"), "secure": True}])
        else:
            sign_in(page, server, who)
        for name in own:
            path = {"accounts": "/accounts", "map data": "/map-data", "health": "/health", "all trips": "/trips"}.get(name) or wanted[name]
            page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
            answer = page.goto(server.url + path)
            assert answer.status == (404 if name.endswith("missing") else 200), (name, answer.status)
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                seen = page.evaluate(LOOK)
                if seen["ran"] is not None or seen["foreign"] or seen["links"]:
                    found.append((who, name, width, seen))
                # A print has the width of its paper, whatever the screen.
                if checks_layout and seen["over"] > 0 and not (name == "map print" and width < 800):
                    found.append((who, name, width, seen["over"], page.evaluate(WIDEST)))
        context.close()
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_text_breaks_a_page(browser, server, wanted, batch):
    """One text a field, as long as a form would take."""
    assert len(payloads()) >= 200
    assert fill(server, [text[:100] for text in payloads()], batch) == [], "a row in every table"
    assert not look_at_all(browser, server, wanted, [(320, 740), (820, 1180), (1440, 900)], True)


def test_a_letter_that_cannot_be_broken_breaks_no_page(browser, server, wanted):
    """One letter under a hundred marks, in every field at once: it is as wide as a word and has no place to break."""
    assert fill(server, [text[:100] for text in payloads() if text.startswith("Z\u0335")], 0) == []
    assert not look_at_all(browser, server, wanted, [(360, 740)], True)


def test_no_text_runs(browser, server, wanted):
    """All texts in every field, so that each stands in each; where a page shows only the beginning, it is that of one of four. What is the same
    letter again and again is short here: it breaks a layout, and runs nowhere."""
    every = list(dict.fromkeys(re.sub(r"(.{1,12}?)\1{9,}", lambda found: found[1] * 10, text, flags=re.DOTALL) for text in payloads()))
    quarter = len(every) // 4
    fill(server, [" ".join(every[start:] + every[:start]) for start in range(0, 4 * quarter, quarter)], 0)
    assert not look_at_all(browser, server, wanted, [(1280, 800)], False)
