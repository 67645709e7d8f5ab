"""Polls: asked, voted for by two at once, closed. On phones and desktops, with scripts and without; and what moves while a chat opens."""
import pytest

from support import TRIP, act, browse, conversation, eventually, faults, follow, open_chat  # noqa: F401, F811 (browse: a fixture)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}, "has_touch": False}
SHIFT = """() => { window.__moved = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__moved += entry.value;
}).observe({ type: "layout-shift", buffered: true }); }"""


def ask(page, question, answers):
    page.click(".plus summary")
    follow(page, page.locator(".plus .menu a"))
    page.fill("#question", question)
    for index, answer in enumerate(answers):
        page.fill(f"#answer_{index + 1}", answer)
    follow(page, ".poll-form button.primary")


def counts(page, question):
    return page.locator(".message", has_text=question).locator(".poll-count").all_inner_texts()


def test_two_vote_at_once_and_it_is_closed(browse, own):
    ada, bruno = browse("ada", **PHONE), browse("bruno", **DESKTOP)
    open_chat(bruno, own)
    open_chat(ada, own)
    ask(ada, "Where do we eat?", ["Fondue", "Pizza", "Soup"])
    question = "Where do we eat?"
    eventually(lambda: counts(bruno, question) == ["0", "0", "0"] and counts(ada, question) == ["0", "0", "0"])
    hers, his = (page.locator(".message", has_text=question) for page in (ada, bruno))
    hers.locator(".poll-answer").nth(0).tap()
    his.locator(".poll-answer").nth(0).click()
    eventually(lambda: counts(ada, question) == counts(bruno, question) == ["2", "0", "0"])
    assert "Bruno Demovich" in hers.locator(".poll-names").first.inner_text()
    his.locator(".poll-answer").nth(1).click()
    eventually(lambda: counts(ada, question) == counts(bruno, question) == ["1", "1", "0"])
    assert hers.locator(".poll-answer").first.get_attribute("aria-pressed") == "true", "one's own stays marked"
    his.locator(".poll-answer").nth(1).click()
    eventually(lambda: counts(ada, question) == counts(bruno, question) == ["1", "0", "0"])
    assert not faults(ada, "light") and not faults(bruno, "light")
    act(hers, "Close the poll")
    eventually(lambda: his.locator(".poll-answer:disabled").count() == 3)
    ada.click(".toast button.small")
    eventually(lambda: his.locator(".poll-answer:disabled").count() == 0)
    assert not ada.problems and not bruno.problems


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["390", "1440"])
def test_polls_work_without_scripts(browse, own, options):
    ada = browse("ada", java_script_enabled=False, **options)
    ada.goto(own.url + conversation(own))
    ask(ada, "Which way down?", ["By foot", "By lift"])
    row = ada.locator(".message", has_text="Which way down?")
    follow(ada, row.locator(".poll-answer").nth(1))
    assert counts(ada, "Which way down?") == ["0", "1"]
    follow(ada, row.locator(".poll-answer").nth(0))
    assert counts(ada, "Which way down?") == ["1", "0"]
    row.locator(".acts > summary").click()
    follow(ada, row.get_by_role("button", name="Close the poll"))
    assert row.locator(".poll-answer:disabled").count() == 2
    assert ada.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["390", "1440"])
def test_nothing_moves_while_a_chat_opens(browse, own, options):
    ada = browse("ada", **options)
    ada.add_init_script(f"({SHIFT})()")
    for address in (conversation(own), f"{TRIP}/chat/{own.ids('event', 'title')['Glacier day']}"):
        ada.goto(own.url + address)
        ada.wait_for_timeout(1500)
        assert ada.evaluate("window.__moved") <= 0.02, address
