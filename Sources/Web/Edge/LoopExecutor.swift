import NIOCore

/// Runs a connection's tasks on its own event loop: requests that are answered in microseconds cross no thread. Longer work leaves the loop
/// (`RouteTable`).
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop
    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
