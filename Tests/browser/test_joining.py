"""Joining: four steps for a traveller, with and without scripts; links that hosts give out, on the screen and on paper."""
import re

import pytest

from conftest import Demo
from support import TRIP, browse, follow, pdf_text, sign_in, wait  # noqa: F401, F811 (browse: a fixture)

SIZES = {"phone": {"width": 390, "height": 844}, "tablet": {"width": 820, "height": 1180}, "desktop": {"width": 1440, "height": 900}}
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("joining"), members=30)
    yield server
    server.stop()


def link_of(own, browse, name):  # noqa: F811
    """A personal link that a host makes for one of many."""
    host = browse("host", viewport=SIZES["desktop"], has_touch=False)
    host.goto(own.url + TRIP + "/joining")
    host.fill("[data-narrows=join-rows]", name)
    host.locator("#join-rows tr", has_text=name).locator("input").check()
    follow(host, ".bulkbar button[value=make]")
    assert host.locator(".cut-card").count() == 1
    return re.search(r"http://\S+/join/\S+", host.inner_text(".cut-card"))[0]


@pytest.mark.parametrize("number,size,scripts", [(0, "phone", True), (1, "phone", False), (2, "desktop", True)])
def test_four_steps_after_joining(browse, own, number, size, scripts):  # noqa: F811
    name = f"Nia Neu{number}"
    form = {"first_name": "Nia", "last_name": f"Neu{number}", "status": "confirmed"}
    assert own.request("POST", TRIP + "/members/new", form, cookie=own.host()).status == 303
    page = browse(None, viewport=SIZES[size], java_script_enabled=scripts, user_agent=IPHONE if size == "phone" else None)
    page.goto(link_of(own, browse, name))
    follow(page, "main button.primary")
    assert "/my/welcome" in page.url and page.inner_text("h1").startswith("Welcome to")
    assert page.get_attribute(".welcome-steps", "aria-label") == "Step 1 of 4" and page.locator(".toast").count() == 0
    assert page.inner_text(".step-now") == "Step 1 of 4"
    page.fill("#emergency_name", "Aunt Ruth")
    page.fill("#emergency_phone", "+41 79 000 00 01")
    follow(page, "main form button.primary")
    assert "step=2" in page.url
    # Nothing beyond the hosts is chosen beforehand.
    assert page.locator("input[name=level]:checked").get_attribute("value") == "hosts"
    assert page.locator(".big-choice").count() == 3 and page.evaluate(OVER) <= 0
    # Whatever there is of them, the ways on stand where they stood, in one row.
    places = "(nodes) => nodes.map((node) => { const { x, y, width } = node.getBoundingClientRect(); return [x, y, width].map(Math.round); })"
    ways = page.locator(".welcome-ways > *").evaluate_all(places)
    assert len(ways) == 3 and len({y for _, y, _ in ways}) == 1
    follow(page, ".welcome-ways >> text=Skip")
    after = page.locator(".welcome-ways > *").evaluate_all(places)
    assert [(x, width) for x, _, width in after[:1]] == [(x, width) for x, _, width in ways[:1]]
    follow(page, ".welcome-ways >> text=Back")
    page.check("input[name=level][value=everyone]")
    follow(page, "main form button.primary")
    assert "step=3" in page.url
    # Whoever shares has the app before them at once.
    assert page.get_by_role("button", name="Set up my phone").count() == 0
    if size == "phone":
        # The phone that shows the page opens the app itself: it cannot scan its own screen.
        assert not page.is_visible(".qr >> nth=0") and page.get_attribute("#owntracks ~ .buttons .primary, .app .primary", "href").startswith("owntracks:")
        assert "apps.apple.com" in page.get_attribute(".app .app-store a >> nth=0", "href")
        # One thing to press, and the ways on: the store, the address and another phone are links and folds.
        assert page.locator("main :is(button, .button):visible").all_inner_texts() == ["Open in OwnTracks", "Back", "Continue"]
    else:
        assert page.locator(".app .qr").count() == 4
    assert page.evaluate(OVER) <= 0
    # One app is recommended, the others are folded; with a phone set up there is nothing to skip.
    # A phone opens the app first: one button of a step is filled.
    assert page.locator(".welcome-ways .primary").count() == (0 if size == "phone" else 1)
    assert page.locator("main > .welcome > .app").count() == 1 and page.locator(".welcome-ways >> text=Skip").count() == 0
    follow(page, ".welcome-ways >> text=Continue")
    # They share, and nothing has arrived: nobody is told that somebody sees them.
    assert page.inner_text("h1") == "One thing left: your phone"
    assert "step=3" in page.get_attribute(".next-steps a >> nth=0", "href")
    follow(page, "text=Go to my trip")
    assert page.url.endswith("/my") and "no position yet" in page.get_attribute(".sharing-badge", "aria-label")
    assert "Everyone on the trip may see where you are" in page.inner_text(".sharing-state")
    assert page.get_attribute(".sharing-state + .buttons a", "href").endswith("/my/phones")
    row = own.sql(f"SELECT emergency_name, shares_with FROM member WHERE first_name || ' ' || last_name = '{name}'")
    assert row == ["Aunt Ruth|everyone"]


def test_who_is_new_is_seen_by_the_hosts_alone(browse, own):  # noqa: F811
    assert own.request("POST", TRIP + "/members/new", {"first_name": "Nora", "last_name": "Neu", "status": "confirmed"}, cookie=own.host()).status == 303
    assert own.sql("SELECT shares_with FROM member WHERE first_name = 'Nora'") == ["hosts"]
    # Nobody else was changed by that.
    assert set(own.sql("SELECT shares_with FROM member WHERE first_name NOT IN ('Nora', 'Nia')")) == {"everyone"}


@pytest.mark.parametrize("agent,apps", [(IPHONE, ["OwnTracks", "Traccar Client", "Overland"]), (ANDROID, ["OwnTracks", "Traccar Client", "GPSLogger"])])
def test_a_phone_is_offered_its_own_apps(browser, own, agent, apps):
    context = browser.new_context(viewport=SIZES["phone"], user_agent=agent)
    page = context.new_page()
    page.goto(f"{own.url}/t/{own.tokens()[0]}")
    assert page.locator(".app h2").all_text_contents() == apps
    # The first is what the phone opens by itself; the others, and the codes for another phone, are folded away.
    assert page.get_attribute(".app .buttons a >> nth=0", "href").startswith("owntracks:")
    assert not page.is_visible(".qr >> nth=0") and not page.is_visible("#traccar")
    page.click(".other-phone summary >> nth=0")
    assert page.is_visible(".qr >> nth=0")
    page.click(".app:has(#owntracks) summary:has-text('asks for an address')")
    page.click(".other-apps > summary")
    assert page.is_visible("#traccar")
    assert page.evaluate(OVER) <= 0 and page.is_visible(".copied button >> nth=0")
    context.close()


@pytest.mark.parametrize("size", SIZES)
def test_hosts_give_the_trips_link_out(browse, own, size):  # noqa: F811
    page = browse("host", viewport=SIZES[size], permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    page.goto(own.url + TRIP + "/joining")
    if page.locator("text=Switch it on").count():
        follow(page, "text=Switch it on")
    address = page.inner_text(".trip-address")
    page.click(".link-actions [data-copy]")
    wait(page, "(address) => navigator.clipboard.readText().then((text) => text === address)", address)
    page.click(".link-actions [data-share]")
    wait(page, "(address) => window.shared?.url === address", address)
    assert not page.is_visible(".link-actions .qr")
    page.click("text=Show QR")
    assert page.is_visible(".link-actions .qr") and page.evaluate(OVER) <= 0
    page.click(".link-actions summary:has-text('More')")
    assert page.is_visible("text=Switch it off") and page.evaluate(OVER) <= 0
    # No row of buttons ends early.
    edges = """(parts) => parts.map((part) => part.getBoundingClientRect())
      .map(({ top, right }) => [Math.round(top), Math.round(right)])"""
    rows = {}
    for top, right in page.locator(".trip-link .link-actions > *").evaluate_all(edges):
        rows[top] = max(rows.get(top, 0), right)
    assert len(rows) == 1 or size == "phone" and len(set(rows.values())) == 1, rows
    assert not page.problems, page.problems


def test_cards_fill_their_sheets(browse, own, tmp_path):  # noqa: F811
    page = browse("host", viewport=SIZES["desktop"])
    page.goto(own.url + TRIP + "/joining")
    follow(page, ".invite-all .primary")
    count = page.locator(".cut-card").count()
    sheets, _, text = pdf_text(page, tmp_path / "cards.pdf")
    assert sheets == -(-count // 12), (sheets, count)
    assert "not shown again" not in text and "need help" not in text and "Personal links" not in text and "Copy" not in text
    assert text.count("scan to join") == count
    # No mark is cut off: each card lies within the sheet.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})
    over = page.evaluate("Math.max(...[...document.querySelectorAll('.cut-card')].map((card) => card.getBoundingClientRect().right)) - innerWidth")
    assert over < 0, over
