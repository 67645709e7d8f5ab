import Foundation
import Live
import Logging
import ServiceLifecycle

/// Work in the background that ends when it is cancelled.
struct Job: Service {
    let work: @Sendable () async throws -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do { try await work() } catch is CancellationError {}
        }
    }
}

/// The first to hear of a stop: ends the streams, and starts the deadline of the stop.
struct StreamCloser: Service {
    let hub: Hub
    let logger: Logger

    func run() async throws {
        try? await gracefulShutdown()
        StopDeadline.begin(logger)
        hub.close()
    }
}

/// A stop takes at most three seconds, whatever is still under way. Nothing that was acknowledged can be lost: it was on the disk before
/// that, as with a power cut.
enum StopDeadline {
    static let limit: TimeInterval = 2.5

    /// On a thread of its own, which waits for nobody.
    static func begin(_ logger: Logger) {
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: limit)
            logger.warning("stopped before everything under way had ended; what was acknowledged is stored")
            _exit(0)
        }
    }
}
