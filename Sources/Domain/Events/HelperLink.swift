/// A link with which somebody without an account ticks one check-in list.
package struct HelperLink: Sendable, Equatable {
    package let id: ID
    package let listID: ID
    /// For whom it is, as the host wrote it; may be empty.
    package let note: String
    package let madeBy: String
    package let madeAt: Instant
    package let endsAt: Instant
    package let revokedAt: Instant?
    /// The last tick with it, and the name that the helper gave.
    package let usedAt: Instant?
    package let usedBy: String
    package let ticks: Int
    package init(
        id: ID, listID: ID, note: String, madeBy: String, madeAt: Instant, endsAt: Instant, revokedAt: Instant? = nil,
        usedAt: Instant? = nil, usedBy: String = "", ticks: Int = 0
    ) {
        (self.id, self.listID, self.note, self.madeBy, self.madeAt) = (id, listID, note, madeBy, madeAt)
        (self.endsAt, self.revokedAt, self.usedAt, self.usedBy, self.ticks) = (endsAt, revokedAt, usedAt, usedBy, ticks)
    }

    package func isOpen(at now: Instant) -> Bool { revokedAt == nil && endsAt > now }

    /// Open ones of a list.
    package static let most = 20
    package static let noteLimit = 60
    package static let nameLimit = 40
    /// Letters that must be typed before anybody is shown: nobody leafs through the people of a trip.
    package static let lettersNeeded = 2
    /// People shown at once.
    package static let shown = 8
}

/// When a helper's link ends. The raw value is in forms.
package enum HelperEnd: String, Sendable, CaseIterable {
    case hours, day, tomorrow

    package var label: String {
        switch self {
        case .hours: Texts.said("In two hours")
        case .day: Texts.said("At the end of the day")
        case .tomorrow: Texts.said("At the end of tomorrow")
        }
    }

    /// In the trip's zone.
    package func end(from now: Instant, in zone: TripZone) -> Instant {
        let day = zone.local(now).day.number
        return switch self {
        case .hours: now + .hours(2)
        case .day: zone.instant(day: Day(number: day + 1), secondsOfDay: 0)
        case .tomorrow: zone.instant(day: Day(number: day + 2), secondsOfDay: 0)
        }
    }
}

/// What a helper sees: the list, and those who were found by what they typed.
package struct HelperSheet: Sendable {
    package struct Person: Sendable {
        package let id: ID
        package let name: String
        /// On the list of paper.
        package let number: Int
        package let isExpected: Bool
        package let status: Attendance.Status
    }
    package let trip: Trip
    package let event: Event
    package let list: CheckInList
    package let link: HelperLink
    package let totals: AttendanceTotals
    /// Whether people come back by the list.
    package let isReturn: Bool
    package let people: [Person]
    /// More match than are shown.
    package let hasMore: Bool
    package init(
        trip: Trip, link: HelperLink, sheet: CheckInSheet, people: [Person], hasMore: Bool
    ) {
        (self.trip, self.link, self.people, self.hasMore) = (trip, link, people, hasMore)
        (event, list, totals, isReturn) = (sheet.event, sheet.list, sheet.totals, sheet.attendance.isReturn)
    }

    /// Those of the invited each of whose typed words begins one of their names' words, in order of name; none for too few letters.
    package static func found(_ typed: String, in sheet: CheckInSheet) -> [Person] {
        let words = searchable(typed).split(whereSeparator: \.isWhitespace)
        guard words.reduce(0, { $0 + $1.count }) >= HelperLink.lettersNeeded else { return [] }
        return sheet.guests.filter { guest in
            let names = searchable(guest.row.fullName).split { $0.isWhitespace || $0 == "-" }
            return words.allSatisfy { word in names.contains { $0.hasPrefix(word) } }
        }
        .map { guest in
            Person(
                id: guest.row.id, name: guest.row.fullName, number: guest.invitation.number, isExpected: guest.invitation.rsvp == .going,
                status: sheet.attendance[guest.row.id])
        }
        .sorted { (searchable($0.name), $0.number) < (searchable($1.name), $1.number) }
    }
}
