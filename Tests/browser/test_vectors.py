"""Rules that the server and the scripts decide alike: the same cases as in the Swift tests, run by a browser."""
import json

import pytest

from conftest import ROOT
from support import wait

VECTORS = ROOT / "Tests/vectors"


@pytest.fixture(scope="module")
def scripts(browser, demo):
    """A page of the program, which may load the scripts as they are written, before they are bundled."""
    page = browser.new_page()
    page.route("**/written/**", lambda route: route.fulfill(path=ROOT / "Public/js" / route.request.url.split("/written/")[1]))
    page.goto(demo.url + "/sign-in")
    yield page
    page.close()


def run(page, script, expression, cases):
    """What `expression` of the script's exports `m` makes of each case."""
    address = f"/written/{script}.js"
    page.evaluate("window.found = undefined")
    page.evaluate(f"async ([address, cases]) => {{ const m = await import(address); window.found = cases.map((v) => ({expression})); }}", [address, cases])
    wait(page, "window.found !== undefined")
    return page.evaluate("window.found")


def cases(name):
    found = json.loads((VECTORS / f"{name}.json").read_text())
    assert len(found) > 4
    return found


def test_folding(scripts):
    found = cases("folding")
    assert run(scripts, "fold", "m.fold(v.text)", found) == [case["folded"] for case in found]
    assert run(scripts, "fold", "m.fold(v.folded)", found) == [case["folded"] for case in found], "what is folded stays"


def test_who_is_typed_is_found(scripts):
    found = cases("typed")
    expression = "m.found(v.texts, v.typed).flatMap((isFound, index) => (isFound ? [index] : []))"
    assert run(scripts, "fold", expression, found) == [case["found"] for case in found], [case["why"] for case in found]


def test_day_lines_and_grouping(scripts):
    found = cases("thread")
    wanted = [[{"day": row["day"], "isClose": row["isClose"]} for row in case["messages"]] for case in found]
    assert run(scripts, "chat/thread-layout", "m.layout(v.messages, v.now, v.zone)", found) == wanted


def test_ages(scripts):
    found = cases("ages")
    assert run(scripts, "format", "m.age(v.seconds * 1000)", found) == [case["age"] for case in found]


def test_freshness(scripts):
    found = cases("freshness")
    expression = "m.freshness(v.seconds * 1000, v.fresh * 60000, v.stale * 60000)"
    assert run(scripts, "format", expression, found) == [case["freshness"] for case in found]


def test_nearness(scripts):
    found = cases("nearness")
    assert run(scripts, "format", "m.nearness(v.metres, v.above)", found) == [case["nearness"] for case in found]


def test_the_style_of_the_map(scripts):
    found = cases("style")
    assert run(scripts, "map/style", "m.decide(v)", found) == [{"style": case["style"], "reason": case["reason"]} for case in found]


def test_crowds_on_the_map(scripts):
    found = cases("crowds")
    expression = "m.crowds(v.points.map(([x, y], index) => ({ x, y, index }))).map((group) => group.map(({ index }) => index))"
    assert run(scripts, "map/crowds", expression, found) == [case["groups"] for case in found]


NAMES = "m.placeNames(v.names.map(([x, y, text, rank, time]) => ({ x, y, text, rank, time })), { width: v.width ?? 600, height: v.height ?? 400, inset: v.inset }, (v.spots ?? []).map(([x, y]) => ({ x, y })))"


def test_names_on_the_map(scripts):
    found = cases("names")
    placed = run(scripts, "map/names", f"{NAMES}.map((place) => place?.side ?? null)", found)
    assert placed == [case["sides"] for case in found], [case["why"] for case in found]


def test_no_name_on_the_map_covers_another_one_or_a_mark(scripts):
    marks = [(index * 137 % 1000, index * 311 % 700) for index in range(160)]
    crowd = {"width": 1000, "height": 700, "names": [[x, y, f"Person {index}", 1, index] for index, (x, y) in enumerate(marks)]}
    first, again = run(scripts, "map/names", NAMES, [crowd, crowd])
    boxes = [place["box"] for place in first if place]
    assert first == again and first[159] and len(boxes) > 60, len(boxes)
    assert all(box["left"] >= 0 and box["right"] <= 1000 and box["top"] >= 0 and box["bottom"] <= 700 for box in boxes)
    assert not [(one, other) for index, one in enumerate(boxes) for other in boxes[:index]
                if one["left"] < other["right"] and other["left"] < one["right"] and one["top"] < other["bottom"] and other["top"] < one["bottom"]]
    # A marker reaches 18 pixels from its middle.
    assert not [(box, x, y) for box in boxes for x, y in marks
                if box["left"] - 18 < x < box["right"] + 18 and box["top"] - 18 < y < box["bottom"] + 18]


def test_which_tick_counts(scripts):
    found = cases("attendance")
    expression = """((a, id) => {
        const undo = () => (v.undone ?? []).forEach((number) => a.undo(id(number), "x"));
        v.scans.forEach((scan, index) => {
            // Taken back while it is still on its way, or afterwards.
            if (index === v.scans.length - 1 && v.scans.length > 1) undo();
            a.take({ ...scan, id: id(scan.id), member: "x" });
        });
        undo();
        return a.status("x"); })(new m.Attendance("bus", ["other bus"], v.back), (number) => String(number).padStart(9, "0"))"""
    assert run(scripts, "check-in/attendance", expression, found) == [case["status"] for case in found]


def test_whoever_is_taken_back_is_missed_however_many_ticked_them(scripts):
    found = [case for case in cases("attendance") if "takenBack" in case]
    expression = """((a) => {
        v.scans.forEach((scan) => a.take({ ...scan, id: String(scan.id), member: "x" }));
        return [a.takeBack("x").map(Number), a.status("x")]; })(new m.Attendance("bus", ["other bus"], v.back))"""
    assert len(found) > 2
    assert run(scripts, "check-in/attendance", expression, found) == [[case["takenBack"], case["then"]] for case in found]
