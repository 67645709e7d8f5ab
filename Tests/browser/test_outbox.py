"""Forms that are sent in a dead zone: they wait in the browser, say so, go out once, and nobody else sends them."""
import time

import pytest
from playwright.sync_api import Error

from conftest import Valley
from support import BASE, PATIENCE, PHONE, TRIP, box_of, eventually, follow, leave, sign_in, wait

SHARES = "CASE WHEN m.sharing_paused_at IS NULL THEN m.shares_with ELSE 'off' END"
UNSENT = "document.getElementById('unsent-forms')"
PROXY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 11\r\nConnection: close\r\n\r\nBad Gateway"


@pytest.fixture
def valley(own):
    way = Valley(own)
    yield way
    way.close()


@pytest.fixture
def phone(browser, own, valley):
    """A page of Ada's that has all that a dead zone needs."""
    contexts = []

    def make(who="ada", **options):
        context = browser.new_context(**{**PHONE, **options})
        contexts.append(context)
        page = context.new_page()
        page.asked = []
        page.on("dialog", lambda dialog: (page.asked.append(dialog.message), dialog.accept()))
        sign_in(page, own, who)
        return settled(page, valley)

    yield make
    for context in contexts:
        leave(context)


def settled(page, valley):
    page.goto(valley.url + TRIP + "/my")
    wait(page, "caches.open('pages').then((kept) => kept.keys()).then((keys) => keys.some(({ url }) => url.endsWith('/my/events/new')))", seconds=30)
    return page


def cut(page, valley, excuse=None):
    valley.cut(excuse)
    if not excuse:
        page.context.set_offline(True)


def mend(page, valley):
    valley.mend()
    page.context.set_offline(False)


def waits(page, text, seconds=PATIENCE):
    wait(page, "(text) => document.getElementById('unsent-forms')?.innerText.includes(text)", text, seconds)


def is_sent(page, seconds=20):
    """Nothing waits any more, and no page is on its way, for a second: a page that was kept comes anew by itself, and lists a moment later what waits."""
    since = None

    def rests():
        nonlocal since
        try:
            is_idle = page.evaluate(f"document.readyState === 'complete' && !{UNSENT}?.querySelector('[data-client]')")
        except Error:
            # The page went elsewhere meanwhile.
            is_idle = False
        since = (since or time.monotonic()) if is_idle else None
        return since is not None and time.monotonic() - since > 1

    eventually(rests, seconds)


def ada(own, column):
    return own.sql(f"SELECT {column} FROM member m WHERE m.first_name = 'Ada' AND m.account_id IS NOT NULL")[0]


def answer_of(own, title, name="Ada"):
    return own.sql(
        "SELECT i.rsvp FROM invitation i JOIN member m ON m.id = i.member_id JOIN event e ON e.id = i.event_id "
        f"WHERE e.title = '{title}' AND m.first_name = '{name}'")[0]


def pending(own):
    """An event that Ada has not answered: its title and its address."""
    title = own.sql(
        "SELECT e.title FROM invitation i JOIN member m ON m.id = i.member_id JOIN event e ON e.id = i.event_id "
        "WHERE m.first_name = 'Ada' AND i.rsvp = 'pending' AND e.state = 'published' ORDER BY e.starts_at DESC")[0]
    return title, f"{TRIP}/my/events/{own.ids('event', 'title')[title]}"


def fill_event(page, title="Sunset lap"):
    for name, text in {"title": title, "place": "Rosa", "meeting_point": "Top"}.items():
        page.fill("#" + name, text)
    page.check("#audience input[value=everyone]")


def made(own, title="Sunset lap"):
    return int(own.sql(f"SELECT count(*) FROM event WHERE title = '{title}'")[0])


# MARK: each form

def answers(page, own):
    title, address = pending(own)
    page.goto(page.way + address)

    def send():
        page.click("button[value=no]")
    return f"Answer to {title}", send, lambda: answer_of(own, title) == "declined"


def shares(page, own):
    page.goto(page.way + TRIP + "/my")

    def send():
        page.click(".sharing-fold > summary")
        page.check("input[name=level][value=hosts]")
        page.click("form.sharing button.primary")
    return "Who sees your position", send, lambda: ada(own, SHARES) == "hosts"


ABOUT = "#edit-profile button.primary"


def writes_about(page, text):
    """In one's own profile, which is read until a part of it is edited."""
    if not page.is_visible("#description"):
        page.click("#edit-profile > summary")
    page.fill("#description", text)
    page.click(ABOUT)


def describes(page, own):
    page.goto(page.way + TRIP + "/my/profile")

    def send():
        writes_about(page, "Likes moguls.")
    return "Your profile", send, lambda: ada(own, "m.description") == "Likes moguls."


def makes(page, own):
    page.goto(page.way + TRIP + "/my/events/new")

    def send():
        fill_event(page)
        page.click("form[data-kept] button.primary")
    return "New event", send, lambda: made(own) == 1


def calls_off(page, own):
    page.goto(page.way + TRIP + "/my/events/new")
    fill_event(page)
    follow(page, "form[data-kept] button.primary")
    page.goto(page.way + f"{TRIP}/my/events/{own.ids('event', 'title')['Sunset lap']}/cancel")

    def send():
        page.fill("#reason", "Fog")
        page.click("form[data-kept] button.danger")
    return "Cancelling Sunset lap", send, lambda: own.sql("SELECT cancel_reason FROM event WHERE title = 'Sunset lap'") == ["Fog"]


def changes(page, own):
    page.goto(page.way + TRIP + "/my/events/new")
    fill_event(page)
    follow(page, "form[data-kept] button.primary")
    page.goto(page.way + f"{TRIP}/my/events/{own.ids('event', 'title')['Sunset lap']}/edit")

    def send():
        page.fill("#place", "Valley")
        page.click("form[data-kept] button.primary")
    return "Changes to Sunset lap", send, lambda: own.sql("SELECT place FROM event WHERE title = 'Sunset lap'") == ["Valley"]


@pytest.mark.parametrize("form", [answers, shares, describes, makes, calls_off, changes], ids=lambda form: form.__name__)
def test_a_form_waits_through_a_reload_and_goes_out(phone, own, valley, form):
    page = phone()
    page.way = valley.url
    label, send, is_done = form(page, own)
    cut(page, valley)
    send()
    waits(page, f"Not sent yet: {label}")
    waits(page, "It goes out when there is a signal.")
    assert not is_done()
    page.reload()
    waits(page, f"Not sent yet: {label}")
    # From any page of the trip, with the first one closed.
    other = page.context.new_page()
    other.goto(valley.url + TRIP + "/my/events")
    waits(other, f"Not sent yet: {label}")
    page.close()
    assert not is_done()
    mend(other, valley)
    is_sent(other)
    assert is_done()


def test_a_personal_link_that_was_open_answers_and_opens_again(browser, own, valley):
    name, _, link = next(row for row in own.personal_links("Night sledging") if row[1] == "pending")
    link = link.replace(own.url, valley.url)
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(link)
    wait(page, "caches.match(location.pathname).then(Boolean)", seconds=20)
    cut(page, valley)
    page.click("button[value=no]")
    waits(page, "Not sent yet: Answer to Night sledging")
    assert "“I am not going”" in page.inner_text("#unsent-forms") and "You have not answered yet." in page.inner_text("#personal")
    page.reload()
    waits(page, "Not sent yet: Answer to Night sledging")
    mend(page, valley)
    wait(page, "document.getElementById('personal')?.textContent.includes('You are not going.')", seconds=20)
    is_sent(page)
    # With a line there is the question first, and the way back.
    page.click("button[value=yes]")
    wait(page, "document.querySelector('form[method=post] button.primary') !== null")
    page.go_back()
    wait(page, "document.querySelector('form[method=get]') !== null && !location.search")
    context.close()


def test_a_photo_waits_too(phone, own, valley):
    page = phone()
    before = ada(own, "hex(m.photo_id)")
    page.goto(valley.url + TRIP + "/my/photo")
    picture = page.evaluate("""() => { const canvas = document.createElement("canvas"); canvas.width = canvas.height = 64;
        canvas.getContext("2d").fillRect(0, 0, 64, 64); return canvas.toDataURL("image/png").split(",")[1]; }""")
    import base64
    page.set_input_files("#photo", {"name": "me.png", "mimeType": "image/png", "buffer": base64.b64decode(picture)})
    page.wait_for_selector(".photo-thumbs canvas")
    cut(page, valley)
    page.click("form[data-kept] button.primary")
    waits(page, "Not sent yet: Your photo")
    assert "me.png" in page.inner_text("#unsent-forms")
    page.reload()
    waits(page, "Not sent yet: Your photo")
    assert ada(own, "hex(m.photo_id)") == before
    mend(page, valley)
    is_sent(page)
    assert ada(own, "hex(m.photo_id)") != before


def test_what_waits_stands_clear_of_the_line_that_says_so(phone, own, valley):
    page = phone()
    title, address = pending(own)
    page.goto(valley.url + address)
    cut(page, valley)
    page.click("button[value=no]")
    waits(page, f"Not sent yet: Answer to {title}")
    page.reload()
    waits(page, f"Not sent yet: Answer to {title}")
    wait(page, "document.querySelector('.away-line')?.checkVisibility()")
    page.evaluate("scrollTo(0, 0)")
    [line, first, main] = [box_of(page.locator(one)) for one in ("#live-state", "#unsent-forms > * >> nth=0", "main")]
    assert first["y"] >= line["y"] + line["height"] + 8, (line, first)
    # The room for the line is made once.
    assert page.evaluate("getComputedStyle(document.querySelector('main')).borderTopWidth") == "0px" and main["y"] > first["y"]


def test_a_call_that_waits_stands_clear_of_the_line_too(phone, own, valley):
    page = phone()
    page.goto(valley.url + TRIP + "/my/sos")
    cut(page, valley)
    page.evaluate("""() => { const form = document.getElementById("sos"); form.elements.sure.checked = true; form.requestSubmit(); }""")
    wait(page, "document.getElementById('waiting').innerText.includes('is not sent yet')")
    page.goto(valley.url + TRIP + "/my/events")
    wait(page, "document.getElementById('unsent') && document.querySelector('.away-line')?.checkVisibility()")
    page.evaluate("scrollTo(0, 0)")
    [line, words] = [box_of(page.locator(one)) for one in ("#live-state", "#unsent p")]
    assert words["y"] >= line["y"] + line["height"], (line, words)


# When the newest form was made, by the clock of a zone.
MADE = """(timeZone) => globalThis.outboxCore.update((all) => all).then((all) =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(all.at(-1).at))"""


def test_what_waits_is_told_by_the_trips_clock(phone, own, valley):
    # Where nobody of the trip is.
    page = phone(timezone_id="Pacific/Kiritimati")
    page.goto(valley.url + TRIP + "/my/sos")
    zone = page.get_attribute("body", "data-zone")
    assert zone == own.sql("SELECT time_zone FROM trip WHERE slug = 'valrosa'")[0]
    cut(page, valley)
    page.evaluate("""() => { const form = document.getElementById("sos"); form.elements.sure.checked = true; form.requestSubmit(); }""")
    wait(page, "document.getElementById('waiting').innerText.includes('is not sent yet')")
    made = page.evaluate(MADE, zone)
    assert f"Your call of {made} is not sent yet" in page.inner_text("#waiting")
    # So is a form, on a page that was kept.
    page.goto(valley.url + TRIP + "/my")
    page.click(".sharing-fold > summary")
    page.check("input[name=level][value=hosts]")
    page.click("form.sharing button.primary")
    waits(page, "Not sent yet: Who sees your position")
    made = page.evaluate(MADE, zone)
    assert f"Made at {made}" in page.inner_text("#unsent-forms")


# MARK: once, and in order

def test_of_two_answers_the_later_one_goes_out(phone, own, valley):
    page = phone()
    title, address = pending(own)
    page.goto(valley.url + address)
    cut(page, valley, PROXY)
    page.click("button[value=yes]")
    waits(page, "Not sent yet")
    page.click("button[value=no]")
    waits(page, "“Not going”")
    assert page.locator("#unsent-forms [data-client]").count() == 1
    # What waits is not shown as given.
    assert "You have not answered yet." in page.inner_text("#own")
    valley.mend()
    page.click("text=Try now")
    is_sent(page)
    assert answer_of(own, title) == "declined"
    said = own.sql(f"SELECT count(*) FROM event_log l JOIN event e ON e.id = l.event_id WHERE e.title = '{title}' AND l.author LIKE 'Ada%'")
    assert said == ["1"]


def test_what_arrived_although_its_answer_was_lost_counts_once(phone, own, valley):
    page = phone()
    page.goto(valley.url + TRIP + "/my/events/new")
    fill_event(page)
    valley.loses_answers = True
    page.click("form[data-kept] button.primary")
    waits(page, "Not sent yet: New event")
    assert made(own) == 1
    page.reload()
    valley.loses_answers = False
    is_sent(page)
    page.goto(valley.url + TRIP + "/my/profile")
    valley.loses_answers = True
    writes_about(page, "Likes moguls.")
    waits(page, "Not sent yet: Your profile")
    valley.loses_answers = False
    is_sent(page)
    assert made(own) == 1 and ada(own, "m.description") == "Likes moguls."


def test_two_events_of_a_dead_zone_are_two_in_order(phone, own, valley):
    page = phone()
    page.goto(valley.url + TRIP + "/my/events/new")
    cut(page, valley)
    for title in ("First lap", "Second lap"):
        fill_event(page, title)
        page.click("form[data-kept] button.primary")
        wait(page, "(title) => document.getElementById('unsent-forms')?.textContent.includes(title)", title)
    assert page.locator("#unsent-forms [data-client]").count() == 2
    # What waits needs the form no more.
    wait(page, "document.getElementById('title').value === ''")
    mend(page, valley)
    is_sent(page)
    assert own.sql("SELECT title FROM event WHERE title LIKE '% lap' ORDER BY created_at") == ["First lap", "Second lap"]


def test_a_second_tap_and_a_second_tab_send_nothing_twice(phone, own, valley):
    page = phone()
    page.goto(valley.url + TRIP + "/my/events/new")
    cut(page, valley)
    fill_event(page)
    page.evaluate("for (const tap of [1, 2]) document.querySelector('form[data-kept] button.primary').click()")
    waits(page, "Not sent yet: New event")
    assert page.locator("#unsent-forms [data-client]").count() == 1
    tabs = [page, page.context.new_page()]
    tabs[1].goto(valley.url + TRIP + "/my/profile")
    waits(tabs[1], "Not sent yet: New event")
    valley.posts.clear()
    mend(page, valley)
    is_sent(tabs[1])
    assert made(own) == 1
    wait(page, "!document.getElementById('unsent-forms')?.querySelector('[data-client]')")
    assert [address for address in valley.posts if address.endswith(b"/events/new")] == [f"{TRIP}/my/events/new".encode()]


# MARK: refused, discarded, signed out

def test_what_is_refused_later_comes_back_filled_in(phone, own, valley):
    page = phone()
    page.goto(valley.url + TRIP + "/my/events/new")
    cut(page, valley)
    fill_event(page)
    page.click("form[data-kept] > .fold > summary")
    page.fill("#capacity", "0")
    page.click("form[data-kept] button.primary")
    waits(page, "Not sent yet: New event")
    mend(page, valley)
    waits(page, "Not taken: New event", 20)
    page.goto(valley.url + TRIP + "/my")
    waits(page, "Not taken: New event")
    follow(page, "text=Open the form, filled in")
    wait(page, "document.getElementById('title').value === 'Sunset lap'")
    assert page.input_value("#capacity") == "0" and page.input_value("#place") == "Rosa"
    assert page.locator("form [role=alert]").count() == 1
    page.fill("#capacity", "5")
    follow(page, "form[data-kept] button.primary")
    is_sent(page)
    assert made(own) == 1 and page.locator("#unsent-forms").count() == 0


def test_an_answer_that_comes_too_late_says_why(phone, own, valley):
    page = phone()
    title, address = pending(own)
    page.goto(valley.url + address)
    cut(page, valley)
    page.click("button[value=yes]")
    waits(page, f"Not sent yet: Answer to {title}")
    host = own.host()
    event = own.ids("event", "title")[title]
    version = own.sql(f"SELECT version FROM event WHERE title = '{title}'")[0]
    answer = own.request("POST", f"{TRIP}/events/{event}/cancel", {"reason": "Storm", "version": version}, cookie=host)
    assert answer.status == 303, answer.body
    mend(page, valley)
    waits(page, f"Not taken: Answer to {title}", 20)
    assert "This event is cancelled." in page.inner_text("#unsent-forms")
    page.click("#unsent-forms >> text=Discard")
    is_sent(page)
    assert page.asked == [f"Discard “Answer to {title}”?"] and answer_of(own, title) == "pending"


def type_profile(page, valley, text):
    """Where a proxy answers and the server does not."""
    page.goto(valley.url + TRIP + "/my/profile")
    valley.cut(PROXY)
    writes_about(page, text)
    waits(page, "Not sent yet: Your profile")


def test_signing_out_asks_and_clears(phone, own, valley):
    page = phone()
    type_profile(page, valley, "Never sent.")
    valley.mend()
    page.evaluate("globalThis.outboxCore.update((all) => all.map((item) => ({ ...item, problem: 'held' })))")
    page.locator("main form[action='/sign-out'] button").click()
    page.wait_for_url("**/sign-in*")
    assert page.asked == ["One form is not sent yet. Sign out, and discard what you typed?"]
    sign_in(page, own, "ada")
    settled(page, valley)
    page.wait_for_timeout(2000)
    assert page.locator("#unsent-forms").count() == 0 and ada(own, "m.description") != "Never sent."


def test_somebody_else_on_the_same_phone_sends_nothing_of_it(phone, own, valley):
    page = phone()
    type_profile(page, valley, "Ada's own words.")
    stays = page.context.new_page()
    page.context.clear_cookies()
    valley.mend()
    stays.goto(valley.url + "/sign-in")
    other = type("Way", (), {"url": valley.url, "passwords": own.passwords})
    sign_in(stays, other, "bruno")
    stays.goto(valley.url + TRIP + "/my/profile")
    stays.wait_for_timeout(7000)
    # Neither Bruno's page nor Ada's, which is still open, sends it as Bruno.
    assert stays.locator("#unsent-forms").count() == 0
    assert own.sql("SELECT count(*) FROM member WHERE description = 'Ada''s own words.'") == ["0"]
    waits(page, "when you have signed in again")
    page.context.clear_cookies()
    sign_in(stays, other, "ada")
    stays.goto(valley.url + TRIP + "/my")
    wait(stays, "fetch('/trips/valrosa/my/profile').then((answer) => answer.text()).then((text) => text.includes('own words.'))", seconds=20)
    assert ada(own, "m.description") == "Ada's own words."
    page.wait_for_url("**/my/profile?done=profile")


def test_sharing_switched_off_in_a_dead_zone_stops_the_page_at_once(phone, own, valley):
    page = phone(geolocation={"latitude": BASE[0], "longitude": BASE[1], "accuracy": 8}, permissions=["geolocation"])
    page.goto(valley.url + TRIP + "/my/map")
    page.click("#tab-you")
    page.click("#send-here")
    wait(page, "document.getElementById('send-state').textContent.includes('Sent')")
    valley.cut(PROXY)
    page.context.set_geolocation({"latitude": BASE[0] + 0.001, "longitude": BASE[1], "accuracy": 8})
    wait(page, "JSON.parse(localStorage.getItem('sotravel-positions')).length >= 1")
    page.check("input[name=level][value=off]")
    page.click("form.sharing button.primary")
    waits(page, "Not sent yet: Who sees your position")
    wait(page, "document.getElementById('send-state').textContent.includes('You have switched sharing off')")
    page.context.set_geolocation({"latitude": BASE[0] + 0.002, "longitude": BASE[1], "accuracy": 8})
    page.wait_for_timeout(500)
    assert page.evaluate("localStorage.getItem('sotravel-positions')") == "[]"
    valley.mend()
    page.click("text=Try now")
    is_sent(page)
    assert ada(own, SHARES) == "off"


def test_a_call_for_help_of_somebody_else_is_said_and_goes_out_as_theirs(phone, own, valley):
    page = phone()
    page.goto(valley.url + TRIP + "/my/sos")
    valley.cut(PROXY)
    page.fill("textarea, #text", "Broken leg")
    page.evaluate("""() => { const form = document.getElementById("sos"); form.elements.sure.checked = true; form.requestSubmit(); }""")
    wait(page, "document.getElementById('waiting').innerText.includes('is not sent yet')")
    page.context.clear_cookies()
    valley.mend()
    # Whoever signs in here is told before and after, and nothing goes out as theirs.
    page.goto(valley.url + "/sign-in")
    wait(page, "document.getElementById('unsent')?.innerText.includes('made in this browser is not sent yet')")
    way = type("Way", (), {"url": valley.url, "passwords": own.passwords})
    sign_in(page, way, "bruno")
    page.goto(valley.url + TRIP + "/my")
    wait(page, "document.getElementById('unsent')?.innerText.includes('goes out when whoever made it signs in')")
    page.wait_for_timeout(6000)
    # It may have gone out in the moment before the cookie went, as theirs who made it.
    assert "Bruno" not in own.sql("SELECT m.first_name FROM help_call c JOIN member m ON m.id = c.member_id WHERE c.text = 'Broken leg'")
    page.context.clear_cookies()
    sign_in(page, way, "ada")
    page.goto(valley.url + TRIP + "/my")
    # The page says so only when it has read what waits, so the database is asked first.
    callers = "SELECT m.first_name FROM help_call c JOIN member m ON m.id = c.member_id WHERE c.text = 'Broken leg'"
    eventually(lambda: own.sql(callers) == ["Ada"], seconds=20)
    wait(page, "document.getElementById('unsent') === null", seconds=20)


# MARK: an answer that calls for help

def ask(own, title):
    """Announces a question to everybody, and returns its address."""
    answers = {"answer_1": "I am fine", "answer_2": "I need help", "asks_2": "on", "help_2": "on"}
    form = {"do": "send", "title": title, "urgency": "1", "part": "all", "condition": "everyone", **answers}
    answer = own.request("POST", f"{TRIP}/announcements/new", form, cookie=own.host())
    assert answer.status == 303, answer.body
    return f"{TRIP}/announcements/{own.ids('announcement', 'title')[title]}"


def press(page, button, seconds=2.3):
    """Holds a button where no page follows."""
    button.scroll_into_view_if_needed()
    box = box_of(button)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(seconds * 1000)
    page.mouse.up()


def calls(own, title):
    """The words of each call of this question, and how many seconds it had waited."""
    return own.sql(f"SELECT text || '|' || ((received_at - called_at) / 1000000) FROM help_call WHERE text LIKE '%{title}%' ORDER BY called_at")


# A clock that is fast counts as now: no position of the demo is newer.
AMEND = """(place) => {
    const added = Object.entries({ ...place, at: String(Date.now() + 600e3) });
    const amended = (item) => ({ ...item, fields: [...item.fields.filter(([name]) => !(name in place) && name !== "at"), ...added] });
    return outboxCore.update((all) => all.map(amended)).then(() => outboxCore.tell({}));
}"""


def receipt(own, title):
    return own.sql("SELECT r.answer FROM announcement_recipient r JOIN announcement a ON a.id = r.announcement_id "
                   f"JOIN member m ON m.id = r.member_id WHERE a.title = '{title}' AND m.first_name = 'Ada' AND m.last_name = 'Example'")[0]


def test_a_held_answer_waits_and_calls_once_with_the_time_at_which_it_was_given(phone, own, valley):
    page = phone()
    page.goto(valley.url + ask(own, "Down yet?"))
    wait(page, f"caches.match('{TRIP}/my/sos').then(Boolean)", seconds=20)
    cut(page, valley)
    page.fill("#text", "below the hut")
    button = page.locator(".announce-own button.hold")
    # A tap calls nobody, also later.
    button.click()
    page.wait_for_timeout(300)
    assert page.evaluate("globalThis.outboxCore.update((all) => all).then((all) => all.length)") == 0
    for _ in range(2):
        press(page, button)
        wait(page, "document.getElementById('unsent')?.innerText.includes('Your call for help is not sent yet')")
        # As the page of calls does it: with a position it is the same call.
        page.evaluate(AMEND, {"lat": "46.020700", "lon": "7.749100", "accuracy": "12"})
    assert calls(own, "Down yet?") == [] and "or as soon as there is a signal" in page.inner_text(".hold-said")
    assert page.locator("#unsent a").get_attribute("href").endswith("/my/sos")
    page.goto(valley.url + TRIP + "/my/sos")
    wait(page, "document.getElementById('waiting').innerText.includes('“below the hut” of')")
    page.wait_for_timeout(3000)
    valley.posts.clear()
    mend(page, valley)
    eventually(lambda: len(calls(own, "Down yet?")) == 1, seconds=20)
    page.wait_for_timeout(6000)
    words, waited = calls(own, "Down yet?")[0].split("|")
    assert words.startswith("I need help: below the hut") and int(waited) >= 5 and len(calls(own, "Down yet?")) == 1
    assert len([address for address in valley.posts if address.endswith(b"/answer")]) == 1
    assert receipt(own, "Down yet?") == "1"
    assert own.sql("SELECT latitude || ' ' || longitude FROM help_call WHERE text LIKE '%Down yet?%'") == ["46.0207 7.7491"]
    wait(page, "document.getElementById('unsent') === null && !document.getElementById('waiting')?.innerText.includes('not sent')", seconds=20)


def test_a_call_by_answer_whose_response_was_lost_is_one_call(phone, own, valley):
    page = phone()
    page.goto(valley.url + ask(own, "Back at all?"))
    valley.loses_answers = True
    press(page, page.locator(".announce-own button.hold"))
    eventually(lambda: len(calls(own, "Back at all?")) == 1, seconds=20)
    # In another minute, so that the time alone does not tell.
    page.evaluate("globalThis.outboxCore.update((all) => all.map((item) => ({ ...item, at: item.at - 90e3 })))")
    valley.loses_answers = False
    wait(page, "globalThis.outboxCore.update((all) => all).then((all) => all.length === 0)", seconds=40)
    assert len(calls(own, "Back at all?")) == 1


def test_an_answer_that_calls_nobody_waits_too_and_undoes_no_later_one(phone, own, valley):
    page = phone()
    title = "All in the hotel?"
    page.goto(valley.url + ask(own, title))
    cut(page, valley)
    page.click(".announce-own button[value='0']")
    waits(page, f"Not sent yet: Answer to {title}")
    press(page, page.locator(".announce-own button.hold"))
    wait(page, "document.getElementById('unsent') !== null")
    mend(page, valley)
    # The call counts, which was given last, in whatever order the two arrive.
    eventually(lambda: len(calls(own, title)) == 1, seconds=20)
    eventually(lambda: receipt(own, title) == "1", seconds=20)
    page.wait_for_timeout(2000)
    assert receipt(own, title) == "1"


@pytest.mark.parametrize("excuse", [None, PROXY])
def test_whoever_cannot_hold_is_asked_by_the_browser_and_their_call_waits(phone, own, valley, excuse):
    page = phone()
    title = "Anybody in there?" if excuse else "Anybody there?"
    page.goto(valley.url + ask(own, title))
    # With an excuse the browser takes the line for one that carries.
    cut(page, valley, excuse)
    assert page.evaluate("navigator.onLine") == bool(excuse)
    page.locator(".announce-own button.hold").evaluate("(node) => node.click()")
    wait(page, "document.getElementById('unsent') !== null")
    assert page.asked == ["Call all hosts for help?"] and calls(own, title) == []
    mend(page, valley)
    eventually(lambda: len(calls(own, title)) == 1, seconds=20)


def test_a_kept_personal_link_says_nothing_that_was_done_long_ago(browser, own, valley):
    link = next(link for _, rsvp, link in own.personal_links("Night sledging") if rsvp == "pending").replace(own.url, valley.url)
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(link)
    wait(page, "caches.match(location.pathname).then(Boolean)", seconds=20)
    page.goto(link + "?answer=yes")
    page.click("form[method=post] button.primary")
    page.wait_for_selector(".toast .notice")
    wait(page, "caches.match(location.pathname).then((kept) => kept.text()).then((text) => text.includes('You are going.'))")
    cut(page, valley)
    page.goto(link)
    assert "You are going." in page.inner_text("#personal") and page.locator(".toast .notice").count() == 0
    context.close()
