"""What was done with somebody: the history on their page and in a case of moderation is read whole, however long its words are."""
import sqlite3

import pytest

from support import TRIP, open_page  # noqa: F401, F811 (open_page: a fixture)

# No browser breaks it by itself.
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverkäuferin"
WIDTHS = [390, 1280]

# The lines of which a part, such as the date, is outside of the window, of their panel, or of anything around them that cuts.
CUT = """(lines) => lines.filter((line) => {
  const range = document.createRange();
  range.selectNodeContents(line);
  const parts = [...range.getClientRects()];
  const isIn = (box) => parts.every(({ left, right, top, bottom }) =>
    left >= box.left - .5 && right <= box.right + .5 && top >= box.top - .5 && bottom <= box.bottom + .5);
  if (!parts.length || !isIn(line.closest(".panel").getBoundingClientRect())) return true;
  for (let around = line; around; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    if (/hidden|clip/.test(overflowX + overflowY) && !isIn(around.getBoundingClientRect())) return true;
  }
  return parts.some(({ left, right }) => left < 0 || right > document.documentElement.clientWidth);
}).map((line) => line.innerText)"""
# What the field would take if nothing held it back.
NATURAL = """(field) => {
  const free = field.cloneNode();
  Object.assign(free.style, { position: "absolute", width: "max-content", minWidth: 0, maxWidth: "none" });
  field.after(free);
  const width = free.offsetWidth;
  free.remove();
  return width;
}"""


@pytest.mark.parametrize("width", WIDTHS)
def test_the_dates_of_a_persons_history_are_whole(open_page, demo, width):
    member = f"{TRIP}/members/" + demo.ids("member", "first_name || ' ' || last_name")["Ada Example"]
    page = open_page()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{demo.url}{member}/edit")
    page.fill("#room", LONG[:40])
    page.fill("#description", LONG)
    page.evaluate("document.querySelector('main form.form').requestSubmit()")
    page.wait_for_url(lambda url: not url.endswith("/edit"))
    page.goto(demo.url + member)
    for fold in page.locator(".member-history summary").all():
        fold.click()
    assert LONG in page.inner_text(".member-history") and page.locator(".member-history time").count() >= 2
    assert page.locator(".member-history li").evaluate_all(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0 and not page.problems


@pytest.mark.parametrize("width", WIDTHS)
def test_the_history_of_an_author_is_whole_and_so_is_the_date_from_which_on_messages_go(open_page, demo, width):
    with sqlite3.connect(demo.data / "sotravel.sqlite", timeout=20) as database:
        database.execute("UPDATE moderation_case SET snapshot = ? WHERE snapshot LIKE 'Je me suis fait mal%'", [LONG + " " + LONG])
    [case] = [id for text, id in demo.ids("moderation_case", "snapshot").items() if text.startswith("Can't move")]
    page = open_page("moderator")
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{demo.url}{TRIP}/moderation/cases/{case}")
    history = page.locator("section.panel:has(> #history)")
    assert page.inner_text("#history") == "History of Olga Dummy" and LONG in history.inner_text()
    assert history.locator("time").count() >= 1 and history.locator("li").evaluate_all(CUT) == []
    # Whoever needs help is helped first: what else can be done is folded.
    page.click("summary:has-text('Moderation…')")
    page.click("summary:has-text('More actions')")
    since = page.locator("input[name=since]")
    box = since.bounding_box()
    assert box["width"] >= since.evaluate(NATURAL) and box["x"] >= 0 and box["x"] + box["width"] <= width, box
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0 and not page.problems
