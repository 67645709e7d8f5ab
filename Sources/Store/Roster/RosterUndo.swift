import Database
import Domain

/// Taking back what one version of the roster changed, as far as it still stands.
extension RosterStore {
    package struct UndoResult: Sendable {
        package let rosterVersion: Int
        /// How many are as they were before, in whole or in part.
        package let count: Int
        /// Names of those who were added and stay, as cancelled, since a link, an invitation or a tracker refers to them.
        package let cancelled: [String]
        /// Names of members whose values somebody changed since, or who joined since.
        package let left: [String]
    }

    /// - Throws: a conflict where nothing of it stands any more.
    package func undo(
        _ version: Int, trip: ID, by author: Author, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> UndoResult {
        try await database.change { connection in
            let undo = Undo(
                of: version, trip: trip, next: try RosterStore.version(trip: trip, on: connection) + 1, author: author, now: now,
                newID: newID,
                connection: connection)
            var (count, cancelled, left) = (0, [String](), [String]())
            let entries = try AuditStore.entries(rosterVersion: version, trip: trip, on: connection)
            // Columns last: what came into them goes first.
            for entry in entries.filter({ $0.action != RosterAction.columnAdded })
                + entries.filter({ $0.action == RosterAction.columnAdded })
            {
                let outcome = try undo.takeBack(entry)
                if outcome == .all || outcome == .some { count += 1 }
                if outcome == .cancelled { cancelled.append(entry.subjectName) }
                if outcome == .nothing || outcome == .some { left.append(entry.subjectName) }
            }
            guard count > 0 || !cancelled.isEmpty else {
                throw Refusal.conflict("Nothing of v\(version) can be undone: all of it has changed again since.")
            }
            return UndoResult(
                rosterVersion: try RosterStore.nextVersion(trip: trip, at: now, on: connection), count: count, cancelled: cancelled,
                left: left)
        }
    }

    private enum Outcome { case all, some, cancelled, nothing }

    private struct Undo {
        let version: Int
        let trip: ID
        let next: Int
        let author: Author
        let now: Instant
        let newID: @Sendable () -> ID
        let connection: Connection

        init(
            of version: Int, trip: ID, next: Int, author: Author, now: Instant, newID: @escaping @Sendable () -> ID, connection: Connection
        ) {
            (self.version, self.trip, self.next, self.author, self.now) = (version, trip, next, author, now)
            (self.newID, self.connection) = (newID, connection)
        }

        func takeBack(_ entry: AuditEntry) throws -> Outcome {
            switch entry.action {
            case RosterAction.added: try remove(entry)
            case RosterAction.columnAdded: try removeColumn(entry)
            case let action where RosterAction.ofLanes.contains(action): try lane(entry)
            default: try restore(entry)
            }
        }

        /// A column that came with an import goes with it, and can be brought back like any other.
        private func removeColumn(_ entry: AuditEntry) throws -> Outcome {
            guard try RosterStore.ownColumns(trip: trip, on: connection).contains(where: { $0.id == entry.subjectID }) else {
                return .nothing
            }
            let revision = RosterRevision(trip: trip, version: next, author: author, now: now)
            try OwnColumnStore.delete(entry.subjectID, in: revision, on: connection)
            return .all
        }

        /// Fields that still hold what they were set to go back; medical notes are not in the trail and stay.
        func restore(_ entry: AuditEntry) throws -> Outcome {
            guard RosterAction.undoable.contains(entry.action),
                let current = try RosterStore.fields(of: entry.subjectID, trip: trip, on: connection)
            else { return .nothing }
            let standing = entry.changes.compactMap { change -> (field: MemberField, from: String)? in
                guard let field = MemberField(rawValue: change.field), !field.isMedical, current[field] == change.to else { return nil }
                return (field, change.from)
            }
            let own = entry.changes.compactMap { change -> (column: ID, from: String)? in
                guard let (id, _) = OwnColumn.trailed(change.field), current.own[id] == change.to else { return nil }
                return (id, change.from)
            }
            let isDone = try apply(entry.subjectID) { old in
                var new = old
                for (field, from) in standing { new[field] = from }
                for (column, from) in own { new.own[column] = from }
                return new
            }
            return !isDone ? .nothing : standing.count + own.count == entry.changes.count ? .all : .some
        }

        /// Deletes a member whom nothing has changed since; cancels one to whom an invitation or a tracker refers.
        func remove(_ entry: AuditEntry) throws -> Outcome {
            let found = try connection.one(
                "SELECT version, account_id IS NOT NULL FROM member WHERE id = ? AND trip_id = ?", [.id(entry.subjectID), .id(trip)]
            ) { (version: $0.int(0), hasAccount: $0.boolean(1)) }
            guard let found, found.version == version, !found.hasAccount else { return .nothing }
            if try RosterStore.delete(entry.subjectID, on: connection) {
                try AuditStore.append(
                    RosterAction.takenBack, subject: .init(id: entry.subjectID, name: entry.subjectName, rosterVersion: next), trip: trip,
                    by: author, at: now, on: connection)
                return .all
            }
            let isCancelled = try apply(entry.subjectID) { old in
                var new = old
                new[.status] = MemberStatus.cancelled.rawValue
                return new
            }
            return isCancelled ? .cancelled : .nothing
        }

        /// The group or room itself, all or nothing of it.
        func lane(_ entry: AuditEntry) throws -> Outcome {
            let isGroup = entry.action == RosterAction.groupChanged
            let changes =
                isGroup
                ? try GroupStore.takeBack(entry, trip: trip, on: connection) : try RoomRow.takeBack(entry, trip: trip, on: connection)
            guard let changes else { return .nothing }
            let name = changes.first { $0.field == "name" && !$0.to.isEmpty }?.to ?? entry.subjectName
            try RoomRow.record(
                isGroup ? RosterAction.groupChanged : RosterAction.roomChanged, entry.subjectID, name, changes,
                RosterRevision(trip: trip, version: next, author: author, now: now), connection)
            return .all
        }

        private func apply(_ member: ID, _ transform: @escaping @Sendable (MemberFields) -> MemberFields) throws -> Bool {
            try RosterStore.apply(
                .init(id: member, transform: transform), RosterAction.takenBack,
                in: RosterRevision(trip: trip, version: next, author: author, now: now), newID: newID, on: connection)
        }
    }

    /// False if an invitation, a tracker or the like refers to the member: nothing has changed then.
    static func delete(_ member: ID, on connection: Connection) throws -> Bool {
        try connection.run("SAVEPOINT take_back")
        do {
            for table in ["member_of_group", "binned_group_member"] {
                try connection.run("DELETE FROM \(table) WHERE member_id = ?", [.id(member)])
            }
            try connection.run("DELETE FROM member WHERE id = ?", [.id(member)])
            try connection.run("RELEASE take_back")
            return true
        } catch {
            try connection.run("ROLLBACK TO take_back")
            try connection.run("RELEASE take_back")
            return false
        }
    }
}
