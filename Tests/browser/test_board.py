"""Groups and rooms side by side: people are dragged, moved by keys, by the list on a phone, and by a form without scripts."""
import pytest

from support import TRIP, box_of, faults, follow, open_page, wait  # noqa: F401, F811 (open_page: a fixture)

GROUPS = TRIP + "/groups?set=bus"
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
# A place of a lane that is in view: if the page scrolled to its middle, another card would be under the mouse.
HEAD = {"x": 60, "y": 20}
TOLD = "(text) => document.querySelector('.toast .notice')?.textContent === text"


def lane(page, name):
    return page.locator(f"[data-lane='{'=' + name if name else '-'}']")


def names(page, name):
    return lane(page, name).locator(".lane-name").all_inner_texts()


@pytest.fixture
def board(open_page, demo):
    def make(size, path=GROUPS, **options):
        page = open_page(**options)
        page.set_viewport_size(size)
        page.goto(demo.url + path)
        return page

    return make


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("path", [GROUPS, TRIP + "/groups?set=rooms", TRIP + "/groups?set=all", TRIP + "/groups/wishes"])
def test_the_pages_are_sound(board, size, path):
    page = board(size, path)
    assert not faults(page, "light")
    page.emulate_media(color_scheme="dark")
    assert not faults(page, "dark")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate("""() => [...document.querySelectorAll("main a, main button, main input:not([type=hidden]), main summary")]
        .filter((node) => node.checkVisibility()).map((node) => [node.outerHTML.slice(0, 90), node.closest("label") ?? node])
        .map(([text, node]) => [text, node.getBoundingClientRect()]).filter(([, box]) => box.height < 24 || box.width < 24)
        .map(([text]) => text)""")
    assert not small, small
    assert not page.problems, page.problems


def test_a_card_is_dragged_and_the_move_is_taken_back(board):
    page = board(WIDE)
    who = names(page, "Bus 1")[3]
    lane(page, "Bus 1").locator(".lane-card").nth(3).drag_to(lane(page, "Bus 2"), target_position=HEAD)
    wait(page, TOLD, f"{who} moved to Bus 2")
    assert who in names(page, "Bus 2") and who not in names(page, "Bus 1")
    page.wait_for_timeout(600)
    assert page.locator("#live-state").is_hidden(), "one's own change is no news"
    follow(page, ".toast form button")
    assert "set=bus" in page.url and who in names(page, "Bus 1")
    # All that are ticked go with the one that is dragged.
    several = names(page, "Bus 1")[:3]
    for index in range(3):
        lane(page, "Bus 1").locator("input").nth(index).check()
    lane(page, "Bus 1").locator(".lane-card").nth(1).drag_to(lane(page, ""), target_position=HEAD)
    wait(page, TOLD, "3 people taken out of Bus 1")
    assert set(several) <= set(names(page, "")) and page.locator("#lanes :checked").count() == 0
    follow(page, ".toast form button")
    assert set(several) <= set(names(page, "Bus 1"))
    assert not page.problems, page.problems


def test_the_keyboard_moves(board):
    page = board(WIDE)
    first = lane(page, "Bus 1").locator("input").first
    who = names(page, "Bus 1")[1]
    first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == who
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    assert page.locator(".lane.is-target").get_attribute("data-lane") == "=Bus 2"
    assert "Bus 2" in page.inner_text("#lane-told")
    page.keyboard.press("Enter")
    wait(page, TOLD, f"{who} moved to Bus 2")
    wait(page, "(who) => document.activeElement.getAttribute('aria-label') === who", who)
    # Escape leaves everything as it is; the person who has the focus is opened and moved by Tab as well.
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    assert page.locator(".lane.is-target").count() == 0
    page.keyboard.press("Escape")
    assert page.locator("#lanes :checked").count() == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "lane-name"
    page.goto(page.url)
    lane(page, "Bus 2").locator("input").first.focus()
    page.keyboard.press("m")
    assert page.evaluate("document.activeElement.id") == "lane-to" and page.locator("#move").is_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_move_to_is_the_way_on_a_phone(board, scripts):
    page = board(NARROW, java_script_enabled=scripts, has_touch=True)
    bus = lane(page, "Bus 2")
    if scripts:
        assert bus.locator(".lane-card").first.is_hidden(), "folded, with its count"
        assert "of" in bus.locator(".lane-count").inner_text()
        bus.locator("summary").click()
    card = bus.locator(".lane-card").nth(2)
    who = card.locator(".lane-name").inner_text()
    for part in ("label", ".lane-move"):
        box = box_of(card.locator(part))
        assert box["height"] >= 44 and box["width"] >= 44
    if scripts:
        card.locator(".lane-move").click()
    else:
        follow(page, card.locator(".lane-move"))
    assert page.locator("#move").is_visible()
    page.select_option("#lane-to", "=Bus 1")
    if scripts:
        page.click("#move button.primary")
        wait(page, TOLD, f"{who} moved to Bus 1")
    else:
        follow(page, "#move button.primary")
        assert page.inner_text(".toast .notice") == f"{who} moved to Bus 1"
    assert who in lane(page, "Bus 1").locator(".lane-name").all_text_contents()
    follow(page, ".toast form button")
    assert who in lane(page, "Bus 2").locator(".lane-name").all_text_contents()


def test_a_wish_that_is_not_met_is_seen_on_a_phone(board):
    page = board(NARROW, TRIP + "/groups?set=rooms")
    room = page.locator(".lane.is-broken")
    # While the people are folded away, beside the room's name, where nothing of it is cut.
    assert room.count() == 1 and room.locator(".lane-card").first.is_hidden()
    said = room.locator(".lane-broken")
    assert said.inner_text().strip() == "Wish not met" and said.locator(".icon").is_visible()
    room.locator("summary").click()
    assert room.locator(".lane-card.is-broken").count() == 2
    page.goto(page.url.replace("?set=rooms", "/wishes"))
    assert page.locator(".wish-row > .chip").first.inner_text().strip() == "Not met"
    assert page.locator(".wish-row > .chip").last.inner_text().strip() == "Met"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_others_move_is_seen_at_once(board):
    mine, other = board(WIDE), board(WIDE)
    wait(mine, "() => document.documentElement.dataset.live === 'open'")
    who = names(other, "Bus 1")[5]
    lane(mine, "Bus 2").locator("input").nth(1).check()
    other.evaluate("""() => { const card = document.querySelectorAll("[data-lane='=Bus 1'] .lane-card")[5];
        card.querySelector("input").click(); document.getElementById("lane-to").value = "=Bus 2";
        document.querySelector("#move button").click(); }""")
    wait(other, TOLD, f"{who} moved to Bus 2")
    wait(mine, "(who) => [...document.querySelectorAll(\"[data-lane='=Bus 2'] .lane-name\")].some((node) => node.textContent === who)", who)
    assert mine.locator("#lanes :checked").count() == 1, "what is ticked stays"
    follow(other, ".toast form button")


def test_a_room_is_an_object_with_beds(board):
    page = board(WIDE, TRIP + "/groups?set=rooms")
    page.click("a[data-dialog]:text('New room')")
    wait(page, "() => document.querySelector('dialog[open] #capacity')")
    assert not faults(page, "light")
    page.fill("dialog #name", "Attic")
    page.fill("dialog #capacity", "1")
    follow(page, "dialog button.primary")
    assert page.inner_text(".toast .notice") == "Attic added"
    who = names(page, "102")[0]
    lane(page, "102").locator("input[name=member]").first.check()
    page.select_option("#lane-to", "=Attic")
    page.click("#move button.primary")
    wait(page, TOLD, f"{who} moved to Attic")
    assert lane(page, "Attic").locator(".chip").inner_text() == "Full"
    follow(page, ".toast form button")
    assert names(page, "Attic") == [] and who in names(page, "102")
    lane(page, "Attic").locator(".lane-edit").click()
    wait(page, "() => document.querySelector('dialog[open] .lane-removal')")
    page.click("dialog summary")
    follow(page, "dialog button.danger")
    assert page.inner_text(".toast .notice") == "Attic deleted" and lane(page, "Attic").count() == 0
