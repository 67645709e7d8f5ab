"""Telegram's way in, against an issuer of our own on loopback that serves real discovery, keys and tokens."""
import base64
import hashlib
import hmac
import html
import http.server
import json
import re
import secrets
import sqlite3
import threading
import time
import urllib.parse

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from conftest import Demo, Server, session_cookie

CLIENT, SECRET, BOT = "123456", "s3cret of the bot", "123456:TEST-TOKEN"


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value):
    return b64(value.to_bytes((value.bit_length() + 7) // 8, "big"))


class Issuer:
    """OpenID Connect with PKCE; checks what a careful issuer checks, and lies where a test says so."""

    def __init__(self):
        self.codes, self.lies, self.calls = {}, {}, []
        self.rotate("oidc-1")
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                issuer.get(self)

            def do_POST(self):
                issuer.token(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def rotate(self, kid):
        self.kid, self.key = kid, rsa.generate_private_key(public_exponent=65537, key_size=2048)

    def jwks(self):
        point = ec.generate_private_key(ec.SECP256K1()).public_key().public_numbers()
        mine = self.key.public_key().public_numbers()
        # The trap of the real set: a curve that many libraries do not know stands first.
        return {"keys": [
            {"kty": "EC", "crv": "secp256k1", "kid": "oidc-es256k-1", "alg": "ES256K", "x": number(point.x), "y": number(point.y)},
            {"kty": "OKP", "crv": "Ed25519", "kid": "oidc-eddsa-1", "alg": "EdDSA", "x": b64(secrets.token_bytes(32))},
            {"kty": "RSA", "kid": self.kid, "alg": "RS256", "use": "sig", "n": number(mine.n), "e": number(mine.e)},
        ]}

    def answer(self, handler, value, status=200, headers=()):
        body = json.dumps(value).encode()
        handler.send_response(status)
        for name, text in headers:
            handler.send_header(name, text)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def get(self, handler):
        path = handler.path
        self.calls.append(path)
        if path == "/.well-known/openid-configuration":
            self.answer(handler, {
                "issuer": self.lies.get("issuer", self.url), "authorization_endpoint": self.url + "/auth",
                "token_endpoint": self.url + "/token", "jwks_uri": self.url + "/jwks"})
        elif path == "/jwks":
            self.answer(handler, self.jwks())
        else:
            self.answer(handler, {}, 404)

    def agree(self, location, subject, name="Ada"):
        """What a person does at the issuer: agrees. Returns the path by which the browser comes back."""
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))
        assert location.startswith(self.url + "/auth?") and asked["client_id"] == CLIENT
        assert asked["response_type"] == "code" and asked["code_challenge_method"] == "S256" and "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(16)
        self.codes[code] = {**asked, "sub": subject, "name": name}
        back = urllib.parse.urlsplit(asked["redirect_uri"])
        assert back.path == "/sign-in/telegram/callback"
        return back.path + "?" + urllib.parse.urlencode({"code": code, "state": asked["state"]})

    def token(self, handler):
        if "redirect" in self.lies:
            return self.answer(handler, {}, 302, [("Location", self.url + "/elsewhere")])
        form = dict(urllib.parse.parse_qsl(handler.rfile.read(int(handler.headers["Content-Length"])).decode()))
        user, _, password = base64.b64decode(handler.headers["Authorization"].split()[1]).decode().partition(":")
        asked = self.codes.pop(form.get("code"), None)
        challenge = b64(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if (urllib.parse.unquote(user), urllib.parse.unquote(password)) != (CLIENT, SECRET) or asked is None \
                or challenge != asked["code_challenge"] or form["redirect_uri"] != asked["redirect_uri"]:
            return self.answer(handler, {"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "sub": asked["sub"], "id": 4242, "name": asked["name"], "nonce": asked["nonce"],
                  "iat": now, "exp": now + 600, **self.lies.get("claims", {})}
        signed = b64(json.dumps({"alg": "RS256", "kid": self.kid}).encode()) + "." + b64(json.dumps(claims).encode())
        signature = self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        self.answer(handler, {"access_token": "x", "token_type": "Bearer", "id_token": signed + "." + b64(signature)})


@pytest.fixture(scope="module")
def issuer():
    one = Issuer()
    yield one
    one.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory, issuer):
    demo = Demo(tmp_path_factory.mktemp("telegram") / "data")
    demo.stop()
    one = Server(demo.data, environment={
        "SOTRAVEL_TELEGRAM_CLIENT_ID": CLIENT, "SOTRAVEL_TELEGRAM_CLIENT_SECRET": SECRET, "SOTRAVEL_TELEGRAM_ISSUER": issuer.url,
        # Nobody answers there: the bot is no part of this.
        "SOTRAVEL_TELEGRAM_BOT_TOKEN": BOT, "SOTRAVEL_TELEGRAM_API": "http://127.0.0.1:9"})
    one.passwords, one.secret = demo.passwords, demo.secret
    yield one
    one.stop()


def depart(server, cookie=None, query=""):
    """Leaves for the issuer; returns its address and the cookie that holds the state."""
    answer = server.request("GET", "/sign-in/telegram" + query, cookie=cookie)
    assert answer.status == 302, answer.status
    [state] = [c.split(";")[0] for c in answer.headers.get_all("Set-Cookie") if c.startswith("__Host-sotravel-telegram=")]
    return answer.getheader("Location"), state


def come_back(server, path, state, cookie=None):
    """What the browser does: opens the address, and presses the button of the page that asks."""
    cookies = "; ".join(filter(None, [state, f"__Host-sotravel={cookie}" if cookie else None]))
    page = server.request("GET", path, headers={"Cookie": cookies})
    return press(server, page, "/sign-in/telegram/callback", cookies) if page.status == 200 else page


def press(server, page, action, cookies=""):
    """The page's form as it stands."""
    form = page.body.decode().split(f'action="{action}"')[1].split("</form>")[0]
    fields = {html.unescape(name): html.unescape(value)
              for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)}
    return server.request("POST", action, fields, headers={"Cookie": cookies})


def leave_to_link(server, cookie, proof):
    """Out of the account page, with the password again: the issuer's address, and the cookie that holds the state."""
    answer = server.request("POST", "/account/telegram/link", {"proof": proof}, cookie=cookie)
    assert answer.status == 200, answer.status
    [state] = [c.split(";")[0] for c in answer.headers.get_all("Set-Cookie") if c.startswith("__Host-sotravel-telegram=")]
    return html.unescape(re.search(r'class="button primary" href="([^"]*)"', answer.body.decode()).group(1)), state


def signed(fields, key):
    text = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    return {**fields, "hash": hmac.new(key, text.encode(), hashlib.sha256).hexdigest()}


def widget(subject, **more):
    """An address of the Login Widget that Telegram has signed."""
    fields = signed({"id": subject, "first_name": "Ada", "auth_date": str(int(time.time())), **more}, hashlib.sha256(BOT.encode()).digest())
    return "/sign-in/telegram/widget?" + urllib.parse.urlencode(fields), fields


def ada(server):
    return server.sign_in("ada@sotravel.example", server.passwords["ada@sotravel.example"])


@pytest.fixture(scope="module")
def linked(server, issuer):
    cookie = ada(server)
    location, state = leave_to_link(server, cookie, server.passwords["ada@sotravel.example"])
    answer = come_back(server, issuer.agree(location, "subject of ada"), state, cookie)
    assert answer.status == 303 and answer.getheader("Location") == "/account?done=linked"
    return cookie


@pytest.fixture(scope="module")
def admin(server):
    """A session, once: a code opens nothing twice."""
    return server.sign_in("admin@sotravel.example", server.passwords["admin@sotravel.example"], server.secret)


def signed_in_by_telegram(server, issuer, subject="subject of ada"):
    location, state = depart(server, query="?next=/trips/valrosa/my/map")
    return come_back(server, issuer.agree(location, subject), state)


def test_linked_once_and_then_one_tap(server, issuer, linked):
    page = server.request("GET", "/account", cookie=linked).body.decode()
    assert "Telegram is linked as Ada." in page
    answer = signed_in_by_telegram(server, issuer)
    assert answer.status == 303 and answer.getheader("Location") == "/trips/valrosa/my/map"
    assert server.request("GET", "/trips/valrosa/my", cookie=session_cookie(answer)).status == 200
    # Somebody whom nobody has linked gets no account, and is told how.
    stranger = signed_in_by_telegram(server, issuer, "subject of nobody")
    # The number that Telegram signed is the same, so this is Ada under another subject of the same issuer's.
    assert stranger.status == 303
    issuer.lies["claims"] = {"id": 77}
    stranger = signed_in_by_telegram(server, issuer, "subject of nobody")
    issuer.lies.clear()
    assert stranger.status == 403 and "Open your invitation first" in stranger.body.decode() and "Set-Cookie" not in str(stranger.headers)


def test_a_stranger_gets_an_account_only_where_people_may_sign_up(server, issuer, linked, admin):
    before = accounts_of(server)
    issuer.lies["claims"] = {"id": 78}
    assert signed_in_by_telegram(server, issuer, "subject of a newcomer").status == 403 and accounts_of(server) == before
    assert server.request("POST", "/accounts/sign-up", {"do": "on"}, cookie=admin).status == 303
    assert "Sign up with Telegram" in server.request("GET", "/sign-up").body.decode()
    answer = signed_in_by_telegram(server, issuer, "subject of a newcomer")
    assert answer.status == 303 and len(accounts_of(server)) == len(before) + 1
    page = server.request("GET", "/trips", cookie=session_cookie(answer))
    assert page.status == 200 and "You are on no trip yet" in page.body.decode()
    assert server.request("GET", "/trips/valrosa/my", cookie=session_cookie(answer)).status == 404
    assert server.request("POST", "/accounts/sign-up", {"do": "off"}, cookie=admin).status == 303
    # Who has the account by now comes in again; the next stranger does not.
    assert signed_in_by_telegram(server, issuer, "subject of a newcomer").status == 303
    issuer.lies["claims"] = {"id": 79}
    assert signed_in_by_telegram(server, issuer, "subject of another newcomer").status == 403
    issuer.lies.clear()


def all_accounts(server):
    with sqlite3.connect(server.data / "sotravel.sqlite") as connection:
        return connection.execute("SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM session), (SELECT count(*) FROM identity)").fetchall()


def test_no_get_on_the_way_signs_anybody_in_or_up(server, issuer, linked, admin):
    """Whoever is led to open the way to Telegram has to tap here; whoever came from a page of ours has done so."""
    assert server.request("POST", "/accounts/sign-up", {"do": "on"}, cookie=admin).status == 303
    before = all_accounts(server)
    for site, goes_on in (("cross-site", False), ("same-site", False), ("none", False), (None, False), ("same-origin", True)):
        answer = server.request("GET", "/sign-in/telegram", headers={"Sec-Fetch-Site": site} if site else {})
        [state] = [c.split(";")[0] for c in answer.headers.get_all("Set-Cookie") if c.startswith("__Host-sotravel-telegram=")]
        path = issuer.agree(answer.getheader("Location"), "subject of a passer-by")
        for _ in range(2):
            page = server.request("GET", path, headers={"Cookie": state})
            assert page.status == 200 and "Set-Cookie" not in str(page.headers)
        assert ("/js/alone/go-on.js" in page.body.decode()) == goes_on, site
    for path in (widget("78")[0], "/sign-in/telegram/widget?id=1"):
        assert server.request("GET", path).status in (200, 403)
    assert all_accounts(server) == before
    assert server.request("POST", "/accounts/sign-up", {"do": "off"}, cookie=admin).status == 303


def test_the_way_back_is_open_once_and_for_one_browser(server, issuer, linked):
    location, state = depart(server)
    path = issuer.agree(location, "subject of ada")
    for cookie in [None, "__Host-sotravel-telegram=another"]:
        other, _ = depart(server)
        assert come_back(server, issuer.agree(other, "subject of ada"), cookie).status == 409
    assert come_back(server, path, state).status == 303
    assert come_back(server, path, state).status == 409
    assert server.request("GET", "/sign-in/telegram/callback?state=x&code=y").status == 409
    assert server.request("GET", "/sign-in/telegram/callback?error=access_denied").status == 403


def test_tokens_for_others_open_nothing(server, issuer, linked):
    for claims in [{"aud": "654321"}, {"iss": "https://evil.example"}, {"nonce": "another"}, {"exp": 1}, {"sub": ""}]:
        issuer.lies["claims"] = claims
        answer = signed_in_by_telegram(server, issuer)
        issuer.lies.clear()
        assert answer.status == 403 and "could not be verified" in answer.body.decode(), claims


def accounts_of(server):
    with sqlite3.connect(server.data / "sotravel.sqlite") as connection:
        return connection.execute("SELECT hex(account_id), issuer, subject FROM identity ORDER BY issuer, subject").fetchall()


def test_an_address_that_a_stranger_made_links_nothing_to_whoever_opens_it(server, linked):
    victim = server.sign_in("host@sotravel.example", server.passwords["host@sotravel.example"])
    before = accounts_of(server)
    path, fields = widget("66666")
    for method, body in [("GET", None), ("HEAD", None), ("POST", None)]:
        answer = server.request(method, path, body, cookie=victim)
        assert answer.status in (409, 403), (method, answer.status)
    assert server.request("POST", "/sign-in/telegram/widget", fields, cookie=victim).status == 409
    user = json.dumps({"id": 66666, "first_name": "Eve"})
    app = signed({"user": user, "auth_date": str(int(time.time())), "query_id": "q"},
                 hmac.new(b"WebAppData", BOT.encode(), hashlib.sha256).digest())
    assert server.request("POST", "/sign-in/telegram/app", {"init_data": urllib.parse.urlencode(app)}, cookie=victim).status == 409
    assert accounts_of(server) == before
    # And the stranger's Telegram opens nobody's account.
    page = server.request("GET", path)
    assert press(server, page, "/sign-in/telegram/widget").status == 403


def test_linking_needs_the_password_and_the_browser_and_session_that_began_it(server, issuer, linked):
    host, password = "host@sotravel.example", server.passwords["host@sotravel.example"]
    cookie = server.sign_in(host, password)
    before = accounts_of(server)
    for proof in ["", "wrong password", "000000"]:
        answer = server.request("POST", "/account/telegram/link", {"proof": proof}, cookie=cookie)
        assert answer.status == 422 and "This is not your password." in answer.body.decode()
    assert server.request("GET", "/account/telegram/link", cookie=cookie).status in (404, 405)
    assert server.request("POST", "/account/telegram/link", {"proof": password}, headers={"Sec-Fetch-Site": "cross-site"},
                          cookie=cookie).status == 403
    issuer.lies["claims"] = {"id": 909}
    # Another session of the same account, another account, nobody, another browser: none of them ends what this one began.
    others = [server.sign_in(host, password), ada(server), None]
    for other in others:
        location, state = leave_to_link(server, cookie, password)
        assert come_back(server, issuer.agree(location, "subject of the host"), state, other).status == 409
    location, state = leave_to_link(server, cookie, password)
    path = issuer.agree(location, "subject of the host")
    assert come_back(server, path, "__Host-sotravel-telegram=another", cookie).status == 409
    # Opened by a GET alone, nothing happens; a way in that was begun for signing in links nothing to whoever is signed in.
    assert server.request("GET", path, headers={"Cookie": f"{state}; __Host-sotravel={cookie}"}).status == 200
    begun, sign_in_state = depart(server)
    assert come_back(server, issuer.agree(begun, "subject of the host"), sign_in_state, cookie).status == 409
    assert accounts_of(server) == before
    answer = come_back(server, path, state, cookie)
    assert answer.status == 303 and answer.getheader("Location") == "/account?done=linked"
    issuer.lies.clear()
    assert len(accounts_of(server)) == len(before) + 1
    # The owner is told, in every browser of theirs, until it was seen there, and for good on the account page.
    for session in [cookie, others[0]]:
        page = server.request("GET", "/trips/valrosa", cookie=session).body.decode()
        assert "account-told" in page and "Telegram was linked: Ada" in page
    seen = re.search(r'name="to" value="(\d+)"', page).group(1)
    assert server.request("POST", "/account/notices/seen", {"to": seen}, cookie=cookie).status == 303
    assert "account-told" not in server.request("GET", "/trips/valrosa", cookie=cookie).body.decode()
    assert "account-told" in server.request("GET", "/trips/valrosa", cookie=others[0]).body.decode()
    assert "Telegram was linked: Ada" in server.request("GET", "/account", cookie=cookie).body.decode()


def test_new_keys_are_fetched_once(server, issuer, linked):
    issuer.rotate("oidc-2")
    before = issuer.calls.count("/jwks")
    assert signed_in_by_telegram(server, issuer).status == 303
    assert signed_in_by_telegram(server, issuer).status == 303
    assert issuer.calls.count("/jwks") == before + 1
    # A second unknown key within half a minute does not make us a hammer.
    issuer.rotate("oidc-3")
    for _ in range(3):
        assert signed_in_by_telegram(server, issuer).status == 403
    assert issuer.calls.count("/jwks") == before + 1
    issuer.rotate("oidc-2")


def test_the_older_ways_work_once(server, linked):
    path, fields = widget("4242")
    page = server.request("GET", path)
    assert page.status == 200 and "Telegram names you as Ada" in page.body.decode() and "Set-Cookie" not in str(page.headers)
    answer = press(server, page, "/sign-in/telegram/widget")
    assert answer.status == 303 and server.request("GET", "/trips/valrosa/my", cookie=session_cookie(answer)).status == 200
    assert press(server, page, "/sign-in/telegram/widget").status == 409
    assert server.request("GET", path.replace("id=4242", "id=4243")).status == 403
    now = str(int(time.time()))
    user = json.dumps({"id": 4242, "first_name": "Ada"})
    app = signed({"user": user, "auth_date": now, "query_id": "q"}, hmac.new(b"WebAppData", BOT.encode(), hashlib.sha256).digest())
    form = {"init_data": urllib.parse.urlencode(app)}
    assert server.request("POST", "/sign-in/telegram/app", form).status == 303
    assert server.request("POST", "/sign-in/telegram/app", form).status == 409
    # Secrets of none of this are in the log.
    log = (server.data / "log.txt").read_text()
    assert SECRET not in log and BOT not in log and fields["hash"] not in log


def test_redirects_are_not_followed_with_our_secret(server, issuer, linked):
    issuer.lies["redirect"] = True
    answer = signed_in_by_telegram(server, issuer)
    issuer.lies.clear()
    assert answer.status == 503 and "/elsewhere" not in issuer.calls


def test_an_issuer_that_is_down_leaves_the_other_ways(tmp_path):
    demo = Demo(tmp_path / "data")
    demo.stop()
    dead = Issuer()
    dead.stop()
    server = Server(demo.data, environment={
        "SOTRAVEL_TELEGRAM_CLIENT_ID": CLIENT, "SOTRAVEL_TELEGRAM_CLIENT_SECRET": SECRET, "SOTRAVEL_TELEGRAM_ISSUER": dead.url})
    page = server.request("GET", "/sign-in").body.decode()
    assert "Sign in with Telegram" in page
    answer = server.request("GET", "/sign-in/telegram")
    assert answer.status == 503 and "Sign in with your password" in answer.body.decode()
    assert server.sign_in("ada@sotravel.example", demo.passwords["ada@sotravel.example"])
    server.stop()


def test_without_configuration_there_is_no_button(demo):
    assert "Telegram" not in demo.request("GET", "/sign-in").body.decode()
    for path in ["/sign-in/telegram", "/sign-in/telegram/widget?id=1&hash=x", "/sign-in/telegram/callback?state=a&code=b"]:
        assert demo.request("GET", path).status == 404
