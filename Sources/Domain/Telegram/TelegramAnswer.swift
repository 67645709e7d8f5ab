/// What Telegram says to a request (Bot API, "Making requests"): `ok` with a result, or why not.
package struct TelegramAnswer: Sendable, Equatable {
    package var isOK = false
    /// The error, as HTTP has it; 0 where no answer came.
    package var code = 0
    /// No connection was made: what was asked is certainly not done.
    package var isUnsent = false
    package var said = ""
    /// Seconds.
    package var retryAfter: Int?
    /// The group has become a supergroup with this number.
    package var movedTo: Int?
    /// Of the message that was sent or edited.
    package var message: Int?
    /// What the bot is called, without "@".
    package var handle = ""
    package var updates: [TelegramUpdate] = []
    package init() {}

    /// Nil for what is no answer of the Bot API.
    package init?(_ bytes: [UInt8]) {
        var answer = TelegramAnswer()
        let isRead = bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            return (try? answer.read(&reader)) != nil && (try? reader.end()) != nil
        }
        guard isRead, answer.isOK || answer.code != 0 else { return nil }
        self = answer
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "ok": isOK = try reader.boolean() ?? false
            case "error_code": code = try reader.telegramNumber() ?? 0
            case "description": said = String((try reader.telegramText() ?? "").prefix(300))
            case "parameters": try readParameters(&reader)
            case "result": try readResult(&reader)
            default: try reader.skip()
            }
        }
    }

    private mutating func readParameters(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "retry_after": retryAfter = try reader.telegramNumber().map { min(max($0, 0), 86_400) }
            case "migrate_to_chat_id": movedTo = try reader.telegramNumber()
            default: try reader.skip()
            }
        }
    }

    private mutating func readResult(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        if try reader.peek() == .array {
            return try reader.array { reader throws(JSONReader.Malformed) in
                if let update = try TelegramUpdate.read(&reader) { updates.append(update) }
            }
        }
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "message_id": message = try reader.telegramNumber()
            case "username": handle = tidyLine(try reader.telegramText() ?? "")
            default: try reader.skip()
            }
        }
    }

    /// The chat takes nothing from the bot any more.
    package var isShut: Bool {
        guard code == 403 || code == 400 else { return false }
        let words = said.lowercased()
        return code == 403 || ["chat not found", "user is deactivated", "peer_id_invalid"].contains(where: words.contains)
    }
    /// An edit that changes nothing: what was wanted stands there.
    package var isUnchanged: Bool { code == 400 && said.lowercased().contains("message is not modified") }
    /// The message that was to be edited is gone.
    package var isMessageGone: Bool {
        let (words, known) = (said.lowercased(), ["message to edit not found", "message can't be edited", "message_id_invalid"])
        return code == 400 && known.contains(where: words.contains)
    }
}
