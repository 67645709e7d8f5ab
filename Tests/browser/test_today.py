"""Today: a fixed grid, numbers that open what they count, kept true by the stream."""
import re

import pytest

from support import WIDTHS, box_of, faults, follow, leave, sign_in, wait

TRIP = "/trips/valrosa"
SIZES = [{"width": 390, "height": 844}, {"width": 1440, "height": 900}]


@pytest.fixture(params=[(size, scripts) for size in SIZES for scripts in (True, False)],
                ids=lambda value: f"{value[0]['width']}{'' if value[1] else '-plain'}")
def reader(request, browser, own):
    size, scripts = request.param
    context = browser.new_context(viewport=size, java_script_enabled=scripts)
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    sign_in(page, own)
    page.goto(own.url + TRIP)
    yield page
    assert page.problems == []
    leave(context)


def people(page):
    shown = "#roster tbody tr:visible, .guest-rows > li:visible, #people .person:visible, #calls .urgent li"
    return page.locator(shown).count()


def test_what_stands_where(own, reader):
    page = reader
    days = page.locator(".timeline h2").all_inner_texts()
    assert days[0].startswith("Today, ") and days[1].startswith("Tomorrow, ") and page.locator(".now-line").count() == 1
    assert "Night sledging" in page.locator(".timeline").nth(1).inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    main, side = (box_of(page.locator(name)) for name in (".today-main", ".today-side"))
    if page.viewport_size["width"] > 1000:
        assert side["x"] > main["x"] + main["width"] - 1 and abs(side["y"] - main["y"]) < 2
    else:
        assert side["y"] >= main["y"] + main["height"] - 1
    # Nothing is cut into columns: panels follow each other in each of the two.
    assert page.evaluate("getComputedStyle(document.querySelector('.today-grid')).columnCount") == "auto"
    assert page.locator("a[href^='tel:']").count() >= 1


def test_numbers_open_what_they_count(own, reader):
    page = reader
    # A long list is folded.
    page.evaluate("document.querySelectorAll('#today details').forEach((fold) => { fold.open = true; })")
    links = "#today-figures .figures a, #today-tasks li a, .moment-numbers a:not(.moment-paper)"
    found = page.locator(links).evaluate_all("(links) => links.map((link) => [link.innerText, link.getAttribute('href')])")
    assert len(found) > 12
    for text, address in found:
        if "settings" in address or "/duty/" in address or "Everybody is back" in text:
            continue
        number = int(re.search(r"\d+", re.sub(r"^.*answers closed", "", text)).group())
        page.goto(own.url + address)
        assert people(page) == number, (text, address)


def test_a_fifth_figure_stands_not_alone(own, reader):
    page = reader
    page.evaluate("""() => {
        const list = document.querySelectorAll('#today-figures .figures')[1];
        while (list.children.length < 5) list.append(list.lastElementChild.cloneNode(true));
    }""")
    boxes = [box_of(item) for item in page.locator("#today-figures .figures").nth(1).locator("li").all()]
    lines = [sum(box["y"] == top for box in boxes) for top in sorted({box["y"] for box in boxes})]
    assert lines == ([3, 2] if page.viewport_size["width"] < 500 else [5])
    # No word of a figure is a line of its own.
    for small in page.locator("#today-figures .figures small").all():
        assert box_of(small)["height"] < 45, small.inner_text()


def test_two_clicks_remind_who_has_not_answered(own, reader):
    page = reader
    # Whoever has not joined is reached once they opened their link.
    for _, rsvp, link in own.personal_links("Night sledging"):
        if rsvp == "pending":
            assert own.request("POST", link.replace(own.url, "") + "/opened").status == 204
    page.goto(own.url + TRIP)
    follow(page, ".moment:has-text('Night sledging') .moment-numbers a:has-text('no answer') >> nth=0")
    follow(page, ".event-next form button")
    assert "Reminder sent to" in page.inner_text("body") or "not joined" in page.inner_text("body")


def test_it_follows_what_happens(browser, own):
    context = browser.new_context(viewport=SIZES[1])
    page = context.new_page()
    sign_in(page, own)
    page.goto(own.url + TRIP)
    wait(page, "document.documentElement.dataset.live === 'open'")
    link = page.locator(".timeline >> nth=1").locator(".moment:has-text('Night sledging') .moment-numbers a >> nth=0")
    before = int(re.match(r"\d+", link.inner_text()).group())
    personal = next(link for _, rsvp, link in own.personal_links("Night sledging") if rsvp == "pending")
    assert own.request("POST", personal.replace(own.url, ""), {"answer": "yes"}).status == 303
    wait(page, f"document.querySelectorAll('.timeline')[1].innerText.includes('{before + 1} of ')")
    leave(context)


def test_axe_finds_nothing(browser, own):
    context = browser.new_context(viewport=SIZES[1])
    page = context.new_page()
    sign_in(page, own)
    for size in (WIDTHS["phone"], SIZES[1]):
        page.set_viewport_size(size)
        page.goto(own.url + TRIP)
        assert faults(page, "light") == []
    leave(context)


@pytest.mark.parametrize("width", [320, 390, 820, 900])
def test_the_day_keeps_to_its_columns(browser, own, width):
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()
    sign_in(page, own)
    page.goto(own.url + TRIP)
    lines = page.evaluate("""[...document.querySelectorAll("#today-tomorrow .moment")].map((line) => {
      const [clock, title, small] = [".moment-clock", ".moment-what a", ".moment-what small"].map((name) => line.querySelector(name));
      const box = (node) => node.getBoundingClientRect();
      const height = (node) => box(node).height / parseFloat(getComputedStyle(node).fontSize);
      return { clock: box(clock).x, title: box(title).x, clockLines: height(clock), detailLines: height(small) };
    })""")
    assert len(lines) > 1
    # On a phone the numbers have the whole width below the place; Print is as high as they are.
    rows = page.evaluate("""[...document.querySelectorAll("#today-tomorrow .moment:has(.moment-numbers a)")].map((line) => {
      const [what, numbers, ...links] = [".moment-what", ".moment-numbers"].flatMap((name) => [...line.querySelectorAll(name)])
        .concat([...line.querySelectorAll(".moment-numbers a > span:first-child")]).map((node) => node.getBoundingClientRect());
      return { below: numbers.x - what.x < 1, heights: links.map(({ height }) => height) };
    })""")
    assert rows and (width > 640 or all(row["below"] for row in rows)), rows
    assert all(max(row["heights"]) - min(row["heights"]) <= 2 for row in rows), rows
    assert page.locator(".timeline >> nth=1").locator(".moment-paper").count() > 0
    # Drafts too: times in one column, titles in the next.
    for name in ("clock", "title"):
        assert max(line[name] for line in lines) - min(line[name] for line in lines) < 1, lines
    assert all(line["clockLines"] < 2 and (width > 640 or line["detailLines"] < 2) for line in lines), lines
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    leave(context)
