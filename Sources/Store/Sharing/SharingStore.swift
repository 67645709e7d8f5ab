import Database
import Domain
import Foundation

/// Who shares their position with whom, and until when.
package struct SharingStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package func find(_ member: ID) throws -> Sharing? {
        try database.read { connection in
            try connection.one(
                "SELECT sharing_paused_at, shares_with, sharing_ends_at, paused_by_self FROM member WHERE id = ?",
                [.id(member)]
            ) { row in
                Sharing(
                    level: row.isNull(0) ? SharingLevel(rawValue: row.text(1)) ?? .hosts : .off, endsAt: row.optionalAt(2),
                    isOffBySelf: row.boolean(3), offSince: row.optionalAt(0))
            }
        }
    }

    /// What a member switched off stays off until they switch on again.
    /// - Parameter isBySigningOut: they did not mean to: they are asked once they are back.
    package func set(
        _ level: SharingLevel, until end: Instant?, member: ID, trip: ID, isBySigningOut: Bool = false, by author: Author, at now: Instant
    ) async throws {
        try await database.change(isUrgent: level == .off) { connection in
            let name = try connection.one(
                "SELECT trim(first_name || ' ' || last_name) FROM member WHERE id = ? AND trip_id = ?", [.id(member), .id(trip)]
            ) { $0.text(0) }
            guard let name else { throw Refusal.notFound }
            if level == .off {
                try connection.run(
                    """
                    UPDATE member SET sharing_paused_at = coalesce(sharing_paused_at, ?), sharing_ends_at = NULL, paused_by_self = 1
                    WHERE id = ?
                    """, [.at(now), .id(member)])
            } else {
                try connection.run(
                    """
                    UPDATE member SET sharing_paused_at = NULL, shares_with = ?, sharing_ends_at = ?, paused_by_self = 0 WHERE id = ?
                    """, [.text(level.rawValue), .at(end), .id(member)])
            }
            try AuditStore.append(
                "sharing set", subject: .init(id: member, name: name), trip: trip,
                changes: [AuditChange(field: "sharing", from: "", to: level.rawValue)] + (isBySigningOut ? [SharingStore.signedOut] : []),
                by: author, at: now, on: connection)
            connection.note(TripChange(.sharing, trip: trip, ids: [member]))
        }
    }
    private static let signedOut = AuditChange(field: "signed out", from: "", to: "")

    /// By the trail: whether the member ever chose, and with whom they shared until they signed out, if that is what stopped it.
    package func choice(_ member: ID) throws -> SharingChoice {
        try database.read { connection in
            let newest = try connection.one(
                "SELECT changes FROM audit WHERE subject_id = ? AND action = 'sharing set' ORDER BY sequence DESC LIMIT 1", [.id(member)]
            ) { Data($0.blob(0)) }
            guard let newest else { return SharingChoice(isMade: false) }
            let changes = (try? JSONDecoder().decode([AuditChange].self, from: newest)) ?? []
            guard changes.contains(where: { $0.field == SharingStore.signedOut.field }) else { return SharingChoice(isMade: true) }
            let before = try connection.one(
                "SELECT shares_with FROM member WHERE id = ? AND sharing_paused_at IS NOT NULL", [.id(member)]
            ) { SharingLevel(rawValue: $0.text(0)) ?? .hosts }
            return SharingChoice(isMade: true, beforeSigningOut: before)
        }
    }

    /// Switches off where the time is up, unless that is done, or another time was chosen.
    package func end(_ member: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change(isUrgent: true) { connection in
            let name = try connection.one(
                """
                SELECT trim(first_name || ' ' || last_name) FROM member
                WHERE id = ? AND trip_id = ? AND sharing_ends_at <= ? AND sharing_paused_at IS NULL
                """, [.id(member), .id(trip), .at(now)]
            ) { $0.text(0) }
            guard let name else { return }
            try connection.run(
                "UPDATE member SET sharing_paused_at = ?, sharing_ends_at = NULL, paused_by_self = 1 WHERE id = ?",
                [.at(now), .id(member)])
            try AuditStore.append(
                "sharing set", subject: .init(id: member, name: name), trip: trip,
                changes: [AuditChange(field: "sharing", from: "", to: SharingLevel.off.rawValue)], by: author, at: now, on: connection)
            connection.note(TripChange(.sharing, trip: trip, ids: [member]))
        }
    }

    /// Members whose sharing time is over.
    package func due(at now: Instant) throws -> [(member: ID, trip: ID)] {
        try database.read { connection in
            try connection.all(
                "SELECT id, trip_id FROM member WHERE sharing_ends_at <= ? AND sharing_paused_at IS NULL", [.at(now)]
            ) { ($0.id(0), $0.id(1)) }
        }
    }

    /// For every trip that is not archived: whether its travellers see each other, and who is for the hosts only.
    package func boards() throws -> [(trip: ID, isFriendly: Bool, withheld: Set<ID>)] {
        try database.read { connection in
            var withheld: [ID: Set<ID>] = [:]
            try connection.each(
                "SELECT trip_id, id FROM member WHERE shares_with = 'hosts' OR status IN ('cancelled', 'left')", []
            ) { withheld[$0.id(0), default: []].insert($0.id(1)) }
            return try connection.all("SELECT id, shares_friends FROM trip WHERE archived_at IS NULL") { row in
                (row.id(0), row.boolean(1), withheld[row.id(0)] ?? [])
            }
        }
    }

    /// Members on their trip's list who are no longer on the trip, by trip.
    package func gone() throws -> [ID: Set<ID>] {
        try database.read { connection in
            var gone: [ID: Set<ID>] = [:]
            try connection.each("SELECT trip_id, id FROM member WHERE NOT \(OnTrip.condition)", []) {
                gone[$0.id(0), default: []].insert($0.id(1))
            }
            return gone
        }
    }

    /// Metres within which somebody looks for friends; nil for the trip's own radius.
    package func radius(_ member: ID) throws -> Int? {
        try database.read {
            try $0.one("SELECT nearby_radius FROM member WHERE id = ?", [.id(member)]) { $0.optionalInteger(0).map(Int.init) } ?? nil
        }
    }

    package func setRadius(_ metres: Int, member: ID) async throws {
        try await database.change { connection in
            _ = try connection.run("UPDATE member SET nearby_radius = ? WHERE id = ?", [Value(metres), .id(member)])
        }
    }
}
