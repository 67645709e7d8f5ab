"""What people write about places: reviews, reports, notes of hosts. On phones and desktops, with scripts and without."""
import struct
import zlib

import pytest

from support import TRIP, boxes_of, browse, eventually, faults, follow  # noqa: F401, F811 (browse: a fixture)

# See support.browse.
WORKER = "block"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}, "has_touch": False}


def png(path):
    """A small grey picture."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\x80" * 40 for _ in range(40))
    head = struct.pack(">IIBBBBB", 40, 40, 8, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


def place(server, name="Polenta e Basta"):
    return TRIP + "/places/" + server.sql(f"SELECT shown_at FROM place WHERE name = '{name}'")[0]


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def choose(page, stars):
    page.locator(".star-choice label").nth(stars - 1).click()


def test_others_see_what_is_written_without_loading_the_page_again(browse, own):
    ada, bruno, host = browse("ada", **PHONE), browse("bruno", **PHONE), browse("host", **DESKTOP)
    path = place(own, "Pizzeria Bellavista")
    bruno.goto(own.url + path)
    host.goto(own.url + TRIP + "/places?sort=distance&kind=all&radius=20000&q=Bellavista")
    ada.goto(own.url + path + "/review")
    choose(ada, 2)
    ada.fill("#text", "The milk was sour.")
    follow(ada, ".review-form button.primary")
    sour = bruno.locator(".review", has_text="The milk was sour.")
    eventually(lambda: sour.count() == 1)
    # With the two that were there.
    eventually(lambda: "3.7" in host.inner_text(".place-card .place-stars"))
    follow(ada, "button[name=kind][value=closed]")
    eventually(lambda: "Closed today" in bruno.inner_text("#said") and "Closed today" in host.inner_text(".place-cards"))
    moderator = browse("host", **DESKTOP)
    moderator.goto(own.url + path)
    follow(moderator, moderator.locator(".review", has_text="The milk was sour.").locator("button", has_text="Remove as moderator"))
    eventually(lambda: sour.count() == 0)
    assert not bruno.problems and not host.problems


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["390", "1440"])
def test_a_review_is_written_refused_changed_and_deleted(browse, own, tmp_path, options):
    ada, bruno = browse("ada", **options), browse("bruno", **options)
    path = place(own, "Dorfladen")
    ada.goto(own.url + path)
    follow(ada, "#reviews a.button")
    follow(ada, ".review-form button.primary")
    assert "stars" in ada.inner_text("#stars-error") and ada.inner_text("#text-error")
    ada.fill("#text", "Bread at seven, and they smile.")
    follow(ada, ".review-form button.primary")
    assert ada.input_value("#text") == "Bread at seven, and they smile." and ada.inner_text("#stars-error")
    choose(ada, 4)
    assert ada.locator(".star-choice input").nth(3).is_checked() and fits(ada)
    assert not faults(ada, "light") and not faults(ada, "dark")
    ada.set_input_files("#photos", {"name": "bread.png", "mimeType": "image/png", "buffer": b"no picture"})
    follow(ada, ".review-form button.primary")
    assert "Choose your photos again" in ada.inner_text("#photos-error") and ada.input_value("#text"), "a failed photo keeps the words"
    assert ada.locator(".star-choice input").nth(3).is_checked()
    ada.set_input_files("#photos", png(tmp_path / "bread.png"))
    if options.get("java_script_enabled", True):
        eventually(lambda: boxes_of(ada.locator(".photo-thumbs canvas")) != [])
        assert ada.is_visible(".photo-pick > .button") and fits(ada)
        ada.focus("#photos")
        assert ada.evaluate("getComputedStyle(document.querySelector('.photo-pick > .button')).outlineStyle") != "none"
    else:
        # The browser's own control says what was chosen.
        assert ada.is_hidden(".photo-pick > .button") and ada.locator("#photos").bounding_box()["width"] > 100
    follow(ada, ".review-form button.primary")
    mine = ada.locator(".review", has_text="Bread at seven")
    assert mine.count() == 1 and mine.locator(".stars").get_attribute("aria-label") == "4 of 5 stars" and fits(ada)
    eventually(lambda: mine.locator("img[width]").last.evaluate("node => node.complete && node.naturalWidth > 0"))
    # Others see it at once.
    bruno.goto(own.url + path)
    assert bruno.locator(".review", has_text="Bread at seven").locator("text=Report").count() == 1
    assert not faults(bruno, "light") and fits(bruno)
    # Changed: one review, marked as edited.
    follow(ada, mine.locator("text=Edit"))
    assert ada.input_value("#text") == "Bread at seven, and they smile." and ada.locator(".kept-photos li").count() == 1
    ada.locator(".kept-photos input").check()
    choose(ada, 5)
    ada.fill("#text", "Bread at six.")
    follow(ada, ".review-form button.primary")
    bruno.reload()
    assert bruno.locator(".review", has_text="Bread at").count() == 1
    assert bruno.locator(".review", has_text="Bread at six.").locator(".review-photos img").count() == 0
    # Deleted, and back.
    follow(ada, ada.locator(".review", has_text="Bread at six.").locator("button", has_text="Delete"))
    assert ada.locator(".review", has_text="Bread at six.").count() == 0
    follow(ada, ada.locator(".toast form button"))
    assert ada.locator(".review", has_text="Bread at six.").count() == 1
    ada.goto(own.url + TRIP + "/my/profile")
    assert "Bread at six." in ada.inner_text("#own-reviews") and fits(ada)
    ada.goto(own.url + path + "/review")
    follow(ada, "button.danger")
    assert not ada.problems and not bruno.problems


def test_stars_are_chosen_with_keys(browse, own):
    ada = browse("ada", **DESKTOP)
    ada.goto(own.url + place(own, "Letzte Abfahrt") + "/review")
    ada.locator(".star-choice input").first.focus()
    for _ in range(2):
        ada.keyboard.press("ArrowRight")
    assert ada.locator(".star-choice input").nth(2).is_checked()


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["390", "1440"])
def test_without_scripts(browse, own, options):
    ada = browse("ada", java_script_enabled=False, **options)
    path = place(own, "Letzte Abfahrt")
    ada.goto(own.url + path + "/review")
    ada.fill("#text", "Loud.")
    follow(ada, ".review-form button.primary")
    assert ada.input_value("#text") == "Loud." and ada.inner_text("#stars-error")
    choose(ada, 2)
    follow(ada, ".review-form button.primary")
    assert ada.locator(".review", has_text="Loud.").count() == 1
    follow(ada, ada.locator(".said-report button").first)
    assert "Seen open today" in ada.inner_text("#said")
    follow(ada, ada.locator(".toast form button"))
    assert "Seen open today" not in ada.inner_text("#said")
    ada.goto(own.url + path + "/review")
    follow(ada, "button.danger")


def test_what_people_saw_outranks_the_map_everywhere(browse, own):
    ada, host = browse("ada", **PHONE), browse("host", **DESKTOP)
    path = place(own)
    ada.goto(own.url + path)
    follow(ada, ada.locator(".said-report button", has_text="closed today"))
    assert "Closed today" in ada.inner_text("#said") and fits(ada) and not faults(ada, "light")
    host.goto(own.url + TRIP + "/places?q=Polenta")
    assert "Closed today, says Ada at" in host.inner_text(".place-card")
    host.goto(own.url + path)
    follow(host, host.locator(".said-lines li", has_text="Closed today").locator("button"))
    assert "Closed today" not in host.inner_text("#said")
    ada.goto(own.url + path + "/reports")
    ada.select_option("#kind", "kitchen")
    ada.fill("#time", "20:15")
    follow(ada, "main button.primary")
    host.reload()
    assert "Kitchen closes at 20:15" in host.inner_text("#said")
    assert not ada.problems and not host.problems


def test_hosts_note_hide_and_add(browse, own):
    host, ada = browse("host", **DESKTOP), browse("ada", **PHONE)
    path = place(own, "Letzte Abfahrt")
    host.goto(own.url + path + "/note")
    host.check("#hidden")
    follow(host, "main button.primary")
    assert "Say why" in host.inner_text("#reason-error") and host.locator("#hidden").is_checked()
    host.fill("#reason", "Too loud to talk")
    follow(host, "main button.primary")
    ada.goto(own.url + TRIP + "/places?q=Letzte")
    assert ada.locator(".place-card", has_text="Letzte Abfahrt").count() == 0
    ada.goto(own.url + path)
    assert "Too loud to talk" in ada.inner_text("#said") and fits(ada)
    follow(host, host.locator(".toast form button"))
    ada.goto(own.url + TRIP + "/places?q=Letzte")
    assert ada.locator(".place-card", has_text="Letzte Abfahrt").count() == 1
    host.goto(own.url + TRIP + "/places/new")
    host.fill("#name", "Soup kitchen at the sledge run")
    host.fill("#place_latitude", "46.4281") if not host.input_value("#place_latitude") else None
    host.fill("#place_longitude", "9.2352") if not host.input_value("#place_longitude") else None
    host.fill("#hours", "Mo-Su 11-15h")
    assert not faults(host, "light")
    follow(host, "main button.primary")
    assert host.inner_text("h1") == "Soup kitchen at the sledge run" and "Times were read as" in host.inner_text(".hours-remarks")
    host.click("#place-more > summary")
    follow(host, host.locator("#place-more button", has_text="Delete this place"))
    follow(host, host.locator(".toast form button"))
    assert host.inner_text("h1") == "Soup kitchen at the sledge run" and not host.problems


@pytest.mark.parametrize("size", [(320, 740), (390, 844), (1440, 900)])
def test_a_place_has_one_row_of_actions_and_fills_the_width(browse, own, size):
    host = browse("host", viewport={"width": size[0], "height": size[1]})
    host.goto(own.url + place(own))
    boxes = boxes_of(host.locator(".place-acts > a, .place-acts > details > summary"))
    assert len(boxes) >= 3 and len({round(box["y"]) for box in boxes}) == 1
    assert all(min(box["height"], box["width"]) >= (24 if size[0] == 1440 else 44) for box in boxes)
    assert host.locator("main .primary:visible").count() == 1 and host.locator("#said .button").count() == 0
    first, second = boxes_of(host.locator(".place-columns > div"))
    if size[0] == 1440:
        assert second["y"] == first["y"] and second["x"] >= first["x"] + first["width"] and second["width"] > 350
    else:
        assert second["x"] == first["x"] and second["y"] >= first["y"] + first["height"]
    host.click("#place-more > summary")
    assert host.locator("#place-more a", has_text="Create an event here").is_visible() and fits(host)
    assert not faults(host, "light") and not host.problems


def test_nothing_waits_after_the_demos_import(browse, own):
    host = browse("host", **PHONE)
    host.goto(own.url + TRIP + "/places/waiting")
    assert "There is nothing to attach." in host.inner_text("main") and fits(host) and not faults(host, "light")
