"""Tiles of the fictional valley in a real browser, beside pictures that were approved. `--keep-pictures` approves what is drawn now:
look at it before it is committed."""
import io

import pytest
from PIL import Image, ImageChops, ImageStat

from support import APPROVED, TILES, number, sign_in


@pytest.fixture(scope="module")
def viewer(browser, demo):
    context = browser.new_context(viewport={"width": 256, "height": 256})
    page = context.new_page()
    sign_in(page, demo)
    page.goto(demo.url + "/trips/valrosa/map")
    page.version = page.locator("#map-page").get_attribute("data-version")
    yield page
    context.close()


@pytest.mark.parametrize("style,zoom,lat,lon", TILES)
def test_tiles_look_as_approved(viewer, demo, request, style, zoom, lat, lon):
    x, y = number(lat, lon, zoom)
    viewer.goto(f"{demo.url}/tiles/{style}/{viewer.version}/{zoom}/{x}/{y}.svg")
    found = Image.open(io.BytesIO(viewer.screenshot())).convert("RGB")
    path = APPROVED / f"{style}-{zoom}.png"
    if request.config.getoption("--keep-pictures"):
        APPROVED.mkdir(exist_ok=True)
        found.save(path, optimize=True)
    approved = Image.open(path).convert("RGB")
    difference = ImageChops.difference(found, approved).convert("L")
    # Letters are smoothed a little differently from machine to machine; shapes and colours are not.
    assert ImageStat.Stat(difference).mean[0] < 4, "the whole differs"
    far = sum(difference.histogram()[60:]) / (256 * 256)
    assert far < 0.02, f"{far:.1%} of the picture is different"
    assert len(found.getcolors(65536)) > 20, "an empty tile proves nothing"


def test_a_blank_tile_would_be_noticed():
    """The comparison itself: an empty picture is far from every approved one."""
    for path in APPROVED.glob("*.png"):
        approved = Image.open(path).convert("RGB")
        blank = Image.new("RGB", (256, 256), "#efebe4")
        difference = ImageChops.difference(blank, approved).convert("L")
        assert ImageStat.Stat(difference).mean[0] >= 4 or sum(difference.histogram()[60:]) / (256 * 256) >= 0.02, path.name
