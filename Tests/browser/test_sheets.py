"""Each page is sent the stylesheets that it needs: no rule of another one would find anything in it, whatever scripts and values put there."""
import re

import pytest

from conftest import ROOT
from support import addresses, browse, open_page, pages, wait  # noqa: F401, F811 (browse, open_page: fixtures)

SHEETS = re.findall(r"^sheet (\S+)", (ROOT / "Public/bundles.txt").read_text(), re.M)

# Selectors of the sheets that the page lacks, without what depends on the pointer and the focus, that find something.
STRAY = """async (names) => {
  const has = [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.href);
  const folder = has[0].replace(/[^/]+$/, "");
  const found = [];
  const walk = (rules, name) => {
    for (const rule of rules) {
      if (rule.selectorText) {
        const plain = rule.selectorText.replace(/::[\\w-]+(\\([^)]*\\))?/g, "").replace(/:(hover|focus|focus-visible|active)/g, "");
        let node = null;
        try { node = document.querySelector(plain); } catch { continue; }
        if (node) found.push(`${name}: ${rule.selectorText} at ${node.outerHTML.slice(0, 80)}`);
      } else if (rule.cssRules && !rule.name) walk(rule.cssRules, name);
    }
  };
  for (const name of names) {
    const address = `${folder}${name}.css`;
    if (has.includes(address)) continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await (await fetch(address)).text());
    walk(sheet.cssRules, name);
  }
  return { count: has.length, found };
}"""


def look(page, url, address, most):
    page.goto(url + address)
    page.wait_for_load_state("load")
    page.wait_for_timeout(150)
    result = page.evaluate(STRAY, SHEETS)
    # The field for an event's details has the id of a part of the map, which gives it nothing that it needs.
    stray = [line for line in result["found"] if not re.match(r"map: #details\S* at <textarea", line)]
    assert stray == [], address
    assert 1 <= result["count"] <= most, (address, result["count"])


def test_hosts_pages_have_the_sheets_that_they_need(open_page, demo):
    page = open_page("host")
    for address in addresses(demo).values():
        look(page, demo.url, address, 3)
    trip = "/trips/valrosa"
    for path in ["/chat", "/moderation", "/moderation/rules", "/moderation/figures", "/moderation/log", "/search?q=ada", "/events/programme"]:
        look(page, demo.url, trip + path, 3)
    page.goto(demo.url + trip + "/chat")
    look(page, demo.url, page.get_attribute("main a[href*='/chat/']", "href"), 3)


def test_travellers_pages_have_the_sheets_that_they_need(browse, own):
    page = browse("ada")
    for address in pages(own).values():
        look(page, own.url, address, 3)


@pytest.mark.parametrize("path", ["/sign-in", "/nothing"])
def test_pages_of_nobody_have_the_sheets_that_they_need(open_page, demo, path):
    look(open_page(None), demo.url, path, 2)


def test_the_search_dialog_brings_its_looks(open_page, demo):
    page = open_page("host")
    page.goto(demo.url + "/trips/valrosa")
    assert not page.evaluate("[...document.styleSheets].some(({ href }) => href.endsWith('/search.css'))")
    page.locator("form.search-box input").focus()
    page.keyboard.type("ada")
    wait(page, "document.querySelector('.search-dialog')?.open && document.querySelector('.search-dialog input').value === 'ada'")
    wait(page, "getComputedStyle(document.querySelector('.search-dialog form')).position === 'sticky'")
    wait(page, "document.querySelectorAll('.search-dialog .hit').length > 0")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    wait(page, "document.querySelector('.search-dialog').open")
