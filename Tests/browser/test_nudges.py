"""Hosts ask whether all is well, and somebody without an account ticks a list: each from a link, without signing in."""
import re
import sqlite3
import time

import pytest

from support import BASE, TRIP, boxes_of, browse, eventually, faults, follow, wait  # noqa: F401, F811 (browse: a fixture)


def member(own, name):
    return f"{TRIP}/members/" + own.ids("member", "first_name || ' ' || last_name")[name]


def ask(own, name="Ada Example"):
    """The path of the link on which somebody answers."""
    answer = own.request("POST", member(own, name) + "/nudge", {}, cookie=own.host())
    assert answer.status == 303, answer.body
    return "/well/" + own.sql("SELECT token FROM nudge ORDER BY asked_at DESC LIMIT 1")[0]


def test_an_answer_and_a_place_show_at_once_on_the_hosts_page(browse, own):  # noqa: F811
    host = browse("host", viewport={"width": 1280, "height": 800}, has_touch=False)
    host.goto(own.url + member(own, "Ada Example"))
    follow(host, host.get_by_role("button", name="Ask if all is well"))
    assert "No answer yet" in host.inner_text("#nudges")
    wait(host, "document.documentElement.dataset.live === 'open'")
    path = "/well/" + own.sql("SELECT token FROM nudge")[0]
    # Another browser, in which nobody is signed in.
    ada = browse(geolocation={"latitude": BASE[0], "longitude": BASE[1], "accuracy": 9}, permissions=["geolocation"])
    ada.goto(own.url + path)
    assert own.sql("SELECT count(*) FROM nudge WHERE answer IS NOT NULL") == ["0"], "looking answers nothing"
    ada.get_by_role("button", name="I’m fine").click()
    wait(host, "document.getElementById('nudges').innerText.includes('All is well')")
    wait(host, "document.getElementById('nudges').innerText.includes('Sent their position')")
    wait(ada, "document.getElementById('well')?.innerText.includes('have your position')")
    assert "you are fine" in ada.inner_text("#well") and not ada.problems
    assert host.problems == []


def test_a_browser_that_must_not_say_where_it_is_holds_nothing_up(browse, own):  # noqa: F811
    path = ask(own)
    ada = browse()
    ada.goto(own.url + path)
    with ada.expect_navigation():
        ada.get_by_role("button", name="I’m fine").click()
    assert "you are fine" in ada.inner_text("#well")
    assert own.sql("SELECT answer, place_at FROM nudge") == ["fine|"]


@pytest.mark.parametrize("scripts", [True, False])
def test_whoever_needs_help_sees_numbers_and_calls_all_hosts_with_a_second_tap(browse, own, scripts):  # noqa: F811
    path = ask(own)
    before = own.sql("SELECT count(*) FROM help_call")[0]
    ada = browse(java_script_enabled=scripts)
    ada.goto(own.url + path)
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth") if scripts else True
    follow(ada, ada.get_by_role("link", name="I need help"))
    assert ada.locator(".sos-phones a[href^='tel:']").count() > 0
    assert own.sql("SELECT count(*) FROM help_call")[0] == before
    with ada.expect_navigation():
        ada.get_by_role("button", name="Call all hosts for me").click()
    eventually(lambda: own.sql("SELECT count(*) FROM help_call")[0] == str(int(before) + 1))
    ada.goto(own.url + path)
    assert "Every host has your call" in ada.inner_text("#well")


WELL = "details.nudge-well"


def test_who_is_well_is_folded_away_from_those_who_wait_and_stays_unfolded(browse, own):  # noqa: F811
    names = ["Ada Example", "Hugo Quidam", "Nils Testov", "Xenia Specimen"]
    paths = {name: ask(own, name) for name in names}

    def answers(name, answer="fine"):
        assert own.request("POST", paths[name], {"answer": answer}).status in (200, 303)

    host = browse("host", viewport={"width": 390, "height": 844})
    host.goto(own.url + TRIP + "/nudges")
    wait(host, "document.documentElement.dataset.live === 'open'")
    # Nobody has answered: all stand in sight, and nothing is folded.
    listed = lambda: host.locator("#nudges > :is(.nudge-rows, section) strong").all_inner_texts()
    assert sorted(listed()) == sorted(names) and host.locator(WELL).count() == 0
    answers("Ada Example")
    wait(host, f"document.querySelector('{WELL} > summary')?.textContent.trim() === '1 is well'")
    assert sorted(listed()) == sorted(names[1:]) and not host.locator(WELL).get_by_text("Ada Example").is_visible()
    host.click(f"{WELL} > summary")
    assert host.locator(WELL).get_by_text("Ada Example").is_visible()
    # What a host has unfolded stays so, and the focus stays on it, however many answer meanwhile.
    answers("Hugo Quidam")
    wait(host, f"document.querySelector('{WELL} > summary').textContent.trim() === '2 are well'")
    for name in names[:2]:
        assert host.locator(WELL).get_by_text(name).is_visible(), name
    assert host.evaluate(f"document.activeElement === document.querySelector('{WELL} > summary')")
    # Who needs help is never folded.
    answers("Nils Testov", "help")
    wait(host, "document.getElementById('nudges').textContent.includes('1 needs help')")
    assert sorted(listed()) == sorted(names[2:])
    # Folded again, they stay folded.
    host.click(f"{WELL} > summary")
    answers("Xenia Specimen", "fine")
    wait(host, f"document.querySelector('{WELL} > summary').textContent.trim() === '3 are well'")
    assert not host.locator(WELL).get_by_text("Ada Example").is_visible()
    assert host.problems == []


@pytest.mark.parametrize("scripts", [True, False])
def test_where_everybody_is_well_nothing_is_folded(browse, own, scripts):  # noqa: F811
    path = ask(own)
    assert own.request("POST", path, {"answer": "fine"}).status in (200, 303)
    host = browse("host", viewport={"width": 390, "height": 844}, java_script_enabled=scripts)
    host.goto(own.url + TRIP + "/nudges")
    assert host.locator(WELL).get_by_text("Ada Example").is_visible() and host.locator("#nudges > .nudge-rows").count() == 0
    # By hand it folds, without scripts too, and stays so whoever answers meanwhile.
    host.click(f"{WELL} > summary")
    assert not host.locator(WELL).get_by_text("Ada Example").is_visible()
    if scripts:
        wait(host, "document.documentElement.dataset.live === 'open'")
        assert own.request("POST", ask(own, "Hugo Quidam"), {"answer": "fine"}).status in (200, 303)
        wait(host, f"document.querySelector('{WELL} > summary').textContent.trim() === '2 are well'")
        assert not host.locator(WELL).get_by_text("Ada Example").is_visible()


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_the_silent_are_walked_and_opened_by_keyboard(browse, own, width):  # noqa: F811
    hours = {"Hugo Quidam": 3, "Nils Testov": 2, "Xenia Specimen": 4}
    for name, ago in hours.items():
        assert own.request("POST", member(own, name) + "/trackers", {"label": "Phone"}, cookie=own.host()).status == 303
        first = name.split()[0]
        token = own.sql(f"SELECT t.token FROM tracker t JOIN member m ON m.id = t.member_id WHERE m.first_name = '{first}' ORDER BY t.created_at DESC LIMIT 1")[0]
        own.post_fix(token, *BASE, at=time.time() - ago * 3600)
    host = browse("host", viewport={"width": width, "height": 844})
    host.goto(own.url + TRIP + "/nudges/new")
    names = host.locator("#silent .nudge-who strong").all_inner_texts()
    # In each part whoever is silent longest stands first. No question reaches anybody here, so nobody is selected: numbers to call
    # are what the page offers, and whoever selects somebody by hand makes links.
    for part in host.locator("#silent section").all():
        ago = [hours[name] for name in part.locator("strong").all_inner_texts() if name in hours]
        assert ago == sorted(ago, reverse=True)
    chosen = host.locator("#silent :checked").count()
    assert chosen == 0 and not host.is_visible("#bulkbar")
    numbers = host.locator("#silent .buttons a.primary[href^='tel:']")
    assert numbers.count() and all(numbers.all_inner_texts())
    second = host.locator("#silent .silent-row").nth(1)
    after = chosen + (-1 if second.locator("input").is_checked() else 1)
    assert set(hours) <= set(names) and host.inner_text("#ticked") == f"{chosen} selected"
    if width == 390:
        rows = boxes_of(host.locator("#silent .silent-row:has(.primary)"))
        assert rows and all(box["height"] <= 128 for box in rows), rows
    if width == 1280:
        # Who and where have most of the line; the number to call and a button stand beside them.
        wide = [box["width"] for box in boxes_of(host.locator("#silent .silent-row:has(.silent-place) .nudge-who"))]
        assert min(wide) > 400, wide
        assert all(box["height"] <= 80 for box in boxes_of(host.locator("#silent .silent-row:has(.primary)")))
    assert host.evaluate("document.documentElement.scrollWidth <= innerWidth") and not faults(host, "light")
    host.keyboard.press("j")
    host.keyboard.press("j")
    assert host.evaluate("document.activeElement.closest('#silent li').querySelector('.nudge-who strong').textContent") == names[1]
    host.keyboard.press("x")
    assert host.inner_text("#ticked") == f"{after} selected"
    assert host.inner_text("#bulkbar button:not([type=reset])") == "Make links"
    with host.expect_event("load"):
        host.keyboard.press("Enter")
    assert host.inner_text("h1") == names[1] and own.sql("SELECT count(*) FROM nudge") == ["0"]
    assert not host.problems


@pytest.mark.parametrize("width", [320, 390, 820, 1440])
def test_a_name_stands_beside_its_face_however_long(browse, own, width):  # noqa: F811
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        database.execute("UPDATE member SET last_name = 'Platzhalter-Hinterobermaier' WHERE first_name = 'Ada' AND last_name = 'Example'")
    ask(own, "Ada Platzhalter-Hinterobermaier")
    ask(own, "Bruno Demovich")
    host = browse("host", viewport={"width": width, "height": 844})
    host.goto(own.url + TRIP + "/nudges")
    rows = host.evaluate("""[...document.querySelectorAll('#nudges .nudge-row')].map((row) => {
      const [face, name] = ['.face', '.nudge-who strong'].map((part) => row.querySelector(part).getBoundingClientRect());
      return [name.left - face.right, name.top < face.bottom && name.bottom > face.top];
    })""")
    assert len(rows) == 2 and all(0 < gap <= 16 and beside for gap, beside in rows), rows
    assert host.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_volunteer_ticks_from_a_link(browse, own):  # noqa: F811
    event, name = own.sql("SELECT lower(hex(l.event_id)) || '/check-in/' || lower(hex(l.id)), m.first_name FROM check_in_list l JOIN invitation i "
                          "ON i.event_id = l.event_id AND i.rsvp = 'going' JOIN member m ON m.id = i.member_id JOIN event e ON e.id = l.event_id "
                          "WHERE l.archived_at IS NULL AND e.state = 'published' AND length(m.first_name) > 3 "
                          "AND NOT EXISTS (SELECT 1 FROM scan s WHERE s.member_id = m.id AND s.list_id = l.id) LIMIT 1")[0].split("|")
    event = re.sub(r"([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})", r"\1-\2-\3-\4-\5", event)
    host = browse("host", viewport={"width": 1280, "height": 800}, has_touch=False)
    host.goto(f"{own.url}{TRIP}/events/{event}")
    host.click("#helpers > summary")
    host.fill("#helpers [name=note]", "Mara at the bus")
    follow(host, host.get_by_role("button", name="Make a link"))
    link = host.input_value("#link")
    helper = browse()
    helper.goto(link)
    helper.fill("[name=as]", "Mara")
    follow(helper, helper.get_by_role("button", name="Start"))
    assert helper.locator(".helper-row").count() == 0
    # Found while it is typed, and by the button.
    helper.fill("[name=q]", name[:3])
    wait(helper, "document.querySelectorAll('.helper-row').length > 0")
    # Rows of other words never stand below these: not while they are looked for, not without a line, not where one has to wait.
    helper.route("**/helper/**", lambda route: route.abort())
    helper.fill("[name=q]", "qqqq")
    assert helper.locator(".helper-row").count() == 0
    helper.unroute_all()
    helper.route("**/helper/**", lambda route: route.fulfill(status=429, content_type="text/html", body="<p class=problem>Wait a moment."))
    helper.fill("[name=q]", "qqq")
    wait(helper, "document.querySelector('#found').innerText === 'Wait a moment.'")
    helper.unroute_all()
    helper.fill("[name=q]", name[:3])
    wait(helper, "document.querySelectorAll('.helper-row').length > 0")
    follow(helper, helper.get_by_role("button", name="Search"))
    assert 0 < helper.locator(".helper-row").count() <= 8
    assert helper.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(helper, "light")
    row = helper.locator(".helper-row", has_text=name).first
    follow(helper, row.get_by_role("button", name=re.compile("^Tick ")))
    assert "ticked by Mara (helper)" in helper.locator(".helper-row", has_text=name).first.inner_text()
    host.goto(f"{own.url}{TRIP}/events/{event}")
    assert "Mara (helper)" in host.inner_text("main") and "1 tick, the last by Mara" in host.text_content("#helpers")
    host.click("#helpers > summary")
    follow(host, host.locator("#helpers").get_by_role("button", name=re.compile("^Revoke")))
    assert helper.goto(link).status == 410 and "This link has ended" in helper.inner_text("main")
