import Domain
import Logging
import Store

/// Wakes people for calls for help: the trip's staff at once, the next circle after two minutes in which nobody said that they are on it,
/// and tells all of them when somebody is.
package struct HelpAlarmJob: Sendable {
    private static let tick = Duration.milliseconds(250)
    private let store: HelpAlarmStore
    private let system: SystemInputs

    init(store: HelpAlarmStore, system: SystemInputs) { (self.store, self.system) = (store, system) }

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: HelpAlarmJob.tick)
            do { try await JobRounds.round(runDue) } catch is CancellationError { return } catch {
                logger.failed("nobody is woken for calls for help", error)
            }
        }
    }

    package func runDue() async throws {
        let now = system.now()
        guard try store.isDue(at: now) else { return }
        try await store.tell(at: now) { [system] in system.newID() }
    }
}
