import Demo
import Domain
import NIOCore
import NIOPosix

/// Publishes the demo's bikes on loopback, for a server that may ask there (`--allow-private-feeds`).
final class BikeFeedServer: Sendable {
    private let now: @Sendable () -> Instant

    /// - Parameter now: what the numbers are made from.
    init(now: @escaping @Sendable () -> Instant) { self.now = now }

    func start(port: Int, group: any EventLoopGroup) async throws {
        let now = now
        _ = try await ServerBootstrap(group: group).serverChannelOption(.socketOption(.so_reuseaddr), value: 1).childChannelInitializer {
            channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(port: port, now: now)) }
        }.bind(host: "127.0.0.1", port: port).get()
    }

    /// One request on each connection.
    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let port: Int
        private let now: @Sendable () -> Instant
        private var text = ""

        init(port: Int, now: @escaping @Sendable () -> Instant) {
            (self.port, self.now) = (port, now)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            guard text.contains("\r\n\r\n") || text.utf8.count > 16_384 else { return }
            let path = text.split(separator: " ", maxSplits: 2).dropFirst().first ?? ""
            let name = String(path.drop { $0 == "/" }.prefix { $0 != "." })
            let found = DemoBikes.document(name, base: "http://127.0.0.1:\(port)", at: now())
            let body = found?.text ?? ""
            let isSame = found != nil && name != "station_status" && text.contains("If-None-Match: \"\(name)\"")
            let status = found == nil ? "404 Not Found" : isSame ? "304 Not Modified" : "200 OK"
            let head =
                "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nETag: \"\(name)\"\r\nConnection: close\r\n"
                + (isSame ? "\r\n" : "Content-Length: \(body.utf8.count)\r\n\r\n")
            let channel = context.channel
            channel.writeAndFlush(channel.allocator.buffer(string: head + (isSame ? "" : body))).whenComplete { _ in
                channel.close(promise: nil)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
