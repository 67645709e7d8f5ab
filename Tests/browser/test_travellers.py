"""Travellers on their phones: a link, a profile, friends on the map, sharing that stops, a call for help."""
import re
import time

import pytest

from conftest import Valley
from support import BASE, CALLS, TRIP, at_rest, await_kept, box_of, browse, consists_of, eventually, follow, pages, place_friends, sign_in, wait  # noqa: F401, F811 (browse: a fixture)


def test_sharing_for_a_time_fits_a_phone(browse, own):
    place_friends(own, 1)
    page = browse("ada")
    cookie = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    form = {"level": "hosts", "time": "tonight"}
    assert own.request("POST", TRIP + "/my/sharing", form, cookie=cookie).status == 303
    for address in ("/my", "/my/map"):
        page.goto(own.url + TRIP + address)
        state = page.locator(".sharing-state")
        assert " until " in state.text_content()
        if address == "/my":
            for width in (320, 390):
                page.set_viewport_size({"width": width, "height": 800})
                assert box_of(state)["height"] < 56, f"three lines at {width} px"
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, f"{address} overflows by {overflow} px"


def test_a_link_on_a_card_lets_somebody_in(browse, own):
    host = browse("host", viewport={"width": 1280, "height": 860})
    host.goto(own.url + TRIP + "/joining")
    row = host.locator("tbody tr", has_text="Cleo Phantásia")
    # A long list shows the first dozen, until a name is typed or all are asked for.
    assert host.locator("#join-rows tr:visible").count() == 12
    host.check("#join-all")
    assert host.locator("#join-rows tr:visible").count() > 15
    assert host.locator(".join-more").is_hidden()
    # All that are in sight are chosen with the box of the head.
    host.check("#join-every")
    assert host.locator("#join-rows :checked").count() == host.locator("#join-rows tr:visible").count()
    host.uncheck("#join-every")
    host.fill("[data-narrows=join-rows]", "cleo")
    assert "No link yet" in row.inner_text()
    row.locator("input").check()
    follow(host, "button[name=do][value=make]:has-text('Invite')")
    [link] = set(re.findall(r"http://\S+/join/\S+", host.inner_text("main")))
    phone = browse()
    phone.goto(link)
    assert "Hello Cleo" in phone.inner_text("main")
    phone.click("main button.primary")
    phone.wait_for_url("**/my/welcome*")
    phone.goto(own.url + TRIP + "/my/profile")
    # It is read until a part of it is edited: what is needed comes first.
    assert phone.locator(".profile-form input:visible").count() == 0 and not phone.is_visible(".profile-form button.primary >> nth=0")
    assert phone.locator(".profile-part h2").all_inner_texts() == ["Safety", "Profile", "Links"]
    follow(phone, "text=Add WhatsApp")
    assert phone.evaluate("location.hash") == "#whatsapp"
    phone.click("#edit-profile > summary")
    phone.fill("#description", "New here.")
    phone.fill("#instagram", "https://instagram.com/cleo.p/")
    phone.fill("#whatsapp", "call me")
    follow(phone, "#edit-links button.primary")
    assert "Type a number with its country code" in phone.inner_text("main") and phone.input_value("#whatsapp") == "call me"
    phone.fill("#whatsapp", "+41 79 000 00 00")
    follow(phone, "#edit-links button.primary")
    assert phone.locator(".profile-form input:visible").count() == 0 and phone.get_attribute("text=cleo.p", "href").endswith("/cleo.p")
    host.goto(own.url + TRIP + "/joining")
    assert "Joined" in host.locator("tbody tr", has_text="Cleo Phantásia").inner_text()
    friend = browse("ada")
    friend.goto(own.url + TRIP + "/friends?q=phantasia")
    follow(friend, "text=Cleo Phantásia")
    assert friend.get_attribute("text=cleo.p", "href") == "https://www.instagram.com/cleo.p"


def test_two_taps_answer_an_invitation(browse, own):
    page = browse("ada")
    page.goto(own.url + TRIP + "/my")
    follow(page, "section:has(#answer) a")
    follow(page, "button[value=yes]")
    assert "on the waitlist" in page.inner_text("main")
    page.go_back()
    page.go_back()
    assert page.url.endswith("/my")


def test_a_traveller_makes_an_event_for_friends_nearby(browse, own):
    place_friends(own, 4)
    page = browse("ada")
    page.goto(own.url + TRIP + "/my/events/new")
    assert page.inner_text("#audience label:has([value=nearby])").strip() == "Friends nearby: 3 within 500 m of you now"
    # What is missing is said in one summary, in the words of the page.
    follow(page, "main button.primary")
    assert page.locator(".mistakes a").evaluate_all("(links) => links.map(({ hash }) => hash)") == ["#title", "#place"]
    for name, text in {"title": "Sunset lap", "place": "Rosa", "meeting_point": "Top"}.items():
        page.fill("#" + name, text)
    # Whom to tick is in sight for those alone who choose.
    assert page.is_hidden("#members")
    page.check("#audience input[value=selected]")
    assert page.is_visible("#members li:first-child input")
    page.check("#audience input[value=nearby]")
    assert page.is_hidden("#members")
    follow(page, "main button.primary")
    assert page.inner_text(".toast .notice") == "The event is created, and 3 people are invited."
    assert "1 going" in page.inner_text("main") and page.inner_text("#own .own-answer").strip() == "Going"
    assert own.sql("SELECT count(*) FROM invitation i JOIN event e ON e.id = i.event_id WHERE e.title = 'Sunset lap'") == ["4"]


def test_friends_move_and_vanish_on_an_open_map(browse, own):
    tokens = place_friends(own, 4)
    ada, bruno = browse("ada"), browse("bruno")
    ada.goto(own.url + TRIP + "/my/map")
    wait(ada, "document.documentElement.dataset.live === 'open'")
    other = own.member_of(tokens[1])[0]
    assert own.member_of(tokens[1])[1] == "Bruno"
    row = f"#friends li[data-id='{other}']"
    # On a phone the list is a sheet over the map's foot.
    ada.click("#tab-near")
    assert ada.inner_text(row + " .how-far").startswith("100 m")
    # Nearest first, and only those within the radius are shown.
    assert ada.locator("#friends li").first.get_attribute("data-id") == other
    own.post_fix(tokens[1], BASE[0] + 0.0036, BASE[1])
    wait(ada, f"document.querySelector(\"{row} .how-far\").textContent.startsWith('400 m')")
    # Bruno stops: he is gone from Ada's open page within a second, and from the hosts' board.
    bruno.goto(own.url + TRIP + "/my")
    # From the moment at which his browser asked, by the clock that both have.
    ada.evaluate("""(row) => new MutationObserver((_, watch) => {
        if (!document.querySelector(row)) { window.goneAt = Date.now(); watch.disconnect(); }
    }).observe(document.getElementById("friends"), { childList: true, subtree: true })""", row)
    with bruno.expect_request(lambda request: request.method == "POST") as asked:
        follow(bruno, "button[name=off]")
    wait(ada, "window.goneAt")
    assert ada.evaluate("goneAt") - asked.value.timing["startTime"] < 3000
    assert "Not sharing" in bruno.get_attribute(".sharing-badge", "aria-label")
    own.post_fix(tokens[1], BASE[0] + 0.0037, BASE[1])
    ada.reload()
    assert ada.locator(row).count() == 0
    # Hosts only: the hosts have him, Ada does not. Where he stopped, the browser unfolds the choices that it is led to.
    bruno.check("input[value=hosts]")
    follow(bruno, "form.sharing button.primary")
    assert "Hosts see you" in bruno.get_attribute(".sharing-badge", "aria-label")
    own.post_fix(tokens[1], BASE[0] + 0.0038, BASE[1])
    host = browse("host")
    host.goto(own.url + TRIP + "/positions.json")
    assert other in host.inner_text("body")
    ada.goto(own.url + TRIP + "/my/positions.json")
    assert other not in ada.inner_text("body")


def test_a_friend_on_the_map_is_tapped_and_rows_do_not_run_away(browse, own):
    tokens = place_friends(own, 4)
    ada = browse("ada")
    ada.goto(own.url + TRIP + "/my/map")
    wait(ada, "document.documentElement.dataset.live === 'open'")
    first, second = (own.member_of(token)[0] for token in tokens[1:3])
    order = "[...document.querySelectorAll('#friends li.near')].map((row) => row.dataset.id)"
    assert ada.evaluate(order)[:2] == [first, second]
    # Nearer, so that each stands alone.
    for _ in range(2):
        ada.click(".friend-map [data-do=in]")
    # A tap says who is there, and leads to them; a drag does not.
    wait(ada, "[...document.querySelectorAll('#friend-marks .marker:not(.cluster)')].some((node) => node.textContent.includes('BD'))")
    at_rest(ada.locator("#friend-marks .marker:not(.cluster)", has_text="BD").locator("circle").first)
    ada.locator("#friend-marks .marker:not(.cluster)", has_text="BD").evaluate("(node) => { window.bruno = node; }")
    centre = "(() => { const box = bruno.querySelector('circle').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    ada.mouse.click(*ada.evaluate(centre))
    wait(ada, "!document.getElementById('picked').hidden")
    assert "Bruno Demovich" in ada.inner_text("#picked") and "Seen just now" in ada.inner_text("#picked")
    # Halo and name on the map, and what one does with somebody.
    assert ada.locator("#friend-marks .marker.selected .marker-name").text_content() == "Bruno Demovich"
    assert ada.get_attribute("#picked .card-message", "action").endswith(f"/friends/{first}/chat")
    assert ada.get_attribute("#picked a", "href") == ada.get_attribute(f"#friends li[data-id='{first}'] a", "href")
    # Somebody moves: the row that a finger is on its way to stays, and tells the news.
    ada.evaluate("window.row = document.querySelector('#picked a')")
    own.post_fix(tokens[1], BASE[0] + 0.0010, BASE[1])
    wait(ada, "document.querySelector('#picked .how-far').textContent.startsWith('110 m')")
    assert ada.evaluate("row.isConnected")
    box = box_of(ada.locator(".friend-map"))
    left, low = box["x"] + 30, box["y"] + 110
    at = ada.evaluate(centre)
    ada.mouse.move(left, low)
    ada.mouse.down()
    ada.mouse.move(left + 60, low, steps=4)
    ada.mouse.up()
    assert ada.is_visible("#picked")
    # The same node, moved with the map.
    wait(ada, f"bruno.isConnected && Math.abs(bruno.querySelector('circle').getBoundingClientRect().x + 16 - {at[0] + 60}) < 3")
    ada.mouse.click(left, low)
    wait(ada, "document.getElementById('picked').hidden")
    ada.click("#tab-near")
    # Who is at a row keeps it, and its focus, though another is nearer now.
    ada.focus(f"#friends li[data-id='{first}'] a")
    own.post_fix(tokens[1], BASE[0] + 0.0040, BASE[1])
    wait(ada, f"document.querySelector(\"#friends li[data-id='{first}'] .how-far\").textContent.startsWith('440 m')")
    assert ada.evaluate(order)[0] == first
    assert ada.evaluate("document.activeElement.closest('li')?.dataset.id") == first
    ada.evaluate("document.activeElement.blur()")
    own.post_fix(tokens[1], BASE[0] + 0.0041, BASE[1])
    wait(ada, f"({order})[0] === '{second}'")


def test_the_page_sends_positions_along_a_way_and_after_a_dead_zone(browse, own):
    valley = Valley(own)
    page = browse("ada", geolocation={"latitude": BASE[0], "longitude": BASE[1], "accuracy": 8}, permissions=["geolocation"])
    page.goto(valley.url + TRIP + "/my/map")
    page.click("#tab-you")
    page.click("#send-here")

    def count():
        # Whoever reads a way has what lies in the inbox put into the history.
        assert own.request("GET", TRIP + "/map/trails.json", cookie=own.host()).status == 200
        return int(own.sql("SELECT coalesce(sum(length(r.fixes)), 0) / 67 FROM fix_run r JOIN tracker t ON t.id = r.tracker_id WHERE t.label = 'This page'")[0])

    wait(page, "document.getElementById('send-state').textContent.includes('Sent')")
    assert count() == 1
    valley.cut()
    for step in range(1, 4):
        page.context.set_geolocation({"latitude": BASE[0] + step * 0.0005, "longitude": BASE[1], "accuracy": 8})
        wait(page, f"JSON.parse(localStorage.getItem('sotravel-positions')).length >= {step}")
    assert count() == 1
    valley.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    wait(page, "JSON.parse(localStorage.getItem('sotravel-positions')).length === 0", seconds=20)
    assert count() == 4
    valley.close()


def test_a_call_for_help_is_on_the_hosts_page_and_the_caller_reads_who_is_on_it(browse, own):
    place_friends(own, 3)
    ada, host = browse("ada"), browse("host", viewport={"width": 1280, "height": 860})
    host.goto(own.url + TRIP + "/roster")
    wait(host, "document.documentElement.dataset.live === 'open'")
    ada.goto(own.url + TRIP + "/my/sos")
    ada.fill("#text", "twisted knee below the hut")
    asked = []
    ada.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    # A tap is not enough.
    ada.click("#call")
    ada.wait_for_timeout(300)
    assert asked == [] and own.sql(f"SELECT count(*) FROM {CALLS}") == ["0"]
    box = box_of(ada.locator("#call"))
    ada.mouse.move(box["x"] + 40, box["y"] + 20)
    ada.mouse.down()
    ada.wait_for_timeout(2300)
    ada.mouse.up()
    wait(ada, "document.querySelector('main').textContent.includes('Nobody has responded yet')")
    assert asked == [] and "“twisted knee below the hut”" in ada.inner_text("#own-more")
    home, events = ada.context.new_page(), ada.context.new_page()
    home.goto(own.url + TRIP + "/my")
    events.goto(own.url + TRIP + "/my/events")
    for page in (ada, home, events):
        wait(page, "document.documentElement.dataset.live === 'open'")
    assert "Nobody has responded yet" in home.inner_text("#own-call")
    wait(host, "document.querySelector('.alert')?.textContent.includes('twisted knee below the hut')")
    bar = host.locator(".alert", has_text="twisted knee below the hut")
    assert host.title().startswith("SOS") and bar.locator("a", has_text="Map").count() == 1
    bar.locator("form button").click()
    host.wait_for_url("**/help/*")
    # She hears it on every page that she has open, without a reload.
    for page in (ada, home):
        wait(page, "document.getElementById('own-call').textContent.includes('Hanna Muster is on it.')")
        assert "Nobody has responded yet" not in page.inner_text("main")
    wait(events, "document.getElementById('own-bar').textContent.includes('Your call for help: Hanna Muster is on it')")


def hold(page):
    """Holds the button for two seconds."""
    page.locator("#call").scroll_into_view_if_needed()
    box = box_of(page.locator("#call"))
    page.mouse.move(box["x"] + 40, box["y"] + 20)
    page.mouse.down()
    page.wait_for_timeout(2300)
    page.mouse.up()


def test_what_is_said_of_the_connection_never_covers_the_call(browse, own):
    page = browse("ada", viewport={"width": 390, "height": 600})
    page.goto(own.url + TRIP + "/my/sos")
    covered = page.evaluate("""() => {
      const [box, button] = ["live-state", "call"].map((id) => document.getElementById(id));
      Object.assign(box, { className: "live-state bad", hidden: false, textContent: "Connection lost. ".repeat(6) });
      const found = [];
      for (let y = 0; y <= document.documentElement.scrollHeight; y += 20) {
        scrollTo(0, y);
        const [over, under] = [box.getBoundingClientRect(), button.getBoundingClientRect()];
        if (over.top < under.bottom && under.top < over.bottom) found.push(y);
      }
      return found;
    }""")
    assert covered == []


def says_so(page):
    """While a call waits there is no button that would do nothing: it is said what happens, and how more is said."""
    wait(page, "!document.getElementById('call').checkVisibility()")
    assert page.inner_text("#hold-hint") == "Your call goes out by itself: phone as well."
    assert page.is_hidden("#text") and page.is_visible("#add button"), "an empty field, and nothing to do with it"
    # They may be alone with it for a while: what to do, and where they are, to be read out.
    assert page.locator("#alone .advice:visible").count() == 3
    assert page.inner_text("#alone-said").startswith("Your last known position, ") or "now" in page.inner_text("#alone-said")
    assert re.match(r"46\.\d{5}, \d\.\d{5}$", page.inner_text("#alone-place code >> nth=0"))


def test_a_call_made_in_a_dead_zone_waits_through_a_reload_and_goes_out_once(browse, own):
    place_friends(own, 3)
    valley = Valley(own)
    page = browse("ada")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(valley.url + TRIP + "/my")
    wait(page, "caches.open('pages').then((kept) => kept.match(location.href)).then(Boolean)", seconds=20)
    # Any page of hers keeps the one that calls for help, though it was never opened.
    page.goto(valley.url + TRIP + "/my/events")
    wait(page, "caches.open('always').then((kept) => kept.match(new URL(document.body.dataset.sos, location.href))).then(Boolean)", seconds=20)
    valley.cut()
    page.context.set_offline(True)
    page.goto(valley.url + TRIP + "/my/sos")
    text = page.inner_text("main")
    assert text.index("Piste rescue") < text.index("What happened")
    page.fill("#text", "lost in fog")
    hold(page)
    wait(page, "!document.getElementById('waiting').hidden")
    # A second hold would not say it again.
    assert page.input_value("#text") == ""
    assert "not sent yet: waiting for a signal" in page.inner_text("#waiting") and "phone" in page.inner_text("#waiting")
    # Nothing says that it is sent. What is written then is one call more, and what was not sent can be taken back.
    says_so(page)
    page.click("#add button")
    assert page.evaluate("document.activeElement.id") == "text"
    page.fill("#text", "and cold")
    wait(page, "document.getElementById('call').checkVisibility()")
    assert page.inner_text("#call") == "Hold for 2 seconds to add this to your call" and page.is_enabled("#call")
    page.fill("#text", "")
    # Nothing to add after all: the field stays open under the finger, and no button would do nothing.
    wait(page, "!document.getElementById('call').checkVisibility()")
    page.reload()
    wait(page, "document.getElementById('waiting').textContent.includes('“lost in fog” of ')")
    assert "not sent yet" in page.inner_text("#waiting")
    says_so(page)
    assert own.sql(f"SELECT count(*) FROM {CALLS}") == ["0"]
    # Another tab says it too, and neither sends what the other one sent.
    other = page.context.new_page()
    other.goto(valley.url + TRIP + "/my")
    wait(other, "document.getElementById('unsent')?.textContent.includes('Your call for help is not sent yet.')")
    valley.mend()
    page.context.set_offline(False)
    wait(page, "document.getElementById('state')?.textContent.includes('Nobody has responded yet')", seconds=60)
    wait(other, "document.getElementById('unsent') === null", seconds=60)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.reload()
    assert own.sql(f"SELECT text FROM {CALLS}") == ["lost in fog"]
    assert page.is_hidden("#waiting")
    valley.close()


def test_hosts_hear_of_a_call_on_every_page_after_one_tap(browse, own):
    place_friends(own, 3)
    desk = {"viewport": {"width": 1280, "height": 860}}
    host = browse("host", **desk)
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.goto(own.url + "/account")
    elsewhere = host.context.new_page()
    elsewhere.goto(own.url + TRIP)
    wait(elsewhere, "document.documentElement.dataset.live === 'open' || document.querySelector('[data-alarm]')")
    elsewhere.click("[data-alarm]")
    # Nobody has looked at the demo's urgent messages yet.
    wait(elsewhere, "document.documentElement.dataset.alarmState === 'sounding'")
    elsewhere.click("[data-alarm]")
    wait(elsewhere, "document.querySelector('[data-alarm]').textContent === 'Sound is on'")
    ada = browse("ada")
    ada.on("dialog", lambda dialog: dialog.accept())
    ada.goto(own.url + TRIP + "/my/sos")
    ada.fill("#text", "twisted knee")
    hold(ada)
    wait(ada, "document.getElementById('state')?.textContent.includes('Nobody has responded yet')")
    # On a page that belongs to no trip, and with a sound where somebody tapped.
    wait(host, "document.querySelector('.alert')?.textContent.includes('twisted knee')")
    wait(elsewhere, "document.documentElement.dataset.alarmState === 'sounding'")
    elsewhere.click("#alerts [data-alarm]")
    wait(elsewhere, "document.documentElement.dataset.alarmState === 'on'")
    # A second call is added to it, and sounds again: its form is folded away, for the page tells how the first one stands.
    assert ada.is_hidden("#call")
    ada.click("#again > summary")
    ada.fill("#text", "it snows")
    hold(ada)
    wait(host, "document.querySelector('.alert')?.textContent.includes('it snows')")
    assert "twisted knee" in host.locator(".alert").first.text_content()
    # In one tab, whichever somebody tapped in.
    eventually(lambda: any(tab.evaluate("document.documentElement.dataset.alarmState === 'sounding'") for tab in (host, elsewhere)))
    for _ in range(2):
        # Hers, and the demo's urgent message; on the page of a case there is no such button for another one.
        host.goto(own.url + "/account")
        follow(host, host.locator(".alert button.primary").first)
        assert "/help/" in host.url
    wait(elsewhere, "document.documentElement.dataset.alarmState === 'on' && document.querySelector('.alert form') === null")


def call(own, who, text):
    """Calls for help as that member, and returns their session."""
    cookie = own.sign_in(f"{who}@sotravel.example", own.passwords[f"{who}@sotravel.example"])
    assert own.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": text}, cookie=cookie).status == 303
    return cookie


def test_the_list_of_calls_is_live_and_keeps_the_keyboard(browse, own):
    call(own, "ada", "twisted knee")
    host = browse("host", viewport={"width": 1280, "height": 860})
    host.goto(own.url + TRIP + "/help")
    wait(host, "document.documentElement.dataset.live === 'open'")
    path = host.locator("#calls li", has_text="twisted knee").locator("form").get_attribute("action")
    for part in ("#alerts", "#calls"):
        focused = f"document.activeElement.closest('form')?.getAttribute('action') === '{path}'"
        host.locator(part).locator(f'form[action="{path}"] button').focus()
        call(own, "bruno" if part == "#alerts" else "ada", "more of " + part)
        for place in ("alerts", "calls"):
            wait(host, f"document.getElementById('{place}').textContent.includes('more of {part}')")
        assert host.evaluate(focused) and host.evaluate(f"Boolean(document.activeElement.closest('{part}'))")
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    assert own.request("POST", path, {}, cookie=moderator).status == 303
    wait(host, "document.getElementById('calls').textContent.includes('Milo Platzhalter is on it')")
    wait(host, f"document.querySelector('form[action=\"{path}\"]') === null")
    # What had the focus is gone: the page's content has it, not nothing.
    wait(host, "document.activeElement.id === 'main'")
    # A second tap, as on a page that has lost its line, leads to the case.
    late = own.request("POST", path, {}, cookie=own.host())
    assert late.status == 303
    host.goto(own.url + late.getheader("Location"))
    assert "Milo Platzhalter is on it already." in host.inner_text(".toast, .notice")


def test_the_map_of_a_call_keeps_its_mark_where_they_called(browse, own):
    token = next(token for token in own.tokens() if own.member_of(token)[1] == "Ada")
    own.post_fix(token, *BASE, at=time.time() - 60)
    call(own, "ada", "twisted knee")
    host = browse("host", viewport={"width": 1280, "height": 860})
    host.goto(own.url + TRIP + "/help")
    follow(host, "#calls li:has-text('twisted knee') p > a")
    follow(host, "#calls a[href*='alert=']")
    wait(host, "document.querySelector('.person-row.selected .focus')?.textContent.includes('Ada')")
    mark, row = host.locator("#call-mark"), "document.querySelector('.person-row.selected')"
    frame, box = box_of(host.locator("#map")), at_rest(mark.locator("path"))
    tip = (box["x"] + box["width"] / 2, box["y"] + box["height"])
    middle = (frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    assert abs(tip[0] - middle[0]) < 6 and abs(tip[1] - middle[1]) < 6
    assert "Ada" in mark.text_content()
    own.post_fix(token, BASE[0] + 0.001, BASE[1])
    wait(host, "document.getElementById('details').textContent.includes('46.42850')")
    assert host.evaluate(f"{row} !== null")
    after = box_of(mark.locator("path"))
    assert abs(after["x"] - box["x"]) < 1 and abs(after["y"] - box["y"]) < 1


def test_the_age_of_a_position_follows_the_time(browse, own):
    token = next(token for token in own.tokens() if own.member_of(token)[1] == "Ada")
    own.post_fix(token, *BASE, at=time.time() - 20 * 60)
    call(own, "ada", "twisted knee")
    host = browse("host")
    host.goto(own.url + TRIP + "/roster")
    assert re.search(r"position 2[01] min ago", host.text_content(".alert .alert-place"))
    host.evaluate("Date.now = ((now) => () => now() + 15 * 60e3)(Date.now)")
    wait(host, "/position 3[56] min ago/.test(document.querySelector('.alert .alert-place').textContent)")
    # Whatever this clock says, never younger than it was.
    host.evaluate("Date.now = ((now) => () => now() - 60 * 60e3)(Date.now)")
    call(own, "ada", "still here")
    wait(host, "document.querySelector('.alert').textContent.includes('still here')")
    assert re.search(r"position 2[0-2] min ago", host.text_content(".alert .alert-place"))


def test_urgent_messages_sound_and_sound_that_waits_says_so(browse, own):
    cookie = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    conversation = own.ids("conversation", "kind")["trip"]
    form = {"text": "I can't move", "client_id": "0198a0a0-0000-7000-8000-000000000001"}
    assert own.request("POST", f"{TRIP}/chat/{conversation}/messages", form, cookie=cookie).status == 303
    first = browse("host", viewport={"width": 1280, "height": 860})
    first.goto(own.url + TRIP + "/roster")
    wait(first, "document.querySelector('#alerts [data-alarm]').textContent.startsWith('Turn ')")
    first.click("#alerts [data-alarm]")
    wait(first, "document.documentElement.dataset.alarmState === 'sounding'")
    first.click("#alerts [data-alarm]")
    wait(first, "document.documentElement.dataset.alarmState === 'on'")
    first.evaluate("localStorage.removeItem('sotravel-silenced')")
    # A page on which nobody has tapped: it says what is so, and the tap that it asks for plays.
    page = first.context.new_page()
    first.close()
    page.goto(own.url + TRIP + "/roster")
    wait(page, "document.querySelector('#alerts [data-alarm]').textContent === 'Tap anywhere to turn the sound on'")
    page.click("#alerts [data-alarm]")
    wait(page, "document.documentElement.dataset.alarmState === 'sounding'")
    assert page.evaluate("localStorage.getItem('sotravel-alarm')") == "on"
    page.click("#alerts [data-alarm]")
    wait(page, "document.querySelector('#alerts [data-alarm]').textContent === 'Sound is on'")


def test_where_one_stands_is_read_from_the_phone_in_a_dead_zone(browse, own):
    valley = Valley(own)
    page = browse("ada", geolocation={"latitude": 46.4120, "longitude": 9.2310, "accuracy": 12}, permissions=["geolocation"])
    page.goto(valley.url + TRIP + "/my")
    wait(page, "caches.open('always').then((kept) => kept.match(new URL(document.body.dataset.sos, location.href))).then(Boolean)", seconds=20)
    valley.cut()
    page.context.set_offline(True)
    page.goto(valley.url + TRIP + "/my/sos")
    assert page.is_hidden("#alone")
    hold(page)
    wait(page, "document.getElementById('alone').checkVisibility()")
    wait(page, "document.getElementById('alone-said').textContent === 'Your position now, ± 12 m:'")
    assert page.locator("#alone-place code").all_text_contents() == ["46.41200, 9.23100", "46°24′43.2″ N 9°13′51.6″ E"]
    valley.mend()
    valley.close()


def test_a_call_that_waits_for_a_session_leads_to_signing_in(browse, own):
    page = browse("ada")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(own.url + TRIP + "/my/sos")
    # What the page asks for at its start is answered: it does not know yet that its session will be gone.
    wait(page, "document.documentElement.dataset.live === 'open'")
    page.context.clear_cookies()
    page.fill("#text", "lost in fog")
    hold(page)
    wait(page, "document.getElementById('waiting').textContent.includes('you are signed out')")
    follow(page, page.locator("#waiting a", has_text="Sign in, and it goes out"))
    assert "112 is the emergency number" in page.inner_text("main")
    page.fill("#email", "ada@sotravel.example")
    page.fill("#password", own.passwords["ada@sotravel.example"])
    page.click("main button.primary")
    wait(page, "document.querySelector('.own-words')?.textContent.includes('“lost in fog”')", seconds=20)


# How many of the kept pages are an account's.
KEPT_OF = """(account) => Promise.all(["pages", "always"].map((name) => caches.open(name).then(async (cache) => {
  const texts = await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()));
  return texts.filter((text) => text?.includes(`data-account="${account}"`)).length;
}))).then(([pages, always]) => pages + always)"""


def test_kept_pages_go_with_their_account(browse, own):
    def open_start(page):
        """And waits until it is kept, with the four that go with it and the one that calls for help."""
        page.goto(own.url + TRIP + "/my")
        account = page.get_attribute("body", "data-account")
        wait(page, f"(account) => ({KEPT_OF})(account).then((count) => count >= 6)", account, seconds=20)
        return account

    page = browse("ada")
    ada = open_start(page)
    # Ended on another device: this browser learns of it when it comes back.
    cookie = own.sign_in("ada@sotravel.example", own.passwords["ada@sotravel.example"])
    assert own.request("POST", "/account/sessions/end-all", {}, cookie=cookie).status == 303
    page.goto(own.url + TRIP + "/my")
    assert "/sign-in" in page.url
    wait(page, f"(account) => ({KEPT_OF})(account).then((count) => count === 0)", ada, seconds=20)
    # Her session is gone without a word, and somebody else signs in.
    sign_in(page, own, "ada")
    assert open_start(page) == ada
    page.context.clear_cookies()
    sign_in(page, own, "bruno")
    assert open_start(page) != ada
    wait(page, f"(account) => ({KEPT_OF})(account).then((count) => count === 0)", ada, seconds=20)


def test_the_start_page_opens_in_a_dead_zone(browse, own):
    valley = Valley(own)
    page = browse("ada")
    page.goto(valley.url + TRIP + "/my")
    wait(page, "navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    wait(page, "navigator.serviceWorker.controller !== null")
    page.reload()
    valley.cut()
    page.context.set_offline(True)
    page.reload()
    text = page.inner_text("main")
    assert "Night sledging" in text and "Lodge Larix" in text and "Piste rescue" in text
    wait(page, "document.getElementById('live-state').textContent === 'No connection · loaded just now'")
    # With a line again it is drawn anew where it stands: nobody who taps a link meanwhile is taken back here.
    made = page.get_attribute(".my", "data-made")
    page.evaluate("window.isSame = true")
    valley.mend()
    page.context.set_offline(False)
    wait(page, f"document.querySelector('.my').dataset.made !== '{made}'")
    assert page.evaluate("window.isSame") and page.is_hidden("#old") and page.is_hidden("#live-state")
    valley.close()


@pytest.mark.parametrize("address", ["/my", "/my/events", "/my/map", "/my/sos"])
def test_a_page_for_the_dead_zone_is_kept_with_all_that_it_consists_of(browse, own, address):
    page = browse("ada")
    page.goto(own.url + TRIP + "/my")
    cookie = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "__Host-sotravel")
    files = consists_of(own, own.request("GET", TRIP + address, cookie=cookie).body.decode())
    await_kept(page, files)


def test_a_traveller_works_without_scripts(browse, own):
    place_friends(own, 4)
    page = browse(None, java_script_enabled=False)
    sign_in(page, own, "ada")
    cookie = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "__Host-sotravel")
    for name, address in pages(own).items():
        assert own.request("GET", address, cookie=cookie).status == (404 if name == "missing" else 200), name
    page.goto(own.url + TRIP + "/my/map")
    assert "Bruno Demovich" in page.inner_text("#friends") and "100 m" in page.inner_text("#friends")
    page.select_option("select[name=radius]", "250")
    follow(page, "#radius button")
    assert page.locator("#friends li.near").count() == 2
    page.check("input[name=level][value=off]")
    follow(page, "form.sharing button.primary")
    assert "Not sharing" in page.get_attribute(".sharing-badge", "aria-label")
    page.goto(own.url + TRIP + "/my/sos")
    page.fill("#text", "no scripts here")
    page.check("input[name=sure]")
    follow(page, "#call")
    assert own.sql(f"SELECT text FROM {CALLS}") == ["no scripts here"]


def test_right_to_left_breaks_no_page(browse, own):
    """The layout has no sides of its own: another language may come from the other one."""
    place_friends(own)
    page = browse("ada")
    wanted = {**pages(own), "chat": TRIP + "/chat", "thread": f"{TRIP}/chat/{own.ids('trip', 'slug')['valrosa']}", "photo": TRIP + "/my/photo"}
    for name, address in wanted.items():
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(own.url + address)
        page.evaluate("document.documentElement.dir = 'rtl'")
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_timeout(30)
            overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert overflow <= 0, f"{name} overflows by {overflow} px at {width}"
            aside = page.evaluate("""[...document.querySelectorAll('main h1, main p, main a, main button')].filter((node) => {
                const box = node.getBoundingClientRect();
                return box.width && node.checkVisibility() && !node.closest('.visually-hidden, .tile-layer, .skip, .day-strip, .scroll, .tabs') && (box.left < -1 || box.right > innerWidth + 1);
            }).map((node) => node.outerHTML.slice(0, 80))""")
            assert not aside, (name, width, aside[:3])


def test_what_changes_is_told_on_open_pages_at_once(browse, own):
    host, home, other = browse("host", viewport={"width": 1280, "height": 860}), browse("ada"), browse("ada")
    events = own.ids("event", "title")
    fondue = f"{TRIP}/my/events/{events['Fondue evening']}"
    for page, address in ((home, "/my"), (other, "/friends")):
        page.goto(own.url + TRIP + address)
        wait(page, "document.documentElement.dataset.live === 'open'")
    badge = "Number(document.querySelector(\"nav.sections a[href$='/my/events'] .unread\")?.lastChild.textContent ?? 0)"
    before = other.evaluate(badge)
    # A page of no trip counts too: its count is drawn anew.
    aside = browse("ada")
    aside.goto(own.url + "/notices")
    aside.evaluate("document.querySelector(\"nav.sections a[href$='/my/events'] .unread\")?.remove()")
    host.goto(f"{own.url}{TRIP}/events/{events['Fondue evening']}/edit")
    host.fill("#meeting_point", "The red barn")
    follow(host, "main button.primary")
    # On the start page what was and what is; elsewhere a line, and a count on both.
    wait(home, "document.querySelector('.event-news b')?.textContent.includes('The red barn')")
    wait(other, "document.getElementById('live-state').textContent.includes('Time or place changed: Fondue evening')")
    wait(other, f"{badge} >= {before}")
    wait(aside, f"{badge} >= 1")
    assert "Time or place changed" in home.inner_text("#own")
    other.click("#live-state a")
    other.wait_for_url("**" + fondue)
    assert "The red barn" in other.inner_text(".event-news") and "have seen the change" in host.inner_text("main")
    seen = host.inner_text("[data-count=acknowledged]")
    follow(other, ".event-news button")
    assert other.locator(".event-news").count() == 0
    wait(home, "document.querySelector('.event-news') === null || !document.querySelector('.event-news').textContent.includes('red barn')")
    wait(host, f"document.querySelector('[data-count=acknowledged]').textContent !== {seen!r}")
    # A personal link that stays open shows it too.
    link = next(link for _, rsvp, link in own.personal_links("Fondue evening") if rsvp == "pending")
    guest = browse()
    guest.goto(link)
    host.goto(f"{own.url}{TRIP}/events/{events['Fondue evening']}/edit")
    host.fill("#meeting_point", "The blue barn")
    follow(host, "main button.primary")
    guest.evaluate("dispatchEvent(new Event('focus'))")
    wait(guest, "document.querySelector('.event-news')?.textContent.includes('The blue barn')")
    assert own.sql("SELECT count(*) FROM invitation WHERE opened_at IS NOT NULL") == ["1"]


def test_a_friend_who_switches_sharing_on_appears_on_an_open_map(browse, own):
    tokens = place_friends(own, 4)
    bruno = browse("bruno")
    bruno.goto(own.url + TRIP + "/my")
    bruno.select_option("#sharing select[name=level]", "off") if bruno.locator("#sharing option[value=off]").count() else None
    other = own.member_of(tokens[1])[0]
    bruno.evaluate("fetch('/trips/valrosa/my/sharing', { method: 'POST', body: new URLSearchParams({ off: 'yes' }) })")
    ada = browse("ada")
    for _ in range(50):
        # So near that friends 100 metres apart are markers of their own.
        ada.goto(f"{own.url}{TRIP}/my/map?lat={BASE[0]}&lon={BASE[1]}&z=17")
        if ada.locator(f"#friends li[data-id='{other}']").count() == 0:
            break
    wait(ada, "document.documentElement.dataset.live === 'open'")
    assert ada.locator(f"#friends li[data-id='{other}']").count() == 0
    bruno.evaluate("fetch('/trips/valrosa/my/sharing', { method: 'POST', body: new URLSearchParams({ level: 'everyone', time: 'tonight' }) })")
    wait(ada, f"document.querySelector(\"#friends li[data-id='{other}']\") !== null")
    wait(ada, "[...document.querySelectorAll('#friend-marks .marker title')].some((node) => node.textContent.startsWith('Bruno'))")


def test_on_the_map_goes_to_the_mark_of_a_meeting_point(browse, own):
    page = browse("ada")
    page.goto(own.url + TRIP + "/my/map")
    wait(page, "document.querySelectorAll('#friend-marks .meeting').length > 0")
    page.click("#tab-meet")
    page.click("#meetings a.button >> nth=0")
    wait(page, "document.querySelector('#friend-marks .meeting') !== null")
    label = page.get_attribute("#meetings li[aria-current]", "data-label")
    mark = at_rest(page.locator("#friend-marks .meeting", has_text=label))
    frame = box_of(page.locator(".friend-map"))
    assert frame["x"] < mark["x"] + mark["width"] / 2 < frame["x"] + frame["width"]
    # Not behind the sheet either, on which the place is told.
    sheet = at_rest(page.locator("#panel"))
    assert frame["y"] < mark["y"] + mark["height"] < sheet["y"] < frame["y"] + frame["height"]
    assert page.inner_text("#picked strong") in label
    page.click("#layers summary")
    page.click("#style-switch button[value=mountain]")
    wait(page, "document.getElementById('friend-map').dataset.choice === 'mountain'")
    assert page.get_attribute("#style-switch button[value=mountain]", "aria-pressed") == "true"


def test_events_and_map_open_in_a_dead_zone_without_having_been_opened(browse, own):
    valley = Valley(own)
    page = browse("ada")
    page.goto(valley.url + TRIP + "/my")
    kept = "Promise.all(['pages', 'tiles'].map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))"
    wait(page, f"{kept}.then(([pages, tiles]) => ['/my/events', '/my/map'].every((end) => pages.some((path) => path.endsWith(end)))"
         " && tiles.length >= 30)", seconds=30)
    tiles = page.evaluate(kept)[1]
    assert {path.split("/")[4] for path in tiles} == {"13", "15"} and {path.split("/")[2] for path in tiles} == {"street", "mountain"}
    size = page.evaluate("""async () => {
        let size = 0;
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const key of await cache.keys()) if (name === "tiles") size += (await (await cache.match(key)).blob()).size;
        }
        return size;
    }""")
    assert 0 < size <= 3_000_000
    valley.cut()
    page.context.set_offline(True)
    for address, words in (("/my/events", "Your calendar"), ("/my/map", "Meeting points")):
        page.goto(valley.url + TRIP + address)
        assert page.url.endswith(address) and words in page.inner_text("main")
    # Its scripts run, and the ground is drawn from what was kept.
    wait(page, "document.querySelectorAll('.friend-map .tile-layer canvas').length > 0")
    assert page.evaluate(f"fetch({tiles[0]!r}).then(({{ ok }}) => ok)")
    page.context.set_offline(False)
    valley.mend()
    # Signing out takes it all along.
    page.goto(valley.url + "/account")
    page.evaluate("document.querySelector('form[action=\"/sign-out\"]').submit()")
    page.wait_for_url("**/sign-in*")
    assert page.evaluate("caches.keys().then((keys) => keys.length)") == 0
    valley.close()
