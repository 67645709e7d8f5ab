import Database
import Domain
import Runtime
import Store

/// The data that was there before; none if there was none or it cannot be read, which is a reason to restore.
struct FormerData {
    let withdrawals: Withdrawals
    let trail: TrailSummary

    init(path: String, after newest: Instant?) throws {
        (withdrawals, trail) = (try Withdrawals(path: path), try TrailSummary(path: path, after: newest))
    }

    init(postgresql address: String, after newest: Instant?) throws {
        (withdrawals, trail) = (try Withdrawals(postgresql: address), try TrailSummary(postgresql: address, after: newest))
    }
}

/// What came out of a backup and is not served yet.
enum RestoredData {
    static func text(_ instant: Instant?) -> String { instant?.iso8601 ?? "unknown" }

    /// Makes it safe to serve from, and returns what is to be told.
    static func prepare(_ database: AppDatabase, newest: Instant?, former: FormerData?) async throws -> [String] {
        let now = Program.system.now()
        let store = RestoreStore(database)
        let sessions = try await store.endAccess(at: now)
        let kept = try await former?.withdrawals.apply(to: database, at: now)
        try await store.record(from: text(former?.trail.newest), to: text(newest), at: now)
        return ["Everybody signs in again (sessions ended: \(sessions)); one-time links, invites and links to a new password are no more."]
            + told(kept, former?.trail)
    }

    private static func told(_ kept: [String]?, _ trail: TrailSummary?) -> [String] {
        guard let kept, let trail else {
            return [
                "There was nothing here that could be read: what was switched off, revoked or erased since the backup is as in the backup.",
                "Ask everybody to look at their sharing, and hosts at the trackers, before the server is reached from outside.",
            ]
        }
        let lost = trail.lines.map { "  \($0.action): \($0.count), the last \($0.last.iso8601)" }
        return (kept.isEmpty ? [] : ["Taken over from what was there before:"] + kept.map { "  " + $0 })
            + (lost.isEmpty ? ["Nothing in the trail is newer than the backup."] : ["Lost, by what the trail of before says:"] + lost)
            + ["Messages, answers, positions, passwords and roles are as in the backup."]
    }
}
