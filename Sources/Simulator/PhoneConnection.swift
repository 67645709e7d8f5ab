import NIOCore
import NIOPosix

/// One kept-alive connection that sends requests one after another and hands out the status of each answer.
final class PhoneConnection: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    private struct State {
        var received = ByteBuffer()
        var waiting: CheckedContinuation<Int, any Error>?
    }
    private let state: NIOLoopBoundBox<State>
    private let channel: NIOLoopBoundBox<(any Channel)?>
    private let loop: any EventLoop

    private init(loop: any EventLoop) {
        self.loop = loop
        state = .makeBoxSendingValue(State(), eventLoop: loop)
        channel = .makeBoxSendingValue(nil, eventLoop: loop)
    }

    static func connect(host: String, port: Int, group: any EventLoopGroup) async throws -> PhoneConnection {
        let loop = group.next()
        let connection = PhoneConnection(loop: loop)
        _ = try await ClientBootstrap(group: loop).connectTimeout(.seconds(5)).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                connection.channel.value = channel
                try channel.pipeline.syncOperations.addHandler(connection)
            }
        }.connect(host: host, port: port).get()
        return connection
    }

    /// The status of the answer. Throws when the connection ends first.
    func send(_ request: String) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            loop.execute {
                guard let channel = self.channel.value, channel.isActive else {
                    return continuation.resume(throwing: ChannelError.ioOnClosedChannel)
                }
                self.state.value.waiting = continuation
                channel.writeAndFlush(channel.allocator.buffer(string: request), promise: nil)
            }
        }
    }

    func close() { loop.execute { self.channel.value?.close(promise: nil) } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        state.value.received.writeBuffer(&part)
        guard let answer = Self.answer(in: state.value.received) else { return }
        state.value.received.moveReaderIndex(forwardBy: answer.length)
        state.value.received.discardReadBytes()
        let waiting = state.value.waiting
        state.value.waiting = nil
        waiting?.resume(returning: answer.status)
    }

    func channelInactive(context: ChannelHandlerContext) {
        state.value.waiting?.resume(throwing: ChannelError.eof)
        state.value.waiting = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Status and length of a whole answer at the front; nil while it is incomplete.
    private static func answer(in buffer: ByteBuffer) -> (status: Int, length: Int)? {
        let view = buffer.readableBytesView
        guard let end = view.firstRange(of: [13, 10, 13, 10]) else { return nil }
        let head = String(decoding: view[..<end.lowerBound], as: UTF8.self)
        let status = Int(head.dropFirst(9).prefix(3)) ?? 0
        let length =
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
        let total = view.distance(from: view.startIndex, to: end.upperBound) + length
        return view.count >= total ? (status, total) : nil
    }
}
