/// A check-in list with its totals.
package struct CheckInTally: Sendable {
    package let list: CheckInList
    package let totals: AttendanceTotals
    /// Who is in on it.
    package let present: Set<ID>
    private let attendance: Attendance
    package init(list: CheckInList, attendance: Attendance, expected: Set<ID>) {
        self.list = list
        self.attendance = attendance
        totals = attendance.totals(expected: expected)
        present = attendance.present
    }

    /// The same of some who are going: all others who are in are unplanned then.
    package func totals(of expected: Set<ID>) -> AttendanceTotals { attendance.totals(expected: expected) }
}

extension [CheckInList] {
    /// The list by which people come back: the last one, unless whoever is on another is back, too. An event's only list is it once the
    /// event has begun: nobody is back before, and who is ticked then is on the bus out.
    package func returning(from event: Event, at now: Instant) -> CheckInList? {
        let used = filter { !$0.isArchived }
        guard event.fields.isBackBy, used.count > 1 || event.fields.startsAt <= now else { return nil }
        return used.last { $0.exclusiveSet.isEmpty }
    }
}

/// A check-in list of an event with everybody whom it may tick.
package struct CheckInSheet: Sendable {
    package let event: Event
    package let list: CheckInList
    /// All of the event.
    package let lists: [CheckInList]
    /// In the order of their numbers.
    package let guests: [EventGuest]
    /// Members of the trip who are not invited: walk-ins are found among them.
    package let others: [RosterRow]
    package let attendance: Attendance
    /// Made on this list.
    package let scans: [Scan]
    /// When the newest position was measured of those who are on the map.
    package var lastSeen: [ID: Instant] = [:]
    package init(
        event: Event, list: CheckInList, lists: [CheckInList], guests: [EventGuest], others: [RosterRow], attendance: Attendance,
        scans: [Scan]
    ) {
        self.event = event
        self.list = list
        self.lists = lists
        self.guests = guests
        self.others = others
        self.attendance = attendance
        self.scans = scans
    }

    package var expected: Set<ID> { EventGuest.expected(guests) }
    package var totals: AttendanceTotals { attendance.totals(expected: expected) }
    /// Who stands on the list and is not there, as the page shows it that is narrowed down to those missing.
    package var missing: [EventGuest] {
        guests.filter { guest in
            switch attendance[guest.row.id] {
            case .awaited: guest.invitation.rsvp == .going
            case .elsewhere: true
            case .present, .out: false
            }
        }
    }
    package var tally: CheckInTally { CheckInTally(list: list, attendance: attendance, expected: expected) }
}

/// What row numbers that were typed from paper would do.
package struct PaperPlan: Sendable {
    package let sheet: CheckInSheet
    package let isIn: Bool
    package let at: Instant
    package let rows: [(guest: EventGuest, note: String?)]
    /// Numbers that are on nobody's line, and words that are no numbers.
    package let unknown: [String]
    package init(sheet: CheckInSheet, isIn: Bool, at: Instant, rows: [(guest: EventGuest, note: String?)], unknown: [String]) {
        self.sheet = sheet
        self.isIn = isIn
        self.at = at
        self.rows = rows
        self.unknown = unknown
    }
}
