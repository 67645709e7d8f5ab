"""A push service of our own on loopback (RFC 8030), as well-behaved or as hostile as a test says, and browsers that subscribe at it."""
import base64
import json
import re
import secrets
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from py_vapid.jwt import decode
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Message:
    """What came in for one browser."""

    def __init__(self, path, headers, body):
        self.path, self.headers, self.body, self.at = path, {name.lower(): value for name, value in headers.items()}, body, time.time()

    @property
    def claims(self):
        """Of the token, whose signature py-vapid has verified with the key that came with it."""
        token, key = re.fullmatch(r"vapid t=([^,]+), k=([^,]+)", self.headers["authorization"]).groups()
        assert Vapid02.verify(f"vapid t={token},k={key}"), "the signature does not hold"
        return decode(token, key)

    @property
    def key(self):
        return re.search(r"k=(.+)$", self.headers["authorization"]).group(1)


class PushServer:
    """Answers each path with what `answers` has for its first part: a status, or a function of the
    handler, which says one or has answered by itself; 201 for all others."""

    def __init__(self):
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                with outer.lock:
                    outer.messages.append(Message(self.path, self.headers, body))
                answer = outer.answers.get(self.path.split("/")[1], 201)
                if callable(answer):
                    try:
                        answer = answer(self)
                    except OSError:
                        answer = None
                if answer:
                    self.say(answer)
                else:
                    self.close_connection = True

            def say(self, status, text=b"", **headers):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        class Many(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

        self.answers, self.messages, self.lock = {}, [], threading.Lock()
        self.server = Many(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def of(self, browser):
        return [message for message in self.messages if self.url + message.path == browser.endpoint]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """One subscription: its keys, and what it makes of a message."""

    def __init__(self, service, kind="ok"):
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self.endpoint = f"{service.url}/{kind}/{secrets.token_urlsafe(16)}"

    @property
    def point(self):
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def form(self):
        return {"endpoint": self.endpoint, "p256dh": b64(self.point), "auth": b64(self.secret)}

    def read(self, message):
        text = http_ece.decrypt(message.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(text)


class FirefoxService(PushServer):
    """The half of Mozilla's push service that browsers speak to, too: a WebSocket on which they get an endpoint, and then what came for it."""

    def __init__(self):
        super().__init__()
        self.lines, self.keys, self.acknowledged = {}, [], []
        self.answers["firefox"] = self.hand_on
        self.door = serve(self.speak, "127.0.0.1", 0, subprotocols=["push-notification"])
        self.address = f"ws://127.0.0.1:{self.door.socket.getsockname()[1]}/"
        threading.Thread(target=self.door.serve_forever, daemon=True).start()

    def speak(self, line):
        try:
            for text in line:
                said = json.loads(text or "{}")
                kind = said.get("messageType")
                if kind == "hello":
                    self.say(line, messageType="hello", uaid=said.get("uaid") or uuid.uuid4().hex, status=200, use_webpush=True, broadcasts={})
                elif kind == "register":
                    self.lines[said["channelID"]] = line
                    self.keys.append(said.get("key"))
                    self.say(line, messageType="register", channelID=said["channelID"], status=200, pushEndpoint=f"{self.url}/firefox/{said['channelID']}")
                elif kind == "unregister":
                    self.lines.pop(said["channelID"], None)
                    self.say(line, messageType="unregister", channelID=said["channelID"], status=200)
                elif kind == "ack":
                    self.acknowledged += said["updates"]
                elif kind is None or kind == "ping":
                    line.send("{}")
        except ConnectionClosed:
            pass

    @staticmethod
    def say(line, **fields):
        line.send(json.dumps(fields))

    def hand_on(self, handler):
        channel = handler.path.split("/")[2]
        line, message = self.lines.get(channel), self.messages[-1]
        if line is None:
            return handler.say(410)
        self.say(line, messageType="notification", channelID=channel, version=uuid.uuid4().hex, data=b64(message.body),
                 headers={"encoding": message.headers["content-encoding"]})
        handler.say(201)

    def close(self):
        self.door.shutdown()
        super().close()
