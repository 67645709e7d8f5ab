import Database
import Domain

/// Medical notes, of which each reading is written down; sharing that hosts pause.
extension RosterStore {
    /// Returns the notes after recording it in the audit trail: also on a full disk, while there is a reserve.
    package func openMedicalNotes(of id: ID, trip: ID, by author: Author, at now: Instant) async throws -> String {
        try await database.change(isUrgent: true) { connection in
            guard let fields = try RosterStore.fields(of: id, trip: trip, on: connection) else { throw Refusal.notFound }
            try AuditStore.append(
                "medical notes opened", subject: .init(id: id, name: fields.fullName), trip: trip, by: author, at: now,
                on: connection)
            return fields[.medicalNotes]
        }
    }

    /// Returns the notes alone, if no disk can record it: the trail must get the entry later.
    package func medicalNotes(of id: ID, trip: ID) throws -> String {
        try database.read { connection in
            guard let fields = try RosterStore.fields(of: id, trip: trip, on: connection) else { throw Refusal.notFound }
            return fields[.medicalNotes]
        }
    }

    package func setSharingPaused(_ isPaused: Bool, member: Member, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let version = try RosterStore.nextVersion(trip: member.tripID, at: now, on: connection)
            let count = try connection.run(
                """
                UPDATE member SET sharing_paused_at = CASE WHEN ? = 1 THEN coalesce(sharing_paused_at, ?) END,
                sharing_ends_at = NULL, version = ?
                WHERE id = ? AND (paused_by_self = 0 OR ? = 1)
                """, [Value(isPaused), .at(now), Value(version), .id(member.id), Value(isPaused)])
            guard count == 1 else {
                throw Refusal.conflict("\(member.fields.fullName) switched sharing off. Only they can switch it on again.")
            }
            try AuditStore.append(
                isPaused ? "sharing paused" : "sharing resumed",
                subject: .init(id: member.id, name: member.fields.fullName, rosterVersion: version), trip: member.tripID,
                by: author, at: now, on: connection)
            connection.note(TripChange(.sharing, trip: member.tripID, ids: [member.id]))
        }
    }
}
