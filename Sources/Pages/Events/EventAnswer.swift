import Domain

/// Those who gave one answer to an event, or none, as hosts see them.
package struct EventAnswer: Sendable {
    package struct Guest: Sendable {
        let id: String
        let number: Int
        let name: String
        let link: Link
        let attention: String?
        let groups: String
        let detail: String
        let note: String?
        let isTogether: Bool
        let isAskedAgain: Bool
        let isRevoked: Bool
        /// The newest change; both are false where there is none, or it is none of theirs.
        let hasSeen: Bool
        let hasNotSeen: Bool
    }

    let key: String
    let label: String
    let style: String
    let count: Int
    let guests: [Guest]
    let isOpen: Bool

    /// In the order of a page: those who come first.
    static let order: [RSVP] = [.going, .offered, .waitlisted, .pending, .declined]

    /// - Parameter move: the version of the event in which it was moved last.
    init(_ rsvp: RSVP, of guests: [EventGuest], movedIn move: Int?, _ slug: String, _ text: EventText) {
        var lines = guests.filter { $0.invitation.rsvp == rsvp }
        if rsvp == .waitlisted { lines.sort { ($0.position ?? 0) < ($1.position ?? 0) } }
        let parties = Dictionary(grouping: guests.compactMap(\.invitation.party)) { $0 }.mapValues(\.count)
        (key, label, style, count, isOpen) = (rsvp.rawValue, rsvp.label, rsvp.style, lines.count, lines.count <= 100)
        self.guests = lines.map { line in
            let seen = rsvp == .declined ? nil : move.map { line.invitation.acknowledgedVersion >= $0 }
            return Guest(
                id: line.row.id.description, number: line.invitation.number, name: line.row.fullName,
                link: Path.member(slug, line.row.id), attention: line.row[.attention].isEmpty ? nil : line.row[.attention],
                groups: line.row[.groups], detail: EventAnswer.detail(line, text),
                note: line.invitation.note.isEmpty ? nil : line.invitation.note,
                isTogether: rsvp == .waitlisted && line.invitation.party.map { parties[$0] ?? 0 > 1 } ?? false,
                isAskedAgain: line.invitation.askedAgainAt != nil, isRevoked: line.invitation.isRevoked,
                hasSeen: seen == true, hasNotSeen: seen == false)
        }
    }

    private static func detail(_ line: EventGuest, _ text: EventText) -> String {
        let invitation = line.invitation
        let by = invitation.answeredAt.map { "\(TimeText($0, zone: text.zone, now: text.now).text), \(invitation.answeredBy)" } ?? ""
        switch invitation.rsvp {
        case .waitlisted: return "#\(line.position ?? 0) in line · " + by
        case .offered: return "held until " + (invitation.offerExpiresAt.map(text.moment) ?? "") + " · " + by
        case .pending: return by
        default: return by
        }
    }
}
