"""The trip switcher in a real browser: by keyboard, without scripts, with thirty trips and long names."""
import datetime
import time

import pytest

from conftest import Demo, totp
from support import WIDTHS, box_of, sign_in, wait

LONG = "of a winter with a rather long name on the glacier"


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    """A server with thirty trips more."""
    demo = Demo(tmp_path_factory.mktemp("switcher"))
    cookie = demo.sign_in("admin@sotravel.example", demo.passwords["admin@sotravel.example"], demo.secret)
    # They are to come, whenever the test runs.
    first, last = (str(datetime.date.today() + datetime.timedelta(days)) for days in (30, 37))
    for number in range(1, 31):
        fields = {
            "name": f"Week {number:02} {LONG}", "slug": f"week-{number}", "place": "Nowhere", "start_day": first, "end_day": last, "time_zone": "Europe/Zurich", "nearby_radius": "500", "fresh_minutes": "5", "stale_minutes": "30",
            "history_days": "14", "chat_days": "90",
        }
        answer = demo.request("POST", "/trips/new", fields, cookie=cookie)
        assert answer.status == 303, answer.body
    yield demo
    demo.stop()


@pytest.fixture(scope="module")
def admin(browser, busy):
    """Who is signed in: a code of the second factor counts once."""
    context = browser.new_context()
    page = context.new_page()
    sign_in(page, busy, "admin")
    page.fill("#code", totp(busy.secret, time.time() + 30))
    page.click("main button.primary")
    page.wait_for_url(lambda url: "/sign-in" not in url)
    yield context.storage_state()
    context.close()


@pytest.fixture
def open_page(browser, admin):
    contexts = []

    def make(**options):
        context = browser.new_context(**{"viewport": WIDTHS["desktop"], "storage_state": admin, **options})
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


def reach(page, selector):
    """Tab goes on until it is there."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def test_by_keyboard_to_the_same_section(busy, open_page):
    page = open_page()
    page.goto(busy.url + "/trips/valrosa/roster")
    reach(page, ".switcher.trips summary")
    page.keyboard.press("Enter")
    wait(page, "() => document.activeElement.matches('[data-narrows]')")
    # Escape closes, and one is where one was.
    page.keyboard.press("Escape")
    wait(page, "() => !document.querySelector('.switcher.trips').open && document.activeElement.matches('.switcher.trips summary')")
    page.keyboard.press("Enter")
    wait(page, "() => document.activeElement.matches('[data-narrows]')")
    page.keyboard.type("week 17")
    wait(page, "() => [...document.querySelectorAll('#switcher-trips > li')].filter((item) => !item.hidden).length === 1")
    page.keyboard.press("Enter")
    page.wait_for_url(busy.url + "/trips/week-17/roster")
    # By Tab alone, from the list itself.
    reach(page, ".switcher.trips summary")
    page.keyboard.press("Enter")
    reach(page, "#switcher-trips a[href='/trips/valrosa/roster']")
    page.keyboard.press("Enter")
    page.wait_for_url(busy.url + "/trips/valrosa/roster")


def test_without_scripts_from_any_page(busy, open_page):
    page = open_page(java_script_enabled=False)
    for path, target in [("/account", "/trips/week-3"), ("/map-data", "/trips/week-3"), ("/trips/nowhere", "/trips/week-3"),
                         ("/trips/valrosa/events", "/trips/week-3/events")]:
        page.goto(busy.url + path)
        page.click(".switcher.trips summary")
        assert page.is_hidden("[data-narrows]")
        page.click(f"#switcher-trips a[href='{target}']")
        page.wait_for_url(busy.url + target)


@pytest.mark.parametrize("width", WIDTHS)
def test_thirty_trips_fit_the_screen(busy, open_page, width):
    page = open_page(viewport=WIDTHS[width])
    for path in ["/trips/valrosa", "/account"]:
        page.goto(busy.url + path)
        page.click(".switcher.trips summary")
        wait(page, "() => document.activeElement.matches('[data-narrows]')")
        box = box_of(page.locator(".switcher.trips .menu"))
        size = WIDTHS[width]
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"], box
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".switcher.trips .menu >> text=All trips").is_visible()
        last = page.locator("#switcher-trips a").last
        last.scroll_into_view_if_needed()
        assert last.is_visible()
