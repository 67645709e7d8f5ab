"""The style guide, which whoever builds pages looks into: on screens, in the dark and on paper."""
import pytest

from conftest import Demo
from support import SQUEEZED, faults, leave, pdf_text


@pytest.fixture(scope="module")
def guide(tmp_path_factory):
    server = Demo(tmp_path_factory.mktemp("guide"), "--development", members=2)
    yield server.url + "/styleguide"
    server.stop()


def test_the_style_guide_is_whole_on_screen_and_on_paper(browser, guide, tmp_path):
    context = browser.new_context()
    page = context.new_page()
    for width in (390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(guide)
        assert page.evaluate("document.documentElement.scrollWidth") <= width and page.evaluate(SQUEEZED) == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert faults(page, scheme) == []
    *_, text = pdf_text(page, tmp_path / "guide.pdf")
    assert all(word in text for word in ("Primary", "Room 104", "Fondue"))
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.swatch')).printColorAdjust") == "exact"
    leave(context)
