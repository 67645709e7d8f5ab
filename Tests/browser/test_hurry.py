"""What hosts look for in a hurry: a name on a phone, the number of the rescue, who is missing at the bus, who called in the chat."""
import re
import time

import pytest

from support import TRIP, box_of, boxes_of, browse, conversation, faults, follow, open_chat, place_friends, say, wait  # noqa: F401, F811 (browse: a fixture)
from test_help import DESK, PHONE, call, case_of, live

LIVE = "document.documentElement.dataset.live === 'open'"


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_row_of_a_search_keeps_the_name_of_who_needs_help(browse, own, width):
    call(own, "ada", "knee")
    host = browse("host", viewport={"width": width, "height": 844})
    host.goto(own.url + TRIP + "/search?q=ada%20ex")
    row = host.locator("#found .hit-row").first
    name = row.locator("strong")
    assert name.inner_text() == "Ada Example"
    box = box_of(name)
    assert box["width"] > 60 and name.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
    # What one does stands once, and the row itself opens the case.
    assert row.locator("a").count() <= 3 and row.locator(".chip").first.inner_text() == "Needs help"
    assert not [text for text in host.locator("#found li").all_inner_texts() if "I’m on it" in text]
    assert host.evaluate("document.documentElement.scrollWidth") <= width
    follow(host, row.locator("a.hit"))
    assert "/help/" in host.url and "Ada Example" in host.inner_text("h1")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_case_has_the_way_to_the_rescue(browse, own, size):
    token = next(token for token in own.tokens() if own.member_of(token)[1] == "Ada")
    own.post_fix(token, 46.4275, 9.2345, at=time.time() - 60)
    call(own, "ada", "broken leg")
    host = browse("host", viewport=size)
    host.goto(own.url + case_of(own, "broken leg"))
    live(host)
    numbers = host.locator("#rescue-panel a[href^='tel:']")
    assert numbers.first.get_attribute("href") == "tel:112" and numbers.count() >= 2
    assert not [text for text in numbers.all_inner_texts() if "host" in text.lower()]
    assert all(box["height"] >= 44 for box in boxes_of(numbers))
    # What is copied is read out from a fold above the map or beside it: where they are stands once without it.
    host.click("#rescue-panel summary")
    text, place = host.locator("#rescue-panel code"), host.locator("#place-panel")
    assert text.is_visible() and "“broken leg”" in text.inner_text() and "46.42" in text.inner_text()
    assert box_of(text)["y"] < box_of(place)["y"] or box_of(text)["x"] >= box_of(place)["x"] + box_of(place)["width"]
    assert host.locator("#said-panel").is_visible() == (size != PHONE)
    assert host.locator("#place-panel [data-copy^='Ada']").count() == 0
    buttons = host.locator(".help-head #calls .buttons")
    before = box_of(buttons)["y"] - box_of(host.locator("h1"))["y"]
    follow(host, "#calls button:has-text('on it')")
    after = box_of(buttons)["y"] - box_of(host.locator("h1"))["y"]
    assert abs(before - after) < 3, "the head looks the same whoever is on it"
    picker = host.locator("#to")
    assert box_of(picker)["y"] > box_of(host.locator("button:has-text('I phoned them')"))["y"]
    assert not faults(host, "light") and host.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_phone_says_by_what_the_roster_is_narrowed(browse, own):
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP + "/roster?need=arrival&group=Bus%201")
    chips = host.locator(".filter-chips a")
    assert [re.sub(r"\s+", " ", text).strip() for text in chips.all_inner_texts()] == ["Group: Bus 1 take it off", "Need: Has not arrived take it off"]
    assert host.inner_text(".filters-open").strip() == "Filters · 2"
    assert all(box["height"] >= 44 for box in boxes_of(chips))
    assert not faults(host, "light") and host.evaluate("document.documentElement.scrollWidth") <= 390
    # Somebody of the others: from the narrowed list to everybody with the same words.
    host.fill("#search", "hanna")
    wait(host, "document.querySelector('#nobody:not([hidden]) a').search === '?q=hanna'")
    more = host.locator("#nobody a")
    assert re.fullmatch(r"Search all \d+", more.inner_text())
    follow(host, more)
    assert host.url.endswith("/roster?q=hanna") and "Hanna" in host.inner_text("#roster") and host.locator(".filter-chips").count() == 0
    host.go_back()
    follow(host, chips.first)
    assert "group=" not in host.url and "need=arrival" in host.url and chips.count() == 1


def bus(own, name="Bus back"):
    return f"{TRIP}/events/{own.ids('event', 'title')['Glacier day']}/check-in/{own.ids('check_in_list', 'name')[name]}"


def test_at_the_bus_one_types_ticks_and_types_on(browse, own):
    host, other = browse("host", viewport=DESK), browse("moderator", viewport=PHONE)
    for page in (host, other):
        page.goto(own.url + bus(own))
        wait(page, LIVE)
    shown = host.locator("#people .person")
    assert shown.locator(".tick-row .face").count() == shown.count() > 5
    second = shown.nth(1).locator("strong").inner_text()
    tab = "document.querySelector('.check-in .tabs [aria-current] small').textContent"
    before = host.evaluate(tab)
    assert before.startswith("0/")
    host.keyboard.press("/")
    assert host.evaluate("document.activeElement.type") == "search"
    host.keyboard.type(second)
    host.keyboard.press("Enter")
    row = host.locator("#people .person", has=host.locator(f"strong:text-is('{second}')"))
    assert row.get_attribute("data-state") == "present" and host.input_value("#find [type=search]") == ""
    # The next name is typed at once; who ticked is one line below the name.
    assert host.evaluate("document.activeElement.type") == "search"
    assert re.match(r"Back \d\d:\d\d · (this phone|Hanna)", row.locator(".tick-line").inner_text())
    assert host.evaluate(tab) == "1/" + before[2:] == f"{host.inner_text('#present')}/{host.inner_text('#expected')}"
    wait(other, f"{tab} === '1/{before[2:]}'")
    line = other.locator("#people .person", has=other.locator(f"strong:text-is('{second}')")).locator(".tick-line")
    wait(other, "[...document.querySelectorAll('.tick-state')].some((node) => / · Hanna$/.test(node.textContent))")
    assert box_of(line)["height"] < 30 and other.evaluate("document.documentElement.scrollWidth") <= 390
    # Another list's tab follows as well.
    away = host.locator(".check-in .tabs a:not([aria-current])").first
    other.goto(own.url + away.get_attribute("href"))
    other.wait_for_selector("#people .person.awaited .tick-row, .others .tick-row", state="attached")
    was = away.locator("small").inner_text()
    other.locator("#people .tick-row").first.click()
    wait(host, "(was) => document.querySelector('.check-in .tabs a:not([aria-current]) small').textContent !== was", was)
    # By the list too: on, ticked, and what the keys are.
    host.keyboard.press("Escape")
    host.keyboard.press("j")
    host.keyboard.press("x")
    assert host.evaluate("document.activeElement.closest('.person').dataset.state") == "present"
    host.keyboard.press("?")
    assert "Tick the first who is found" in host.inner_text("#keys") and not faults(host, "light")
    assert not host.problems and not other.problems


def test_no_row_moves_at_one_bus_while_the_other_one_fills(browse, own):
    host, other = browse("host", viewport=PHONE), browse("moderator", viewport=PHONE)
    for page, name in ((host, "Bus 1 out"), (other, "Bus 2 out")):
        page.goto(own.url + bus(own, name))
        wait(page, LIVE)
    member = host.locator("#away .person[data-expected=yes]").first.get_attribute("data-id")
    row = f".person[data-id='{member}']"
    state = lambda name: wait(host, f"document.querySelector(\"{row}\").dataset.state === '{name}'")
    # Off the other bus: they stay where they stand until the page is read anew.
    other.click(f"{row} .tick-row")
    state("awaited")
    assert host.locator(f"#away {row}").count() == 1
    host.reload()
    wait(host, LIVE)
    rows = "[...document.querySelectorAll('#people .person')].map(({ dataset }) => dataset.id)"
    before = host.evaluate(rows)
    assert member in before
    # On it again: nobody moves up under a thumb.
    other.click(f"{row} .tick-row")
    state("elsewhere")
    assert host.evaluate(rows) == before and host.locator(f"#people {row} .tick-state").text_content() == "On Bus 2 out"
    # Whoever clears the search is between two people: now they stand apart, and come back to where they were.
    host.press("#find [type=search]", "Escape")
    assert host.locator(f"#away {row}").count() == 1 and member not in host.evaluate(rows)
    other.click(f"{row} .tick-row")
    state("awaited")
    host.press("#find [type=search]", "Escape")
    assert host.evaluate(rows) == before
    assert not host.problems and not other.problems


def test_who_is_ticked_last_of_those_apart_stays_in_sight(browse, own):
    host = browse("host", viewport=PHONE)
    host.goto(own.url + bus(own, "Bus 1 out"))
    wait(host, LIVE)
    host.click("#away > summary")
    ticks = host.locator("#away .tick-row")
    assert ticks.count() > 0
    for tick in ticks.all():
        tick.click()
    assert host.inner_text("#away > summary b") == "0"
    assert ticks.last.is_visible() and "Arrived " in ticks.last.inner_text()


def test_a_narrowed_list_counts_everybody(browse, own):
    host, other = browse("host", viewport=DESK), browse("moderator", viewport=PHONE)
    names = ("present", "missing", "elsewhere", "out", "expected", "unplanned")
    counts = lambda: [[int(host.locator(f"#{part}{name}").text_content()) for name in names] for part in ("ours-", "")]
    host.goto(own.url + bus(own, "Bus 2 out"))
    wait(host, LIVE)
    before = counts()
    ours, everybody = before
    assert ours[0] > 0 and all(part <= whole for part, whole in zip(ours, everybody)) and ours[4] < everybody[4]
    # Each line adds up: everybody is in one of its numbers, and the script counts as the server does.
    for present, missing, elsewhere, out, expected, unplanned in before:
        assert present + missing + elsewhere + out == expected + unplanned, before
    drawn = own.request("GET", bus(own, "Bus 2 out"), cookie=own.host()).body.decode()
    found = lambda part, name: int(re.search(rf'id="{part}{name}"[^>]*>(\d+)<', drawn)[1])
    assert [[found(part, name) for name in names] for part in ("ours-", "")] == before
    shown = host.locator("#people .person:not([hidden])")
    people = shown.count()
    host.goto(own.url + bus(own, "Bus 2 out") + "?missing=on")
    wait(host, LIVE)
    assert counts() == before and shown.count() < people and host.locator("#people .present:not([hidden])").count() == 0
    # It stays right while others tick, and everybody is a tap away.
    other.goto(own.url + bus(own, "Bus 2 out"))
    wait(other, LIVE)
    other.click("#people .present .tick-row >> nth=0")
    wait(host, "(number) => document.getElementById('present').textContent === number", str(everybody[0] - 1))
    host.uncheck("#only-missing")
    assert shown.count() == people
    # The number of the bus's own narrows the list to them.
    host.click("#to-missing")
    assert host.input_value("#of-group") == "Bus 2" and host.locator("#only-missing").is_checked()
    assert host.locator("#people .person.awaited:not([hidden])").count() == counts()[0][1]
    assert host.locator("#people .person[data-ours=no]:not([hidden])").count() == 0 and host.locator(".tick-part").is_hidden()
    host.click("#to-missing")
    assert shown.count() == people and host.locator(".tick-part").is_visible()


def test_nobody_of_another_bus_stands_between_ours(browse, own):
    host = browse("host", viewport=PHONE)
    host.goto(own.url + bus(own, "Bus 2 out"))
    wait(host, LIVE)
    rows = host.evaluate("[...document.querySelectorAll('#people .person')].map(({ dataset }) => [dataset.ours, dataset.state])")
    ours = [state for mine, state in rows if mine == "yes"]
    assert {mine for mine, _ in rows[:len(ours)]} == {"yes"} and len(ours) < len(rows)
    # Whom to look for, then who is here; a line of its own stands above the others.
    rank = ["awaited", "out", "elsewhere", "present"]
    assert ours == sorted(ours, key=rank.index) and {"awaited", "present"} <= set(ours)
    heading = host.locator(".tick-part")
    assert heading.inner_text() == "Not in Bus 2"
    assert heading.evaluate("(line) => line.previousElementSibling.dataset.ours + line.nextElementSibling.dataset.ours") == "yesno"
    # By name everybody stands in one list.
    host.goto(own.url + bus(own, "Bus 2 out") + "?sort=name")
    assert host.locator(".tick-part").count() == 0


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_whoever_is_missing_is_reached_from_the_list(browse, own, width):
    host = browse("host", viewport={"width": width, "height": 844})
    host.goto(own.url + bus(own, "Bus back"))
    wait(host, LIVE)
    reach = host.locator("#people .awaited:not([hidden]) .sought")
    assert reach.count() > 0 and reach.first.is_hidden()
    # The number itself narrows the list, and widens it again.
    missing = host.locator("#to-missing")
    missing.click()
    assert reach.first.is_visible() and host.locator("#only-missing").evaluate("(box) => box.checked")
    for index in range(min(8, reach.count())):
        row = reach.nth(index)
        assert row.locator("button:has-text('Message')").count() == 1
        assert row.locator("a:has-text('Map'), small:has-text('No position')").count() == 1
        assert all(box["height"] >= 44 for box in boxes_of(row.locator("a, button")))
    assert host.evaluate("document.documentElement.scrollWidth") <= width and not faults(host, "light")
    # They are ticked where they stand.
    before = int(host.inner_text("#missing"))
    host.click("#people .awaited:not([hidden]) .tick-row >> nth=0")
    wait(host, "(number) => document.getElementById('missing').textContent === number", str(before - 1))
    missing.click()
    assert reach.first.is_hidden() and host.url.endswith(bus(own, "Bus back"))


@pytest.mark.parametrize("address", ["", "/map", "member"])
def test_the_keys_are_told_on_pages_without_a_list(browse, own, address):
    host = browse("host", viewport=DESK)
    if address == "member":
        address = f"/members/{own.member_of(own.tokens()[0])[0]}"
    host.goto(own.url + TRIP + address)
    wait(host, LIVE)
    host.keyboard.press("?")
    assert "Search everything" in host.inner_text("#keys")
    host.keyboard.press("Escape")
    host.keyboard.press("/")
    wait(host, "document.querySelector('dialog.search-dialog[open] input') === document.activeElement")
    host.keyboard.type("?/")
    assert host.input_value(".search-dialog input") == "?/" and not host.problems


def test_the_map_names_first_whom_nobody_helps_yet(browse, own):
    place_friends(own, 6)
    call(own, "ada", "knee")
    call(own, "bruno", "ankle")
    host = browse("host", viewport=DESK)
    host.goto(own.url + TRIP + "/map")
    live(host)
    rows = "[...document.querySelectorAll('#part-help .person-row')].map((row) => row.dataset.name)"
    found = host.evaluate(rows)
    assert found.index("Ada Example") < found.index("Bruno Demovich")
    ada = host.locator("#part-help .person-row[data-name='Ada Example']")
    assert re.match(r"nobody yet · (just now|\d+ min)", ada.locator(".extra").inner_text())
    assert ada.locator(".face").evaluate("(node) => getComputedStyle(node).outlineColor") == "rgb(179, 38, 30)"
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    assert own.request("POST", case_of(own, "knee") + "/take", {}, cookie=moderator).status == 303
    # Somebody is on it: below all who wait, and amber.
    wait(host, f"{rows}.at(-1) === 'Ada Example'")
    wait(host, "document.querySelector(\"#part-help [data-name='Ada Example'] .extra\").textContent.startsWith('Milo Platzhalter is on it · ')")
    assert ada.get_attribute("data-need") == "taken" and not host.problems


def test_the_map_keeps_the_sheet_that_it_opened_with(browse, own):
    low, high = own.tokens()[:2]
    own.post_fix(low, 46.4120, 9.2310)
    own.post_fix(high, 46.4400, 9.2380)
    host = browse("host", viewport=DESK)
    host.goto(own.url + TRIP + "/map?lat=46.4120&lon=9.2310&z=17")
    live(host)
    said = "document.getElementById('map-reason').textContent"
    wait(host, f"{said}.match(/^Street map, because (most people are|the person in view is) below/)")
    name = " ".join(own.member_of(high)[1:])
    host.locator(f"#people .person-row[data-name='{name}'] a.focus").click()
    wait(host, "!document.getElementById('map-offer').hidden")
    assert host.evaluate(said).startswith("Street map") and host.inner_text("#map-offer") == "Mountain map?"
    host.click("#map-offer")
    wait(host, f"{said}.match(/^Mountain map, because (most people are|the person in view is) above/) && document.getElementById('map-offer').hidden")
    assert not host.problems


def test_a_call_for_help_in_the_chat_is_marked_for_hosts(browse, own):
    ada, host, bruno = browse("ada"), browse("host", viewport=DESK), browse("bruno")
    for page in (ada, host, bruno):
        open_chat(page, own)
    say(ada, "I can't move, I broke my leg")
    mine = host.locator(".message", has_text="I broke my leg")
    wait(host, "[...document.querySelectorAll('.message-call')].some((mark) => mark.closest('.message')?.textContent.includes('broke my leg'))",
         seconds=8)
    mark = mine.locator("a.message-call")
    assert mark.inner_text().strip() == "May need help · nobody yet" and "calls-help" in mine.get_attribute("class")
    host.goto(own.url + conversation(own))
    assert mark.count() == 1 and not faults(host, "light")
    follow(host, mark)
    assert "/help/" in host.url and "Ada Example may need help" in host.inner_text("h1")
    follow(host, "#calls button:has-text('on it')")
    host.goto(own.url + TRIP + "/chat")
    # The demo has another call, which nobody is on: that one is told.
    assert host.inner_text(".conversations .message-call") == "Olga Dummy may need help · nobody yet"
    assert host.locator(".conversations .message-call").count() == 1
    host.goto(own.url + conversation(own))
    assert mark.inner_text().strip() == "May need help · Hanna Muster is on it"
    # The group reads the message, and nothing of the case.
    bruno.reload()
    assert bruno.locator(".message-call").count() == 0 and bruno.locator(".message", has_text="I broke my leg").count() == 1
    assert not host.problems and not bruno.problems


def test_a_week_shows_whole_days_and_the_page_scrolls_under_their_names(browse, own):
    host = browse("host", viewport={"width": 1440, "height": 700}, has_touch=False)
    host.goto(own.url + TRIP + "/events?view=week")
    wait(host, LIVE)
    assert host.evaluate("scrollY") == 0 and host.locator("h1").is_visible()
    if host.locator(".week-grid tr.now").count():
        assert re.fullmatch(r"\d\d:\d\d", host.inner_text(".week-time"))
    boxes = """[...document.querySelectorAll("main *")].filter((node) => node.scrollHeight > node.clientHeight + 1
      && ["auto", "scroll"].includes(getComputedStyle(node).overflowY)).length"""
    assert host.evaluate(boxes) == 0
    host.evaluate("scrollTo(0, document.body.scrollHeight)")
    top = host.evaluate("document.getElementById('alerts').getBoundingClientRect().bottom")
    head = box_of(host.locator(".week-grid thead th").nth(1))
    assert abs(head["y"] - top) < 2 or host.evaluate("scrollY") == 0
    assert not faults(host, "light")


@pytest.mark.parametrize("width", [320, 820, 1024, 1440])
def test_a_week_gives_words_room(browse, own, width):
    host = browse("host", viewport={"width": width, "height": 900})
    host.goto(own.url + TRIP + "/events?view=week")
    assert host.locator(".week-grid").is_visible() == (width > 768) != host.locator(".days.by-day").is_visible()
    assert host.evaluate("document.documentElement.scrollWidth") <= width
    # The arrows stand before what is in sight: they stay where they are when its name is longer.
    arrows, label = (host.locator(f".stepper {name}") for name in ("a[aria-label]", "strong"))
    assert all(arrow.bounding_box()["x"] < label.bounding_box()["x"] for arrow in arrows.all())
    if width < 768:
        return
    cut = """(nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).length"""
    if width == 820:
        # Of what overlaps the later is set in, and the first words of each are read.
        turned, covered = host.locator(".block > strong").evaluate_all("""(names) => [
          names.filter((name) => getComputedStyle(name).writingMode !== "horizontal-tb").length,
          names.filter((name) => {
            name.scrollIntoView({ block: "center" });
            const { x, y } = name.getBoundingClientRect();
            return document.elementFromPoint(x + 2, y + 6)?.closest(".block") !== name.parentNode;
          }).map((name) => name.textContent)]""")
        assert turned == 0 and covered == [], covered
        host.evaluate("scrollTo(0, 0)")
    # Who is not back is looked for: no narrow day cuts that.
    host.evaluate("""() => {
      const words = Object.assign(document.createElement("span"), { className: "chip bad", textContent: "137 not back" });
      document.querySelector(".block.over:not(.short), .block:not(.short)").firstElementChild.after(words);
    }""")
    assert host.locator(".block:not(.short) > .chip.bad").evaluate_all(cut) == 0
    host.reload()
    heads = host.locator(".week-grid thead th")
    assert heads.evaluate_all(cut) == 0
    # An hour is one line, days are equally wide, and the last one ends where the table does.
    lines = """(cells) => cells.filter((cell) => cell.textContent.includes(":")).map((cell) => {
      const range = document.createRange();
      range.selectNode(cell.firstChild);
      return range.getClientRects().length;
    })"""
    hours = host.locator(".week-grid tbody th:not(:has(> *))").evaluate_all(lines)
    assert len(hours) > 5 and set(hours) == {1}
    hour, *days = boxes_of(heads)
    table = box_of(host.locator(".week-grid"))
    assert abs(hour["width"] - 56) < 2 and max(day["width"] for day in days) - min(day["width"] for day in days) < 2, days
    assert abs(days[-1]["x"] + days[-1]["width"] - table["x"] - table["width"]) < 2
    # What begins in a day stands below its name.
    for block in boxes_of(host.locator(".week-grid .block")):
        assert any(day["x"] - 2 < block["x"] and block["x"] + block["width"] < day["x"] + day["width"] + 2 for day in days), block
    assert len({round(head["height"]) for head in heads.evaluate_all("(nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON())")}) == 1
    # A line is in sight whole or not at all.
    half = host.locator(".block > *").evaluate_all("""(lines) => lines.filter((line) => {
      const [box, block] = [line, line.parentElement].map((node) => node.getBoundingClientRect());
      const isFirst = line === line.parentElement.firstElementChild;
      return !isFirst && box.width > 0 && box.left < block.right - 1 && box.bottom > block.bottom + 1;
    }).map((line) => line.textContent)""")
    assert half == []
