"""A page that is not kept, in a dead zone: what still opens, whom to phone, and the page itself once there is a line."""
import re

import pytest

from conftest import Valley
from support import TRIP, boxes_of, browse, come_in, faults, say, wait  # noqa: F401, F811 (browse: a fixture)

AT_HAND = "caches.open('always').then((kept) => kept.match('{}/my/offline')).then(Boolean)"
KEPT = "caches.open('pages').then((kept) => Promise.all({}.map((path) => kept.match(path)))).then((found) => found.every(Boolean))"
# As if it had been loaded three hours ago.
AGE = """async (path) => {
  const cache = await caches.open("pages");
  const kept = await cache.match(path);
  const headers = new Headers(kept.headers);
  headers.set("Date", new Date(Date.now() - 3 * 3600e3 - 60e3).toUTCString());
  await cache.put(path, new Response(await kept.text(), { headers }));
}"""


@pytest.fixture
def valley(own):
    way = Valley(own)
    yield way
    way.close()


def in_a_dead_zone(browse, valley):  # noqa: F811
    """Ada's phone, which has been on her start page."""
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(valley.url + TRIP + "/my")
    wait(page, AT_HAND.format(TRIP), seconds=30)
    wait(page, KEPT.format([TRIP + "/my", TRIP + "/my/events", TRIP + "/my/map"]), seconds=30)
    page.reload()
    wait(page, "navigator.serviceWorker.controller !== null")
    valley.cut()
    page.context.set_offline(True)
    # Not before: the worker keeps pages anew behind a page that was loaded.
    page.evaluate(AGE, TRIP + "/my/events")
    return page


def test_what_still_opens_is_told_and_the_page_comes_by_itself(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    page.goto(valley.url + TRIP + "/friends")
    assert page.inner_text("h1") == "No connection" and page.url.endswith("/friends")
    wait(page, "!document.getElementById('still-open').hidden")
    rows = {row.split("\n")[0]: row.split("\n")[-1] for row in page.locator("#kept-pages li").all_inner_texts()}
    assert {"Home", "Events", "Map", "Me"} <= set(rows) and list(rows)[0] == "Home", rows
    assert rows["Events"] == "loaded 3 h ago" and rows["Home"] == "loaded just now"
    assert all(box["height"] >= 44 for box in boxes_of(page.locator("#kept-pages a, #try-again, .sos-phones a")))
    assert page.get_attribute(".sos-phones a >> nth=0", "href") == "tel:112" and "Hosts" in page.inner_text(".sos-phones")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not faults(page, "light")
    # It says nothing of a page that was kept: it is none.
    assert page.is_hidden("#live-state")
    page.click("#kept-pages a:has-text('Events')")
    page.wait_for_url("**/my/events")
    assert "Your calendar" in page.inner_text("main")
    page.go_back()
    wait(page, "document.querySelector('h1').textContent === 'No connection'")
    page.click("text=Call for help")
    page.wait_for_url("**/my/sos")
    assert page.is_visible("#call")
    page.goto(valley.url + TRIP + "/friends")
    page.click("#try-again")
    wait(page, "document.getElementById('tried').textContent === 'Still no connection.'")
    valley.mend()
    page.context.set_offline(False)
    wait(page, "document.querySelector('h1')?.textContent === 'Friends'", seconds=40)
    assert page.url.endswith("/friends") and not page.problems


def test_what_only_says_that_one_has_read_it_leads_back_to_its_page(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    page.goto(valley.url + TRIP + "/my/events")
    got_it = page.get_by_role("button", name="Got it").first
    got_it.click()
    wait(page, "document.getElementById('live-state')?.hidden === false && location.pathname.endsWith('/my/events')")
    assert got_it.is_visible() and "Your calendar" in page.inner_text("main") and not page.problems


def test_no_connection_is_said_once_and_over_nothing(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    for path in ("/my/events", "/my/map"):
        page.goto(valley.url + TRIP + path)
        wait(page, "document.querySelector('.away-line')?.checkVisibility()")
        [line, bar] = [page.locator(one).bounding_box() for one in ("#live-state", "header.top")]
        assert line["height"] <= 30 and abs(line["y"] - bar["y"] - bar["height"]) < 2 and line["width"] == 390
        assert page.locator(".live-state, .toast").count() == 0
    # The map's sheet stands on the bar of sections, with no hole between.
    [sheet, sections] = [page.locator(one).bounding_box() for one in ("#panel", "nav.sections")]
    assert abs(sheet["y"] + sheet["height"] - sections["y"]) < 2, (sheet, sections)
    page.goto(valley.url + TRIP + "/my")
    wait(page, "document.querySelector('.away-line')?.checkVisibility()")
    assert page.inner_text(".away-line").startswith("No connection · loaded") and page.is_hidden("#old")


def test_a_kept_page_says_nothing_old_of_a_call_and_of_sharing(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    valley.mend()
    page.context.set_offline(False)
    # The page of events was kept long before the call, the one that calls after it.
    cookie = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    assert own.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": "in the fog"}, cookie=cookie).status == 303
    page.goto(valley.url + TRIP + "/my/sos")
    wait(page, KEPT.format([TRIP + "/my/sos"]), seconds=20)
    assert own.request("POST", TRIP + "/my/sharing", {"off": "yes"}, cookie=cookie).status == 303
    valley.cut()
    page.context.set_offline(True)
    page.evaluate(AGE, TRIP + "/my/events")
    for path in ("/my", "/my/events", "/friends", "/my/sos"):
        page.goto(valley.url + TRIP + path)
        said = page.locator("#own-bar").text_content()
        assert re.fullmatch(r"As of \d\d:\d\d: You called for help. Nobody is on it yet.", said), (path, said)
        assert page.locator(".top .sharing-badge").inner_text().strip() == "Unknown", path
        if path == "/my":
            # Who sees one is not said in the head, and below it of when that is.
            wait(page, "/^As of \\d\\d:\\d\\d: /.test(document.querySelector('.sharing-state').textContent)")
            assert page.locator("#next").count() == 0 or page.inner_text("#next").startswith("As of ")
        # On the page that calls it stands in large letters as well.
        assert page.is_visible("#own-bar a") or path == "/my/sos", path
    page.goto(valley.url + TRIP + "/my")
    valley.mend()
    page.context.set_offline(False)
    wait(page, "document.getElementById('own-bar').textContent === 'You called for help. Nobody is on it yet.'", seconds=40)
    wait(page, "document.querySelector('.top .sharing-badge').innerText === 'Off'")
    assert "As of" not in page.inner_text(".sharing-state")
    assert not page.problems


@pytest.mark.parametrize("path", [TRIP + "/ski/1", TRIP + "/chat/new", "/notices", "/account"])
def test_a_piste_the_bell_and_the_account_have_a_stand_in(browse, own, valley, path):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    wait(page, "navigator.serviceWorker.getRegistrations().then((all) => all.length === 3 && all.every((one) => one.active))", seconds=20)
    page.goto(valley.url + path)
    assert page.inner_text("h1") == "No connection" and page.url.endswith(path)


# Five others that were opened before.
FILL = """async () => {
  const kept = await caches.open("chats");
  for (let number = 0; number < 5; number += 1) {
    const page = `/trips/other/chat/0190000000007000800000000000000${number}`;
    await kept.put(page, new Response("<title>Other</title>", { headers: { Date: new Date().toUTCString() } }));
  }
}"""
ROOMS = "caches.open('chats').then((kept) => kept.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))"


def test_the_chat_and_the_pistes_are_read_in_a_dead_zone(browse, own, valley):  # noqa: F811
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(valley.url + TRIP + "/my")
    wait(page, KEPT.format([TRIP + "/chat", TRIP + "/ski"]), seconds=30)
    wait(page, AT_HAND.format(TRIP), seconds=30)
    page.reload()
    wait(page, "navigator.serviceWorker.controller !== null")
    page.evaluate(FILL)
    page.goto(valley.url + TRIP + "/chat")
    room = page.get_attribute(".conversations a >> nth=0", "href")
    # A part that was looked for is not what was opened last.
    page.goto(valley.url + room + "?around=1")
    assert room not in page.evaluate(ROOMS)
    page.goto(valley.url + room)
    assert page.is_visible("#composer")
    head = page.inner_text(".chat-head h1")
    wait(page, f"{ROOMS}.then((all) => all.length === 5 && all.at(-1) === '{room}')")
    valley.cut()
    page.context.set_offline(True)
    page.goto(valley.url + TRIP + "/ski")
    assert page.inner_text("h1") == "Pistes and lifts" and page.locator(".piste-mark").count()
    page.goto(valley.url + TRIP + "/chat")
    assert page.inner_text("h1") == "Chat" and page.locator(f".conversations a[href='{room}']").count() == 1
    wait(page, "document.getElementById('live-state').textContent.startsWith('No connection · loaded')")
    page.goto(valley.url + room)
    # It says how old it is, and what is written on it waits.
    wait(page, "document.getElementById('live-state').textContent.startsWith('No connection · loaded')")
    wait(page, "document.getElementById('obstacle').textContent === 'What you write goes out once there is a connection.'")
    assert page.locator("#thread .message").count()
    say(page, "Written in the dead zone")
    wait(page, "document.querySelector('.message.pending:not(.failed) .state')?.textContent.trim() === 'Waits for a connection.'")
    scroller = page.evaluate("(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.getElementById('scroller'))")
    assert abs(scroller) <= 1, "its end is behind the field"
    page.goto(valley.url + TRIP + "/my")
    assert page.inner_text("#unsent-messages") == "1 message is not sent yet. Open its conversation"
    assert page.get_attribute("#unsent-messages a", "href") == room
    page.goto(valley.url + TRIP + "/friends")
    wait(page, "!document.getElementById('still-open').hidden")
    # The list of all, and the conversation by its name.
    names = page.locator("#kept-pages a").all_inner_texts()
    assert names.count("Chat") == 1 and f"Chat: {head}" in names, names
    page.goto(valley.url + room)
    valley.mend()
    page.context.set_offline(False)
    wait(page, "document.getElementById('obstacle')?.textContent === '' && !document.querySelector('.message.pending')", seconds=40)
    assert own.sql("SELECT count(*) FROM message WHERE text = 'Written in the dead zone'") == ["1"]
    page.goto(valley.url + TRIP + "/my")
    assert page.locator("#unsent-messages").count() == 0
    page.goto(valley.url + room)
    # Of this trip only what the list names: whoever left a conversation has it no more.
    left = TRIP + "/chat/01900000-0000-7000-8000-000000000009"
    page.evaluate("(path) => caches.open('chats').then((kept) => kept.put(path, new Response('<title>Left</title>')))", left)
    page.goto(valley.url + TRIP + "/chat")
    wait(page, f"{ROOMS}.then((all) => !all.includes('{left}') && all.includes('{room}'))")
    page.goto(valley.url + room)
    # Another account has signed in: nothing of it stays.
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ account: 'another' }))")
    wait(page, "caches.has('chats').then((has) => !has)")
    wait(page, f"caches.open('pages').then((kept) => kept.match('{TRIP}/chat')).then((found) => !found)")
    assert not page.problems


def test_no_device_keeps_the_chat_of_staff(browse, own):  # noqa: F811
    for path in ("/chat", None):
        page = browse("host")
        page.goto(own.url + TRIP + "/chat")
        found = page.goto(own.url + (TRIP + path if path else page.get_attribute(".conversations a >> nth=0", "href")))
        assert found.headers.get("sotravel-keep") == "no", path


def test_a_server_that_is_away_says_so_itself_and_signing_out_takes_it_along(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    page.context.set_offline(False)
    valley.cut(b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n<h1>Proxy</h1>\n")
    page.goto(valley.url + TRIP + "/friends")
    assert page.inner_text("h1") == "Proxy"
    valley.mend()
    page.goto(valley.url + "/account")
    page.evaluate("document.querySelector('form[action=\"/sign-out\"]').submit()")
    page.wait_for_url("**/sign-in*")
    # The worker may still be at its last work, which finds nobody signed in: a cache of its own is empty then.
    assert page.evaluate(SHELVES) == []


SHELVES = """Promise.all(["pages", "always", "places", "announcements", "chats"].map(async (name) => {
  const found = await (await caches.open(name)).keys();
  return found.map(({ url }) => new URL(url).pathname);
})).then((all) => all.flat())"""


def test_whoever_was_taken_off_the_trip_has_nothing_left_of_it(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    valley.mend()
    page.context.set_offline(False)
    page.goto(valley.url + TRIP + "/chat")
    page.goto(valley.url + page.get_attribute(".conversations a >> nth=0", "href"))
    wait(page, f"{ROOMS}.then((all) => all.length === 1)")
    [member] = own.sql("SELECT lower(hex(m.id)) FROM member m JOIN trip t ON t.id = m.trip_id "
                       "WHERE t.slug = 'valrosa' AND m.first_name = 'Ada' AND m.account_id IS NOT NULL")
    member = f"{member[:8]}-{member[8:12]}-{member[12:16]}-{member[16:20]}-{member[20:]}"
    form = {"member": member, "do": "delete", "confirm": "yes"}
    assert own.request("POST", TRIP + "/roster/bulk", form, cookie=own.host()).status == 303
    # A page that is not kept itself shows it as well.
    assert page.goto(valley.url + TRIP + "/friends").status == 404
    wait(page, f"{SHELVES}.then((all) => all.every((path) => !path.startsWith('{TRIP}/')))")
    assert not page.problems


def test_a_conversation_that_is_gone_takes_no_other_page_along(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    valley.mend()
    page.context.set_offline(False)
    page.goto(valley.url + TRIP + "/chat")
    wait(page, f"{SHELVES}.then((all) => all.includes('{TRIP}/chat'))")
    assert page.goto(valley.url + TRIP + "/chat/01900000-0000-7000-8000-000000000000").status == 404
    assert {TRIP + "/my", TRIP + "/my/sos", TRIP + "/chat"} <= set(page.evaluate(SHELVES))


def test_a_phone_whose_storage_is_full_reads_what_the_server_says(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    valley.mend()
    page.context.set_offline(False)
    page.reload()
    for worker in page.context.service_workers:
        worker.evaluate("() => { Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); }; }")
    # Kept three hours ago, and given anew.
    page.goto(valley.url + TRIP + "/my/events")
    live = "document.documentElement.dataset.live === 'open'"
    wait(page, live)
    assert "Your calendar" in page.inner_text("main") and page.is_hidden("#live-state")
    page.goto(valley.url + TRIP + "/my/events/new")
    assert page.is_visible("main form") and page.inner_text("h1") != "No connection" and not page.problems


def test_an_account_whose_page_keeps_nothing_takes_over_as_well(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    valley.mend()
    page.context.set_offline(False)
    page.goto(valley.url + "/account")
    wait(page, f"{SHELVES}.then((all) => all.includes('{TRIP}/my'))")
    # An admin is on no trip.
    page.context.clear_cookies()
    come_in(page, own, "admin")
    page.goto(valley.url + "/account")
    assert page.get_attribute("body", "data-sos") is None
    wait(page, f"{SHELVES}.then((all) => all.every((path) => !path.startsWith('{TRIP}/')))")


def test_got_it_leads_to_its_event_where_no_page_is_named(browse, own, valley):  # noqa: F811
    page = in_a_dead_zone(browse, valley)
    page.goto(valley.url + TRIP + "/my/events")
    form = page.locator("form[action$='/seen']").first
    address = form.get_attribute("action")
    page.evaluate("document.head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' }))")
    page.get_by_role("button", name="Got it").first.click()
    wait(page, "(path) => location.pathname === path", address.removesuffix("/seen"))


def test_at_its_own_address_it_stays(browse, own):  # noqa: F811
    page = browse("ada", service_workers="block")
    page.goto(own.url + TRIP + "/my/offline")
    page.evaluate("window.isSame = true")
    # Longer than it takes until it would ask the first time.
    page.wait_for_timeout(3000)
    assert page.evaluate("window.isSame") and page.is_hidden("#still-open")
    page.click("#try-again")
    page.wait_for_url("**/my")
    assert not page.problems
