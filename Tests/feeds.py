"""Servers of bike feeds for tests: well-behaved ones and hostile ones. Each counts what it was asked."""
import gzip
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BASE = (46.4120, 9.2310)


class FeedServer:
    """Answers each path with what `answers` has for it: a dict (JSON), bytes, or a function of the handler."""

    def __init__(self):
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.asked.append((time.monotonic(), self.path, dict(self.headers)))
                length = int(self.headers.get("Content-Length") or 0)
                self.sent = self.rfile.read(length)
                answer = outer.answers.get(self.path.split("?")[0])
                if callable(answer):
                    try:
                        answer = answer(self)
                    except OSError:
                        self.close_connection = True
                        return
                if answer is None:
                    return self.send(404, b"")
                if answer is not True:
                    self.send(200, answer if isinstance(answer, bytes) else json.dumps(answer).encode())

            do_POST = do_GET

            def send(self, status, body, **fields):
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                return True

            def log_message(self, *_):
                pass

        self.answers, self.asked = {}, []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def count(self, path):
        return sum(asked[1] == path for asked in self.asked)

    def publish(self, stations, ttl=10, base=BASE):
        """Stations as (id, metres north of the base, bikes, docks), or a dict that says more."""
        now = int(time.time())
        document = lambda data, ttl=3600: {"last_updated": now, "ttl": ttl, "version": "2.3", "data": data}
        self.answers["/gbfs.json"] = document({"en": {"feeds": [
            {"name": name, "url": f"{self.url}/{name}.json"} for name in ("station_information", "station_status")]}})
        self.answers["/station_information.json"] = document({"stations": [
            {"station_id": id, "name": f"Station {id}", "lat": base[0] + metres / 111_195, "lon": base[1], "capacity": 20,
             "rental_uris": {"web": f"https://velo.example/{id}"}} for id, metres, *_ in stations]}, ttl=0)
        self.answers["/station_status.json"] = document({"stations": [
            {"station_id": id, "num_bikes_available": bikes, "num_docks_available": docks, "is_installed": True, "is_renting": True,
             "is_returning": True, "last_reported": now - 5, **(more[0] if more else {})} for id, _, bikes, docks, *more in stations]}, ttl=ttl)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def drip(handler):
    """A byte a second, for ever."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    for _ in range(60):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(1)
    return True


def endless(handler):
    handler.send_response(200)
    handler.send_header("Connection", "close")
    handler.end_headers()
    while True:
        handler.wfile.write(b" " * 65536)


def bomb(handler):
    """40 MB in 40 kB."""
    return handler.send(200, gzip.compress(b" " * 40_000_000), Content_Encoding="gzip")
