/// One thing that a bot is told of (Bot API, `Update`). What it does not know or cannot read is left out, so that no update stops it.
package struct TelegramUpdate: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case message(TelegramMessage)
        case edited(TelegramMessage)
        case tap(TelegramTap)
        /// Whether a chat still takes what the bot writes: people block it, and groups throw it out.
        case standing(TelegramChat, isOpen: Bool)
        case other
    }
    package let number: Int
    package let content: Content
    package init(number: Int, content: Content) { (self.number, self.content) = (number, content) }

    /// Who did it, or where it happened: what comes from one is taken in its order. 0 where nobody knows.
    package var sender: Int {
        switch content {
        case .message(let message), .edited(let message): message.sender?.id ?? message.chat.id
        case .tap(let tap): tap.sender.id
        case .standing(let chat, _): chat.id
        case .other: 0
        }
    }
}

/// A private chat, a group, or a channel.
package struct TelegramChat: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable { case `private`, group, supergroup, channel }
    package let id: Int
    package let kind: Kind
    /// Of a group.
    package let title: String
    package init(id: Int, kind: Kind, title: String = "") { (self.id, self.kind, self.title) = (id, kind, title) }
    package var isGroup: Bool { kind == .group || kind == .supergroup }
}

/// Somebody on Telegram. The number is also that of their private chat with the bot.
package struct TelegramPerson: Sendable, Equatable {
    package let id: Int
    package let name: String
    /// Without "@"; "" for none.
    package let handle: String
    package let isBot: Bool
    package init(id: Int, name: String = "", handle: String = "", isBot: Bool = false) {
        (self.id, self.name, self.handle, self.isBot) = (id, name, handle, isBot)
    }

    /// What its owner knows it by.
    package var label: String { handle.isEmpty ? name : "@" + handle }
}

/// A place that somebody sent; a live one goes on in edits of its message.
package struct TelegramLocation: Sendable, Equatable {
    package let latitude: Double
    package let longitude: Double
    package let accuracy: Double?
    package let heading: Double?
    /// Seconds from the first message on; absent in the last edit, and in a place that is no live one.
    package let livePeriod: Int?
    package init(latitude: Double, longitude: Double, accuracy: Double? = nil, heading: Double? = nil, livePeriod: Int? = nil) {
        (self.latitude, self.longitude, self.accuracy) = (latitude, longitude, accuracy)
        (self.heading, self.livePeriod) = (heading, livePeriod)
    }
}

/// Something that somebody wrote, or that happened in a chat.
package struct TelegramMessage: Sendable, Equatable {
    package let number: Int
    package let chat: TelegramChat
    package var sender: TelegramPerson?
    package var sentAt: Instant?
    package var editedAt: Instant?
    package var text = ""
    package var location: TelegramLocation?
    /// The group has become a supergroup with this number.
    package var movesTo: Int?
    package init(number: Int, chat: TelegramChat) { (self.number, self.chat) = (number, chat) }
}

/// Somebody tapped a button of the bot's.
package struct TelegramTap: Sendable, Equatable {
    package let id: String
    package let sender: TelegramPerson
    /// What the button stands for.
    package let data: String
    /// Where the button is; nil where Telegram keeps that no longer.
    package let chat: TelegramChat?
    package let message: Int?
    package init(id: String, sender: TelegramPerson, data: String, chat: TelegramChat? = nil, message: Int? = nil) {
        (self.id, self.sender, self.data, self.chat, self.message) = (id, sender, data, chat, message)
    }
}
