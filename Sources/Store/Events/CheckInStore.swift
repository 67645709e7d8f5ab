import Database
import Domain

/// Check-in lists and the scans on them. Scans are never deleted: an undone one says so.
package struct CheckInStore: Sendable {
    let database: AppDatabase
    private let shifts = ScanShifts()
    package init(_ database: AppDatabase) { self.database = database }

    package func lists(of event: ID) throws -> [CheckInList] {
        try database.read { connection in
            try connection.all(
                "SELECT id, event_id, name, exclusive_set, archived_at FROM check_in_list WHERE event_id = ? ORDER BY created_at, id",
                [.id(event)]
            ) {
                CheckInList(id: $0.id(0), eventID: $0.id(1), name: $0.text(2), exclusiveSet: $0.text(3), archivedAt: $0.optionalAt(4))
            }
        }
    }

    package func add(_ lists: [CheckInList], to event: Event, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let newest = try connection.one("SELECT max(created_at) FROM check_in_list WHERE event_id = ?", [.id(event.id)]) {
                $0.optionalAt(0)
            }
            // Lists stand in the order in which they were made, within one form too.
            let first = max(now, ((newest ?? nil) ?? now) + .microseconds(1))
            for (index, list) in lists.enumerated() {
                do {
                    try connection.run(
                        "INSERT INTO check_in_list (id, event_id, name, exclusive_set, created_at) VALUES (?, ?, ?, ?, ?)",
                        [.id(list.id), .id(event.id), .text(list.name), .text(list.exclusiveSet), .at(first + .microseconds(index))])
                } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                    throw Refusal.invalid([
                        FieldError("name", "This event already has a list \u{201C}\(list.name)\u{201D}. Choose another name.")
                    ])
                }
                try AuditStore.append(
                    "check-in list added", subject: .init(id: event.id, name: event.fields.title), trip: event.tripID,
                    changes: [AuditChange(field: "list", from: "", to: list.name)], by: author, at: now, on: connection)
            }
            connection.note(.event(event.id, event.tripID))
        }
    }

    /// Every scan of an event's lists, the undone ones too, in the order in which they came in.
    package func scans(of event: ID) throws -> [Scan] {
        try database.read { connection in
            try connection.all(
                """
                SELECT s.id, s.list_id, s.member_id, s.is_in, s.scanned_at, s.received_at, s.method, s.author, s.undone_at, s.undone_by
                FROM scan s JOIN check_in_list l ON l.id = s.list_id
                WHERE l.event_id = ? AND s.member_id NOT IN (\(RosterStore.deleted)) ORDER BY s.received_at, s.id
                """, [.id(event)], CheckInStore.scan)
        }
    }

    private static func scan(_ row: Row) -> Scan {
        Scan(
            id: row.id(0), listID: row.id(1), memberID: row.id(2), isIn: row.boolean(3), scannedAt: row.at(4), receivedAt: row.at(5),
            method: ScanMethod(rawValue: row.text(6)) ?? .tick, author: row.text(7), undoneAt: row.optionalAt(8), undoneBy: row.text(9))
    }

    /// State of the event that a list belongs to, to know whether it may be ticked. Nil if the trip has no such event, or the event no such
    /// list.
    package func state(of list: ID, event: ID, trip: ID) throws -> EventState? {
        try database.read { connection in
            try connection.one(
                """
                SELECT e.state FROM check_in_list l JOIN event e ON e.id = l.event_id
                WHERE l.id = ? AND e.id = ? AND e.trip_id = ? AND e.\(EventStore.isListed)
                """,
                [.id(list), .id(event), .id(trip)]
            ) { EventState(rawValue: $0.text(0)) ?? .draft }
        }
    }

    /// Stores what is new; a scan that came before is left as it is, so that a phone may send its queue again. People
    /// who were not invited get a line on the event's papers; scans of people who are not on the trip are left out.
    /// - Parameter uptime: when they were received, by a clock that only counts on.
    package func record(
        _ scans: [Scan], event: ID, trip: ID, uptime: Duration, newToken: @escaping @Sendable () -> String
    ) async throws -> RecordedScans {
        guard !scans.isEmpty else { return RecordedScans(new: [], unknown: 0) }
        // Ticks invalidate no cache, but new invitations do: the invited may read the event's chat.
        let recorded = try await database.change(changesMore: \.hasInvited) { connection in
            for list in Set(scans.map(\.listID)) {
                // It, or its event, may have been deleted since somebody opened it.
                let known = "SELECT 1 FROM check_in_list l JOIN event e ON e.id = l.event_id WHERE l.id = ? AND e.\(EventStore.isListed)"
                guard try connection.one(known, [.id(list)], { _ in true }) == true else {
                    throw Refusal.notFound
                }
            }
            let (scans, shift) = try inOrder(scans, event: event, uptime: uptime, on: connection)
            let invited = try scans.map { try CheckInStore.isInvited($0.memberID, to: event, trip: trip, on: connection) }
            let uninvited = zip(scans, invited).filter { $1 == false }.map(\.0.memberID)
            guard let first = scans.first else { return (RecordedScans(new: [], unknown: 0), shift, hasInvited: false) }
            if !uninvited.isEmpty {
                try EventStore.invite(uninvited, to: event, by: first.author, at: first.receivedAt, newToken: newToken, on: connection)
            }
            let new = try zip(scans, invited).filter { try $1 != nil && CheckInStore.insert($0, on: connection) }.map(\.0)
            if !new.isEmpty {
                try CheckInStore.touch(event, at: first.receivedAt, on: connection)
                connection.note(.scans(new, of: event, trip))
            }
            return (RecordedScans(new: new, unknown: invited.count { $0 == nil }), shift, hasInvited: !uninvited.isEmpty)
        }
        shifts.keep(recorded.1, of: event)
        return recorded.0
    }

    /// The later tick counts. If the clock was set back since the event's newest scan, the new scans are dated after it; their ages stay.
    private func inOrder(
        _ scans: [Scan], event: ID, uptime: Duration, on connection: Connection
    ) throws -> (scans: [Scan], shift: ScanShifts.Shift) {
        guard let received = scans.map(\.receivedAt).min() else { return (scans, .none) }
        let newest = try CheckInStore.newest(of: event, on: connection)
        let shift = shifts.shift(of: event, receivedAt: received, uptime: uptime, after: newest)
        return (shift.by == .zero ? scans : scans.map { $0.shifted(by: shift.by) }, shift)
    }

    private static func newest(of event: ID, on connection: Connection) throws -> Instant? {
        let newest = try connection.one(
            "SELECT max(s.received_at) FROM scan s JOIN check_in_list l ON l.id = s.list_id WHERE l.event_id = ?", [.id(event)]
        ) { $0.optionalAt(0) }
        return newest ?? nil
    }

    /// How much later than the clock says a scan would be dated that is received now: zero unless the clock was set back.
    package func shift(of event: ID, receivedAt received: Instant, uptime: Duration) throws -> Duration {
        let newest = try database.read { try CheckInStore.newest(of: event, on: $0) }
        return shifts.shift(of: event, receivedAt: received, uptime: uptime, after: newest).by
    }

    /// Nil for who is not on the trip.
    private static func isInvited(_ member: ID, to event: ID, trip: ID, on connection: Connection) throws -> Bool? {
        try connection.one(
            """
            SELECT EXISTS (SELECT 1 FROM invitation i WHERE i.event_id = ? AND i.member_id = m.id)
            FROM member m WHERE m.id = ? AND m.trip_id = ? AND m.\(RosterStore.isListed)
            """, [.id(event), .id(member), .id(trip)]
        ) { $0.boolean(0) }
    }

    /// False for a scan that is there already.
    private static func insert(_ scan: Scan, on connection: Connection) throws -> Bool {
        try connection.run(
            """
            INSERT INTO scan (id, list_id, member_id, is_in, scanned_at, received_at, method, author)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
            """,
            [
                .id(scan.id), .id(scan.listID), .id(scan.memberID), Value(scan.isIn), .at(scan.scannedAt), .at(scan.receivedAt),
                .text(scan.method.rawValue), .text(scan.author),
            ]) == 1
    }

    /// Nil if there is no such scan on the event, or it is undone already.
    package func undo(_ id: ID, event: ID, trip: ID, by author: String, at now: Instant) async throws -> Scan? {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE scan SET undone_at = ?, undone_by = ? WHERE id = ? AND undone_at IS NULL
                AND list_id IN (SELECT id FROM check_in_list WHERE event_id = ?)
                """, [.at(now), .text(author), .id(id), .id(event)])
            guard count == 1 else { return nil }
            try CheckInStore.touch(event, at: now, on: connection)
            let undone = try connection.one(
                """
                SELECT id, list_id, member_id, is_in, scanned_at, received_at, method, author, undone_at, undone_by
                FROM scan WHERE id = ?
                """, [.id(id)], CheckInStore.scan)
            if let undone { connection.note(.scans([undone], of: event, trip)) }
            return undone
        }
    }

    private static func touch(_ event: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "UPDATE event SET list_version = list_version + 1, list_changed_at = ? WHERE id = ?", [.at(now), .id(event)])
    }
}
