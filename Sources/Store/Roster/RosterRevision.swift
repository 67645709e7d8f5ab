import Database
import Domain

/// The version of a trip's roster that a change makes, by whom and when.
struct RosterRevision: Sendable {
    let trip: ID
    let version: Int
    let author: Author
    let now: Instant
}

extension RosterStore {
    static func version(trip: ID, on connection: Connection) throws -> Int {
        guard let version = try connection.one("SELECT roster_version FROM trip WHERE id = ?", [.id(trip)], { $0.int(0) })
        else { throw Refusal.notFound }
        return version
    }

    /// Gives the roster its next version, of which open pages hear.
    static func nextVersion(trip: ID, at now: Instant, on connection: Connection) throws -> Int {
        try connection.run(
            "UPDATE trip SET roster_version = roster_version + 1, roster_changed_at = ? WHERE id = ?", [.at(now), .id(trip)])
        let version = try version(trip: trip, on: connection)
        connection.note(.roster(trip, version: version))
        return version
    }
}
