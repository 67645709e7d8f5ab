import Domain
import Store
import Synchronization

/// Calls for help that a full disk has not taken yet.
final class PendingCalls: Sendable {
    struct Call {
        let call: Alert.Call
        let client: ID?
        let author: Author

        /// A tracker's alarm that comes again so soon. Its newest place is on the map anyway.
        func isRepetition(of last: Alert.Call?, within time: Duration) -> Bool {
            guard let last else { return false }
            return call.source == .tracker && last.source == .tracker && call.receivedAt - last.receivedAt < time
        }
    }

    typealias Taker = (author: Author, at: Instant)

    private struct Entry {
        /// With all of its calls, stored or not.
        var alert: Alert
        var waiting: [Call]
        /// Of the phones, also of calls that are stored by now.
        var clients: Set<ID>
        var taker: Taker?

        mutating func add(_ call: Call, repetition: Duration) -> Bool {
            if let client = call.client, !clients.insert(client).inserted { return false }
            guard !call.isRepetition(of: alert.newest, within: repetition) else { return false }
            alert = alert.with(alert.calls + [call.call], isStored: false)
            waiting.append(call)
            return true
        }
    }
    private let entries = Mutex<[Entry]>([])

    /// Nil where nothing of the member waits that is open; else false for a repetition.
    func add(_ call: Call, toOpenOf member: ID, isTest: Bool, repetition: Duration) -> Bool? {
        entries.withLock { entries in
            let index = entries.firstIndex { $0.alert.memberID == member && $0.alert.isTest == isTest && $0.taker == nil }
            return index.map { entries[$0].add(call, repetition: repetition) }
        }
    }

    /// False for a repetition of one that has come to be here meanwhile.
    func open(_ alert: Alert, _ call: Call, repetition: Duration) -> Bool {
        entries.withLock { entries in
            let index = entries.firstIndex {
                $0.alert.memberID == alert.memberID && $0.alert.isTest == alert.isTest && $0.taker == nil
            }
            if let index { return entries[index].add(call, repetition: repetition) }
            var entry = Entry(alert: alert, waiting: [], clients: [])
            defer { entries.append(entry) }
            return entry.add(call, repetition: repetition)
        }
    }

    /// The alerts as they are on disk, with what is known here alone.
    func merged(into stored: [Alert], where isWanted: (Alert) -> Bool) -> [Alert] {
        let found = entries.withLock { $0.map(\.alert) }.filter(isWanted)
        guard !found.isEmpty else { return stored }
        let known = Set(found.map(\.id))
        return stored.filter { !known.contains($0.id) } + found
    }

    /// Whether the last word on an alert of the member waits, so that a new call must queue behind it.
    func holds(_ member: ID) -> Bool { entries.withLock { $0.contains { $0.alert.memberID == member } } }

    /// Its member is gone.
    func drop(_ alert: ID) { entries.withLock { $0.removeAll { $0.alert.id == alert } } }

    /// What to store next of an alert: a call, then who took it. Nil once the alert is not here any more.
    func next(of alert: ID) -> (call: Call?, taker: Taker?)? {
        entries.withLock { entries in entries.first { $0.alert.id == alert }.map { ($0.waiting.first, $0.taker) } }
    }

    /// It is stored.
    func remove(_ call: ID, of alert: ID) {
        entries.withLock { entries in
            for index in entries.indices where entries[index].alert.id == alert { entries[index].waiting.removeAll { $0.call.id == call } }
        }
    }

    /// All is stored, unless more has come meanwhile.
    /// - Parameter taken: whether it is stored who took it.
    func close(_ alert: ID, acknowledged: Bool) {
        entries.withLock { entries in
            entries.removeAll { $0.alert.id == alert && $0.waiting.isEmpty && ($0.taker != nil) == acknowledged }
        }
    }

    /// Somebody takes an alert that is stored, which the disk does not take.
    func acknowledge(_ alert: Alert, by author: Author, at now: Instant) {
        let acknowledged = alert.with(alert.calls, isStored: false).acknowledged(by: author.name, at: now)
        entries.withLock { $0.append(Entry(alert: acknowledged, waiting: [], clients: [], taker: (author, now))) }
    }

    /// Nil where it is not one of these; else whether it was this that took it.
    func acknowledge(_ id: ID, trip: ID, by author: Author, at now: Instant) -> (alert: Alert, isFirst: Bool)? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.alert.id == id && $0.alert.tripID == trip }) else { return nil }
            guard entries[index].taker == nil else { return (entries[index].alert, false) }
            entries[index].alert = entries[index].alert.acknowledged(by: author.name, at: now)
            entries[index].taker = (author, now)
            return (entries[index].alert, true)
        }
    }
}
