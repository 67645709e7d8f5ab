import Domain
import Store

/// Whether the clock may be believed where something is deleted by time: by when the hourly job ran last.
enum RetentionClock {
    /// The name of the job's report.
    static let job = "history"
    /// Hourly runs are never further apart, unless the server stood still or its clock is wrong: both have to last as long.
    static let longestPause = Duration.days(2)

    static func isFar(_ now: Instant, from last: Instant) -> Bool { now - last > longestPause }

    /// Whether the clock is where the last run may have left it: else whatever is deleted by time waits.
    static func isNear(_ now: Instant, _ fixes: FixStore) throws -> Bool {
        try fixes.report(job: job).map { !isFar(now, from: $0.at) } ?? true
    }
}
