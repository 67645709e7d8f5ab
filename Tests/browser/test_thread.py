"""A thread looks the same however its messages came: with the page, over the stream, or by scrolling; and it does not grow without end."""
import sqlite3
import time

from support import browse, conversation, eventually, open_chat, said, say, wait  # noqa: F401, F811 (browse: a fixture)

# Those who sign in; others may have their names.
MEMBERS = """SELECT m.first_name, m.id FROM member m JOIN account a ON a.id = m.account_id
    WHERE a.email IN ('ada@sotravel.example', 'bruno@sotravel.example')"""
LIMIT = 300


def fill(own, count, minutes=1):
    """Messages of somebody else at even distances, the last one just now, straight into the store."""
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        trip = database.execute("SELECT id FROM trip WHERE slug = 'valrosa'").fetchone()[0]
        member = database.execute("SELECT id FROM member WHERE trip_id = ? AND account_id IS NULL", (trip,)).fetchone()[0]
        start = time.time() - count * minutes * 60
        for index in range(count):
            database.execute(
                "INSERT INTO message (conversation_id, member_id, client_id, text, state, sent_at) VALUES (?, ?, randomblob(16), ?, 'visible', ?)",
                (trip, member, f"Line {index}", int((start + index * minutes * 60) * 1e6)))


def rows(page):
    """What stands in the thread: names of days, the line above what is new, and messages with how they look."""
    return page.evaluate("""[...document.getElementById("thread").children].map((row) => row.classList.contains("message")
        ? `${row.dataset.number} ${["own", "close", "gone"].filter((name) => row.classList.contains(name)).join(" ")}: ${row.querySelector(".trace")?.textContent ?? ""}`
          + `${row.querySelector(".message-text").textContent}${row.querySelector(".acts a.report") ? " (report)" : ""}`
        : row.textContent.trim())""")


def is_offered(page, name):
    return page.evaluate("(name) => !document.getElementById(name).parentElement.hidden", name)


def to_end(page):
    """At the end of what is shown, and no nearer to it afterwards."""
    return page.evaluate("""(() => { const box = document.getElementById("scroller"); box.scrollTop = box.scrollHeight;
        return box.scrollHeight - box.scrollTop - box.clientHeight < 2; })()""")


def numbers(page):
    return page.evaluate("[...document.querySelectorAll('.message[data-number]')].map((row) => Number(row.dataset.number))")


def test_a_day_that_begins_live_is_named_as_after_a_reload(browse, own):
    # Nothing was written today until somebody does now.
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        database.execute("UPDATE message SET sent_at = sent_at - 400 * 86400000000")
    ada, bruno = browse("ada"), browse("bruno")
    open_chat(ada, own)
    open_chat(bruno, own)
    assert "Today" not in rows(ada)
    say(bruno, "First of today")
    eventually(lambda: "First of today" in said(ada))
    say(bruno, "And at once another one")
    eventually(lambda: "And at once another one" in said(ada))
    eventually(lambda: bruno.locator(".pending").count() == 0)
    live = {page: rows(page)[-3:] for page in (ada, bruno)}
    for page, shown in live.items():
        assert shown[0] == "Today" and " close" in shown[2] and " close" not in shown[1], shown
        page.reload()
        # What is new has a line of its own on the fresh page.
        assert [row for row in rows(page) if row != "New"][-3:] == shown
    assert not ada.problems and not bruno.problems


def test_words_of_somebody_blocked_are_the_same_live_and_after_a_reload(browse, own):
    ada, bruno = browse("ada"), browse("bruno")
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        members = dict(database.execute(MEMBERS))
        database.execute("INSERT INTO chat_block (member_id, blocked_id, made_at) VALUES (?, ?, 1)", (members["Ada"], members["Bruno"]))
    open_chat(ada, own)
    open_chat(bruno, own)
    say(bruno, "You cannot ignore me")
    eventually(lambda: bruno.locator(".pending").count() == 0 and "You cannot ignore me" in said(bruno))
    eventually(lambda: max(numbers(bruno)) in numbers(ada))
    live = rows(ada)[-1]
    assert "Somebody whom you blocked wrote this." in live and "ignore" not in ada.content() and "(report)" not in live, live
    ada.reload()
    assert rows(ada)[-1] == live
    assert not ada.problems


def test_a_thread_reads_on_over_the_edges_of_its_pages(browse, own):
    fill(own, 120)
    ada = browse("ada")
    open_chat(ada, own)
    while len(numbers(ada)) < 120:
        before = len(numbers(ada))
        ada.evaluate("document.getElementById('scroller').scrollTop = 0")
        eventually(lambda: len(numbers(ada)) > before)
    last = numbers(ada)[-1]
    # A minute apart, by one author: only a new day begins anew.
    shown = rows(ada)
    first = next(index for index, row in enumerate(shown) if "Line 0" in row)
    opening = [index for index, row in enumerate(shown[first:], first) if "Line" in row and " close" not in row]
    assert all(index == first or not shown[index - 1][0].isdigit() for index in opening), [shown[index] for index in opening]
    assert shown[first:].count("Today") <= 1 and len(opening) <= 3
    # As one page that holds the edge shows it.
    ada.goto(f"{own.url}{conversation(own)}?around={last - 50}")
    again = [row for row in rows(ada) if row.startswith(f"{last - 50} ")]
    assert again == [row for row in shown if row.startswith(f"{last - 50} ")]
    assert not ada.problems


def test_a_thread_that_stays_open_does_not_grow_without_end(browse, own):
    ada, bruno = browse("ada"), browse("bruno")
    open_chat(bruno, own)
    first = numbers(bruno)[0]
    fill(own, 320, minutes=0.01)
    say(bruno, "After the flood")
    eventually(lambda: bruno.locator(".pending").count() == 0)
    ada.goto(f"{own.url}{conversation(own)}?after={first}")
    wait(ada, "document.documentElement.dataset.live === 'open'")
    # Forwards to the newest one.
    eventually(lambda: to_end(ada) and "After the flood" in said(ada) and not is_offered(ada, "later"))
    eventually(lambda: len(numbers(ada)) == LIMIT)
    assert is_offered(ada, "earlier") and ada.get_attribute("#earlier", "href").endswith(f"?before={numbers(ada)[0]}")
    # Live ones take the place of the oldest, and the reader stays at the end.
    first = numbers(ada)[0]
    eventually(lambda: to_end(ada))
    say(bruno, "And one more")
    eventually(lambda: "And one more" in said(ada))
    shown = numbers(ada)
    assert len(shown) == LIMIT and shown[0] > first and shown == sorted(set(shown))
    assert ada.locator("#to-newest").is_hidden()

    # What went is read again backwards, and then the newest give way.
    def backwards():
        ada.evaluate("document.getElementById('scroller').scrollTop = 0")
        return numbers(ada)[0] <= first - 50

    eventually(backwards)
    shown = numbers(ada)
    assert len(shown) == LIMIT and shown == sorted(set(shown)) and "And one more" not in said(ada)
    assert is_offered(ada, "later") and is_offered(ada, "earlier")
    # Not shown between others: there is more between.
    say(bruno, "While she reads back")
    eventually(lambda: ada.locator("#to-newest").is_visible())
    assert "While she reads back" not in said(ada)
    ada.click("#to-newest")
    eventually(lambda: "While she reads back" in said(ada))
    assert not ada.problems and not bruno.problems
