import Domain
import Foundation
import Synchronization

/// Runs work that takes seconds on a thread of its own, one piece at a time, in the order of arrival, while requests go on. An account may
/// have two pieces here, running or waiting, so somebody who sends many photos holds up only themselves.
package final class BackgroundQueue: Sendable {
    package static let (share, most) = (2, 40)
    private let queue: OperationQueue
    /// The account of each piece that runs or waits.
    private let owners = Mutex<[ID]>([])

    package init() {
        queue = OperationQueue()
        queue.name = "background"
        queue.maxConcurrentOperationCount = 1
    }

    /// How many wait or are under way.
    package var pieces: Int { owners.withLock { $0.count } }

    /// - Throws: unavailable at once if the account has its share or the queue is full.
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
                throw .unavailable("Two of your uploads are still being read. Try again when one is done.", retryAfter: 5)
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
