"""The roster: many rows in view, sorted by their heads, changed in place, people as cards on a phone, and all of it without scripts."""
import re

import pytest

from support import TRIP, box_of, boxes_of, faults, follow, open_page, wait  # noqa: F401, F811 (open_page: a fixture)

ROSTER = TRIP + "/roster"
IN_VIEW = """() => { const bar = document.querySelector(".sections").getBoundingClientRect();
  const end = innerWidth <= 640 ? bar.top : innerHeight;
  return [...document.querySelectorAll("#roster tbody tr")].filter((row) => row.getBoundingClientRect().bottom <= end).length; }"""
NO_BANNER = "() => document.getElementById('alerts').replaceChildren()"
NARROW = {"width": 390, "height": 844}


def names(page):
    return page.locator("#roster tbody tr:not([hidden]) th a").all_inner_texts()


@pytest.mark.parametrize("size, least", [({"width": 1440, "height": 900}, 16), (NARROW, 6)])
def test_many_people_are_in_view(open_page, demo, size, least):
    page = open_page()
    page.set_viewport_size(size)
    page.goto(demo.url + ROSTER)
    page.evaluate(NO_BANNER)
    assert page.evaluate(IN_VIEW) >= least
    # The page scrolls, and nothing within it; the head stays.
    assert page.evaluate("getComputedStyle(document.querySelector('.roster-box')).overflowY") == "visible"
    page.mouse.wheel(0, 800)
    if size is not NARROW:
        wait(page, "() => scrollY > 300")
        assert page.evaluate("document.querySelector('#roster thead').getBoundingClientRect().top") < 60
        assert 36 <= box_of(page.locator("#roster tbody tr").nth(20))["height"] <= 40
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [1280, 1366])
def test_the_usual_columns_are_whole_and_the_counts_stand_below_the_heading(open_page, demo, width):
    page = open_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(demo.url + ROSTER)
    assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.roster-box'))")
    head, counts = box_of(page.locator(".roster-heading h1")), box_of(page.locator(".roster-heading h1 + p"))
    assert counts["x"] == head["x"] or counts["y"] < head["y"] + head["height"]
    # Groups are read whole.
    cut = """[...document.querySelectorAll("#roster tbody td:nth-child(4)")].filter((cell) => cell.scrollWidth > cell.clientWidth).length"""
    assert page.evaluate(cut) == 0


@pytest.mark.parametrize("width", [1280, 1440])
def test_filters_stand_in_one_line_and_what_they_leave_below(open_page, demo, width):
    page = open_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(demo.url + ROSTER + "?group=Bus%202&need=arrival")
    line = page.locator("#search, #filters select, .roster-tools > .columns summary")
    boxes = boxes_of(line)
    assert len(boxes) >= 6 and len({round(box["y"] + box["height"] / 2) for box in boxes}) == 1, boxes
    told = page.locator(".narrowed")
    assert box_of(told)["y"] >= boxes[0]["y"] + boxes[0]["height"]
    assert re.match(r"\d+ of \d+ members$", told.locator("#count").inner_text())
    chips = [re.sub(r"\s+", " ", text).strip() for text in told.locator(".filter-chips a").all_inner_texts()]
    assert chips == ["Group: Bus 2 take it off", "Need: Has not arrived take it off"]
    follow(page, told.locator("a:has-text('Clear')"))
    assert page.url.endswith("/roster") and page.locator(".narrowed").is_hidden()


def test_a_tablet_has_a_line_for_each_person_and_nothing_moves_sideways(open_page, demo):
    page = open_page()
    for width in (768, 820, 1000):
        page.set_viewport_size({"width": width, "height": 1100})
        page.goto(demo.url + ROSTER)
        assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.roster-box'))"), width
        row = page.locator("#roster tbody tr:has(.g > span):has(a[href^='tel:'])").first
        parts = [box_of(row.locator(part)) for part in ("label", "th", ".g", "td:last-child", "a[href^='tel:']")]
        assert all(left["x"] + left["width"] <= right["x"] + 1 for left, right in zip(parts, parts[1:])), parts
        assert 44 <= box_of(row)["height"] <= 48
        # Search and the way to the filters are one line; these are a card, whole and in view, with its buttons.
        search, opens = box_of(page.locator("#search")), box_of(page.locator(".filters-open"))
        assert abs(search["y"] - opens["y"]) < 2 and page.locator("#filters").is_hidden()
        page.click(".filters-open")
        card = box_of(page.locator("#filters"))
        # It lies over the list, which steps back.
        behind = page.evaluate("getComputedStyle(document.getElementById('filters'), '::backdrop').backgroundColor")
        assert behind == "rgba(0, 0, 0, 0.4)", behind
        assert 320 <= card["width"] <= 480 and card["x"] >= 0 and card["x"] + card["width"] <= width, card
        for box in boxes_of(page.locator("#filters select:visible, .filters-foot button")):
            assert card["x"] < box["x"] and box["x"] + box["width"] < card["x"] + card["width"], box
            assert card["y"] < box["y"] and box["y"] + box["height"] < min(card["y"] + card["height"], 1100), box
        assert page.locator("#filters .sort-by select").is_visible()


@pytest.mark.parametrize("width", [390, 820, 1024, 1440])
def test_a_long_name_is_a_link_that_opens_the_person(open_page, demo, width):
    page = open_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(demo.url + ROSTER)
    link = page.locator("#roster tbody tr:has(th .chip) th a").first
    link.evaluate("(node) => { node.textContent = 'Maximiliana-Alexandrina von Hohenstaufen-Wittelsbach'; }")
    assert box_of(link)["width"] >= 100
    whole = """(link) => [...link.parentElement.children].every((part) => {
      const [box, cell] = [part, part.closest('th')].map((node) => node.getBoundingClientRect());
      return box.left >= cell.left && box.right <= cell.right + 1;
    })"""
    assert link.evaluate(whole), "what stands behind the name is not cut"
    path = link.get_attribute("href")
    follow(page, link)
    assert page.url.endswith(path)


def test_heads_sort_with_and_without_scripts(open_page, demo):
    for scripts in (True, False):
        page = open_page(java_script_enabled=scripts)
        page.goto(demo.url + ROSTER)
        before = names(page)
        follow(page, "#roster th[data-field=name] a")
        assert names(page) == before[::-1]
        assert page.get_attribute("#roster th[data-field=name]", "aria-sort") == "descending"
        follow(page, "#roster th[data-field=room] a")
        rooms = page.locator("#roster td.r").all_inner_texts()
        assert rooms == sorted(rooms, key=int)


def test_the_bar_comes_with_the_first_tick(open_page, demo):
    for scripts in (True, False):
        page = open_page(java_script_enabled=scripts)
        page.goto(demo.url + ROSTER)
        assert page.locator("#bulkbar").is_hidden()
        # The whole cell ticks.
        cell = page.locator("#roster tbody tr").nth(2).locator("label")
        assert box_of(cell)["width"] >= 24 and box_of(cell)["height"] >= 24
        cell.click(position={"x": 3, "y": 3})
        assert page.locator("#bulkbar").is_visible()
        who = names(page)[2]
        page.click("#bulkbar summary:has-text('More')")
        follow(page, "#bulkbar button[value=print]")
        assert page.locator("table.print tbody th").all_inner_texts() == [who]


def test_a_cell_is_changed_in_place(open_page, demo):
    page = open_page()
    page.goto(demo.url + ROSTER)
    row = page.locator("#roster tbody tr").nth(4)
    who, before = row.locator("th a").inner_text(), row.locator("td.r").inner_text()
    row.locator("td.r").click()
    page.keyboard.type("907")
    page.keyboard.press("Enter")
    wait(page, "() => document.querySelector('.toast .notice')")
    assert page.inner_text(".toast .notice") == f"Room of {who} changed" and row.locator("td.r").inner_text() == "907"
    page.wait_for_timeout(600)
    assert page.locator("#live-state").is_hidden(), "one's own change is no news"
    # By keyboard, with what is refused said beside it.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("call me")
    page.keyboard.press("Enter")
    wait(page, "() => document.querySelector('.cell-edit .error')")
    assert not faults(page, "light")
    page.keyboard.press("Escape")
    assert page.locator(".cell-edit").count() == 0
    follow(page, ".toast form button")
    assert page.locator("#roster tbody tr").nth(4).locator("td.r").inner_text() == before
    groups = page.locator("#roster tbody tr").nth(4).locator("td:has(> span)").first
    groups.click(position={"x": box_of(groups)["width"] - 3, "y": 20})
    page.locator(".cell-groups label", has_text="Bus 2").click()
    page.click(".cell-edit button")
    wait(page, "() => document.querySelector('.toast .notice')?.textContent.startsWith('Groups of')")
    follow(page, ".toast form button")
    assert not [text for text in page.problems if "422" not in text], page.problems


def test_what_is_typed_before_the_form_of_a_cell_is_here_is_meant_for_it(open_page, demo):
    page = open_page(service_workers="block")
    held = []
    page.route("**/js/roster-edit.js", lambda route: held.append(route))
    page.goto(demo.url + ROSTER)
    row = page.locator("#roster tbody tr").nth(5)
    row.locator("td.r").click()
    # x and j are keys of the list, too.
    page.keyboard.type("xj9")
    page.keyboard.press("Enter")
    assert page.locator(".cell-edit, #roster tbody input:checked").count() == 0
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    wait(page, "() => document.querySelector('.toast .notice')")
    assert row.locator("td.r").inner_text() == "xj9"
    follow(page, ".toast form button")
    assert not page.problems


def test_a_search_that_finds_nobody_says_so(open_page, demo):
    page = open_page()
    page.goto(demo.url + ROSTER)
    assert page.locator("#nobody").is_hidden()
    page.fill("#search", "zzzz")
    page.wait_for_selector("#nobody:not([hidden])")
    assert page.locator("#roster").is_hidden() and page.inner_text("#nobody").startswith("Nobody found for “zzzz”.")
    page.fill("#search", "")
    page.wait_for_selector("#nobody", state="hidden")
    assert page.locator("#roster").is_visible()


def test_a_bus_or_a_room_is_searched_by_its_name(open_page, demo):
    page = open_page()
    page.goto(demo.url + ROSTER)
    shown = "[...document.querySelectorAll('#roster tbody tr:not([hidden])')]"
    room = page.evaluate(f"{shown}.map((row) => row.querySelector('.r')?.textContent).find(Boolean)")
    cells = {"Bus 2": "[...row.querySelectorAll('.g span')].map((group) => group.textContent)", f"room {room}": "['room ' + row.querySelector('.r').textContent]"}
    everybody = len(names(page))
    for typed, own in cells.items():
        page.fill("#search", typed)
        wait(page, f"(all) => {shown}.length < all", everybody)
        found = page.evaluate(f"{shown}.map((row) => {own})")
        assert found and all(typed in groups for groups in found), typed
        # The server finds the same people.
        lines = page.evaluate(f"{shown}.map((row) => row.querySelector('th a').textContent)")
        with page.expect_navigation():
            page.press("#search", "Enter")
        assert names(page) == lines, typed
        page.goto(demo.url + ROSTER)


@pytest.mark.parametrize("scripts", [True, False])
def test_cards_on_a_phone(open_page, demo, scripts):
    for token in demo.tokens()[:3]:
        demo.post_fix(token, 46.41, 9.23)
    page = open_page(java_script_enabled=scripts, has_touch=True)
    page.set_viewport_size(NARROW)
    page.goto(demo.url + ROSTER)
    card = page.locator("#roster tbody tr").first
    # A button with a name in place of the number; the name and the second line have the room.
    call, name = card.locator("a[href^='tel:']"), card.locator("th a")
    box = box_of(call)
    assert box["height"] >= 44 and 44 <= box["width"] <= 48 and call.inner_text() == ""
    assert call.get_attribute("aria-label").startswith(f"Call {name.inner_text()}, +")
    fresh = page.locator("#roster tbody tr:has(.mark.fresh)").first
    assert fresh.locator("td:last-child").is_hidden()
    # The details have the line up to its end, where it stands when somebody was heard; the name has its own line.
    silent = page.locator("#roster tbody tr:has(.mark:not(.fresh)):has(.g > span)").first
    for row, last in [(page.locator("#roster tbody tr:has(.mark.fresh):has(.g > span)").first, ".g"), (silent, "td:last-child")]:
        end, whole = box_of(row.locator(last)), box_of(row)
        assert whole["x"] + whole["width"] - end["x"] - end["width"] <= 10
    assert page.locator("#roster tbody tr:has(.mark:not(.fresh)) td:last-child").first.is_visible()
    contact, name, groups = (box_of(silent.locator(part)) for part in ("td:last-child", "th", ".g"))
    assert contact["y"] >= name["y"] + name["height"] and groups["x"] + groups["width"] <= contact["x"]
    assert name["x"] + name["width"] >= box_of(silent.locator("a[href^='tel:']"))["x"] - 12
    assert box_of(card.locator("label"))["height"] >= 44
    assert page.locator("#filters").is_hidden()
    page.click(".filters-open")
    assert page.locator("#filters").is_visible()
    # Each has its name in sight, and several are chosen before the button shows whom they leave.
    assert page.get_by_label("What they need").locator("option").first.inner_text() == "Any need"
    assert box_of(page.locator("#filters .filter-name >> text=Group"))["width"] > 20
    page.select_option("#filters select[name=group]", "Bus 2")
    show = page.locator(".filters-foot button")
    if scripts:
        wait(page, "(all) => / [0-9]+ m/.test(document.querySelector('.filters-foot button').textContent)"
             " && !document.querySelector('.filters-foot button').textContent.includes(` ${all} `)", page.locator("#roster tbody tr").count())
        assert page.locator("#filters").is_visible()
        said = int(re.search(r"\d+", show.inner_text()).group())
    show.click()
    page.wait_for_url("**group=Bus*")
    assert all("Bus 2" in text for text in page.locator("#roster tbody tr").all_text_contents())
    assert not scripts or page.locator("#roster tbody tr").count() == said
    # What the trip's own columns are is no filter.
    page.click("#roster-more summary")
    assert page.locator("#roster-more a:has-text('Own columns…')").is_visible() and page.locator("#filters a:has-text('Own columns')").count() == 0


def test_the_filters_of_a_phone_count_whom_typing_leaves(open_page, demo):
    page = open_page(has_touch=True)
    page.set_viewport_size(NARROW)
    page.goto(demo.url + ROSTER)
    everybody = len(names(page))
    page.fill("#search", "bus 2")
    wait(page, "(all) => document.querySelectorAll('#roster tbody tr:not([hidden])').length < all", everybody)
    page.click(".filters-open")
    wait(page, "/ [0-9]+ m/.test(document.querySelector('.filters-foot button').textContent)")
    assert int(re.search(r"\d+", page.inner_text(".filters-foot button")).group()) == len(names(page)) < everybody


def test_searching_moves_nothing(open_page, demo):
    page = open_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(demo.url + ROSTER)
    places = "['#search', '#filters select[name=need]', '.roster-tools > .columns summary']"
    boxes = f"{places}.map((name) => Object.values(document.querySelector(name).getBoundingClientRect().toJSON()).map(Math.round))"
    before = page.evaluate(boxes)
    with page.expect_navigation():
        page.fill("#search", "bus 2")
        page.press("#search", "Enter")
    assert page.evaluate(boxes) == before
    page.goto(demo.url + ROSTER + "?q=zzzz")
    assert page.locator("#roster thead").is_hidden()
    # Beside the sections of a small window the last contact stays in sight.
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(demo.url + ROSTER)
    assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.roster-box'))")
    assert page.locator("#roster thead th[data-field=contact]").is_visible()


def test_the_list_is_walked_by_keyboard(open_page, demo):
    page = open_page()
    page.goto(demo.url + ROSTER)
    everybody = names(page)
    focused = "document.activeElement.textContent.trim()"
    for key, at in (("j", 0), ("j", 1), ("ArrowDown", 2), ("k", 1)):
        page.keyboard.press(key)
        assert page.evaluate(focused) == everybody[at]
    page.keyboard.press("x")
    assert page.locator("#roster tbody tr").nth(1).locator("input").is_checked() and page.inner_text("#ticked") == "1 selected"
    page.keyboard.press("?")
    page.wait_for_selector("#keys")
    assert "Next, previous" in page.inner_text("#keys") and not faults(page, "light")
    page.keyboard.press("Escape")
    assert page.locator("#keys").is_hidden()
    # The field of the search takes letters as letters, and gives the focus back to the list.
    page.keyboard.press("/")
    page.keyboard.type("jk")
    assert page.input_value("#search") == "jk"
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert page.evaluate(focused) == everybody[0]
    with page.expect_event("load"):
        page.keyboard.press("o")
    assert page.inner_text("h1") == everybody[0]


@pytest.mark.parametrize("path, rows", [("/events", ".days .event a"), ("/places?sort=distance", ".place-name")])
def test_other_lists_know_the_same_keys(open_page, demo, path, rows):
    page = open_page()
    page.goto(demo.url + TRIP + path)
    hrefs = page.locator(rows).evaluate_all("nodes => nodes.map(node => node.href)")
    for key, at in (("j", 0), ("j", 1), ("k", 0)):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.href") == hrefs[at]
    with page.expect_event("load"):
        page.keyboard.press("o")
    assert page.url == hrefs[0]
