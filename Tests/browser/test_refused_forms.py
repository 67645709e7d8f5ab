"""A form that was refused: the first field that is wrong has the focus, the summary above leads to each of them, and all of them are in sight then."""
import pytest

from support import TRIP, box_of, follow, open_page, wait  # noqa: F401, F811 (open_page: a fixture)

LONG = "long " * 600
# Who fills in what (all else is as the page has it), and what of it is wrong, in the order of the page.
FORMS = {
    "person": ("host", "/members/new", {"first_name": "", "email": "nobody", "emergency_phone": "none"},
               ["first_name", "email", "emergency_phone"]),
    "person, only in a fold": ("host", "/members/new", {"first_name": "Nova", "attention": LONG}, ["attention"]),
    "event": ("host", "/events/new", {"capacity": "0", "meeting_latitude": "99", "meeting_longitude": "9"},
              ["title", "place", "meeting_point", "capacity", "meeting_latitude", "meeting_longitude"]),
    "settings": ("host", "/settings", {"name": "", "base_latitude": "99", "emergency_numbers": LONG},
                 ["name", "base_latitude", "base_longitude", "emergency_numbers"]),
    "announcement": ("host", "/announcements/new", {"text": "Be there."}, ["title"]),
    "announcement, only in a fold": ("host", "/announcements/new", {"title": "Bus", "text": "Be there.", "schedule_day": "soon"},
                                     ["schedule_day", "schedule_time"]),
    "own column": ("host", "/roster/own-columns", {"name": ""}, ["name"]),
    "own event": ("ada", "/my/events/new", {"capacity": "0"}, ["title", "place", "capacity"]),
    "own event, only in a fold": ("ada", "/my/events/new", {"title": "Lap", "place": "Rosa", "capacity": "0"}, ["capacity"]),
}
# What no browser lets through that knows what the field is for: the server is asked whatever comes.
FILL = """(values) => {
  for (const form of document.forms) form.noValidate = true;
  for (const [id, value] of Object.entries(values)) {
    const field = document.getElementById(id);
    field.removeAttribute("maxlength");
    if (field.type !== "textarea") field.type = "text";
    field.value = value;
  }
}"""
# It has the focus, and nothing lies over it or over what it is called.
IN_SIGHT = """(id) => {
  const field = document.getElementById(id);
  const isSeen = (node) => {
    const { left, top, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + 5, top + Math.min(height, 40) / 2));
  };
  return document.activeElement === field && isSeen(field) && isSeen(field.labels[0]);
}"""
WRONG = "() => [...document.querySelectorAll('main [aria-invalid=true]')].map(({ id }) => id)"
REASON = """(id) => document.getElementById(id).getAttribute("aria-describedby").split(" ")
  .map((part) => document.getElementById(part)).find((node) => node.matches(".error") && node.checkVisibility())?.textContent"""


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", FORMS)
def test_the_first_mistake_has_the_focus_and_the_summary_leads_to_each(open_page, demo, name, width, scripts):
    who, path, typed, wrong = FORMS[name]
    page = open_page(who, java_script_enabled=scripts)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(demo.url + TRIP + path)
    page.evaluate(FILL, typed)
    follow(page, page.locator("main form:has(.field) .buttons button.primary").first)
    assert page.evaluate(WRONG) == wrong
    wait(page, IN_SIGHT, wrong[0], seconds=5)
    links = page.locator(".mistakes a")
    assert links.evaluate_all("(links) => links.map(({ hash }) => hash.slice(1))") == wrong
    for place, field in enumerate(wrong):
        line = page.locator(".mistakes li").nth(place)
        # The same reason above and beside the field.
        assert line.inner_text().endswith(": " + page.evaluate(REASON, field))
        links.nth(place).click()
        wait(page, IN_SIGHT, field, seconds=5)
    assert not [problem for problem in page.problems if "422" not in problem]


def test_what_is_filled_in_anew_leaves_the_list(open_page, demo):
    page = open_page("ada")
    page.goto(demo.url + TRIP + "/my/events/new")
    page.evaluate(FILL, {"capacity": "0"})
    follow(page, "main form:has(.field) .buttons button.primary")
    assert page.evaluate(WRONG) == ["title", "place", "capacity"]
    page.fill("#place", "Rosa")
    # Its line, its mark and its reason. The others stay, and what is said of them.
    wait(page, "document.querySelectorAll('.mistakes li').length === 2")
    assert page.evaluate(WRONG) == ["title", "capacity"] and not page.locator("#place-error").count()
    assert page.inner_text(".problem p") == "Please check:" and page.locator("#title-error").is_visible()
    page.fill("#title", "Sunset lap")
    page.fill("#capacity", "")
    wait(page, "document.querySelector('.problem') === null")
    assert page.evaluate(WRONG) == [] and not page.locator("main .field .error").count()
    # What is wrong again is said again.
    page.evaluate(FILL, {"capacity": "0"})
    follow(page, "main form:has(.field) .buttons button.primary")
    assert page.evaluate(WRONG) == ["capacity"] and page.locator(".mistakes li").count() == 1
    assert not [problem for problem in page.problems if "422" not in problem]


def test_a_profile_and_a_review_lose_their_marks_while_they_are_corrected(open_page, demo):
    page = open_page("ada")
    page.goto(demo.url + TRIP + "/my/profile?edit=safety")
    page.evaluate(FILL, {"phone": "abc", "emergency_phone": "abc"})
    follow(page, "#edit-safety button.primary")
    assert page.evaluate(WRONG) == ["phone", "emergency_phone"] and page.locator(".mistakes li").count() == 2
    page.fill("#phone", "+00 000 1000")
    wait(page, "document.querySelectorAll('.mistakes li').length === 1")
    assert page.evaluate(WRONG) == ["emergency_phone"] and not page.locator("#phone-error").count()
    page.fill("#emergency_phone", "+00 000 1001")
    wait(page, "document.querySelector('.problem') === null")
    shown = demo.sql("SELECT shown_at FROM place WHERE name = 'Dorfladen'")[0]
    page.goto(f"{demo.url}{TRIP}/places/{shown}/review")
    follow(page, ".review-form button.primary")
    assert page.evaluate(WRONG) == ["stars", "text"] and page.locator(".mistakes li").count() == 2
    # The reason stands at what it is about.
    stars, reason = box_of(page.locator("#stars label").last), box_of(page.locator("#stars-error"))
    assert 0 <= reason["y"] - stars["y"] - stars["height"] < 16
    page.locator("#stars label").nth(3).click()
    wait(page, "document.querySelectorAll('.mistakes li').length === 1")
    page.fill("#text", "Bread at seven.")
    wait(page, "document.querySelector('.problem') === null")
    assert page.evaluate(WRONG) == [] and not page.locator(".review-form .error:not(:empty)").count()
    assert not [problem for problem in page.problems if "422" not in problem]
