/// What a button of the bot stands for. Telegram keeps it with the button, in at most 64 bytes; whoever taps may do no more than on a page.
package enum TelegramAct: Sendable, Equatable {
    case going(ID), declining(ID)
    case seen(ID)
    /// One of the answers to an announcement.
    case answer(ID, position: Int)
    /// One that calls for help, after the bot has asked whether it is meant.
    case sure(ID, position: Int)
    /// A call for help on a trip, after the bot has asked whether it is meant.
    case call(ID), noCall

    package var data: String {
        switch self {
        case .going(let event): "going \(event)"
        case .declining(let event): "not \(event)"
        case .seen(let announcement): "seen \(announcement)"
        case .answer(let announcement, let position): "answer \(announcement) \(position)"
        case .sure(let announcement, let position): "sure \(announcement) \(position)"
        case .call(let trip): "call \(trip)"
        case .noCall: "no-call"
        }
    }

    package init?(_ data: String) {
        let words = data.split(separator: " ", omittingEmptySubsequences: false)
        guard data.utf8.count <= 64, let verb = words.first else { return nil }
        if verb == "no-call", words.count == 1 {
            self = .noCall
            return
        }
        guard words.count > 1, let id = ID(words[1]) else { return nil }
        switch (verb, words.count) {
        case ("going", 2): self = .going(id)
        case ("not", 2): self = .declining(id)
        case ("seen", 2): self = .seen(id)
        case ("call", 2): self = .call(id)
        case ("answer", 3), ("sure", 3):
            guard let position = words[2].whole(in: 0...3) else { return nil }
            self = verb == "sure" ? .sure(id, position: position) : .answer(id, position: position)
        default: return nil
        }
    }

    /// The event that it answers.
    package var event: ID? {
        switch self {
        case .going(let event), .declining(let event): event
        default: nil
        }
    }
}

/// "/where", or "/start@bot word": what somebody asks of the bot by typing.
package struct TelegramCommand: Sendable, Equatable {
    /// In lower case, without the stroke.
    package let name: String
    /// What follows, as one word; "" for none.
    package let word: String

    /// Nil for anything that is no command, or that another bot is asked for.
    /// - Parameter bot: its handle.
    package init?(_ text: String, bot: String) {
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= 400 else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first?.dropFirst() else { return nil }
        let parts = first.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].lowercased() != bot.lowercased() { return nil }
        name = parts.first?.lowercased() ?? ""
        word = words.count > 1 ? String(words[1]) : ""
    }
}
