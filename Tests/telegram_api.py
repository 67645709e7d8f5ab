"""A Bot API of our own on loopback, written after the method and type list that Telegram publishes. Every request is checked for
required fields, types and limits; what is wrong with one is in `faults`. It keeps the chats, as Telegram does: messages that were
sent, edited, answered."""
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = "123456:TEST-TOKEN_of-the-bot"
BOT = {"id": 123456, "is_bot": True, "first_name": "Trip", "username": "trip_test_bot"}


def whole(low=-(1 << 52), high=1 << 52):
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def text(low, high):
    """In UTF-16 units, as Telegram counts."""
    return lambda value: isinstance(value, str) and low <= len(value.encode("utf-16-le")) // 2 <= high


def real(low, high):
    return lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high


def flag(value):
    return isinstance(value, bool)


def keyboard(value):
    """InlineKeyboardMarkup: rows of buttons, each with a text and one action."""
    rows = value.get("inline_keyboard") if isinstance(value, dict) and set(value) == {"inline_keyboard"} else None
    if not isinstance(rows, list) or sum(len(row) for row in rows) > 100:
        return False
    for button in (button for row in rows for button in row):
        if not text(1, 200)(button.get("text")) or len(button) != 2:
            return False
        data, url = button.get("callback_data"), button.get("url")
        if data is not None and not 1 <= len(data.encode()) <= 64:
            return False
        if url is not None and not url.startswith("https://"):
            return False
    return all(row for row in rows)


def preview(value):
    return isinstance(value, dict) and set(value) <= {"is_disabled"} and all(map(flag, value.values()))


KINDS = {"message", "edited_message", "channel_post", "edited_channel_post", "business_connection", "business_message", "inline_query",
         "message_reaction", "chosen_inline_result", "callback_query", "shipping_query", "pre_checkout_query", "poll", "poll_answer",
         "my_chat_member", "chat_member", "chat_join_request", "chat_boost"}


def kinds(value):
    return isinstance(value, list) and set(value) <= KINDS


def commands(value):
    return isinstance(value, list) and 0 < len(value) <= 100 and all(
        set(one) == {"command", "description"} and text(1, 32)(one["command"]) and one["command"].islower() and text(1, 256)(one["description"])
        for one in value)


def secret(value):
    return isinstance(value, str) and 1 <= len(value) <= 256 and all(letter.isascii() and (letter.isalnum() or letter in "_-") for letter in value)


def address(value):
    return isinstance(value, str) and value.startswith("https://")


# (required, optional) fields of each method.
METHODS = {
    "getMe": ({}, {}),
    "getUpdates": ({}, {"offset": whole(), "limit": whole(1, 100), "timeout": whole(0, 50), "allowed_updates": kinds}),
    "setWebhook": ({"url": address}, {"secret_token": secret, "max_connections": whole(1, 100), "allowed_updates": kinds, "drop_pending_updates": flag}),
    "deleteWebhook": ({}, {"drop_pending_updates": flag}),
    "setMyCommands": ({"commands": commands}, {"scope": lambda value: value.get("type") in {"default", "all_private_chats"}}),
    "sendMessage": ({"chat_id": whole(), "text": text(1, 4096)},
                    {"reply_markup": keyboard, "disable_notification": flag, "link_preview_options": preview}),
    "editMessageText": ({"chat_id": whole(), "message_id": whole(1), "text": text(1, 4096)},
                        {"reply_markup": keyboard, "link_preview_options": preview}),
    "answerCallbackQuery": ({"callback_query_id": text(1, 100)},
                            {"text": text(0, 200), "show_alert": flag, "url": address, "cache_time": whole(0)}),
    "sendVenue": ({"chat_id": whole(), "latitude": real(-90, 90), "longitude": real(-180, 180), "title": text(1, 300), "address": text(1, 300)}, {}),
}
UNCOUNTED = {"getMe", "getUpdates", "setWebhook", "deleteWebhook", "setMyCommands", "answerCallbackQuery"}


class Refused(Exception):
    def __init__(self, code, said, **parameters):
        super().__init__(said)
        self.code, self.said, self.parameters = code, said, parameters


class Call:
    """One request, and what was said to it."""

    def __init__(self, method, fields):
        self.method, self.fields, self.at, self.code = method, fields, time.monotonic(), 0

    @property
    def chat(self):
        return self.fields.get("chat_id")

    @property
    def buttons(self):
        return [button for row in self.fields.get("reply_markup", {}).get("inline_keyboard", []) for button in row]

    def data(self, label):
        """What the button of that label stands for."""
        return next(button["callback_data"] for button in self.buttons if button["text"].startswith(label))


class BotAPI:
    def __init__(self):
        self.lock = threading.Condition()
        self.calls, self.faults, self.updates, self.number, self.query = [], [], [], 1000, 0
        self.messages, self.next_message, self.started = {}, {}, set()
        # Chats that are blocked, floods by chat as (seconds, how often), and groups that have become another one.
        self.blocked, self.floods, self.moved, self.hook = set(), {}, {}, None
        self.asked, self.answered, self.confirmed, self.closing = {}, {}, 0, False
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle(self):
                try:
                    super().handle()
                except OSError:
                    # The program has ended, or was ended.
                    pass

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                code, answer = outer.hear(self.path, self.headers, body)
                data = json.dumps(answer).encode()
                try:
                    self.send_response(code)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        with self.lock:
            self.closing = True
            self.lock.notify_all()
        self.server.shutdown()
        self.server.server_close()

    # what the program asks

    def hear(self, path, headers, body):
        prefix = f"/bot{TOKEN}/"
        if not path.startswith(prefix):
            return 404, {"ok": False, "error_code": 404, "description": "Not Found"}
        method = path[len(prefix):]
        try:
            fields = json.loads(body or b"{}")
            if headers.get("Content-Type") != "application/json":
                self.fault(f"{method}: {headers.get('Content-Type')}")
            call = Call(method, fields)
            self.check(method, fields)
            with self.lock:
                self.calls.append(call)
            result = getattr(self, "do_" + method)(call)
            call.code = 200
            return 200, {"ok": True, "result": result}
        except Refused as refused:
            call.code = refused.code
            answer = {"ok": False, "error_code": refused.code, "description": refused.said}
            return refused.code, {**answer, **({"parameters": refused.parameters} if refused.parameters else {})}

    def fault(self, what):
        with self.lock:
            self.faults.append(what)

    def check(self, method, fields):
        if method not in METHODS:
            self.fault(f"no such method: {method}")
            raise Refused(404, "Not Found")
        required, optional = METHODS[method]
        known = {**required, **optional}
        wrong = [name for name in required if name not in fields]
        wrong += [name for name, value in fields.items() if name not in known or not known[name](value)]
        if wrong:
            self.fault(f"{method}: {wrong} in {fields}")
            raise Refused(400, "Bad Request: " + ", ".join(wrong))

    def reach(self, call):
        chat = call.chat
        if chat in self.floods:
            seconds, times = self.floods[chat]
            self.floods[chat] = (seconds, times - 1)
            if times <= 1:
                del self.floods[chat]
            raise Refused(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
        if chat in self.moved:
            raise Refused(400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=self.moved[chat])
        if chat in self.blocked:
            raise Refused(403, "Forbidden: bot was blocked by the user")
        if chat > 0 and chat not in self.started:
            raise Refused(403, "Forbidden: bot can't initiate conversation with a user")

    def do_getMe(self, _):
        return BOT

    def do_setMyCommands(self, _):
        return True

    def do_setWebhook(self, call):
        self.hook = call.fields
        return True

    def do_deleteWebhook(self, _):
        self.hook = None
        return True

    def do_getUpdates(self, call):
        if self.hook:
            raise Refused(409, "Conflict: can't use getUpdates method while webhook is active")
        offset, end = call.fields.get("offset"), time.monotonic() + call.fields.get("timeout", 0)
        with self.lock:
            if offset is not None:
                # What is below the offset is confirmed, and gone.
                self.updates = [update for update in self.updates if update["update_id"] >= offset]
                self.confirmed = max(self.confirmed, offset)
            while not self.updates and not self.closing and time.monotonic() < end:
                self.lock.wait(0.5)
            return self.updates[:call.fields.get("limit", 100)]

    def do_sendMessage(self, call):
        self.reach(call)
        return self.keep(call)

    do_sendVenue = do_sendMessage

    def keep(self, call):
        with self.lock:
            number = self.next_message[call.chat] = self.next_message.get(call.chat, 100) + 1
            self.messages[call.chat, number] = call.fields
        return {"message_id": number, "date": int(time.time()), "chat": {"id": call.chat, "type": "private" if call.chat > 0 else "supergroup"}}

    def do_editMessageText(self, call):
        self.reach(call)
        key = (call.chat, call.fields["message_id"])
        with self.lock:
            old = self.messages.get(key)
            if old is None:
                raise Refused(400, "Bad Request: message to edit not found")
            if (old.get("text"), old.get("reply_markup")) == (call.fields["text"], call.fields.get("reply_markup")):
                raise Refused(400, "Bad Request: message is not modified: specified new message content is exactly the same")
            self.messages[key] = call.fields
        return {"message_id": key[1], "date": int(time.time()), "chat": {"id": call.chat, "type": "private" if call.chat > 0 else "supergroup"}}

    def do_answerCallbackQuery(self, call):
        query = call.fields["callback_query_id"]
        with self.lock:
            if query not in self.asked or query in self.answered:
                raise Refused(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
            self.answered[query] = (time.monotonic(), call.fields)
        return True

    # what happens on Telegram

    def happen(self, **update):
        """An update, with a number of its own unless it has one. Returns its number."""
        with self.lock:
            self.number += 1
            update = {"update_id": update.pop("update_id", self.number), **update}
            self.updates.append(update)
            self.lock.notify_all()
        return update["update_id"]

    @staticmethod
    def person(number, name="Ada"):
        return {"id": number, "is_bot": False, "first_name": name, "username": f"user{number}"}

    def write(self, number, words, chat=None, **more):
        """Somebody writes in their own chat, or in a group."""
        self.started.add(number)
        with self.lock:
            place = chat or {"id": number, "type": "private", "first_name": "Ada"}
            message = self.next_message[place["id"]] = self.next_message.get(place["id"], 100) + 1
        body = {"message_id": message, "from": self.person(number), "chat": place, "date": int(time.time()), **more}
        return self.happen(message={**body, **({"text": words} if words is not None else {})})

    def locate(self, number, message, latitude, longitude, period, edited=False, sent=None):
        """A live location in somebody's chat; without a period it is the last edit."""
        self.started.add(number)
        now = int(time.time())
        place = {"latitude": latitude, "longitude": longitude, "horizontal_accuracy": 12.0, **({"live_period": period} if period else {})}
        body = {"message_id": message, "from": self.person(number), "chat": {"id": number, "type": "private"}, "date": sent or now, "location": place}
        return self.happen(**({"edited_message": {**body, "edit_date": now}} if edited else {"message": body}))

    def tap(self, number, data, chat, message, **more):
        """Returns the tap's id."""
        with self.lock:
            self.query += 1
            query = str(9_000_000 + self.query)
            self.asked[query] = time.monotonic()
        place = {"message_id": message, "date": int(time.time()), "chat": {"id": chat, "type": "supergroup" if chat < 0 else "private", "title": "Trip"}}
        self.happen(callback_query={"id": query, "from": self.person(number), "chat_instance": "1", "message": place, "data": data}, **more)
        return query

    def block(self, number, is_blocked=True):
        (self.blocked.add if is_blocked else self.blocked.discard)(number)
        self.happen(my_chat_member={
            "chat": {"id": number, "type": "private"}, "from": self.person(number), "date": int(time.time()),
            "old_chat_member": {"status": "member", "user": BOT}, "new_chat_member": {"status": "kicked" if is_blocked else "member", "user": BOT}})

    # what was seen

    def of(self, chat, *methods):
        with self.lock:
            return [call for call in self.calls if call.chat == chat and call.code == 200 and (not methods or call.method in methods)]

    def said(self, query):
        """What the tapper was told; nothing yet is None."""
        with self.lock:
            return self.answered[query][1] if query in self.answered else None

    def broken_limits(self):
        """Where requests came faster than Telegram's documents allow. What is refused counts as well."""
        with self.lock:
            counted = [call for call in self.calls if call.method not in UNCOUNTED]
        found = []

        def most(times, length, limit, what):
            for start, first in enumerate(times):
                count = sum(1 for one in times[start:start + limit + 1] if one - first < length)
                if count > limit:
                    found.append(f"{count} in {length} s {what}")
                    return

        most([call.at for call in counted], 1, 30, "in all")
        for chat in {call.chat for call in counted}:
            times = [call.at for call in counted if call.chat == chat]
            # The way of a request differs from that of the next by some milliseconds.
            most(times, 0.97, 1, f"in {chat}")
            if chat < 0:
                most(times, 60, 20, f"in the group {chat}")
        return found
