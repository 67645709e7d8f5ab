import Domain
import NIOCore
import Synchronization

/// The subscribers of one channel on one event loop. After a quiet moment an event leaves at once; those that follow within
/// the pace are written together, for a system call costs ten times what its bytes do. Between some hundred subscribers the loop
/// does what else it has to do.
final class SubscriberGroup: Sendable {
    private struct Waiting {
        var events: [StreamEvent] = []
        /// Whether somebody is going to look at them.
        var isScheduled = false
        var notBefore = NIODeadline.distantPast
    }
    private static let pace = TimeAmount.milliseconds(50)
    /// About three milliseconds.
    private static let turnsAtOnce = 256
    /// What is due at once the loop does before it looks at its connections.
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

    /// In the order of the sequence: a subscriber takes nothing that is older than what it has.
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

    /// From the last to the first: whoever takes the place of one that goes has had it.
    private func beat(before end: Int) {
        let subscribers = roundRobin.value.subscribers.prefix(end).suffix(SubscriberGroup.turnsAtOnce)
        subscribers.forEach { $0.heartbeat() }
        let start = subscribers.startIndex
        if start > 0 { loop.scheduleTask(in: SubscriberGroup.rest) { self.beat(before: start) } }
    }

    func end(where shouldEnd: @escaping @Sendable (StreamIdentity) -> Bool) {
        loop.execute { for subscriber in self.roundRobin.value.subscribers where shouldEnd(subscriber.identity) { subscriber.end() } }
    }
}
