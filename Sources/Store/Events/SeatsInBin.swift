import Database
import Domain

/// Deleting members from the roster and restoring them, with their places at events: one transaction each.
extension EventStore {
    /// Whoever waits gets the places that they had.
    /// - Returns: the roster's new version.
    /// - Throws: not found for who is not on the list, a conflict for whoever has a role or waits for help; nothing has changed then.
    package func delete(_ members: [ID], trip: ID, by author: Author, at now: Instant) async throws -> Int {
        try await database.change { connection in
            let version = try RosterStore.moveToBin(members, trip: trip, by: author, at: now, on: connection)
            let respondent = SeatLedger.Respondent(author: author.name, now: now)
            try EventStore.change("invitation", of: members, at: now, on: connection) { ledger, member in
                try ledger.setAside(member, by: respondent)
            }
            return version
        }
    }

    /// With the answers that they had: where their place is taken by now they wait for the next one, behind those who wait.
    /// - Returns: the roster's new version.
    package func restore(_ members: [ID], trip: ID, by author: Author, at now: Instant) async throws -> Int {
        try await database.change { connection in
            let version = try RosterStore.takeOutOfBin(members, trip: trip, by: author, at: now, on: connection)
            let respondent = SeatLedger.Respondent(author: author.name, now: now)
            try EventStore.change("binned_invitation", of: members, at: now, on: connection) { ledger, member in
                try ledger.bringBack(member, by: respondent)
            }
            return version
        }
    }

    /// At every event for which the table has one of them, in the order of their answers.
    private static func change(
        _ table: String, of members: [ID], at now: Instant, on connection: Connection, _ act: (inout SeatLedger, ID) throws -> Void
    ) throws {
        var (events, found): ([ID], [ID: [(member: ID, at: Instant?, number: Int)]]) = ([], [:])
        for member in members {
            try connection.each("SELECT event_id, answered_at, number FROM \(table) WHERE member_id = ?", [.id(member)]) { row in
                let event = row.id(0)
                if found[event] == nil { events.append(event) }
                found[event, default: []].append((member, row.optionalAt(1), row.int(2)))
            }
        }
        for event in events {
            guard var ledger = try SeatLedger(event: event, on: connection) else { continue }
            try ledger.passOnExpiredOffers(at: now)
            for entry in (found[event] ?? []).sorted(by: { ($0.at ?? now, $0.number) < ($1.at ?? now, $1.number) }) {
                try act(&ledger, entry.member)
            }
            try ledger.fill(at: now)
            try ledger.close(at: now, isTouched: true)
        }
    }

    private static let columns = """
        event_id, member_id, number, rsvp, queue, offer_expires_at, party, token, revoked_at, answered_at, answered_by, note,
        asked_again_at, invited_at, acknowledged_version, acknowledged_at, told_at, opened_at
        """

    /// All of an invitation, from one of the two tables to the other.
    static func move(from old: String, to new: String, event: ID, member: ID, on connection: Connection) throws {
        let place: [Value] = [.id(event), .id(member)]
        try connection.run(
            "INSERT INTO \(new) (\(columns)) SELECT \(columns) FROM \(old) WHERE event_id = ? AND member_id = ? ON CONFLICT DO NOTHING",
            place)
        try connection.run("DELETE FROM \(old) WHERE event_id = ? AND member_id = ?", place)
    }
}
