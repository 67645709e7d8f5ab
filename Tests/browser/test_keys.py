"""Single keys and what was just done: where "g" and a letter lead, how they are switched off, and where a toast stands."""
import pytest

from support import TRIP, box_of, boxes_of, browse, faults, follow, open_page, wait  # noqa: F401, F811 (browse, open_page: fixtures)

SIZES = [{"width": 320, "height": 640}, {"width": 390, "height": 844}, {"width": 1440, "height": 900}]
LIVE = "document.documentElement.dataset.live === 'open'"
TOAST = "document.querySelector('.toast')?.style.getPropertyValue('--foot')"


def test_g_and_a_letter_lead_to_a_section(open_page, demo):
    page = open_page()
    page.goto(demo.url + TRIP)
    for letter, address in (("r", "/roster"), ("m", "/map"), ("c", "/chat"), ("e", "/events"), ("h", "/help"), ("t", "")):
        page.keyboard.press("g")
        page.keyboard.press(letter)
        wait(page, "address => location.pathname === address || address.endsWith('/chat') && location.pathname.startsWith(address)",
             TRIP + address)
        wait(page, LIVE)
    # The page's own keys do not hear the letter; another one leads nowhere.
    page.goto(demo.url + TRIP + "/roster")
    page.keyboard.press("g")
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.closest('#roster') !== null")
    # Letters that are typed are letters, and so are those of a dialog.
    page.fill("#search", "")
    page.focus("#search")
    page.keyboard.type("gt")
    assert page.input_value("#search") == "gt" and page.url.startswith(demo.url + TRIP + "/roster")
    page.keyboard.press("Control+k")
    wait(page, "() => document.activeElement.closest('dialog[open]') !== null")
    page.keyboard.type("gt")
    assert page.input_value(".search-dialog input").endswith("gt") and not page.problems


def test_single_keys_are_told_and_switched_off(open_page, demo):
    page = open_page()
    page.goto(demo.url + TRIP)
    page.keyboard.press("?")
    page.wait_for_selector("#keys")
    assert all(f"Go to {name}" in page.inner_text("#keys") for name in ("Roster", "Joining", "Staff", "Moderation"))
    assert not faults(page, "light")
    assert page.evaluate("document.activeElement.textContent") == "Close"
    page.uncheck("#keys input")
    page.keyboard.press("Escape")
    wait(page, "() => !document.querySelector('#keys').open")
    page.goto(demo.url + TRIP + "/roster")
    page.keyboard.press("?")
    page.keyboard.press("j")
    page.keyboard.press("g")
    page.keyboard.press("t")
    page.wait_for_timeout(300)
    assert page.locator("#keys").count() == 0 and page.evaluate("document.activeElement === document.body")
    assert page.url == demo.url + TRIP + "/roster"
    # What takes two keys at once works on, and leads to the choice.
    page.keyboard.press("Control+k")
    page.click(".search-keys button")
    page.wait_for_selector("#keys")
    assert not page.is_checked("#keys input")
    page.check("#keys input")
    page.keyboard.press("Escape")
    wait(page, "() => !document.querySelector('#keys').open")
    page.keyboard.press("g")
    page.keyboard.press("t")
    page.wait_for_url(demo.url + TRIP)
    assert not page.problems


@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: str(size["width"]))
def test_what_is_typed_before_the_search_is_there_is_kept(open_page, demo, size):
    page = open_page()
    page.set_viewport_size(size)
    page.goto(demo.url + TRIP + "/roster")
    wait(page, LIVE)
    # On a slow line its script comes later than the words.
    page.route("**/search-dialog.js*", lambda route: (page.wait_for_timeout(400), route.continue_()))
    page.keyboard.press("Control+k")
    page.keyboard.type("jgvalx")
    page.keyboard.press("Backspace")
    page.keyboard.type("a")
    wait(page, "document.querySelector('.search-dialog')?.open")
    page.keyboard.type("!")
    assert page.input_value(".search-dialog input") == "jgvala!" and not page.problems


def test_the_field_of_the_search_names_its_key(open_page, demo):
    page = open_page()
    page.set_viewport_size(SIZES[2])
    page.goto(demo.url + TRIP)
    assert page.inner_text(".search-box kbd") == "Ctrl K" and page.is_visible(".search-box kbd")
    page.set_viewport_size(SIZES[1])
    assert not page.is_visible(".search-box kbd")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_a_decision_names_its_keys_where_there_are_some(browse, own, size):
    case = own.ids("moderation_case", "snapshot")["Nobody wants you at the table anyway."]
    page = browse("moderator", viewport=size, has_touch=size["width"] < 1000, is_mobile=size["width"] < 1000)
    page.goto(f"{own.url}{TRIP}/moderation/cases/{case}")
    caps = page.locator(".weight kbd")
    assert caps.count() and len(boxes_of(caps)) == (caps.count() if size["width"] > 1000 else 0)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_what_was_done_stands_at_the_foot_and_covers_no_button(browse, own, size):
    # Whoever has not joined is reached once they opened their link.
    for _, rsvp, link in own.personal_links("Night sledging"):
        if rsvp == "pending":
            assert own.request("POST", link.replace(own.url, "") + "/opened").status == 204
    page = browse("host", viewport=size)
    page.goto(f"{own.url}{TRIP}/events/{own.ids('event', 'title')['Night sledging']}")
    follow(page, ".event-next form button")
    wait(page, TOAST)
    toast = box_of(page.locator(".toast"))
    assert toast["x"] >= 0 and toast["x"] + toast["width"] <= size["width"] and toast["y"] + toast["height"] <= size["height"]
    bar = box_of(page.locator("nav.sections"))
    if size["width"] < 832:
        assert toast["y"] + toast["height"] <= bar["y"]
    for box in boxes_of(page.locator("main .primary:visible")):
        assert (box["y"] >= toast["y"] + toast["height"] or box["y"] + box["height"] <= toast["y"]
                or box["x"] >= toast["x"] + toast["width"] or box["x"] + box["width"] <= toast["x"]), box
    page.keyboard.press("Escape")
    assert page.locator(".toast").count() == 0 and not page.problems
