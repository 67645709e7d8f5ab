import Domain
import NIOCore

/// Subscribers take turns in a circle. An event that comes while thousands take their turns is written from the next turn on, so that
/// nobody waits for more than one round.
final class RoundRobin {
    private(set) var subscribers: ContiguousArray<Subscriber> = []
    /// Index of the subscriber whose turn is next.
    private var next = 0
    /// Number of turns so far.
    private var turns = 0
    /// Events being delivered, each with the number of turns after which everybody has heard it.
    private var events: [(event: StreamEvent, end: Int)] = []

    /// Whether everybody has heard everything.
    var isOver: Bool { events.isEmpty }

    /// A new subscriber needs none of the events being delivered, but it takes a turn.
    func add(_ subscriber: Subscriber) {
        subscriber.position = subscribers.count
        subscribers.append(subscriber)
        for index in events.indices { events[index].end += 1 }
    }

    /// The last subscriber takes the removed one's place. The turn of that place may be over, so it gets the events now.
    func remove(_ subscriber: Subscriber) {
        guard subscriber.position >= 0, let last = subscribers.popLast() else { return }
        if last !== subscriber {
            subscribers[subscriber.position] = last
            last.position = subscriber.position
            for var delivery in deliveries { last.write(&delivery) }
        }
        subscriber.position = -1
    }

    /// Delivers these events to everybody, from the next turn on.
    func begin(_ new: [StreamEvent]) {
        let end = turns + subscribers.count
        events += new.map { ($0, end) }
    }

    func deliver(turns count: Int) {
        var deliveries = deliveries
        let end = min(turns + count, events.last?.end ?? turns)
        while turns < end, !subscribers.isEmpty {
            if next >= subscribers.count { next = 0 }
            let subscriber = subscribers[next]
            next += 1
            turns += 1
            for index in deliveries.indices { subscriber.write(&deliveries[index]) }
        }
        let (given, isAlone) = (turns, subscribers.isEmpty)
        events.removeAll { $0.end <= given || isAlone }
    }

    private var deliveries: [Delivery] {
        stride(from: 0, to: events.count, by: Delivery.limit).map { start in
            Delivery(events[start..<min(start + Delivery.limit, events.count)].map(\.event))
        }
    }
}

/// Events that are written together. Most subscribers want the same ones, so their bytes are put together once.
struct Delivery {
    /// As many as a set of them has bits.
    static let limit = UInt64.bitWidth

    private let events: [StreamEvent]
    /// Joined frames by the set of events in them.
    private var frames: [UInt64: ByteBuffer] = [:]
    private var last: (wanted: UInt64, frame: ByteBuffer) = (0, ByteBuffer())

    /// In the order of their sequence; one at least.
    init(_ events: [StreamEvent]) { self.events = events }

    /// Of the newest of the events.
    var sequence: UInt64 { events[events.count - 1].sequence }

    /// A bit for each event that somebody with these topics wants who has everything up to `sequence`.
    func wanted(_ topics: Topics, after sequence: UInt64, member: @autoclosure () -> ID?) -> UInt64 {
        var wanted: UInt64 = 0
        for index in events.indices
        where events[index].sequence > sequence && !events[index].topics.isDisjoint(with: topics)
            && (events[index].isForEverybody || events[index].isFor(member()))
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
