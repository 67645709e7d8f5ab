"""An announcement's audience by an area that is drawn, and its photo: on a phone, with the keyboard, and without scripts."""
import io
import sqlite3

import pytest
from PIL import Image

from support import BASE, TRIP, box_of, browse, eventually, faults, follow  # noqa: F401 (browse: a fixture)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 900}, "has_touch": False}
PLACE = "Larix-secret-place"


@pytest.fixture
def near(own):
    """Two people at the base, one of an hour ago far from it."""
    tokens = own.tokens()
    for token in tokens[:2]:
        own.post_fix(token, *BASE)
    return tokens


def write(page, own, title="Bus at 18:40"):
    page.goto(f"{own.url}{TRIP}/announcements/new")
    page.fill("#title", title)
    page.fill("#text", "Be at the door.")


def lines(page):
    return [line for line in page.input_value("#area_points").split("\n") if line]


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def tap(page, *points):
    """By parts of the map's width and height."""
    box = box_of(page.locator("#area-map"))
    for x, y in points:
        page.tap("#area-map", position={"x": box["width"] * x, "y": box["height"] * y})


AROUND = [(.1, .15), (.75, .15), (.75, .85), (.1, .85)]


def test_an_area_is_tapped_on_a_phone(browse, own, near):
    host = browse("host", **PHONE)
    write(host, own)
    host.tap("summary:has-text('Area on the map')")
    eventually(lambda: host.locator(".area-people circle").count() > 0)
    tap(host, *AROUND[:2])
    assert "2 corners: set one more" in host.inner_text("#area-status")
    # The line that said "everyone" asks about the area now; two corners are none.
    assert host.input_value("[name=condition]") == "drawn"
    eventually(lambda: "at least three corners" in host.inner_text("#audience-count"))
    tap(host, *AROUND[2:])
    assert len(lines(host)) == 4 and "Corners: 4" in host.inner_text("#area-status")
    eventually(lambda: "inside by a position of the last 30 min" in host.inner_text("#audience-count"))
    counted = int(host.inner_text("#audience-count strong").split()[0])
    assert counted >= 2
    lat, lon = zip(*(map(float, line.split(", ")) for line in lines(host)))
    assert min(lat) < BASE[0] < max(lat) and min(lon) < BASE[1] < max(lon)
    assert not faults(host, "light") and not faults(host, "dark") and overflow(host) <= 0

    host.tap("#area-back")
    assert len(lines(host)) == 3
    tap(host, AROUND[3])
    # A drag moves the map and sets no corner.
    box = box_of(host.locator("#area-map"))
    host.mouse.move(box["x"] + 100, box["y"] + 100)
    host.mouse.down()
    host.mouse.move(box["x"] + 160, box["y"] + 140, steps=5)
    host.mouse.up()
    assert len(lines(host)) == 4
    # A drag that begins at a corner takes the corner along, and nothing else.
    before = lines(host)
    corner = box_of(host.locator(".area-corners circle").first)
    host.mouse.move(corner["x"] + 6, corner["y"] + 6)
    host.mouse.down()
    host.mouse.move(corner["x"] - 6, corner["y"] - 14, steps=8)
    host.mouse.up()
    after = lines(host)
    assert after[0] != before[0] and after[1:] == before[1:]
    north, west = (float(after[0].split(", ")[i]) - float(before[0].split(", ")[i]) for i in (0, 1))
    assert north > 0 > west

    follow(host, ".announce-form .sticky button.primary")
    assert "inside the drawn area near" in host.inner_text("main").lower()
    assert "inside by a position of the last 30 min" in host.inner_text("main")
    follow(host, "text=Back to editing")
    assert len(lines(host)) == 4 and host.input_value("[name=condition]") == "drawn"
    assert host.locator(".area-corners circle").count() == 4
    host.tap("#area-clear")
    assert lines(host) == [] and "No corner yet" in host.inner_text("#area-status")
    assert host.locator(".area-corners circle").count() == 0
    assert not host.problems


def test_an_area_is_drawn_with_the_keyboard_and_has_an_end(browse, own, near):
    host = browse("host", **DESKTOP)
    write(host, own)
    host.click("summary:has-text('Area on the map')")
    host.focus("#area-map")
    for keys in (["Enter"], ["ArrowRight"] * 4 + ["Enter"], ["ArrowDown"] * 4 + [" "]):
        for key in keys:
            host.keyboard.press(key)
    assert len(lines(host)) == 3
    host.keyboard.press("Backspace")
    assert len(lines(host)) == 2
    for _ in range(40):
        host.keyboard.press("ArrowLeft")
        host.keyboard.press("Enter")
    assert len(lines(host)) == 32 and "no more fit" in host.inner_text("#area-status")
    # One point and a radius, typed: the map draws a circle.
    host.click("#area-clear")
    host.click("summary:has-text('By coordinates')")
    host.fill("#area_points", f"{BASE[0]}, {BASE[1]}")
    host.fill("#area_radius", "800")
    assert "One point and its radius" in host.inner_text("#area-status")
    assert "a" in host.get_attribute(".area-shape", "d")
    host.press("#area_radius", "Tab")
    eventually(lambda: "within 800 m" in host.inner_text("#audience-count").lower())
    assert not host.problems and not faults(host, "light")


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["390", "1280"])
def test_an_area_is_typed_without_scripts(browse, own, near, options):
    host = browse("host", java_script_enabled=False, **options)
    write(host, own)
    host.locator("[name=condition]").select_option("drawn")
    host.click("summary:has-text('Area on the map')")
    host.click("summary:has-text('By coordinates')")
    assert not host.locator("#area-map").is_visible()
    host.fill("#area_points", f"{BASE[0]}, {BASE[1]}\n99, 9.2")
    follow(host, ".announce-form .sticky button.primary")
    assert "Line 2 is not a point on the map" in host.inner_text("#area_points-error") and host.input_value("#title") == "Bus at 18:40"
    host.fill("#area_points", f"{BASE[0]}, {BASE[1]}")
    host.fill("#area_radius", "500")
    follow(host, ".announce-form .sticky button.primary")
    assert "within 500 m of a point near" in host.inner_text("main").lower() and host.locator(".announce-names li").count() >= 2
    assert overflow(host) <= 0
    follow(host, ".announce-review button.primary")
    assert host.locator(".receipt-list tbody tr").count() >= 2


# MARK: the photo

def photo(width=1600, height=900):
    """As a phone takes it: with the place where it was taken."""
    exif = Image.Exif()
    exif[0x010E], exif[0x010F] = PLACE, PLACE
    gps = exif.get_ifd(0x8825)
    gps[1], gps[2], gps[3], gps[4] = "N", (46.0, 25.0, 39.0), "E", (9.0, 14.0, 4.0)
    image = Image.linear_gradient("L").resize((width, height)).convert("RGB")
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif.tobytes(), comment=PLACE.encode())
    assert PLACE.encode() in out.getvalue() and Image.open(io.BytesIO(out.getvalue())).getexif().get_ifd(0x8825)
    return out.getvalue()


def stored(own):
    with sqlite3.connect(f"file:{own.data / 'sotravel.sqlite'}?mode=ro", uri=True) as database:
        return database.execute("SELECT small, large FROM announcement_photo").fetchall()


def choose(page, data, name="bus.jpg"):
    page.set_input_files("#photo", {"name": name, "mimeType": "image/jpeg", "buffer": data})


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_a_photo_goes_with_an_announcement_and_says_nothing_of_its_place(browse, own, scripts):
    host, ada = browse("host", java_script_enabled=scripts, **PHONE), browse("ada", **PHONE)
    write(host, own, "")
    host.click("summary:has-text('Photo')")
    choose(host, photo())
    host.fill("#photo_words", "The red bus at the lodge")
    if scripts:
        eventually(lambda: host.locator("#photo-chosen").is_visible())
        # The bar at the bottom lies over nothing there: what it covers by half would be a small target.
        host.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert not faults(host, "light")
    # The form comes back, and nobody chooses it twice.
    host.evaluate("document.getElementById('title').removeAttribute('required')")
    follow(host, ".announce-form .sticky button.primary")
    assert host.locator("#title-error").count() == 1 and host.input_value("#photo_words") == "The red bus at the lodge"
    eventually(lambda: host.evaluate("document.querySelector('.announce-kept img').naturalWidth") == 320)
    host.fill("#title", "Look for this bus")
    follow(host, ".announce-form .sticky button.primary")
    image = host.locator(".announce-photo img")
    assert image.get_attribute("alt") == "The red bus at the lodge" and overflow(host) <= 0
    follow(host, ".announce-review button.primary")
    assert host.locator(".announce-photo img").count() == 1 and not (scripts and faults(host, "light"))

    [(small, large)] = stored(own)
    for data in (small, large):
        kept = Image.open(io.BytesIO(data))
        assert kept.format == "WEBP" and PLACE.encode() not in data
        assert not kept.getexif() and "exif" not in kept.info and "xmp" not in kept.info

    ada.goto(f"{own.url}{TRIP}/announcements")
    follow(ada, ada.locator(".announce-row a", has_text="Look for this bus"))
    source = ada.get_attribute(".announce-photo img", "src")
    eventually(lambda: ada.evaluate("document.querySelector('.announce-photo img').naturalWidth") == 960)
    assert not faults(ada, "light") and not faults(ada, "dark") and overflow(ada) <= 0
    ada.goto(f"{own.url}{TRIP}/chat/{own.ids('trip', 'slug')['valrosa']}")
    line = ada.locator(".announced-line", has_text="Look for this bus")
    assert line.locator("img").get_attribute("alt") == "The red bus at the lodge" and not faults(ada, "light")

    host.click(".announce-acts summary")
    follow(host, "text=Recall…")
    follow(host, "main form button.danger")
    assert stored(own) == []
    assert own.request("GET", source, cookie=own.host()).status == 404
    assert not ada.problems and not host.problems


def test_what_is_no_photo_or_too_large_is_said_beside_the_field(browse, own):
    host = browse("host", **PHONE)
    write(host, own)
    host.click("summary:has-text('Photo')")
    choose(host, bytes(9 << 20))
    assert host.locator("#photo-large").is_visible() and host.input_value("#photo") == ""
    choose(host, b"no picture")
    assert not host.locator("#photo-large").is_visible()
    follow(host, ".announce-form .sticky button.primary")
    assert "Choose a photo: a JPEG, PNG, WebP or HEIC file." in host.inner_text("#photo-error")
    assert host.input_value("#title") == "Bus at 18:40" and host.input_value("#text") == "Be at the door."
    assert stored(own) == [] and not faults(host, "light")


def test_a_photo_that_is_too_large_keeps_the_words_without_scripts(browse, own):
    host = browse("host", java_script_enabled=False, **PHONE)
    write(host, own)
    host.click("summary:has-text('Photo')")
    choose(host, photo() + bytes(9 << 20))
    follow(host, ".announce-form .sticky button.primary")
    assert "too large" in host.inner_text("#photo-error") and host.input_value("#text") == "Be at the door."
