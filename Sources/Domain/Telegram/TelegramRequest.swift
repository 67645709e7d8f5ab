/// A button below a message.
package struct TelegramButton: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        /// The bot hears of it.
        case act(TelegramAct)
        /// An https address that opens.
        case open(String)
    }
    package let label: String
    package let action: Action
    package init(_ label: String, _ action: Action) { (self.label, self.action) = (label, action) }
}

/// A request of the Bot API. No paid broadcast is ever asked for.
package struct TelegramRequest: Sendable, Equatable {
    /// UTF-16 units of a message, of an answer to a tap, and of a button.
    package static let (textLimit, tapLimit, buttonLimit) = (4096, 200, 64)
    package let method: String
    package let body: JSON
    /// Whose limit it counts against; nil where none holds.
    package let chat: Int?

    private init(_ method: String, chat: Int? = nil, _ members: (inout JSONWriter) -> Void) {
        (self.method, self.chat) = (method, chat)
        body = .object(reserving: 512, members)
    }

    // MARK: the bot itself

    package static let name = TelegramRequest("getMe") { _ in }

    /// - Parameters:
    ///   - offset: the first update that was not taken yet.
    ///   - most: at once, up to 100.
    ///   - seconds: for which Telegram waits for one.
    package static func updates(from offset: Int?, most: Int, seconds: Int) -> TelegramRequest {
        TelegramRequest("getUpdates") { out in
            if let offset { out.add("offset", offset) }
            out.add("limit", most)
            out.add("timeout", seconds)
            allowed(&out)
        }
    }

    private static func allowed(_ out: inout JSONWriter) {
        out.array("allowed_updates") { out in
            for kind in ["message", "edited_message", "callback_query", "my_chat_member"] { out.add(kind) }
        }
    }

    package static func setHook(_ url: String, secret: String) -> TelegramRequest {
        TelegramRequest("setWebhook") { out in
            out.add("url", url)
            out.add("secret_token", secret)
            out.add("max_connections", 20)
            allowed(&out)
        }
    }

    package static let dropHook = TelegramRequest("deleteWebhook") { out in out.add("drop_pending_updates", false) }

    /// What the app offers while somebody types "/".
    package static func commands(_ known: [(name: String, said: String)]) -> TelegramRequest {
        TelegramRequest("setMyCommands") { out in
            out.array("commands") { out in
                for command in known {
                    out.object { out in
                        out.add("command", command.name)
                        out.add("description", command.said)
                    }
                }
            }
            out.object("scope") { $0.add("type", "all_private_chats") }
        }
    }

    // MARK: chats

    /// - Parameter isSilent: it makes no sound.
    package static func send(
        _ text: String, to chat: Int, buttons: [[TelegramButton]] = [], isSilent: Bool = false
    ) -> TelegramRequest {
        TelegramRequest("sendMessage", chat: chat) { out in
            out.add("chat_id", chat)
            write(text, &out)
            if isSilent { out.add("disable_notification", true) }
            write(buttons, &out)
        }
    }

    package static func edit(_ message: Int, in chat: Int, _ text: String, buttons: [[TelegramButton]] = []) -> TelegramRequest {
        TelegramRequest("editMessageText", chat: chat) { out in
            out.add("chat_id", chat)
            out.add("message_id", message)
            write(text, &out)
            write(buttons, &out)
        }
    }

    private static func write(_ text: String, _ out: inout JSONWriter) {
        out.add("text", cut(text.isEmpty ? "…" : text, to: textLimit))
        out.object("link_preview_options") { $0.add("is_disabled", true) }
    }

    private static func write(_ rows: [[TelegramButton]], _ out: inout JSONWriter) {
        guard !rows.isEmpty else { return }
        out.object("reply_markup") { out in
            out.array("inline_keyboard") { out in
                for row in rows { out.array { out in for button in row { write(button, &out) } } }
            }
        }
    }

    private static func write(_ button: TelegramButton, _ out: inout JSONWriter) {
        out.object { out in
            out.add("text", cut(button.label, to: buttonLimit))
            switch button.action {
            case .act(let act): out.add("callback_data", act.data)
            case .open(let url): out.add("url", url)
            }
        }
    }

    /// A pin on the map, with what it is.
    package static func place(_ coordinates: Coordinates, title: String, address: String, to chat: Int) -> TelegramRequest {
        TelegramRequest("sendVenue", chat: chat) { out in
            out.add("chat_id", chat)
            out.add("latitude", coordinates.latitude, places: 6)
            out.add("longitude", coordinates.longitude, places: 6)
            out.add("title", cut(title, to: 128))
            out.add("address", cut(address.isEmpty ? title : address, to: 256))
        }
    }

    /// Ends the waiting of whoever tapped. Telegram has no limit for these.
    /// - Parameters:
    ///   - isAlert: it has to be closed; else it goes by itself.
    ///   - url: that opens instead.
    package static func answer(_ tap: String, _ text: String, isAlert: Bool = false, url: String? = nil) -> TelegramRequest {
        TelegramRequest("answerCallbackQuery") { out in
            out.add("callback_query_id", tap)
            if !text.isEmpty { out.add("text", cut(text, to: tapLimit)) }
            if isAlert { out.add("show_alert", true) }
            if let url { out.add("url", url) }
        }
    }

    /// The longest beginning that fits, between two letters.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf16.count > limit else { return text }
        var (count, end) = (0, text.startIndex)
        for index in text.indices {
            count += text[index].utf16.count
            if count > limit - 1 { break }
            end = text.index(after: index)
        }
        return text[..<end] + "…"
    }
}
