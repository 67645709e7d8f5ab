"""Chat and its moderation, in browsers of their own: travellers who talk, one who is muted, moderators who keep up."""
import re
import time

from conftest import Valley
from payloads import payloads
from support import DESKTOP, TRIP, act, box_of, browse, conversation, eventually, follow, open_chat, pdf_text, read_all, said, say, wait  # noqa: F401, F811 (browse: a fixture)


def test_two_travellers_talk(browse, own):
    ada, bruno = browse("ada"), browse("bruno", **DESKTOP)
    open_chat(ada, own)
    open_chat(bruno, own)
    say(ada, "Shall we go up early?")
    eventually(lambda: "Shall we go up early?" in said(bruno))
    say(bruno, "At eight.\nBy the front door, https://valrosa.example/door")
    eventually(lambda: any("At eight." in text for text in said(ada)))
    mine = ada.locator(".message", has_text="Shall we go up early?")
    assert "own" in mine.get_attribute("class")
    theirs = ada.locator(".message", has_text="At eight.")
    assert "own" not in theirs.get_attribute("class")
    assert theirs.locator("a[href='https://valrosa.example/door']").count() == 1
    # A reply quotes; changing and deleting show on the other's page.
    act(theirs, "Reply")
    say(ada, "I bring the map")
    reply = bruno.locator(".message", has_text="I bring the map")
    eventually(lambda: reply.count() == 1 and "At eight." in reply.locator(".quote").inner_text())
    act(ada.locator(".message", has_text="Shall we go up early?"), "Edit")
    ada.wait_for_url("**/edit")
    ada.fill("#text", "Shall we go up very early?")
    ada.click("main button.primary")
    eventually(lambda: "Shall we go up very early?" in said(bruno))
    ada.goto(own.url + conversation(own))
    act(ada.locator(".message", has_text="I bring the map"), "Delete")
    eventually(lambda: bruno.get_by_text("Deleted by its author.").count() == 1 and "I bring the map" not in said(bruno))
    assert not ada.problems and not bruno.problems


def test_the_way_back_stands_beside_a_long_name(browse, own):
    ada = browse("ada", viewport={"width": 320, "height": 700})
    ada.goto(own.url + conversation(own))
    ada.locator(".chat-head h1").evaluate("(head) => { head.textContent = 'Schneetage auf der Alp '.repeat(4).slice(0, 74); }")
    [back, head] = [box_of(ada.locator(part)) for part in (".chat-head .crumb a", ".chat-head")]
    assert back["width"] >= 44 and back["height"] >= 44 and back["x"] >= head["x"]
    parts = [box_of(part) for part in ada.locator(".chat-head > :visible").all()]
    assert all(one["x"] + one["width"] <= other["x"] + 1 for one, other in zip(parts, parts[1:])), parts
    assert ada.evaluate("document.documentElement.scrollWidth") <= 320


def test_what_was_written_in_a_dead_zone_is_sent_once(browse, own):
    ada, bruno = browse("ada"), browse("bruno", **DESKTOP)
    open_chat(ada, own)
    open_chat(bruno, own)
    ada.context.set_offline(True)
    for text in ("First from the tunnel", "Second from the tunnel"):
        say(ada, text)
    eventually(lambda: ada.get_by_text("Waits for a connection.").count() == 2)
    ada.fill("#text", "a draft that")
    ada.context.set_offline(False)
    eventually(lambda: [text for text in said(bruno) if "tunnel" in text] == ["First from the tunnel", "Second from the tunnel"])
    ada.reload()
    assert ada.input_value("#text") == "a draft that"
    assert [text for text in said(ada) if "tunnel" in text] == ["First from the tunnel", "Second from the tunnel"]
    assert own.sql("SELECT count(*) FROM message WHERE text LIKE '%tunnel%'") == ["2"]


def test_what_could_not_be_asked_for_comes_with_the_line(browse, own):
    """A message of one's own from elsewhere is asked for; the line was gone just then, and the stream says it no second time."""
    valley, refused = Valley(own), []
    ada = browse("ada", service_workers="block")
    ada.goto(valley.url + conversation(own))
    wait(ada, "document.documentElement.dataset.live === 'open'")
    ada.route("**/messages/*", lambda route: (refused.append(route.request.url), route.abort()))
    cookie = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    form = {"text": "From her other phone", "client_id": "0198a0a0-0000-7000-8000-000000000002"}
    assert own.request("POST", conversation(own) + "/messages", form, cookie=cookie).status == 303
    eventually(lambda: ada.wait_for_timeout(20) or refused)
    ada.unroute("**/messages/*")
    assert "From her other phone" not in said(ada)
    valley.cut()
    wait(ada, "document.documentElement.dataset.live === 'lost'")
    valley.mend()
    eventually(lambda: "From her other phone" in said(ada))
    assert not ada.problems
    valley.close()


def test_whoever_is_named_hears_of_it_on_any_open_page(browse, own):
    ada, bruno, host = browse("ada"), browse("bruno", **DESKTOP), browse("host", **DESKTOP)
    for page, address in ((bruno, TRIP + "/chat"), (host, TRIP + "/roster")):
        read_all(page, own.url + conversation(own))
        page.goto(own.url + address)
        wait(page, "document.documentElement.dataset.live === 'open'")
        assert page.locator("nav.sections a[href$='/chat'] .unread").count() == 0
    open_chat(ada, own)
    ada.type("#text", "@Bru")
    ada.keyboard.press("Tab")
    assert ada.input_value("#text").startswith("@Bruno Demovich ")
    ada.keyboard.type("bring the map")
    ada.click("#composer button.primary")
    eventually(lambda: "Ada Example wrote to you" in bruno.inner_text("#live-state"))
    eventually(lambda: bruno.inner_text("nav.sections a[href$='/chat'] .unread").strip() == "1")
    eventually(lambda: bruno.locator(".conversations .unread", has_text="@").count() == 1)
    assert host.locator("nav.sections a[href$='/chat'] .unread").count() == 0 and host.locator("#live-state").is_hidden()
    with bruno.expect_response("**/read"):
        bruno.click("#live-state a")
    eventually(lambda: "to-me" in (bruno.locator(".message", has_text="bring the map").get_attribute("class") or ""))
    assert bruno.locator(".message .named").last.inner_text() == "@Bruno Demovich"
    bruno.goto(own.url + TRIP + "/chat")
    assert bruno.locator("nav.sections a[href$='/chat'] .unread").count() == 0
    assert not ada.problems and not bruno.problems and not host.problems


def test_lost_access_empties_the_open_page(browse, own):
    """Who is taken off an event sees none of its talk any more, on a page that was open before."""
    ada, host = browse("ada"), browse("host", **DESKTOP)
    event = own.ids("event", "title")["Glacier day"]
    member = own.ids("member", "first_name || ' ' || last_name")["Ada Example"].replace("-", "")
    ada.goto(f"{own.url}{TRIP}/chat/{event}")
    wait(ada, "document.documentElement.dataset.live === 'open'")
    host.goto(f"{own.url}{TRIP}/chat/{event}")
    wait(host, "document.documentElement.dataset.live === 'open'")
    say(host, "Only for those who come")
    eventually(lambda: "Only for those who come" in said(ada))
    invitation = own.sql(f"SELECT number FROM invitation WHERE event_id = x'{event.replace('-', '')}' AND member_id = x'{member}'")
    assert len(invitation) == 1
    host.goto(f"{own.url}{TRIP}/groups")
    import sqlite3
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        database.execute("DELETE FROM invitation WHERE event_id = ? AND member_id = ?", (bytes.fromhex(event.replace("-", "")), bytes.fromhex(member)))
    eventually(lambda: "no longer open to you" in ada.inner_text("#obstacle"))
    assert said(ada) == [] and "Only for those who come" not in ada.content()
    assert ada.locator("#composer").count() == 0
    assert ada.request.get(f"{own.url}{TRIP}/chat/{event}").status == 404
    assert not ada.problems


def test_photos_are_shown_and_large_ones_open(browse, own, tmp_path):
    from PIL import Image
    path = tmp_path / "view.jpg"
    Image.effect_noise((1600, 1200), 90).convert("RGB").save(path)
    ada, bruno = browse("ada"), browse("bruno")
    open_chat(ada, own)
    open_chat(bruno, own)
    ada.set_input_files("[name=photos]", [str(path)])
    say(ada, "The view")
    eventually(lambda: bruno.locator(".message", has_text="The view").locator("img[alt=Photo]").count() == 1)
    address = bruno.locator(".message", has_text="The view").locator(".shot").get_attribute("href")
    assert own.request("GET", address).status in (303, 401)
    answer = bruno.request.get(own.url + address)
    assert answer.status == 200 and answer.headers["content-type"] == "image/webp"


def test_the_queue_is_worked_by_keyboard_and_shows_at_once(browse, own):
    author = browse("ada")
    open_chat(author, own)
    say(author, "You are all useless, honestly")
    bruno, moderator, host = browse("bruno"), browse("moderator", **DESKTOP), browse("host", **DESKTOP)
    open_chat(bruno, own)
    act(bruno.locator(".message", has_text="useless"), "Report")
    bruno.select_option("#reason", "harassment")
    bruno.fill("#text", "This hurts")
    follow(bruno, "main button.primary")
    assert "Thank you" in bruno.inner_text(".notice")
    open_chat(bruno, own)
    for page in (moderator, host):
        page.goto(own.url + TRIP + "/moderation?reason=harassment")
        wait(page, "document.documentElement.dataset.live === 'open'")
    keys = moderator.keyboard
    keys.press("?")
    assert moderator.locator("#keys").is_visible()
    keys.press("Escape")
    # Keys belong to the help until it is closed and has given the focus back.
    eventually(lambda: moderator.evaluate("!document.getElementById('keys').open && !document.activeElement.closest('dialog')"))

    def go_to(text):
        for _ in range(10):
            keys.press("j")
            if text in moderator.locator(".case.current").inner_text():
                return
        raise AssertionError(text)

    go_to("useless")
    keys.press("c")
    moderator.wait_for_url("**/cases/**")
    assert "You" in moderator.inner_text(".holder")
    eventually(lambda: "Assigned to Milo Platzhalter" in host.locator(".case", has_text="useless").inner_text())
    keys.press("r")
    keys.press("Tab")
    moderator.evaluate("document.activeElement.blur()")
    keys.press("m")
    keys.type("Please be kind")
    # The button has the focus once the page with the preview is loaded.
    with moderator.expect_event("load"):
        keys.press("Enter")
    assert "What will happen" in moderator.inner_text("#case")
    assert "useless" in " ".join(said(author))
    keys.press("Enter")
    moderator.wait_for_url("**/moderation?**")
    begin = time.monotonic()
    for page in (author, bruno):
        eventually(lambda: "useless" not in " ".join(said(page)) and page.get_by_text("Removed by a host or moderator.").count() >= 1, 2)
    eventually(lambda: "You are muted until" in author.inner_text("#obstacle") and author.locator("#composer").is_hidden(), 2)
    assert time.monotonic() - begin < 3
    assert "useless" not in bruno.content()
    # The author is told and appeals; the host grants; everything is as it was.
    author.goto(own.url + TRIP + "/chat/notices")
    notice = author.locator(".panel", has_text="You are muted")
    notice.locator("summary").click()
    notice.locator("textarea").fill("It was meant for my ski boots")
    follow(author, notice.locator("button"))
    assert "Your appeal is with the moderators." in author.inner_text(".notice")
    host.goto(own.url + TRIP + "/moderation")
    follow(host, host.locator(".case", has_text="useless").locator(".open"))
    follow(host, host.get_by_text("Accept appeal and undo"))
    open_chat(author, own)
    assert author.locator("#composer").is_visible()
    # What was done last is undone with one key.
    moderator.goto(own.url + TRIP + "/moderation")
    moderator.keyboard.press("u")
    moderator.wait_for_url("**done=undone")
    eventually(lambda: "useless" in " ".join(said(bruno)))
    assert not author.problems and not bruno.problems and not moderator.problems


def test_scrolling_back_goes_on(browse, own):
    ada = browse("ada")
    open_chat(ada, own)
    before = ada.locator(".message").count()
    assert before == 50

    def goes_on():
        ada.evaluate("document.getElementById('scroller').scrollTop = 0")
        return ada.locator(".message").count() >= 130 and ada.locator(".day-line").count() >= 6

    eventually(goes_on)
    numbers = ada.locator(".message").evaluate_all("(rows) => rows.map(({ dataset }) => Number(dataset.number))")
    assert numbers == sorted(set(numbers)), "in order, none twice"
    days = ada.locator(".day-line").all_inner_texts()
    assert len(days) == len(set(days))


def test_all_that_a_conversation_shows_is_printed(browse, own, tmp_path):
    ada = browse("ada")
    open_chat(ada, own)
    shown = said(ada)
    assert len(shown) == 50
    pages, _, text = pdf_text(ada, tmp_path / "chat.pdf")
    printed = re.sub(r"\s+", "", text)
    # Only letters: what a font lacks is written in other signs.
    missing = [line for line in shown if line.isascii() and re.sub(r"\s+", "", line) not in printed]
    assert pages > 1 and missing == []
    assert "Earlier messages" not in text and "Send" not in text


def test_chat_works_without_scripts(browse, own):
    ada = browse("ada", java_script_enabled=False)
    ada.goto(own.url + TRIP + "/chat")
    follow(ada, ".conversations a >> nth=0")
    ada.fill("#text", "Written by hand")
    follow(ada, "#composer button.primary")
    assert "Written by hand" in said(ada)
    follow(ada, "#earlier")
    assert ada.locator(".message").count() == 50 and "Written by hand" not in said(ada)
    ada.fill("#text", " ")
    follow(ada, "#composer button.primary")
    assert "Write something first." in ada.inner_text("#text-error")


def test_no_payload_runs_or_breaks_the_page(browse, own):
    every = payloads()
    assert len(every) >= 200
    ada, moderator = browse("ada"), browse("moderator", **DESKTOP)
    trip = own.sql("SELECT lower(hex(id)) FROM trip")[0]
    # Straight into the store, which takes any text: limits and rules are not what is tested here.
    import sqlite3
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        # Not Bruno, who reports them further down: nobody can report themselves.
        member = database.execute("SELECT id FROM member WHERE role = 'traveller' AND first_name <> 'Bruno' LIMIT 1").fetchone()[0]
        for text in every:
            database.execute(
                "INSERT INTO message (conversation_id, member_id, client_id, text, state, sent_at) VALUES (?, ?, randomblob(16), ?, 'visible', ?)",
                (bytes.fromhex(trip), member, text, int(time.time() * 1e6)))
    first = int(own.sql("SELECT min(number) FROM (SELECT number FROM message ORDER BY number DESC LIMIT %d)" % len(every))[0])
    for page in (ada, moderator):
        for start in range(first, first + len(every), 50):
            page.goto(f"{own.url}{conversation(own)}?after={start - 1}")
            assert page.evaluate("window.__ran") is None
            assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, start
            assert page.locator("#thread script, #thread iframe, #thread svg, #thread form[action^=javascript], #thread object, #thread embed").count() == 0
            # ":" is what a browser makes of an address that it cannot open at all.
            bad = page.evaluate("[...document.querySelectorAll('#thread a')].filter((a) => !/^(https?)?:$/.test(a.protocol)).length")
            assert bad == 0
    # The same through every form that takes text, over the stream, in search, list, case and log.
    open_chat(ada, own)
    open_chat(moderator, own)
    for text in every[:25]:
        say(ada, text)
        ada.wait_for_timeout(60)
    eventually(lambda: moderator.evaluate("window.__ran") is None and every[0] in moderator.content().replace("&lt;", "<").replace("&gt;", ">"))
    assert ada.evaluate("window.__ran") is None
    for path in (TRIP + "/chat", TRIP + "/chat/search?q=script", TRIP + "/chat/search?q=" + "%3Cscript%3Ewindow.__ran%3D1%3C/script%3E"):
        ada.goto(own.url + path)
        assert ada.evaluate("window.__ran") is None
        assert ada.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    number = int(own.sql("SELECT max(number) FROM message")[0])
    ada.goto(f"{own.url}{TRIP}/report?message={first}&in={conversation(own).rsplit('/', 1)[1]}")
    cookie = own.sign_in("bruno@sotravel.example", own.passwords["bruno@sotravel.example"])
    for index in range(4):
        report = {"message": first + index, "in": conversation(own).rsplit("/", 1)[1], "reason": "other", "text": every[index + 30]}
        answer = own.request("POST", TRIP + "/report", report, cookie=cookie)
        assert answer.status == 303
    for path in ("/moderation", "/moderation/log"):
        moderator.goto(own.url + TRIP + path)
        assert moderator.evaluate("window.__ran") is None
        assert moderator.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    moderator.goto(own.url + TRIP + "/moderation?reason=other")
    follow(moderator, moderator.locator(".case .open").first)
    assert moderator.evaluate("window.__ran") is None and number > 0
    assert not ada.problems and not moderator.problems
