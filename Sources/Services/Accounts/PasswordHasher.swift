import Domain
import Foundation
import Passwords
import Synchronization

/// Argon2id off the event loops: two at once (each holds 19 MiB), fifty waiting, then "later".
package final class PasswordHasher: Sendable {
    package static let waitingLimit = 50
    private static let concurrent = 2
    private let queue: OperationQueue
    private let pending = Atomic<Int>(0)
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let parameters: Argon2.Parameters
    /// Stands in for the hash of an unknown account, so that both cost the same time.
    private let decoy: String

    package init(surroundings: Surroundings, parameters: Argon2.Parameters = .current) throws {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = PasswordHasher.concurrent
        randomBytes = surroundings.randomBytes
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

    /// Asks the limiter when its turn comes, and tells it at once: of a burst of guesses, all sent before the first has failed,
    /// no more are tried than of patient ones.
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

    private func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        let count = pending.add(1, ordering: .relaxed).newValue
        defer { pending.subtract(1, ordering: .relaxed) }
        guard count <= PasswordHasher.waitingLimit + PasswordHasher.concurrent else {
            throw Refusal.unavailable("Many people are signing in right now. Try again in a few seconds.", retryAfter: 5)
        }
        return try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result(catching: work)) }
        }
    }
}
