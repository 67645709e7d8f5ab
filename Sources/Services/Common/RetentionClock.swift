import Domain
import Store

/// Whether the clock can be trusted to delete things by age: judged by the time of the hourly job's last run.
enum RetentionClock {
    /// The name of the job's report.
    static let job = "history"
    /// Runs are further apart than this only if the server stood still or its clock is wrong; the new time then has to last as long.
    static let longestPause = Duration.days(2)

    static func isFar(_ now: Instant, from last: Instant) -> Bool { now - last > longestPause }

    /// Whether the clock shows at most that much later than the last run; if not, everything that is deleted by age waits.
    static func isNear(_ now: Instant, _ fixes: FixStore) throws -> Bool {
        try fixes.report(job: job).map { !isFar(now, from: $0.at) } ?? true
    }
}
