"""A traveller's first page: what is next, answers with one tap, and what they find besides."""
import pytest

from support import TRIP, at_rest, box_of, boxes_of, browse, follow, place_friends, wait  # noqa: F401, F811 (browse: a fixture)

# See support.browse.
WORKER = "block"
SIZES = [(390, 844), (1440, 900)]
ONE_WORD_ON_TWO_LINES = """(all) => all.filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
  return lines.size > one.textContent.trim().split(/\\s+/).length;
}).map((one) => one.textContent)"""


def rest(own):
    """What is not answered yet, by title."""
    return own.sql(
        "SELECT e.title FROM invitation i JOIN event e ON e.id = i.event_id JOIN member m ON m.id = i.member_id"
        " WHERE m.first_name = 'Ada' AND i.rsvp = 'pending' AND e.state = 'published'")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_an_invitation_is_answered_where_it_stands_and_taken_back(browse, own, size, scripts):  # noqa: F811
    page = browse("ada", viewport={"width": size[0], "height": size[1]}, java_script_enabled=scripts)
    for address in ("/my", "/my/events"):
        page.goto(own.url + TRIP + address)
        row = page.locator("section:has(#answer) li.event").first
        title = row.locator("strong").first.inner_text()
        assert title in rest(own)
        follow(page, row.locator("button[value=no]"))
        assert page.url.startswith(own.url + TRIP + address + "?")
        assert f"{title}: you are not going." in page.inner_text(".toast") and title not in rest(own)
        follow(page, page.locator(".toast form button"))
        assert title in rest(own)
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, f"{address} overflows by {overflow} px"
        assert all(box["height"] >= 44 for box in boxes_of(page.locator(".row-answer button")))


@pytest.mark.parametrize("size", SIZES)
def test_home_begins_with_what_is_next(browse, own, size):  # noqa: F811
    page = browse("ada", viewport={"width": size[0], "height": size[1]})
    page.goto(own.url + TRIP + "/my")
    while page.locator(".next-event").count() == 0:
        follow(page, page.locator("section:has(#answer) .row-answer button[value=yes]").first)
    text = page.inner_text(".next-event")
    # Where one meets is no news once it goes on.
    assert text.startswith(("Next:", "Now:")) and ("Meet at" in text) == text.startswith("Next:") and "going" in text
    # What the hosts ask stands above it.
    assert page.locator("#own > section:not(#own-announced)").first.get_attribute("class") == "panel next-event"
    page.goto(own.url + TRIP + "/my/events")
    strip = page.locator(".day-strip")
    assert "•" in strip.inner_text() and "event" in strip.locator("a").first.text_content()
    assert strip.locator(".is-today").inner_text().startswith("Today")


def test_an_account_fits_a_phone(browse, own):  # noqa: F811
    page = browse("ada", viewport={"width": 320, "height": 700})
    page.goto(own.url + "/account")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.locator("main .scroll").count() == 0
    box = box_of(page.locator(".sessions button").first)
    assert box["x"] + box["width"] <= 320


@pytest.mark.parametrize("width", [320, 390, 820])
def test_no_piste_is_cut_and_its_difficulty_has_a_word(browse, own, width):  # noqa: F811
    page = browse("ada", viewport={"width": width, "height": 844})
    page.goto(own.url + TRIP + "/ski")
    cut = "[...document.querySelectorAll('main .scroll')].filter((box) => box.scrollWidth > box.clientWidth).length"
    assert page.evaluate(cut) == 0
    row = page.locator(".ski-table tr:has(.piste-mark)").first
    name, kind = box_of(row.locator("th a")), box_of(row.locator("td").first)
    assert row.locator("td").first.inner_text().strip() and kind["width"] > 20 and kind["y"] > name["y"] + 24
    assert name["height"] >= 44
    # Figures stand in columns, below what they are.
    for column in (".ski-length", ".ski-drop"):
        edges = {round(box["x"] + box["width"]) for box in boxes_of(page.locator(f".ski-table:has(.piste-mark) {column}"))}
        assert len(edges) == 1, (column, edges)
    # Heads are one word each, and stand apart.
    heads = page.locator(".ski-table:has(.piste-mark) >> nth=0").locator("th.num:visible")
    assert heads.all_inner_texts()[-1] == ("Gradient" if width > 640 else "Drop")
    spans = heads.evaluate_all("""(all) => all.map((head) => {
      const words = document.createRange();
      words.selectNodeContents(head);
      const { left, right } = words.getBoundingClientRect();
      return [left, right];
    })""")
    assert all(after[0] - before[1] >= 4 for before, after in zip(spans, spans[1:])), spans
    fold = page.locator("main details:has(.ski-table)")
    assert " unnamed piece" in fold.locator("summary").inner_text() and box_of(fold.locator("summary"))["height"] >= 24
    assert not page.locator("a:text-is('Piste without a name')").first.is_visible()
    fold.locator("summary").click()
    assert page.locator("a:text-is('Piste without a name')").first.is_visible() and page.evaluate(cut) == 0


@pytest.mark.parametrize("who", ["ada", "host"])
def test_a_piste_is_seen_on_the_map_that_its_page_leads_to(browse, own, who):  # noqa: F811
    page = browse(who, viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/ski")
    follow(page, page.locator(".ski-table tr:has(.piste-mark) th a").first)
    assert page.locator(".small-map path").count() >= 2
    follow(page, "a:has-text('On the map')")
    wait(page, "document.querySelector('.ski-trace')?.getAttribute('d')")
    assert page.locator("[data-shown=mountain]").count() == 1
    line = box_of(page.locator(".ski-trace"))
    assert max(line["width"], line["height"]) > 60 and line["x"] >= 0 and line["x"] + line["width"] <= 390, line


@pytest.mark.parametrize("size", [(320, 700), *SIZES])
def test_pistes_are_sorted_by_links(browse, own, size):  # noqa: F811
    page = browse("host", viewport={"width": size[0], "height": size[1]}, java_script_enabled=False)
    page.goto(own.url + TRIP + "/ski")
    assert page.locator(".piste-mark").count() > 0
    tops = {round(box["y"]) for box in boxes_of(page.locator("nav.tabs").first.locator("a"))}
    assert len(tops) == 1, "the ways of sorting stand in one row"
    [tabs, table] = [box_of(page.locator(part).first) for part in ("nav.ski-sorts", ".ski-table")]
    assert 0 <= table["y"] - tabs["y"] - tabs["height"] <= 24, "right above what they sort"
    cut = page.locator("nav.tabs, nav.tabs a").evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)")
    assert cut == [], "each is read whole"
    follow(page, "nav.tabs a:text-is('Length')")
    assert page.inner_text("nav.tabs [aria-current]") == "Length"
    assert page.locator("th[aria-sort=descending]").first.inner_text().startswith("Length")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    # What they are sorted by is there to be read, whichever it is; lifts have no gradient.
    for word, column in (("Gradient", ".ski-gradient"), ("Drop", ".ski-drop"), ("Length", ".ski-length")):
        follow(page, f"nav.tabs a:text-is('{word}')")
        table = page.locator(".ski-table:has(.piste-mark)").first
        assert table.locator("th[aria-sort=descending]").inner_text() == word
        broken = page.locator(".ski-table th.num:visible, .ski-table .ski-kind:visible").evaluate_all(ONE_WORD_ON_TWO_LINES)
        assert broken == [], broken
        values = [float(text.split()[0]) * (1000 if "km" in text else 1) for text in table.locator(f"td{column}").all_inner_texts() if text[0].isdigit()]
        assert len(values) > 1 and values == sorted(values, reverse=True), (word, values)
        assert all(box["width"] > 20 for box in boxes_of(table.locator(f"td{column}"))) and table.locator(f"td{column}").first.is_visible()
        assert page.evaluate("[...document.querySelectorAll('main .scroll')].filter((box) => box.scrollWidth > box.clientWidth).length") == 0


def test_nothing_stands_between_the_head_and_what_waits(browse, own):  # noqa: F811
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/my")
    boxes = {name: box_of(page.locator(name)) for name in (".my > .heading", "#own")}
    assert page.inner_text("#own-call") == "" and page.locator("#own-call[role=status]").count() == 1
    gap = boxes["#own"]["y"] - boxes[".my > .heading"]["y"] - boxes[".my > .heading"]["height"]
    assert 0 < gap <= 20, gap
    assert box_of(page.locator(".my > .heading p"))["height"] < 32, "days and zone in one line"


@pytest.mark.parametrize("width", [320, 390, 820])
def test_who_sees_one_is_changed_without_a_button_that_moves(browse, own, width):  # noqa: F811
    place_friends(own, 1)
    page = browse("ada", viewport={"width": width, "height": 844})
    page.goto(own.url + TRIP + "/my")
    assert page.inner_text(".sharing-state").startswith("Everyone on the trip sees where you are")
    tops = """() => [".sharing-state", ".sharing-fold > summary", ".sharing-line > form"].map((part) =>
      document.querySelector(part).getBoundingClientRect().top + scrollY)"""
    before = page.evaluate(tops)
    assert before[1] == before[2], "both buttons in one row"
    page.click(".sharing-fold > summary")
    assert page.evaluate(tops) == before and page.is_visible(".sharing button.primary")
    # Stopping stays a tap away, also for who comes by the badge, which opens the fold.
    assert page.is_visible(".sharing-line > form button")
    save = ".sharing button.primary"
    at = page.evaluate("(part) => document.querySelector(part).getBoundingClientRect().top + scrollY", save)
    page.check(".sharing input[value=off]")
    assert page.is_hidden(".sharing select[name=time]")
    assert page.evaluate("(part) => document.querySelector(part).getBoundingClientRect().top + scrollY", save) == at


@pytest.mark.parametrize("width", [320, 390, 820])
def test_sharing_stops_with_a_tap_and_the_head_leads_to_the_card(browse, own, width):  # noqa: F811
    place_friends(own, 1)
    page = browse("ada", viewport={"width": width, "height": 844})
    page.goto(own.url + TRIP + "/my")
    follow(page, page.get_by_role("button", name="Stop now"))
    assert "Not sharing" in page.get_attribute(".sharing-badge", "aria-label")
    assert page.locator(".sharing-badge line").count() == 1, "the eye is struck through"
    assert page.get_by_role("button", name="Stop now").count() == 0
    page.goto(own.url + TRIP + "/friends")
    follow(page, page.get_by_role("link", name="Nearest"))
    assert "Share your position to see who is near." in page.inner_text("main")
    page.click(".sharing-badge")
    page.wait_for_url("**/my#who-sees")
    assert page.is_visible("#who-sees")
    assert at_rest(page.locator("#share"))["y"] >= 0, "the card's heading is in view"
    page.check(".sharing input[value=everyone]")
    follow(page, ".sharing button.primary")
    assert "Everyone" in page.get_attribute(".sharing-badge", "aria-label") and page.locator(".sharing-badge line").count() == 0
    assert page.is_visible(".badge-short"), "an eye alone does not say for whom"
    size, beyond = page.locator(".sharing-badge").evaluate(
        "(badge) => [parseFloat(getComputedStyle(badge).fontSize), badge.scrollWidth - badge.clientWidth]")
    assert size >= 12 and beyond <= 0, "small letters, or cut ones"
    name = page.locator(".switcher-name")
    assert name.evaluate("({scrollHeight, clientHeight, scrollWidth, clientWidth}) => scrollHeight <= clientHeight && scrollWidth <= clientWidth"), "the trip's name is cut"


def test_the_way_to_call_for_help_stays_in_view(browse, own):  # noqa: F811
    page = browse("ada", viewport={"width": 390, "height": 844})
    page.goto(own.url + TRIP + "/my")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 100
    assert page.evaluate("document.querySelector('.sos-link').getBoundingClientRect().top") >= 0


def test_friends_beside_each_other_end_on_one_line(browse, own):  # noqa: F811
    page = browse("ada", viewport={"width": 820, "height": 900})
    page.goto(own.url + TRIP + "/friends")
    rows = page.evaluate("""() => [...document.querySelectorAll(".friends li")].slice(0, -1).map((row) => [
      row.getBoundingClientRect().bottom, row.firstElementChild.getBoundingClientRect().bottom])""")
    assert len(rows) > 2 and all(abs(row - link) < 1 for row, link in rows), rows
