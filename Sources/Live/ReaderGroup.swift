import Domain
import NIOCore
import Synchronization

/// The readers of one channel on one event loop. After a quiet moment an event leaves at once; those that follow within
/// the pace are written together, for a system call costs ten times what its bytes do. Between some hundred readers the loop
/// does what else it has to do.
final class ReaderGroup: Sendable {
    private struct Waiting {
        var events: [Event] = []
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

    /// On the loop, as `add`, `remove` and `Reader`.
    init(loop: any EventLoop, tripChannel: TripChannel) {
        self.loop = loop
        self.tripChannel = tripChannel
        roundRobin = NIOLoopBound(RoundRobin(), eventLoop: loop)
    }

    func add(_ reader: Reader) { roundRobin.value.add(reader) }
    func remove(_ reader: Reader) { roundRobin.value.remove(reader) }

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
        let roundRobin = roundRobin.value
        roundRobin.begin(takeEvents())
        roundRobin.deliver(turns: ReaderGroup.turnsAtOnce)
        let time = waiting.withLock { waiting -> NIODeadline? in
            waiting.isScheduled = !roundRobin.isOver || !waiting.events.isEmpty
            return !roundRobin.isOver ? loop.now + ReaderGroup.rest : waiting.isScheduled ? waiting.notBefore : nil
        }
        if let time { schedule(at: time) }
    }

    private func takeEvents() -> [Event] {
        let now = loop.now
        return waiting.withLock { waiting in
            guard !waiting.events.isEmpty, waiting.notBefore <= now else { return [] }
            waiting.notBefore = now + ReaderGroup.pace
            defer { waiting.events = [] }
            return waiting.events
        }
    }

    func heartbeat() { loop.execute { self.beat(before: self.roundRobin.value.readers.count) } }

    /// From the last to the first: whoever takes the place of one that goes has had it.
    private func beat(before end: Int) {
        let readers = roundRobin.value.readers.prefix(end).suffix(ReaderGroup.turnsAtOnce)
        readers.forEach { $0.heartbeat() }
        let start = readers.startIndex
        if start > 0 { loop.scheduleTask(in: ReaderGroup.rest) { self.beat(before: start) } }
    }

    func end(where shouldEnd: @escaping @Sendable (StreamIdentity) -> Bool) {
        loop.execute { for reader in self.roundRobin.value.readers where shouldEnd(reader.identity) { reader.end() } }
    }
}
