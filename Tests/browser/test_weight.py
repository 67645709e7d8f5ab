"""What a page weighs for whoever has nothing of it yet: its HTML, styles, scripts and icons as they travel, with their heads, and the map's tiles."""
import re

import pytest

from support import TRIP, leave, sign_in

WIDE = {"width": 1440, "height": 900}
LATER = {"ended", "keys-dialog", "person-popover", "push", "roster-calls", "roster-count", "roster-edit", "search-dialog", "sign-out", "toasts", "told", "written"}


def address_of(own, name):
    if name == "event":
        return f"{TRIP}/events/{own.ids('event', 'title')['Glacier day']}"
    if name == "chat":
        rooms = own.request("GET", f"{TRIP}/chat", cookie=own.host()).body.decode()
        return re.search(TRIP + r"/chat/[0-9a-f-]{36}", rooms).group(0)
    return {"today": TRIP}.get(name, f"{TRIP}/{name}")


@pytest.mark.parametrize("name, limit", [("today", 35), ("roster", 40), ("event", 45), ("chat", 65), ("map", 190)])
def test_a_page_is_light(browser, own, name, limit):
    context = browser.new_context(viewport=WIDE, service_workers="block")
    page = context.new_page()
    sign_in(page, own)
    network = context.new_cdp_session(page)
    addresses, sizes = {}, {}
    network.on("Network.responseReceived", lambda event: addresses.update({event["requestId"]: event["response"]["url"]}))
    network.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(own.url + address_of(own, name))
    page.wait_for_timeout(1000)
    # Photos are the travellers' own, and the ground of a small map is the map's.
    left_out = ["/photos/"] if name == "map" else ["/photos/", "/tiles/"]
    asked = [(addresses.get(key, ""), size) for key, size in sizes.items()]
    # Each address once: a page that is told of news reads itself again.
    first = {address: size for address, size in reversed(asked)}
    found = [(size, address) for address, size in first.items() if not any(part in address for part in left_out)]
    weight = sum(size for size, _ in found) / 1024
    print(name, round(weight, 1), "KiB cold,", len(found), "requests")
    scripts = set(re.findall(r"/js/([a-z-]+)\.js", " ".join(address for _, address in found)))
    assert "frame" in scripts and not scripts & LATER, scripts
    assert 15 < weight <= limit, sorted(found)[-8:]
    leave(context)
