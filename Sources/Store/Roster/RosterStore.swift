import Database
import Domain

/// Members and their groups. Every change raises the trip's roster version once and leaves its audit entries.
package struct RosterStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// The columns of `member` that hold typed fields: all but the groups.
    static let stored = MemberField.allCases.filter { $0 != .groups }
    private static let storedColumns = stored.map(\.rawValue).joined(separator: ", ")
    private static let listedColumns = MemberField.listed.filter { $0 != .groups }.map { "m." + $0.rawValue }
        .joined(separator: ", ")
    private static let groupPosition = MemberField.listed.firstIndex(of: .groups) ?? 0

    // MARK: reading

    /// Every member in order of name, with those of the channels that reach them.
    package func rows(trip: ID, reachedBy channels: [DeliveryChannel]) throws -> [RosterRow] {
        try database.read { connection in
            let groups = try RosterStore.groupTexts(trip: trip, on: connection)
            let own = try RosterStore.ownValues(trip: trip, on: connection)
            let reach = try AddressBook.reach(trip: trip, by: channels, on: connection)
            let count = MemberField.listed.count - 1
            return try connection.all(
                """
                SELECT m.id, \(Role.column), m.medical_notes <> '', m.sharing_paused_at IS NOT NULL,
                    (SELECT count(*) FROM tracker t WHERE t.member_id = m.id AND t.revoked_at IS NULL),
                    m.account_id IS NOT NULL, m.photo_id, \(RosterStore.listedColumns)
                FROM member m WHERE m.trip_id = ? AND m.\(RosterStore.isListed) ORDER BY m.sort_name, m.id
                """, [.id(trip)]
            ) { row in
                let id = row.id(0)
                var fields = (0..<count).map { row.text(Int32(7 + $0)) }
                fields.insert(groups[id] ?? "", at: RosterStore.groupPosition)
                var line = RosterRow(
                    id: id, role: Role(row, 1), fields: fields, hasMedicalNotes: row.boolean(2), isPaused: row.boolean(3),
                    trackerCount: row.int(4), hasAccount: row.boolean(5), photo: row.optionalID(6))
                (line.own, line.reach) = (own[id] ?? OwnValues(), reach[id] ?? [])
                return line
            }
        }
    }

    private static func groupTexts(trip: ID, on connection: Connection) throws -> [ID: String] {
        var texts: [ID: String] = [:]
        try connection.each(
            """
            SELECT o.member_id, g.name FROM member_group g JOIN member_of_group o ON o.group_id = g.id
            WHERE g.trip_id = ? ORDER BY g.folded_name
            """, [.id(trip)]
        ) { row in
            let name = row.text(1)
            texts[row.id(0), default: ""] += texts[row.id(0)] == nil ? name : "; " + name
        }
        return texts
    }

    package func member(_ id: ID, trip: ID) throws -> Member? {
        try database.read { connection in
            guard let visibleFields = try RosterStore.fields(of: id, trip: trip, on: connection) else { return nil }
            return try connection.one(
                "SELECT account_id, \(Role.column), sharing_paused_at, version, photo_id FROM member WHERE id = ? AND trip_id = ?",
                [.id(id), .id(trip)]
            ) { row in
                var visible = visibleFields
                let hasMedicalNotes = !visible[.medicalNotes].isEmpty
                visible[.medicalNotes] = ""
                return Member(
                    id: id, tripID: trip, accountID: row.optionalID(0), role: Role(row, 1),
                    fields: visible, hasMedicalNotes: hasMedicalNotes, sharingPausedAt: row.optionalAt(2),
                    version: row.int(3), photo: row.optionalID(4))
            }
        }
    }

    /// One member's fields, medical notes included: for that member alone.
    package func ownFields(_ id: ID, trip: ID) throws -> MemberFields? {
        try database.read { try RosterStore.fields(of: id, trip: trip, on: $0) }
    }

    /// Everybody's fields, medical notes included: what an import compares with.
    package func allFields(trip: ID) throws -> [(id: ID, fields: MemberFields)] {
        try database.read { connection in
            let groups = try RosterStore.groupTexts(trip: trip, on: connection)
            let own = try RosterStore.ownValues(trip: trip, on: connection)
            return try connection.all(
                "SELECT id, \(RosterStore.storedColumns) FROM member WHERE trip_id = ? AND \(RosterStore.isListed)", [.id(trip)]
            ) { row in
                var fields = MemberFields()
                for (index, field) in RosterStore.stored.enumerated() { fields[field] = row.text(Int32(index + 1)) }
                fields[.groups] = groups[row.id(0)] ?? ""
                fields.own = own[row.id(0)] ?? OwnValues()
                return (row.id(0), fields)
            }
        }
    }

    package func groups(trip: ID) throws -> [Group] {
        try database.read { connection in
            try connection.all(
                """
                SELECT g.id, g.name, g.leader_id, trim(coalesce(l.first_name || ' ' || l.last_name, '')),
                    (SELECT count(*) FROM member_of_group o JOIN member x ON x.id = o.member_id
                        WHERE o.group_id = g.id AND x.status NOT IN ('cancelled', 'left')), g.category, g.places
                FROM member_group g LEFT JOIN member l ON l.id = g.leader_id AND l.\(RosterStore.isListed)
                WHERE g.trip_id = ? ORDER BY g.folded_name
                """, [.id(trip)]
            ) { row in
                Group(
                    id: row.id(0), name: row.text(1), leaderID: row.optionalID(2), leaderName: row.text(3),
                    memberCount: row.int(4), category: row.text(5), places: row.optionalInteger(6).map(Int.init))
            }
        }
    }

    // MARK: changing members

    /// Applies the batch in one transaction and returns the roster version that it made, or the standing one
    /// when nothing differed.
    package func apply(
        _ batch: Batch, trip: ID, by author: Author, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> Int {
        try await database.change { connection in
            let current = try RosterStore.version(trip: trip, on: connection)
            if let expected = batch.expectedRosterVersion, expected != current {
                throw Refusal.conflict("The roster has changed (v\(current)). Look at the preview again.")
            }
            let revision = RosterRevision(trip: trip, version: current + 1, author: author, now: now)
            for column in batch.columns { try OwnColumnStore.insert(column, in: revision, on: connection) }
            var isChanged = !batch.added.isEmpty || !batch.columns.isEmpty
            for member in batch.added {
                try RosterStore.insert(member, trip: trip, version: revision.version, at: now, on: connection)
                try RosterStore.setGroups(member.fields.groupNames, of: member.id, trip: trip, newID: newID, on: connection)
                try RosterStore.setOwn(member.fields.own, from: OwnValues(), of: member.id, trip: trip, on: connection)
                try RosterStore.record(
                    RosterAction.added, of: member.id, from: MemberFields(), to: member.fields, in: revision, on: connection)
            }
            for change in batch.changed {
                let isDifferent = try RosterStore.apply(change, batch.action, in: revision, newID: newID, on: connection)
                isChanged = isChanged || isDifferent
            }
            guard isChanged else { return current }
            return try RosterStore.nextVersion(trip: trip, at: now, on: connection)
        }
    }

    static func apply(
        _ change: Change, _ action: String, in revision: RosterRevision, newID: () -> ID, on connection: Connection
    ) throws -> Bool {
        guard let old = try fields(of: change.id, trip: revision.trip, on: connection) else { throw Refusal.notFound }
        // A change that is already in place is no conflict: a form sent again after a lost response, for instance.
        let new = change.transform(old)
        guard new != old else { return false }
        if let expected = change.expectedVersion {
            let found = try connection.one("SELECT version FROM member WHERE id = ?", [.id(change.id)]) { $0.int(0) }
            guard found == expected else {
                throw Refusal.conflict("Somebody else has changed this member. Reload the page to see it.")
            }
        }
        try connection.run(
            """
            UPDATE member SET \(stored.map { "\($0.rawValue) = ?" }.joined(separator: ", ")), sort_name = ?, version = ?
            WHERE id = ?
            """, stored.map { .text(new[$0]) } + [.text(sortName(new)), Value(revision.version), .id(change.id)])
        if old[.groups] != new[.groups] {
            try setGroups(new.groupNames, of: change.id, trip: revision.trip, newID: newID, on: connection)
        }
        try setOwn(new.own, from: old.own, of: change.id, trip: revision.trip, on: connection)
        try record(action, of: change.id, from: old, to: new, in: revision, on: connection)
        return true
    }

    private static func record(
        _ action: String, of id: ID, from old: MemberFields, to new: MemberFields, in revision: RosterRevision, on connection: Connection
    ) throws {
        let own = try ownChanges(from: old.own, to: new.own, trip: revision.trip, on: connection)
        try AuditStore.append(
            action, subject: .init(id: id, name: new.fullName, rosterVersion: revision.version), trip: revision.trip,
            changes: old.changes(to: new).map(AuditChange.init) + own, by: revision.author, at: revision.now, on: connection)
    }

    static func insert(
        _ member: NewMember, trip: ID, version: Int, at now: Instant, on connection: Connection
    ) throws {
        let marks = Array(repeating: "?", count: stored.count + 9).joined(separator: ", ")
        try connection.run(
            """
            INSERT INTO member (\(storedColumns), id, trip_id, account_id, role, is_medic, sort_name, version, created_at, shares_with)
            VALUES (\(marks))
            """,
            stored.map { .text(member.fields[$0]) } + [
                .id(member.id), .id(trip), .id(member.accountID),
            ] + member.role.stored + [.text(sortName(member.fields)), Value(version), .at(now), .text(member.sharing.rawValue)])
    }

    private static func sortName(_ fields: MemberFields) -> String {
        folded((fields[.lastName].isEmpty ? fields[.firstName] : fields[.lastName] + " " + fields[.firstName]))
    }

    static func fields(of id: ID, trip: ID, on connection: Connection) throws -> MemberFields? {
        var found = try connection.one(
            "SELECT \(storedColumns) FROM member WHERE id = ? AND trip_id = ? AND \(isListed)", [.id(id), .id(trip)]
        ) { row in
            var fields = MemberFields()
            for (index, field) in stored.enumerated() { fields[field] = row.text(Int32(index)) }
            return fields
        }
        let groups = try connection.all(
            """
            SELECT g.name FROM member_of_group o JOIN member_group g ON g.id = o.group_id
            WHERE o.member_id = ? ORDER BY g.folded_name
            """, [.id(id)]
        ) { $0.text(0) }
        found?[.groups] = GroupNames.join(groups)
        if found != nil { found?.own = try ownValues(of: id, on: connection) }
        return found
    }

    private static func setGroups(
        _ names: [String], of member: ID, trip: ID, newID: () -> ID, on connection: Connection
    ) throws {
        try connection.run("DELETE FROM member_of_group WHERE member_id = ?", [.id(member)])
        for name in names {
            try connection.run(
                """
                INSERT INTO member_group (id, trip_id, name, folded_name) VALUES (?, ?, ?, ?)
                ON CONFLICT (trip_id, folded_name) DO NOTHING
                """, [.id(newID()), .id(trip), .text(name), .text(folded(name))])
            try connection.run(
                """
                INSERT INTO member_of_group (group_id, member_id)
                SELECT id, ? FROM member_group WHERE trip_id = ? AND folded_name = ?
                """, [.id(member), .id(trip), .text(folded(name))])
        }
    }
}
