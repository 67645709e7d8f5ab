import Foundation
import Synchronization

/// Whether the server answers, for all sessions of an engine. While it does not, whoever wants a connection hears so at once instead of
/// waiting, and one at a time looks whether it is back.
final class PostgresReach: Sendable {
    private struct State {
        var failure: DatabaseFailure?
        var isTrying = false
        var nextTry = ContinuousClock.now
    }
    private static let pause = Duration.milliseconds(500)
    private let state = Mutex(State())

    /// Opens a connection by `open`, unless it is known to be in vain.
    func connect(_ open: () throws(DatabaseFailure) -> OpaquePointer) throws(DatabaseFailure) -> OpaquePointer {
        let known = state.withLock { state -> DatabaseFailure? in
            guard let failure = state.failure else { return nil }
            guard !state.isTrying, ContinuousClock.now >= state.nextTry else { return failure }
            state.isTrying = true
            return nil
        }
        if let known { throw known }
        do {
            let connection = try open()
            state.withLock { $0 = State() }
            return connection
        } catch {
            state.withLock { $0 = error.isUnreachable ? State(failure: error, nextTry: .now + PostgresReach.pause) : State() }
            throw error
        }
    }
}

extension AppDatabase {
    /// Waits until a server of PostgreSQL answers, as when it starts together with this machine, but no longer than `patience`.
    /// - Parameter onWait: called once, if there is anything to wait for.
    package static func wait(forPostgresql address: String, patience: Duration, onWait: () -> Void) {
        guard PostgresLink.isStillAway(address) else { return }
        onWait()
        let end = ContinuousClock.now + patience
        repeat { usleep(250_000) } while ContinuousClock.now < end && PostgresLink.isStillAway(address)
    }
}
