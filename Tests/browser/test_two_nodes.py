"""Pages on several nodes, and while the database is away."""
import pytest

from nodes import Cluster
from postgres_server import programs
from support import DESKTOP, PHONE, TRIP, come_in, conversation, eventually, leave, said, say, wait

pytestmark = pytest.mark.skipif(programs() is None, reason="no server of PostgreSQL is installed")


def test_a_page_on_one_node_shows_what_the_host_does_on_the_other(browser, tmp_path):
    cluster = Cluster(tmp_path / "cluster")
    one, two = cluster.nodes
    contexts = [browser.new_context(**DESKTOP) for _ in cluster.nodes]
    try:
        host, ada = (context.new_page() for context in contexts)
        problems = []
        for page in (host, ada):
            page.on("pageerror", lambda error: problems.append(str(error)))
        come_in(host, one)
        come_in(ada, two, "ada")
        for page, node in ((host, one), (ada, two)):
            page.goto(node.url + conversation(one))
            wait(page, "document.documentElement.dataset.live === 'open'")
        say(host, "The bus leaves at nine")
        eventually(lambda: "The bus leaves at nine" in said(ada))
        say(ada, "We are all here")
        eventually(lambda: "We are all here" in said(host))
        # The node goes away, and its page goes on when it is back.
        two.kill()
        say(host, "Where is everybody?")
        two.start_again()
        eventually(lambda: "Where is everybody?" in said(ada), 20)
        host.goto(one.url + TRIP + "/roster")
        assert not problems, problems
    finally:
        for context in contexts:
            leave(context)
        cluster.close()


def test_pages_that_a_phone_kept_show_their_age_while_the_database_is_away(browser, tmp_path):
    cluster = Cluster(tmp_path / "cluster", count=1)
    [node] = cluster.nodes
    context, other = browser.new_context(**PHONE), browser.new_context(**DESKTOP)
    try:
        ada, host = context.new_page(), other.new_page()
        come_in(host, node)
        host.goto(node.url + TRIP + "/map")
        wait(host, "document.documentElement.dataset.live === 'open'")
        come_in(ada, node, "ada")
        start = TRIP + "/my"
        ada.goto(node.url + start)
        # Another event may say that it is at the same time as this one.
        event = ada.locator("main a", has=ada.get_by_text("Night sledging", exact=True)).first.get_attribute("href")
        # A page that is on its way while the worker begins has none until it is loaded again.
        wait(ada, "navigator.serviceWorker.ready.then(() => true)", seconds=20)
        for page in (start, event):
            ada.goto(node.url + page)
            wait(ada, "navigator.serviceWorker.controller !== null", seconds=20)
            wait(ada, "caches.open('pages').then((kept) => kept.match(location.href)).then(Boolean)", seconds=20)
        cluster.postgres.stop()
        line, open_line = ada.locator("#live-state"), host.locator("#live-state")
        # The stream of a page that is open goes on, and has nothing to tell.
        eventually(lambda: open_line.inner_text().startswith("Connection lost. What you see may be old"))
        ada.goto(node.url + event)
        eventually(lambda: line.inner_text() == "No connection · loaded just now")
        assert ada.inner_text("h1") == "Night sledging"
        ada.goto(node.url + start)
        eventually(lambda: line.inner_text() == "No connection · loaded just now")
        # What was never kept is said to be out of reach.
        ada.goto(node.url + "/account")
        assert "The database does not answer" in ada.inner_text("main")
        ada.goto(node.url + event)
        eventually(line.is_visible)
        cluster.postgres.start()
        # By itself.
        eventually(open_line.is_hidden)
        eventually(line.is_hidden, 40)
        assert ada.inner_text("h1") == "Night sledging"
    finally:
        leave(context)
        leave(other)
        cluster.close()
