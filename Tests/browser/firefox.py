"""Firefox, driven by the protocol that it speaks itself (W3C WebDriver BiDi): enough of it to look at pages and to use them."""
import base64
import itertools
import json
import subprocess
import time

from websockets.sync.client import connect

from conftest import free_port


class Firefox:
    """One window of a browser with a fresh profile."""

    def __init__(self, folder, width=1280, height=860, preferences=None):
        port = free_port()
        (folder / "profile").mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in (preferences or {}).items()]
        (folder / "profile" / "user.js").write_text("".join(lines))
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", folder / "profile", "--remote-debugging-port", str(port),
             "--width", str(width), "--height", str(height)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "MOZ_DISABLE_CONTENT_SANDBOX": "1"})
        self.numbers = itertools.count(1)
        self.problems = []
        self.socket = self.reach(port)
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.resize(width, height)

    def reach(self, port):
        end = time.monotonic() + 60
        while True:
            try:
                self.opening = connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None)
                return self.opening.__enter__()
            except OSError:
                assert time.monotonic() < end and self.process.poll() is None, "Firefox does not start"
                time.sleep(0.1)

    def ask(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=30))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.problems.append(answer["params"]["text"])
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def resize(self, width, height):
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def goto(self, url):
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def evaluate(self, expression):
        """The value of an expression, by way of JSON."""
        answer = self.ask(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})))()", target={"context": self.context}, awaitPromise=True)
        assert answer["type"] == "success", answer
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def wait(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while True:
            try:
                if self.evaluate(expression):
                    return
            except AssertionError as error:
                # The page went elsewhere meanwhile.
                if "no such frame" not in str(error) and "discarded" not in str(error):
                    raise
            assert time.monotonic() < end, f"never true: {expression}"
            time.sleep(0.05)

    def click(self, selector):
        x, y = self.evaluate(
            f"(() => {{ const node = document.querySelector({json.dumps(selector)}); node.scrollIntoView({{ block: 'center' }});"
            " const box = node.getBoundingClientRect(); return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })()")
        self.ask("input.performActions", context=self.context, actions=[{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def type(self, selector, text):
        self.click(selector)
        keys = [{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": keys}])

    def picture(self):
        return base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"])

    def close(self):
        self.opening.__exit__(None, None, None)
        self.process.terminate()
        self.process.wait(timeout=20)
