import Domain
import Foundation
import Passwords
import Synchronization

/// Argon2id off the event loops, on threads of its own: they leave a core free and give way to everything else, so that pages are
/// served while hundreds sign in at once. Fifty may wait, then "later".
package final class PasswordHasher: Sendable {
    package static let waitingLimit = 50
    /// Of the threads; the kernel's usual is 0. Beside a busy one, a thread with 10 gets a tenth of the time.
    package static let niceness: Int32 = 10
    /// Each holds 19 MiB.
    private static let mostThreads = 4

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threadCount = 0
    }
    package let concurrent: Int
    private let state = Mutex(State())
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let parameters: Argon2.Parameters
    /// Stands in for the hash of an unknown account, so that both cost the same time.
    private let decoy: String

    package init(
        system: SystemInputs, parameters: Argon2.Parameters = .current, cores: Int = ProcessInfo.processInfo.activeProcessorCount
    ) throws {
        concurrent = min(PasswordHasher.mostThreads, max(1, cores - 1))
        randomBytes = system.randomBytes
        self.parameters = parameters
        // Only the parameters count for the time; the hash itself matches nothing.
        decoy =
            "$argon2id$v=19$m=\(parameters.memoryKiB),t=\(parameters.passes),p=\(parameters.lanes)"
            + "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    }

    package func hash(_ password: String) async throws -> String {
        let salt = randomBytes(16)
        return try await run { [parameters] in try Argon2.hash(password, salt: salt, parameters: parameters) }
    }

    package func verify(_ password: String, against encoded: String?) async throws -> Bool {
        let hash = encoded ?? decoy
        return try await run { Argon2.verify(password, against: hash) } && encoded != nil
    }

    /// Asks the limiter when its turn comes, and reports a failure at once: a burst of guesses sent before the first has failed gets no
    /// more tries than guesses sent one by one.
    func verify(_ password: String, against encoded: String?, limit: SignInLimiter.Attempt) async throws -> Bool {
        let hash = encoded ?? decoy
        let isRight = try await run {
            try limit.check()
            if Argon2.verify(password, against: hash), encoded != nil { return true }
            limit.fail()
            return false
        }
        if !isRight { await limit.keep() }
        return isRight
    }

    package func needsRehash(_ encoded: String) -> Bool { Argon2.needsRehash(encoded, parameters: parameters) }

    // MARK: threads

    /// Does the work when one of the threads is free.
    package func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            guard add({ continuation.resume(with: Result(catching: work)) }) else {
                return continuation.resume(
                    throwing: Refusal.unavailable("Many people are signing in right now. Try again in a few seconds.", retryAfter: 5))
            }
        }
    }

    /// False if too many wait.
    private func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isAdded, isNew) = state.withLock { state in
            guard state.threadCount < concurrent || state.waiting.count < PasswordHasher.waitingLimit else { return (false, false) }
            state.waiting.append(work)
            guard state.threadCount < concurrent else { return (true, false) }
            state.threadCount += 1
            return (true, true)
        }
        if isNew { startThread() }
        return isAdded
    }

    /// The thread ends when there is no work: starting one costs a thousandth of a hash.
    private func startThread() {
        let thread = Thread { [self] in
            // On Linux this applies to the calling thread only.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, PasswordHasher.niceness)
            while let work = next() { work() }
        }
        thread.name = "passwords"
        thread.start()
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.threadCount -= 1
            return nil
        }
    }
}
