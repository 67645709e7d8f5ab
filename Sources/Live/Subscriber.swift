import Domain
import NIOCore
import Synchronization

/// Whose stream it is: decides whether it may go on.
package struct StreamIdentity: Sendable, Hashable {
    package let sessionID: ID
    package let accountID: ID
    package let tripID: ID
    /// Who may hear what it carries.
    package let need: WatchRight
    /// Who the subscriber is on the trip: what is for some members only reaches them alone.
    package let memberID: ID?
    package init(sessionID: ID, accountID: ID, tripID: ID, need: WatchRight = .staff, memberID: ID? = nil) {
        self.memberID = memberID
        self.sessionID = sessionID
        self.accountID = accountID
        self.tripID = tripID
        self.need = need
    }
}

/// Sits next to the socket in a connection's pipeline, from its first stream on. While a stream runs, frames are written here,
/// below the HTTP encoder: they are chunks already.
final class StreamOutlet: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var context: ChannelHandlerContext?
    fileprivate var subscriber: Subscriber?

    /// The outlet of a connection, made for its first stream. Call on the connection's event loop.
    static func of(_ channel: any Channel) throws -> StreamOutlet {
        let pipeline = channel.pipeline.syncOperations
        if let known = try? pipeline.handler(type: StreamOutlet.self) { return known }
        let outlet = StreamOutlet()
        try pipeline.addHandler(outlet, position: .first)
        return outlet
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    fileprivate var isWritable: Bool { context?.channel.isWritable ?? false }

    /// Nil when the channel is gone.
    fileprivate func write(_ frames: [ByteBuffer]) -> EventLoopFuture<Void>? {
        guard let context, let last = frames.last else { return nil }
        for frame in frames.dropLast() { context.write(wrapOutboundOut(.byteBuffer(frame)), promise: nil) }
        let promise = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(last)), promise: promise)
        return promise.futureResult
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        subscriber?.setWritable(context.channel.isWritable)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        subscriber?.end()
        context.fireChannelInactive()
    }

    /// A browser that closes its tab half-closes the connection: a stream ends there.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, let subscriber { subscriber.end() }
        context.fireUserInboundEventTriggered(event)
    }
}

/// One open stream. Lives on its connection's event loop.
final class Subscriber {
    // First the fields that every delivery needs, so that they are together in memory.
    private var sequence: UInt64
    private var descriptor: Descriptor?
    let topics: Topics
    /// Followed here: asking the channel costs a tenth of a delivery.
    private var isWritable = true
    /// Its socket could not take an event. Nothing is queued for it; it catches up when the socket drains.
    private var isBehind = false
    private var isEnded = false
    /// Writes that NIO has not yet passed to the socket: no direct write may overtake them.
    private var queuedCount = 0
    let identity: StreamIdentity
    private let outlet: StreamOutlet
    /// Index in its group; -1 while it is in none.
    var position = -1
    let loop: any EventLoop
    private let ended: EventLoopPromise<Void>
    private weak var group: SubscriberGroup?

    init(
        loop: any EventLoop, identity: StreamIdentity, topics: Topics, outlet: StreamOutlet, descriptor: consuming Descriptor?,
        sequence: UInt64, ended: EventLoopPromise<Void>
    ) {
        self.loop = loop
        self.identity = identity
        self.topics = topics
        self.outlet = outlet
        self.descriptor = descriptor
        self.sequence = sequence
        self.ended = ended
    }

    /// The first bytes go through NIO, behind the response's head.
    /// - Parameter lastEventID: nil where nothing is resumed.
    func start(in group: SubscriberGroup, tripChannel: TripChannel, lastEventID: String?) {
        self.group = group
        outlet.subscriber = self
        isWritable = outlet.isWritable
        guard let lastEventID else { return queue([Framing.opening(id: tripChannel.lastEventID)]) }
        let missed = tripChannel.missed(since: lastEventID, topics: topics, member: identity.memberID)
        sequence = missed.sequence
        queue([Framing.opening(id: missed.isComplete ? lastEventID : nil)] + missed.frames)
    }

    func write(_ delivery: inout Delivery) {
        guard !isBehind else { return }
        let wanted = delivery.wanted(topics, after: sequence, member: identity.memberID)
        guard wanted != 0 else { return }
        guard isWritable else {
            isBehind = true
            return
        }
        sequence = delivery.sequence
        send(delivery.frame(wanted))
    }

    func heartbeat() {
        if isWritable { send(Framing.heartbeat) }
    }

    fileprivate func setWritable(_ isWritable: Bool) {
        self.isWritable = isWritable
        if isWritable { catchUp() }
    }

    private func catchUp() {
        guard isBehind, let tripChannel = group?.tripChannel else { return }
        isBehind = false
        let missed = tripChannel.missed(since: sequence, topics: topics, member: identity.memberID)
        sequence = missed.sequence
        queue(missed.frames)
    }

    /// Writes straight to the socket. Bytes that it does not take at once go through NIO, and so does everything else until NIO has sent
    /// them.
    private func send(_ bytes: ByteBuffer) {
        var rest = bytes
        if queuedCount == 0 { rest.moveReaderIndex(forwardBy: descriptor?.send(bytes) ?? 0) }
        if rest.readableBytes > 0 { queue([rest]) }
    }

    private func queue(_ frames: [ByteBuffer]) {
        guard let written = outlet.write(frames) else { return }
        queuedCount += 1
        written.assumeIsolated().whenComplete { _ in self.queuedCount -= 1 }
    }

    /// - Parameter pause: milliseconds after which the browser is to come back; nil leaves it as it was told at first.
    func end(pause: Int? = nil) {
        guard !isEnded else { return }
        if let pause { queue([Framing.parting(pause: pause)]) }
        isEnded = true
        descriptor = nil
        outlet.subscriber = nil
        group?.remove(self)
        ended.succeed()
    }
}
