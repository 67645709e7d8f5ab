/// How far an announcement came with one person, from not at all to answered. The order counts.
package enum ReceiptState: String, Sendable, CaseIterable, Comparable {
    case unreached, waiting, sent, phoned, shown, opened, answered

    private var rank: Int { ReceiptState.allCases.firstIndex(of: self) ?? 0 }
    package static func < (one: ReceiptState, other: ReceiptState) -> Bool { one.rank < other.rank }

    package var label: String {
        switch self {
        case .unreached: Texts.said("Not reached")
        case .waiting: Texts.said("On its way")
        case .sent: Texts.said("Sent")
        case .phoned: Texts.said("Told by phone")
        case .shown: Texts.said("Shown")
        case .opened: Texts.said("Opened")
        case .answered: Texts.said("Answered")
        }
    }
}

/// What became of one delivery of an announcement.
package struct ReceiptDelivery: Sendable, Equatable {
    package let channel: DeliveryChannel
    package let state: DeliveryState
    package let reason: String
    package init(channel: DeliveryChannel, state: DeliveryState, reason: String) {
        (self.channel, self.state, self.reason) = (channel, state, reason)
    }
}

/// One person who is to know an announcement, and what became of it with them.
package struct AnnouncementReceipt: Sendable, Equatable {
    package let member: ID
    package let name: String
    package let phone: String
    package let groups: String
    package let room: String
    package let hasAccount: Bool
    package let addedAt: Instant
    package let told: Instant?
    package let shown: Instant?
    package let opened: Instant?
    /// Position of the answer that was chosen.
    package let answer: Int?
    package let text: String
    package let answered: Instant?
    package let deliveries: [ReceiptDelivery]
    /// When somebody told them by phone, and who did.
    package var phoned: Instant?
    package var phonedBy = ""

    package init(
        member: ID, name: String, phone: String, groups: String, room: String, hasAccount: Bool, addedAt: Instant, told: Instant?,
        shown: Instant?, opened: Instant?, answer: Int?, text: String, answered: Instant?, deliveries: [ReceiptDelivery]
    ) {
        (self.member, self.name, self.phone, self.groups, self.room) = (member, name, phone, groups, room)
        (self.hasAccount, self.addedAt, self.told, self.shown, self.opened) = (hasAccount, addedAt, told, shown, opened)
        (self.answer, self.text, self.answered, self.deliveries) = (answer, text, answered, deliveries)
    }

    package var state: ReceiptState {
        if answer != nil { return .answered }
        if opened != nil { return .opened }
        if shown != nil { return .shown }
        if phoned != nil { return .phoned }
        if deliveries.contains(where: { $0.state == .accepted }) { return .sent }
        if deliveries.contains(where: { !$0.state.isOver }) { return .waiting }
        // Without a channel it waits in the inbox, for whoever has one.
        guard hasAccount, deliveries.allSatisfy({ $0.state != .failed }) else { return .unreached }
        return told == nil ? .waiting : .sent
    }
    /// It waits where they look by themselves: no device of theirs tells them.
    package var isPageOnly: Bool { hasAccount && deliveries.isEmpty }
}

/// How many people an announcement came how far with: each counts in every step that it took.
package struct ReceiptCounts: Sendable, Equatable {
    package let people: Int
    private let byState: [ReceiptState: Int]
    package init(_ byState: [ReceiptState: Int]) {
        self.byState = byState
        people = byState.values.reduce(0, +)
    }
    package init(_ receipts: some Sequence<AnnouncementReceipt>) {
        self.init(receipts.reduce(into: [:]) { $0[$1.state, default: 0] += 1 })
    }
    /// Exactly so far.
    package subscript(state: ReceiptState) -> Int { byState[state] ?? 0 }
    /// So far or further.
    package func atLeast(_ state: ReceiptState) -> Int { byState.reduce(0) { $0 + ($1.key >= state ? $1.value : 0) } }
}

/// An announcement with everybody who is to know it: first who asks for help, then who was not reached.
package struct AnnouncementReceipts: Sendable {
    package let announcement: Announcement
    package let receipts: [AnnouncementReceipt]
    package let counts: ReceiptCounts
    /// How many chose each answer.
    package let answers: [Int]
    /// The case of whoever called for help with their answer, by member.
    package let calls: [ID: ID]
    package init(announcement: Announcement, receipts: [AnnouncementReceipt], calls: [ID: ID]) {
        (self.announcement, self.calls) = (announcement, calls)
        counts = ReceiptCounts(receipts)
        answers = announcement.content.answers.indices.map { position in receipts.count { $0.answer == position } }
        let offered = announcement.content.answers
        let urgent = receipts.filter { AnnouncementReceipts.isUrgent($0, offered) }
        let others = receipts.filter { !AnnouncementReceipts.isUrgent($0, offered) }
        self.receipts =
            urgent
            + others.enumerated().sorted { ($0.element.state, $0.offset) < ($1.element.state, $1.offset) }.map(\.element)
    }

    /// Whether an answer is one for a host to read first: it asks for help.
    package static func isUrgent(_ receipt: AnnouncementReceipt, _ answers: [AnnouncementAnswer]) -> Bool {
        guard let position = receipt.answer, answers.indices.contains(position) else { return false }
        return answers[position].asksForHelp
    }

    /// Whom somebody has to call: nothing says that they know it.
    package var toCall: [AnnouncementReceipt] { receipts.filter { $0.state < .opened && $0.state != .phoned } }
}

/// An announcement as one of those sees it who got it.
package struct OwnAnnouncement: Sendable, Equatable {
    package let announcement: Announcement
    package let isOpened: Bool
    package let answer: Int?
    package let text: String
    package let answeredAt: Instant?
    /// When a host told them by phone.
    package var phonedAt: Instant?
    package init(announcement: Announcement, isOpened: Bool, answer: Int?, text: String, answeredAt: Instant?) {
        (self.announcement, self.isOpened, self.answer) = (announcement, isOpened, answer)
        (self.text, self.answeredAt) = (text, answeredAt)
    }

    /// Whether it asks something that they have not answered, and still takes an answer.
    package func isAsked(at now: Instant) -> Bool { answer == nil && announcement.takesAnswers(at: now) }
    /// Whether it holds, and they have not read it or not answered it.
    package func isWaiting(at now: Instant) -> Bool {
        let holds = announcement.state == .sent && announcement.correctedBy == nil && !announcement.isOver(at: now)
        return holds && (!isOpened || isAsked(at: now))
    }
}
