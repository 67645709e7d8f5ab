"""Answers by personal link: what is answered before the framework is what it would answer."""
import http.client
import re
import sqlite3
import threading
import time
import urllib.parse

FORM = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}


def answer(server, link, form, chunked=False, **headers):
    """A body in chunks is nothing for the fast path."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    body = urllib.parse.urlencode(form).encode()
    fields = {**FORM, **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request("POST", link, iter([body]) if chunked else body, fields, encode_chunked=chunked)
    reply = connection.getresponse()
    fields = sorted((name.lower(), value) for name, value in reply.getheaders() if name.lower() not in ("date", "content-length"))
    page = re.sub(rb"\d{13}", b"#", reply.read())
    connection.close()
    return reply.status, fields, page


def rsvp(server, link):
    return server.sql(f"SELECT rsvp FROM invitation WHERE token = '{link.removeprefix('/r/')}'")[0]


def links(server, title, rsvp):
    return ["/r/" + token for token in server.sql(
        f"SELECT i.token FROM invitation i JOIN event e ON e.id = i.event_id WHERE e.title = '{title}' AND i.rsvp = '{rsvp}' ORDER BY i.number")]


def test_the_quick_way_answers_as_the_usual_one(own):
    """Whoever may not, whatever is no answer, and what a browser gets back."""
    link, late = links(own, "Fondue evening", "going")[0], links(own, "Glacier day", "going")[0]
    with sqlite3.connect(own.data / "sotravel.sqlite") as database:
        database.execute("UPDATE event SET answer_by = 1 WHERE title = 'Glacier day'")
    cases = {
        "yes": (link, {"answer": "yes"}, {}, 303), "no": (link, {"answer": "no"}, {}, 303),
        "seen": (link, {"answer": "yes", "seen": f"1.{int(time.time() * 1000)}"}, {}, 303),
        "in a query": (link + "?answer=yes", {"answer": "no"}, {}, 303),
        "neither": (link, {"answer": "perhaps"}, {}, 409), "nothing": (link, {}, {}, 409), "too late": (late, {"answer": "no"}, {}, 409),
        "another site": (link, {"answer": "no"}, {"Sec_Fetch_Site": "cross-site"}, 403),
        "a script": (link, {"answer": "yes"}, {"Accept": "application/json"}, 200),
        "nobody's link": ("/r/" + "x" * 22, {"answer": "yes"}, {}, 404), "no link": ("/r/", {"answer": "yes"}, {}, 404),
    }
    for name, (path, form, headers, status) in cases.items():
        quick, usual = answer(own, path, form, **headers), answer(own, path, form, chunked=True, **headers)
        assert quick == usual, name
        assert quick[0] == status, (name, quick)
    assert rsvp(own, late) == "going"


def test_a_quick_answer_is_logged_once_and_tells_the_event(own):
    link = links(own, "Fondue evening", "going")[0]
    count = "SELECT count(*) FROM event_log WHERE author = 'personal link'"
    before, version = int(own.sql(count)[0]), int(own.sql("SELECT list_version FROM event WHERE title = 'Fondue evening'")[0])
    assert answer(own, link, {"answer": "no"})[0] == 303
    assert answer(own, link, {"answer": "no"})[0] == 303, "the same again changes nothing"
    assert rsvp(own, link) == "declined" and int(own.sql(count)[0]) == before + 1
    assert int(own.sql("SELECT list_version FROM event WHERE title = 'Fondue evening'")[0]) == version + 1
    assert own.sql(f"SELECT opened_at > 0 FROM invitation WHERE token = '{link.removeprefix('/r/')}'") == ["1"]


def test_places_are_exact_however_many_answer_at_once(own):
    """Everybody at once, by both ways; what was acknowledged is there after a kill."""
    everybody = [line for kind in ("going", "declined", "waitlisted", "pending", "offered") for line in links(own, "Fondue evening", kind)]
    statuses = {}

    def say(number, link):
        for word in ("no", "yes"):
            statuses[link, word] = answer(own, link, {"answer": word}, chunked=number % 2 == 0)[0]

    threads = [threading.Thread(target=say, args=pair) for pair in enumerate(everybody)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    own.kill()
    own.start()
    assert set(statuses.values()) == {303} and len(statuses) == 2 * len(everybody)
    capacity, taken = own.sql("SELECT capacity, taken FROM event WHERE title = 'Fondue evening'")[0].split("|")
    held = sum(len(links(own, "Fondue evening", kind)) for kind in ("going", "offered"))
    assert int(taken) == held <= int(capacity)
    assert not {rsvp(own, link) for link in everybody} & {"pending", "declined"}
