import Database
import Domain

/// Cases of help and the calls in them. They are resolved, never deleted.
package struct HelpStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// What became of a call.
    package enum Outcome: Sendable, Equatable { case raised, added, repeated }

    private static let columns = """
        h.id, h.trip_id, h.member_id, trim(m.first_name || ' ' || m.last_name), m.phone, h.is_test, h.raised_at, h.is_waiting,
        h.taken_by, h.taken_name, h.taken_at, h.said_ok_at, h.outcome, h.words, h.resolved_name, h.resolved_at
        FROM help_case h JOIN member m ON m.id = h.member_id
        """

    private static func read(_ row: Row) -> HelpCase {
        let holder = row.optionalAt(10).map { HelpCase.Holder(account: row.optionalID(8), name: row.text(9), since: $0) }
        let ending = row.optionalAt(15).map {
            HelpCase.Ending(
                outcome: HelpCase.Outcome(rawValue: row.text(12)) ?? .other, words: row.text(13), name: row.text(14), at: $0)
        }
        return HelpCase(
            id: row.id(0), tripID: row.id(1), memberID: row.id(2), memberName: row.text(3), phone: row.text(4), isTest: row.boolean(5),
            raisedAt: row.at(6), calls: [], isWaiting: row.boolean(7), holder: holder, ending: ending, saidOKAt: row.optionalAt(11))
    }

    private static func call(_ row: Row) -> HelpCase.Call {
        let coordinates = row.optionalReal(5).flatMap { latitude in
            row.optionalReal(6).flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        let place = coordinates.flatMap { coordinates in
            row.optionalAt(8).map { HelpCase.Location(coordinates: coordinates, accuracy: row.optionalReal(7), fixedAt: $0) }
        }
        return HelpCase.Call(
            id: row.id(0), source: HelpCase.Call.Source(rawValue: row.text(1)) ?? .page, text: row.text(2), calledAt: row.at(3),
            receivedAt: row.at(4), place: place)
    }

    /// Calls, and the messages that sound like one; of a case that is open without those that are called false alarms.
    static func calls(of help: ID, _ connection: Connection) throws -> [HelpCase.Call] {
        try connection.all(
            """
            SELECT id, source, text, called_at, received_at, latitude, longitude, accuracy, fixed_at FROM help_call WHERE case_id = ?
            UNION ALL
            SELECT k.id, 'message', k.snapshot, k.opened_at, k.opened_at, NULL, NULL, NULL, NULL
            FROM moderation_case k JOIN help_case h ON h.id = k.help_id
            WHERE k.help_id = ? AND (k.is_urgent = 1 OR h.resolved_at IS NOT NULL)
            ORDER BY 5, 1
            """, [.id(help), .id(help)], call)
    }

    private static func cases(_ rest: String, _ values: [Value], _ connection: Connection) throws -> [HelpCase] {
        // Nearly always none.
        let bare = try connection.all("SELECT \(columns) \(rest)", values, read)
        return try bare.map { $0.with(try calls(of: $0.id, connection)) }
    }

    private func cases(_ rest: String, _ values: [Value]) throws -> [HelpCase] {
        try database.read { try HelpStore.cases(rest, values, $0) }
    }

    /// Of every trip, oldest first: who has waited longest is on top.
    package func open() throws -> [HelpCase] { try cases("WHERE h.resolved_at IS NULL ORDER BY h.raised_at, h.id", []) }

    /// Newest first.
    package func recent(trip: ID, limit: Int) throws -> [HelpCase] {
        try cases("WHERE h.trip_id = ? ORDER BY h.raised_at DESC, h.id LIMIT ?", [.id(trip), Value(limit)])
    }

    package func find(_ id: ID, trip: ID) throws -> HelpCase? { try database.read { try HelpStore.find(id, trip: trip, $0) } }

    static func find(_ id: ID, trip: ID, _ connection: Connection) throws -> HelpCase? {
        try cases("WHERE h.id = ? AND h.trip_id = ?", [.id(id), .id(trip)], connection).first
    }

    /// What was written of a case, without what is called a false alarm, with the conversation in which it stands.
    package func messages(of help: HelpCase) throws -> [HelpMessage] {
        try database.read { connection in
            try connection.all(
                """
                SELECT message_number, conversation_id FROM moderation_case
                WHERE help_id = ? AND is_urgent = 1 AND message_number IS NOT NULL AND conversation_id IS NOT NULL
                """, [.id(help.id)]
            ) { HelpMessage(number: $0.int(0), conversation: $0.id(1), help: help) }
        }
    }

    package func all(of member: ID) throws -> [HelpCase] {
        try cases("WHERE h.member_id = ? ORDER BY h.raised_at, h.id", [.id(member)])
    }

    package func newest(member: ID) throws -> HelpCase? {
        try cases("WHERE h.member_id = ? ORDER BY h.raised_at DESC, h.id LIMIT 1", [.id(member)]).first
    }

    /// Oldest first.
    package func entries(of help: ID) throws -> [HelpEntry] {
        try database.read { connection in
            try connection.all("SELECT kind, at, actor_name, text FROM help_entry WHERE case_id = ? ORDER BY number", [.id(help)]) {
                HelpEntry(kind: .init(rawValue: $0.text(0)) ?? .note, at: $0.at(1), name: $0.text(2), text: $0.text(3))
            }
        }
    }

    /// Phone number of the person who is on it, from their entry on the trip.
    package func takerPhone(of help: HelpCase) throws -> String {
        guard let account = help.holder?.account else { return "" }
        return try database.read { connection in
            try connection.one("SELECT phone FROM member WHERE account_id = ? AND trip_id = ?", [.id(account), .id(help.tripID)]) {
                $0.text(0)
            } ?? ""
        }
    }

    // MARK: calls

    /// Whether this call of a phone has arrived before.
    package func isKnown(_ client: ID, of member: ID) throws -> Bool {
        try database.read { try HelpStore.isKnown(client, of: member, $0) }
    }

    /// Opens a case, or adds the call to the one that is open.
    /// - Parameters:
    ///   - client: the phone's id of the call; a second arrival changes nothing.
    ///   - repetition: a tracker's alarm that comes again within this time only updates the position.
    package func add(
        _ call: HelpCase.Call, client: ID?, toOpenOr new: HelpCase, repetition: Duration, by author: Author
    ) async throws -> Outcome {
        try await database.change(isUrgent: true) { connection in
            if let client, try HelpStore.isKnown(client, of: new.memberID, connection) { return .repeated }
            let open = try HelpStore.openCase(of: new.memberID, isTest: new.isTest, connection)
            if let open, let last = try HelpStore.calls(of: open, connection).last, call.source == .tracker, last.source == .tracker,
                call.receivedAt - last.receivedAt < repetition
            {
                guard try HelpStore.move(last, to: call.place, connection) else { return .repeated }
                new.changes.forEach(connection.note)
                return .added
            }
            if open == nil { try HelpStore.insert(new, at: call.receivedAt, connection) }
            try HelpStore.insert(call, client: client, help: open ?? new.id, member: new.memberID, connection)
            if let open { try HelpStore.setWaiting(open, connection) }
            try AuditStore.append(
                (new.isTest ? "test SOS" : "SOS") + (open == nil ? "" : " again"), subject: .init(id: new.memberID, name: new.memberName),
                trip: new.tripID, changes: [AuditChange(field: "text", from: "", to: call.text)], by: author, at: call.receivedAt,
                on: connection)
            new.changes.forEach(connection.note)
            return open == nil ? .raised : .added
        }
    }

    static func openCase(of member: ID, isTest: Bool, _ connection: Connection) throws -> ID? {
        try connection.one(
            "SELECT id FROM help_case WHERE member_id = ? AND is_test = ? AND resolved_at IS NULL", [.id(member), Value(isTest)]
        ) { $0.id(0) }
    }

    /// They called again: whoever is on it, somebody has to say anew that they are. That they are OK holds no longer.
    static func setWaiting(_ help: ID, _ connection: Connection) throws {
        try connection.run("UPDATE help_case SET is_waiting = 1, said_ok_at = NULL WHERE id = ?", [.id(help)])
    }

    private static func isKnown(_ client: ID, of member: ID, _ connection: Connection) throws -> Bool {
        try connection.one("SELECT 1 FROM help_call WHERE member_id = ? AND client_id = ?", [.id(member), .id(client)]) { _ in true }
            ?? false
    }

    private static func move(_ call: HelpCase.Call, to place: HelpCase.Location?, _ connection: Connection) throws -> Bool {
        guard let place, place.fixedAt > call.place.map({ min($0.fixedAt, call.receivedAt) }) ?? Instant(seconds: 0) else { return false }
        try connection.run(
            "UPDATE help_call SET latitude = ?, longitude = ?, accuracy = ?, fixed_at = ? WHERE id = ?", values(of: place) + [.id(call.id)]
        )
        return true
    }

    private static func values(of place: HelpCase.Location?) -> [Value] {
        [Value(place?.coordinates.latitude), Value(place?.coordinates.longitude), Value(place?.accuracy), .at(place?.fixedAt)]
    }

    /// - Parameter now: if the clock was set back since the member's last case, the new one is dated after that: the member reads of the
    ///   newest.
    static func insert(_ help: HelpCase, at now: Instant, _ connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO help_case (id, trip_id, member_id, is_test, raised_at) VALUES (?, ?, ?, ?,
                max(?, coalesce((SELECT max(o.raised_at) + 1 FROM help_case o WHERE o.member_id = ? AND o.raised_at > ?), 0)))
            """,
            [
                .id(help.id), .id(help.tripID), .id(help.memberID), Value(help.isTest), .at(help.raisedAt), .id(help.memberID), .at(now),
            ])
    }

    private static func insert(_ call: HelpCase.Call, client: ID?, help: ID, member: ID, _ connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO help_call
                (id, case_id, member_id, client_id, source, text, called_at, received_at, latitude, longitude, accuracy, fixed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .id(call.id), .id(help), .id(member), .id(client), .text(call.source.rawValue), .text(call.text), .at(call.calledAt),
                .at(call.receivedAt),
            ] + values(of: call.place))
    }
}
