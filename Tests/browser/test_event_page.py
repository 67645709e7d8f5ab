"""The event's page for hosts: lists, reminders, answers for many, paper and forms, on phones and desktops, with and without scripts."""
import re

import pytest

from support import WIDTHS, box_of, boxes_of, faults, follow, leave, pdf_text, reader, sign_in, wait  # noqa: F401, F811 (reader: a fixture)

EVENTS = "/trips/valrosa/events"
SIZES = [{"width": 390, "height": 844}, {"width": 1440, "height": 900}]


@pytest.fixture
def desk(browser, own):
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    sign_in(page, own)
    yield page
    leave(context)


def event(own, title):
    return f"{own.url}{EVENTS}/{own.ids('event', 'title')[title]}"


def counts(page):
    return [int(text) for text in page.locator(".event-people .tabs b").all_inner_texts()]


def is_wider(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_lists_by_answer_and_a_reminder_in_two_clicks(own, reader):
    page = reader
    # Whoever has not joined is reached once they opened their link.
    for _, rsvp, link in own.personal_links("Night sledging"):
        if rsvp == "pending":
            assert own.request("POST", link.replace(own.url, "") + "/opened").status == 204
    page.goto(event(own, "Night sledging"))
    going, waiting, pending, declined = counts(page)
    assert going > 20 and pending >= 3 and declined > 2 and page.locator(".guest-name").count() == going
    # One click from the event's page; two from Today.
    follow(page, ".event-next form button")
    assert "Reminder sent to" in page.inner_text("body") and "tab=pending" in page.url
    assert page.locator(".guest-name").count() == pending
    assert own.sql("SELECT count(*) FROM reminder r JOIN event e ON e.id = r.event_id WHERE e.title = 'Night sledging' AND r.kind = 'answer'") != ["0"]
    # Nobody is left whom another one would reach.
    assert page.locator(".event-next form").count() == 0
    assert page.locator(".event-next button:disabled").inner_text().strip().startswith("Reminded today")
    name = page.locator(".guest-name a").first.inner_text()
    page.fill("#guest-search", name)
    if page.has_scripts:
        wait(page, "document.querySelectorAll('.guest-rows > li:not([hidden])').length === 1")
    else:
        follow(page, ".event-search button")
        assert page.locator(".guest-name").all_inner_texts() == [name]
    assert not is_wider(page)


def test_the_way_into_check_in_follows_the_list_that_is_ticked_now(own, desk):
    desk.goto(event(own, "Glacier day"))
    ways = "[...document.querySelectorAll('[data-check-in]')].map((way) => way.getAttribute('href'))"
    first, *others = desk.evaluate(ways)
    assert all(way == first for way in others)
    # A list that is put away is ticked no more: the numbers are of another one, and so is the way.
    assert own.request("POST", first + "/archive", {"archived": "yes"}, cookie=own.host()).status == 303
    wait(desk, f"!{ways}.includes({first!r})")
    now = set(desk.evaluate(ways))
    assert len(now) == 1 and now.pop().startswith(first.rsplit("/", 1)[0] + "/")


def test_more_than_fit_is_asked_and_done_at_once(own, reader):
    page = reader
    page.goto(event(own, "Fondue evening") + "?tab=pending")
    [capacity, taken] = [int(n) for n in own.sql("SELECT capacity || ' ' || taken FROM event WHERE title = 'Fondue evening'")[0].split()]
    rows = page.locator(".guest-rows > li")
    wanted = capacity - taken + 2
    for index in range(wanted):
        rows.nth(index).locator("input").check()
    page.click(".bulkbar summary")
    page.fill(".bulkbar input[name=note]", "Said so at breakfast")
    before = own.sql("SELECT count(*) FROM event_log")
    follow(page, ".bulkbar button[value=going]")
    assert f"for {wanted} people" in page.inner_text("h1") and own.sql("SELECT count(*) FROM event_log") == before
    assert not is_wider(page)
    follow(page, "main p a.button")
    assert page.locator(".guest-rows input:checked").count() == wanted
    page.click(".bulkbar summary")
    follow(page, ".bulkbar button[value=going]")
    follow(page, "button[value=waitlist]")
    state = own.sql("SELECT taken FROM event WHERE title = 'Fondue evening'")
    said = f"{capacity - taken} going, 2 waitlist" if taken < capacity else "waitlist"
    assert state == [str(capacity)] and f"{wanted} answers saved: {said}" in page.inner_text("body")


def test_who_waits_is_told_in_one_line(own, desk):
    desk.goto(event(own, "Fondue evening") + "?tab=waitlist")
    assert desk.locator(".guest-answer > strong").count() > 0
    lines = """(cells) => cells.map((cell) => {
      const tops = [...cell.querySelectorAll(":scope > :is(strong, span:not(.chip))")].flatMap((part) => [...part.getClientRects()]);
      return Math.max(...tops.map(({ y }) => y)) - Math.min(...tops.map(({ y }) => y));
    })"""
    assert max(desk.locator(".guest-answer:has(> strong)").evaluate_all(lines)) < 4
    assert not is_wider(desk)


def test_a_phone_shows_who_comes_in_its_first_screen(own, reader):
    page = reader
    page.goto(event(own, "Night sledging"))
    if page.viewport_size["width"] > 1000:
        assert page.is_visible("#print-menu summary") and not page.locator(".of-phones").first.is_visible()
        return
    # One menu beside the title, and one button for what is next.
    assert [text.strip() for text in page.locator(".event-acts .button:visible").all_inner_texts()] == ["More"]
    assert page.locator(".event-head .primary").count() == 0 and page.locator(".event-next .primary:visible").count() <= 1
    assert box_of(page.locator(".event-more > summary"))["height"] >= 44
    first = box_of(page.locator(".guest-rows > li").first)
    bar = box_of(page.locator("nav.sections > ul"))
    assert first["y"] + 44 <= bar["y"], first
    page.click(".event-more > summary")
    menu = box_of(page.locator(".event-more > .menu"))
    assert menu["x"] >= 0 and menu["x"] + menu["width"] <= 390 and menu["width"] > 340
    # Also with all that is printed it ends above the bar, and what is not in sight is scrolled to.
    page.click(".event-more summary:has-text('Print')")
    menu = box_of(page.locator(".event-more > .menu"))
    assert menu["y"] >= 0 and menu["y"] + menu["height"] <= bar["y"], menu
    assert not is_wider(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert not is_wider(page)


def test_the_first_unanswered_person_is_two_keys_away(own, desk):
    desk.goto(event(own, "Night sledging"))
    # The list of keys has that one, beside those of every list.
    desk.keyboard.press("?")
    told = desk.locator("#keys dl").first
    assert "1234\nGo to that list of answers" in told.inner_text() and "Search this list" in told.inner_text()
    desk.keyboard.press("Escape")
    wait(desk, "!document.querySelector('#keys').open")
    with desk.expect_event("load"):
        desk.keyboard.press("3")
    desk.keyboard.press("j")
    first = "document.activeElement.closest('li') === document.querySelector('.guest-rows > li')"
    assert desk.evaluate(first)
    desk.keyboard.press("x")
    desk.keyboard.press("j")
    desk.keyboard.press("Space")
    assert desk.locator(".guest-rows input:checked").count() == 2 and desk.inner_text("#ticked") == "2 selected"
    desk.keyboard.press("k")
    assert desk.evaluate(first)
    desk.keyboard.press("/")
    desk.keyboard.type("zzz")
    wait(desk, "document.querySelectorAll('.guest-rows > li:not([hidden])').length === 0")
    # Nobody out of sight stays ticked.
    assert desk.locator(".guest-rows input:checked").count() == 0
    desk.keyboard.press("Escape")
    wait(desk, "document.querySelectorAll('.guest-rows > li:not([hidden])').length > 0")
    desk.keyboard.press("j")
    with desk.expect_event("load"):
        desk.keyboard.press("Enter")
    assert "/members/" in desk.url


def test_one_bus_is_on_one_or_two_pages(own, reader, tmp_path):
    page = reader
    page.goto(event(own, "Glacier day"))
    if page.viewport_size["width"] > 1000:
        page.click("#print-menu summary")
        assert not is_wider(page)
        follow(page, "#print-menu a:has-text('Bus 1') >> nth=0")
    else:
        page.click(".event-more > summary")
        assert not is_wider(page)
        page.click(".event-more summary:has-text('Print')")
        follow(page, ".event-more a:has-text('Bus 1') >> nth=0")
    assert page.inner_text("h1") == "Glacier day, Bus 1 out"
    names = page.locator("tbody th").count()
    assert 10 < names < 40 and page.locator("table.print").count() == 1
    pages, _, text = pdf_text(page, tmp_path / "bus.pdf")
    assert pages <= 2 and "Bus 1" in text


def test_the_form_begins_with_what_every_event_needs(own, reader):
    page = reader
    page.goto(f"{own.url}{EVENTS}/new")
    assert page.locator("details.fold[open]").count() == 0 and not is_wider(page)
    for name, text in {"title": "Tea", "place": "Hut", "meeting_point": "Terrace", "start_time": "16:00"}.items():
        page.fill("#" + name, text)
    page.click("summary:has-text('More options')")
    if page.has_scripts:
        page.fill(".people-picker input[type=search]", "milo")
        wait(page, "document.querySelectorAll('.people-picker li:not([hidden])').length === 1")
    page.check(".people-picker li:has-text('Milo') input")
    follow(page, "main button.primary")
    assert "Draft" in page.inner_text("h1") and "Milo" in page.inner_text("main")
    if page.viewport_size["width"] > 1000:
        follow(page, ".event-acts > a:has-text('Edit')")
    else:
        page.click(".event-more > summary")
        follow(page, ".event-more a:has-text('Edit')")
    # What has a value is in sight.
    assert page.locator("details.fold[open] .people-picker input:checked").count() == 1
    page.go_back()
    page.click(".event-menu summary:has-text('More')")
    follow(page, "a:has-text('Duplicate')")
    assert page.input_value("#title") == "Tea"
    page.go_back()
    page.click(".event-menu summary:has-text('More')")
    # Nobody knows of a draft: it goes at once, and comes back.
    follow(page, ".event-menu .menu-danger button")
    assert "Tea moved to the bin for 30 days" in page.inner_text(".toast")
    follow(page, ".toast button:has-text('Undo')")
    assert "Tea" in page.inner_text("h1") and "Draft" in page.inner_text("h1")


def test_a_message_to_who_has_not_answered(own, desk):
    desk.goto(event(own, "Glacier day") + "?tab=declined")
    assert desk.locator(".bulkbar").is_hidden()
    desk.click("#tick-all")
    follow(desk, ".bulkbar button:has-text('Message')")
    assert "Message" in desk.inner_text("h1")
    desk.fill("#text", "Is all well?")
    follow(desk, "main button.primary")
    assert "Message sent to" in desk.inner_text("body") or "Nobody got" in desk.inner_text("body")


def test_a_long_week_and_the_programme(own, reader):
    page = reader
    for address in [f"{EVENTS}?view=week", f"{EVENTS}/programme", EVENTS]:
        page.goto(own.url + address)
        assert not is_wider(page), address
    page.goto(f"{own.url}{EVENTS}?view=week")
    is_wide = page.viewport_size["width"] > 1000
    assert page.locator(".week-grid").is_visible() == is_wide and page.locator(".days.by-day").is_visible() != is_wide
    if is_wide:
        boxes = boxes_of(page.locator(".block"))
        over = [(a, b) for i, a in enumerate(boxes) for b in boxes[:i]
                if a["x"] < b["x"] + b["width"] - 1 and b["x"] < a["x"] + a["width"] - 1
                and a["y"] < b["y"] + b["height"] - 1 and b["y"] < a["y"] + a["height"] - 1]
        assert boxes and over == []
        assert page.evaluate("scrollY") == 0
        return

    # The demo is under way today. Both the head of the page and today are in sight.
    for _ in range(2):
        box = box_of(page.locator("#today h2"))
        assert page.evaluate("scrollY") == 0 and page.locator("h1").is_visible()
        assert 0 <= box["y"] and box["y"] + box["height"] <= page.viewport_size["height"]
        follow(page, ".tabs a:has-text('Week')")
    # A day that has nothing is one line.
    assert all(box["height"] < 40 for box in boxes_of(page.locator(".by-day > .day:has(> .free-day)")))
    # How many come stands first in its line, whatever stands beside it.
    page.goto(own.url + EVENTS)
    first = page.locator(".event-counts").evaluate_all("""(lines) => lines.every((line) => {
      const [box, going] = [line.getBoundingClientRect(), line.querySelector("b").getBoundingClientRect()];
      return Math.abs(going.x - box.x) < 1 && going.y - box.y < 10; })""")
    assert first


def test_axe_finds_nothing(own, desk):
    for address in [event(own, "Glacier day"), event(own, "Fondue evening") + "?tab=waitlist", f"{own.url}{EVENTS}?view=week",
                    f"{own.url}{EVENTS}/programme", f"{own.url}{EVENTS}/new"]:
        for size in (WIDTHS["phone"], SIZES[1]):
            desk.set_viewport_size(size)
            desk.goto(address)
            assert faults(desk, "light") == [], address


def test_answer_cards_fill_their_sheets(own, desk, tmp_path):
    desk.goto(event(own, "Glacier day") + "/links")
    count = desk.locator(".cut-card").count()
    sheets, _, text = pdf_text(desk, tmp_path / "cards.pdf")
    assert count > 12 and sheets == -(-count // 12), (sheets, count)
    # Each card says what it is for, and what is about the page is not on paper.
    assert text.count("scan to") == count and text.count("Glacier day") >= count
    assert "Personal answer links" not in text and "without signing in" not in text and "need help" not in text
    # Nothing of a card is cut off.
    desk.emulate_media(media="print")
    desk.set_viewport_size({"width": 703, "height": 1000})
    cut = "[...document.querySelectorAll('.cut-card')].filter((card) => card.scrollHeight > card.clientHeight + 1).length"
    over = "Math.max(...[...document.querySelectorAll('.cut-card')].map((card) => card.getBoundingClientRect().right)) - innerWidth"
    assert desk.evaluate(cut) == 0 and desk.evaluate(over) < 0, desk.evaluate(over)
    desk.emulate_media(media="screen")


def test_a_week_is_one_sheet_across(own, desk, tmp_path):
    desk.goto(f"{own.url}{EVENTS}?view=week")
    titles = desk.locator(".block > strong").all_inner_texts()
    sheets, size, text = pdf_text(desk, tmp_path / "week.pdf")
    assert sheets == 1 and re.match(r"84[12]\S* x 59[456]", size), (sheets, size)
    # What is pressed is not on paper, and no name is turned.
    assert titles and "Programme" not in text and "Calendars" not in text, text
    desk.emulate_media(media="print")
    desk.set_viewport_size({"width": 1027, "height": 703})
    modes = "[...new Set([...document.querySelectorAll('.block > strong')].map((name) => getComputedStyle(name).writingMode))]"
    assert desk.evaluate(modes) == ["horizontal-tb"] and desk.locator(".week-grid").is_visible()
    desk.emulate_media(media="screen")


def test_papers_lie_on_a_phones_screen_as_sheets(browser, own):
    context = browser.new_context(viewport=SIZES[0])
    page = context.new_page()
    sign_in(page, own)
    page.goto(event(own, "Glacier day") + "/print")
    sheet, head = box_of(page.locator("#main")), box_of(page.locator(".print-head h1"))
    # The desk shows around the sheet; the head is read without pushing it, and the page itself is as wide as the phone.
    assert sheet["x"] > 0 and sheet["x"] + sheet["width"] < 390 and not is_wider(page)
    assert page.evaluate("[...document.querySelectorAll('.print-head p')].every((line) => line.getBoundingClientRect().right <= innerWidth)"), head
    # The whole sheet, made small: no column is cut, and Print is reached before anything is scrolled.
    for path in ("/roster/print", "/map/print", "/map/print?paper=letter", "/places/print"):
        page.goto(own.url + "/trips/valrosa" + path)
        sheet = box_of(page.locator("#main"))
        assert sheet["x"] > 0 and 340 < sheet["width"] and sheet["x"] + sheet["width"] < 390 and not is_wider(page), (path, sheet)
        assert page.evaluate("[...document.querySelectorAll('#main, #main section')].every((part) => part.scrollWidth <= part.clientWidth + 1)"), path
        assert box_of(page.locator("#print-now"))["y"] < 60, path
    # Two cards stand beside each other, none wider than the screen.
    page.goto(event(own, "Glacier day") + "/links")
    cards = boxes_of(page.locator(".cut-card"))
    assert cards[0]["y"] == cards[1]["y"] and cards[1]["x"] + cards[1]["width"] <= 390 and not is_wider(page), cards
    leave(context)


def test_no_number_of_a_list_is_cut_on_a_phone(browser, own):
    context = browser.new_context(viewport=SIZES[0])
    page = context.new_page()
    sign_in(page, own)
    lists = own.ids("check_in_list", "name")
    page.goto(event(own, "Glacier day") + f"/check-in/{lists['Bus 2 out']}")
    assert page.evaluate("[...document.querySelectorAll('.check-in .tabs small')].every((count) => count.getBoundingClientRect().right <= innerWidth)")
    assert page.locator(".tally tbody th").all_inner_texts() == ["Bus 2", "Everyone"]
    # The room is whole on each row, whatever groups follow it; whoever is in Bus 2 does not read so.
    abouts = page.locator("#people .awaited .tick-about:visible")
    assert abouts.first.inner_text().startswith("Room ") and " · Class " in abouts.first.inner_text()
    ends = """(nodes) => nodes.filter((node) => /^Room .* · /.test(node.textContent)).map((node) => {
      const [range, line] = [document.createRange(), node.closest(".tick-line").getBoundingClientRect()];
      range.setStart(node.firstChild, 0);
      range.setEnd(node.firstChild, node.firstChild.data.indexOf(" · "));
      return line.right - range.getBoundingClientRect().right;
    })"""
    assert min(abouts.evaluate_all(ends)) >= 0
    assert not is_wider(page)
    leave(context)


@pytest.mark.parametrize("width", [320, 390])
def test_the_bar_for_those_who_are_ticked_fits_on_a_phone(browser, own, width):
    context = browser.new_context(viewport={"width": width, "height": 760}, has_touch=True)
    page = context.new_page()
    sign_in(page, own)
    page.goto(event(own, "Night sledging"))
    page.locator(".guest-rows input").first.check()
    assert page.locator(".bulkbar").is_visible() and not is_wider(page)
    for index in range(page.locator(".bulkbar summary").count()):
        page.locator(".bulkbar summary").nth(index).click()
        box = box_of(page.locator(".bulkbar [open] .menu"))
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and not is_wider(page)
        page.keyboard.press("Escape")
    # All of the name of the page, and all of its views, are in sight.
    page.goto(own.url + EVENTS)
    title = box_of(page.locator(".events-heading h1"))
    assert title["height"] < 50 and not is_wider(page)
    last = box_of(page.locator(".tabs li").last)
    assert last["x"] + last["width"] <= width
    leave(context)


@pytest.mark.parametrize("paper", ["", "/print"], ids=["screen", "paper"])
def test_what_is_to_be_known_of_somebody_stands_below_the_name(own, desk, paper):
    flags = desk.locator(".guest-name .flag, tbody th .flag")
    for title in own.ids("event", "title"):
        desk.goto(event(own, title) + paper)
        if flags.count():
            break
    name, top, weight = flags.first.evaluate("""(flag) => {
      const range = document.createRange();
      range.setStart(flag.parentNode, 0);
      range.setEndBefore(flag);
      return [range.getBoundingClientRect().bottom, flag.getBoundingClientRect().top, getComputedStyle(flag).fontWeight];
    }""")
    assert top >= name - 4 and int(weight) < 600
