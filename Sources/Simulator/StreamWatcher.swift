import NIOCore
import NIOPosix
import Synchronization

/// Reads live streams as browsers do and notes how old each position is when it arrives.
final class StreamWatcher: Sendable {
    private struct State {
        /// Milliseconds, by bucket: index is the latency, the last one takes the rest.
        var histogram = [Int](repeating: 0, count: 5001)
        var events = 0
    }
    private let state = Mutex(State())
    private let now: @Sendable () -> Int64

    /// - Parameter now: milliseconds since 1970.
    init(now: @escaping @Sendable () -> Int64) { self.now = now }

    func open(count: Int, host: String, port: Int, request: String, group: any EventLoopGroup) async throws {
        for _ in 0..<count {
            _ = try await ClientBootstrap(group: group).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(watcher: self, request: request))
                }
            }.connect(host: host, port: port).get()
        }
    }

    var summary: (events: Int, positions: Int, p50: Int, p99: Int, max: Int) {
        state.withLock { state in
            let total = state.histogram.reduce(0, +)
            func percentile(_ share: Double) -> Int {
                var left = Int((Double(total) * share).rounded(.up))
                for (latency, count) in state.histogram.enumerated() {
                    left -= count
                    if left <= 0 { return latency }
                }
                return 0
            }
            return (state.events, total, percentile(0.5), percentile(0.99), state.histogram.lastIndex { $0 > 0 } ?? 0)
        }
    }

    /// A position is `["id",lat,lon,accuracy,time,…]`: the time is the fifth value.
    fileprivate func note(_ line: String) {
        let received = now()
        let entries = line.split(separator: "[").dropFirst(1)
        state.withLock { state in
            state.events += 1
            for entry in entries {
                let parts = entry.split(separator: ",")
                guard parts.count > 4, let time = Int64(parts[4]) else { continue }
                state.histogram[min(max(0, Int(received - time)), 5000)] += 1
            }
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let watcher: StreamWatcher
        private let request: String
        private var text = ""

        init(watcher: StreamWatcher, request: String) {
            self.watcher = watcher
            self.request = request
        }

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(NIOAny(context.channel.allocator.buffer(string: request)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            while let end = text.utf8.firstIndex(of: 10) {
                let line = text[..<end]
                if line.hasPrefix("data: {\"p\"") { watcher.note(String(line)) }
                text = String(text[text.utf8.index(after: end)...])
            }
        }
    }
}
