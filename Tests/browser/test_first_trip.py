"""From nothing to a running trip: a list of fifty becomes invitations in five clicks, and a new trip says what it still needs."""
import re
import sqlite3

import pytest

from conftest import Demo
from support import TRIP, box_of, browse, follow, pdf_text, wait  # noqa: F401, F811 (browse: a fixture)

SIZES = {"small": {"width": 320, "height": 640}, "phone": {"width": 390, "height": 844}, "tablet": {"width": 820, "height": 1180},
         "desktop": {"width": 1440, "height": 900}}
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll('main a, main button, main label:has(input)')]
  .filter((node) => node.checkVisibility() && !node.closest('.visually-hidden, p, summary'))
  .map((node) => [node.getBoundingClientRect().height, node.textContent.trim() || node.className])
  .filter(([height]) => height > 0 && height < 43.5)"""
LONG = "Maximiliana-Konstantina Freifrau von Unterhaltungsbedürfnis-Wahrscheinlichkeit"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("first"), members=20)
    yield server
    server.stop()


def sheet(count, batch):
    rows = [f"Person{number},{batch},person{number}.{batch.lower()}@x.example,+41 79 000 {number:04}" for number in range(count)]
    return ("first name,last name,email,phone\n" + "\n".join(rows) + "\n").encode()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_fifty_people_are_invited_in_five_clicks(browse, own, size, tmp_path):  # noqa: F811
    page = browse("host", viewport=SIZES[size], permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("window.print = () => { window.printed = true; };")
    batch = size.capitalize()
    page.goto(own.url + TRIP + "/roster")
    clicks = 0

    def click(target):
        nonlocal clicks
        clicks += 1
        follow(page, target)

    if size == "phone":
        page.click("#roster-more summary")
        clicks += 1
    click("main a[href$='/roster/import']:visible")
    # Choosing the file is one: the preview follows by itself.
    clicks += 1
    with page.expect_navigation():
        page.set_input_files("#file", {"name": "fifty.csv", "mimeType": "text/csv", "buffer": sheet(50, batch)})
    click("button[value=save]")
    assert page.inner_text("h1") == "50 people imported" and page.title().startswith("Import · Roster · ")
    click("text=Invite these 50")
    assert page.locator(".link-rows > li").count() == 50 and page.locator(".cut-card .qr").count() == 50
    if size == "desktop":
        page.click("#print-now")
        clicks += 1
        assert page.evaluate("window.printed")
    assert clicks <= 5, clicks
    assert page.evaluate(OVER) <= 0
    page.click("text=Copy all")
    wait(page, "() => navigator.clipboard.readText().then((text) => text.split('\\n').length === 50 && /\\t.*\\/join\\//.test(text))")
    page.locator(".link-rows [data-copy]").first.click()
    address = page.inner_text(".cut-card code >> nth=0")
    wait(page, "(address) => navigator.clipboard.readText().then((text) => text === address)", address)
    sheets, _, text = pdf_text(page, tmp_path / f"{size}.pdf")
    assert sheets == 5 and text.count("scan to join") == 50 and "Copy" not in text
    # Somebody opens theirs, and the list says so without a reload of its own.
    guest = browse(None)
    guest.goto(address)
    guest.wait_for_load_state("networkidle")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector(".link-rows .chip:has-text('Opened today')")
    assert page.locator(".link-rows .chip:has-text('Not opened')").count() == 49
    assert not page.problems, page.problems


def test_the_same_without_scripts(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES["phone"], java_script_enabled=False)
    page.goto(own.url + TRIP + "/roster/import")
    page.set_input_files("#file", {"name": "two.csv", "mimeType": "text/csv", "buffer": sheet(2, "Plain")})
    follow(page, "#import button.primary")
    follow(page, "button[value=save]")
    follow(page, "text=Invite these 2")
    page.click("text=All links as text")
    assert len(re.findall(r"/join/\S+", page.input_value(".all-links textarea"))) == 2
    assert page.locator(".link-rows a[href^='mailto:person0.plain']").count() == 1
    assert "wa.me/4179" in page.get_attribute(".link-rows .by-app >> nth=0", "href")
    page.goto(page.url.split("/joining")[0] + "/joining")
    if page.locator("#join-all").count():
        page.check("#join-all")
    assert page.is_visible("tr:has-text('Person0 Plain') .chip:has-text('Not opened')")


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_joining_fits(browse, own, size):  # noqa: F811
    first, last = LONG.split(" ", 1)
    if not own.sql(f"SELECT 1 FROM member WHERE first_name = '{first}'"):
        form = {"first_name": first, "last_name": last, "status": "confirmed", "groups": "Bus 1; Class Beginner"}
        assert own.request("POST", TRIP + "/members/new", form, cookie=own.host()).status == 303
    page = browse("host", viewport=SIZES[size])
    page.goto(own.url + TRIP + "/joining")
    assert page.evaluate(OVER) <= 0
    rows = page.locator(".join-list tbody tr")
    assert rows.count() > 15 and page.locator(".join-list .chip:has-text('No link yet')").count() > 0
    if size in ("small", "phone"):
        assert page.evaluate(SMALL) == []
    else:
        heights = rows.evaluate_all("(rows) => rows.map((row) => row.getBoundingClientRect().height)")
        assert sorted(heights)[len(heights) // 2] <= (44 if size == "desktop" else 46), heights
    # A part of it; a name; what is done with those ticked stands there once somebody is.
    page.fill("[data-narrows=join-rows]", "maximiliana")
    assert page.locator(".join-list tbody tr:visible").count() == 1
    assert not page.is_visible(".bulkbar")
    page.locator(".join-list tbody tr:visible input").check()
    assert page.is_visible(".bulkbar button[value=make]")
    follow(page, ".tabs a:has-text('Joined')")
    assert "show=joined" in page.url and page.evaluate(OVER) <= 0




def test_every_page_says_where_it_stands(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES["desktop"])
    trip = own.sql("SELECT name FROM trip")[0]
    pages = {"/settings": [], "/joining": [], "/staff": [], "/moderation": [], "/roster/import": [trip, "Roster"],
             "/roster/changes": [trip, "Roster"], "/members/new": [trip, "Roster"], "/moderation/rules": [trip, "Moderation"],
             "/moderation/figures": [trip, "Moderation"], "/events/new": [trip, "Events"], "/roster": [], "/map": [], "": []}
    for path, crumbs in pages.items():
        page.goto(own.url + TRIP + path)
        assert page.locator("nav.crumb a").all_inner_texts() == crumbs, path
        assert page.title().endswith(f" · {trip}") and all(crumb in page.title() for crumb in crumbs), page.title()
        for crumb in range(len(crumbs)):
            assert box_of(page.locator("nav.crumb a").nth(crumb))["height"] >= 24


def test_on_a_phone_the_way_to_a_page_is_one_line_however_long_the_trips_name_is(browse, own):  # noqa: F811
    def rename(name):
        with sqlite3.connect(own.data / "sotravel.sqlite", timeout=20) as database:
            database.execute("UPDATE trip SET name = ? WHERE slug = 'valrosa'", [name])

    before = own.sql("SELECT name FROM trip WHERE slug = 'valrosa'")[0]
    rename("A week in the snow, with a name that no phone has room for")
    page = browse("host", viewport=SIZES["small"])
    page.goto(own.url + TRIP + "/moderation/rules")
    assert page.locator("nav.crumb").bounding_box()["height"] <= 46 and page.evaluate(OVER) <= 0
    cut = page.evaluate("[...document.querySelectorAll('nav.crumb a')].map((link) => link.scrollWidth > link.clientWidth)")
    rename(before)
    assert cut == [True, False], cut


def test_the_number_beside_calls_for_help_says_what_it_counts(browse, own):  # noqa: F811
    page = browse("host", viewport=SIZES["desktop"])
    page.goto(own.url + TRIP + "/joining")
    said = page.text_content("nav.sections a[href$='/help']")
    assert "for you" not in said and re.search(r"Calls for help\s*1\s*, 1 open call for help", said), said


@pytest.mark.parametrize("size", ["small", "phone", "desktop"])
def test_figures_and_rules_fit(browse, own, size):  # noqa: F811
    page = browse("host", viewport=SIZES[size])
    page.goto(own.url + TRIP + "/moderation/figures")
    assert page.evaluate(OVER) <= 0 and page.is_visible("text=Cases opened each day")
    inside = "() => document.querySelector('.day-figures').getBoundingClientRect().width / document.querySelector('.sheet').getBoundingClientRect().width"
    assert page.locator(".day-figures tbody tr").count() == 0 or page.evaluate(inside) > 0.9
    page.goto(own.url + TRIP + "/moderation/rules")
    assert page.evaluate(OVER) <= 0
    words = page.locator(".rule-words p").all_inner_texts()
    assert len(words) >= 8 and all(words)
