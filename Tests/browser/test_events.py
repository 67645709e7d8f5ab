"""Events in a real browser: made on the map, answered by link, full, ticked in on two phones, printed, subscribed to."""
import datetime
import re
import sqlite3
import time
import urllib.parse

import icalendar
import ics
import pytest

from conftest import Demo, Valley
from support import KEPT, await_kept, box_of, boxes_of, come_in, consists_of, follow, leave, pdf_text, sign_in, wait

EVENTS = "/trips/valrosa/events"


@pytest.fixture
def phone(browser, own):
    contexts = []

    def make(who=None):
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        contexts.append(context)
        page = context.new_page()
        if who:
            come_in(page, own, who)
        return page

    yield make
    for context in contexts:
        leave(context)


@pytest.fixture
def valley(own):
    way = Valley(own)
    yield way
    way.close()


def answer(page, link, value):
    """One tap and its confirmation."""
    page.goto(link)
    # The question comes into the page that is open.
    page.click(f"button[value={value}]")
    wait(page, "document.querySelector('#personal form[method=post] input[name=answer]') !== null")
    follow(page, "form[method=post] button.primary")


def test_from_the_map_to_a_full_event_and_a_freed_place(own, phone):
    host = phone("host")
    host.set_viewport_size({"width": 1280, "height": 860})
    host.goto(own.url + "/trips/valrosa/map?lat=46.425&lon=9.234&z=15&style=mountain")
    wait(host, "document.querySelector('.live') !== null")
    box = box_of(host.locator("#map"))
    host.mouse.click(box["x"] + 700, box["y"] + 300)
    follow(host, "text=New event here")
    assert abs(float(host.input_value("#meeting_latitude")) - 46.43) < 0.02
    for name, text in {"title": "Last run", "place": "Rosa", "meeting_point": "Top hut", "start_time": "15:00", "capacity": "2"}.items():
        host.fill("#" + name, text)
    tomorrow = host.input_value("#start_day")
    host.fill("#start_day", "")
    host.evaluate("document.querySelector('.form').noValidate = true")
    follow(host, "main button.primary")
    assert host.inner_text("#start_day-error") == "Type a date, for instance 2026-01-31."
    assert host.input_value("#meeting_point") == "Top hut"
    host.fill("#start_day", tomorrow)
    follow(host, "main button.primary")
    assert "Draft" in host.inner_text("h1")
    # Where people meet is drawn on the event's own page, and leads to the map.
    assert host.locator(".small-map image").count() >= 2
    assert host.get_attribute(".small-map image:first-child", "href").startswith("/tiles/")
    follow(host, "text=Invite and publish")
    host.check("input[value=selected]")
    # What is chosen shows at once, each by hand in an open list.
    wait(host, "document.querySelector('.invited[open] [name=member]:not(:checked)') !== null")
    assert host.locator("button:has-text('Show names')").is_hidden() and host.locator(".of-groups").is_hidden()
    boxes = host.locator(".guest-list input")
    for index in range(3):
        boxes.nth(index).check()
    assert host.inner_text("#invited-count") == "3"
    follow(host, "main button.primary")
    # The creator has one of the two places.
    assert host.inner_text("[data-count=going]") == "1" and host.inner_text("[data-count=pending]") == "3"
    links = [link for _, rsvp, link in own.personal_links("Last run") if rsvp == "pending"]
    first, second = phone(), phone()
    answer(first, links[0], "yes")
    assert "You are going." in first.inner_text("main")
    # The host's page follows without a reload.
    wait(host, "document.querySelector('[data-count=going]').textContent === '2'")
    second.goto(links[1])
    assert "Join the waitlist" in second.inner_text("main")
    answer(second, links[1], "yes")
    assert "number 1 on the waitlist" in second.inner_text("main")
    answer(first, links[0], "no")
    second.reload()
    assert "A place is held for you until" in second.inner_text("main")
    answer(second, links[1], "yes")
    assert "You are going." in second.inner_text("main")
    host.reload()
    assert host.inner_text("[data-count=capacity]") == "2 of 2 places taken"
    host.click("#log")
    assert "place offered" in host.inner_text("main").lower()
    # Links are nobody's way into anything else.
    assert second.goto(own.url + EVENTS).status in (200, 401) and "/sign-in" in second.url


def test_a_check_in_page_is_kept_with_all_that_it_consists_of(own, phone):
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    path = f"{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus back']}"
    # With a stream that is never opened nothing is loaded but what the page names: all of it is kept all the same.
    page = phone("host")
    page.add_init_script("delete window.SharedWorker")
    page.goto(own.url + path)
    await_kept(page, consists_of(own, own.request("GET", path, cookie=own.host()).body.decode()))


def test_a_phone_shows_the_first_name_soon(own, phone):
    """Also below the bar of a call for help; what narrows the list down, and its order, are in a sheet."""
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    page = phone("host")
    page.goto(f"{own.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus 1 out']}")
    boxes = boxes_of(page.locator("#people .person"))[:4]
    assert boxes[0]["y"] <= 450 and sorted(box["height"] for box in boxes)[1] <= 68, boxes
    # The empty box says that somebody is not here (or, after the event, did not come); readers of screens are told.
    idle = page.locator("#people .awaited .tick-state").first
    assert idle.text_content() in ("Not arrived", "No-show") and box_of(idle)["width"] <= 1
    assert page.locator("#filters").is_hidden()
    page.click(".filters-open")
    tick = box_of(page.locator("#filters .tick"))
    assert tick["height"] <= 48 and tick["x"] >= 0
    page.select_option("#order", "name-desc")
    page.wait_for_url("**sort=name-desc*")
    names = page.locator("#people .tick-name strong").all_inner_texts()
    assert len(names) > 3 and page.input_value("#order") == "name-desc"


def test_two_phones_one_in_a_dead_zone(own, phone, valley):
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    path = f"{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus back']}"
    one, two = phone("host"), phone("moderator")
    for page, url in ((one, valley.url), (two, own.url)):
        page.goto(url + path)
        wait(page, "document.documentElement.dataset.live === 'open'")
    # One visit is enough.
    wait(one, KEPT)
    rows = one.locator("#people .person").evaluate_all("(rows) => rows.map(({ dataset }) => dataset.id)")[:4]
    present = lambda page: page.inner_text("#present")
    row = lambda member: f".person[data-id='{member}'] .tick-row"
    two.click(row(rows[0]))
    wait(one, "document.getElementById('present').textContent === '1'")
    assert "· Milo" in one.inner_text(row(rows[0]))
    # A dead zone: the ticks stay on the phone, also over a reload.
    valley.cut()
    one.click(row(rows[1]))
    one.click(row(rows[2]))
    assert present(one) == "3" and "2 ticks wait" in one.inner_text("#queue")
    one.reload()
    wait(one, "document.getElementById('present')?.textContent === '3'")
    assert "2 ticks wait" in one.inner_text("#queue")
    # Meanwhile the other phone ticks one of them by mistake, and takes it back: who was seen here is still here.
    two.click(row(rows[2]))
    assert present(two) == "2" and "Undo" in two.inner_text(row(rows[2]))
    two.click(row(rows[2]))
    assert present(two) == "1" and two.get_attribute(f".person[data-id='{rows[2]}']", "data-state") == "awaited"
    # So does this one, without a connection.
    one.click(row(rows[1]))
    assert present(one) == "2" and "3 ticks wait" in one.inner_text("#queue")
    one.reload()
    wait(one, "document.getElementById('present')?.textContent === '2'")
    valley.mend()
    wait(one, "document.getElementById('queue').hidden")
    for page in (one, two):
        wait(page, "document.getElementById('present').textContent === '2'")
        states = [page.get_attribute(f".person[data-id='{rows[index]}']", "data-state") for index in (1, 2)]
        assert states == ["awaited", "present"]
    scans = own.sql("SELECT count(*) FROM scan s JOIN check_in_list l ON l.id = s.list_id WHERE l.name = 'Bus back'")
    assert scans == ["4"]
    undone = own.sql("SELECT count(*) FROM scan s JOIN check_in_list l ON l.id = s.list_id WHERE l.name = 'Bus back' AND undone_at IS NOT NULL")
    assert undone == ["2"]
    # Found by name, by number, by typed code; Enter ticks the only one.
    code = one.get_attribute(f".person[data-id='{rows[3]}']", "data-code")
    one.fill("main input[type=search]", code)
    one.keyboard.press("Enter")
    wait(two, "document.getElementById('present').textContent === '3'")
    assert one.input_value("main input[type=search]") == ""
    # Signing out takes the kept pages along.
    one.goto(valley.url + "/account")
    one.evaluate("document.querySelector('form[action=\"/sign-out\"]').submit()")
    one.wait_for_url("**/sign-in*")
    assert one.evaluate("caches.keys().then((keys) => keys.length)") == 0


def test_the_lists_stand_apart_on_the_narrowest_phone(own, phone):
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    page = phone("host")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{own.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus 1 out']}")
    boxes = boxes_of(page.locator(".check-in > .tabs a"))
    assert len({box["y"] for box in boxes}) == 1
    assert all(one["x"] + one["width"] + 4 <= other["x"] for one, other in zip(boxes, boxes[1:])), boxes
    # No head breaks within a word, and what the search takes is whole.
    words = page.locator(".tally thead th:visible").evaluate_all("""(heads) => heads.map((head) => {
        const range = document.createRange();
        range.selectNodeContents(head);
        return [head.textContent, range.getClientRects().length];
    })""")
    assert all(lines <= len(re.split(r"[ -]", text.strip())) for text, lines in words), words
    assert page.evaluate("""() => {
        const field = document.querySelector('.check-filter [type=search]'), style = getComputedStyle(field);
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = `${style.fontSize} ${style.fontFamily}`;
        return pen.measureText(field.placeholder).width
            <= field.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd);
    }""")
    page.set_viewport_size({"width": 390, "height": 844})
    tabs, tally = box_of(page.locator(".check-in > .tabs")), box_of(page.locator(".tally"))
    assert tally["y"] - tabs["y"] - tabs["height"] >= 8


def test_how_many_are_aboard_follows_the_ticks(own, phone):
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    page = phone("host")
    page.goto(f"{own.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus 1 out']}")
    aboard, tab = page.locator("#aboard"), page.locator(".check-in .tabs [aria-current] small")
    before = int(aboard.inner_text())
    assert tab.text_content().split() == [str(before), "aboard"] and " of its own " in page.inner_text(".tally-aboard")
    page.locator("#people .awaited .tick-row").first.click()
    wait(page, f"document.getElementById('aboard').textContent === '{before + 1}'")
    assert tab.text_content().split() == [str(before + 1), "aboard"]
    own_aboard = int(page.inner_text("#aboard-own").split()[0])
    assert own_aboard == int(page.inner_text("#ours-present")) - int(page.locator("#ours-unplanned").text_content())


def test_what_is_taken_back_stays_so_over_a_reload_in_a_dead_zone(own, phone, valley):
    """The page that the phone keeps was drawn while the tick stood."""
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    page = phone("host")
    page.goto(f"{valley.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus back']}")
    wait(page, "document.documentElement.dataset.live === 'open'")
    wait(page, KEPT)
    before = int(page.inner_text("#present"))
    member = page.locator("#people .person.awaited").first.get_attribute("data-id")
    state = f"document.querySelector(\".person[data-id='{member}']\")?.dataset.state"
    page.click(f".person[data-id='{member}'] .tick-row")
    wait(page, "document.getElementById('queue').hidden")
    scan = own.sql("SELECT lower(hex(id)) FROM scan ORDER BY received_at DESC LIMIT 1")[0]
    page.reload()
    wait(page, f"{state} === 'present'")
    wait(page, f"""caches.open('pages').then((kept) => kept.match(location.href, {{ ignoreSearch: true }}))
        .then((found) => found?.text()).then((text) => text?.replaceAll('-', '').includes('{scan}'))""")
    page.click(f".person[data-id='{member}'] .tick-row")
    wait(page, f"document.getElementById('queue').hidden && {state} === 'awaited'")
    assert own.sql("SELECT count(*) FROM scan WHERE undone_at IS NOT NULL") != ["0"]
    valley.cut()
    # Also over a second one.
    for _ in range(2):
        page.reload()
        wait(page, f"document.documentElement.classList.contains('js') && document.getElementById('present')?.textContent === '{before}'")
        assert page.evaluate(state) == "awaited"


def test_names_in_letters_of_their_own_are_found_by_both(own, phone):
    """As they are written and as a foreign keyboard types them."""
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        members = [row[0] for row in database.execute("SELECT id FROM member WHERE role = 'traveller' ORDER BY phone LIMIT 3")]
        for member, name in zip(members, ("Søren Ærlig", "Łukasz Đorđević", "민준 Testperson")):
            first, last = name.split()
            database.execute("UPDATE member SET first_name = ?, last_name = ? WHERE id = ?", (first, last, member))
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    page = phone("host")
    page.goto(f"{own.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus back']}")
    wait(page, "document.documentElement.dataset.live === 'open'")
    names = {"søren": "Ærlig", "soren aerl": "Ærlig", "ÆRLIG": "Ærlig", "łuk": "Đorđević", "dordevic": "Đorđević", "민준": "Testperson"}
    shown = ".people-rows .person:not([hidden])"
    for typed, name in names.items():
        page.fill("main input[type=search]", typed)
        # Whoever is not on the event is found below it.
        texts = page.locator(shown).all_text_contents()
        assert len(texts) == 1 and name in texts[0], typed
        assert name in own.request("GET", f"/trips/valrosa/roster?q={urllib.parse.quote(typed)}", cookie=own.host()).body.decode(), typed
    page.goto(own.url + "/trips/valrosa/roster")
    for typed, name in names.items():
        page.fill("#search", typed)
        wait(page, "name => { const shown = [...document.querySelectorAll('#roster tbody tr:not([hidden]) th')];"
             " return shown.length === 1 && shown[0].textContent.includes(name); }", name)


# A camera that sees what the test holds in front of it: headless browsers have none that reads codes.
READER = """
window.BarcodeDetector = class { async detect() { return window.held ? [{ rawValue: window.held }] : []; } };
navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
HTMLMediaElement.prototype.play = async () => {};
"""


def test_a_code_is_scanned(own, phone):
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    page = phone("host")
    page.add_init_script(READER)
    page.goto(f"{own.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus back']}")
    row = page.locator("#people .person").nth(2)
    member, code = row.get_attribute("data-id"), row.get_attribute("data-code")
    [token] = own.sql("SELECT token FROM invitation WHERE token LIKE '%s-%%'" % code)
    page.click("#scan")
    page.evaluate("window.held = 'https://elsewhere.example/'")
    wait(page, "document.getElementById('queue').textContent.includes('Nobody on this event has that code')")
    page.evaluate("(link) => { window.held = link; }", f"{own.url}/r/{token}")
    wait(page, f"document.querySelector(\".person[data-id='{member}']\").dataset.state === 'present'")
    wait(page, "document.getElementById('queue').hidden")
    assert own.sql("SELECT method FROM scan WHERE member_id = x'%s'" % member.replace("-", ""))[-1] == "qr"
    # The same code in front of the camera for longer does not tick again.
    page.wait_for_timeout(800)
    assert page.inner_text("#present") == "1"


def test_the_meeting_point_is_put_on_a_map(own, phone):
    page = phone("host")
    page.goto(f"{own.url}{EVENTS}/new")
    pin = page.locator(".pin-map")
    assert "No place yet" in pin.inner_text() and page.input_value("#meeting_latitude") == ""
    box = box_of(pin)
    pin.click(position={"x": box["width"] / 2 + 40, "y": 60})
    lat, lon = float(page.input_value("#meeting_latitude")), float(page.input_value("#meeting_longitude"))
    assert abs(lat - 46.425) < 0.02 and abs(lon - 9.234) < 0.02
    pin.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    assert float(page.input_value("#meeting_latitude")) > lat and float(page.input_value("#meeting_longitude")) > lon
    page.click(".pin-map button[data-do=clear]")
    assert page.input_value("#meeting_latitude") == "" and "No place yet" in pin.inner_text()
    page.click("summary:has-text('by hand')")
    page.fill("#meeting_latitude", "46.43")
    page.fill("#meeting_longitude", "9.24")
    assert "46.43, 9.24" in pin.inner_text()
    # It keeps what was chosen through a form that comes back.
    for name, text in {"title": "Lunch", "place": "Hut", "meeting_point": "Terrace"}.items():
        page.fill("#" + name, text)
    page.fill("#capacity", "0")
    follow(page, "main button.primary")
    assert page.input_value("#meeting_latitude") == "46.43" and "46.43, 9.24" in page.inner_text(".pin-map")


def test_where_people_meet_moves_on_an_open_page(own, phone):
    event = own.ids("event", "title")["Fondue evening"]
    guest, host = phone("ada"), phone("host")
    guest.goto(f"{own.url}/trips/valrosa/my/events/{event}")
    wait(guest, "document.documentElement.dataset.live === 'open'")
    host.goto(f"{own.url}{EVENTS}/{event}/edit")
    host.click("summary:has-text('by hand')")
    host.fill("#meeting_latitude", "46.4312")
    host.fill("#meeting_longitude", "9.2411")
    follow(host, "main button.primary")
    wait(guest, "document.querySelector('#meeting [data-copy^=\"46.4312\"]') !== null")
    assert "lat=46.4312" in guest.get_attribute("#meeting .buttons a", "href")
    assert "lat=46.4312" in guest.get_attribute("#meeting .small-map", "href")


def test_ticks_and_answers_work_without_scripts(browser, own):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, own)
    events, lists = own.ids("event", "title"), own.ids("check_in_list", "name")
    page.goto(f"{own.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus 2 out']}?q=specimen")
    before = int(page.inner_text("#present"))
    name = page.inner_text("#people .person:not([hidden]) strong >> nth=0")
    follow(page, "#people .person:not([hidden]) .tick-row >> nth=0")
    assert page.inner_text(".notice") == f"{name} has arrived." and int(page.inner_text("#present")) == before + 1
    assert f"{name}: arrived" in page.inner_text("main")
    follow(page, "text=Undo >> nth=0")
    assert int(page.inner_text("#present")) == before
    # In on the other bus is out of this one.
    page.goto(f"{own.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus 1 out']}")
    other = int(page.inner_text("#present"))
    page.click("#away > summary")
    follow(page, "#away .tick-row >> nth=0")
    assert int(page.inner_text("#present")) == other + 1
    page.goto(f"{own.url}{EVENTS}/{events['Glacier day']}/check-in/{lists['Bus 2 out']}")
    assert int(page.inner_text("#present")) == before - 1
    link = next(link for _, rsvp, link in own.personal_links("Night sledging") if rsvp == "pending")
    answer(page, link, "yes")
    assert "You are going." in page.inner_text("main")
    context.close()


@pytest.mark.parametrize("members", [1, 48, 600])
def test_print(browser, tmp_path, members):
    demo = Demo(tmp_path / "data", members=members)
    context = browser.new_context()
    page = context.new_page()
    sign_in(page, demo)
    event = f"{demo.url}{EVENTS}/{demo.ids('event', 'title')['Glacier day']}"
    page.goto(event + "/print?everybody=on")
    started = time.monotonic()
    pages, size, text = pdf_text(page, tmp_path / "event.pdf")
    print(f"{members}: {pages} pages in {time.monotonic() - started:.2f} s")
    assert "A4" in size
    assert len(re.findall(r"No\.\s+Out\s+Back\s+Name", text)) == pages and text.count("list v") >= pages
    assert [f"Page {n + 1} of {pages}" in text for n in range(pages)] == [True] * pages
    invited = int(demo.sql("SELECT count(*) FROM invitation i JOIN event e ON e.id = i.event_id WHERE e.title = 'Glacier day'")[0])
    numbers = {int(n) for n in re.findall(r"^\s*(\d+)\s", text, re.M)}
    assert set(range(1, invited + 1)) <= numbers
    page.goto(event + "/print?everybody=on&split=group&paper=letter&large=on&set=on&column=diet")
    pages, size, text = pdf_text(page, tmp_path / "groups.pdf")
    assert "letter" in size and "Glacier day · Hosts" in text and "Diet" in text and "Phone" not in text
    context.close()
    demo.stop()


def test_calendars_are_read_by_two_libraries(own):
    cookie = own.host()
    assert own.request("POST", EVENTS + "/calendars", {"member": ""}, cookie=cookie).status == 303
    token = own.sql("SELECT token FROM calendar_feed")[0]
    answer = own.request("GET", f"/feeds/{token}.ics")
    assert answer.status == 200 and answer.getheader("Content-Type") == "text/calendar; charset=utf-8"
    lines = answer.body.split(b"\r\n")
    assert all(len(line) <= 75 and b"\n" not in line for line in lines) and answer.body.endswith(b"END:VCALENDAR\r\n")
    calendar = icalendar.Calendar.from_ical(answer.body)
    found = {str(event["SUMMARY"]): event for event in calendar.walk("VEVENT")}
    assert set(found) == {"Welcome dinner", "Glacier day", "Fondue evening", "Avalanche training", "Night sledging", "Cancelled: Sunrise yoga"}
    assert not [event.errors for event in found.values() if event.errors]
    assert found["Cancelled: Sunrise yoga"]["STATUS"] == "CANCELLED" and int(found["Cancelled: Sunrise yoga"]["SEQUENCE"]) == 1
    start = found["Glacier day"].decoded("DTSTART")
    stored = int(own.sql("SELECT starts_at FROM event WHERE title = 'Glacier day'")[0]) / 1e6
    assert (start.hour, start.minute) == (8, 40) and start.timestamp() == stored
    assert len(calendar.walk("VTIMEZONE")) == 1
    other = ics.Calendar(answer.body.decode())
    assert len(other.events) == 6
    assert {event.uid for event in other.events} == {str(event["UID"]) for event in found.values()}
    assert min(event.begin.datetime for event in other.events).astimezone(datetime.timezone.utc) == min(
        event.decoded("DTSTART") for event in found.values()).astimezone(datetime.timezone.utc)
    # Unchanged is a 304; an edit raises the sequence and keeps the identifier.
    again = own.request("GET", f"/feeds/{token}.ics", headers={"If-None-Match": answer.getheader("ETag")})
    assert again.status == 304 and again.body == b""
