"""Notifications of a closed page: how they are turned on, that each push is shown, what a tap opens, and what is said back. Chromium's
service worker is given messages as a push service would; the way there is in Tests/program/test_push.py."""
import json
import uuid

import pytest

from conftest import Demo, Valley
from support import TRIP, come_in, eventually, leave, wait

SETTINGS = "/notices/settings"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"


@pytest.fixture(scope="module")
def browser(whole_browser):
    """The headless shell shows no notifications."""
    return whole_browser


@pytest.fixture
def pushing(tmp_path):
    server = Demo(tmp_path / "data", "--push-contact", "mailto:push@trip.example", members=16)
    yield server
    server.stop()


@pytest.fixture
def visit(browser, pushing):
    contexts = []

    def make(who="ada", allows=True, **options):
        context = browser.new_context(**options)
        contexts.append(context)
        if allows:
            context.grant_permissions(["notifications"], origin=pushing.url)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        come_in(page, pushing, who)
        return page

    yield make
    for context in contexts:
        leave(context)


class Worker:
    """The worker of a page's browser, and how a push service reaches it."""

    def __init__(self, page, server):
        self.page, self.found, self.pushed, self.displayed = page, {}, 0, []
        page.goto(server.url + TRIP + "/my")
        wait(page, "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.getRegistration('/trips/')).then((found) => found.active?.state === 'activated')")
        self.line = page.context.new_cdp_session(page)
        self.line.on("ServiceWorker.workerRegistrationUpdated", lambda event: self.found.update(
            {one["scopeURL"]: one["registrationId"] for one in event["registrations"] if not one["isDeleted"]}))
        self.line.send("ServiceWorker.enable")
        self.line.on("BackgroundService.backgroundServiceEventReceived", lambda event: self.displayed.append(
            event["backgroundServiceEvent"]["instanceId"]) if event["backgroundServiceEvent"]["eventName"] == "Notification displayed" else None)
        self.line.send("BackgroundService.startObserving", {"service": "notifications"})
        self.line.send("BackgroundService.setRecording", {"service": "notifications", "shouldRecord": True})
        # Playwright hands on what the browser says while it waits itself.
        eventually(lambda: page.wait_for_timeout(20) or server.url + "/trips/" in self.found)
        self.origin, self.scope = server.url, server.url + "/trips/"

    def push(self, data):
        text = data if isinstance(data, str) else json.dumps(data)
        self.pushed += 1
        self.line.send("ServiceWorker.deliverPushMessage", {
            "origin": self.origin, "registrationId": self.found[self.scope], "data": text})

    def appears(self):
        """Waits until the browser has shown each; beside other work it takes seconds to start the worker. Chromium itself says so: it forgets a
        notification that is on its way while somebody asks for all of them, as a test would that asks again and again."""
        eventually(lambda: self.page.wait_for_timeout(20) or len(self.displayed) >= self.pushed, seconds=20)

    def shown(self):
        return self.page.evaluate(
            "navigator.serviceWorker.getRegistration('/trips/').then((one) => one.getNotifications())"
            ".then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))")

    def run(self, text, argument=None):
        # The bell and the account have the same worker, each of its own: pushes go to that of the trips, the first.
        worker, *_ = [one for one in self.page.context.service_workers if one.url.endswith("/offline-worker.js")]
        return worker.evaluate(text, argument)


def a_delivery(server):
    """One that the server has sent: its id. Whom it was for, and through what, is no matter here."""
    import sqlite3
    import time
    now, made = int(time.time() * 1e6), uuid.uuid4()
    with sqlite3.connect(server.data / "sotravel.sqlite", timeout=20) as database:
        [account] = database.execute("SELECT id FROM account WHERE email = 'ada@sotravel.example'").fetchone()
        database.execute(
            "INSERT INTO notice (id, account_id, kind, urgency, topic, title, text, made_at, expires_at) VALUES (?, ?, 'test', 1, '', 'x', '', ?, ?)",
            (made.bytes, account, now, now + 10 ** 10))
        address = database.execute("SELECT id FROM delivery_address WHERE channel = 'push' AND address = 'https://push.example/x'").fetchone()
        if not address:
            database.execute(
                "INSERT INTO delivery_address (id, account_id, channel, address, key, made_at, confirmed_at, ended_at) VALUES (?, ?, 'push', 'https://push.example/x', x'', 1, 1, 1)",
                (made.bytes, account))
        database.execute(
            "INSERT INTO delivery (id, notice_id, address_id, channel, state, due_at, at) "
            "SELECT ?, ?, id, 'push', 'accepted', ?, ? FROM delivery_address WHERE address = 'https://push.example/x'", (made.bytes, made.bytes, now, now))
    return str(made)


def said(server, delivery):
    """(shown, opened) as the server knows it."""
    [row] = server.sql(f"SELECT shown_at IS NOT NULL, opened_at IS NOT NULL FROM delivery WHERE hex(id) = '{delivery.replace('-', '').upper()}'")
    return tuple(part == "1" for part in row.split("|"))


def notice(delivery, **more):
    return {"id": delivery, "title": "The bus leaves at nine", "body": "At the church", "url": TRIP + "/my/events", "tag": "bus", "badge": 2,
            "kind": "announcement", "urgent": False, **more}


def test_a_push_is_shown_and_said(visit, pushing):
    worker = Worker(visit(), pushing)
    first, second = a_delivery(pushing), a_delivery(pushing)
    worker.push(notice(first))
    worker.appears()
    assert worker.shown() == [{"title": "The bus leaves at nine", "body": "At the church", "tag": "bus", "data": {"id": first, "url": TRIP + "/my/events"}}]
    eventually(lambda: said(pushing, first) == (True, False))
    # A newer one of the same topic stands in its place; the same one again too.
    for _ in range(2):
        worker.push(notice(second, title="The bus leaves at ten"))
    worker.appears()
    assert [one["title"] for one in worker.shown()] == ["The bus leaves at ten"]
    eventually(lambda: said(pushing, second) == (True, False))
    assert worker.page.problems == []


@pytest.mark.parametrize("data", ["", "no JSON", "null", "[]", '{"title": 7}', '{"id": "../../x", "title": "", "url": "https://evil.example/"}'])
def test_whatever_comes_something_is_shown(visit, pushing, data):
    worker = Worker(visit(), pushing)
    worker.push(data)
    worker.appears()
    [shown] = worker.shown()
    assert shown["title"] == "News from your hosts" and shown["data"]["url"] == "/notices"


# Takes a while to show each, and counts how often somebody looked through all of them meanwhile.
SLOWLY = """() => {
  const { registration } = self;
  const [show, list] = [registration.showNotification.bind(registration), registration.getNotifications.bind(registration)];
  let underWay = 0;
  self.looks = 0;
  registration.showNotification = async (...given) => {
    underWay += 1;
    await new Promise((done) => { setTimeout(done, 200); });
    await show(...given);
    underWay -= 1;
  };
  registration.getNotifications = (...given) => {
    if (underWay) self.looks += 1;
    return list(...given);
  };
}"""


def test_what_comes_at_once_is_shown_one_after_the_other(visit, pushing):
    """All of it, in the order in which it came, and none is looked for while another is on its way: Chromium would forget that one."""
    worker = Worker(visit(), pushing)
    worker.run(SLOWLY)
    tags = ["bus", "dinner", "skis"]
    for tag in tags:
        worker.push({"title": tag, "tag": tag})
    worker.appears()
    assert worker.run("() => self.looks") == 0 and worker.displayed == tags
    assert sorted(one["tag"] for one in worker.shown()) == tags


def test_a_notification_does_not_wait_for_its_icon(visit, pushing):
    """On a line that carries nothing, which no browser gives up within a minute."""
    page, valley = visit(), Valley(pushing)
    page.context.grant_permissions(["notifications"], origin=valley.url)
    worker = Worker(page, valley)
    wait(page, "caches.match('/assets/0/icon-192.png').then(Boolean)")
    valley.holds_answers = True
    worker.push(notice(a_delivery(pushing)))
    worker.appears()
    icons = page.evaluate("navigator.serviceWorker.getRegistration('/trips/').then((one) => one.getNotifications()).then(([{ icon }]) => icon)")
    assert icons.startswith("data:image/png;base64,")
    valley.holds_answers = False
    valley.close()


def test_a_notification_without_its_icon_is_shown_and_the_next_has_it(visit, pushing):
    worker = Worker(visit(), pushing)
    wait(worker.page, "caches.match('/assets/0/icon-192.png').then(Boolean)")
    worker.page.evaluate("caches.delete('icons')")
    worker.push({"title": "Without", "tag": "x"})
    worker.appears()
    wait(worker.page, "caches.match('/assets/0/icon-192.png').then(Boolean)")
    worker.push({"title": "With", "tag": "x"})
    worker.appears()
    icons = "navigator.serviceWorker.getRegistration('/trips/').then((one) => one.getNotifications()).then((all) => all.map(({ icon }) => icon))"
    [icon] = worker.page.evaluate(icons)
    assert icon.startswith("data:image/png;base64,")


TAP = """(index) => self.registration.getNotifications().then((all) => {
  self.opened = [];
  self.clients.openWindow = async (url) => { self.opened.push(url); return null; };
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification: all[index] }));
})"""


def test_a_tap_opens_the_page_and_is_said(visit, pushing):
    worker = Worker(visit(), pushing)
    delivery = a_delivery(pushing)
    worker.push(notice(delivery))
    worker.appears()
    # No browser under a test's control taps on notifications: the worker is told of the tap.
    worker.run(TAP, 0)
    eventually(lambda: said(pushing, delivery) == (True, True))
    assert worker.run("() => self.opened") == [pushing.url + TRIP + "/my/events"] and worker.shown() == []
    # Elsewhere nobody is led, whatever came.
    worker.push(notice(a_delivery(pushing), url="https://evil.example/"))
    worker.appears()
    worker.run(TAP, 0)
    eventually(lambda: worker.run("() => self.opened") == [pushing.url + "/notices"])


def test_what_was_shown_in_a_dead_zone_is_said_later(visit, pushing):
    # The line is cut outside of the browser: one that a test sets offline starts no worker that it has put to rest meanwhile.
    page, valley = visit(), Valley(pushing)
    page.context.grant_permissions(["notifications"], origin=valley.url)
    worker = Worker(page, valley)
    delivery = a_delivery(pushing)
    valley.cut()
    worker.push(notice(delivery))
    worker.appears()
    page.wait_for_timeout(500)
    assert said(pushing, delivery) == (False, False)
    valley.mend()
    page.goto(valley.url + TRIP + "/my")
    eventually(lambda: said(pushing, delivery) == (True, False))
    valley.close()


def test_the_page_says_what_holds_for_this_browser(visit, pushing):
    page = visit(allows=False)
    page.goto(pushing.url + SETTINGS)
    page.locator("#push-here").wait_for()
    state = lambda: page.evaluate("[...document.querySelectorAll('[data-push]')].filter((part) => !part.hidden).map((part) => part.dataset.push)")
    # Headless Chromium says no to everybody who was not asked.
    eventually(lambda: state() in (["off"], ["denied"]))
    assert page.problems == []
    plain = visit(java_script_enabled=False)
    plain.goto(pushing.url + SETTINGS)
    assert plain.locator("#push-here").is_hidden()
    assert plain.locator("#push noscript p").is_visible()


def test_turning_on_that_fails_says_so(visit, pushing):
    page = visit()
    page.goto(pushing.url + SETTINGS)
    page.get_by_role("button", name="Turn on notifications in this browser").click()
    # No push service is reached from here.
    page.locator("[data-push-problem]").wait_for(timeout=60_000)
    page.get_by_role("button", name="Turn on notifications in this browser").wait_for()
    assert pushing.sql("SELECT count(*) FROM delivery_address WHERE channel = 'push'") == ["0"]


FAKE = """(() => {
  const key = (name) => Uint8Array.from(atob(name.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
  const made = (options) => ({
    endpoint: "https://fcm.googleapis.com/fcm/send/" + Math.random(), options,
    toJSON() { return { endpoint: this.endpoint, keys: { p256dh: POINT, auth: "AAAAAAAAAAAAAAAAAAAAAA" } }; },
    async unsubscribe() { sessionStorage.setItem("gone", (sessionStorage.getItem("gone") ?? "") + this.endpoint); PushManager.own = null; localStorage.removeItem("fake"); return true; },
  });
  PushManager.prototype.subscribe = async function subscribe(options) {
    PushManager.own = made({ applicationServerKey: options.applicationServerKey.buffer });
    localStorage.setItem("fake", PushManager.own.endpoint);
    localStorage.setItem("fake-key", btoa(String.fromCharCode(...options.applicationServerKey)));
    return PushManager.own;
  };
  PushManager.prototype.getSubscription = async function getSubscription() {
    if (!PushManager.own && localStorage.getItem("fake")) {
      PushManager.own = made({ applicationServerKey: key(localStorage.getItem("fake-key")) });
      PushManager.own.endpoint = localStorage.getItem("fake");
    }
    return PushManager.own ?? null;
  };
})();"""


def test_on_off_and_compared_on_the_next_page(visit, pushing):
    """With a push service that the browser only pretends to have."""
    from pushes import Browser, b64

    class Nowhere:
        url = "https://fcm.googleapis.com"
    page = visit()
    page.add_init_script(FAKE.replace("POINT", json.dumps(b64(Browser(Nowhere).point))))
    endpoints = lambda: pushing.sql("SELECT address FROM delivery_address WHERE channel = 'push' AND ended_at IS NULL")
    page.goto(pushing.url + SETTINGS)
    page.get_by_role("button", name="Turn on notifications in this browser").click()
    page.wait_for_url("**/notices/settings?done=push-on")
    page.get_by_text("On in this browser", exact=True).wait_for()
    [first] = endpoints()
    assert page.locator("#push .channel-rows li").count() == 1 and first not in page.content()
    # The server's key changes: the next page of another tab's session subscribes anew.
    admin = pushing.sign_in("admin@sotravel.example", pushing.passwords["admin@sotravel.example"], pushing.secret)
    assert pushing.request("POST", "/accounts/push-key", {}, cookie=admin).status == 303
    assert endpoints() == []
    page.evaluate("sessionStorage.removeItem('sotravel-push-seen')")
    page.goto(pushing.url + TRIP + "/my")
    eventually(lambda: len(endpoints()) == 1 and endpoints() != [first])
    # Whoever signs in here without having asked for it gets none of it.
    [second] = endpoints()
    page.evaluate("localStorage.setItem('sotravel-push', 'somebody else'); sessionStorage.removeItem('sotravel-push-seen')")
    page.goto(pushing.url + TRIP + "/my/events")
    wait(page, "sessionStorage.getItem('gone')?.endsWith(localStorage.getItem('none') ?? '') && !localStorage.getItem('fake')")
    assert page.evaluate("sessionStorage.getItem('gone')").endswith(second)
    page.goto(pushing.url + SETTINGS)
    page.get_by_role("button", name="Turn on notifications in this browser").click()
    page.wait_for_url("**/notices/settings?done=push-on")
    page.get_by_role("button", name="Turn off in this browser").click()
    page.wait_for_url("**/notices/settings?done=push-off")
    page.get_by_role("button", name="Turn on notifications in this browser").wait_for()
    assert page.problems == []


def test_each_page_compares_and_says_only_what_has_changed(visit, pushing):
    from pushes import Browser, b64

    class Nowhere:
        url = "https://fcm.googleapis.com"
    page = visit()
    page.add_init_script(FAKE.replace("POINT", json.dumps(b64(Browser(Nowhere).point))))
    endpoints = lambda: {row for row in pushing.sql("SELECT address FROM delivery_address WHERE channel = 'push' AND ended_at IS NULL")}
    posts = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" and "/notices/push" in request.url else None)

    def look(path):
        page.goto(pushing.url + path)
        wait(page, "navigator.serviceWorker.getRegistration('/trips/').then(Boolean)")
        page.wait_for_timeout(500)

    def said():
        """What the pages told the server; the browser hands it out only while it is asked something."""
        page.wait_for_timeout(50)
        return posts

    page.goto(pushing.url + SETTINGS)
    page.get_by_role("button", name="Turn on notifications in this browser").click()
    page.wait_for_url("**/notices/settings?done=push-on")
    page.get_by_text("On in this browser", exact=True).wait_for()
    [first] = endpoints()
    # The first page of the hour says it again; the others have nothing to say.
    eventually(lambda: len(said()) == 2)
    posts.clear()
    look(TRIP + "/my/events")
    look(TRIP + "/my")
    assert posts == []
    # The browser has another subscription now, and told nobody.
    second = first + "-anew"
    page.evaluate("(one) => localStorage.setItem('fake', one)", second)
    look(TRIP + "/my/events")
    eventually(lambda: second in endpoints())
    eventually(lambda: len(said()) > 0)
    assert len(posts) == 1
    # Storage that was cleared ends nothing.
    kept = page.evaluate("['sotravel-push', 'sotravel-push-told'].map((name) => [name, localStorage.getItem(name)])")
    page.evaluate("(kept) => { for (const [name] of kept) localStorage.removeItem(name); }", kept)
    posts.clear()
    look(TRIP + "/my")
    assert posts == [] and second in endpoints() and page.evaluate("sessionStorage.getItem('gone')") is None
    page.evaluate("(kept) => { for (const [name, value] of kept) localStorage.setItem(name, value); }", kept)
    # The permission is taken away: the server hears it from the next page.
    page.context.clear_permissions()
    page.evaluate("localStorage.removeItem('fake')")
    look(TRIP + "/my/events")
    eventually(lambda: second not in endpoints())
    eventually(lambda: len(said()) > 0)
    assert posts == [pushing.url + "/notices/push/off"]
    assert page.evaluate("localStorage.getItem('sotravel-push')") is None and page.problems == []


def test_an_iphone_is_told_about_the_home_screen(visit, pushing):
    page = visit(user_agent=IPHONE, viewport={"width": 390, "height": 844})
    page.add_init_script("delete globalThis.PushManager; delete globalThis.Notification;")
    page.goto(pushing.url + SETTINGS)
    page.get_by_text("Add to Home Screen").wait_for()
    assert not page.get_by_role("button", name="Turn on notifications in this browser").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_test_says_live_what_came_of_it(visit, pushing):
    import sqlite3
    page = visit()
    with sqlite3.connect(pushing.data / "sotravel.sqlite", timeout=20) as database:
        # Nothing is sent there: it is no address that a push service has given, and the first notice that is due would end it.
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM notice")
        database.execute(
            "INSERT INTO delivery_address (id, account_id, channel, address, key, label, made_at, confirmed_at) "
            "SELECT ?, id, 'push', 'https://push.example/x', x'', 'My phone', 1, 1 FROM account WHERE email = 'ada@sotravel.example'", (uuid.uuid4().bytes,))
    page.goto(pushing.url + SETTINGS)
    assert page.locator("#test-push p").count() == 0
    page.get_by_role("button", name="Send a test by Push").click()
    page.wait_for_url("**/notices/settings?done=notice-test")
    find = "SELECT lower(hex(d.id)) FROM delivery d JOIN notice n ON n.id = d.notice_id WHERE n.topic = 'test:push'"
    eventually(lambda: len(pushing.sql(find)) == 1)
    delivery = str(uuid.UUID(hex=pushing.sql(find)[0]))
    for what, words in (("shown", "Shown on the device"), ("opened", "Opened on the device")):
        assert pushing.request("POST", f"/notices/deliveries/{delivery}/{what}", {"waited": "0"}).status == 200
        page.locator("#test-push").get_by_text(words).wait_for()
    assert "My phone" in page.inner_text("#test-push")
    assert page.url.endswith("?done=notice-test") and page.problems == []


# Who has this page open looks elsewhere, and every notification that the browser shows for it is noted.
ELSEWHERE = """localStorage.setItem("sotravel-alarm", "on");
Document.prototype.hasFocus = () => false;
globalThis.told = [];
globalThis.Notification = class extends Notification {
  constructor(...given) {
    super(...given);
    this.addEventListener("show", () => told.push(this));
    this.addEventListener("error", () => told.push(this, "refused"));
  }
};"""


def test_the_browser_shows_hosts_a_call_for_help_while_they_look_elsewhere(visit, pushing):
    page = visit("host")
    page.add_init_script(ELSEWHERE)
    page.goto(pushing.url + TRIP + "/roster")
    wait(page, "document.documentElement.dataset.live === 'open'")
    cookie = pushing.sign_in("ada@sotravel.example", pushing.passwords["ada@sotravel.example"])
    assert pushing.request("POST", TRIP + "/my/sos", {"sure": "yes", "text": "a twisted knee"}, cookie=cookie).status == 303
    wait(page, "told.some(({ title }) => title?.includes('SOS: Ada Example'))")
    found = page.evaluate("told.map(({ title, requireInteraction }) => [title ?? 'refused', requireInteraction])")
    assert all(stays for _, stays in found) and "refused" not in dict(found), found
    with page.expect_navigation(url="**/help/*"):
        page.evaluate("told.find(({ title }) => title.includes('Ada')).dispatchEvent(new Event('click'))")
    assert "Ada Example" in page.inner_text("h1") and page.problems == []
