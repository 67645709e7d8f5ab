import Database
import Domain

/// Own columns of a trip's roster: which there are. Their values are part of the members: see `RosterStore`.
package struct OwnColumnStore: Sendable {
    private let database: AppDatabase
    private let cache: ReadCache<ID, [OwnColumn]>
    package init(_ database: AppDatabase) {
        self.database = database
        cache = ReadCache(database, limit: 100)
    }

    /// In their order; deleted ones are not among them. Every list of members asks for them, so they are kept.
    package func list(trip: ID) throws -> [OwnColumn] {
        try cache.value(for: trip) { try database.read { try RosterStore.ownColumns(trip: trip, on: $0) } }
    }

    /// A column that can be brought back until `until`.
    package struct Deleted: Sendable {
        package let id: ID
        package let name: String
        package let valueCount: Int
        package let until: Instant
    }

    /// How many members have a value in each column of a trip.
    package func valueCounts(trip: ID) throws -> [ID: Int] {
        try database.read { connection in
            let counts = try connection.all(
                """
                SELECT c.id, count(*) FROM own_column c JOIN own_value v ON v.column_id = c.id JOIN member m ON m.id = v.member_id
                WHERE c.trip_id = ? AND m.deleted_at IS NULL GROUP BY c.id
                """, [.id(trip)]
            ) { ($0.id(0), $0.int(1)) }
            return Dictionary(counts, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Each different value of a column, and how many have it.
    package func values(of column: ID) throws -> [(value: String, count: Int)] {
        try database.read {
            try $0.all("SELECT value, count(*) FROM own_value WHERE column_id = ? GROUP BY value ORDER BY value", [.id(column)]) {
                ($0.text(0), $0.int(1))
            }
        }
    }

    /// The newest first.
    package func deleted(trip: ID) throws -> [Deleted] {
        try database.read { connection in
            try connection.all(
                """
                SELECT c.id, c.name, (SELECT count(*) FROM own_value v WHERE v.column_id = c.id), c.deleted_at
                FROM own_column c WHERE c.trip_id = ? AND c.deleted_at IS NOT NULL ORDER BY c.deleted_at DESC, c.id
                """, [.id(trip)]
            ) {
                Deleted(id: $0.id(0), name: $0.text(1), valueCount: $0.int(2), until: $0.at(3) + .days(OwnColumn.keptDays))
            }
        }
    }

    // MARK: changing

    package func add(_ column: OwnColumn, trip: ID, by author: Author, at now: Instant) async throws {
        try await change(trip, by: author, at: now) { revision, connection in
            try OwnColumnStore.insert(column, in: revision, on: connection)
        }
    }

    /// In the transaction that makes `revision`.
    static func insert(_ column: OwnColumn, in revision: RosterRevision, on connection: Connection) throws {
        try requireRoom(trip: revision.trip, on: connection)
        try connection.run(
            """
            INSERT INTO own_column (id, trip_id, name, folded_name, kind, choices, place, is_listed, is_seen_by_self, version)
            VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM own_column WHERE trip_id = ?), ?, ?, ?)
            """,
            [
                .id(column.id), .id(revision.trip), .text(column.name), .text(folded(column.name)), .text(column.kind.rawValue),
                .text(column.choices.joined(separator: "\n")), .id(revision.trip), Value(column.isListed), Value(column.isSeenBySelf),
                Value(revision.version),
            ])
        try record(RosterAction.columnAdded, column, in: revision, on: connection)
    }

    /// - Parameter column: as it is to be; its version is the one that the edit started from.
    /// - Parameter renamed: values that the new form writes differently.
    package func update(
        _ column: OwnColumn, renamed: [(from: String, to: String)], trip: ID, by author: Author, at now: Instant
    ) async throws {
        try await change(trip, by: author, at: now) { revision, connection in
            let old = try OwnColumnStore.find(column.id, trip: trip, on: connection)
            guard old.version == column.version else {
                throw Refusal.conflict("Somebody else has changed this column. Reload the page to see it.")
            }
            try connection.run(
                """
                UPDATE own_column SET name = ?, folded_name = ?, kind = ?, choices = ?, is_listed = ?, is_seen_by_self = ?, version = ?
                WHERE id = ?
                """,
                [
                    .text(column.name), .text(folded(column.name)), .text(column.kind.rawValue),
                    .text(column.choices.joined(separator: "\n")), Value(column.isListed), Value(column.isSeenBySelf),
                    Value(revision.version), .id(column.id),
                ])
            for (from, to) in renamed {
                try connection.run(
                    "UPDATE own_value SET value = ? WHERE column_id = ? AND value = ?", [.text(to), .id(column.id), .text(from)])
            }
            try OwnColumnStore.record(RosterAction.columnChanged, column, old.changes(to: column), in: revision, on: connection)
        }
    }

    /// One place up or down; at the end nothing changes.
    package func move(_ id: ID, isUp: Bool, trip: ID, by author: Author, at now: Instant) async throws {
        try await change(trip, by: author, at: now) { revision, connection in
            var columns = try RosterStore.ownColumns(trip: trip, on: connection)
            guard let index = columns.firstIndex(where: { $0.id == id }) else { throw Refusal.notFound }
            let other = isUp ? index - 1 : index + 1
            guard columns.indices.contains(other) else { return }
            columns.swapAt(index, other)
            for (place, column) in columns.enumerated() {
                try connection.run("UPDATE own_column SET place = ? WHERE id = ?", [Value(place + 1), .id(column.id)])
            }
            try OwnColumnStore.record(RosterAction.columnMoved, columns[other], in: revision, on: connection)
        }
    }

    package func delete(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await change(trip, by: author, at: now) { try OwnColumnStore.delete(id, in: $0, on: $1) }
    }

    /// Its values stay for a while, so that it can be brought back.
    static func delete(_ id: ID, in revision: RosterRevision, on connection: Connection) throws {
        let column = try find(id, trip: revision.trip, on: connection)
        try connection.run("UPDATE own_column SET deleted_at = ? WHERE id = ?", [.at(revision.now), .id(id)])
        try record(RosterAction.columnDeleted, column, in: revision, on: connection)
    }

    package func restore(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await change(trip, by: author, at: now) { revision, connection in
            try OwnColumnStore.requireRoom(trip: trip, on: connection)
            let count = try connection.run(
                "UPDATE own_column SET deleted_at = NULL, version = ? WHERE id = ? AND trip_id = ? AND deleted_at IS NOT NULL",
                [Value(revision.version), .id(id), .id(trip)])
            guard count == 1 else { throw Refusal.notFound }
            try OwnColumnStore.record(
                RosterAction.columnBack, try OwnColumnStore.find(id, trip: trip, on: connection), in: revision, on: connection)
        }
    }

    /// Columns that were deleted before then, with their values.
    package func forget(deletedBefore time: Instant) async throws {
        let isAny = try database.read {
            try $0.one("SELECT 1 FROM own_column WHERE deleted_at < ? LIMIT 1", [.at(time)]) { $0.boolean(0) }
        }
        guard isAny == true else { return }
        try await database.change { connection in
            _ = try connection.run("DELETE FROM own_column WHERE deleted_at < ?", [.at(time)])
        }
    }

    // MARK: parts

    private static func find(_ id: ID, trip: ID, on connection: Connection) throws -> OwnColumn {
        guard let column = try RosterStore.ownColumns(trip: trip, on: connection).first(where: { $0.id == id }) else {
            throw Refusal.notFound
        }
        return column
    }

    private static func requireRoom(trip: ID, on connection: Connection) throws {
        guard try RosterStore.ownColumns(trip: trip, on: connection).count < OwnColumn.limit else {
            throw Refusal.conflict("A trip has at most \(OwnColumn.limit) columns of its own. Delete one first.")
        }
    }

    private static func record(
        _ action: String, _ column: OwnColumn, _ changes: [AuditChange] = [], in revision: RosterRevision, on connection: Connection
    ) throws {
        try AuditStore.append(
            action, subject: .init(id: column.id, name: column.name, rosterVersion: revision.version), trip: revision.trip,
            changes: changes, by: revision.author, at: revision.now, on: connection)
    }

    private func change(
        _ trip: ID, by author: Author, at now: Instant, _ body: @escaping @Sendable (RosterRevision, Connection) throws -> Void
    ) async throws {
        try await database.change { connection in
            let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            do {
                try body(RosterRevision(trip: trip, version: version, author: author, now: now), connection)
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.invalid([FieldError("name", "Another column of this trip has this name. Choose another one.")])
            }
        }
    }
}

extension OwnColumn {
    /// What differs, as text, for the trail.
    func changes(to new: OwnColumn) -> [AuditChange] {
        func yes(_ holds: Bool) -> String { holds ? "yes" : "no" }
        return [
            AuditChange(field: "name", from: name, to: new.name),
            AuditChange(field: "kind", from: kind.rawValue, to: new.kind.rawValue),
            AuditChange(field: "choices", from: choices.joined(separator: ", "), to: new.choices.joined(separator: ", ")),
            AuditChange(field: "in the list", from: yes(isListed), to: yes(new.isListed)),
            AuditChange(field: "shown to the person", from: yes(isSeenBySelf), to: yes(new.isSeenBySelf)),
        ].filter { $0.from != $0.to }
    }
}
