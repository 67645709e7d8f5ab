import Database
import Domain

/// Links with which people without an account tick one list. Only hashes of their tokens are stored.
package struct HelperLinkStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let columns = """
        h.id, h.list_id, h.note, h.made_by, h.made_at, h.ends_at, h.revoked_at, h.used_at, h.used_by, h.ticks
        """

    private static func read(_ row: Row) -> HelperLink {
        HelperLink(
            id: row.id(0), listID: row.id(1), note: row.text(2), madeBy: row.text(3), madeAt: row.at(4), endsAt: row.at(5),
            revokedAt: row.optionalAt(6), usedAt: row.optionalAt(7), usedBy: row.text(8), ticks: row.int(9))
    }

    /// Newest first.
    package func links(of list: ID) throws -> [HelperLink] {
        try database.read { connection in
            try connection.all(
                "SELECT \(HelperLinkStore.columns) FROM helper_link h WHERE h.list_id = ? ORDER BY h.made_at DESC, h.id LIMIT 50",
                [.id(list)], HelperLinkStore.read)
        }
    }

    /// Also one that has ended; nil for one that nobody knows, and where its list or its event is no longer there.
    package func find(tokenHash: [UInt8]) throws -> (link: HelperLink, event: ID, trip: ID)? {
        try database.read { connection in
            try connection.one(
                """
                SELECT \(HelperLinkStore.columns), e.id, e.trip_id FROM helper_link h JOIN check_in_list l ON l.id = h.list_id
                JOIN event e ON e.id = l.event_id JOIN trip t ON t.id = e.trip_id
                WHERE h.token_hash = ? AND e.\(EventStore.isListed) AND t.deleted_at IS NULL
                """, [.blob(tokenHash)]
            ) { (HelperLinkStore.read($0), $0.id(10), $0.id(11)) }
        }
    }

    package func add(_ link: HelperLink, tokenHash: [UInt8], list: CheckInList, of event: Event, by author: Author) async throws {
        let now = link.madeAt
        try await database.change { connection in
            let open = try connection.one(
                "SELECT count(*) FROM helper_link WHERE list_id = ? AND revoked_at IS NULL AND ends_at > ?", [.id(list.id), .at(now)]
            ) { $0.int(0) }
            guard open ?? 0 < HelperLink.most else { throw Refusal.conflict("This list already has many links. Revoke one first.") }
            try connection.run(
                "INSERT INTO helper_link (id, list_id, token_hash, note, made_by, made_at, ends_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    .id(link.id), .id(list.id), .blob(tokenHash), .text(link.note), .text(link.madeBy), .at(now), .at(link.endsAt),
                ])
            try HelperLinkStore.note("helper link made", list, event, author, now, connection)
        }
    }

    /// Nothing is left to do for one that is revoked already.
    package func revoke(_ id: ID, list: CheckInList, of event: Event, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let known = try connection.one("SELECT 1 FROM helper_link WHERE id = ? AND list_id = ?", [.id(id), .id(list.id)]) { _ in true }
            guard known == true else { throw Refusal.notFound }
            let count = try connection.run(
                "UPDATE helper_link SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL AND ends_at > ?", [.at(now), .id(id), .at(now)])
            if count == 1 { try HelperLinkStore.note("helper link revoked", list, event, author, now, connection) }
        }
    }

    /// What hosts see of its use; the ticks themselves are in the list's log.
    package func noteUse(_ id: ID, by name: String, at now: Instant) async throws {
        try await database.change { connection in
            _ = try connection.run(
                "UPDATE helper_link SET used_at = ?, used_by = ?, ticks = ticks + 1 WHERE id = ?", [.at(now), .text(name), .id(id)])
        }
    }

    private static func note(
        _ action: String, _ list: CheckInList, _ event: Event, _ author: Author, _ now: Instant, _ connection: Connection
    ) throws {
        try AuditStore.append(
            action, subject: .init(id: event.id, name: event.fields.title), trip: event.tripID,
            changes: [AuditChange(field: "list", from: "", to: list.name)], by: author, at: now, on: connection)
    }
}

/// Links go with their list, and come back with it.
extension HelperLinkStore {
    private static let kept = "id, list_id, note, made_by, made_at, ends_at, revoked_at, used_at, used_by, ticks, token_hash"

    /// Copies a list's links, with the hashes of their tokens, for the time in which the list can be brought back.
    static func keep(of list: ID, _ connection: Connection) throws {
        try connection.run(
            "INSERT INTO removed_helper_link (\(kept)) SELECT \(kept) FROM helper_link WHERE list_id = ?", [.id(list)])
    }

    static func bringBack(of list: ID, _ connection: Connection) throws {
        try connection.run(
            "INSERT INTO helper_link (\(kept)) SELECT \(kept) FROM removed_helper_link WHERE list_id = ?", [.id(list)])
    }
}
