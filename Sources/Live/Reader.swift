import Domain
import NIOCore
import Synchronization

/// Whose stream it is: decides whether it may go on.
package struct StreamIdentity: Sendable, Hashable {
    package let sessionID: ID
    package let accountID: ID
    package let tripID: ID
    /// It carries what only staff may see.
    package let isStaff: Bool
    /// Who the reader is on the trip: what is for some members only reaches them alone.
    package let memberID: ID?
    package init(sessionID: ID, accountID: ID, tripID: ID, isStaff: Bool = true, memberID: ID? = nil) {
        self.memberID = memberID
        self.sessionID = sessionID
        self.accountID = accountID
        self.tripID = tripID
        self.isStaff = isStaff
    }
}

/// Sits next to the socket in a connection's pipeline. While a stream runs, frames are written here, below the
/// HTTP encoder: they are chunks already.
package final class StreamOutlet: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias OutboundIn = IOData
    package typealias OutboundOut = IOData

    private var context: ChannelHandlerContext?
    fileprivate var reader: Reader?
    /// Followed here: asking the channel costs a tenth of a delivery.
    fileprivate private(set) var isWritable = true

    package init() {}

    package func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    package func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    fileprivate func write(_ frame: ByteBuffer) { context?.write(wrapOutboundOut(.byteBuffer(frame)), promise: nil) }
    fileprivate func flush() { context?.flush() }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        if isWritable { reader?.catchUp() }
        context.fireChannelWritabilityChanged()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        reader?.end()
        context.fireChannelInactive()
    }

    /// A browser that closes its tab half-closes the connection: a stream ends there.
    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, let reader { reader.end() }
        context.fireUserInboundEventTriggered(event)
    }
}

/// One open stream. Lives on its connection's event loop.
final class Reader {
    let loop: any EventLoop
    let identity: StreamIdentity
    let topics: Topics
    private let outlet: StreamOutlet
    private let ended: EventLoopPromise<Void>
    private weak var group: ReaderGroup?
    private var sequence: UInt64
    /// It could not take an event: nothing is queued for it; it catches up when its socket drains.
    private var isBehind = false
    private var isEnded = false
    /// Where it stands in its group; -1 outside.
    fileprivate var position = -1

    init(
        loop: any EventLoop, identity: StreamIdentity, topics: Topics, outlet: StreamOutlet, sequence: UInt64,
        ended: EventLoopPromise<Void>
    ) {
        self.loop = loop
        self.identity = identity
        self.topics = topics
        self.outlet = outlet
        self.sequence = sequence
        self.ended = ended
    }

    func start(in group: ReaderGroup, room: Room, resuming: Bool, from sequence: UInt64?) {
        self.group = group
        outlet.reader = self
        outlet.write(Framing.opening)
        if resuming {
            let missed = room.missed(since: sequence, topics: topics, member: identity.memberID)
            missed.frames.forEach(outlet.write)
            self.sequence = missed.sequence
        }
        outlet.flush()
    }

    func write(_ event: Event) {
        guard event.sequence > sequence, !event.topics.isDisjoint(with: topics), !isBehind, event.isFor(identity.memberID) else { return }
        guard outlet.isWritable else {
            isBehind = true
            return
        }
        sequence = event.sequence
        outlet.write(event.frame)
    }

    func flush() { outlet.flush() }

    func heartbeat() {
        guard outlet.isWritable else { return }
        outlet.write(Framing.heartbeat)
        outlet.flush()
    }

    func catchUp() {
        guard isBehind, let room = group?.room else { return }
        isBehind = false
        let missed = room.missed(since: sequence, topics: topics, member: identity.memberID)
        missed.frames.forEach(outlet.write)
        sequence = missed.sequence
        outlet.flush()
    }

    func end() {
        guard !isEnded else { return }
        isEnded = true
        outlet.reader = nil
        group?.remove(self)
        ended.succeed()
    }
}

/// The readers of one room on one event loop. After a quiet moment an event leaves at once; those that follow within
/// the pace are written together and flushed once, for a system call costs ten times what its bytes do. With so many
/// readers that writing takes most of the pace, the pace slackens: a loop that only writes makes everybody wait longer.
final class ReaderGroup: Sendable {
    private struct Waiting {
        var events: [Event] = []
        var isScheduled = false
        var notBefore = NIODeadline.distantPast
    }
    private static let pace = TimeAmount.milliseconds(50)
    private static let slowestPace = TimeAmount.milliseconds(75)
    private let loop: any EventLoop
    let room: Room
    private let waiting = Mutex(Waiting())
    private let readers: NIOLoopBoundBox<ContiguousArray<Reader>>

    init(loop: any EventLoop, room: Room) {
        self.loop = loop
        self.room = room
        readers = .makeBoxSendingValue([], eventLoop: loop)
    }

    /// On the loop.
    func add(_ reader: Reader) {
        reader.position = readers.value.count
        readers.value.append(reader)
    }

    /// The last one takes the place of the one that goes.
    func remove(_ reader: Reader) {
        guard reader.position >= 0, let last = readers.value.popLast() else { return }
        if last !== reader {
            readers.value[reader.position] = last
            last.position = reader.position
        }
        reader.position = -1
    }

    func send(_ event: Event) {
        let time = waiting.withLock { waiting -> NIODeadline? in
            waiting.events.append(event)
            defer { waiting.isScheduled = true }
            return waiting.isScheduled ? nil : waiting.notBefore
        }
        if let time { schedule(at: time) }
    }

    private func schedule(at time: NIODeadline) {
        if time > loop.now { loop.scheduleTask(deadline: time) { self.deliver() } } else { loop.execute { self.deliver() } }
    }

    private func deliver() {
        let start = loop.now
        let events = waiting.withLock { waiting in
            defer { waiting.events = [] }
            return waiting.events
        }
        for reader in readers.value {
            for event in events { reader.write(event) }
            reader.flush()
        }
        let next = start + min(max(ReaderGroup.pace, .nanoseconds((loop.now - start).nanoseconds * 3 / 2)), ReaderGroup.slowestPace)
        let hasMore = waiting.withLock { waiting in
            waiting.notBefore = next
            waiting.isScheduled = !waiting.events.isEmpty
            return waiting.isScheduled
        }
        if hasMore { schedule(at: next) }
    }

    func heartbeat() {
        loop.execute { for reader in self.readers.value { reader.heartbeat() } }
    }

    func end(where shouldEnd: @escaping @Sendable (StreamIdentity) -> Bool) {
        loop.execute { for reader in self.readers.value where shouldEnd(reader.identity) { reader.end() } }
    }
}
