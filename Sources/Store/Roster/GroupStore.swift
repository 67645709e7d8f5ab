import Database
import Domain

/// Adding, renaming and leading groups. Membership is a field of the member: see `RosterStore`.
package struct GroupStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// - Returns: the roster version that it made.
    @discardableResult
    package func add(_ group: Group, trip: ID, by author: Author, at now: Instant) async throws -> Int {
        try await change(RosterAction.groupCreated, .init(id: group.id, name: group.name), trip: trip, by: author, at: now) { connection in
            try connection.run(
                "INSERT INTO member_group (id, trip_id, name, folded_name, category, places) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .id(group.id), .id(trip), .text(group.name), .text(folded(group.name)), .text(group.category),
                    Value(group.places.map(Int64.init)),
                ])
        }
    }

    /// - Parameters:
    ///   - group: as whoever changes it saw it.
    ///   - new: its leader must be in the group, unless they lead it already.
    /// - Returns: the roster version that it made.
    /// - Throws: a conflict where somebody else has changed the group since.
    @discardableResult
    package func update(_ group: Group, to new: Group, trip: ID, by author: Author, at now: Instant) async throws -> Int {
        try await change(
            RosterAction.groupChanged, .init(id: group.id, name: new.name), trip: trip, changes: GroupStore.changes(group, new), by: author,
            at: now
        ) { connection in
            guard let standing = try GroupStore.find(group.id, trip: trip, on: connection) else { throw Refusal.notFound }
            guard GroupStore.changes(standing, group).allSatisfy({ $0.from == $0.to }) else {
                throw Refusal.conflict("Somebody else has changed this group. Look at what it says now, then save again.")
            }
            if let leader = new.leaderID {
                let mayLead = try connection.one(
                    """
                    SELECT 1 FROM member_of_group WHERE group_id = ?1 AND member_id = ?2
                    UNION SELECT 1 FROM member_group WHERE id = ?1 AND leader_id = ?2
                    """, [.id(group.id), .id(leader)]
                ) { $0.boolean(0) }
                guard mayLead == true else {
                    throw Refusal.invalid([FieldError("leader", "The leader must be in the group.")])
                }
            }
            try GroupStore.write(new, trip: trip, on: connection)
        }
    }

    private static func changes(_ old: Group, _ new: Group) -> [AuditChange] {
        [
            AuditChange(field: "name", from: old.name, to: new.name),
            AuditChange(field: "leader", from: old.leaderID?.description ?? "", to: new.leaderID?.description ?? ""),
            AuditChange(field: "category", from: old.category, to: new.category),
            AuditChange(field: "places", from: old.places.map(String.init) ?? "", to: new.places.map(String.init) ?? ""),
        ]
    }

    private static func find(_ id: ID, trip: ID, on connection: Connection) throws -> Group? {
        try connection.one(
            "SELECT name, leader_id, category, places FROM member_group WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]
        ) {
            Group(id: id, name: $0.text(0), leaderID: $0.optionalID(1), category: $0.text(2), places: $0.optionalInteger(3).map(Int.init))
        }
    }

    private static func write(_ group: Group, trip: ID, on connection: Connection) throws {
        try connection.run(
            "UPDATE member_group SET name = ?, folded_name = ?, leader_id = ?, category = ?, places = ? WHERE id = ? AND trip_id = ?",
            [
                .text(group.name), .text(folded(group.name)), .id(group.leaderID), .text(group.category),
                Value(group.places.map(Int64.init)), .id(group.id), .id(trip),
            ])
    }

    /// Sets the group's fields back that still are what the entry says; nil where none is, or the group is gone.
    static func takeBack(_ entry: AuditEntry, trip: ID, on connection: Connection) throws -> [AuditChange]? {
        guard let old = try find(entry.subjectID, trip: trip, on: connection) else { return nil }
        let now = Dictionary(firstOf: changes(old, old).map { ($0.field, $0.to) })
        let back = Dictionary(firstOf: entry.changes.filter { now[$0.field] == $0.to }.map { ($0.field, $0.from) })
        let name = back["name"] ?? old.name
        let isTaken = try connection.one(
            "SELECT 1 FROM member_group WHERE trip_id = ? AND folded_name = ? AND id <> ?",
            [.id(trip), .text(folded(name)), .id(old.id)]
        ) { $0.boolean(0) }
        guard !back.isEmpty, isTaken != true else { return nil }
        let leader = try leaderToPutBack(back["leader"], instead: old, on: connection)
        let new = Group(
            id: old.id, name: name, leaderID: leader, category: back["category"] ?? old.category,
            places: back["places"].map { $0.whole(in: Lane.capacities) } ?? old.places)
        try write(new, trip: trip, on: connection)
        return changes(old, new).filter { $0.from != $0.to }
    }

    /// Who has left the group meanwhile does not lead it again.
    private static func leaderToPutBack(_ text: String?, instead group: Group, on connection: Connection) throws -> ID? {
        guard let text else { return group.leaderID }
        guard let leader = ID(text) else { return nil }
        let isMember = try connection.one(
            "SELECT 1 FROM member_of_group WHERE group_id = ? AND member_id = ?", [.id(group.id), .id(leader)]
        ) { $0.boolean(0) }
        return isMember == true ? leader : nil
    }

    func change(
        _ action: String, _ subject: AuditStore.Subject, trip: ID, changes: [AuditChange] = [], by author: Author, at now: Instant,
        _ body: @escaping @Sendable (Connection) throws -> Void
    ) async throws -> Int {
        try await database.change { connection in
            do {
                try body(connection)
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.invalid([FieldError("name", "Another group of this trip has this name. Choose another one.")])
            }
            let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            var subject = subject
            subject.rosterVersion = version
            try AuditStore.append(
                action, subject: subject, trip: trip, changes: changes.filter { $0.from != $0.to }, by: author, at: now, on: connection)
            return version
        }
    }
}
