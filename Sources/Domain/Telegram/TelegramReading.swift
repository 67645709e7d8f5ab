/// Reading of what Telegram sends. A value of another kind than expected counts as absent.
extension JSONReader {
    /// Numbers of chats have at most 52 bits.
    private static let numbers = -9e15...9e15

    /// A whole number; nil for everything else, which is consumed.
    mutating func telegramNumber() throws(Malformed) -> Int? {
        guard try peek() == .number else {
            try skip()
            return nil
        }
        return try number(in: JSONReader.numbers).flatMap { Int($0, in: -9_000_000_000_000_000...9_000_000_000_000_000) }
    }

    mutating func telegramTime() throws(Malformed) -> Instant? {
        let time = try telegramNumber().map { Instant(seconds: Int64($0)) }
        return time.flatMap { Instant.plausible.contains($0) ? $0 : nil }
    }

    /// A text; nil for everything else, which is consumed.
    mutating func telegramText() throws(Malformed) -> String? {
        guard try peek() == .string else {
            try skip()
            return nil
        }
        return try string()
    }

    /// Calls `member` for each key of an object; anything else is consumed.
    mutating func telegramObject(_ member: (inout JSONReader, Key) throws(Malformed) -> Void) throws(Malformed) {
        guard try peek() == .object else { return try skip() }
        try object(member)
    }
}

extension TelegramUpdate {
    /// Nil for what is no update at all.
    package static func read(_ bytes: [UInt8]) -> TelegramUpdate? {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            guard let update = try? read(&reader), (try? reader.end()) != nil else { return nil }
            return update
        }
    }

    static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> TelegramUpdate? {
        var (number, content) = (nil as Int?, Content.other)
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "update_id": number = try reader.telegramNumber()
            case "message": if let found = try TelegramMessage.read(&reader) { content = .message(found) }
            case "edited_message": if let found = try TelegramMessage.read(&reader) { content = .edited(found) }
            case "callback_query": if let found = try TelegramTap.read(&reader) { content = .tap(found) }
            case "my_chat_member": if let found = try readStanding(&reader) { content = found }
            default: try reader.skip()
            }
        }
        return number.flatMap { $0 >= 0 ? TelegramUpdate(number: $0, content: content) : nil }
    }

    private static func readStanding(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Content? {
        var (chat, status) = (nil as TelegramChat?, nil as String?)
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "chat": chat = try TelegramChat.read(&reader)
            case "new_chat_member":
                try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
                    if "status" ~= key { status = try reader.telegramText() } else { try reader.skip() }
                }
            default: try reader.skip()
            }
        }
        guard let chat, let status else { return nil }
        return .standing(chat, isOpen: status != "left" && status != "kicked")
    }
}

extension TelegramChat {
    static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> TelegramChat? {
        var (id, kind, title) = (nil as Int?, nil as Kind?, "")
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "id": id = try reader.telegramNumber()
            case "type": kind = try reader.telegramText().flatMap(Kind.init)
            case "title": title = tidyLine(try reader.telegramText() ?? "")
            default: try reader.skip()
            }
        }
        guard let id, id != 0, let kind else { return nil }
        return TelegramChat(id: id, kind: kind, title: String(title.prefix(200)))
    }
}

extension TelegramPerson {
    static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> TelegramPerson? {
        var (id, names, handle, isBot) = (nil as Int?, (first: "", last: ""), "", false)
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "id": id = try reader.telegramNumber()
            case "first_name": names.first = try reader.telegramText() ?? ""
            case "last_name": names.last = try reader.telegramText() ?? ""
            case "username": handle = try reader.telegramText() ?? ""
            case "is_bot": isBot = try reader.boolean() ?? false
            default: try reader.skip()
            }
        }
        guard let id, id > 0 else { return nil }
        return TelegramPerson(
            id: id, name: String(tidyLine(names.first + " " + names.last).prefix(100)), handle: String(tidyLine(handle).prefix(40)),
            isBot: isBot)
    }
}

extension TelegramLocation {
    static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> TelegramLocation? {
        var (latitude, longitude, accuracy, heading) = (nil as Double?, nil as Double?, nil as Double?, nil as Double?)
        var period: Int?
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "latitude": latitude = try reader.number(in: .measured)
            case "longitude": longitude = try reader.number(in: .measured)
            case "horizontal_accuracy": accuracy = try reader.number(in: .measured)
            case "heading": heading = try reader.number(in: .measured)
            case "live_period": period = try reader.telegramNumber()
            default: try reader.skip()
            }
        }
        guard let latitude, let longitude else { return nil }
        return TelegramLocation(
            latitude: latitude, longitude: longitude, accuracy: accuracy, heading: heading,
            livePeriod: period.flatMap { $0 > 0 ? $0 : nil })
    }
}

extension TelegramMessage {
    static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> TelegramMessage? {
        var (number, chat) = (nil as Int?, nil as TelegramChat?)
        var found = TelegramMessage(number: 0, chat: TelegramChat(id: 0, kind: .private))
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "message_id": number = try reader.telegramNumber()
            case "chat": chat = try TelegramChat.read(&reader)
            case "from": found.sender = try TelegramPerson.read(&reader)
            case "date": found.sentAt = try reader.telegramTime()
            case "edit_date": found.editedAt = try reader.telegramTime()
            case "text": found.text = try reader.telegramText() ?? ""
            case "location": found.location = try TelegramLocation.read(&reader)
            case "migrate_to_chat_id": found.movesTo = try reader.telegramNumber()
            default: try reader.skip()
            }
        }
        guard let number, let chat else { return nil }
        var message = TelegramMessage(number: number, chat: chat)
        (message.sender, message.sentAt, message.editedAt) = (found.sender, found.sentAt, found.editedAt)
        (message.text, message.location, message.movesTo) = (found.text, found.location, found.movesTo)
        return message
    }
}

extension TelegramTap {
    /// In bytes: more than Telegram gives any id, which is sent back to it.
    private static let longestID = 100

    static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> TelegramTap? {
        var (id, sender, data, message) = (nil as String?, nil as TelegramPerson?, "", nil as TelegramMessage?)
        try reader.telegramObject { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "id": id = try reader.telegramText()
            case "from": sender = try TelegramPerson.read(&reader)
            case "data": data = try reader.telegramText() ?? ""
            case "message": message = try TelegramMessage.read(&reader)
            default: try reader.skip()
            }
        }
        guard let id, !id.isEmpty, id.utf8.count <= longestID, let sender else { return nil }
        return TelegramTap(id: id, sender: sender, data: data, chat: message?.chat, message: message?.number)
    }
}
