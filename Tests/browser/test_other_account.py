"""Tabs that were left open: what they show and write, once somebody else signed in in another tab, or nobody is signed in, or one is off the trip."""
from support import TRIP, act, browse, come_in, eventually, follow, open_chat, said, say, wait  # noqa: F401, F811 (browse: a fixture)

OTHER = "You are signed in as somebody else now. Reload the page."


def ends(page, heading):
    wait(page, "(heading) => [...document.querySelectorAll('main h1')].some((h1) => h1.checkVisibility() && h1.textContent === heading)", heading)
    # Nothing else is seen, by whatever way.
    assert page.evaluate("[...document.body.children].filter((node) => node.checkVisibility()).map(({ localName }) => localName)") == ["main"]
    assert page.title() == heading


def number(own, words):
    return own.sql(f"SELECT count(*) FROM message WHERE text = '{words}'")


def test_a_tab_left_open_writes_nothing_as_another(browse, own):
    page = browse("ada")
    open_chat(page, own)
    say(page, "By Ada herself")
    eventually(lambda: number(own, "By Ada herself") == ["1"])
    before = own.sql("SELECT count(*) FROM reaction")
    # Without a page that would tell this one of it.
    come_in(page, own, "bruno")
    say(page, "By nobody else")
    row = page.locator(".message.pending", has_text="By nobody else")
    eventually(lambda: OTHER in row.locator(".state").inner_text())
    assert "By nobody else" in row.inner_text()
    page.locator(".message", has_text="By Ada herself").locator(".acts > summary").press("Enter")
    page.locator(".message[open], .acts[open]").first.locator(".palette button").first.click()
    wait(page, "(text) => document.querySelector('.toast')?.textContent.includes(text)", OTHER)
    assert number(own, "By nobody else") == ["0"] and own.sql("SELECT count(*) FROM reaction") == before
    # It goes out as hers, once she is back.
    come_in(page, own, "ada")
    row.get_by_role("button", name="Try again").click()
    eventually(lambda: number(own, "By nobody else") == ["1"])
    assert own.sql("SELECT m.first_name FROM message t JOIN member m ON m.id = t.member_id WHERE t.text = 'By nobody else'") == ["Ada"]


def test_a_form_of_a_tab_left_open_changes_nothing_of_another(browse, own):
    page = browse("ada")
    page.goto(own.url + TRIP + "/my/map")
    before = own.sql("SELECT first_name, shares_with, sharing_paused_at FROM member WHERE account_id IS NOT NULL ORDER BY id")
    come_in(page, own, "bruno")
    # As the browser sends it by itself.
    with page.expect_event("load"):
        page.evaluate("document.querySelector('form.sharing').submit()")
    assert OTHER in page.inner_text("main")
    assert own.sql("SELECT first_name, shares_with, sharing_paused_at FROM member WHERE account_id IS NOT NULL ORDER BY id") == before


def test_a_tab_shows_nothing_once_somebody_else_signs_in(browse, own):
    for path in ("/my/sos", "/my/map", "/my/profile"):
        page = browse("ada")
        page.goto(own.url + TRIP + path)
        if path == "/my/sos":
            page.fill("#text", "typed and not sent")
        tab = page.context.new_page()
        come_in(tab, own, "bruno")
        tab.goto(own.url + TRIP + "/my")
        ends(page, "Somebody else is signed in here")
        assert OTHER in page.inner_text("main >> visible=true")
        # For Ada it is as it was.
        come_in(tab, own, "ada")
        tab.goto(own.url + TRIP + "/my")
        wait(page, "document.getElementById('main')?.checkVisibility()")
        if path == "/my/sos":
            assert page.input_value("#text") == "typed and not sent"
        assert not page.problems


def signed_out_beside(page, own):
    """Whoever reads the page signs out in another tab, which is returned."""
    tab = page.context.new_page()
    tab.goto(own.url + TRIP + "/my/profile")
    follow(tab, tab.locator("main form[action='/sign-out'] button"))
    ends(page, "You are signed out")
    return tab


def test_a_tab_shows_nothing_after_signing_out_in_another(browse, own):
    page = browse("ada")
    page.goto(own.url + TRIP + "/my/profile")
    signed_out_beside(page, own)
    follow(page, page.get_by_role("link", name="Sign in"))
    assert "/sign-in" in page.url and "profile" in page.url


def test_the_numbers_to_phone_stay_for_whoever_is_signed_out(browse, own):
    page = browse("ada")
    page.goto(own.url + TRIP + "/my/sos")
    tab = signed_out_beside(page, own)
    assert page.locator("a[href='tel:112']").first.is_visible() and page.is_hidden("#call")
    come_in(tab, own, "bruno")
    tab.goto(own.url + TRIP + "/my")
    ends(page, "Somebody else is signed in here")
    assert page.is_hidden("a[href='tel:112']")


def test_the_way_back_shows_nothing_of_another(browser, own):
    """The browser keeps a page that is left as it was: it hears of no other tab meanwhile, and asks when it is shown again."""
    chromium = browser.browser_type.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"], ignore_default_args=["--disable-back-forward-cache"])
    try:
        page = chromium.new_page()
        page.goto(own.url + "/sign-in")
        come_in(page, own, "ada")
        page.goto(own.url + TRIP + "/my/profile")
        wait(page, "document.documentElement.dataset.live === 'open'")
        page.evaluate("window.isTheSame = true")
        page.goto(own.url + TRIP + "/my")
        come_in(page, own, "bruno")
        page.go_back(wait_until="commit")
        # Unless the browser let go of it and asked the server anew.
        if page.evaluate("window.isTheSame"):
            ends(page, "Somebody else is signed in here")
        else:
            wait(page, "document.readyState === 'complete'")
        assert not page.locator("text=Ada Example >> visible=true").count()
    finally:
        chromium.close()


def test_a_tab_shows_nothing_once_its_reader_is_off_the_trip(browse, own):
    ada = own.ids("member", "first_name || ' ' || last_name")["Ada Example"]
    pages = []
    for path in ("/my/profile", "/my/map", None):
        page = browse("ada")
        open_chat(page, own) if path is None else page.goto(own.url + TRIP + path)
        wait(page, "document.documentElement.dataset.live === 'open'")
        pages.append(page)
    assert own.request("POST", TRIP + "/roster/bulk", {"do": "delete", "member": ada, "confirm": "yes"}, cookie=own.host()).status == 303
    for page in pages:
        ends(page, "You are no longer on this trip")
        assert page.get_by_role("link", name="Your trips").get_attribute("href") == "/trips"


def test_what_waits_of_another_goes_out_as_nobody_elses(browse, own):
    ids = own.ids("event", "title"), own.ids("check_in_list", "name")
    bus = f"{TRIP}/events/{ids[0]['Glacier day']}/check-in/{ids[1]['Bus 1 out']}"
    page = browse("host", service_workers="block")
    page.goto(own.url + bus)
    member = page.locator("#people .person").first.get_attribute("data-id")
    scan = "0198a0a0-0000-7000-8000-00000000000a"
    page.evaluate("""([list, scan, member]) => localStorage.setItem(`sotravel-ticks-${list}`, JSON.stringify(
      [{ id: scan, member, in: true, at: Date.now(), method: "list", by: "somebody else" }]))""", [ids[1]["Bus 1 out"], scan, member])
    page.reload()
    wait(page, "document.documentElement.dataset.live === 'open'")
    page.wait_for_timeout(6000)
    assert own.sql(f"SELECT count(*) FROM scan WHERE id = x'{scan.replace('-', '')}'") == ["0"]
    assert scan in page.evaluate("(list) => localStorage.getItem(`sotravel-ticks-${list}`)", ids[1]["Bus 1 out"])
