import Database
import Domain

/// Renames check-in lists, archives and restores them, and removes lists on which nobody was ever ticked.
extension CheckInStore {
    package func rename(_ list: CheckInList, to name: String, of event: Event, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            do {
                let count = try connection.run(
                    "UPDATE check_in_list SET name = ? WHERE id = ? AND event_id = ?", [.text(name), .id(list.id), .id(event.id)])
                guard count == 1 else { throw Refusal.notFound }
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.invalid([FieldError("name", "This event already has a list \u{201C}\(name)\u{201D}. Choose another name.")])
            }
            try CheckInStore.note("renamed", list.name, name, event, author, now, connection)
        }
    }

    package func archive(_ list: CheckInList, _ isArchived: Bool, of event: Event, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE check_in_list SET archived_at = ?
                WHERE id = ? AND event_id = ? AND archived_at \(isArchived ? "IS NULL" : "IS NOT NULL")
                """,
                [.at(isArchived ? now : nil), .id(list.id), .id(event.id)])
            // After a second press, or if a colleague was faster, there is nothing to do.
            guard count == 1 else { return }
            try CheckInStore.note(
                isArchived ? "archived" : "restored", isArchived ? list.name : "", isArchived ? "" : list.name, event, author, now,
                connection)
        }
    }

    /// Only while nobody has ever been ticked on it, an undone tick included: ticks are never deleted.
    package func remove(_ list: CheckInList, of event: Event, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let isUsed = try connection.one("SELECT 1 FROM scan WHERE list_id = ? LIMIT 1", [.id(list.id)]) { _ in true }
            guard isUsed == nil else { throw Refusal.conflict("Somebody was ticked on this list. Archive it instead: the ticks stay.") }
            try connection.run("DELETE FROM removed_check_in_list WHERE id = ?", [.id(list.id)])
            let count = try connection.run(
                """
                INSERT INTO removed_check_in_list (id, event_id, name, exclusive_set, created_at, archived_at, removed_at)
                SELECT id, event_id, name, exclusive_set, created_at, archived_at, ? FROM check_in_list WHERE id = ? AND event_id = ?
                """, [.at(now), .id(list.id), .id(event.id)])
            guard count == 1 else { throw Refusal.notFound }
            try HelperLinkStore.keep(of: list.id, connection)
            try connection.run("DELETE FROM check_in_list WHERE id = ?", [.id(list.id)])
            try CheckInStore.note("removed", list.name, "", event, author, now, connection)
        }
    }

    /// One that was removed a moment ago; nil where it cannot be brought back.
    package func removed(_ list: ID, of event: ID, at now: Instant) throws -> CheckInList? {
        try database.read { try CheckInStore.removed(list, event, now, $0)?.list }
    }

    /// With when it was made, as lists stand in that order.
    private static func removed(
        _ list: ID, _ event: ID, _ now: Instant, _ connection: Connection
    ) throws -> (list: CheckInList, madeAt: Instant)? {
        try connection.one(
            """
            SELECT id, event_id, name, exclusive_set, archived_at, created_at FROM removed_check_in_list
            WHERE id = ? AND event_id = ? AND removed_at > ?
            """, [.id(list), .id(event), .at(now - PassingState.undoLasts)]
        ) {
            (
                CheckInList(id: $0.id(0), eventID: $0.id(1), name: $0.text(2), exclusiveSet: $0.text(3), archivedAt: $0.optionalAt(4)),
                $0.at(5)
            )
        }
    }

    /// Where it stood among the others, and out of the same ones; its helpers' links open it again.
    package func restore(_ list: ID, of event: Event, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let isBack = try connection.one(
                "SELECT 1 FROM check_in_list WHERE id = ? AND event_id = ?", [.id(list), .id(event.id)]
            ) { _ in true }
            // After a second press there is nothing to do.
            guard isBack == nil else { return }
            guard let (found, madeAt) = try CheckInStore.removed(list, event.id, now, connection) else {
                throw Refusal.conflict("This list can no longer be brought back. Add it again.")
            }
            do {
                try connection.run(
                    "INSERT INTO check_in_list (id, event_id, name, exclusive_set, created_at, archived_at) VALUES (?, ?, ?, ?, ?, ?)",
                    [
                        .id(found.id), .id(event.id), .text(found.name), .text(found.exclusiveSet), .at(madeAt), .at(found.archivedAt),
                    ])
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.conflict("This event already has a list \u{201C}\(found.name)\u{201D}.")
            }
            try HelperLinkStore.bringBack(of: list, connection)
            try connection.run("DELETE FROM removed_check_in_list WHERE id = ?", [.id(list)])
            try CheckInStore.note("restored", "", found.name, event, author, now, connection)
        }
    }

    private static func note(
        _ what: String, _ from: String, _ to: String, _ event: Event, _ author: Author, _ now: Instant, _ connection: Connection
    ) throws {
        try AuditStore.append(
            "check-in list \(what)", subject: .init(id: event.id, name: event.fields.title), trip: event.tripID,
            changes: [AuditChange(field: "list", from: from, to: to)], by: author, at: now, on: connection)
        connection.note(.event(event.id, event.tripID))
    }
}
