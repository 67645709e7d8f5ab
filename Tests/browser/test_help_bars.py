"""The bars of calls for help where there is little room, where one is the page's own, and the count beside their section."""
import re
import sqlite3
import time

import pytest

from support import TRIP, box_of, boxes_of, browse, follow, open_chat, wait  # noqa: F401, F811 (browse: a fixture)
from test_help import DESK, NOTE, PHONE, call, case_of, live, noted

# Since when the first waits, and how the next stands.
SUM = r"SOS: Ada .*\s+nobody yet\s+· (just now|\d+ min ago)\s+(?!Ada)\w+.*: nobody yet"
# Whether each part of the line is whole and beside no other: no dots, nothing cut off. An age that finds no room is left out whole.
READ = """(line) => {
  const end = line.querySelector(".icon").getBoundingClientRect().left;
  return [...line.querySelectorAll("bdi")].every((node) => {
    const [range, box] = [document.createRange(), line.getBoundingClientRect()];
    range.selectNodeContents(node.querySelector(":scope > .sum-age")?.previousElementSibling ?? node);
    return node.scrollWidth <= node.clientWidth + 1 && node.scrollHeight <= node.clientHeight + 1
      && [...range.getClientRects()].every(({ right, bottom }) => right <= end + 1 && bottom <= box.bottom + 1);
  });
}"""


def resolve_others(own, case):
    """Then no call is open but that one."""
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    for found in own.sql("SELECT lower(hex(id)) FROM help_case WHERE resolved_at IS NULL"):
        other = f"{TRIP}/help/{found[:8]}-{found[8:12]}-{found[12:16]}-{found[16:20]}-{found[20:]}"
        if other != case:
            assert own.request("POST", other + "/resolve", {"outcome": "safe"}, cookie=moderator).status == 303


def test_on_a_phone_several_bars_are_one_line_that_unfolds_over_the_page(browse, own):
    call(own, "ada", "knee")
    call(own, "bruno", "ankle")
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP + "/map")
    live(host)
    line = host.locator(".alert-sum")
    assert line.is_visible() and re.match(SUM, line.inner_text()), line.inner_text()
    low = box_of(host.locator("#alerts"))["height"]
    assert low <= 80
    assert boxes_of(host.locator("#alerts section.alert")) == []
    line.click()
    assert line.get_attribute("aria-expanded") == "true" and host.locator("#alerts").bounding_box()["height"] <= low + 1
    # What the first of them said is read, and one may phone; the others are counted.
    bar, rest = host.locator("#alerts section.alert", has_text="knee"), host.locator("#alerts .alert.rest a")
    assert rest.is_visible() and rest.get_attribute("href") == TRIP + "/help"
    for part in (".alert-words", "button:has-text('on it')", "a:has-text('Call')"):
        assert bar.locator(part).first.is_visible(), part
    # No phone of theirs has said where they are.
    assert bar.locator("a:has-text('Map')").first.is_hidden()
    # A call that comes meanwhile does not fold them.
    call(own, "ada", "again")
    wait(host, "document.getElementById('alerts').textContent.includes('again')")
    assert bar.is_visible()
    line.click()
    assert box_of(host.locator("#alerts"))["height"] <= 80
    host.goto(own.url + TRIP + "/roster")
    live(host)
    assert line.is_visible() and bar.is_hidden()
    # Nothing moves under a thumb: not as it unfolds, not while the page is scrolled, not as it folds.
    place = "document.querySelector('main h1').getBoundingClientRect().top + scrollY"
    before = host.evaluate(place)
    line.click()
    assert bar.locator("button:has-text('on it')").is_visible() and abs(host.evaluate(place) - before) < 1
    host.evaluate("scrollTo(0, 400)")
    host.wait_for_timeout(300)
    assert bar.is_visible() and abs(host.evaluate(place) - before) < 1
    line.click()
    assert bar.is_hidden() and abs(host.evaluate(place) - before) < 1
    assert host.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [390, 320])
def test_the_line_of_several_says_who_needs_help_and_who_is_on_it(browse, own, width):
    call(own, "ada", "knee")
    call(own, "bruno", "ankle")
    host = browse("host", viewport={"width": width, "height": 700})
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    for state in ("nobody yet", "is on it"):
        host.goto(own.url + TRIP + "/roster")
        live(host)
        line = host.locator(".alert-sum")
        name, said, *others = line.locator("bdi").all()
        assert state in said.inner_text() and box_of(line)["height"] <= 120
        # How each of them stands is read whole, and what kind of call it is too.
        assert line.evaluate(READ), line.inner_text()
        assert name.inner_text().startswith("SOS: ") and len(others) >= 2
        assert all(f": {state}" in other.inner_text() or " is on it" in other.inner_text() for other in others), line.inner_text()
        assert (said.locator(".age").count() == 1) == (state == "nobody yet")
        # Whom the line names has the buttons that unfold.
        text = name.inner_text()
        line.click()
        assert host.inner_text("#alerts section.alert .alert-open") == text
        for found in own.sql("SELECT lower(hex(id)) FROM help_case WHERE resolved_at IS NULL"):
            case = f"{TRIP}/help/{found[:8]}-{found[8:12]}-{found[12:16]}-{found[16:20]}-{found[20:]}"
            assert own.request("POST", case + "/take", {}, cookie=moderator).status == 303
    assert host.evaluate("document.documentElement.scrollWidth") <= width


def test_the_bar_of_one_other_call_is_as_wide_as_the_page(browse, own):
    call(own, "ada", "page of its own")
    case = case_of(own, "page of its own")
    resolve_others(own, case)
    call(own, "bruno", "only one else")
    host = browse("host", viewport=DESK)
    host.goto(own.url + case)
    bar, sound = box_of(host.locator("#alerts section.alert", has_text="only one else")), box_of(host.locator(".alert-sound"))
    assert bar["x"] + bar["width"] == DESK["width"] and sound["y"] + sound["height"] <= bar["y"] + bar["height"]


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_case_is_resolved_over_its_page_which_leaves_its_own_bar_out(browse, own, size):
    call(own, "ada", "leave me out")
    host = browse("host", viewport=size)
    host.goto(own.url + case_of(own, "leave me out"))
    live(host)
    bar = host.locator("#alerts [data-from]", has_text="leave me out")
    assert bar.count() == 1 and bar.is_hidden() and bar.get_attribute("data-call")
    # Still left out when the bars are drawn anew.
    call(own, "bruno", "somebody else")
    wait(host, "document.getElementById('alerts').textContent.includes('somebody else')")
    assert bar.is_hidden()
    # The others have one line, which says that it is about somebody else; the rest is without this one.
    line, isPhone = host.locator("#alerts"), size["width"] < 640
    assert host.locator("#alerts section.alert", has_text="somebody else").is_visible() != isPhone
    assert (re.match(r"SOS: Bruno .*\s+Another person, nobody yet\s", host.inner_text("#alerts .alert-sum")) if isPhone else
            host.inner_text("#alerts .alert-open").startswith("Another person: "))
    # Since when they wait is said beside that nobody is on it.
    assert isPhone or re.search(r" · (just now|.* ago)$", host.inner_text("#alerts section.alert .alert-state"))
    assert host.text_content("#alerts .alert.rest").startswith("and 1 more call: ")
    # In one go: the page is drawn anew meanwhile.
    assert box_of(line)["height"] < 80 and host.evaluate("document.querySelector('h1').getBoundingClientRect().y") < 260
    assert host.title().startswith("SOS")
    host.wait_for_timeout(5000)
    # On the page: a click scrolls to its button.
    tops = """[...document.querySelectorAll('.help-head #calls .buttons, #said, #place, #done')]
      .map((node) => node.getBoundingClientRect().top + scrollY)"""
    before = host.evaluate(tops)
    host.click(".close-case > summary")
    assert host.evaluate(tops) == before
    form = box_of(host.locator("#resolve"))
    assert form["x"] >= 0 and form["x"] + form["width"] <= size["width"] and form["width"] <= 430
    assert form["y"] + form["height"] <= size["height"] + 1
    host.fill("#words", "kept")
    host.keyboard.press("Escape")
    assert host.is_hidden("#resolve") and host.evaluate("document.activeElement.matches('.close-case > summary')")
    host.click(".close-case > summary")
    assert host.input_value("#words") == "kept"
    host.click("#resolve [data-close]")
    assert host.is_hidden("#resolve")


def test_the_count_beside_the_section_follows_and_is_red_while_somebody_waits(browse, own):
    host = browse("host", viewport=DESK)
    host.goto(own.url + TRIP + "/roster")
    live(host)
    badge = "document.querySelector(\"nav.sections a[href$='/help'] .calls-open\")"
    # In red it has those that nobody is on, and no others.
    count = f"{badge}?.classList.contains('waiting') ? {badge}.firstChild.textContent : 0"
    before = int(host.evaluate(count))
    call(own, "bruno", "on me")
    wait(host, f"{badge}?.firstChild.textContent === '{before + 1}'")
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    assert own.request("POST", case_of(own, "on me") + "/take", {}, cookie=moderator).status == 303
    wait(host, f"Number({count}) === {before} && {badge} !== null")
    call(own, "ada", "count me")
    wait(host, f"{badge}?.firstChild.textContent === '{before + 1}' && {badge}.classList.contains('waiting')")
    host.reload()
    assert host.evaluate(f"{badge}.firstChild.textContent") == str(before + 1)
    assert host.evaluate(f"getComputedStyle({badge}).backgroundColor") == "rgb(179, 38, 30)"


def test_on_a_phone_the_bar_folds_once_the_page_is_scrolled_and_nothing_jumps(browse, own):
    call(own, "ada", "fold me")
    resolve_others(own, case_of(own, "fold me"))
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP + "/roster")
    live(host)
    alerts, bar = host.locator("#alerts"), host.locator("#alerts section.alert", has_text="fold me")
    widths = [box["width"] for box in boxes_of(bar.locator(".buttons > *"))]
    assert widths[0] > 1.5 * max(widths[1:]), "what one is to do is the largest"
    place = "document.querySelector('main h1').getBoundingClientRect().top + scrollY"
    before, whole = host.evaluate(place), box_of(alerts)["height"]
    host.evaluate("scrollTo(0, 400)")
    wait(host, "document.querySelector('#alerts.folded') !== null")
    assert abs(host.evaluate(place) - before) < 1 and box_of(alerts)["height"] <= 56 < whole
    assert bar.locator(".alert-open").is_visible() and bar.locator("button:has-text('on it')").is_visible()
    assert bar.locator(".alert-words").is_hidden() and bar.locator("a:has-text('Call')").is_hidden()
    # Who calls anew is read in full, and lies over the page.
    call(own, "ada", "again from far below")
    wait(host, "document.getElementById('alerts').textContent.includes('again from far below')")
    assert bar.locator(".alert-words").is_visible() or host.locator("#alerts.several").count() == 1
    assert abs(host.evaluate(place) - before) < 1
    host.evaluate("scrollTo(0, 0)")
    wait(host, "document.querySelector('#alerts.folded') === null")
    assert host.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_phone_that_is_turned_shows_the_whole_bar(browse, own):
    call(own, "ada", "turn me")
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP + "/roster")
    live(host)
    host.evaluate("scrollTo(0, 400)")
    wait(host, "document.querySelector('#alerts.folded') !== null")
    # Not only once it is scrolled again.
    host.evaluate("addEventListener('scroll', (event) => event.stopImmediatePropagation(), true)")
    host.set_viewport_size({"width": 844, "height": 390})
    wait(host, "document.querySelector('#alerts.folded') === null && document.getElementById('alerts').style.marginBottom === ''")


def test_the_keyboard_skips_to_a_call_that_comes_and_to_none_that_ended(browse, own):
    call(own, "ada", "here already")
    # No call is open but the one that the page is about.
    resolve_others(own, case_of(own, "here already"))
    host = browse("host", viewport=DESK)
    host.goto(own.url + case_of(own, "here already"))
    live(host)
    link = host.locator(".skip[href='#alerts']")
    assert link.count() == 0
    call(own, "bruno", "a second one")
    wait(host, "document.getElementById('alerts').textContent.includes('a second one')")
    assert host.evaluate("document.querySelector('.skip').nextElementSibling.textContent") == "Skip to the call for help"
    host.locator(".skip").first.focus()
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    wait(host, "document.activeElement.id === 'alerts'")
    resolve_others(own, case_of(own, "here already"))
    wait(host, "document.querySelector(\".skip[href='#alerts']\").hidden")


def test_a_call_that_comes_in_place_of_another_takes_no_tap_for_a_moment(browse, own):
    call(own, "ada", "first under the thumb")
    first = case_of(own, "first under the thumb")
    resolve_others(own, first)
    call(own, "bruno", "second under the thumb")
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP + "/roster")
    live(host)
    host.click(".alert-sum")
    assert "first under the thumb" in host.inner_text("#alerts section.alert")
    events = "getComputedStyle(document.querySelector('section.alert button')).pointerEvents"
    assert host.evaluate(events) != "none"
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    host.evaluate(NOTE, "second under the thumb")
    assert own.request("POST", first + "/take", {}, cookie=moderator).status == 303
    assert noted(host)["takes"] == "none" and "second under the thumb" in host.inner_text("section.alert")
    wait(host, f"{events} !== 'none'")


def test_on_a_phone_a_call_that_somebody_took_is_one_line(browse, own):
    call(own, "ada", "taken soon")
    resolve_others(own, case_of(own, "taken soon"))
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    assert own.request("POST", case_of(own, "taken soon") + "/take", {}, cookie=moderator).status == 303
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP + "/roster")
    bar = host.locator("#alerts section.alert.taken")
    assert box_of(bar)["height"] <= 46 and "Milo Platzhalter" in bar.inner_text()
    follow(host, bar.locator(".alert-open"))
    assert "taken soon" in host.inner_text("main")


# Whether a text is cut off, and whether its arrow has a column of its own: then it is beside the first line, never below.
WHOLE = """(bar) => {
  const [strong, range] = [bar.querySelector(".alert-open strong"), document.createRange()];
  range.selectNodeContents(strong);
  const lines = [...range.getClientRects()];
  const isCut = [strong, strong.parentElement].some((node) => node.scrollWidth > node.clientWidth + 4);
  const box = strong.getBoundingClientRect();
  const tall = Math.max(...lines.map(({ bottom }) => bottom)) - Math.min(...lines.map(({ top }) => top));
  return !isCut && box.right <= bar.getBoundingClientRect().right && box.height < tall + 8
    && lines.every(({ right }) => right <= box.right - 8);
}"""


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_a_long_name_is_whole_and_its_arrow_beside_it(browse, own, width):
    resolve_others(own, None)
    call(own, "ada", "first of two")
    call(own, "bruno", "second of two")
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    assert own.request("POST", case_of(own, "first of two") + "/take", {}, cookie=moderator).status == 303
    with sqlite3.connect(own.data / "sotravel.sqlite", timeout=20) as database:
        database.execute("UPDATE member SET first_name = 'Konstantina', last_name = 'Nowak-Placeholder' "
                         "WHERE role = 'traveller' AND account_id IS NOT NULL")
    host = browse("host", viewport={"width": width, "height": 844})
    host.goto(own.url + TRIP + "/roster")
    bar = host.locator("#alerts section.alert")
    for style in ("waiting", "taken"):
        if host.locator(".alert-sum").is_visible():
            host.click(".alert-sum")
        assert bar.count() == 1 and style in bar.get_attribute("class").split()
        assert "Konstantina Nowak-Placeholder" in bar.inner_text() and bar.evaluate(WHOLE), bar.inner_text()
        resolve_others(own, case_of(own, "first of two"))
        host.reload()
    assert host.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_a_very_long_name_is_cut_to_two_lines(browse, own, width):
    resolve_others(own, None)
    call(own, "ada", "first of two")
    with sqlite3.connect(own.data / "sotravel.sqlite", timeout=20) as database:
        database.execute("UPDATE member SET first_name = 'Maximiliana-Theodora', last_name = 'von und zu Oberhinterunterdorf-Platzhalter am See' "
                         "WHERE role = 'traveller' AND account_id IS NOT NULL")
    host = browse("host", viewport={"width": width, "height": 640})
    host.goto(own.url + TRIP + "/roster")
    live(host)
    name = host.locator("#alerts section.alert .alert-open strong")
    assert name.evaluate("(node) => node.clientHeight <= 2.6 * parseFloat(getComputedStyle(node).fontSize) * 1.5")
    assert box_of(host.locator("#alerts"))["height"] <= 230
    follow(host, "#alerts section.alert .alert-open")
    assert "Oberhinterunterdorf-Platzhalter am See" in host.inner_text("h1")
    # Of several: an age that would stand alone in a line is left out, and the button of the sound touches no edge of it.
    call(own, "bruno", "second of two")
    host.goto(own.url + TRIP + "/roster")
    live(host)
    alone = host.locator(".sum-age").evaluate_all("""(ages) => ages.filter((age) => {
      const [{ top: own, bottom: end }, { top: state, bottom }] = [age.firstElementChild, age.previousElementSibling]
        .map((node) => node.getBoundingClientRect());
      return own >= bottom - 1 && own < age.getBoundingClientRect().bottom - 1;
    }).length""")
    assert alone == 0
    [line, sound] = [box_of(host.locator(part)) for part in (".alert-sum", ".alert-sound button")]
    assert sound["y"] >= line["y"] + 3.5 and sound["y"] + sound["height"] <= line["y"] + line["height"] - 3.5
    said = "nobody yet · just now"
    assert said in re.sub(r"\s+", " ", host.inner_text(".alert-sum"))
    host.click(".alert-sum")
    assert said in re.sub(r"\s+", " ", host.inner_text("#alerts section.alert .alert-state"))


def test_on_a_phone_that_somebody_may_need_help_is_read_whole(browse, own):
    """As a message says it: the words are as long as a name and come after it."""
    resolve_others(own, None)
    call(own, "ada", "first of two")
    call(own, "bruno", "second of two")
    host = browse("host", viewport={"width": 390, "height": 844})
    rename = "(nodes, words) => { for (const node of nodes) node.textContent = words; }"
    whole = "(node) => node.clientWidth > 80 && node.scrollWidth <= node.clientWidth + 1 && node.scrollHeight <= node.clientHeight + 1"
    host.goto(own.url + TRIP + "/roster")
    live(host)
    name, rest = host.locator(".alert-sum bdi").first, host.locator("#alerts .alert.rest a")
    host.locator(".alert-sum bdi:first-child b").evaluate_all(rename, "Bernadette Platzhalter may need help")
    assert name.evaluate(whole) and box_of(host.locator(".alert-sum"))["height"] <= 100
    host.click(".alert-sum")
    rest.evaluate_all(rename, "and 1 more call: Bernadette Platzhalter may need help · 3 min ago · nobody yet")
    lines = rest.evaluate("""(link) => {
      const [range, box] = [document.createRange(), link.getBoundingClientRect()];
      range.selectNodeContents(link);
      return [...range.getClientRects()].map(({ right, bottom }) => right <= box.right && bottom <= box.bottom);
    }""")
    assert len(lines) > 1 and all(lines), lines
    # On the page of another case there is one line.
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    assert own.request("POST", case_of(own, "second of two") + "/take", {}, cookie=moderator).status == 303
    host.goto(own.url + case_of(own, "second of two"))
    live(host)
    line = host.locator("#alerts .alert-open strong")
    line.evaluate_all(rename, "Bernadette Platzhalter may need help")
    assert line.evaluate(whole), host.inner_text("#alerts")
    assert host.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_phone_the_words_of_one_call_say_where_it_is(browse, own):
    words = "Cannot move, twisted my knee on the path below the hut"
    call(own, "ada", words)
    resolve_others(own, case_of(own, words))
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP + "/roster")
    words = host.locator("#alerts .alert-words")
    assert words.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
    one = box_of(words)["height"]
    # Of several one line.
    call(own, "bruno", "Somebody fell into the snow on the black run under the lift")
    host.reload()
    host.click(".alert-sum")
    assert host.locator("#alerts.several .alert-words").count() == 1
    assert 0 < box_of(host.locator("#alerts .alert-words").first)["height"] < one


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_on_the_list_of_calls_what_takes_one_stands_out(browse, own, size):
    call(own, "ada", "list me")
    host = browse("host", viewport=size)
    host.goto(own.url + TRIP + "/help")
    live(host)
    row = host.locator("#calls .urgent li", has_text="list me")
    ground = lambda node: node.evaluate("(node) => getComputedStyle(node).backgroundColor")
    sound, take, other = (host.locator("main .alarm-sound"), row.locator("button.primary"), row.locator("a.button").first)
    assert host.evaluate("document.documentElement.dataset.alarmState") == "off"
    assert ground(sound) == ground(other) != ground(take)
    # The title opens the case, and no button beside it does the same.
    assert row.locator("a.button", has_text="Open").count() == 0 and row.locator("p > a").is_visible()
    assert host.locator("#calls .help-resolved + ul li a").first.is_visible()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_anchor_of_an_address_is_not_behind_the_bars_however_late_they_are_measured(browse, own, size):
    call(own, "ada", "over the anchor")
    host = browse("host", viewport=size)
    # The browser is at the anchor before the script runs.
    host.route("**/js/frame.js*", lambda route: (time.sleep(1), route.continue_()))
    host.goto(own.url + TRIP + "/settings#section-chat")
    wait(host, "document.documentElement.style.getPropertyValue('--alerts') !== ''")
    top = "document.getElementById('section-chat').getBoundingClientRect().top"
    assert host.evaluate("scrollY") > 160
    wait(host, f"{top} >= document.getElementById('alerts').getBoundingClientRect().bottom")


@pytest.mark.parametrize("size", [{"width": 720, "height": 450}, {"width": 844, "height": 390}, {"width": 390, "height": 500}])
def test_in_a_low_window_calls_are_a_line_and_leave_room_for_messages(browse, own, size):
    call(own, "ada", "low window")
    resolve_others(own, case_of(own, "low window"))
    host = browse("host", viewport=size)
    open_chat(host, own)
    alerts, bar = host.locator("#alerts"), host.locator("#alerts section.alert", has_text="low window")

    def room():
        assert box_of(alerts)["height"] <= 64
        assert box_of(host.locator("#scroller"))["height"] > 0.45 * size["height"]
        field = box_of(host.locator("#composer"))
        assert field["y"] + field["height"] <= size["height"]

    room()
    take = bar.locator("button:has-text('on it')")
    assert take.is_visible() and bar.locator(".alert-open").is_visible() and bar.locator(".alert-words").is_hidden()
    # The button for the sound has a place of its own.
    take, sound = box_of(take), box_of(host.locator(".alert-sound"))
    assert take["x"] + take["width"] <= sound["x"]
    call(own, "bruno", "a second one")
    host.reload()
    live(host)
    room()
    host.click(".alert-sum")
    assert host.locator("#alerts section.alert .alert-words").is_visible() and host.locator("#alerts .alert.rest").is_visible()
    host.click(".alert-sum")
    room()


# A browser that was asked and said yes, whose reader looks elsewhere: what it is told stands in `told`.
ELSEWHERE = """globalThis.told = [];
globalThis.looksHere = false;
Document.prototype.hasFocus = () => looksHere;
globalThis.Notification = class extends EventTarget {
  static permission = "granted";
  constructor(title, { tag }) { super(); told.push(Object.assign(this, { title, tag })); }
  close() { this.isClosed = true; }
};"""


def test_who_looks_elsewhere_is_told_by_the_browser_and_opens_the_case_from_there(browse, own):
    host = browse("host", viewport=DESK)
    host.add_init_script(ELSEWHERE)
    host.goto(own.url + TRIP + "/roster")
    live(host)

    def calls(who, words):
        call(own, who, words)
        wait(host, f"document.getElementById('alerts').textContent.includes('{words}')")
        return host.evaluate("told.map(({ title }) => title)")

    # Nobody has turned the sound on here.
    assert calls("ada", "told to nobody") == []
    host.evaluate("localStorage.setItem('sotravel-alarm', 'on')")
    titles = calls("bruno", "told elsewhere")
    assert any("SOS: Bruno" in title for title in titles), titles
    # Tabs name a call alike: it is told once.
    assert host.evaluate("told.every(({ tag }) => document.querySelector(`#alerts [data-call='${CSS.escape(tag)}']`))")
    # Who looks at the page sees the bar.
    host.evaluate("looksHere = true")
    assert calls("ada", "seen on the page") == titles
    place = case_of(own, "told elsewhere")
    with host.expect_navigation(url="**" + place):
        host.evaluate("told.find(({ title }) => title.includes('Bruno')).dispatchEvent(new Event('click'))")


# A browser that nobody has asked yet, whose reader looks elsewhere and says what they say.
UNASKED = """globalThis.asked = 0;
Notification.permission = "default";
Notification.requestPermission = async () => { asked += 1; return Notification.permission = answer; };"""


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_one_tap_asks_for_sound_and_notifications_and_a_no_stays_one(browse, own, answer):
    host = browse("host", viewport=DESK)
    host.add_init_script(f"globalThis.answer = '{answer}';\n{ELSEWHERE}\n{UNASKED}")
    call(own, "ada", "before anybody was asked")
    host.goto(own.url + TRIP + "/roster")
    live(host)
    button = host.locator("#alerts [data-alarm]")
    # Nothing is asked of a browser before somebody presses what says so.
    button.filter(has_text="Turn on sound and notifications").wait_for()
    assert host.evaluate("asked") == 0
    button.click()
    wait(host, "document.documentElement.dataset.alarmState === 'sounding'")
    wait(host, f"asked === 1 && Notification.permission === '{answer}'")
    assert host.evaluate("told.length") == 0, "who is on the page has seen this one"
    call(own, "bruno", "after the answer")
    wait(host, "document.getElementById('alerts').textContent.includes('after the answer')")
    titles = host.evaluate("told.map(({ title }) => title)")
    assert any("SOS: Bruno" in title for title in titles) == (answer == "granted"), titles
    # Nobody is asked twice, and the bar sounds and is silenced whatever the browser says.
    button.click()
    wait(host, "document.documentElement.dataset.alarmState !== 'sounding'")
    assert host.evaluate("asked") == 1


def test_the_roster_that_is_open_marks_who_calls(browse, own):
    """Within a moment of the bar: a host who reads the list takes nobody for well who is not."""
    host = browse("host", viewport=DESK)
    host.goto(own.url + TRIP + "/roster")
    live(host)
    row = host.locator("#roster tbody tr", has_text="Bruno Demovich")
    others = host.locator("#roster tr.in-need").count()
    assert row.locator(".chip", has_text="Needs help").count() == 0
    call(own, "bruno", "ankle")
    wait(host, """[...document.querySelectorAll('#roster tr.in-need')].some((row) => row.textContent.includes('Bruno Demovich')
      && row.querySelector('th .chip.bad')?.textContent === 'Needs help')""")
    assert host.locator("#roster tr.in-need").count() == others + 1
    # Whoever says that they are OK is in no hurry, until they call again: as redrawn, and as served.
    bruno = own.sign_in("bruno@sotravel.example", own.passwords["bruno@sotravel.example"])
    assert own.request("POST", f"{TRIP}/my/sos/ok", {"sure": "yes"}, cookie=bruno).status == 303
    wait(host, "[...document.querySelectorAll('#roster th .chip.warn')].some((chip) => chip.textContent === 'Says they are OK')")
    assert row.locator("th .chip").all_inner_texts() == ["Says they are OK"] and host.locator("#roster tr.in-need").count() == others
    drawn = row.locator("th > div").inner_text()
    host.reload()
    assert row.locator("th > div").inner_text() == drawn and host.locator("#roster tr.in-need").count() == others
    live(host)
    call(own, "bruno", "swollen")
    wait(host, "![...document.querySelectorAll('#roster th .chip')].some((chip) => chip.textContent === 'Says they are OK')")
    # As the server marks it: what is searched finds it, and a reload changes nothing.
    drawn = row.locator("th > div").inner_text()
    host.reload()
    assert row.locator("th > div").inner_text() == drawn and host.locator("#roster tr.in-need").count() == others + 1
    live(host)
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    case = case_of(own, "ankle")
    assert own.request("POST", case + "/take", {}, cookie=moderator).status == 303
    wait(host, "document.querySelector('#roster tr:not(.in-need) th .chip.warn') !== null")
    assert row.locator("th .chip.warn").inner_text() == "Needs help" and host.locator("#roster tr.in-need").count() == others
    assert own.request("POST", case + "/resolve", {"outcome": "safe"}, cookie=moderator).status == 303
    wait(host, """[...document.querySelectorAll('#roster tbody tr')].every((row) => !row.textContent.includes('Bruno Demovich')
      || !row.querySelector('th .chip:is(.bad, .warn)'))""")
    assert not host.problems
