/// Somebody needs help: they called by the button, their phone's app did, or a message says so. One person has one open case, which
/// collects whatever they call or write. It is open until a person says how it ended; no position and no silence ends it.
package struct HelpCase: Sendable, Equatable {
    /// Where they were when they called, as far as anybody knew.
    package struct Location: Sendable, Equatable {
        package let coordinates: Coordinates
        /// Metres.
        package let accuracy: Double?
        package let fixedAt: Instant
        package init(coordinates: Coordinates, accuracy: Double?, fixedAt: Instant) {
            self.coordinates = coordinates
            self.accuracy = accuracy
            self.fixedAt = fixedAt
        }
    }

    /// One call, or one message that sounds like one.
    package struct Call: Sendable, Equatable {
        /// Where it came from: the button on the page, a phone app's alarm, the chat. The raw value is stored, of the first two.
        package enum Source: String, Sendable { case page, tracker, message }

        /// Of a message: its moderation case.
        package let id: ID
        package let source: Source
        package let text: String
        /// When they called; from a dead zone it arrives later.
        package let calledAt: Instant
        package let receivedAt: Instant
        package let place: Location?
        package init(id: ID, source: Source, text: String, calledAt: Instant, receivedAt: Instant, place: Location?) {
            self.id = id
            self.source = source
            self.text = text
            self.calledAt = calledAt
            self.receivedAt = receivedAt
            self.place = place
        }
    }

    /// Who is on it, and since when. The name is kept as it was then.
    package struct Holder: Sendable, Equatable {
        /// Nil once the account is gone.
        package let account: ID?
        package let name: String
        package let since: Instant
        package init(account: ID?, name: String, since: Instant) {
            self.account = account
            self.name = name
            self.since = since
        }
    }

    /// How it ended, as whoever ended it says. The raw value is stored.
    package enum Outcome: String, Sendable, CaseIterable { case safe, falseAlarm = "false_alarm", rescue, other }

    package struct Ending: Sendable, Equatable {
        package let outcome: Outcome
        package let words: String
        package let name: String
        package let at: Instant
        package init(outcome: Outcome, words: String, name: String, at: Instant) {
            self.outcome = outcome
            self.words = words
            self.name = name
            self.at = at
        }
    }

    package enum State: Sendable { case open, taken, resolved }

    package static let textLimit = 300
    package static let noteLimit = 1000

    package let id: ID
    package let tripID: ID
    package let memberID: ID
    package let memberName: String
    package let phone: String
    package let isTest: Bool
    package let raisedAt: Instant
    /// In the order in which they arrived.
    package private(set) var calls: [Call]
    /// Nobody has said that they are on it since the last call.
    package private(set) var isWaiting: Bool
    package private(set) var holder: Holder?
    package private(set) var ending: Ending?
    /// When they last said themselves that they are OK. It ends nothing: somebody has to hear it from them.
    package private(set) var saidOKAt: Instant?
    /// False while a full disk has not stored all of it: the rest is only in memory, and lost after a restart.
    package private(set) var isStored: Bool
    package init(
        id: ID, tripID: ID, memberID: ID, memberName: String, phone: String, isTest: Bool, raisedAt: Instant, calls: [Call],
        isWaiting: Bool = true, holder: Holder? = nil, ending: Ending? = nil, saidOKAt: Instant? = nil, isStored: Bool = true
    ) {
        self.id = id
        self.tripID = tripID
        self.memberID = memberID
        self.memberName = memberName
        self.phone = phone
        self.isTest = isTest
        self.raisedAt = raisedAt
        self.calls = calls
        self.isWaiting = isWaiting
        self.holder = holder
        self.ending = ending
        self.saidOKAt = saidOKAt
        self.isStored = isStored
    }

    /// The same case with other calls.
    package func with(_ calls: [Call], isStored: Bool = true) -> HelpCase {
        var copy = self
        (copy.calls, copy.isStored) = (calls, isStored)
        return copy
    }

    /// One more call that is not stored yet: somebody has to say again that they are on it, and nobody is OK who calls.
    package func adding(_ call: Call) -> HelpCase {
        var copy = with(calls + [call], isStored: false)
        (copy.isWaiting, copy.saidOKAt) = (true, nil)
        return copy
    }

    /// The same case in somebody's hands.
    package func taken(by holder: Holder) -> HelpCase {
        var copy = self
        (copy.holder, copy.isWaiting) = (holder, false)
        return copy
    }

    /// Open while nobody is on it: also when they call again after somebody was.
    package var state: State { ending != nil ? .resolved : holder == nil || isWaiting ? .open : .taken }
    /// The newest position that came with any of the calls.
    package var place: Location? { calls.compactMap(\.place).max { $0.fixedAt < $1.fixedAt } }
    package var newest: Call? { calls.last }
    package var text: String { calls.map(\.text).filter { !$0.isEmpty }.joined(separator: " / ") }
    /// By the button or a phone's app, not by messages alone.
    package var isCall: Bool { calls.contains { $0.source != .message } }

    /// The lower, the sooner somebody has to look: a test after all that is none, then what nobody is on first. Of those whoever says that
    /// they are OK comes last, and calls come before messages.
    package var rank: Int { (isTest ? 8 : 0) + (state == .open ? 0 : 4) + (state == .open && saidOKAt != nil ? 2 : 0) + (isCall ? 0 : 1) }
    /// The more urgent first, then whoever has waited longest.
    package func isBefore(_ other: HelpCase) -> Bool { (rank, raisedAt, id) < (other.rank, other.raisedAt, other.id) }
    /// When they last called.
    package var newestAt: Instant { newest?.receivedAt ?? raisedAt }

    /// As medics see it: what is written in the chat is for the staff. Nil if there is nothing else.
    package var withoutMessages: HelpCase? { isCall ? with(calls.filter { $0.source != .message }, isStored: isStored) : nil }
}

/// A case that is not resolved, with its trip: it is shown whatever trip is open.
package struct OpenHelp: Sendable {
    package let help: HelpCase
    package let trip: Trip
    /// Where they are as far as is known, also where no place came with the call.
    package let place: HelpCase.Location?
    package init(help: HelpCase, trip: Trip, place: HelpCase.Location?) {
        self.help = help
        self.trip = trip
        self.place = place
    }
}

/// The member's own case, and the phone number of the person who is on it; empty if nobody is, or if they gave none.
package struct OwnHelp: Sendable {
    package let help: HelpCase
    package let takerPhone: String
    /// When whoever is on it last said that they phone.
    package let phonedAt: Instant?
    package init(help: HelpCase, takerPhone: String, phonedAt: Instant?) {
        self.help = help
        self.takerPhone = takerPhone
        self.phonedAt = phonedAt
    }
}

/// A message of the chat by which somebody called for help, or that sounds like it, and its case.
package struct HelpMessage: Sendable {
    /// Of the message.
    package let number: Int
    package let conversation: ID
    package let help: HelpCase
    package init(number: Int, conversation: ID, help: HelpCase) {
        self.number = number
        self.conversation = conversation
        self.help = help
    }
}
