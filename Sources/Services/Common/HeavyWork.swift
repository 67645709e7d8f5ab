import Foundation

/// Work of whole seconds, on a thread of its own, one piece at a time: requests go on meanwhile.
enum HeavyWork {
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "heavy work"
        queue.maxConcurrentOperationCount = 1
        return queue
    }()

    static func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result(catching: work)) }
        }
    }
}
