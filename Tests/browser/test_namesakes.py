"""Two people of one name: each place says which is which, and none chooses for the host."""
import sqlite3
import time

import pytest
from conftest import Demo

from support import DESKTOP, TRIP, browse, wait  # noqa: F401, F811 (browse: a fixture)

# See support.browse.
WORKER = "block"
NAME = ("Dario", "Doppel")


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """The first two have one name, each with a room."""
    server = Demo(tmp_path_factory.mktemp("namesakes"), members=12)
    server.twins = [server.member_of(token)[0] for token in server.tokens()[:2]]
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        for member, room in zip(server.twins, ["901", "902"]):
            values = [*NAME, room, bytes.fromhex(member.replace("-", ""))]
            database.execute("UPDATE member SET first_name = ?, last_name = ?, room = ? WHERE id = ?", values)
    for token in server.tokens()[:2]:
        server.post_fix(token, 46.4230, 9.2390, at=time.time())
    yield server
    server.stop()


def desktop(browse):  # noqa: F811
    return browse("host", has_touch=False, **DESKTOP)


def test_enter_on_the_map_opens_who_is_marked(browse, own):  # noqa: F811
    page = desktop(browse)
    page.goto(f"{own.url}{TRIP}/map")
    wait(page, "document.documentElement.dataset.live === 'open'")
    page.fill("#map-search input", "dario dop")
    wait(page, "document.querySelectorAll('#hits button').length === 2")
    hits = page.locator("#hits button").all_inner_texts()
    assert "Room 901" in hits[0] + hits[1] and "Room 902" in hits[0] + hits[1] and page.locator("#hits .face").count() == 2
    [marked] = [room for room in ("901", "902") if room in page.inner_text("#hits button:has(kbd)")]
    # Whoever was heard last was first.
    for token in own.tokens()[:2]:
        own.post_fix(token, 46.4231, 9.2391, at=time.time())
        answers = [hit["known"] for hit in page.evaluate(
            "fetch(document.getElementById('map-search').action + '?q=dario').then((answer) => answer.json())")["hits"][:2]]
        assert marked in answers[0], answers
    page.keyboard.press("Enter")
    wait(page, f"document.querySelector('#details').innerText.includes('Room {marked}')")


def test_of_two_who_are_found_at_the_bus_enter_ticks_none_unseen(browse, own):  # noqa: F811
    page = desktop(browse)
    event, bus = own.ids("event", "title")["Glacier day"], own.ids("check_in_list", "name")["Bus back"]
    page.goto(f"{own.url}{TRIP}/events/{event}/check-in/{bus}")
    wait(page, "document.documentElement.dataset.live === 'open'")
    twins = page.locator(".person:has(strong:text-is('Dario Doppel'))")
    page.fill("#find [type=search]", "dario dop")
    page.keyboard.press("Enter")
    assert [row.get_attribute("data-state") == "present" for row in twins.all()] == [False, False]
    assert "Room 90" in page.evaluate("document.activeElement.closest('.person').innerText")
    page.keyboard.press("Enter")
    wait(page, "document.activeElement.closest('.person').dataset.state === 'present'")
    assert [row.get_attribute("data-state") == "present" for row in twins.all()].count(True) == 1 and not page.problems


def test_a_form_that_was_typed_into_is_not_left_by_accident(browse, own):  # noqa: F811
    page = desktop(browse)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    for way, expected in (("Map", ["beforeunload"]), ("Cancel", [])):
        page.goto(f"{own.url}{TRIP}/members/{own.twins[0]}/edit")
        page.locator("#room").press_sequentially("7")
        asked.clear()
        page.get_by_role("link", name=way, exact=True).first.click()
        page.wait_for_url(lambda url: not url.endswith("/edit"))
        assert asked == expected, way
