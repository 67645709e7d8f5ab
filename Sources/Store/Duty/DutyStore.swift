import Database
import Domain

/// Who is on duty when. Each change is one transaction with its line in the trail.
package struct DutyStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let columns = """
        d.id, d.member_id, trim(h.first_name || ' ' || h.last_name), h.phone, d.offered_id, trim(o.first_name || ' ' || o.last_name),
        o.phone, d.starts_at, d.ends_at
        FROM duty d LEFT JOIN member h ON h.id = d.member_id LEFT JOIN member o ON o.id = d.offered_id
        """

    private static func read(_ row: Row) -> Duty {
        Duty(
            id: row.id(0), holder: row.optionalID(1).map { .init(id: $0, name: row.text(2), phone: row.text(3)) },
            offered: row.optionalID(4).map { .init(id: $0, name: row.text(5), phone: row.text(6)) }, startsAt: row.at(7), endsAt: row.at(8))
    }

    /// Those that end after a moment.
    package func list(trip: ID, from start: Instant) throws -> [Duty] {
        try database.read { connection in
            try connection.all(
                "SELECT \(DutyStore.columns) WHERE d.trip_id = ? AND d.ends_at > ? ORDER BY d.starts_at, d.id LIMIT ?",
                [.id(trip), .at(start), Value(Duty.most)], DutyStore.read)
        }
    }

    private static func find(_ id: ID, trip: ID, _ connection: Connection) throws -> Duty {
        guard let found = try connection.one("SELECT \(columns) WHERE d.id = ? AND d.trip_id = ?", [.id(id), .id(trip)], read) else {
            throw Refusal.notFound
        }
        return found
    }

    /// SQL: the members on duty on a trip at a moment; takes the trip and the moment twice.
    static let onDuty =
        "SELECT d.member_id FROM duty d WHERE d.trip_id = ? AND d.starts_at <= ? AND d.ends_at > ? AND d.member_id IS NOT NULL"

    // MARK: changes

    /// - Parameter isAccepted: the person is the one who writes it down.
    package func add(_ new: Duty, trip: ID, isAccepted: Bool, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try DutyStore.insert(new, "duty planned", trip, by: author, at: now, connection)
        }
    }

    private static func insert(
        _ new: Duty, _ action: String, _ trip: ID, by author: Author, at now: Instant, _ connection: Connection
    ) throws {
        guard let person = new.holder ?? new.offered else { return }
        for one in [new.holder, new.offered].compactMap(\.self) {
            try refuseOverlap(of: one.id, new.startsAt, new.endsAt, but: nil, trip, connection)
        }
        let count = try connection.one("SELECT count(*) FROM duty WHERE trip_id = ? AND ends_at > ?", [.id(trip), .at(now)]) { $0.int(0) }
        guard count ?? 0 < Duty.most else { throw Refusal.conflict("At most \(Duty.most) duties can be planned. Remove some first.") }
        try connection.run(
            """
            INSERT INTO duty (id, trip_id, member_id, offered_id, starts_at, ends_at, made_by, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .id(new.id), .id(trip), .id(new.holder?.id), .id(new.offered?.id), .at(new.startsAt), .at(new.endsAt), .text(author.name),
                .at(now),
            ])
        if let offered = new.offered { try ask(offered.id, new, trip, by: author, at: now, connection) }
        try log(action, person, trip, by: author, at: now, connection)
    }

    /// Asks somebody to take a duty over. Until they accept, it stays with whoever has it.
    package func offer(_ id: ID, to person: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let duty = try DutyStore.find(id, trip: trip, connection)
            guard duty.endsAt > now else { throw Refusal.conflict("This duty is over.") }
            guard duty.holder?.id != person else { throw Refusal.conflict("They already have this duty.") }
            try DutyStore.refuseOverlap(of: person, duty.startsAt, duty.endsAt, but: id, trip, connection)
            try connection.run("UPDATE duty SET offered_id = ? WHERE id = ?", [.id(person), .id(id)])
            try NoticeStore.recall(subject: id, at: now, on: connection)
            try DutyStore.ask(person, duty, trip, by: author, at: now, connection)
        }
    }

    /// - Parameter person: whoever answers; nobody answers for somebody else.
    package func answer(_ id: ID, isAccepted: Bool, person: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let duty = try DutyStore.find(id, trip: trip, connection)
            guard let offered = duty.offered, offered.id == person else {
                throw Refusal.conflict("This duty is no longer offered to you.")
            }
            try NoticeStore.recall(subject: id, at: now, on: connection)
            if isAccepted {
                try DutyStore.refuseOverlap(of: person, duty.startsAt, duty.endsAt, but: id, trip, connection)
                try connection.run("UPDATE duty SET member_id = ?, offered_id = NULL WHERE id = ?", [.id(person), .id(id)])
            } else if duty.holder == nil {
                try connection.run("DELETE FROM duty WHERE id = ?", [.id(id)])
            } else {
                try connection.run("UPDATE duty SET offered_id = NULL WHERE id = ?", [.id(id)])
            }
            try DutyStore.log(isAccepted ? "duty accepted" : "duty declined", offered, trip, by: author, at: now, connection)
        }
    }

    package func remove(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let duty = try DutyStore.find(id, trip: trip, connection)
            try NoticeStore.recall(subject: id, at: now, on: connection)
            try connection.run("DELETE FROM removed_duty WHERE id = ?", [.id(id)])
            try connection.run(
                """
                INSERT INTO removed_duty (id, trip_id, member_id, offered_id, starts_at, ends_at, removed_at)
                SELECT id, trip_id, member_id, offered_id, starts_at, ends_at, ? FROM duty WHERE id = ?
                """, [.at(now), .id(id)])
            try connection.run("DELETE FROM duty WHERE id = ?", [.id(id)])
            if let person = duty.holder ?? duty.offered { try DutyStore.log("duty removed", person, trip, by: author, at: now, connection) }
        }
    }

    /// What is kept of one that was removed: who its people are is looked up anew.
    package typealias Removed = (id: ID, holder: ID?, offered: ID?, startsAt: Instant, endsAt: Instant)

    /// One that was removed a moment ago; nil where nothing is kept of it.
    package func removed(_ id: ID, trip: ID, at now: Instant) throws -> Removed? {
        try database.read { connection in
            try connection.one(
                """
                SELECT id, member_id, offered_id, starts_at, ends_at FROM removed_duty WHERE id = ? AND trip_id = ? AND removed_at > ?
                """, [.id(id), .id(trip), .at(now - PassingState.undoLasts)]
            ) { ($0.id(0), $0.optionalID(1), $0.optionalID(2), $0.at(3), $0.at(4)) }
        }
    }

    package func exists(_ id: ID, trip: ID) throws -> Bool { try database.read { try DutyStore.exists(id, trip, $0) } }

    private static func exists(_ id: ID, _ trip: ID, _ connection: Connection) throws -> Bool {
        try connection.one("SELECT 1 FROM duty WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]) { _ in true } ?? false
    }

    /// As it was: whoever had it has it, and whoever was asked is asked again. After a second press there is nothing to do.
    /// - Throws: a conflict where it is over; invalid where they are on duty at that time by now.
    package func restore(_ duty: Duty, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            guard try !DutyStore.exists(duty.id, trip, connection) else { return }
            guard duty.endsAt > now else { throw Refusal.conflict("This duty is over.") }
            try DutyStore.insert(duty, "duty restored", trip, by: author, at: now, connection)
            try connection.run("DELETE FROM removed_duty WHERE id = ?", [.id(duty.id)])
        }
    }

    // MARK: parts

    private static func refuseOverlap(
        of person: ID, _ start: Instant, _ end: Instant, but id: ID?, _ trip: ID, _ connection: Connection
    ) throws {
        let other = try connection.one(
            """
            SELECT 1 FROM duty WHERE trip_id = ? AND (member_id = ? OR offered_id = ?) AND starts_at < ? AND ends_at > ?
                AND id IS DISTINCT FROM ?
            """, [.id(trip), .id(person), .id(person), .at(end), .at(start), .id(id)]
        ) { _ in true }
        if other != nil { throw Refusal.invalid([FieldError("member", "They are already on duty at that time.")]) }
    }

    private static func ask(
        _ person: ID, _ duty: Duty, _ trip: ID, by author: Author, at now: Instant, _ connection: Connection
    ) throws {
        let zone = try connection.one("SELECT time_zone FROM trip WHERE id = ?", [.id(trip)]) { TripZone($0.text(0)) } ?? nil
        let (start, end) = ((zone ?? .utc).local(duty.startsAt), (zone ?? .utc).local(duty.endsAt))
        let notice = NewNotice(
            person: .member(person, trip: trip), kind: .duty, subject: duty.id, urgency: .high, topic: "duty:\(duty.id)",
            title: Texts.said("\(author.name) asks you to be on duty"),
            text: Texts.said("\(start.day.short) \(start.clock) to \(end.day.short) \(end.clock)"), expiresAt: duty.endsAt)
        try NoticeStore.add([notice], at: now, on: connection)
    }

    private static func log(
        _ action: String, _ person: Duty.Person, _ trip: ID, by author: Author, at now: Instant, _ connection: Connection
    ) throws {
        try AuditStore.append(action, subject: .init(id: person.id, name: person.name), trip: trip, by: author, at: now, on: connection)
    }
}
