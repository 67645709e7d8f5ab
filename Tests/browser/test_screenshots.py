"""Takes the README's pictures, and one of every page for whoever changes a page to look at."""
import subprocess
import time

from conftest import DEV, ROOT
from support import WIDTHS, addresses, sign_in


def test_pictures(browser, demo, request):
    keep = request.config.getoption("--keep-pictures")
    folder = ROOT / "Tests/browser/pictures"
    folder.mkdir(exist_ok=True)
    phones = subprocess.Popen([DEV, "simulate", "--data", demo.data, "--url", demo.url, "--interval", "1"], stdout=subprocess.DEVNULL)
    try:
        time.sleep(4)
        for width, size in WIDTHS.items():
            for scheme in ["light", "dark"]:
                context = browser.new_context(viewport=size, color_scheme=scheme)
                page = context.new_page()
                sign_in(page, demo)
                for name, address in addresses(demo).items():
                    page.goto(demo.url + address)
                    page.wait_for_timeout(1500 if name == "map" else 50)
                    page.screenshot(path=str(folder / f"{name.replace(' ', '-')}-{width}-{scheme}.png"))
                    if keep and width == "desktop" and scheme == "light" and name in ("roster", "map"):
                        page.screenshot(path=str(ROOT / f"Tests/browser/readme/{name}.png"))
                context.close()
    finally:
        phones.terminate()
        phones.wait()
    assert len(list(folder.glob("*.png"))) >= 70
