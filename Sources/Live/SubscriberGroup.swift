import Domain
import NIOCore
import Synchronization

/// The subscribers of one channel on one event loop. After a quiet moment an event is sent at once. Events that follow within `pace` are
/// written together, because a system call costs ten times as much as its bytes. After every few hundred subscribers the loop does its
/// other work.
final class SubscriberGroup: Sendable {
    private struct Waiting {
        var events: [StreamEvent] = []
        /// Whether a delivery is scheduled.
        var isScheduled = false
        var notBefore = NIODeadline.distantPast
    }
    private static let pace = TimeAmount.milliseconds(50)
    /// About three milliseconds.
    private static let turnsAtOnce = 256
    /// A pause between turns: work that is due at once runs before the loop looks at its connections.
    private static let rest = TimeAmount.microseconds(50)
    private let loop: any EventLoop
    let tripChannel: TripChannel
    private let waiting = Mutex(Waiting())
    private let roundRobin: NIOLoopBound<RoundRobin>

    /// On the loop, as `add`, `remove` and `Subscriber`.
    init(loop: any EventLoop, tripChannel: TripChannel) {
        self.loop = loop
        self.tripChannel = tripChannel
        roundRobin = NIOLoopBound(RoundRobin(), eventLoop: loop)
    }

    func add(_ subscriber: Subscriber) { roundRobin.value.add(subscriber) }
    func remove(_ subscriber: Subscriber) { roundRobin.value.remove(subscriber) }

    /// Call in the order of the sequence: a subscriber ignores events older than its newest.
    func send(_ event: StreamEvent) {
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
        let roundRobin = roundRobin.value
        roundRobin.begin(drainEvents())
        roundRobin.deliver(turns: SubscriberGroup.turnsAtOnce)
        let time = waiting.withLock { waiting -> NIODeadline? in
            waiting.isScheduled = !roundRobin.isOver || !waiting.events.isEmpty
            return !roundRobin.isOver ? loop.now + SubscriberGroup.rest : waiting.isScheduled ? waiting.notBefore : nil
        }
        if let time { schedule(at: time) }
    }

    private func drainEvents() -> [StreamEvent] {
        let now = loop.now
        return waiting.withLock { waiting in
            guard !waiting.events.isEmpty, waiting.notBefore <= now else { return [] }
            waiting.notBefore = now + SubscriberGroup.pace
            defer { waiting.events = [] }
            return waiting.events
        }
    }

    func heartbeat() { loop.execute { self.beat(before: self.roundRobin.value.subscribers.count) } }

    /// Goes from the last to the first: a subscriber that moves to a removed one's place has had its heartbeat.
    private func beat(before end: Int) {
        let subscribers = roundRobin.value.subscribers.prefix(end).suffix(SubscriberGroup.turnsAtOnce)
        subscribers.forEach { $0.heartbeat() }
        let start = subscribers.startIndex
        if start > 0 { loop.scheduleTask(in: SubscriberGroup.rest) { self.beat(before: start) } }
    }

    /// - Parameter pause: milliseconds after which each browser is to come back; nil leaves it as it is.
    func end(pause: @escaping @Sendable () -> Int? = { nil }, where shouldEnd: @escaping @Sendable (StreamIdentity) -> Bool) {
        loop.execute {
            for subscriber in self.roundRobin.value.subscribers where shouldEnd(subscriber.identity) { subscriber.end(pause: pause()) }
        }
    }
}
