/// A way to somebody who has no page open, in the order in which they are tried.
package enum DeliveryChannel: String, Sendable, CaseIterable {
    case push, telegram, email

    package var label: String {
        switch self {
        case .push: Texts.said("Push")
        case .telegram: Texts.said("Telegram")
        case .email: Texts.said("Email")
        }
    }
}

/// What became of one attempt to reach somebody on one channel. The raw value is stored.
package enum DeliveryState: String, Sendable, CaseIterable {
    /// It waits for its time, or for the next attempt.
    case queued
    /// The dispatcher has it in hand.
    case sending
    /// The service has taken it: it may still be on its way to the person.
    case accepted
    case failed, expired
    /// A newer notice of the same topic stands for it, or it was recalled.
    case replaced
    /// It was read on a page before it went out.
    case unneeded

    package var isOver: Bool { self != .queued && self != .sending }
}

/// Where one person is reached on one channel: a browser's subscription, a Telegram chat, an email address.
package struct DeliveryAddress: Sendable, Equatable {
    package let id: ID
    package let channel: DeliveryChannel
    /// The endpoint, the chat's number or the email address: never in a log.
    package let address: String
    /// Of a push subscription: the browser's public point (65 bytes) and its secret (16 bytes).
    package let key: [UInt8]
    /// What its owner knows it by, as "Firefox on Linux".
    package let label: String
    package init(id: ID, channel: DeliveryChannel, address: String, key: [UInt8] = [], label: String = "") {
        (self.id, self.channel, self.address, self.key, self.label) = (id, channel, address, key, label)
    }
}

/// An address as its owner takes it along: with when it came, and when and why it ended.
package struct OwnAddress: Sendable, Equatable {
    package let channel: DeliveryChannel
    /// An email address, a Telegram chat's number, or the host of a push service: a whole endpoint would let others write there.
    package let place: String
    package let label: String
    package let madeAt: Instant
    package let endedAt: Instant?
    package let reason: String
    package init(channel: DeliveryChannel, address: String, label: String, madeAt: Instant, endedAt: Instant?, reason: String) {
        let host = address.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).first.map(String.init)
        (self.channel, self.place) = (channel, channel == .push ? host ?? "" : address)
        (self.label, self.madeAt, self.endedAt, self.reason) = (label, madeAt, endedAt, reason)
    }
}

/// A delivery that is to go out now, with everything that its channel needs.
package struct DueDelivery: Sendable {
    /// The same in every attempt: a device shows it once.
    package let id: ID
    package let address: DeliveryAddress
    package let notice: Notice
    package let person: NoticePerson
    package let topic: String
    package let expiresAt: Instant
    /// With this one.
    package let attempts: Int
    /// Of the account that is reached; 0 where there is none.
    package let unread: Int
    /// It may have arrived already: see `DeliveryDoubt`.
    package var isUnsure = false
    package init(
        id: ID, address: DeliveryAddress, notice: Notice, person: NoticePerson, topic: String, expiresAt: Instant, attempts: Int,
        unread: Int
    ) {
        (self.id, self.address, self.notice, self.person) = (id, address, notice, person)
        (self.topic, self.expiresAt, self.attempts, self.unread) = (topic, expiresAt, attempts, unread)
    }

    /// The same with the number that a badge shows.
    package func with(unread: Int) -> DueDelivery {
        var copy = DueDelivery(
            id: id, address: address, notice: notice, person: person, topic: topic, expiresAt: expiresAt, attempts: attempts, unread: unread
        )
        copy.isUnsure = isUnsure
        return copy
    }
}

/// What a channel says of one attempt.
package enum DeliveryOutcome: Sendable, Equatable {
    case accepted
    /// The service is away or asks to wait.
    case later(reason: String, after: Duration?)
    /// No answer came, and the service does not know a message that it is given again: it may have arrived.
    case unsure
    /// This notice cannot be delivered there, others may.
    case refused(reason: String)
    /// Nothing can be delivered there any more.
    case gone(reason: String)
}

/// What stands as the reason of a delivery on a channel that does not know its messages again, as Telegram: what may have arrived is sent
/// once more and never a third time. It is noted before the request leaves, so that it holds when the program is killed after that.
package enum DeliveryDoubt {
    package static let begun = "No answer yet"
    package static let unsure = "No answer came: it is sent once more"
    package static let begunAgain = "No answer yet, the second time"
    package static let twice = "No answer came, twice: it may have arrived"
}

/// When a delivery is tried again: delays grow fourfold up to an hour and are spread, so that not everybody asks a service at once that
/// comes back. It ends with its notice at the latest.
package enum DeliveryRetry {
    /// Attempts before it counts as failed, about a day. Those after which the service asked to wait do not count.
    package static let limit = 29
    private static let first = Duration.seconds(5)
    private static let longest = Duration.hours(1)

    /// - Parameters:
    ///   - attempts: made so far, from 1.
    ///   - asked: what the service asked for, which is obeyed to the second, but is no shorter than the first delay: it may ask forever.
    ///   - spread: from 0 to 1, by chance.
    package static func delay(attempts: Int, asked: Duration?, spread: Double) -> Duration {
        if let asked { return max(asked, first) }
        let grown = first * (1 << (2 * min(max(attempts, 1) - 1, 6)))
        return min(grown, longest) * (0.75 + 0.5 * spread)
    }
}
