import Database
import Domain

/// What people report of places on a trip, and what hosts note of them.
package struct PlaceReportStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let columns = """
        r.id, r.kind, r.member_id, trim(m.first_name || ' ' || m.last_name), r.minute, r.wrong_phone, r.phone, r.made_at, r.ends_at,
        CASE WHEN r.withdrawn_at IS NULL THEN NULL ELSE r.withdrawn_by END
        """
    private static let tables = """
        place_report r JOIN member m ON m.id = r.member_id JOIN place p ON p.id = r.place_id
        LEFT JOIN place_attachment a ON a.place_id = p.id AND a.trip_id = r.trip_id JOIN place t ON t.id = coalesce(a.target_id, p.id)
        """
    /// How many one person makes within an hour.
    private static let perHour = 20

    private static func read(_ row: Row) -> PlaceReport {
        PlaceReport(
            id: row.id(0), kind: .init(rawValue: row.text(1)) ?? .open, memberID: row.id(2), name: row.text(3),
            minute: row.optionalInteger(4).map(Int.init), wrongPhone: row.text(5), phone: row.text(6), madeAt: row.at(7),
            endsAt: row.optionalAt(8), withdrawnBy: row.isNull(9) ? nil : row.text(9))
    }

    // MARK: reports

    /// Those that hold now, by place.
    package func current(trip: ID, at now: Instant) throws -> [PlaceID: PlaceReports] {
        let found = try database.read {
            try $0.all(
                """
                SELECT \(PlaceReportStore.columns), t.shown_at FROM \(PlaceReportStore.tables)
                WHERE r.trip_id = ? AND t.shown_at IS NOT NULL AND r.withdrawn_at IS NULL AND (r.ends_at IS NULL OR r.ends_at > ?)
                ORDER BY r.made_at DESC, r.id DESC LIMIT 5000
                """, [.id(trip), .at(now)]
            ) { (place: PlaceID($0.text(10)), report: PlaceReportStore.read($0)) }
        }
        var places: [PlaceID: [PlaceReport]] = [:]
        for (place, report) in found { if let place { places[place, default: []].append(report) } }
        return places.mapValues(PlaceReports.init)
    }

    package func find(_ id: ID, trip: ID) throws -> PlaceReport? {
        try database.read {
            try $0.one(
                "SELECT \(PlaceReportStore.columns) FROM \(PlaceReportStore.tables) WHERE r.id = ? AND r.trip_id = ?",
                [.id(id), .id(trip)],
                PlaceReportStore.read)
        }
    }

    /// Everything that a member reported, oldest first, with the names of the places.
    package func all(by member: ID) throws -> [(place: String, report: PlaceReport)] {
        try database.read {
            try $0.all(
                "SELECT \(PlaceReportStore.columns), p.name FROM \(PlaceReportStore.tables) WHERE r.member_id = ? ORDER BY r.made_at, r.id",
                [.id(member)]
            ) { (place: $0.text(10), report: PlaceReportStore.read($0)) }
        }
    }

    /// What the same person said of the same before is withdrawn: open and closed are said of one matter.
    package func add(
        _ report: PlaceReport, of place: KnownPlace, trip: ID, newID: @escaping @Sendable () -> ID
    ) async throws {
        try await database.change { connection in
            try PlaceReportStore.checkPace(of: report.memberID, at: report.madeAt, on: connection)
            let id = try RememberedPlaceStore.remember(place, trip: trip, newID: newID, on: connection)
            let isOfState = report.kind == .open || report.kind == .closed
            let kinds: [PlaceReport.Kind] = isOfState ? [.open, .closed] : [report.kind, report.kind]
            try connection.run(
                """
                UPDATE place_report SET withdrawn_at = ?, withdrawn_by = ?
                WHERE place_id = ? AND member_id = ? AND kind IN (?, ?) AND withdrawn_at IS NULL AND (ends_at IS NULL OR ends_at > ?)
                """,
                [
                    .at(report.madeAt), .text(report.name), .id(id), .id(report.memberID), .text(kinds[0].rawValue),
                    .text(kinds[1].rawValue), .at(report.madeAt),
                ])
            try connection.run(
                """
                INSERT INTO place_report (id, place_id, trip_id, member_id, kind, minute, wrong_phone, phone, made_at, ends_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(report.id), .id(id), .id(trip), .id(report.memberID), .text(report.kind.rawValue),
                    report.minute.map { Value($0) } ?? .null, .text(report.wrongPhone), .text(report.phone), .at(report.madeAt),
                    .at(report.endsAt),
                ])
            connection.note(.places(trip, isForAll: false))
        }
    }

    private static func checkPace(of member: ID, at now: Instant, on connection: Connection) throws {
        let earliest = try connection.one(
            """
            SELECT made_at FROM place_report WHERE member_id = ? AND made_at > ? AND made_at <= ? ORDER BY made_at DESC LIMIT 1 OFFSET ?
            """, [.id(member), .at(now - .hours(1)), .at(now), Value(perHour - 1)]
        ) { $0.at(0) }
        guard let earliest else { return }
        let seconds = Int((earliest + .hours(1) - now).components.seconds) + 1
        let wait = counted(seconds / 60 + 1, "minute")
        throw Refusal.tooMany("You have reported a lot in the last hour. You can report again in \(wait).", retryAfter: seconds)
    }

    /// - Throws: conflict for one that is withdrawn, or over.
    package func withdraw(_ id: ID, trip: ID, by name: String, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE place_report SET withdrawn_at = ?, withdrawn_by = ? WHERE id = ? AND trip_id = ? AND withdrawn_at IS NULL",
                [.at(now), .text(name), .id(id), .id(trip)])
            guard count == 1 else { throw Refusal.conflict("It is already withdrawn.") }
            connection.note(.places(trip, isForAll: false))
        }
    }

    package func restore(_ id: ID, trip: ID) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE place_report SET withdrawn_at = NULL, withdrawn_by = '' WHERE id = ? AND trip_id = ? AND withdrawn_at IS NOT NULL",
                [.id(id), .id(trip)])
            guard count == 1 else { throw Refusal.conflict("There is nothing to undo.") }
            connection.note(.places(trip, isForAll: false))
        }
    }

    // MARK: notes

    private static let noteColumns = "n.id, n.text, n.is_recommended, n.hidden_reason, n.made_at, n.author_name"

    private static func note(_ row: Row) -> PlaceNote {
        PlaceNote(
            id: row.id(0), text: row.text(1), isRecommended: row.boolean(2), hiddenReason: row.isNull(3) ? nil : row.text(3),
            madeAt: row.at(4), author: row.text(5))
    }

    /// The newest of every place; those that say nothing any more are left out.
    package func notes(trip: ID) throws -> [PlaceID: PlaceNote] {
        let found = try database.read {
            try $0.all(
                """
                SELECT \(PlaceReportStore.noteColumns), t.shown_at FROM place_note n JOIN place p ON p.id = n.place_id
                LEFT JOIN place_attachment a ON a.place_id = p.id AND a.trip_id = n.trip_id
                JOIN place t ON t.id = coalesce(a.target_id, p.id)
                WHERE n.trip_id = ? AND t.shown_at IS NOT NULL ORDER BY n.made_at, n.id
                """, [.id(trip)]
            ) { (place: PlaceID($0.text(6)), note: PlaceReportStore.note($0)) }
        }
        let newest = Dictionary(found.compactMap { row in row.place.map { ($0, row.note) } }, uniquingKeysWith: { _, last in last })
        return newest.filter { !$0.value.isEmpty }
    }

    /// - Parameter last: the note that the form was filled from; nil for none.
    /// - Throws: conflict where a colleague wrote one meanwhile.
    package func set(
        _ note: PlaceNote, of place: KnownPlace, after last: ID?, trip: ID, by author: Author, newID: @escaping @Sendable () -> ID
    ) async throws {
        try await database.change { connection in
            let id = try RememberedPlaceStore.remember(place, trip: trip, newID: newID, on: connection)
            let newest = try PlaceReportStore.newest(of: id, trip: trip, on: connection)
            guard newest?.id == last || newest?.isEmpty == true else {
                throw Refusal.conflict("A colleague has changed this note. Read theirs, then save yours again.")
            }
            // The newest is found by its time: it is later than the one before, even where the clock stands still.
            let madeAt = newest.map { max(note.madeAt, $0.madeAt + .microseconds(1)) } ?? note.madeAt
            try connection.run(
                """
                INSERT INTO place_note (id, place_id, trip_id, text, is_recommended, hidden_reason, made_at, author_name)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(note.id), .id(id), .id(trip), .text(note.text), Value(note.isRecommended),
                    note.hiddenReason.map { .text($0) } ?? .null, .at(madeAt), .text(note.author),
                ])
            try AuditStore.append(
                "place noted", subject: .init(id: id, name: place.name), trip: trip, changes: PlaceReportStore.changes(newest, note),
                by: author, at: note.madeAt, on: connection)
            connection.note(.places(trip, isForAll: false))
        }
    }

    private static func newest(of place: ID, trip: ID, on connection: Connection) throws -> PlaceNote? {
        try connection.one(
            """
            SELECT \(noteColumns) FROM place_note n LEFT JOIN place_attachment a ON a.place_id = n.place_id AND a.trip_id = n.trip_id
            WHERE n.trip_id = ? AND coalesce(a.target_id, n.place_id) = ? ORDER BY n.made_at DESC, n.id DESC LIMIT 1
            """, [.id(trip), .id(place)], note)
    }

    private static func changes(_ old: PlaceNote?, _ new: PlaceNote) -> [AuditChange] {
        let pairs = [
            ("note", old?.text ?? "", new.text), ("recommended", old?.isRecommended == true ? "yes" : "", new.isRecommended ? "yes" : ""),
            ("hidden", old?.hiddenReason ?? "", new.hiddenReason ?? ""),
        ]
        return pairs.filter { $0.1 != $0.2 }.map { AuditChange(field: $0.0, from: $0.1, to: $0.2) }
    }

    /// Takes the newest note of a place back; the one before it counts again.
    /// - Throws: conflict if somebody wrote another one since.
    package func undoNote(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let place = try connection.one(
                """
                SELECT coalesce(a.target_id, n.place_id), p.name FROM place_note n JOIN place p ON p.id = n.place_id
                LEFT JOIN place_attachment a ON a.place_id = n.place_id AND a.trip_id = n.trip_id WHERE n.id = ? AND n.trip_id = ?
                """, [.id(id), .id(trip)]
            ) { (id: $0.id(0), name: $0.text(1)) }
            guard let place, let newest = try PlaceReportStore.newest(of: place.id, trip: trip, on: connection), newest.id == id else {
                throw Refusal.conflict("This can no longer be undone.")
            }
            try connection.run("DELETE FROM place_note WHERE id = ?", [.id(id)])
            try AuditStore.append(
                "place note undone", subject: .init(id: place.id, name: place.name), trip: trip, by: author, at: now, on: connection)
            connection.note(.places(trip, isForAll: false))
        }
    }
}
