import Domain
import Foundation
import Synchronization

/// Work of whole seconds, on a thread of its own, one piece at a time, in the order of arrival: requests go on meanwhile. Of one account
/// one piece is under way and one may wait, so whoever sends many photos holds up themselves and nobody else.
package final class BackgroundQueue: Sendable {
    package static let (share, most) = (2, 40)
    private let queue: OperationQueue
    /// Whose the pieces are that wait or are under way.
    private let owners = Mutex<[ID]>([])

    package init() {
        queue = OperationQueue()
        queue.name = "background"
        queue.maxConcurrentOperationCount = 1
    }

    /// How many wait or are under way.
    package var pieces: Int { owners.withLock { $0.count } }

    /// - Throws: unavailable at once, where the account has its share or everybody together too much.
    package func run<T: Sendable>(for account: ID, _ work: @escaping @Sendable () throws -> T) async throws -> T {
        try enter(account)
        return try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { [self] in
                let result = Result(catching: work)
                leave(account)
                continuation.resume(with: result)
            }
        }
    }

    private func enter(_ account: ID) throws(Refusal) {
        try owners.withLock { owners throws(Refusal) in
            guard owners.count(where: { $0 == account }) < BackgroundQueue.share else {
                throw .unavailable("Two uploads of yours are being read already. Try again when one of them is done.", retryAfter: 5)
            }
            guard owners.count < BackgroundQueue.most else {
                throw .unavailable("Many uploads are being read at once. Try again in a moment.", retryAfter: 5)
            }
            owners.append(account)
        }
    }

    private func leave(_ account: ID) {
        owners.withLock { owners in
            if let place = owners.firstIndex(of: account) { owners.remove(at: place) }
        }
    }
}
