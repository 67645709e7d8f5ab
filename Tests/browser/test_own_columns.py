"""Own columns of the roster: made, filled in place, sorted and narrowed by, printed, taken along and brought back; also without scripts."""
import pytest

from support import TRIP, faults, follow, open_page, wait  # noqa: F401, F811 (open_page: a fixture)

ROSTER = TRIP + "/roster"
OWN = ROSTER + "/own-columns"
NARROW = {"width": 390, "height": 844}


def make(page, demo, name, kind, choices="", listed=True):
    page.goto(demo.url + OWN)
    page.fill("#name", name)
    page.select_option("#kind", kind)
    if choices:
        page.fill("#choices", choices)
    page.set_checked("#listed", listed)
    follow(page, "main form.form button.primary")
    assert name in page.locator(".own-columns > .rows strong").all_inner_texts()


def drop(page, demo, name):
    page.goto(demo.url + OWN)
    line = page.locator(".own-columns > .rows > li", has_text=name)
    line.locator("summary").click()
    follow(page, line.locator("button.danger"))


def column(page, name):
    """The position of a column's cells in a row, and its head."""
    heads = [text.strip() for text in page.locator("#roster thead th").all_inner_texts()]
    return heads.index(name)


def type_into(page, row, at, text):
    page.locator("#roster tbody tr").nth(row).locator("> *").nth(at).click()
    field = page.locator(".cell-edit :is(input, select)")
    if field.evaluate("node => node.matches('select')"):
        field.select_option(text)
    else:
        field.fill(text)
    page.keyboard.press("Enter") if field.evaluate("node => node.matches('input')") else page.click(".cell-edit button")


@pytest.mark.parametrize("name, kind, choices, typed, shown, wrong", [
    ("Locker", "text", "", "B 12", "B 12", None), ("Bed", "choice", "Upper\nLower", "Lower", "Lower", None),
    ("Nights", "number", "", "6,5", "6.5", "six"), ("Deposit", "date", "", "2026-01-02", "2 Jan 2026", None),
])
def test_a_cell_of_each_kind_is_filled_in_place_and_taken_back(open_page, demo, name, kind, choices, typed, shown, wrong):
    page = open_page()
    make(page, demo, name, kind, choices)
    page.goto(demo.url + ROSTER)
    at = column(page, name)
    cell = page.locator("#roster tbody tr").nth(2).locator("> *").nth(at)
    assert cell.inner_text() == ""
    if wrong:
        type_into(page, 2, at, wrong)
        wait(page, "() => document.querySelector('.cell-edit .error')")
        assert not faults(page, "light")
        page.keyboard.press("Escape")
    type_into(page, 2, at, typed)
    wait(page, "() => document.querySelector('.toast .notice')")
    assert page.inner_text(".toast .notice").startswith(f"{name} of ") and cell.inner_text() == shown
    # What is kept comes back into the field.
    cell.click()
    field = page.locator(".cell-edit :is(input, select)")
    assert field.input_value() == {"6,5": "6.5"}.get(typed, typed)
    page.keyboard.press("Escape")
    follow(page, ".toast form button")
    assert page.locator("#roster tbody tr").nth(2).locator("> *").nth(at).inner_text() == ""
    assert not [text for text in page.problems if "422" not in text], page.problems
    drop(page, demo, name)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_column_from_its_form_to_the_bin_and_back(open_page, demo, scripts):
    page = open_page(java_script_enabled=scripts)
    page.goto(demo.url + OWN)
    # Only a choice has choices to type.
    assert page.locator("#choices").is_hidden()
    page.select_option("#kind", "choice")
    assert page.locator("#choices").is_visible()
    page.fill("#name", "Room")
    follow(page, "main form.form button.primary")
    assert "Every member already has this field" in page.inner_text("main") and page.input_value("#name") == "Room"
    assert page.input_value("#kind") == "choice"
    # What looks at it is a script, too.
    assert not scripts or not faults(page, "light")
    make(page, demo, "Ski pass", "choice", "Valley\nGlacier")
    # Filled by the form, as everybody can.
    page.goto(demo.url + ROSTER)
    who = page.locator("#roster tbody th a").nth(3)
    name = who.inner_text()
    follow(page, who)
    follow(page, "main a[href$='/edit']")
    page.select_option("[name^=own-]:has(option[value=Glacier])", "Glacier")
    follow(page, "main button.primary")
    assert "Glacier" in page.inner_text(".facts")
    # Narrowed by it, on paper and in the file.
    page.goto(demo.url + ROSTER)
    page.click(".own-filters summary")
    page.select_option("#filters select:has(option[value=Glacier])", "Glacier")
    if not scripts:
        page.click("#filters button:text('Show')")
    page.wait_for_url("**own-*=Glacier*")
    assert page.locator("#roster tbody th a").all_inner_texts() == [name]
    address = page.url
    page.goto(address.replace("/roster?", "/roster/print?"))
    assert "Ski pass: Glacier" in page.inner_text("body") and "Glacier" in page.inner_text("table.print tbody")
    sheet = page.request.get(address.replace("/roster?", "/roster.csv?")).text()
    assert '"Ski pass"' in sheet and '"Glacier"' in sheet
    # Deleted with a word of what goes, and back by the notice.
    drop(page, demo, "Ski pass")
    assert page.inner_text(".toast .notice") == "Column “Ski pass” deleted with 1 value"
    follow(page, ".toast form button")
    assert "Filled in for 1 person" in page.inner_text(".own-columns > .rows")
    drop(page, demo, "Ski pass")
    # One for each time that this ran.
    assert page.locator("button[aria-label='Bring back Ski pass']").first.is_visible()


def test_a_list_brings_a_column_along(open_page, demo):
    page = open_page(java_script_enabled=False)
    page.goto(demo.url + ROSTER)
    name = page.locator("#roster tbody th a").nth(1).inner_text()
    page.goto(demo.url + ROSTER + "/import")
    page.fill("textarea", f"Name;T-shirt;Helmet size\n{name};XL;57\nNew Person;Huge;58\n")
    follow(page, "main form:has(textarea) button.primary")
    page.select_option("select[name=column2]", "new")
    follow(page, "main button[value=preview]")
    text = page.inner_text("main")
    assert "The trip gets new columns: “Helmet size”." in text and "T-shirt not taken: “Huge”. Choose one of S, M, L, XL." in text
    follow(page, "main button[value=save]")
    page.goto(demo.url + ROSTER)
    row = page.locator("#roster tbody tr", has_text=name).first
    assert row.locator("td.own").all_inner_texts() == ["XL", "57"]
    drop(page, demo, "Helmet size")


@pytest.mark.parametrize("size", [{"width": 320, "height": 700}, NARROW, {"width": 820, "height": 1100}, {"width": 1440, "height": 900}])
def test_nothing_of_it_is_wider_than_the_page(open_page, demo, size):
    page = open_page()
    make(page, demo, "Donaudampfschifffahrtsgesellschaftszweck", "choice", "\n".join(f"Auskunft Nummer {n}" for n in range(12)))
    page.set_viewport_size(size)
    for path in (OWN, ROSTER):
        page.goto(demo.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
        # What is wider than its box moves in it.
        box = page.evaluate("""() => { const box = document.querySelector('.roster-box');
          return box && [box.scrollWidth - box.clientWidth, getComputedStyle(box).overflowX]; }""")
        assert not box or box[0] <= 0 or box[1] == "auto", box
        small = page.evaluate("""() => [...document.querySelectorAll('.own-columns :is(button, a.button, summary)')]
          .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < (innerWidth <= 640 ? 43.9 : 23.9))
          .map((node) => node.textContent.trim())""")
        assert not small
        assert not faults(page, "light"), path
    drop(page, demo, "Donaudampf")


def test_a_column_that_was_chosen_is_shown_on_a_narrow_page(open_page, demo):
    page = open_page("moderator")
    page.set_viewport_size({"width": 1024, "height": 1100})
    page.goto(demo.url + ROSTER)
    head = page.locator("#roster th[data-kind]")
    assert head.count() == 1 and head.is_hidden(), "the usual columns need the room"
    key = head.get_attribute("data-field")
    page.click(".columns > summary")
    for box in page.locator(".columns [name=column]").all():
        box.set_checked(box.get_attribute("value") in ("room", key))
    follow(page, ".columns button")
    assert head.is_visible() and page.locator("#roster tbody td.own").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1024


def test_the_ticked_are_written_to(open_page, demo):
    page = open_page()
    page.goto(demo.url + ROSTER + "?q=Ada+Example")
    page.locator("#roster label:has(input[aria-label='Ada Example'])").click()
    follow(page, "#bulkbar button[formaction$='/message']")
    assert page.inner_text("h1").startswith("Message 1 person")
    page.fill("#text", "Bring your pass")
    follow(page, "main button.primary")
    assert page.inner_text(".toast .notice") == "Message sent to 1 person." and "q=Ada" in page.url
    # The ticks go by themselves.
    page.locator("#roster tbody label").first.click()
    page.click(".bulk-clear")
    wait(page, "() => document.getElementById('bulkbar').checkVisibility() === false")
