"""What is done beside a message: its menu, signs, pins, and what hosts do while they read. On phones and desktops, with scripts and without."""
import sqlite3

import pytest

from support import (  # noqa: F401, F811 (browse: a fixture)
    TRIP, act, box_of, browse, conversation, eventually, faults, follow, open_chat, read_all, said, say, wait)

# See support.browse.
WORKER = "block"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}, "has_touch": False}


def message(page, text):
    return page.locator(".message", has_text=text)


def signs(page, text):
    return message(page, text).locator(".reactions .react-sign").all_inner_texts()


def test_a_sign_is_put_counted_and_taken_back_live(browse, own):
    ada, bruno = browse("ada", **PHONE), browse("bruno", **DESKTOP)
    open_chat(ada, own)
    open_chat(bruno, own)
    say(ada, "Fondue tonight?")
    eventually(lambda: "Fondue tonight?" in said(bruno))
    # With a mouse, from the small bar beside the message; it covers nobody's name.
    theirs = message(bruno, "Fondue tonight?")
    theirs.hover()
    theirs.locator(".quick [title=React]").click()
    theirs.locator(".palette [value=love]").click()
    eventually(lambda: signs(bruno, "Fondue tonight?") == ["1"] and signs(ada, "Fondue tonight?") == ["1"])
    assert theirs.locator(".reactions .react-sign").get_attribute("aria-pressed") == "true"
    assert message(ada, "Fondue tonight?").locator(".reactions .react-sign").get_attribute("aria-pressed") == "false"
    assert "Bruno Demovich" in message(ada, "Fondue tonight?").locator(".reactions .react-sign").get_attribute("title")
    # With a finger, from the bottom of the screen.
    mine = message(ada, "Fondue tonight?")
    mine.locator(".bubble .message-text").dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    eventually(lambda: mine.locator(".palette [value=love]").is_visible())
    mine.locator(".palette [value=love]").tap()
    eventually(lambda: signs(ada, "Fondue tonight?") == ["2"] and signs(bruno, "Fondue tonight?") == ["2"])
    assert theirs.locator(".reactions .react-sign").get_attribute("aria-pressed") == "true", "one's own stays marked"
    theirs.locator(".reactions .react-sign").click()
    eventually(lambda: signs(bruno, "Fondue tonight?") == ["1"] and signs(ada, "Fondue tonight?") == ["1"])
    ada.reload()
    assert signs(ada, "Fondue tonight?") == ["1"]
    assert not ada.problems and not bruno.problems


def test_the_menu_by_keyboard(browse, own):
    bruno = browse("bruno", **DESKTOP)
    open_chat(bruno, own)
    theirs = bruno.locator(".message:not(.own):not(.gone)").last
    summary = theirs.locator(".acts > summary")
    summary.focus()
    bruno.keyboard.press("Enter")
    eventually(lambda: theirs.locator(".act-menu .palette").is_visible())
    bruno.keyboard.press("ArrowDown")
    assert bruno.evaluate("document.activeElement.matches('.palette .react-sign')")
    bruno.keyboard.press("Escape")
    assert theirs.locator(".act-menu").is_hidden() and bruno.evaluate("document.activeElement.matches('.acts > summary')")
    bruno.keyboard.press("Enter")
    eventually(lambda: theirs.locator(".act-menu [data-do=copy]").is_visible())
    bruno.mouse.click(5, 5)
    eventually(lambda: theirs.locator(".act-menu").is_hidden())
    assert not bruno.problems


def test_holding_a_message_opens_its_menu(browse, own):
    ada = browse("ada", **PHONE)
    open_chat(ada, own)
    theirs = ada.locator(".message:not(.own):not(.gone)").last
    theirs.locator(".bubble .message-text").dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    eventually(lambda: theirs.locator(".act-menu").is_visible())
    box = box_of(theirs.locator(".act-menu"))
    assert box["x"] == 0 and box["width"] == 390 and box["y"] + box["height"] == 844, box
    small = [name for name, size in ada.evaluate("""[...document.querySelectorAll('.acts[open] :is(a:not([hidden]), button)')].map(
        (node) => [node.textContent || node.value, node.getBoundingClientRect()]).map(([name, { width, height }]) => [name, Math.min(width, height)])""")
        if size < 44]
    assert not small, small
    assert not faults(ada, "light")


def test_a_host_removes_in_two_clicks_and_takes_it_back(browse, own):
    ada, host = browse("ada", **PHONE), browse("host", **DESKTOP)
    open_chat(ada, own)
    open_chat(host, own)
    say(ada, "You are all numpties")
    eventually(lambda: "You are all numpties" in said(host))
    bad = message(host, "You are all numpties")
    number = bad.get_attribute("data-number")
    bad.locator(".acts > summary").click()
    bad.locator(".act-menu").get_by_text("Remove", exact=True).click()
    eventually(lambda: "You are all numpties" not in said(ada) and "You are all numpties" not in said(host))
    eventually(lambda: "Message removed" in host.inner_text(".toast"))
    eventually(lambda: host.locator(f"#m{number} .restore button").is_visible())
    host.click(".toast button.small")
    eventually(lambda: "You are all numpties" in said(ada) and "You are all numpties" in said(host))
    # Mute, in the same place; the phone and the person are there too.
    bad.locator(".acts > summary").click()
    menu = bad.locator(".act-menu")
    eventually(lambda: menu.locator(".mute button").is_visible())
    assert menu.locator("a[href^='tel:']").count() == 1
    assert "/members/" in menu.get_by_text("Person", exact=True).get_attribute("href")
    assert "/members/" in bad.locator(".author").get_attribute("href")
    menu.locator(".mute button").click()
    eventually(lambda: "You are muted until" in ada.inner_text("#obstacle"))
    host.click(".toast button.small")
    eventually(lambda: ada.locator("#composer").is_visible())
    assert not ada.problems and not host.problems


def test_what_hosts_pin_is_at_the_top_for_everybody(browse, own):
    ada, host = browse("ada", **PHONE), browse("host", **DESKTOP)
    open_chat(ada, own)
    open_chat(host, own)
    say(host, "Bus at eight sharp")
    eventually(lambda: "Bus at eight sharp" in said(ada) and host.locator(".pending").count() == 0)
    act(message(host, "Bus at eight sharp"), "Pin")
    eventually(lambda: "Bus at eight sharp" in ada.inner_text("#pins") and "Bus at eight sharp" in host.inner_text("#pins"))
    eventually(lambda: "The message is pinned." in host.inner_text(".toast"))
    assert host.locator(".toast button.small").is_visible()
    assert ada.locator("#pins button").count() == 0
    assert box_of(ada.locator("#pins li"))["height"] <= 48
    follow(host, "#pins button")
    eventually(lambda: ada.locator("#pins li").count() == 0)
    # The toast has the way back, and that one has one too.
    follow(host, ".toast form button")
    eventually(lambda: "Bus at eight sharp" in ada.inner_text("#pins"))
    follow(host, ".toast form button")
    eventually(lambda: ada.locator("#pins li").count() == 0)
    assert not ada.problems and not host.problems


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["390", "1440"])
def test_everything_works_without_scripts(browse, own, options):
    host = browse("host", java_script_enabled=False, **options)
    host.goto(own.url + conversation(own))
    # Not the last one, which is a call for help.
    text = "Write to me outside of here"
    theirs = message(host, text)
    theirs.locator(".acts > summary").click()
    follow(host, theirs.locator(".act-menu .about"))
    follow(host, ".palette [value=wow]")
    row = message(host, text)
    assert row.locator(".reactions .react-sign").inner_text() == "1"
    row.locator(".acts > summary").click()
    follow(host, row.locator(".act-menu .about"))
    assert "Wow" in host.inner_text(".reacted")
    follow(host, host.get_by_role("button", name="Pin"))
    assert text in host.inner_text("#pins")
    row.locator(".acts > summary").click()
    follow(host, row.locator(".act-menu .about"))
    follow(host, host.get_by_role("button", name="Remove"))
    assert message(host, text).count() == 0 and "Message removed" in host.inner_text(".toast")
    follow(host, ".toast button.small")
    assert message(host, text).count() == 1
    overflow = host.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0


def test_a_phone_shows_six_hundred_pixels_of_messages(browse, own):
    # Nobody needs help at the moment: that bar may take what it needs.
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        database.execute("UPDATE help_case SET is_waiting = 0, resolved_at = raised_at, outcome = 'safe' WHERE resolved_at IS NULL")
    for who in ("ada", "host"):
        page = browse(who, **PHONE)
        open_chat(page, own)
        box = box_of(page.locator("#scroller"))
        assert box["height"] >= 600, (who, box)
        head = box_of(page.locator(".chat-head"))
        assert head["height"] <= 48, head
        field, bar = box_of(page.locator("#composer")), box_of(page.locator("nav.sections"))
        assert 0 <= bar["y"] - field["y"] - field["height"] <= 12, (field, bar)
        page.focus("#text")
        eventually(lambda: page.locator("nav.sections").is_hidden())
        page.locator(".room-menu summary").click()
        assert box_of(page.locator(".room-search"))["height"] >= 44
        for name in ("Moderator notices", "Go to a day"):
            assert page.locator(".room-menu .menu").get_by_text(name, exact=True).is_visible(), name
        assert not page.problems


@pytest.mark.parametrize("width, height", [(320, 568), (390, 844), (844, 390)])
def test_a_long_message_stays_above_the_sections(browse, own, width, height):
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        database.execute("UPDATE help_case SET is_waiting = 0, resolved_at = raised_at, outcome = 'safe' WHERE resolved_at IS NULL")
    page = browse("ada", viewport={"width": width, "height": height}, has_touch=True)
    open_chat(page, own)
    # A quote and a photo take their room too.
    boxes = page.evaluate("""() => {
      document.getElementById("text").value = "A long line of words that goes on.\\n".repeat(40);
      const quote = document.getElementById("reply-to");
      quote.hidden = false;
      const add = (parent, name, values) => parent.appendChild(Object.assign(document.createElement(name), values));
      quote.append("Bruno " + "words ".repeat(30));
      add(quote, "a", { href: "#", textContent: "Cancel reply" });
      add(add(document.getElementById("tray"), "li"), "canvas", { width: 90, height: 72 });
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const bar = box("nav.sections");
      return { end: box("#composer").bottom, bar: bar.top > innerHeight / 2 ? bar.top : innerHeight, messages: box("#scroller").height };
    }""")
    assert boxes["end"] <= boxes["bar"] and boxes["messages"] >= 20, boxes


def test_names_are_suggested_to_fingers_and_keys(browse, own):
    ada = browse("ada", **PHONE)
    open_chat(ada, own)
    ada.type("#text", "Hello @bru")
    option = ada.locator("#suggestions [role=option]", has_text="Bruno Demovich")
    eventually(option.is_visible)
    list_, field = box_of(ada.locator("#suggestions")), box_of(ada.locator("#text"))
    assert list_["y"] + list_["height"] <= field["y"] + 1, "above the field"
    option.tap()
    assert ada.input_value("#text") == "Hello @Bruno Demovich " and ada.locator("#suggestions").is_hidden()
    ada.type("#text", "and @")
    eventually(lambda: ada.locator("#suggestions [role=option]").count() > 1)
    second = ada.locator("#suggestions [role=option]").nth(1).inner_text()
    ada.keyboard.press("ArrowDown")
    ada.keyboard.press("Enter")
    assert ada.input_value("#text").endswith(f"and @{second} ")
    assert ada.locator(".pending").count() == 0, "Enter took the name and sent nothing"
    assert not ada.problems


def test_photos_are_previewed_and_keep_their_shape(browse, own, tmp_path):
    from PIL import Image
    paths = []
    for name, size in (("wide.jpg", (1600, 800)), ("tall.jpg", (600, 1200))):
        Image.effect_noise(size, 90).convert("RGB").save(tmp_path / name)
        paths.append(str(tmp_path / name))
    ada, bruno = browse("ada", **PHONE), browse("bruno", **DESKTOP)
    open_chat(ada, own)
    open_chat(bruno, own)
    ada.set_input_files("[name=photos]", paths)
    eventually(lambda: ada.locator("#tray canvas").count() == 2)
    ada.get_by_label("Leave out tall.jpg").click()
    assert ada.locator("#tray li").count() == 1
    say(ada, "The view")
    eventually(lambda: message(bruno, "The view").locator("img[alt=Photo]").count() == 1)
    assert ada.locator("#tray li").count() == 0
    image = message(bruno, "The view").locator("img[alt=Photo]")
    assert (image.get_attribute("width"), image.get_attribute("height")) == ("320", "160")
    assert not ada.problems and not bruno.problems


def test_the_tab_and_the_list_say_what_is_unread_and_of_which_kind(browse, own):
    ada, bruno = browse("ada", **PHONE), browse("bruno", **DESKTOP)
    for address in _list(bruno, own).locator(".conversations a").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))"):
        read_all(bruno, own.url + address)
    bruno.goto(own.url + TRIP + "/my")
    wait(bruno, "document.documentElement.dataset.live === 'open'")
    assert bruno.locator("nav.sections a .news").count() == 0
    open_chat(ada, own)
    say(ada, "Anybody up?")
    eventually(lambda: bruno.locator("nav.sections a[href$='/chat'] .news").count() == 1)
    bruno.reload()
    assert bruno.locator("nav.sections a[href$='/chat'] .news").count() == 1
    kinds = set(_list(bruno, own).locator(".conversations .room-icon").evaluate_all("(icons) => icons.map((icon) => icon.getAttribute('title'))"))
    assert {"Everybody on the trip", "An event"} <= kinds
    bruno.goto(own.url + TRIP + "/chat/search?q=anybody")
    assert own.sql("SELECT name FROM trip WHERE slug = 'valrosa'")[0] in bruno.inner_text(".found")


def _list(page, own):
    page.goto(own.url + TRIP + "/chat")
    return page


def test_words_decision_and_preview_are_on_one_screen(browse, own):
    moderator = browse("moderator", **DESKTOP)
    case = own.ids("moderation_case", "snapshot")["Nobody wants you at the table anyway."]
    moderator.goto(f"{own.url}{TRIP}/moderation/cases/{case}")

    def is_in_view(selector):
        box = box_of(moderator.locator(selector).first)
        return box and box["y"] >= 0 and box["y"] + box["height"] <= 900

    follow(moderator, "#claim")
    assert moderator.locator("#act [name=decision]").evaluate_all("(radios) => radios.map(({ value }) => value)") == ["dismiss", "remove", "warn", "mute", "ban"]
    for key in "rm":
        moderator.keyboard.press(key)
        assert is_in_view(".case-reported .snapshot"), "the words stay"
        moderator.evaluate("document.activeElement.blur()")
    assert moderator.locator("#act [value=mute]").is_checked() and moderator.locator("#act [name=also]").is_checked()
    moderator.fill("#reason", "Please be kind")
    with moderator.expect_event("load"):
        moderator.keyboard.press("Enter")
    assert moderator.locator(".preview").count() == 1
    assert is_in_view(".case-reported .snapshot") and is_in_view(".preview") and is_in_view("#act [value=apply]")
    assert moderator.evaluate("document.activeElement.value") == "apply"
    assert "The message is removed" in moderator.inner_text(".preview") and "cannot write until" in moderator.inner_text(".preview")
    assert not moderator.problems


def test_a_rule_is_switched_with_one_press(browse, own):
    host = browse("host", **DESKTOP)
    host.goto(own.url + TRIP + "/moderation/rules")
    switch = host.locator("#phone button.switch")
    before = switch.get_attribute("aria-pressed")
    follow(host, switch)
    assert host.locator("#phone button.switch").get_attribute("aria-pressed") != before
    assert host.locator("#phone details").get_attribute("open") is None
    follow(host, "#phone button.switch")
    assert host.locator("#phone button.switch").get_attribute("aria-pressed") == before


def test_a_menu_and_what_was_done_stay_above_the_composer(browse, own):
    host = browse("host", viewport={"width": 1280, "height": 620}, has_touch=False)
    open_chat(host, own)
    rows = host.locator(".message:has(.act-menu .about)")
    row = rows.nth(rows.count() - 4)
    row.locator(".acts > summary").press("Enter")
    row.locator(".act-menu .danger").wait_for()
    box, room = host.evaluate("""() => [".acts[open] .act-menu", "#scroller"].map(
      (selector) => document.querySelector(selector).getBoundingClientRect().toJSON())""")
    assert room["top"] <= box["top"] and box["bottom"] <= room["bottom"], (box, room)
    row.locator(".act-menu .danger").click()
    # Once it was placed.
    wait(host, "document.querySelector('.toast')?.style.getPropertyValue('--foot')")
    toast, composer = host.evaluate("""() => [".toast", "#composer"].map(
      (selector) => document.querySelector(selector).getBoundingClientRect().toJSON())""")
    assert toast["bottom"] <= composer["top"], (toast, composer)
    assert not host.problems
