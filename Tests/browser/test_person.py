"""A person: their page for hosts, and the card that opens where they are named, with and without scripts."""
import pytest

from support import TRIP, box_of, boxes_of, browse, follow, wait  # noqa: F401, F811 (browse: a fixture)

# See support.browse.
WORKER = "block"
SIZES = {390: {"width": 390, "height": 844}, 820: {"width": 820, "height": 1180}, 1440: {"width": 1440, "height": 900}}
CARD = "#person-popover .person-card"


def of_tracker(own):
    """Somebody whose phone sends positions: their page, and the secret of the phone."""
    token = own.tokens()[0]
    return f"{TRIP}/members/{own.member_of(token)[0]}", token


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("width", SIZES)
def test_the_page_has_what_a_host_does_at_hand(browse, own, width):  # noqa: F811
    page = browse("host", viewport=SIZES[width])
    address, token = of_tracker(own)
    own.post_fix(token, 46.4310, 9.2390)
    page.goto(own.url + address)
    assert overflow(page) <= 0 and page.is_visible(".member-head h1")
    assert "Last contact" in page.inner_text(".member-head .contact")
    # Where they are, drawn: a pin of theirs, and no flag of an event.
    assert page.locator("main .small-map .person-pin.fresh .pin").count() == 1 and page.locator("main .meeting").count() == 0
    assert "old" in page.inner_text("section[aria-labelledby=where]") or "just now" in page.inner_text("section[aria-labelledby=where]")
    columns = page.evaluate("getComputedStyle(document.querySelector('.member-columns')).gridTemplateColumns").split(" ")
    assert len(columns) == (2 if width == 1440 else 1)
    bar = box_of(page.locator(".member-head .card-actions"))
    if width == 390:
        # Within the thumb's reach, above the bar of sections, and large enough.
        assert bar["y"] > 650 and bar["y"] + bar["height"] <= 844
        sizes = page.locator(".member-head .card-actions > a, .member-head .card-actions summary")
        assert all(box["height"] >= 44 for box in boxes_of(sizes))
    # A link beside a button stands at its middle.
    ask, link = (box_of(page.locator(f"#nudges + .buttons {part}")) for part in ("button", "> a"))
    assert abs(ask["y"] + ask["height"] / 2 - link["y"] - link["height"] / 2) < 2 or link["y"] >= ask["y"] + ask["height"], (ask, link)
    page.click(".member-head summary")
    assert page.is_visible(".member-head .menu a >> nth=0") and overflow(page) <= 0
    menu = box_of(page.locator(".member-head .menu"))
    assert menu["x"] >= 0 and menu["y"] >= 0 and menu["x"] + menu["width"] <= width
    page.keyboard.press("Escape")
    assert not page.is_visible(".member-head .menu")
    assert not page.problems


def test_details_are_two_columns_on_a_phone_and_low_where_nothing_is_pressed(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES[390])
    page.goto(own.url + f"{TRIP}/members/{own.member_of(own.tokens()[0])[0]}")
    facts = page.locator(".member-columns section[aria-labelledby=facts] .facts")
    lefts = boxes_of(facts.locator("dd"))
    assert len({box["x"] for box in lefts}) == 1 and lefts[0]["x"] > boxes_of(facts.locator("dt"))[0]["x"] + 40, lefts
    links, plain = facts.locator("dd > a"), facts.locator("dd:not(:has(a)):not(.fact-missing)")
    assert all(box["height"] >= 44 for box in boxes_of(links)) and min(box["height"] for box in boxes_of(plain)) < 40
    # An address that is too long for a line breaks before its sign.
    mail = facts.locator("dd > a[href^='mailto:']")
    assert mail.locator("wbr").count() == 1 and "@" in mail.inner_text() and overflow(page) <= 0


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["scripts", "no scripts"])
def test_an_answer_is_given_for_them(browse, own, options):  # noqa: F811
    page = browse("host", viewport=SIZES[1440], **options)
    page.goto(own.url + of_tracker(own)[0])
    row = page.locator(".member-events > li:has(form)").first
    was, event = row.locator(".chip").inner_text(), row.get_attribute("id")
    button = row.locator("button:visible").last
    label = button.inner_text()
    if row.locator("details").count():
        row.locator("summary").click()
        row.locator("input[name=note]").fill("Said so")
    follow(page, button)
    assert "/members/" in page.url and page.locator(f"#{event} .chip").inner_text() != was
    assert label in page.locator(f"#{event} .chip").inner_text() or "Waitlist" in page.locator(f"#{event} .chip").inner_text()


def test_a_face_of_the_roster_opens_the_card_and_a_name_the_page(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES[1440])
    page.goto(own.url + TRIP + "/roster")
    name = page.locator("#roster tbody th a").first
    page.locator("#roster tbody th .face").first.click()
    wait(page, f"document.querySelector('{CARD}') !== null")
    assert page.inner_text(CARD + " h2") == name.inner_text()
    # It stands beside the name, and hides no other.
    box, beside = box_of(page.locator("#person-popover")), box_of(name)
    assert box["x"] >= beside["x"] + beside["width"] and box["y"] <= beside["y"] + beside["height"]
    assert page.locator(CARD).get_by_text("Profile").get_attribute("href") == name.get_attribute("href")
    page.keyboard.press("Escape")
    wait(page, "!document.querySelector('#person-popover').matches(':popover-open')")
    # By keyboard: Space is the card, Enter the page; the focus comes back to the name.
    name.focus()
    page.keyboard.press(" ")
    wait(page, "document.querySelector('#person-popover').matches(':popover-open')")
    assert page.evaluate("document.activeElement.closest('h2') !== null")
    page.keyboard.press("Escape")
    wait(page, "document.activeElement.matches('#roster th a')")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "/members/" in page.url and not page.problems


@pytest.mark.parametrize("width", [390, 1440])
def test_an_events_name_opens_the_same_card(browse, own, width):  # noqa: F811
    page = browse("host", viewport=SIZES[width])
    page.goto(f"{own.url}{TRIP}/events/{own.ids('event', 'title')['Fondue evening']}?tab=going")
    link = page.locator(".guest-name a").first
    link.click()
    wait(page, f"document.querySelector('{CARD}') !== null")
    box = box_of(page.locator("#person-popover"))
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= width and overflow(page) <= 0
    if width == 390:
        assert box["y"] + box["height"] == 844 and box["width"] == 390
    assert page.inner_text(CARD + " h2") == link.inner_text()
    page.click("#person-popover .card-close")
    wait(page, "!document.querySelector('#person-popover').matches(':popover-open')")


def test_travellers_get_a_card_without_what_is_not_for_them(browse, own):  # noqa: F811
    page = browse("ada", viewport=SIZES[390])
    page.goto(own.url + TRIP + "/chat")
    follow(page, page.locator(".conversations a").first)
    # Older messages may come above it.
    link = page.locator(".message:not(.own) a.author:visible").last.element_handle()
    link.click()
    wait(page, f"document.querySelector('{CARD}') !== null")
    assert page.inner_text(CARD + " h2") == link.inner_text()
    assert page.locator(CARD + " a[href^='tel:']").count() == 0 and "Room" not in page.inner_text(CARD)
    assert "/friends/" in page.locator(CARD).get_by_text("Profile").get_attribute("href")


def test_without_scripts_a_name_is_a_link(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES[1440], java_script_enabled=False)
    page.goto(f"{own.url}{TRIP}/events/{own.ids('event', 'title')['Fondue evening']}?tab=going")
    with page.expect_navigation():
        page.locator(".guest-name a").first.click()
    assert "/members/" in page.url and page.is_visible(".member-head h1")


def test_without_a_line_a_name_is_a_link(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES[1440])
    page.goto(f"{own.url}{TRIP}/events/{own.ids('event', 'title')['Fondue evening']}?tab=going")
    page.route("**/card", lambda route: route.abort())
    with page.expect_navigation():
        page.locator(".guest-name a").first.click()
    assert "/members/" in page.url
