import Database
import Domain

extension EventStore {
    /// Removes a draft: nobody was invited yet, so only the audit trail knows of it afterwards.
    /// - Throws: conflict when it is no draft any more, changed since, or somebody was ticked on one of its lists.
    package func delete(_ draft: Event, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let scans =
                try connection.one(
                    "SELECT count(*) FROM scan s JOIN check_in_list l ON l.id = s.list_id WHERE l.event_id = ?", [.id(draft.id)]
                ) { $0.int(0) } ?? 0
            guard scans == 0 else { throw Refusal.conflict("Somebody was checked in on one of its lists. Cancel the event instead.") }
            for table in ["event_host", "event_group", "check_in_list"] {
                try connection.run("DELETE FROM \(table) WHERE event_id = ?", [.id(draft.id)])
            }
            let count = try connection.run(
                "DELETE FROM event WHERE id = ? AND version = ? AND state = 'draft'", [.id(draft.id), Value(draft.version)])
            guard count == 1 else { throw Refusal.conflict("Somebody else changed this event meanwhile. Look again before you delete it.") }
            try AuditStore.append(
                "draft deleted", subject: .init(id: draft.id, name: draft.fields.title), trip: draft.tripID, by: author, at: now,
                on: connection)
        }
    }
}
