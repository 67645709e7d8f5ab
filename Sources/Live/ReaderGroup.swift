import Domain
import NIOCore
import Synchronization

/// The readers of one room on one event loop. After a quiet moment an event leaves at once; those that follow within
/// the pace are written together, for a system call costs ten times what its bytes do. With so many readers that writing
/// takes most of the pace, the pace slackens: a loop that only writes makes everybody wait longer.
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

    /// In the order of the sequence: a reader takes nothing that is older than what it has.
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
        var events = waiting.withLock { waiting in
            defer { waiting.events = [] }
            return waiting.events[...]
        }
        while !events.isEmpty {
            var delivery = Delivery(events.prefix(Delivery.limit))
            events = events.dropFirst(Delivery.limit)
            for reader in readers.value { reader.write(&delivery) }
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

/// Events that are written together. Most readers want the same of them: what they are written is put together once.
struct Delivery {
    /// As many as a set of them has bits.
    static let limit = UInt64.bitWidth

    private let events: [Event]
    /// By which of the events they hold.
    private var frames: [UInt64: ByteBuffer] = [:]
    private var last: (wanted: UInt64, frame: ByteBuffer) = (0, ByteBuffer())

    /// In the order of their sequence; one at least.
    init(_ events: ArraySlice<Event>) { self.events = Array(events) }

    /// Of the newest of the events.
    var sequence: UInt64 { events[events.count - 1].sequence }

    /// A bit for each event that somebody with these topics wants who has everything up to `sequence`.
    func wanted(_ topics: Topics, after sequence: UInt64, member: @autoclosure () -> ID?) -> UInt64 {
        var wanted: UInt64 = 0
        for index in events.indices
        where events[index].sequence > sequence && !events[index].topics.isDisjoint(with: topics)
            && (events[index].audience == nil || events[index].isFor(member()))
        {
            wanted |= 1 << UInt64(index)
        }
        return wanted
    }

    mutating func frame(_ wanted: UInt64) -> ByteBuffer {
        if wanted != last.wanted { last = (wanted, frames[wanted] ?? join(wanted)) }
        return last.frame
    }

    private mutating func join(_ wanted: UInt64) -> ByteBuffer {
        let parts = events.indices.filter { wanted & 1 << UInt64($0) != 0 }.map { events[$0].frame }
        let frame = parts.count == 1 ? parts[0] : ByteBuffer(bytes: parts.map(\.readableBytesView).joined())
        frames[wanted] = frame
        return frame
    }
}
