import Domain
import Logging
import Store
import Synchronization

/// Tells people of direct messages and mentions that they have not read: not one by one, but once for what came in a while.
package final class MessageNoticeJob: Sendable {
    private static let tick = Duration.seconds(10)
    /// Whoever has the conversation open reads a message within it, and what follows is told with it.
    private static let patience = Duration.minutes(2)
    /// After a start nobody is told of what is older.
    private static let oldest = Duration.hours(24)
    private let store: MessageNotices
    private let system: SystemInputs
    /// Messages up to it were looked at; nil before the first look.
    private let seen = Mutex<Int?>(nil)

    init(store: MessageNotices, system: SystemInputs) { (self.store, self.system) = (store, system) }

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: MessageNoticeJob.tick)
            do { try await JobRounds.round(runDue) } catch is CancellationError { return } catch {
                logger.failed("nobody is told of messages", error)
            }
        }
    }

    package func runDue() async throws {
        let now = system.now()
        let start = try seen.withLock { $0 } ?? store.newest(before: now - MessageNoticeJob.oldest)
        let end = try await store.tell(after: start, before: now - MessageNoticeJob.patience, at: now)
        seen.withLock { $0 = max($0 ?? 0, end) }
    }
}
