"""Reads streams as browsers do, many of them on one thread: after a break with Last-Event-ID at the next node, and where a stream says
that something was missed, by asking for it."""
import concurrent.futures
import contextlib
import json
import random
import re
import selectors
import socket
import threading
import time

# `retry:` of the stream, and for how long one may be silent: a comment comes every 15 seconds.
RETRY, SILENCE = 2.0, 25.0
TRIP = "/trips/valrosa"


class Reader:
    """One stream. `events` are (id, name, data) as they came; `ids` those that came with an id. `numbers` are the messages of the trip's
    conversation: how often each came as an event, 0 for one that was read from the page alone. `same_ids` counts events that came again."""

    def __init__(self, pool, cookie, topics, nodes, conversation=None, last=None):
        self.pool, self.cookie, self.topics, self.nodes, self.conversation = pool, cookie, topics, list(nodes), conversation
        self.last = last
        self.events, self.numbers, self.breaks, self.rereads, self.faults = [], {}, 0, 0, []
        self.connection, self.is_open, self.due, self.heard_at = None, False, 0, 0
        self.ids, self.same_ids = set(), 0
        # Whoever sets it ends the connection, as a network would.
        self.is_cut = False
        self.lock = threading.Lock()

    # MARK: the connection

    def connect(self):
        node = self.nodes[0]
        self.head, self.chunks, self.text, self.is_open = b"", b"", b"", False
        self.heard_at = time.monotonic()
        resume = f"Last-Event-ID: {self.last}\r\n" if self.last else ""
        try:
            self.connection = socket.create_connection(("127.0.0.1", node.port), 2)
            self.connection.sendall(
                f"GET {TRIP}/live?topics={self.topics} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
                f"Cookie: __Host-sotravel={self.cookie}\r\n{resume}\r\n".encode())
        except OSError:
            return self.drop()
        self.connection.setblocking(False)
        self.pool.selector.register(self.connection, selectors.EVENT_READ, self)

    def drop(self, now=False):
        """Ends the connection; the next is to the next node."""
        if self.connection:
            with contextlib.suppress(KeyError, ValueError):
                self.pool.selector.unregister(self.connection)
            self.connection.close()
        self.connection, self.is_open, self.is_cut = None, False, False
        self.breaks += 1
        self.nodes.append(self.nodes.pop(0))
        self.due = time.monotonic() + (0 if now else RETRY * random.uniform(0.5, 1.5))

    def receive(self):
        try:
            part = self.connection.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if not part:
            return self.drop()
        self.heard_at = time.monotonic()
        if b"\r\n\r\n" not in self.head:
            self.head += part
            head, end, part = self.head.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 200"):
                return self.drop()
            self.head = head + end
        self.take(part)

    def take(self, part):
        self.chunks += part
        while (size := re.match(rb"([0-9a-f]+)\r\n", self.chunks)) and len(self.chunks) >= size.end() + int(size[1], 16) + 2:
            end = size.end() + int(size[1], 16)
            if end == size.end():
                return self.drop()
            self.text += self.chunks[size.end():end]
            self.chunks = self.chunks[end + 2:]
        while b"\n\n" in self.text:
            event, _, self.text = self.text.partition(b"\n\n")
            self.hear(event.decode())

    # MARK: the events

    def hear(self, event):
        fields = dict(line.split(": ", 1) for line in event.split("\n") if ": " in line and not line.startswith(":"))
        if "retry" in fields:
            self.is_open = True
        name, data = fields.get("event"), fields.get("data")
        if not name:
            self.last = fields.get("id", self.last)
            return
        with self.lock:
            self.events.append((fields.get("id"), name, data))
        if "id" in fields and fields["id"] != self.last:
            self.last = fields["id"]
        content = json.loads(data)
        if name == "message" and content.get("c") == self.conversation:
            self.same_ids += fields.get("id") in self.ids
            self.ids.add(fields.get("id"))
            with self.lock:
                self.numbers[content["n"]] = self.numbers.get(content["n"], 0) + 1
        elif name == "reread" or name == "standing" and content.get("reread"):
            self.rereads += 1
            if self.conversation:
                self.pool.work.submit(self.read_anew)

    def read_anew(self):
        """Asks for the messages after the first that it has, as the page does; again and again until a node answers."""
        after = min(self.numbers, default=1) - 1
        while not self.pool.is_over:
            try:
                answer = self.nodes[0].request("GET", f"{TRIP}/chat/{self.conversation}/messages?after={after}", cookie=self.cookie)
            except OSError:
                time.sleep(RETRY)
                continue
            if answer.status != 200:
                time.sleep(RETRY)
                continue
            found = [int(number) for number in re.findall(rb'data-number="(\d+)"', answer.body)]
            with self.lock:
                for number in found:
                    self.numbers.setdefault(number, 0)
            if answer.getheader("X-More") != "yes" or not found:
                return
            after = max(found)

    def heard(self, name, part=""):
        """Whether an event of this name came that holds these words."""
        with self.lock:
            return any(each == name and part in data for _, each, data in self.events)

    @property
    def doubled(self):
        """Messages that came as an event more than once."""
        with self.lock:
            return sorted(number for number, times in self.numbers.items() if times > 1)


class Readers:
    """All readers of a test, on a thread of their own."""

    def __init__(self):
        self.selector, self.readers, self.waiting, self.is_over = selectors.DefaultSelector(), [], [], False
        self.work = concurrent.futures.ThreadPoolExecutor(4)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def open(self, cookie, topics, nodes, conversation=None, last=None, seconds=10):
        """Goes on when the stream is open. The first of the nodes is asked first."""
        reader = Reader(self, cookie, topics, nodes, conversation, last)
        self.waiting.append(reader)
        end = time.monotonic() + seconds
        while not reader.is_open:
            assert time.monotonic() < end, "the stream does not open"
            time.sleep(0.01)
        return reader

    def _run(self):
        while not self.is_over:
            while self.waiting:
                self.readers.append(self.waiting.pop())
            now = time.monotonic()
            for reader in self.readers:
                if reader.connection is None:
                    if now >= reader.due:
                        reader.connect()
                elif reader.is_cut or now - reader.heard_at > SILENCE:
                    reader.drop(now=True)
            for key, _ in self.selector.select(0.02):
                key.data.receive()

    def close(self):
        self.is_over = True
        self.thread.join()
        self.work.shutdown(cancel_futures=True)
        for reader in self.readers:
            if reader.connection:
                reader.connection.close()
        self.selector.close()
