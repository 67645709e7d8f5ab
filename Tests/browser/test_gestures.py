"""Fingers and keys do the same on every map: the hosts', the travellers', and the one on forms."""
import pytest

from support import TRIP, box_of, browse, wait  # noqa: F401, F811 (browse: a fixture)

MAPS = pytest.mark.parametrize("who, address, node", [("host", "/map", "#map"), ("ada", "/my/map", ".friend-map"), ("host", "/events/new", ".pin-map")])
SCALES = "[...document.querySelectorAll('.tile-level')].map((level) => /scale\\((.*?)\\)/.exec(level.style.transform)[1]).join()"


def open_map(page, own, address, node):
    page.goto(own.url + TRIP + address)
    wait(page, "document.querySelectorAll('.tile-level canvas').length > 3")
    # What still settles must not be taken for what fingers do.
    page.wait_for_timeout(500)
    page.locator(node).scroll_into_view_if_needed()
    box = box_of(page.locator(node))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@MAPS
def test_two_fingers_zoom(browse, own, who, address, node):  # noqa: F811
    page = browse(who)
    x, y = open_map(page, own, address, node)
    before = page.evaluate(SCALES)
    session = page.context.new_cdp_session(page)
    for step in range(5):
        points = [{"x": x - 60 - 2 * step, "y": y, "id": 1}, {"x": x + 60 + 2 * step, "y": y, "id": 2}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    wait(page, f"(before) => {SCALES} !== before", before)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    # A place on a form is not chosen by that.
    if node == ".pin-map":
        assert page.input_value("#meeting_latitude") == ""
    assert not page.problems, page.problems


@MAPS
def test_keys_of_the_browser_stay_its_own(browse, own, who, address, node):  # noqa: F811
    page = browse(who)
    open_map(page, own, address, node)
    taken = """([node, key, ctrlKey]) => !document.querySelector(node)
        .dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, cancelable: true, bubbles: true }))"""
    assert page.evaluate(taken, [node, "+", False])
    for key in "+-0f":
        assert not page.evaluate(taken, [node, key, True]), key


def test_what_ends_a_drag_is_no_tap(browse, own):  # noqa: F811
    page = browse("host")
    x, y = open_map(page, own, "/map", "#map")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=4)
    page.mouse.up()
    page.wait_for_timeout(500)
    assert page.locator("#details").is_hidden() and page.locator(".map .pin").count() == 0
    page.mouse.click(x, y)
    wait(page, "document.getElementById('details').textContent.includes('UTM')")


def test_a_place_on_a_form_is_dragged_under_the_pin(browse, own):  # noqa: F811
    page = browse("host")
    x, y = open_map(page, own, "/events/new", ".pin-map")
    page.mouse.move(x + 60, y + 60)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    wait(page, "document.getElementById('meeting_latitude').value !== ''")
    first = float(page.input_value("#meeting_latitude"))
    page.mouse.move(x, y + 40)
    page.mouse.down()
    page.mouse.move(x, y + 100, steps=4)
    page.mouse.up()
    # What was above lies under the pin now; the end of the drag is no tap.
    wait(page, "(first) => Number(document.getElementById('meeting_latitude').value) > first", first)
    lat = float(page.input_value("#meeting_latitude"))
    page.mouse.click(x, y)
    page.wait_for_timeout(200)
    assert abs(float(page.input_value("#meeting_latitude")) - lat) < 1e-4
