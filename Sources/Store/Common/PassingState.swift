import Database
import Domain

/// What is stored for minutes, so that every node knows it: what was removed a moment ago and is brought back with one press, and how often
/// people did what has a limit.
package struct PassingState: Sendable {
    /// For how long something that was removed can be brought back: whoever wants it says so at once. Later no page offers it.
    static let undoLasts = Duration.minutes(10)
    /// Rows outlive what they are for by this, whatever the clocks of nodes say.
    private static let kept = Duration.hours(2)
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Counts one act of somebody.
    /// - Throws: too many, with the time to wait.
    package func take(_ pace: Pace, at now: Instant) async throws {
        do {
            try await database.append(concernsOthers: false) { try pace.take(at: now, on: $0) }
        } catch {
            throw storeRefusal(error) ?? error
        }
    }

    /// Deletes what is of no use any more.
    package func forget(at now: Instant) async throws {
        let end = now - PassingState.kept
        try await database.append { connection in
            // Links of helpers go with their list.
            for table in ["removed_duty", "removed_check_in_list"] {
                try connection.run("DELETE FROM \(table) WHERE removed_at < ?", [.at(end)])
            }
            try connection.run("DELETE FROM pace WHERE began_at < ?", [.at(end)])
        }
    }
}
