@preconcurrency import Dispatch
import Foundation
import Live
import Logging
import ServiceLifecycle
import Services
import Synchronization

/// The first to hear of a stop. Says that this node is not ready and gives its jobs to another one, goes on serving for a while so that a
/// proxy takes it out, ends the streams, and starts the deadline of the stop.
struct Parting: Service {
    /// Within so many milliseconds the browsers of a node that ends come to the others, so that not all of them come at once.
    static let spread = 0...10_000
    let hub: Hub
    let services: AppServices
    let jobs: SharedJobs
    /// For how long it goes on serving.
    let drain: Duration
    let logger: Logger

    func run() async throws {
        let signals = StopSignals()
        try? await gracefulShutdown()
        services.live.leave()
        jobs.leave()
        if drain > .zero {
            logger.notice("not ready any more; goes on serving for a while", metadata: ["seconds": "\(drain.components.seconds)"])
            await signals.wait(atMost: drain)
        }
        StopDeadline.begin(logger)
        let hasOthers = drain > .zero || services.lease.nodeCount > 1
        hub.close { hasOthers ? .random(in: Parting.spread) : nil }
    }
}

/// Hears of signals that come while a stop is under way already.
private final class StopSignals: Sendable {
    private final class Counter: Sendable {
        let value = Atomic(0)
    }
    private let count = Counter()
    private let sources: [any DispatchSourceSignal]

    init() {
        let count = count
        sources = [SIGTERM, SIGINT].map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
            source.setEventHandler { count.value.add(Int(clamping: source.data), ordering: .relaxed) }
            source.resume()
            return source
        }
    }

    deinit { sources.forEach { $0.cancel() } }

    /// Until another signal comes after the one that began the stop.
    func wait(atMost duration: Duration) async {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end, count.value.load(ordering: .relaxed) < 2 {
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
        }
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
