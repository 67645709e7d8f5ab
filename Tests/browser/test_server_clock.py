"""The server's clock as a phone knows it: what a slow line may not do to ticks."""
import time

from support import TRIP, browse, wait  # noqa: F401 (browse: a fixture)
from test_vectors import run, scripts  # noqa: F401 (scripts: a fixture)

# Answers as (the server's clock, how long it took, this phone's clock then), and what is known of the difference.
CASES = [
    ("nothing is known before the first answer", [], 0),
    ("half of what an answer took has gone by since", [(10_000, 4000, 12_000)], 0),
    ("a slow answer changes nothing after a quick one", [(5000, 40, 4020), (20_000, 6000, 24_000)], 1000),
    ("a quick one counts after a slow one", [(20_000, 6000, 24_000), (35_000, 40, 34_020)], 1000),
    ("a clock that was set is noticed at once", [(5000, 40, 4020), (20_000, 200, 80_100)], -60_000),
    ("a slow answer notices it too", [(5000, 40, 4020), (20_000, 6000, 80_000)], -57_000),
    ("the quickest of the last few counts", [(5000, 40, 4020)] + [(9000, 100, 8040 + n) for n in range(8)], 1010),
]


def test_the_quickest_answer_says_the_clock(scripts):  # noqa: F811
    expression = "v.reduce((clock, answer) => (clock.hear(...answer), clock), new m.ServerClock()).offset"
    found = run(scripts, "check-in/server-clock", expression, [answers for _, answers, _ in CASES])
    assert found == [offset for _, _, offset in CASES], [why for why, _, _ in CASES]


def test_a_slow_answer_sets_no_tick_back(browse, own):  # noqa: F811
    lists = own.ids("check_in_list", "name")
    bus, other = [f"{TRIP}/events/{own.ids('event', 'title')['Glacier day']}/check-in/{lists[name]}" for name in ("Bus 1 out", "Bus 2 out")]
    host = own.host()
    # A worker would answer in the page's stead.
    page = browse("host", service_workers="block")
    with page.expect_response("**/state.json"):
        page.goto(own.url + bus)
    wait(page, "document.documentElement.dataset.live === 'open'")
    slow = []

    def answer_late(route):
        answer = route.fetch()
        time.sleep(4)
        slow.append(route.request.url)
        route.fulfill(response=answer)

    page.route("**/state.json", answer_late)
    first, second = page.locator("#people .person").evaluate_all("(rows) => rows.map(({ dataset }) => dataset.id)")[:2]
    state = lambda member, wanted: wait(
        page, "([member, wanted]) => document.querySelector(`.person[data-id='${member}']`).dataset.state === wanted", [member, wanted])
    tick = lambda member, list: own.request("POST", list + "/scans", {"in": member}, cookie=host)
    assert tick(first, bus).status == 303
    state(first, "present")
    [scan] = own.sql(f"SELECT lower(hex(id)) FROM scan WHERE member_id = x'{first.replace('-', '')}' ORDER BY id DESC LIMIT 1")
    scan = "-".join([scan[:8], scan[8:12], scan[12:16], scan[16:20], scan[20:]])
    # Whoever hears that a tick was undone asks for all of them.
    assert own.request("POST", f"{bus}/undo/{scan}", {}, cookie=host).status == 303
    state(first, "awaited")
    assert slow
    # Ticked for the other bus, and here a second later: the later one counts, and is shown at once, not when the server says so.
    assert tick(second, other).status == 303
    state(second, "elsewhere")
    time.sleep(1)
    assert page.evaluate("""(member) => {
      const row = document.querySelector(`.person[data-id='${member}']`);
      row.querySelector(".tick-row").click();
      return row.dataset.state;
    }""", second) == "present"
    wait(page, "document.getElementById('queue').hidden")
    state(second, "present")
    assert not page.problems
