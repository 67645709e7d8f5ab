"""Whoever is chosen on the hosts' map: the address, the card in the list's place, the rows of the list, and a cluster's ring."""
from support import TRIP, boxes_of, browse, wait  # noqa: F401, F811 (browse: a fixture)
from test_map_page import desktop, open_map, own  # noqa: F401 (own: a fixture)


def test_the_address_says_who_is_chosen_and_back_closes_the_card(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own)
    first, second = (page.locator("#part-fresh .person-row").nth(index).get_attribute("data-id") for index in (0, 1))
    page.click(f"#people [data-id='{first}'] a.focus")
    assert page.url.endswith(f"?member={first}")
    # The card stands in the place of the list and of the search.
    assert page.evaluate("document.activeElement.className") == "close"
    assert page.is_hidden("#people") and page.is_hidden("#map-search") and page.inner_text("#details .close") == "All people"
    page.reload()
    wait(page, f"document.querySelector('#markers .selected')?.dataset.id === '{first}'")
    page.go_back()
    wait(page, "document.getElementById('details').hidden && !location.search")
    page.click(f"#people [data-id='{first}'] a.focus")
    # Another one takes their place: Back still closes the card.
    page.locator(f"#markers [data-id='{second}'] circle").first.dispatch_event("click")
    wait(page, f"location.search === '?member={second}'")
    page.click("#details .close")
    wait(page, "document.getElementById('details').hidden && !location.search && !document.querySelector('#markers .selected')")
    assert page.is_visible("#people") and page.is_visible("#map-search")
    page.go_forward()
    wait(page, f"document.querySelector('#markers .selected')?.dataset.id === '{second}'")
    page.keyboard.press("Tab")
    page.locator("#details").focus()
    page.keyboard.press("Escape")
    wait(page, "document.getElementById('details').hidden && !location.search")
    assert not page.problems, page.problems


def test_the_list_has_faces_and_narrow_rows(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own)
    rows = page.locator("#people .person-row")
    assert rows.evaluate_all("(rows) => rows.every((row) => row.querySelectorAll('.row-face .face').length === 1)")
    assert max(box["height"] for box in boxes_of(rows)) <= 56
    # What one does stands in two rows, three and two, so that every word has room; coordinates in one line.
    page.click("#part-fresh a.focus >> nth=0")
    wait(page, "document.querySelectorAll('#details .person-card:not(.stand-in) .card-actions > *').length === 5")
    tops = page.evaluate("[...document.querySelectorAll('#details .card-actions > *')].map((node) => node.getBoundingClientRect().top)")
    assert [round(top - tops[0]) > 0 for top in tops] == [False] * 3 + [True] * 2 and page.locator("#details .replay-link").count() == 1
    wait(page, "document.querySelectorAll('#details .coordinates li').length === 3")
    assert [form.is_visible() for form in page.locator("#details .coordinates li").all()] == [True, False, False]


def test_one_who_is_lost_shows_in_a_cluster(browse, own):  # noqa: F811
    page = desktop(browse)
    open_map(page, own, more="?lat=46.4270&lon=9.2390&z=9")
    wait(page, "document.querySelector('#markers .cluster:not([visibility])')?.classList.contains('lost')")
