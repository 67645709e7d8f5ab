"""A phone that was just added: the page that is open says when it is heard of."""
import re

from support import browse, wait  # noqa: F401, F811 (browse: a fixture)


def add_phone(own):
    """The address of a new phone's page, and its secret."""
    member = own.member_of(own.tokens()[0])[0]
    cookie = own.host()
    added = own.request("POST", f"/trips/valrosa/members/{member}/trackers", {"label": "Spare phone"}, cookie=cookie)
    path = added.getheader("Location")
    page = own.request("GET", path, cookie=cookie).body.decode()
    return own.url + path, re.search(r"/t/([\w-]{16,})", page)[1]


def test_the_first_position_of_a_new_phone_is_said_at_once(browse, own):
    address, token = add_phone(own)
    page = browse("host")
    page.goto(address)
    wait(page, "() => document.documentElement.dataset.live === 'open'")
    assert "Waiting for the first position" in page.inner_text("#tracker-state") and page.is_visible(".apps .qr >> nth=0")
    # Another phone of the same person says nothing of this one.
    own.post_fix(own.tokens()[0], 46.41, 9.23)
    page.wait_for_timeout(1000)
    assert "Waiting for the first position" in page.inner_text("#tracker-state")
    own.post_fix(token, 46.42, 9.24)
    page.wait_for_selector("#tracker-state.ok:has-text('On the map since')", timeout=5000)
    assert page.inner_text("#tracker-contact").startswith("Last contact")
    # The page is as if it were opened now: what came is in the list, and the codes are folded.
    assert page.locator("table.doctor tbody tr").count() == 1 and "Nothing has arrived" not in page.inner_text("main")
    assert page.locator(".apps .qr").count() == 4 and not page.is_visible(".apps .qr >> nth=0")
    assert "/map?member=" in page.get_attribute("#tracker-state a", "href")
    assert not page.problems


def test_the_page_to_set_a_phone_up_says_that_it_is_connected(browse, own):
    _, token = add_phone(own)
    page = browse()
    page.goto(f"{own.url}/t/{token}")
    assert page.inner_text("#set-up-state a") == "Check again"
    own.post_fix(token, 46.42, 9.24)
    page.wait_for_selector("#set-up-state.ok:has-text('Your phone is connected.')", timeout=10_000)
    assert page.locator(".set-up .app .primary").count() == 0
    assert not page.problems
