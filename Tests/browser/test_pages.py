"""The built program in a real browser: what hosts do, without scripts too, on phones and in the dark."""
import contextlib
import json
import re
import subprocess
import time

import pytest

from conftest import Demo, Valley, totp
from support import (  # noqa: F401, F811 (browse, open_page: fixtures)
    TRIP, WIDTHS, addresses, box_of, boxes_of, browse, consists_of, eventually, follow, open_page, pdf_text, sign_in, wait)


def test_every_page_works_without_scripts(open_page, demo):
    # What the server sends is all there is.
    cookie = demo.host()
    for name, address in addresses(demo).items():
        answer = demo.request("GET", address, cookie=cookie)
        assert answer.status == (404 if name == "missing" else 200), name
        title = re.search(r"<h1\b([^>]*)>(.*?)</h1>", answer.body.decode(), re.DOTALL)
        assert "hidden" not in title[1].split() and re.sub(r"<[^>]*>", "", title[2]).strip(), name
    page = open_page(java_script_enabled=False)
    demo.post_fix(demo.tokens()[0], 46.41, 9.23)
    page.goto(demo.url + "/trips/valrosa/map")
    assert page.locator("#markers .marker").count() >= 1
    before = page.locator("#graticule text").all_text_contents()
    follow(page, "#moves a[aria-label='Zoom out']")
    assert page.locator("#graticule text").all_text_contents() != before
    page.goto(demo.url + "/trips/valrosa/roster")
    page.fill("#search", "ada")
    follow(page, "#filters button")
    assert re.match(r"\d+ of 49 members", page.inner_text("#count"))
    for row in (1, 2):
        page.check(f"#roster tbody tr:nth-child({row}) input")
    page.click("#bulkbar summary:has-text('Set')")
    page.select_option("select[name=status_to]", "left")
    follow(page, "button[value=status]")
    assert page.inner_text("h1") == "Set status to Left?"
    follow(page, "button[name=confirm]")
    assert page.inner_text(".notice") == "The people you ticked are updated."
    # Taken back: who has left is on no map, and the tests after this one look for people there.
    follow(page, "#last button")
    page.goto(demo.url + "/trips/valrosa/roster?status=left")
    assert page.locator("#roster tbody tr").count() == 0


def test_admin_signs_in_with_the_second_factor(open_page, demo):
    page = open_page("admin")
    assert "/sign-in/code" in page.url
    page.fill("#code", "000000")
    follow(page, "main button.primary")
    assert "This code is wrong" in page.inner_text(".error")
    page.fill("#code", totp(demo.secret))
    page.click("main button.primary")
    page.wait_for_url("**/trips**")
    page.goto(demo.url + "/accounts")
    assert "host@sotravel.example" in page.inner_text("main")
    # A trip and what somebody is there stand in one line.
    roles = boxes_of(page.locator(".account-role"))
    assert roles and all(box["height"] < 30 for box in roles), roles


def test_import_with_errors(open_page, demo):
    page = open_page()
    page.goto(demo.url + "/trips/valrosa/roster/import")
    with page.expect_event("load"):
        page.set_input_files("#file", {"name": "list.csv", "mimeType": "text/csv", "buffer": "Name;Mail;Tier\nNew Person;new@x.example;A\nBad Cell;broken;B\n".encode("utf-16")})
    assert "Nothing is saved yet" in page.inner_text(".intro")
    assert "2 new, 0 changed, 0 unchanged, 0 refused" in page.inner_text(".intro")
    assert "Email not taken: “broken”. This is not an email address." in page.inner_text("main")
    page.select_option("select[name=column2]", "ability")
    follow(page, "button[value=preview]")
    assert "Ability: A" in page.inner_text("main")
    follow(page, "button[value=save]")
    assert page.inner_text("h1") == "2 people imported"
    # What is typed is found once the roster's script runs.
    follow(page, "a:has-text('To the roster')")
    page.fill("#search", "new person")
    wait(page, "() => document.getElementById('count').textContent === '1 shown'")
    page.goto(demo.url + "/trips/valrosa/roster/import")
    page.fill("#text", 'name"\nAda')
    follow(page, "main button.primary")
    assert page.locator(".problem:has-text('Line 1')").count() > 0
    assert page.input_value("#text").startswith("name")


def test_roster_by_keyboard(open_page, demo):
    page = open_page()
    page.goto(demo.url + "/trips/valrosa/roster")
    page.keyboard.press("/")
    page.keyboard.type("specimen")
    wait(page, "() => [...document.querySelectorAll('#roster tbody tr:not([hidden]) th')].every((name) => name.textContent.includes('Specimen'))")
    page.keyboard.press("ArrowDown")
    first = page.evaluate("document.activeElement.textContent")
    assert "Specimen" in first
    page.keyboard.press("Enter")
    page.wait_for_url("**/members/**")
    assert first in page.inner_text("h1")


def test_a_marker_moves_after_a_real_post(open_page, demo):
    token = demo.tokens()[2]
    member, first, last = demo.member_of(token)
    demo.post_fix(token, 46.4100, 9.2300, at=time.time() - 60)
    page = open_page()
    page.goto(f"{demo.url}/trips/valrosa/map?member={member}")
    marker = page.locator(f"#markers [data-id='{member}']")
    marker.wait_for()
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    before = marker.get_attribute("transform")
    demo.post_fix(token, 46.4110, 9.2320)
    wait(page, "([id, before]) => document.querySelector(`#markers [data-id='${id}']`).getAttribute('transform') !== before", [member, before])
    assert f"{first} {last}" in page.inner_text("#details")
    wait(page, "() => document.querySelector('#trail path') !== null")
    # Paused: gone from the open map.
    cookie = demo.host()
    demo.request("POST", f"/trips/valrosa/members/{member}/pause", cookie=cookie)
    wait(page, "(id) => !document.querySelector(`#markers [data-id='${id}']`)", member)
    demo.request("POST", f"/trips/valrosa/members/{member}/resume", cookie=cookie)
    assert not page.problems, page.problems


def test_whose_phone_was_revoked_has_not_paused(browser, tmp_path):
    own = Demo(tmp_path / "data", members=4)
    token = own.tokens()[0]
    member, *_ = own.member_of(token)
    own.post_fix(token, 46.41, 9.23)
    page = browser.new_page()
    sign_in(page, own)
    page.goto(own.url + "/trips/valrosa/map")
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    mark = "([id, style]) => document.querySelector(`#people [data-id='${id}'] .mark`).classList.contains(style)"
    wait(page, mark, [member, "fresh"])
    cookie = own.host()
    for row in own.sql(f"SELECT lower(hex(id)) FROM tracker WHERE member_id = (SELECT member_id FROM tracker WHERE token = '{token}')"):
        tracker = "-".join([row[:8], row[8:12], row[12:16], row[16:20], row[20:]])
        assert own.request("POST", f"/trips/valrosa/trackers/{tracker}/revoke", cookie=cookie).status == 303
    wait(page, mark, [member, "never"])
    page.close()
    own.stop()


def test_map_moves_by_keyboard_wheel_and_drag(open_page, demo):
    demo.post_fix(demo.tokens()[0], 46.41, 9.23)
    page = open_page()
    page.goto(demo.url + "/trips/valrosa/map")
    page.wait_for_selector("html.live")
    page.click("#layers summary")
    page.check("#layers input[value=graticule]")
    state = lambda: page.locator("#graticule").inner_html()
    for act in [
        lambda: page.keyboard.press("ArrowLeft"), lambda: page.keyboard.press("+"), lambda: page.mouse.wheel(0, -300),
        lambda: (page.mouse.down(), page.mouse.move(1000, 550, steps=4), page.mouse.up()), lambda: page.click("#moves a[aria-label='Zoom out']"),
    ]:
        page.focus("#map")
        page.mouse.move(900, 450)
        before = state()
        act()
        wait(page, "(before) => document.getElementById('graticule').innerHTML !== before", before)


def test_twenty_tabs_share_one_stream_and_stay_usable(open_page, demo):
    page = open_page()
    context = page.context
    tabs = [page] + [context.new_page() for _ in range(19)]
    for tab in tabs:
        tab.goto(demo.url + "/trips/valrosa/map")
    for tab in tabs:
        wait(tab, "() => document.documentElement.dataset.live === 'open'")
    # Those of pages that tests before closed may end a moment later.
    eventually(lambda: re.search(rb"sotravel_stream_readers (\d+)", demo.request("GET", "/metrics").body).group(1) == b"1")
    token = demo.tokens()[3]
    member = demo.member_of(token)[0]
    demo.post_fix(token, 46.43, 9.25)
    for tab in tabs:
        wait(tab, "(id) => / s$/.test(document.querySelector(`#people [data-id='${id}'] .age`).textContent)", member)
    started = time.monotonic()
    tabs[-1].goto(demo.url + "/trips/valrosa/roster")
    assert time.monotonic() - started < 5
    for tab in tabs[1:]:
        tab.close()


@pytest.mark.parametrize("way", ["none", "refused", "script not to be had"])
def test_without_a_shared_worker_each_page_has_its_stream(open_page, demo, way):
    page = open_page()
    if way == "none":
        page.add_init_script("delete window.SharedWorker")
    elif way == "refused":
        page.add_init_script("window.SharedWorker = class { constructor() { throw new DOMException('no', 'SecurityError'); } }")
    else:
        page.add_init_script("""{
          const make = trustedTypes.createPolicy.bind(trustedTypes);
          trustedTypes.createPolicy = (name, { createScriptURL, createHTML }) => make(name, {
            createHTML, createScriptURL: (url) => createScriptURL(url.includes("live-worker") ? "/assets/js/nothing.js" : url) });
        }""")
    page.goto(demo.url + "/trips/valrosa/map")
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    token = demo.tokens()[3]
    member = demo.member_of(token)[0]
    demo.post_fix(token, 46.431, 9.251)
    wait(page, "(id) => / s$/.test(document.querySelector(`#people [data-id='${id}'] .age`).textContent)", member)


@pytest.mark.parametrize("way", ["shared", "own"])
def test_a_page_that_comes_back_is_live_again(browser, demo, way):
    """The browser keeps a page that is left, and shows it again as it was: what happened meanwhile is read anew."""
    token = demo.tokens()[4]
    member, *_ = demo.member_of(token)
    chromium = browser.browser_type.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"], ignore_default_args=["--disable-back-forward-cache"])
    try:
        page = chromium.new_page()
        if way == "own":
            page.add_init_script("delete window.SharedWorker")
        sign_in(page, demo)
        # Browsers may let go of a page that they kept, as when memory is short: then it is done again.
        for attempt in range(4):
            page.goto(demo.url + "/trips/valrosa/map")
            wait(page, "() => document.documentElement.dataset.live === 'open'")
            page.evaluate("window.isTheSame = true")
            page.goto(demo.url + "/trips/valrosa/roster")
            demo.post_fix(token, 46.432, 9.252, batt=17 - 2 * attempt)
            page.go_back(wait_until="commit")
            wait(page, SHOWS_BATTERY, [member, f"{17 - 2 * attempt} %"])
            demo.post_fix(token, 46.433, 9.253, batt=16 - 2 * attempt)
            wait(page, SHOWS_BATTERY, [member, f"{16 - 2 * attempt} %"])
            if page.evaluate("window.isTheSame"):
                break
        assert page.evaluate("window.isTheSame && document.documentElement.dataset.live === 'open'")
    finally:
        chromium.close()


@contextlib.contextmanager
def held_scripts(page):
    """Whatever happens inside happens after the page was made, and before its stream is opened."""
    held = []
    page.route("**/js/frame.js", lambda route: held.append(route))
    yield
    deadline = time.monotonic() + 10
    while not held and time.monotonic() < deadline:
        page.wait_for_timeout(20)
    held[0].continue_()
    page.unroute("**/js/frame.js")


SHOWS_BATTERY = "([id, battery]) => document.querySelector(`#people [data-id='${id}'] .extra`)?.textContent.includes(battery)"
OFFERS = "() => document.getElementById('live-state').textContent.includes('changed')"


def change_roster(demo):
    """A member comes to be paused and shares again: only open pages are told."""
    member, *_ = demo.member_of(demo.tokens()[9])
    cookie = demo.host()
    for way in ("pause", "resume"):
        assert demo.request("POST", f"/trips/valrosa/members/{member}/{way}", cookie=cookie).status == 303


@pytest.mark.parametrize("way, battery", [("shared", 11), ("own", 12), ("second tab", 13)])
def test_what_happens_while_a_page_loads_is_not_lost(open_page, demo, way, battery):
    token = demo.tokens()[5]
    member, *_ = demo.member_of(token)
    # A worker would serve the script past the test.
    page = open_page(service_workers="block")
    if way == "own":
        page.add_init_script("delete window.SharedWorker")
    if way == "second tab":
        page.goto(demo.url + "/trips/valrosa/roster")
        wait(page, "() => document.documentElement.dataset.live === 'open'")
        page = page.context.new_page()
    with held_scripts(page):
        page.goto(demo.url + "/trips/valrosa/map", wait_until="commit")
        page.wait_for_selector("#people .person-row")
        demo.post_fix(token, 46.434, 9.254, batt=battery)
        time.sleep(0.6)
    wait(page, SHOWS_BATTERY, [member, f"{battery} %"])
    with held_scripts(page):
        page.goto(demo.url + "/trips/valrosa/roster", wait_until="commit")
        page.wait_for_selector("#roster")
        change_roster(demo)
        time.sleep(0.6)
    wait(page, OFFERS)
    page.goto(demo.url + "/trips/valrosa/roster")
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    time.sleep(1)
    assert page.locator("#live-state").is_hidden(), "nothing happened since this page was made"


@pytest.mark.parametrize("excuse", [None, b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"])
@pytest.mark.parametrize("way", ["shared", "own"])
def test_a_quiet_page_that_loses_its_connection_misses_nothing(open_page, demo, way, excuse):
    """Nothing was said before the connection broke: the browser knows where to go on all the same. Neither is a proxy's word for
    a server that is just being started the last one."""
    valley = Valley(demo)
    page = open_page()
    if way == "own":
        page.add_init_script("delete window.SharedWorker")
    page.goto(valley.url + "/trips/valrosa/roster")
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    valley.cut(excuse)
    wait(page, "() => document.documentElement.dataset.live === 'lost'")
    # Until the browser has asked again and been refused.
    time.sleep(4)
    assert page.evaluate("document.documentElement.dataset.live") == "lost"
    change_roster(demo)
    valley.mend()
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    wait(page, OFFERS)
    valley.close()


@pytest.mark.parametrize("way", ["shared", "own"])
def test_a_page_of_somebody_signed_out_elsewhere_says_so(open_page, demo, way):
    page = open_page()
    if way == "own":
        page.add_init_script("delete window.SharedWorker")
    page.goto(demo.url + "/trips/valrosa/roster")
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    cookie = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "__Host-sotravel")
    assert demo.request("POST", "/sign-out", cookie=cookie).status == 303
    page.wait_for_selector("h1:text-is('You are signed out')")
    assert page.get_attribute("body > main a.primary", "href").startswith("/sign-in?next=") and page.locator("main table:visible").count() == 0


def test_a_map_that_reads_anew_hides_who_is_no_longer_shared(open_page, demo):
    own = demo.tokens()[6]
    member, *_ = demo.member_of(own)
    demo.post_fix(own, 46.4125, 9.2310)
    page = open_page(service_workers="block")
    page.goto(demo.url + "/trips/valrosa/map")
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    shown = "(id) => Boolean(document.querySelector(`#people [data-id='${id}'] .mark:not(.paused, .never)`))"
    wait(page, shown, member)
    cookie = demo.host()
    # As when the server started anew meanwhile: the stream says only that everything is to be read.
    page.context.route("**/live?**", lambda route: route.fulfill(content_type="text/event-stream", body="id: x-1\nevent: reread\ndata: {}\n\n"))
    page.add_init_script("delete window.SharedWorker")
    with held_scripts(page):
        page.goto(demo.url + "/trips/valrosa/map", wait_until="commit")
        page.wait_for_selector("#people .person-row")
        assert demo.request("POST", f"/trips/valrosa/members/{member}/pause", cookie=cookie).status == 303
    wait(page, f"(id) => !({shown})(id)", member)
    assert demo.request("POST", f"/trips/valrosa/members/{member}/resume", cookie=cookie).status == 303


def test_the_way_of_who_hides_goes_from_open_maps_at_once(open_page, demo):
    tokens = demo.tokens()[7:9]
    members = [demo.member_of(token)[0] for token in tokens]
    for offset, token in enumerate(tokens):
        for minute in range(4):
            demo.post_fix(token, 46.41 + offset / 500 + minute / 1000, 9.23, at=time.time() - 60 * (4 - minute))
    page = open_page(service_workers="block")
    page.goto(demo.url + "/trips/valrosa/map?layer=trails&layer=base")
    wait(page, "document.documentElement.dataset.live === 'open'")
    lines = "(ids) => ids.map((id) => document.querySelectorAll(`#trails [data-id='${id}']`).length)"
    page.evaluate("window.isSame = true")
    count = "document.querySelectorAll('#trails .way').length"
    wait(page, count + " >= 2")
    whole = settled(page, count)
    cookie = demo.host()
    assert demo.request("POST", f"/trips/valrosa/members/{members[0]}/pause", cookie=cookie).status == 303
    try:
        wait(page, f"{count} === {whole - 1}", seconds=5)
        assert page.evaluate(lines, members) == [0, 1] and page.evaluate("window.isSame")
    finally:
        assert demo.request("POST", f"/trips/valrosa/members/{members[0]}/resume", cookie=cookie).status == 303


@pytest.mark.parametrize("members", [1, 48, 600])
def test_print(browser, tmp_path, members):
    demo = Demo(tmp_path / "data", members=members)
    context = browser.new_context()
    page = context.new_page()
    sign_in(page, demo)
    page.goto(demo.url + "/trips/valrosa/roster/print")
    pages, size, text = pdf_text(page, tmp_path / "roster.pdf")
    assert "A4" in size
    # The header row stands on every page, the stamp too, and every page has its number.
    assert len(re.findall(r"No\.\s+Out\s+Back\s+Name", text)) == pages
    assert text.count("roster v1") >= pages
    assert [f"Page {n + 1} of {pages}" in text for n in range(pages)] == [True] * pages
    numbers = {int(n) for n in re.findall(r"^\s*(\d+)\s", text, re.M)}
    # Who has cancelled or left is on no paper.
    [here] = demo.sql("SELECT count(*) FROM member WHERE status NOT IN ('cancelled', 'left')")
    assert set(range(1, int(here) + 1)) <= numbers
    assert pages == 1 if members == 1 else pages <= members // 12 + 1
    page.goto(demo.url + "/trips/valrosa/roster/print?paper=letter&by_group=on")
    pages, size, text = pdf_text(page, tmp_path / "groups.pdf")
    assert "letter" in size
    for group in demo.sql("SELECT name FROM member_group"):
        assert f"{group} ·" in text
    context.close()
    demo.stop()


def test_paper_is_a_sheet_on_the_screen(open_page, demo):
    """On a phone it is a list: a person's columns stand below the name, each with what it is, and nothing is cut."""
    page = open_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(demo.url + "/trips/valrosa/roster/print")
    colours = page.evaluate("['body', 'main'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor)")
    assert colours[1] == "rgb(255, 255, 255)" != colours[0]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    cut = """parts => [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect())
        .filter(({ left, right, width }) => width && (left < 0 || right > innerWidth)).length"""
    assert page.evaluate(cut, ".print-head *, .print th, .print td, .print-choices *") == 0
    assert page.evaluate("(sheet => sheet.scrollWidth - sheet.clientWidth)(document.querySelector('.print-page'))") == 0
    room = page.locator(".print td[data-label=Room]").first
    assert page.evaluate("cell => getComputedStyle(cell, '::before').content", room.element_handle()) != "none"
    # A phone's paper is everybody's paper.
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.print tbody tr')).display") == "table-row"
    page.emulate_media(media="screen")
    assert not page.problems, page.problems


def tiles(page, style):
    """Whether all tiles of a style have been fetched and drawn."""
    drawn = page.evaluate("[...document.querySelectorAll('.tile-level:last-child canvas')].filter(c => c.width > 100).length")
    fetched = page.evaluate("style => performance.getEntriesByType('resource').filter(e => e.name.includes('/tiles/' + style + '/')).length", style)
    return drawn > 8 and fetched > 8


def test_the_ground_follows_the_people(open_page, demo):
    """Street map in the village, mountain map above it, and the page says why."""
    token = demo.tokens()[3]
    member = demo.member_of(token)[0]
    demo.post_fix(token, 46.4120, 9.2310)
    page = open_page()
    page.goto(f"{demo.url}/trips/valrosa/map?lat=46.4120&lon=9.2310&z=17")
    wait(page, "() => document.getElementById('map-reason').textContent.match(/^Street map, because (most people are|the person in view is) below/)")
    wait(page, "() => document.querySelectorAll('.tile-level canvas').length > 3")
    deadline = time.monotonic() + 10
    while not tiles(page, "street") and time.monotonic() < deadline:
        time.sleep(0.1)
    assert tiles(page, "street")
    demo.post_fix(token, 46.4400, 9.2380)
    page.goto(f"{demo.url}/trips/valrosa/map?lat=46.4400&lon=9.2380&z=17")
    wait(page, "() => document.getElementById('map-reason').textContent.match(/^Mountain map, because (most people are|the person in view is) above/)")
    row = page.locator(f"[data-id='{member}'] .extra")
    assert re.search(r"2,\d\d\d m", row.inner_text())
    page.click("#layers summary")
    is_kept = lambda answer: answer.request.method == "POST"
    with page.expect_response(is_kept):
        page.click("#style-switch button[value=street]")
    wait(page, "() => document.getElementById('map-reason').textContent === 'Street map, chosen by you'")
    page.reload()
    assert page.inner_text("#map-reason") == "Street map, chosen by you"
    page.click("#layers summary")
    with page.expect_response(is_kept):
        page.click("#style-switch button[value=auto]")
    assert not page.problems, page.problems


def test_old_tiles_stay_until_the_new_ones_are_there(open_page, demo):
    page = open_page()
    page.goto(f"{demo.url}/trips/valrosa/map?lat=46.4270&lon=9.2337&z=13")
    wait(page, "() => document.querySelectorAll('.tile-level canvas').length > 3")
    page.wait_for_timeout(1500)
    # The next level is held back: the old one has to stand scaled below it.
    page.route("**/tiles/**", lambda route: (time.sleep(0.2), route.continue_()))
    page.click("#moves a[aria-label='Zoom in']")
    wait(page, "() => document.querySelectorAll('.tile-level').length === 2")
    wait(page, "() => document.querySelectorAll('.tile-level').length === 1", seconds=20)
    page.unroute("**/tiles/**")


def settled(page, value):
    """A value of the page, once it is the same for a second: tiles around the view arrive after those in it."""
    while True:
        before = page.evaluate(value)
        page.wait_for_timeout(1000)
        if page.evaluate(value) == before:
            return before


@pytest.mark.parametrize("has_sheets", [True, False])
def test_ground_that_was_looked_at_is_kept(open_page, demo, has_sheets):
    page = open_page()
    if not has_sheets:
        page.add_init_script("delete window.OffscreenCanvas")
    page.add_init_script("""{ window.pictures = 0;
      const Picture = Image; window.Image = class extends Picture { constructor(...sizes) { super(...sizes); window.pictures += 1; } }; }""")
    sharp = """() => {
      const levels = [...document.querySelectorAll('.tile-level')], canvases = [...document.querySelectorAll('.tile-level canvas')];
      const pixels = Math.round(256 * Number(/scale\\(([\\d.e-]+)\\)/.exec(levels[0].style.transform)[1]) * devicePixelRatio);
      const sheet = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
      const isDrawn = (canvas) => { sheet.clearRect(0, 0, 1, 1); sheet.drawImage(canvas, 0, 0, 1, 1); return sheet.getImageData(0, 0, 1, 1).data[3] === 255; };
      return levels.length === 1 && canvases.length > 8 && canvases.every((canvas) => canvas.width === pixels && isDrawn(canvas)); }"""
    page.goto(f"{demo.url}/trips/valrosa/map?lat=46.4270&lon=9.2337&z=13")
    page.wait_for_selector(".tile-level canvas")
    # With the first move come the tiles around the view.
    page.mouse.move(700, 450)
    page.mouse.down()
    page.mouse.move(680, 450, steps=3)
    page.mouse.up()
    settled(page, "window.pictures")
    wait(page, sharp, seconds=20)
    page.click("#moves a[aria-label='Zoom in']")
    page.wait_for_timeout(600)
    wait(page, sharp, seconds=20)
    # Back: not a picture is fetched or read again, and the ground is sharp again.
    before = settled(page, "window.pictures")
    assert before > 40
    page.click("#moves a[aria-label='Zoom out']")
    page.wait_for_timeout(600)
    wait(page, sharp, seconds=20)
    assert page.evaluate("window.pictures") == before
    assert not page.problems, page.problems


def test_search_flies_to_places_and_people(open_page, demo):
    page = open_page()
    page.goto(demo.url + "/trips/valrosa/map")
    page.fill("#map-search input", "piz ros")
    wait(page, "() => document.querySelectorAll('#hits button').length >= 1")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('#hits') !== null")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    wait(page, "() => !document.getElementById('hits').offsetParent && document.querySelector('.pin')")
    page.fill("#map-search input", "zzzz")
    page.keyboard.press("Enter")
    wait(page, "() => document.getElementById('hits').textContent.includes('Nothing found for “zzzz”.')")


def test_a_click_tells_what_is_there(open_page, demo):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{demo.url}/trips/valrosa/map?lat=46.4270&lon=9.2337&z=16")
    page.wait_for_timeout(500)
    box = box_of(page.locator("#map"))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait(page, "() => document.getElementById('details').textContent.includes('UTM')")
    # The pin's tip is where the click was.
    tip = page.eval_on_selector(".map .pin", "pin => { const box = pin.getBoundingClientRect(); return [box.x + box.width / 2, box.bottom]; }")
    assert abs(tip[0] - box["x"] - box["width"] / 2) < 2 and abs(tip[1] - box["y"] - box["height"] / 2) < 2
    wait(page, "['Ground', 'Slope', '32T 5179', '46.4270'].every((part) => document.getElementById('details').textContent.includes(part))")
    page.click("#details button:has-text('Copy') >> nth=0")
    wait(page, "navigator.clipboard.readText().then((text) => text.startsWith('46.42'))")
    # A lift has its figures and a profile.
    page.goto(f"{demo.url}/trips/valrosa/ski")
    follow(page, "a:has-text('Piz Rosa Express')")
    assert "Chair lift" in page.inner_text("main") and page.locator("svg .profile-line").count() == 1


def test_chat_and_map_take_what_a_banner_leaves(open_page, demo):
    """The demo has an urgent case: its banner is above, and what one writes and reads is on the screen all the same."""
    page = open_page()
    for size, address, lowest in [
            (WIDTHS["desktop"], "chat", "#composer"), (WIDTHS["phone"], "chat", "#composer"), (WIDTHS["desktop"], "map", ".map-foot")]:
        page.set_viewport_size(size)
        page.goto(f"{demo.url}/trips/valrosa/{address}")
        if address == "chat":
            follow(page, ".conversations a >> nth=0")
        assert page.locator(".alert").is_visible()
        bottom = box_of(page.locator(lowest))
        assert bottom["y"] + bottom["height"] <= size["height"], (address, size, bottom)
        assert page.evaluate("document.scrollingElement.scrollHeight") <= size["height"] + 1, (address, size)


def test_everybody_is_on_the_map_once_at_every_zoom(open_page, demo):
    tokens = demo.tokens()[:12]
    for index, token in enumerate(tokens):
        demo.post_fix(token, 46.4100 + index * 0.0006, 9.2300 + index % 3 * 0.0008)
    page = open_page()
    page.goto(demo.url + "/trips/valrosa/map")
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    shown = """() => [...document.querySelectorAll('#markers .marker')].filter((node) => getComputedStyle(node).visibility === 'visible')
      .map((node) => node.classList.contains('cluster') ? Number(node.querySelector('text').textContent) : 1)"""
    everybody = int(page.inner_text("#map-count").split()[0])
    assert everybody > 8
    kinds = set()
    for key in ["0", "-", "-", "-", "-", "-", "-", "+", "+", "+", "+", "+", "+", "0", "-", "-"]:
        page.locator("#map").press(key)
        wait(page, f"() => ({shown})().reduce((sum, count) => sum + count, 0) === {everybody}")
        kinds |= {count > 1 for count in page.evaluate(shown)}
    assert kinds == {True, False}, "neither only clusters nor none"
    assert not page.problems, page.problems


def test_a_change_on_a_live_page_styles_only_itself(browser, open_page, demo):
    """One rule that asks the whole body what is in it makes the browser style hundreds of elements for each marker."""
    page = open_page()
    for address in ["/trips/valrosa/map", "/trips/valrosa/chat", "/trips/valrosa"]:
        page.goto(demo.url + address)
        wait(page, "() => document.documentElement.dataset.live === 'open'")
        # What the page reads once its stream is open is drawn first.
        elements = settled(page, "document.querySelectorAll('body *').length")
        browser.start_tracing(page=page, categories=["devtools.timeline"])
        page.evaluate("""async () => {
          const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
          const node = document.createElement('b');
          node.textContent = 'new';
          for (let n = 0; n < 3; n += 1) { document.querySelector('h1').append(node); await frame(); node.remove(); await frame(); }
        }""")
        events = json.loads(browser.stop_tracing())["traceEvents"]
        styled = [event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"]
        assert styled and max(styled) < elements / 4, (address, elements, styled)


def test_a_photo_lies_within_the_ring_of_its_marker(open_page, demo):
    for place, token in enumerate(demo.tokens()[:12]):
        demo.post_fix(token, 46.41 + 0.002 * place, 9.23)
    page = open_page()
    page.goto(demo.url + "/trips/valrosa/map?lat=46.415&lon=9.23&z=16")
    wait(page, "document.querySelector('.marker image') !== null")
    gaps = page.eval_on_selector_all(".marker image", """(images) => images.map((image) => {
      const [inner, outer] = [image.getBoundingClientRect(), image.parentNode.querySelector("circle").getBoundingClientRect()];
      return Math.max(Math.abs(inner.x + inner.width / 2 - outer.x - outer.width / 2), Math.abs(inner.y + inner.height / 2 - outer.y - outer.height / 2), inner.width - outer.width);
    })""")
    assert gaps and max(gaps) < 1, gaps


def test_layers_are_remembered(open_page, demo):
    page = open_page()
    page.goto(demo.url + "/trips/valrosa/map")
    page.click("#layers summary")
    assert page.evaluate("getComputedStyle(document.getElementById('graticule')).display") == "none"
    page.check("#layers input[value=graticule]")
    page.uncheck("#layers input[value=markers]")
    page.reload()
    assert page.evaluate("getComputedStyle(document.getElementById('graticule')).display") != "none"
    assert page.evaluate("getComputedStyle(document.getElementById('markers')).display") == "none"


def test_an_admin_replaces_the_map_while_it_is_looked_at(open_page, demo, tmp_path):
    viewer = open_page()
    viewer.goto(f"{demo.url}/trips/valrosa/map?lat=46.4120&lon=9.2310&z=15")
    failed = []
    viewer.on("response", lambda answer: failed.append(answer.url) if "/tiles/" in answer.url and answer.status >= 400 else None)
    page = open_page("admin")
    page.fill("#code", totp(demo.secret, time.time() + 30))
    page.click("main button.primary")
    page.wait_for_url("**/trips**")
    page.goto(demo.url + "/map-data")
    # Scripts of one page share one policy of Trusted Types: another one of its name would be refused.
    page.evaluate("""import(new URL("frame.js", document.querySelector("script[src*='/js/']").src))
        .then(() => { window.loaded = "yes"; }, (error) => { window.loaded = String(error); })""")
    wait(page, "window.loaded")
    assert page.evaluate("window.loaded") == "yes"
    folder = f"{demo.data}/demo-map"
    # As a mirror would hand it out.
    subprocess.run(["osmium", "cat", f"{folder}/valrosa.osm", "-o", tmp_path / "valrosa.osm.pbf"], check=True)
    page.set_input_files("#files", [tmp_path / "valrosa.osm.pbf", f"{folder}/N46E009.hgt"])
    page.fill("#name", "Valrosa again")
    page.click("#import-form button.primary")
    wait(page, "() => document.body.textContent.includes('Imported in')", seconds=20)
    page.wait_for_timeout(400)
    page.reload()
    assert "Valrosa again" in page.inner_text("main")
    viewer.click("#moves a[aria-label='Zoom in']")
    viewer.wait_for_timeout(1500)
    assert not failed, failed


def test_a_page_asks_for_all_its_scripts_at_once(demo):
    """Not for each when another one that imports it has come: on a mountain every such step is a second."""
    html = demo.request("GET", "/trips/valrosa/map", cookie=demo.host()).body.decode()
    scripts = [file for file in consists_of(demo, html) if file.endswith(".js") and "live-worker" not in file]
    assert [file.rsplit("/", 1)[1] for file in scripts] == ["frame.js", "map.js"]
    assert f'<link rel="modulepreload" href="{scripts[0]}">' in html


def test_the_list_of_sections_marks_the_one_in_view(open_page, demo):
    page = open_page()
    page.goto(demo.url + addresses(demo)["settings"])
    shown = "document.querySelector('.settings > .tabs [aria-current]')?.textContent"
    wait(page, shown + " === 'General'")
    for name in ("Safety", "Bikes"):
        page.click(f".settings > .tabs a:text-is('{name}')")
        wait(page, f"{shown} === '{name}'")
    page.mouse.wheel(0, -9000)
    wait(page, shown + " === 'General'")
    page.mouse.wheel(0, 9000)
    wait(page, shown + " === 'Archive'")
    assert page.locator(".settings > .tabs [aria-current]").count() == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_settings_are_folded_on_a_phone_and_whole_on_a_desk(open_page, demo, scripts):
    settings = demo.url + addresses(demo)["settings"]
    page = open_page(java_script_enabled=scripts)
    for width, is_wide in [(1280, True), (390, False)]:
        page.set_viewport_size({"width": width, "height": 844})
        page.goto("about:blank")
        page.goto(settings)
        # What is folded could keep the form from being sent: without scripts nothing is.
        for name in ("name", "emergency_numbers", "chat_days"):
            assert page.locator(f"#{name}").is_visible() == (is_wide or not scripts), (width, name)
        assert page.locator(".settings > .tabs").is_visible() == is_wide
        assert page.locator(".settings button.primary").is_visible()
        if not is_wide and scripts:
            page.click(".setting:has(#section-safety) > summary")
            assert page.locator("#emergency_numbers").is_visible() and not page.locator("#name").is_visible()
            # Whoever comes for a section reads it.
            page.goto(settings + "#section-privacy")
            page.wait_for_selector("#shares_friends", state="visible")


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_after_saving_the_page_stands_at_what_was_changed(browse, own, size):
    host = browse("host", viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 400)

    def changed(changes):
        """Fills the fields without scrolling, as a password keeper or an extension does; then somebody saves."""
        host.goto(own.url + TRIP + "/settings")
        for name, value, kind in changes:
            host.evaluate("""([name, value, kind]) => {
              const field = document.getElementById(name);
              field.value = value;
              if (kind) field.dispatchEvent(new Event(kind, { bubbles: true }));
            }""", [name, value, kind])
        follow(host, ".settings button.primary")
        section = host.evaluate("location.hash")
        # One sees it, on a phone unfolded.
        top = host.evaluate("document.querySelector(location.hash).getBoundingClientRect().top")
        assert 0 <= top < size[1], (changes, top)
        return section

    assert changed([("stale_minutes", "41", "input")]) == "#section-safety"
    assert changed([("chat_days", "33", "input"), ("emergency_numbers", "Rescue: 112", "input")]) == "#section-safety"
    assert changed([("emergency_numbers", "Rescue: 113", "")]) == "#section-safety"


def test_what_is_no_number_opens_its_fold_and_is_not_sent(open_page, demo):
    page = open_page()
    page.set_viewport_size({"width": 390, "height": 844})
    settings = demo.url + addresses(demo)["settings"]
    page.goto(settings)
    page.click(".setting:has(#mountain_from) > summary")
    page.fill("#mountain_from", "")
    page.locator("#mountain_from").press_sequentially("1e")
    page.click(".setting:has(#mountain_from) > summary")
    assert not page.locator("#mountain_from").is_visible()
    page.click(".settings button.primary")
    assert page.locator("#mountain_from").is_visible() and page.url == settings
    assert page.evaluate("document.activeElement.id") == "mountain_from"


@pytest.mark.parametrize("name, menu", [
    ("roster", ".switcher.person"), ("roster", ".switcher.trips"), ("event", "#print-menu"), ("map", "#layers"), ("places", "#place-extra")])
def test_a_menu_closes_on_a_press_outside_it_and_not_within(open_page, demo, name, menu):
    page = open_page()
    page.goto(demo.url + addresses(demo)[name])
    details = page.locator(menu)
    page.click(f"{menu} > summary")
    box = box_of(details.locator("> :not(summary)").first)
    page.mouse.click(box["x"] + 3, box["y"] + 3)
    assert details.get_attribute("open") is not None
    page.locator("main").click(position={"x": 4, "y": 4})
    assert details.get_attribute("open") is None
    # The press does nothing else there, and the menu opens again.
    page.click(f"{menu} > summary")
    assert details.get_attribute("open") is not None and not page.problems


def test_of_two_menus_the_press_on_one_closes_the_other(open_page, demo):
    page = open_page()
    page.goto(demo.url + addresses(demo)["roster"])
    page.click(".switcher.trips > summary")
    page.click(".switcher.person > summary")
    assert page.locator("details.switcher[open]").evaluate_all("(all) => all.map((one) => one.className)") == ["switcher person"]
