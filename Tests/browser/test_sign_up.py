"""A stranger makes an account on a phone without scripts, asks to join, and is let in; then an address changes."""
import re

import pytest

from conftest import Demo, totp
from support import box_of, faults, follow, sign_in

TRIP = "/trips/valrosa"
PASSWORD = "seven quiet marmots"
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 860}}


@pytest.fixture
def own(tmp_path):
    server = Demo(tmp_path / "data", members=12)
    yield server
    server.stop()


@pytest.fixture
def browse(browser, own):
    contexts = []

    def make(who=None, **options):
        context = browser.new_context(**{"viewport": SIZES["desktop"], **options})
        contexts.append(context)
        page = context.new_page()
        if who:
            sign_in(page, own, who)
        if who == "admin":
            page.fill("#code", totp(own.secret))
            page.click("main button.primary")
            page.wait_for_url(lambda url: "/sign-in" not in url)
        return page

    yield make
    for context in contexts:
        context.close()


def look(page, scheme):
    """Nothing is wrong with the page at either width."""
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, page.url
        assert not (found := faults(page, scheme)), f"{page.url}: {found}"


def allow(own, browse):
    admin = browse("admin")
    admin.goto(own.url + "/accounts")
    assert "Nobody can sign up by themselves." in admin.inner_text("main")
    admin.click("text=Let people sign up")
    admin.wait_for_selector("text=Anybody can sign up by themselves.")
    return admin


def sign_up(page, own, link, name, email):
    """From the trip's link over a new account back to the trip's link."""
    page.goto(link)
    page.click("text=I have an account")
    page.click("text=Make an account")
    for field, text in {"name": name, "email": email, "password": PASSWORD}.items():
        page.fill("#" + field, text)
    follow(page, "main button.primary")
    assert "Thank you." in page.inner_text("main") and page.input_value("#email") == email
    page.fill("#password", PASSWORD)
    follow(page, "main button.primary")
    assert page.url == link


def trip_link(host, own):
    host.goto(own.url + TRIP + "/joining")
    if not host.locator("text=/join-trip/").count():
        host.click("text=Switch it on")
        host.wait_for_selector("text=/join-trip/")
    return re.search(r"http://\S+/join-trip/\S+", host.inner_text("main")).group()


def test_a_stranger_signs_up_and_is_let_in_without_scripts(browse, own):
    admin, host = allow(own, browse), browse("host")
    link = trip_link(host, own)
    page = browse(viewport=SIZES["phone"], java_script_enabled=False)
    sign_up(page, own, link, "Mia Newcomer", "mia@y.example")
    assert "mia@y.example" in page.inner_text("main") and page.input_value("#first_name") == "Mia"
    page.goto(own.url + "/")
    assert "You are on no trip yet" in page.inner_text("main")
    page.fill("#link", "what a host sent me")
    follow(page, "main button:text-is('Continue')")
    assert "This link leads to no trip" in page.inner_text("main") and page.input_value("#link") == "what a host sent me"
    page.fill("#link", link)
    follow(page, "main button:text-is('Continue')")
    assert page.url == link
    page.fill("#note", "with Ada")
    page.click("main button.primary")
    page.wait_for_url("**/trips?done=asked")
    assert "Waits for a host" in page.inner_text("main")
    host.reload()
    asks = host.locator(".request", has_text="Mia Newcomer asked to join")
    assert "Address not confirmed yet" in asks.inner_text() and "mia@y.example" in asks.inner_text()
    follow(host, asks.locator("text=Let in").last)
    assert host.locator("text=let in by").count() > 0
    page.goto(own.url + "/")
    page.wait_for_url(f"**{TRIP}/my")
    follow(host, "text=Undo")
    assert host.locator("text=Mia Newcomer asked to join").count() > 0
    assert page.goto(own.url + TRIP + "/my").status == 404
    assert "mia@y.example" in admin.goto(own.url + "/accounts").text()


def test_an_address_is_changed_and_confirmed(browse, own):
    page, host = browse("ada", viewport=SIZES["phone"], java_script_enabled=False), browse("host")
    page.goto(own.url + "/account")
    page.click("text=Change email")
    page.fill("#email", "ada@new.example")
    page.fill("#password", own.passwords["ada@sotravel.example"])
    page.click("main button.primary")
    page.wait_for_url("**/account?done=wanted")
    assert "You have asked for ada@new.example." in page.inner_text("main")
    members = own.ids("member", "first_name || ' ' || last_name")
    [ada] = [id for name, id in members.items() if name.startswith("Ada ")]
    host.goto(f"{own.url}{TRIP}/members/{ada}")
    follow(host, "text=Confirm ada@new.example")
    assert host.locator("text=Mark email as unconfirmed").count() > 0
    page.goto(own.url + "/account")
    assert "The address was changed to ada@new.example" in page.inner_text("main")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_whoever_waits_is_shown_the_way_in_without_a_tap(browse, own, scripts):
    host = browse("host")
    link = trip_link(host, own)
    page = browse(viewport=SIZES["phone"], java_script_enabled=scripts)
    page.goto(link)
    page.fill("#first_name", "Zoe")
    page.fill("#last_name", "Newcomer")
    trip, facts = page.inner_text("h1").removeprefix("Join "), page.inner_text(".facts")
    waits, accepted = "Waiting for a host to let you in", "A host has let you in"
    follow(page, "main button.primary")
    assert page.inner_text("h1") == waits and page.title().startswith(waits) and page.inner_text(".facts") == facts
    assert f"You asked to join {trip}, Zoe." in page.inner_text("#join-request")
    before = box_of(page.locator("#join-request .buttons > *"))
    # How it stands comes first, and what the trip is stands apart from it.
    state, about = box_of(page.locator(".door-state")), box_of(page.locator(".facts"))
    assert state["y"] < before["y"] and about["y"] >= before["y"] + before["height"] + 16
    host.goto(own.url + TRIP + "/joining")
    follow(host, host.locator(".request", has_text="Zoe Newcomer asked to join").locator("text=Let in").last)
    # Every five seconds, and every fifteen where the browser asks.
    page.wait_for_selector("#join-request button:text-is('Come in')", timeout=60_000)
    assert box_of(page.locator("#join-request .buttons > *")) == before
    assert page.inner_text("h1") == accepted and page.title().startswith(accepted) and page.inner_text(".facts") == facts
    follow(page, "#join-request button")
    assert "Welcome to" in page.inner_text("h1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_way_in(browse, own, scheme):
    long = "Maximiliana-Theodora Wolkenstein von und zu Oberhinterunterdorf"
    admin, host = allow(own, browse), browse("host", color_scheme=scheme)
    link = trip_link(host, own)
    for page in [admin, host]:
        page.emulate_media(color_scheme=scheme)
    page = browse(color_scheme=scheme)
    for address in ["/sign-in", "/sign-up", link.removeprefix(own.url)]:
        page.goto(own.url + address)
        look(page, scheme)
    sign_up(page, own, link, long, "maximiliana.theodora.wolkenstein.von.und.zu@oberhinterunterdorf.example")
    look(page, scheme)
    page.goto(own.url + "/trips")
    look(page, scheme)
    page.goto(link)
    page.click("main button.primary")
    page.wait_for_url("**/trips?done=asked")
    look(page, scheme)
    for address in ["/account", "/account/address"]:
        page.goto(own.url + address)
        look(page, scheme)
    admin.goto(own.url + "/accounts")
    look(admin, scheme)
    host.goto(own.url + TRIP + "/joining")
    look(host, scheme)
    follow(host, host.locator(".request", has_text="asked to join").locator("text=Let in").last)
    assert host.locator("text=let in by").count() > 0
    look(host, scheme)
    host.fill("[data-narrows=join-rows]", long.split()[1])
    follow(host, f"tbody >> text={long.split()[1]}")
    assert host.locator("text=Signs in with").count() > 0
    look(host, scheme)
