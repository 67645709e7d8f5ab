"""Who needs help is marked wherever a page names them, until the case is resolved; and hosts' addresses serve travellers."""
import re

import pytest

from support import TRIP, boxes_of, browse, place_friends  # noqa: F401, F811 (browse: a fixture)
from test_help import PHONE, call, case_of


def ada(own):
    [member] = own.sql("SELECT lower(hex(m.id)) FROM member m JOIN account a ON a.id = m.account_id WHERE a.email = 'ada@sotravel.example'")
    return f"{member[:8]}-{member[8:12]}-{member[12:16]}-{member[16:20]}-{member[20:]}"


def named(own, host):
    """By page: whether it says that Ada needs help; somebody else of the demo does all the while."""
    member = ada(own)
    pages = {
        "roster": (f"{TRIP}/roster", f'<tr class="in-need">(?:(?!</tr>).)*{member}'), "person": (f"{TRIP}/members/{member}", '<div class="needs-help bad">'),
        "card": (f"{TRIP}/members/{member}/card", '<div class="needs-help bad">'),
        "map": (f"{TRIP}/map?member={member}", '<div class="needs-help bad">'), "search": (f"{TRIP}/search?q=ada&part=yes", ">Needs help<"),
        "Today's map": (TRIP, 'class="dot help"'), "paper": (f"{TRIP}/map/print", "Needs help</th>(?:(?!</tbody>).)*>Ada "),
    }
    found = {}
    for name, (address, mark) in pages.items():
        answer = own.request("GET", address, cookie=host)
        assert answer.status == 200, (name, answer.status)
        found[name] = re.search(mark, answer.body.decode(), re.DOTALL) is not None
    return found


def test_who_needs_help_is_marked_wherever_they_are_named(own):
    host = own.sign_in("host@sotravel.example", own.passwords["host@sotravel.example"])
    place_friends(own, 2)
    assert not any(named(own, host).values())
    call(own, "ada", "knee in the trees")
    found = named(own, host)
    assert all(found.values()), found
    moderator = own.sign_in("moderator@sotravel.example", own.passwords["moderator@sotravel.example"])
    assert "needs-help" in own.request("GET", f"{TRIP}/members/{ada(own)}/card", cookie=moderator).body.decode()
    # On their own page the position is not called fresh, and the marker is the one of the call.
    person = own.request("GET", f"{TRIP}/members/{ada(own)}", cookie=host).body.decode()
    assert "<strong>Fresh</strong>" not in person and ("person-pin" not in person or 'person-pin help' in person)
    bruno = own.sign_in("bruno@sotravel.example", own.passwords["bruno@sotravel.example"])
    assert "needs-help" not in own.request("GET", f"{TRIP}/friends/{ada(own)}", cookie=bruno).body.decode()
    case = case_of(own, "knee in the trees")
    assert own.request("POST", case + "/take", {}, cookie=host).status == 303
    assert '<div class="needs-help warn">' in own.request("GET", f"{TRIP}/members/{ada(own)}", cookie=host).body.decode()
    assert own.request("POST", case + "/resolve", {"outcome": "safe", "words": ""}, cookie=host).status == 303
    assert not any(named(own, host).values())


def test_on_a_phone_several_calls_are_one_low_line(browse, own):
    call(own, "ada", "knee in the trees, below the second bend, please bring the sledge")
    call(own, "bruno", "ankle")
    host = browse("host", viewport=PHONE)
    host.goto(own.url + TRIP)
    assert 44 <= host.locator("#alerts.several").bounding_box()["height"] <= 80
    state = r"nobody yet\s+· (just now|\d+ min ago|\d+ h ago)"
    assert re.match(rf"SOS: Ada .*\s+{state}\s+\w+.*: {state}\s+\w+.*: {state}", host.inner_text(".alert-sum"))
    host.click(".alert-sum")
    # The bars name everybody: the line only counts.
    assert host.inner_text(".alert-sum").strip() == "3 calls for help"
    bars = host.locator("#alerts.several > .alert")
    boxes = [box["height"] for box in boxes_of(bars)]
    assert len(boxes) == 2 and 44 <= boxes[1] <= 84 and boxes[0] < 150, boxes
    assert bars.nth(0).locator("button:has-text('on it')").is_visible() and "knee" in bars.nth(0).inner_text()
    assert bars.nth(1).inner_text().startswith("and 2 more calls: ")
    assert host.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_ring_on_a_cases_map_tells_its_state(browse, own):
    cookie = own.host()
    assert own.request("POST", f"{TRIP}/members/{ada(own)}/trackers", {"label": "Ring"}, cookie=cookie).status == 303
    own.post_fix(own.sql("SELECT token FROM tracker WHERE label = 'Ring'")[0], 46.4310, 9.2390)
    call(own, "ada", "ring of my case")
    case = case_of(own, "ring of my case")
    host = browse("host", viewport={"width": 1440, "height": 900})

    def ring():
        host.goto(own.url + case)
        return host.locator("#place-panel .person-pin").get_attribute("class").split()[1:]

    assert ring() == ["help"]
    assert own.request("POST", case + "/take", {}, cookie=cookie).status == 303
    assert ring() == ["help", "taken"]
    assert own.request("POST", case + "/resolve", {"outcome": "safe"}, cookie=cookie).status == 303
    assert "help" not in ring() and len(ring()) == 1


@pytest.mark.parametrize("address, opens", [
    ("", "/my"), ("/events", "/my/events"), ("/map", "/my/map"), ("/roster", "/friends"),
])
def test_an_address_of_hosts_opens_the_travellers_page(own, address, opens):
    cookie = own.sign_in("bruno@sotravel.example", own.passwords["bruno@sotravel.example"])
    person = {"Sec-Fetch-Mode": "navigate"}
    answer = own.request("GET", TRIP + address, headers=person, cookie=cookie)
    assert (answer.status, answer.getheader("Location")) == (303, TRIP + opens)
    event = re.search(r"/my/events/([0-9a-f-]{36})", own.request("GET", TRIP + "/my/events", cookie=cookie).body.decode()).group(1)
    answer = own.request("GET", f"{TRIP}/events/{event}", headers=person, cookie=cookie)
    assert (answer.status, answer.getheader("Location")) == (303, f"{TRIP}/my/events/{event}")
    # What has no twin stays closed, as do forms, and another trip.
    assert own.request("GET", TRIP + "/settings", headers=person, cookie=cookie).status == 403
    assert own.request("GET", TRIP + "/roster", cookie=cookie).status == 403, "to a script"
    assert own.request("POST", TRIP + "/events/new", {}, cookie=cookie).status == 403
