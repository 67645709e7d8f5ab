"""What a finger does to a message on a phone: it holds, lifts, and taps the sign at the bubble's edge."""
import pytest

from support import TRIP, box_of, browse, eventually, open_chat, say, wait  # noqa: F401, F811 (browse: a fixture)

# See support.browse.
WORKER = "block"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
THEIRS = ".message:not(.own):not(.gone):has(.acts)"


def hold(page, target, milliseconds):
    """A finger, as the browser knows one: what it lifts from is clicked."""
    box = box_of(target)
    point = {"x": box["x"] + min(20, box["width"] / 2), "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(milliseconds)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)


@pytest.mark.parametrize("milliseconds", [500, 700, 1000])
def test_lifting_the_finger_presses_nothing_that_rose_under_it(browse, own, milliseconds):
    ada = browse("ada", **PHONE)
    open_chat(ada, own)
    theirs = ada.locator(THEIRS).last
    hold(ada, theirs.locator(".message-text"), milliseconds)
    menu = theirs.locator(".act-menu")
    assert menu.is_visible() and ada.locator(".composer > .quote").is_hidden()
    # The next tap is one.
    menu.locator("[data-do=reply]").tap()
    eventually(lambda: ada.locator(".composer > .quote").is_visible() and menu.is_hidden())
    assert not ada.problems


def test_holding_a_name_in_a_message_opens_the_menu_and_nobodys_card(browse, own):
    ada, bruno = browse("ada", **PHONE), browse("bruno", **PHONE)
    open_chat(ada, own)
    open_chat(bruno, own)
    say(bruno, "@Ada Example the bus is here")
    named = ada.locator(THEIRS, has_text="the bus is here").locator("a.named")
    eventually(named.is_visible)
    path = ada.evaluate("location.pathname")
    hold(ada, named, 700)
    assert ada.locator("details.acts[open] .act-menu").is_visible()
    assert ada.evaluate("location.pathname") == path and ada.locator("#person-popover:popover-open").count() == 0


def test_a_sign_at_the_edge_of_each_message_opens_its_menu_and_takes_no_room(browse, own):
    ada = browse("ada", **PHONE)
    open_chat(ada, own)
    rows = ada.evaluate("""[...document.querySelectorAll('.message:has(.acts)')].map((row) => {
      const [sign, bubble] = ['.acts > summary', '.bubble'].map((part) => row.querySelector(part));
      const [at, of] = [sign, bubble].map((node) => node.getBoundingClientRect());
      const { opacity, visibility } = getComputedStyle(sign);
      return [at.width, at.height, at.right <= of.right + 1 && at.left > of.left, row.getBoundingClientRect().height - of.height, opacity, visibility];
    })""")
    assert rows
    for width, height, is_inside, more, opacity, visibility in rows:
        assert min(width, height) >= 44 and is_inside and opacity == "1" and visibility == "visible", rows
        assert more <= 8, "the row is as high as its bubble"
    assert ada.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('scroller'))") == 0
    theirs = ada.locator(THEIRS).last
    theirs.locator(".acts > summary").tap()
    eventually(lambda: theirs.locator(".act-menu").is_visible())
    # Above it nothing else is pressed: the first tap closes it.
    ada.touchscreen.tap(195, 120)
    eventually(lambda: theirs.locator(".act-menu").is_hidden())


def test_the_field_stands_free_of_the_edge_while_somebody_writes(browse, own):
    ada = browse("ada", **PHONE)
    open_chat(ada, own)
    ada.focus("#text")
    wait(ada, "document.querySelector('nav.sections').checkVisibility() === false")
    box = box_of(ada.locator("#composer"))
    assert 844 - box["y"] - box["height"] >= 8


def test_a_host_at_the_desk_sees_remove_wherever_the_menu_opens(browse, own):
    host = browse("host", viewport={"width": 1440, "height": 900}, has_touch=False)
    open_chat(host, own)
    rows = host.locator(THEIRS)
    for row in rows.all()[-6:]:
        row.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        row.hover()
        row.locator(".acts > summary").click()
        remove = row.locator(".staff-slot .danger")
        eventually(lambda remove=remove: remove.count() == 1)
        menu, box = box_of(row.locator(".act-menu")), box_of(remove)
        assert box["y"] >= menu["y"] and box["y"] + box["height"] <= menu["y"] + menu["height"], (row.inner_text(), menu, box)
        host.keyboard.press("Escape")
    assert not host.problems


@pytest.mark.parametrize("size", [PHONE, {"viewport": {"width": 1440, "height": 900}, "has_touch": False}])
def test_a_hosts_menu_has_whole_words_and_no_empty_foot(browse, own, size):
    host = browse("host", **size)
    open_chat(host, own)
    say(host, "Dinner at seven")
    for row in (host.locator(".message.own", has_text="Dinner at seven"), host.locator(THEIRS).last):
        eventually(lambda row=row: row.locator(".acts > summary").count() == 1 and not row.evaluate("(node) => node.matches('.pending')"))
        row.hover()
        row.locator(".acts > summary").click()
        slot = row.locator(".staff-slot")
        eventually(lambda slot=slot: slot.locator("a").count() > 0)
        label = slot.locator(".mute label")
        if label.count():
            assert box_of(label)["height"] <= 56, "one line"
        empty = slot.evaluate("""(node) => node.getBoundingClientRect().bottom
          - Math.max(...[...node.children].map((part) => part.getBoundingClientRect().bottom))""")
        assert empty <= 24, (row.inner_text(), empty)
        host.keyboard.press("Escape")
    assert not host.problems
