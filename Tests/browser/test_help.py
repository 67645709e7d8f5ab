"""Somebody needs help: the button that is held, the caller's page, the bar, the case and the map, as people meet them."""
import re
import sqlite3
import time

import pytest

from support import BASE, CALLS, TRIP, box_of, browse, faults, follow, place_friends, wait  # noqa: F401, F811 (browse: a fixture)

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def call(own, who, text):
    """Calls for help as that member."""
    cookie = own.sign_in(f"{who}@sotravel.example", own.passwords[f"{who}@sotravel.example"])
    assert own.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": text}, cookie=cookie).status == 303
    return cookie


def case_of(own, text):
    """The page of the case in which somebody called with these words."""
    [found] = own.sql(f"SELECT lower(hex(case_id)) FROM help_call WHERE text = '{text}'")
    return f"{TRIP}/help/{found[:8]}-{found[8:12]}-{found[12:16]}-{found[16:20]}-{found[20:]}"


# How the page and the first button of the bars are at the moment at which these words come into the bars: a test that asks later may
# come when the bar has settled.
NOTE = """(words) => {
  const place = document.getElementById("alerts");
  window.noted = null;
  const watch = new MutationObserver(() => {
    if (noted || !place.textContent.includes(words)) return;
    watch.disconnect();
    const button = place.querySelector("section.alert button");
    noted = { top: document.querySelector("main h1").getBoundingClientRect().top, takes: getComputedStyle(button).pointerEvents };
  });
  watch.observe(place, { childList: true, subtree: true, characterData: true });
}"""


def noted(page):
    wait(page, "window.noted")
    return page.evaluate("noted")


def live(page):
    wait(page, "document.documentElement.dataset.live === 'open'")


def press(page):
    page.locator("#call").scroll_into_view_if_needed()
    box = box_of(page.locator("#call"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


# Looks at the button in every frame while it is held, and lets go once it says 1: in the page, where no test comes too late.
WATCH = """() => {
  const button = document.getElementById("call");
  window.seen = [];
  const look = () => {
    const [animation] = button.getAnimations({ subtree: true });
    if (!animation && !seen.length) { requestAnimationFrame(look); return; }
    const { a } = new DOMMatrix(getComputedStyle(button, "::before").transform);
    const [time, words] = [animation.currentTime, button.innerText];
    seen.push({ time, share: a, total: animation.effect.getTiming().duration, words });
    if (time < 1200 || words.endsWith("2")) { requestAnimationFrame(look); return; }
    button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    window.left = [button.innerText, document.getElementById("hold-hint").innerText, button.getAnimations({ subtree: true }).length];
  };
  look();
}"""
LET_GO_AT_ONE = """() => {
  const button = document.getElementById("call");
  new MutationObserver(() => {
    if (button.textContent.endsWith("1")) button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  }).observe(button, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize("width", [390, 1440])
def test_the_button_fills_in_the_time_that_it_is_held_and_says_when_it_is_let_go(browse, own, width):
    page = browse("ada", viewport={"width": width, "height": 844})
    page.goto(own.url + TRIP + "/my/sos")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    assert page.inner_text("#call") == "Hold for 2 seconds to call the hosts"
    page.evaluate(WATCH)
    press(page)
    wait(page, "window.left !== undefined")
    page.mouse.up()
    seen = page.evaluate("seen")
    assert len(seen) > 3 and seen[0]["words"] == "Keep holding… 2" and seen[-1]["words"] == "Keep holding… 1", seen
    for found in seen:
        # Of the button's own width, whatever it is: half of the time is half of the button.
        assert found["total"] == 2000 and abs(found["share"] - min(1, found["time"] / 2000)) < 0.03, found
    words, hint, animations = page.evaluate("window.left")
    assert words == "Keep holding" and "Nothing was sent" in hint and animations == 0
    page.wait_for_timeout(2200)
    assert own.sql(f"SELECT count(*) FROM {CALLS}") == ["0"]
    wait(page, "document.getElementById('call').textContent === 'Hold for 2 seconds to call the hosts'")
    # By the keyboard too, to the end: sent, and nothing is asked after it.
    page.locator("#call").focus()
    page.keyboard.down("Enter")
    page.wait_for_timeout(2300)
    page.keyboard.up("Enter")
    wait(page, "document.getElementById('state')?.textContent.includes('Nobody has responded yet')")
    assert asked == [] and own.sql(f"SELECT count(*) FROM {CALLS}") == ["1"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_motion_the_words_count_down(browse, own):
    page = browse("ada", viewport=PHONE, reduced_motion="reduce")
    page.goto(own.url + TRIP + "/my/sos")
    page.evaluate(LET_GO_AT_ONE)
    press(page)
    assert page.evaluate("document.getElementById('call').getAnimations({ subtree: true }).length") == 0
    wait(page, "document.getElementById('call').textContent === 'Keep holding'")
    page.mouse.up()


def test_whoever_cannot_hold_gets_the_tick(browse, own):
    page = browse("ada", viewport=PHONE)
    page.goto(own.url + TRIP + "/my/sos")
    # As a screen reader presses it.
    page.evaluate("document.getElementById('call').click()")
    assert page.locator("input[name=sure]").first.is_visible() and own.sql(f"SELECT count(*) FROM {CALLS}") == ["0"]
    page.locator("#sos input[name=sure]").check()
    page.evaluate("document.getElementById('call').click()")
    wait(page, "document.getElementById('state')?.textContent.includes('Nobody has responded yet')")


def test_the_callers_page_follows_and_their_word_ends_nothing(browse, own):
    call(own, "ada", "twisted knee")
    ada, host = browse("ada", viewport=PHONE), browse("host", viewport=DESK)
    ada.goto(own.url + TRIP + "/my/sos")
    live(ada)
    assert "Nobody has responded yet: please call them as well." in ada.inner_text("#own-call")
    assert "Keep warm" in ada.inner_text("#own-more")
    # How it stands, and no form that one might take for the next thing to do.
    assert ada.is_hidden("#call") and ada.is_visible("#again > summary")
    host.goto(own.url + case_of(own, "twisted knee"))
    follow(host, "#calls button:has-text('on it')")
    wait(ada, "document.getElementById('own-call').textContent.includes('Hanna Muster is on it.')")
    assert ada.locator("#own-call a[href^='tel:']").inner_text().strip().startswith("Call Hanna Muster")
    follow(host, "button:has-text('I phoned them')")
    wait(ada, "document.getElementById('own-call').textContent.includes('Hanna Muster phoned you at ')")
    live(host)
    # Another tab of hers has the same words for calling once more, before and after.
    tab = ada.context.new_page()
    tab.goto(own.url + TRIP + "/my/sos")
    live(tab)
    assert tab.inner_text("#again > summary") == "Call the hosts again"
    ada.click(".says-ok summary")
    follow(ada, ".says-ok button")
    for page in (ada, tab):
        wait(page, "document.querySelector('#again > summary').textContent === 'I need help again'")
    assert "You told them at" in ada.inner_text("#own-call")
    wait(host, "document.getElementById('calls').textContent.includes('says they are OK')")
    wait(host, "document.getElementById('done-panel').textContent.includes('Ada Example says they are OK')")
    assert host.locator("#alerts .taken", has_text="twisted knee").count() == 1
    host.click(".close-case summary")
    host.check("#resolve input[value=safe]")
    follow(host, "#resolve button")
    assert host.locator("#alerts [data-from]", has_text="twisted knee").count() == 0
    wait(ada, "document.getElementById('own-call').textContent.includes('is resolved: found and safe.')")
    wait(tab, "document.querySelector('#again > summary').textContent === 'Call the hosts'")
    assert ada.locator(".says-ok").count() == 0


@pytest.mark.parametrize("path", ["/my", "/my/sos"])
def test_the_callers_word_stays_unfolded_while_the_page_follows(browse, own, path):
    call(own, "ada", "sprained wrist")
    ada = browse("ada", viewport=PHONE)
    ada.goto(own.url + TRIP + path)
    live(ada)
    ada.click(".says-ok summary")
    ada.focus(".says-ok form button")
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    assert own.request("POST", case_of(own, "sprained wrist") + "/take", {}, cookie=moderator).status == 303
    wait(ada, "document.getElementById('own-call').textContent.includes('is on it.')")
    assert ada.locator(".says-ok").count() == 1 and ada.is_visible(".says-ok button")
    assert ada.evaluate("document.activeElement.closest('.says-ok form')?.textContent.includes('Tell them') ?? false")
    # Once the call has ended there is nothing to say.
    assert own.request("POST", case_of(own, "sprained wrist") + "/resolve", {"outcome": "safe"}, cookie=moderator).status == 303
    wait(ada, "document.querySelector('.says-ok') === null")


@pytest.mark.parametrize("width", [390, 1440])
def test_the_bar_arrives_without_moving_the_page_and_is_amber_while_somebody_is_on_it(browse, own, width):
    host = browse("host", viewport={"width": width, "height": 844})
    host.goto(own.url + TRIP + "/roster")
    live(host)
    for top in (0, 300):
        host.evaluate(f"scrollTo(0, {top})")
        host.wait_for_timeout(300)
        tick = "document.querySelector('main h1').getBoundingClientRect().top"
        before = host.evaluate(tick)
        host.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))")
        host.evaluate(NOTE, f"knee {top}")
        call(own, "ada", f"knee {top}")
        # Nothing moves under the thumb, and the bar takes no tap that was meant for what it covers.
        then = noted(host)
        assert abs(then["top"] - before) < 1 and then["takes"] == "none"
        wait(host, "getComputedStyle(document.querySelector('.alert button')).pointerEvents !== 'none'")
        # On a phone the line of all: another person calls in the demo.
        bar = host.locator(".alert-sum") if width == 390 else host.locator(".alert", has_text=f"knee {top}")
        box = box_of(bar)
        assert bar.is_visible() and box["y"] >= 0 and box["y"] + box["height"] <= 844
    colour = "getComputedStyle([...document.querySelectorAll('.alert')].find((bar) => bar.textContent.includes('knee 300'))).backgroundColor"
    assert host.evaluate(colour) == "rgb(179, 38, 30)"
    assert host.evaluate("document.documentElement.scrollWidth") <= width
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    path = case_of(own, "knee 0")
    assert own.request("POST", path + "/take", {}, cookie=moderator).status == 303
    # Somebody else still waits and is read in full; the one that is taken is counted, in amber.
    wait(host, "document.querySelector('.alert.rest.taken')?.textContent.includes('1 more call')")
    colours = "[...document.querySelectorAll('.alert')].map((bar) => getComputedStyle(bar).backgroundColor)"
    assert host.evaluate(colours) == ["rgb(179, 38, 30)", "rgb(243, 192, 75)"]
    assert own.request("POST", path + "/resolve", {"outcome": "safe"}, cookie=moderator).status == 303
    wait(host, "!document.getElementById('alerts').textContent.includes('knee 300')")


def test_an_alarm_is_red_at_night_too(browse, own):
    call(own, "ada", "dark")
    host = browse("host", viewport=PHONE, color_scheme="dark")
    host.goto(own.url + TRIP + "/roster")
    style = host.evaluate("(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('.alert.waiting')))")
    assert style == ["rgb(179, 38, 30)", "rgb(255, 255, 255)"]


def test_of_several_the_most_urgent_is_in_full_and_the_rest_is_counted(browse, own):
    call(own, "ada", "knee")
    call(own, "bruno", "ankle")
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        database.execute(
            "INSERT INTO help_case (id, trip_id, member_id, is_test, raised_at) "
            "SELECT m.id, m.trip_id, m.id, 0, 1700000000000000 FROM member m JOIN trip t ON t.id = m.trip_id "
            "WHERE t.slug = 'valrosa' AND m.role = 'traveller' AND m.account_id IS NULL "
            "AND m.id NOT IN (SELECT member_id FROM help_case) ORDER BY m.id DESC LIMIT 3")
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP + "/roster")
    host.click(".alert-sum")
    bar, rest = host.locator("#alerts section.alert"), host.locator("#alerts .alert.rest")
    assert bar.count() == 1 and re.fullmatch(r"and \d more calls: SOS: \w+ \w+.*, \w+.*", rest.inner_text())
    # Together they take about a quarter of the screen, also where a name is long; how each stands is said.
    assert box_of(bar)["height"] + box_of(rest)["height"] <= 230 and "(nobody yet)" in rest.inner_text()
    assert box_of(rest.locator("a"))["height"] >= 44 and bar.locator(".alert-place").is_visible()
    # All of them sound.
    assert host.locator("#alerts [data-call]").count() >= 2
    assert host.evaluate("document.documentElement.scrollWidth") <= 390
    follow(host, ".alert.rest a")
    assert host.url.endswith("/help") and host.locator("#calls li").count() >= 5


@pytest.mark.parametrize("height", [667, 844])
def test_the_button_stands_on_the_first_screen_under_the_bars(browse, own, height):
    call(own, "ada", "knee")
    call(own, "bruno", "ankle")
    host = browse("host", viewport={"width": 390, "height": height})
    host.goto(own.url + TRIP + "/my/sos")
    live(host)
    button, sections = box_of(host.locator("#call")), box_of(host.locator("nav.sections"))
    assert button["y"] + button["height"] <= sections["y"]
    assert host.locator(".sos-phones a").first.get_attribute("href") == "tel:112"


def test_without_scripts_a_case_goes_from_the_bar_to_its_end(browse, own):
    call(own, "ada", "no scripts")
    host = browse("host", viewport=PHONE, java_script_enabled=False)
    host.goto(own.url + TRIP + "/roster")
    follow(host, ".alert:has-text('no scripts') button")
    assert "Hanna Muster is on it" in host.inner_text("#calls") and "“no scripts”" in host.inner_text("main")
    assert host.locator("#calls a[href^='tel:']").count() == 1
    host.fill("#note", "Called the piste rescue")
    follow(host, "button:has-text('Add the note')")
    # Nobody is chosen before somebody chooses.
    assert host.input_value("#to") == ""
    host.select_option("#to", label="Milo Platzhalter")
    follow(host, "button:has-text('Hand over')")
    assert "Milo Platzhalter is on it" in host.inner_text("#calls")
    host.click(".close-case summary")
    host.check("#resolve input[value=rescue]")
    host.fill("#words", "Taken down by sledge")
    follow(host, "#resolve button")
    text = host.inner_text("#done-panel")
    for line in ["Hanna Muster is on it", "Called the piste rescue", "handed it over to Milo Platzhalter", "Taken down by sledge"]:
        assert line in text, line
    assert "Resolved by Hanna Muster: with the rescue service" in host.inner_text("#calls")
    assert host.locator("#alerts [data-from]", has_text="no scripts").count() == 0
    follow(host, "button:has-text('Open it again')")
    assert host.locator("#alerts .waiting", has_text="no scripts").count() == 1
    assert host.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_place_is_copied_as_rescuers_want_it(browse, own):
    token = next(token for token in own.tokens() if own.member_of(token)[1] == "Ada")
    own.post_fix(token, *BASE, at=time.time() - 60)
    call(own, "ada", "copy me")
    host = browse("host", viewport=DESK)
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.goto(own.url + case_of(own, "copy me"))
    forms = host.locator("#place-panel .coordinates li")
    assert forms.count() == 3
    # One is in sight, and the others are folded below it.
    assert forms.nth(0).is_visible() and forms.nth(1).is_hidden()
    host.click("#place-panel .coordinates-line summary")
    for form in forms.all():
        form.locator("button").click()
        # Whether or not the panel was drawn anew in between: the button that is there now says it.
        form.locator("button:text-is('Copied')").wait_for()
        assert host.evaluate("navigator.clipboard.readText()") == form.locator("code").inner_text()
    host.click("button:has-text('Copy for rescue')")
    host.locator("#rescue-panel button:text-is('Copied')").wait_for()
    text = host.evaluate("navigator.clipboard.readText()")
    found = re.search(r"Ada Example \(.*\): “copy me”\n(.+ above sea level)\nDecimal 46\.4\d+, 9\.2\d+; Degrees .*; UTM 32T", text)
    assert found, text
    assert "Position of" in text and "Phone +00" in text
    # The same words are read on the page, above the map.
    assert host.inner_text("#place-panel .in-words") == found[1]


def test_a_button_that_was_drawn_anew_says_that_it_has_copied(browse, own):
    token = next(token for token in own.tokens() if own.member_of(token)[1] == "Ada")
    own.post_fix(token, *BASE, at=time.time() - 60)
    call(own, "ada", "drawn anew")
    host = browse("host", viewport=DESK)
    host.goto(own.url + case_of(own, "drawn anew"))
    # The clipboard answers late, and the panel is another by then.
    host.evaluate("""() => {
      navigator.clipboard.writeText = () => new Promise((resolve) => { window.answer = resolve; });
      document.querySelector("#rescue-panel button").click();
      const panel = document.getElementById("rescue-panel");
      panel.replaceChildren(...panel.cloneNode(true).childNodes);
      window.answer();
    }""")
    host.locator("#rescue-panel button:text-is('Copied')").wait_for()
    host.locator("#rescue-panel button:text-is('Copy for rescue')").wait_for()
    assert host.locator("#rescue-panel [data-label]").count() == 0


def test_a_travellers_pages_say_how_their_call_stands(browse, own):
    call(own, "ada", "on every page")
    ada = browse("ada", viewport=PHONE)
    # Where the page itself says it, there is no line above it.
    for path in ("/my", "/my/sos"):
        ada.goto(own.url + TRIP + path)
        assert ada.locator("#own-bar .alert").count() == 1 and ada.locator("#own-bar .alert").is_hidden()
    ada.goto(own.url + TRIP + "/my/events")
    live(ada)
    bar = ada.locator("#own-bar a")
    assert bar.inner_text() == "You called for help. Nobody is on it yet."
    assert 24 <= box_of(bar)["height"] <= 48 and not faults(ada, "light")
    for width in (320, 390):
        ada.set_viewport_size({"width": width, "height": 844})
        assert ada.evaluate("document.documentElement.scrollWidth") <= width
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    path = case_of(own, "on every page")
    assert own.request("POST", path + "/take", {}, cookie=moderator).status == 303
    wait(ada, "document.getElementById('own-bar').textContent.includes('Your call for help: Milo Platzhalter is on it')")
    ada.emulate_media(media="print")
    assert bar.is_hidden()
    ada.emulate_media(media="screen")
    assert own.request("POST", path + "/resolve", {"outcome": "safe"}, cookie=moderator).status == 303
    wait(ada, "document.querySelector('#own-bar .alert') === null")


def test_an_urgent_row_of_the_queue_opens_the_case_of_help(browse, own):
    host = browse("host", viewport=DESK)
    host.goto(own.url + TRIP + "/moderation")
    follow(host, ".case.urgent a.open")
    assert "/help/" in host.url and "may need help" in host.inner_text("h1")
    assert not host.locator("text=Ban from").count()
    follow(host, "a:has-text('Moderation case')")
    follow(host, "a:has-text('Open the call for help')")
    assert "/help/" in host.url


def test_on_the_map_who_needs_help_is_red_named_and_alone(browse, own):
    place_friends(own, 6)
    call(own, "ada", "on the map")
    host = browse("host", viewport=DESK)
    host.goto(own.url + TRIP + "/roster")
    follow(host, ".alert:has-text('on the map') a:has-text('Map')")
    wait(host, "document.querySelector('.marker.help.selected')?.textContent.includes('Ada Example')")
    host.goto(own.url + TRIP + "/map")
    wait(host, "document.querySelector('.marker.help')?.textContent.includes('Ada Example')")
    live(host)
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    look = """(() => {
      const mark = [...document.querySelectorAll('#markers .marker.help')].find((node) => node.textContent.includes('Ada Example'));
      const [circle, halo] = ['circle:not(.halo)', 'circle.halo'].map((part) => getComputedStyle(mark.querySelector(part)));
      return [mark.classList.contains('taken'), circle.fill, halo.animationName, mark.querySelector('.marker-name') !== null];
    })()"""
    assert host.evaluate(look) == [False, "rgb(179, 38, 30)", "beat", True]
    # Amber once somebody is on it, by name still, and it beats no more.
    assert own.request("POST", case_of(own, "on the map") + "/take", {}, cookie=moderator).status == 303
    wait(host, f"{look}[0]")
    assert host.evaluate(look) == [True, "rgb(243, 192, 75)", "none", True]
    assert own.request("POST", case_of(own, "on the map") + "/resolve", {"outcome": "safe"}, cookie=moderator).status == 303
    wait(host, "![...document.querySelectorAll('.marker.help')].some((mark) => mark.textContent.includes('Ada Example'))")


@pytest.mark.parametrize("width, height", [(390, 844), (820, 1180)])
def test_where_they_are_is_read_before_anything_is_pressed(browse, own, width, height):
    cookie = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    place = {"lat": BASE[0], "lon": BASE[1], "accuracy": 9, "at": int(time.time() * 1000)}
    assert own.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": f"where at {width}", **place}, cookie=cookie).status == 303
    host = browse("host", viewport={"width": width, "height": height})
    host.goto(own.url + case_of(own, f"where at {width}"))
    shown = host.locator("#calls .buttons > *").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
    # Two stand beside each other, and what ends the case is smaller than what helps.
    assert shown and all(wide < width * .55 for wide in shown) and box_of(host.locator(".close-case"))["width"] < width * .55
    where = host.locator(".help-where")
    assert where.is_visible() and box_of(where)["y"] < box_of(host.locator("#calls .buttons"))["y"]
    # And once: the panel has the map and the numbers, and what is read out is folded.
    assert where.inner_text() == host.text_content("#place-panel .in-words")
    assert host.is_hidden("#place-panel .in-words") and host.is_hidden("#rescue-panel code")
    assert host.inner_text("main").count(where.inner_text()) == 1
