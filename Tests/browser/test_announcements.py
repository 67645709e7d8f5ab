"""Announcements: a host writes and sends one, a traveller answers on a phone, and the host's page shows it by itself."""
import re
import sqlite3

import pytest

from support import CALLS, TRIP, box_of, boxes_of, browse, eventually, faults, follow, hold, open_chat, wait  # noqa: F401 (browse: a fixture)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}, "has_touch": False}


def write(page, own, title, answers=()):
    page.goto(f"{own.url}{TRIP}/announcements/new")
    page.fill("#title", title)
    page.fill("#text", "Say where you are.\n\nSee https://valrosa.example/now.")
    if answers:
        page.click("summary:has-text('Answer buttons')")
        for index, answer in enumerate(answers):
            page.fill(f"#answer_{index + 1}", answer)
        page.check("[name=asks_2]")
        if answers[1] == "I need help":
            page.check("[name=help_2]")


def test_a_host_sends_a_traveller_answers_the_receipts_are_live(browse, own):
    host, ada = browse("host", **DESKTOP), browse("ada", **PHONE)
    write(host, own, "Where are you?", ["I'm fine", "I need help"])
    eventually(lambda: "people" in host.inner_text("#audience-count"))
    # The count is in sight while the lines are not.
    assert host.inner_text("#audience-total") == host.inner_text("#audience-count strong")
    assert host.inner_text(".announce-side [data-shows=title]") == "Where are you?"
    assert host.locator(".announce-side .button").all_inner_texts() == ["I'm fine", "I need help"]
    everybody = int(re.match(r"\d+", host.inner_text("#audience-count")).group())
    # Another line makes it fewer.
    host.click("#add-condition")
    host.locator(".announce-condition").nth(1).locator("select").nth(1).select_option("role:traveller")
    eventually(lambda: int(re.match(r"\d+", host.inner_text("#audience-count")).group()) < everybody)
    assert not faults(host, "light")
    follow(host, ".announce-form .sticky button.primary")
    assert not faults(host, "light")
    follow(host, ".announce-review button.primary")
    assert host.inner_text("h1").startswith("Where are you?")
    assert "answered" not in host.inner_text(".receipt-words")
    row = host.locator(".receipt-list tbody tr", has_text="Ada Example")

    ada.goto(f"{own.url}{TRIP}/announcements")
    follow(ada, ada.locator(".announce-row a", has_text="Where are you?"))
    assert not faults(ada, "light")
    eventually(lambda: "Opened" in row.inner_text())
    ada.fill("#text", "behind the gondola")
    announcement, button = ada.url, ada.locator(".announce-own button.hold")
    assert button.inner_text() == "I need help" and "Hold the button for two seconds." in ada.inner_text(".announce-own")
    # A tap calls nobody.
    button.click()
    ada.wait_for_timeout(500)
    assert ada.url == announcement and own.sql(f"SELECT count(*) FROM {CALLS}") == ["0"]
    assert "Nothing was sent" in ada.inner_text(".announce-own .hold-said")
    hold(ada, button)
    assert ada.url.endswith("/my/sos") and "Nobody has responded yet" in ada.inner_text("#own-call")
    assert "behind the gondola" in ada.inner_text("#own-more") and ada.locator("#own-phones a[href^='tel:']").count() > 0
    ada.goto(announcement)
    assert ada.locator(".announce-own [aria-pressed=true]").inner_text() == "I need help"
    eventually(lambda: "I need help" in row.inner_text() and "behind the gondola" in row.inner_text())
    assert "1 answered" in host.inner_text(".receipt-words")
    receipts = host.url
    # The way to the case stays within its column.
    size = host.viewport_size
    for width in (390, 820, 840, 900, 1000, 1440):
        host.set_viewport_size({"width": width, "height": 860})
        assert row.locator(".receipt-answer .button").evaluate("""(button) => {
          const [inner, outer] = [button, button.closest("td")].map((node) => node.getBoundingClientRect());
          return inner.left >= outer.left && inner.right <= outer.right;
        }"""), width
    host.set_viewport_size(size)
    follow(host, row.locator("a", has_text="Open the case"))
    assert "/help/" in host.url and "Ada Example" in host.inner_text("h1")
    host.goto(receipts)

    # Recalled: the open page says so.
    host.click(".announce-acts summary")
    follow(host, "text=Recall…")
    follow(host, "main form button.danger")
    eventually(lambda: "took this announcement back" in ada.inner_text("#received-state"))
    assert not host.problems and not ada.problems


def test_two_hosts_see_the_same_receipts_and_the_bell_is_one_for_all_devices(browse, own):
    with sqlite3.connect(own.data / "sotravel.sqlite", timeout=20) as database:
        database.execute("UPDATE member SET role = 'host' WHERE account_id = (SELECT id FROM account WHERE email = 'bruno@sotravel.example')")
    hanna, ada = browse("host", **DESKTOP), browse("ada", **PHONE)
    write(hanna, own, "Bus or gondola?", ["The bus", "The gondola"])
    follow(hanna, ".announce-form .sticky button.primary")
    follow(hanna, ".announce-review button.primary")
    # The second one signs in after it was sent, and opens it from the list.
    bruno, laptop = browse("bruno", **PHONE), browse("ada", **DESKTOP)
    bruno.goto(f"{own.url}{TRIP}/announcements")
    follow(bruno, bruno.locator("main a", has_text="Bus or gondola?"))
    laptop.goto(f"{own.url}{TRIP}/friends")
    unread = "Number(document.querySelector('#bell .unread')?.textContent ?? 0)"
    before = laptop.evaluate(unread)

    ada.goto(f"{own.url}{TRIP}/announcements")
    follow(ada, ada.locator(".announce-row a", has_text="Bus or gondola?"))
    eventually(lambda: laptop.evaluate(unread) == before - 1)
    follow(ada, ada.locator(".announce-own button", has_text="The gondola"))
    for host in (hanna, bruno):
        eventually(lambda host=host: "1 answered" in host.inner_text(".receipt-words"))
        assert "The gondola" in host.locator(".receipt-list tbody tr", has_text="Ada Example").inner_text()
    # What one of them takes back is gone at the other.
    hanna.click(".announce-acts summary")
    follow(hanna, "text=Recall…")
    follow(hanna, "main form button.danger")
    eventually(lambda: "Recalled" in bruno.inner_text("main"))
    assert not (hanna.problems or bruno.problems or ada.problems or laptop.problems)


def test_the_preview_says_what_goes_where_before_a_word_is_typed(browse, own):
    host = browse("host", **DESKTOP)
    host.goto(f"{own.url}{TRIP}/announcements/new")
    title = host.locator(".announce-side [data-shows=title]")
    assert title.inner_text() == "Title" and "muted" in title.get_attribute("class")
    host.fill("#title", "Fog")
    assert title.inner_text() == "Fog" and "muted" not in title.get_attribute("class")
    host.click("summary:has-text('Answer buttons')")
    host.fill("#answer_1", "I need help")
    host.check("[name=help_1]")
    assert "danger" in host.locator(".announce-side .button").get_attribute("class")
    # What stands on it on a phone, of its urgency alone.
    chips = host.locator(".announce-side .chip:visible")
    assert chips.count() == 0
    host.select_option("[name=urgency]", "2")
    assert chips.all_inner_texts() == ["Important"]


def test_the_count_of_an_audience_is_no_good_news_where_most_have_to_be_called(browse, own):
    host = browse("host", **DESKTOP)
    host.goto(f"{own.url}{TRIP}/announcements/new")
    answers = {"count": 24, "people": "24 people", "words": "Everyone", "names": "", "more": "", "area": "", "positions": None}
    for calls, is_short in ((23, True), (12, True), (2, False)):
        host.route("**/audience.json", lambda route, _request, calls=calls: route.fulfill(json={
            **answers, "by_phone": calls, "phone": f"{calls} people have not joined."}))
        host.select_option(".announce-condition select[name=condition]", "everyone" if is_short else "arrived")
        host.dispatch_event("#conditions", "change")
        eventually(lambda calls=calls: f"{calls} people have not joined." in host.inner_text("#audience-count"))
        assert ("is-short" in host.get_attribute("#audience-count", "class")) == is_short


@pytest.mark.parametrize("scripts", [True, False])
def test_a_traveller_answers_where_the_start_page_shows_it(browse, own, scripts):
    host, ada = browse("host", **DESKTOP), browse("ada", java_script_enabled=scripts, **PHONE)
    title = f"Who wants soup? {scripts}"
    ada.goto(f"{own.url}{TRIP}/my")
    if scripts:
        eventually(lambda: ada.evaluate("document.documentElement.dataset.live") == "open")
    write(host, own, title, ["Yes", "Later"])
    follow(host, ".announce-form .sticky button.primary")
    assert "only by phone" in host.inner_text(".announce-reach")
    # Everybody gets it by one way.
    ways = [int(number) for number in host.locator(".announce-reach b").all_inner_texts()]
    assert len(ways) > 1 and f"To {sum(ways)} people" == host.inner_text("#to")
    follow(host, ".announce-review button.primary")
    assert re.search(r"Sent to \d+ of \d+ people; \d+ people have to be called\.", host.inner_text(".toast"))
    follow(host, ".toast a")
    assert "state=unreached" in host.url and host.locator(".receipt-list tbody tr").count() > 1
    # At the desk names, groups and ways are whole in a few short lines; on a phone two lines for each, and the first of
    # them stands in the first screen.
    names = host.locator(".receipt-list tbody tr")
    assert max(box["height"] for box in boxes_of(names)) <= 76
    cut = host.locator(".receipt-list :is(.receipt-who > *, .receipt-when)").evaluate_all(
        "(nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.innerText)")
    assert not cut, cut
    assert host.is_visible(".announce-words .announce-phone")
    for size in ({"width": 390, "height": 844}, {"width": 320, "height": 640}):
        host.set_viewport_size(size)
        # A name, a number to call, and below it the button for whom somebody has told.
        assert max(box["height"] for box in boxes_of(names)) <= 104
        calls = host.locator(".receipt-phone a")
        assert calls.count() > 1 and calls.locator("bdi:visible").count() == 0
        assert all(44 <= box["width"] < 60 for box in boxes_of(calls)[:3])
        assert host.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        assert not host.is_visible(".announce-words .announce-phone")
    host.set_viewport_size({"width": 390, "height": 844})
    host.goto(host.url.partition("?")[0])
    first = box_of(names.first)
    assert first["y"] + first["height"] < 844 - 60
    host.set_viewport_size(DESKTOP["viewport"])
    if not scripts:
        ada.reload()
    row = ada.locator("#own-announced li", has_text=title)
    eventually(lambda: row.count() == 1)
    assert "You have answered everything." not in ada.inner_text("main") and ada.is_visible(".more-item .news")
    assert all(box["height"] >= 44 for box in boxes_of(row.locator("button")))
    assert ada.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    if scripts:
        assert not faults(ada, "light")
    follow(ada, row.locator("button", has_text="Yes"))
    assert "/my?done=answered&" in ada.url and row.count() == 0
    assert not host.problems and not ada.problems


def test_on_the_narrowest_phone_the_forms_foot_is_one_line(browse, own):
    host = browse("host", viewport={"width": 320, "height": 640})
    host.goto(own.url + f"{TRIP}/announcements/new")
    wait(host, "!document.getElementById('audience-total').hidden")
    foot = host.locator(".announce-form > .sticky")
    assert box_of(foot)["height"] <= 64 and foot.locator("a").is_hidden()
    # Whom it goes to stands between the buttons, and nothing is cut; the way back is above.
    assert re.fullmatch(r"\d+ people", foot.locator("#audience-total").inner_text())
    ends = [box["x"] + box["width"] for box in boxes_of(foot.locator("button:visible, #audience-total"))]
    assert ends == sorted(ends) and len(ends) == 3 and ends[-1] <= 309, ends
    assert host.locator("main a[href$='/announcements']:visible").count() > 0
    assert host.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


@pytest.mark.parametrize("scripts", [True, False])
def test_whoever_cannot_hold_an_answer_that_calls_is_asked_first(browse, own, scripts):
    host, ada = browse("host", **DESKTOP), browse("ada", java_script_enabled=scripts, **PHONE)
    title = f"Are you safe? {scripts}"
    write(host, own, title, ["I'm fine", "I need help"])
    follow(host, ".announce-form .sticky button.primary")
    follow(host, ".announce-review button.primary")
    ada.goto(f"{own.url}{TRIP}/my")
    button = ada.locator("#own-announced li", has_text=title).locator("button.hold")
    assert ada.locator("#own-announced .only-js").first.is_visible() == scripts
    if scripts:
        # As a screen reader presses it. The browser asks, and a no calls nobody.
        asked = []
        ada.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
        button.evaluate("(node) => node.click()")
        ada.wait_for_timeout(300)
        assert asked == ["Call all hosts for help?"] and ada.url.endswith("/my") and own.sql(f"SELECT count(*) FROM {CALLS}") == ["0"]
        # The server asks whoever presses before the script is there.
        with ada.expect_event("load"):
            button.evaluate("(node) => { node.form.append(Object.assign(document.createElement('input'), "
                            "{ type: 'hidden', name: 'answer', value: node.value })); node.form.submit(); }")
        assert "Nobody is called yet." in ada.inner_text("main") and not faults(ada, "light")
        ada.goto(f"{own.url}{TRIP}/my")
        ada.once("dialog", lambda dialog: dialog.accept())
        with ada.expect_event("load"):
            button.evaluate("(node) => node.click()")
        assert ada.url.endswith("/my/sos") and own.sql(f"SELECT count(*) FROM {CALLS}") == ["1"]
        assert not ada.problems
        return
    follow(ada, button)
    assert "Nobody is called yet." in ada.inner_text("main") and own.sql(f"SELECT count(*) FROM {CALLS}") == ["0"]
    assert ada.locator(".sos-phones a[href^='tel:']").count() > 0
    ada.fill("#text", "below the hut")
    follow(ada, ada.get_by_role("button", name="Call all hosts for me"))
    assert ada.url.endswith("/my/sos") and "below the hut" in ada.inner_text("main")
    assert own.sql(f"SELECT count(*) FROM {CALLS}") == ["1"]
    assert not ada.problems


def test_an_answer_that_calls_is_held_on_the_start_page_by_a_key_too_while_it_is_drawn_anew(browse, own):
    host, ada = browse("host", **DESKTOP), browse("ada", **PHONE)
    ada.goto(f"{own.url}{TRIP}/my")
    eventually(lambda: ada.evaluate("document.documentElement.dataset.live") == "open")
    write(host, own, "Are you up there?", ["I'm fine", "I need help"])
    follow(host, ".announce-form .sticky button.primary")
    follow(host, ".announce-review button.primary")
    button = ada.locator("#own-announced li", has_text="Are you up there?").locator("button.hold")
    eventually(lambda: button.count() == 1)
    button.focus()
    # Let go after a while by the page's own clock, whatever keeps the test waiting.
    ada.evaluate("""addEventListener("keydown", ({ target }) => setTimeout(() =>
        target.dispatchEvent(new KeyboardEvent("keyup", { key: "Enter", bubbles: true })), 700), { once: true })""")
    ada.keyboard.down("Enter")
    wait(ada, "!document.activeElement.classList.contains('holding')")
    ada.keyboard.up("Enter")
    ada.wait_for_timeout(300)
    assert ada.url.endswith("/my") and own.sql(f"SELECT count(*) FROM {CALLS}") == ["0"]
    # What comes meanwhile does not take the button away that is held.
    write(host, own, "Something else")
    follow(host, ".announce-form .sticky button.primary")
    with ada.expect_event("load"):
        ada.keyboard.down("Enter")
        follow(host, ".announce-review button.primary")
        ada.wait_for_timeout(2500)
    ada.keyboard.up("Enter")
    assert ada.url.endswith("/my/sos") and own.sql(f"SELECT count(*) FROM {CALLS}") == ["1"]
    assert not ada.problems


def test_an_announcement_that_comes_moves_no_button_under_a_finger_or_the_keyboard(browse, own):
    host, ada = browse("host", **DESKTOP), browse("ada", **PHONE)
    ada.goto(f"{own.url}{TRIP}/my")
    eventually(lambda: ada.evaluate("document.documentElement.dataset.live") == "open")

    def send(title):
        write(host, own, title, ["I'm fine", "I need help"])
        follow(host, ".announce-form .sticky button.primary")
        follow(host, ".announce-review button.primary")

    row = lambda title: ada.locator("#own-announced li", has_text=title)
    send("Are you down?")
    eventually(lambda: row("Are you down?").count() == 1)
    row("Are you down?").locator("button", has_text="I need help").focus()
    send("Are you back?")
    eventually(lambda: row("Are you back?").count() == 1)
    # The newest stands first, and has a button of the same name.
    held = "document.activeElement.textContent.trim() + ': ' + document.activeElement.closest('li')?.querySelector('h3 a').textContent.trim()"
    assert ada.evaluate(held) == "I need help: Are you down?"
    # While a finger is on the page the list waits.
    ada.evaluate("""() => { window.finger = setInterval(() =>
        document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })), 100); }""")
    send("Who skis on?")
    ada.wait_for_timeout(3000)
    assert row("Who skis on?").count() == 0
    ada.evaluate("() => clearInterval(window.finger)")
    eventually(lambda: row("Who skis on?").count() == 1)
    assert not ada.problems


def test_an_open_chat_shows_what_is_announced_and_loses_what_is_recalled(browse, own):
    host, ada = browse("host", **DESKTOP), browse("ada", **PHONE)
    open_chat(ada, own)
    before = ada.locator(".announced-line").count()
    write(host, own, "Fog on the pass")
    follow(host, ".announce-form .sticky button.primary")
    follow(host, ".announce-review button.primary")
    eventually(lambda: ada.locator(".announced-line", has_text="Fog on the pass").count() == 1)
    assert ada.locator(".announced-line").count() == before + 1
    host.click(".announce-acts summary")
    follow(host, "text=Recall…")
    follow(host, "main form button.danger")
    eventually(lambda: ada.locator(".announced-line", has_text="Fog on the pass").count() == 0)
    assert ada.locator(".announced-line").count() == before and not ada.problems


@pytest.mark.parametrize("scripts", [True, False])
def test_how_conditions_count_together_is_asked_from_the_second_on(browse, own, scripts):
    host = browse("host", java_script_enabled=scripts, **DESKTOP)
    host.goto(f"{own.url}{TRIP}/announcements/new")
    host.fill("#title", "Fog")
    parts, hint = host.locator("#conditions [name=part]"), host.locator("#audience > legend + .hint")
    assert parts.count() == 1 and parts.first.is_hidden() and hint.is_hidden()
    assert box_of(host.locator("[name=condition]"))["width"] > 600
    if scripts:
        host.click("#add-condition")
    else:
        follow(host, "#add-condition")
    assert parts.count() == 2 and parts.first.is_visible() and parts.last.is_visible() and hint.is_visible()
    # A single line that leaves people out still says so.
    if scripts:
        parts.first.select_option("none")
        host.locator("#conditions [data-do=remove]").last.click()
        assert parts.count() == 1 and parts.first.is_visible() and hint.is_visible()
        assert host.evaluate("document.activeElement.name") == "condition"
        parts.first.select_option("all")
        host.focus("#title")
        assert parts.first.is_hidden() and hint.is_hidden() and not faults(host, "light")


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["390", "1440"])
def test_announcements_work_without_scripts(browse, own, options):
    host = browse("host", java_script_enabled=False, **options)
    write(host, own, "Without scripts")
    host.locator("[name=condition]").select_option("role:traveller")
    follow(host, "#add-condition")
    assert host.locator(".announce-condition").count() == 2
    assert host.input_value("#title") == "Without scripts"
    follow(host, ".announce-form .sticky button.primary")
    assert host.locator(".announce-names li").count() > 3
    follow(host, "text=Back to editing")
    assert host.input_value("[name=condition] >> nth=0") == "role:traveller"
    follow(host, ".announce-form .sticky button.primary")
    follow(host, ".announce-review button.primary")
    assert host.locator(".receipt-list tbody tr").count() > 3
    overflow = host.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0


def test_an_urgent_one_is_looked_at_twice(browse, own):
    host = browse("host", **PHONE)
    write(host, own, "Avalanche warning")
    host.select_option("#urgency", "3")
    follow(host, ".announce-form .sticky button.primary")
    assert "quiet hours" in host.inner_text(".announce-review .problem")
    assert host.locator(".announce-review button.danger").inner_text().startswith("Send urgently to")
    follow(host, "text=Save draft")
    assert "nobody has received it" in host.inner_text("main")


def test_a_receipt_that_asks_for_help_leads_to_its_case(browse, own):
    host = browse("host", **DESKTOP)
    host.goto(f"{own.url}{TRIP}/announcements/{own.ids('announcement', 'title')['Are you back at the hotel?']}")
    urgent = host.locator(".receipt-list .is-urgent")
    assert urgent.count() == 1 and host.locator(".receipt-list a", has_text="Open the case").count() == 1
    name = urgent.locator("th a").inner_text()
    assert not faults(host, "light")
    follow(host, urgent.locator("a", has_text="Open the case"))
    assert name in host.inner_text("h1") and "Resolved by Hanna Muster: found and safe" in host.inner_text("#calls")
    assert "Still at the Top Hut with two children" in host.inner_text("#said-panel") and not host.problems


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_an_answer_alone_has_no_line_of_its_own(browse, own, size):
    host = browse("host", **size)
    host.goto(f"{own.url}{TRIP}/announcements/{own.ids('announcement', 'title')['Are you back at the hotel?']}")
    chips = boxes_of(host.locator(".receipt-tabs a"))
    states, answers = (host.locator(f".receipt-tabs[aria-label='{name}'] a").count() for name in ("Who it reached", "Answers"))
    assert states and answers and len(chips) == states + answers
    # A phone pushes one line; a desk breaks it where it is full, and not before the answers.
    lines = {box["y"] for box in chips}
    room = box_of(host.locator(".receipt-filters"))
    last, next_ = chips[states - 1], chips[states]
    fits = last["x"] + last["width"] + next_["width"] + 24 <= room["x"] + room["width"]
    assert len(lines) == 1 if size is PHONE else next_["y"] == last["y"] or not fits, chips


# Of each part of the bar, and of each square below it: what it looks like, where it stands and how large it is.
SIGNS = """(rects) => rects.map((rect) => {
  const { fill, fillOpacity } = getComputedStyle(rect);
  const { x, width, height } = rect.getBoundingClientRect();
  const words = rect.closest("li")?.innerText.trim();
  return { look: [fill, fillOpacity].join(" "), x, width, height, words };
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_each_part_of_the_bar_of_receipts_has_its_square_and_words(browse, own, size, scheme):
    host = browse("host", color_scheme=scheme, **size)
    host.goto(f"{own.url}{TRIP}/announcements/{own.ids('announcement', 'title')['Are you back at the hotel?']}")
    parts = host.locator(".receipt-bar rect").evaluate_all(SIGNS)
    keys = host.locator(".receipt-words .receipt-key rect").evaluate_all(SIGNS)
    # In the bar's order, each in its own look, which no other has.
    looks = [part["look"] for part in parts]
    assert [key["look"] for key in keys] == looks and len(set(looks)) == len(looks) >= 4, (looks, keys)
    assert not any(look.startswith(("none", "rgb(0, 0, 0)", "rgba(0, 0, 0")) for look in looks), looks
    assert [part["x"] for part in parts] == sorted(part["x"] for part in parts)
    assert all(10 <= key[side] <= 16 for key in keys for side in ("width", "height")), keys
    # The words are those of the bar for whoever does not see it, and as many people as there are.
    words = [key["words"] for key in keys]
    assert ", ".join(words) == host.get_attribute(".receipt-bar", "aria-label")
    counts = [int(text.split()[0]) for text in words]
    assert sum(counts) == int(re.search(r"of (\d+)", host.inner_text(".receipt-figure"))[1])
    # Each part is as wide as its people are many.
    whole = sum(part["width"] for part in parts)
    for part, count in zip(parts, counts):
        assert abs(part["width"] / whole - count / sum(counts)) < 0.01, (parts, words)


@pytest.mark.parametrize("width", [1440, 900, 700])
def test_a_number_to_call_is_never_cut(browse, own, width):
    host = browse("host", viewport={"width": width, "height": 900})
    write(host, own, "Whom to call", [])
    follow(host, ".announce-form .sticky button.primary")
    follow(host, ".announce-review button.primary")
    host.evaluate("document.querySelectorAll('.receipt-phone bdi').forEach((number) => { number.textContent = '+41 (0)79 000 00 00 ext. 12'; })")
    cut = host.evaluate("""[...document.querySelectorAll('.receipt-phone bdi')].filter((number) => {
        const [own, cell] = [number, number.closest('td')].map((node) => node.getBoundingClientRect());
        return number.scrollWidth > number.clientWidth + 1 && getComputedStyle(number).display !== 'inline'
            || own.right > cell.right + 1 || getComputedStyle(number).textOverflow === 'ellipsis';
    }).length""")
    assert cut == 0 and host.locator(".receipt-phone bdi:visible").count() > 5
