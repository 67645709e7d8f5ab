import Domain
import Store
import Synchronization

/// Calls for help that a full disk has not taken yet.
final class PendingCalls: Sendable {
    struct Call {
        let call: Alert.Call
        let client: ID?
        let author: Author

        /// Whether a tracker's alarm repeats the last one too soon. Its newest position is on the map anyway.
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
        /// The phones' own ids of the calls, also of calls that are stored by now.
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

    /// Nil if the member has no pending alert that is open; otherwise false for a repetition.
    func add(_ call: Call, toOpenOf member: ID, isTest: Bool, repetition: Duration) -> Bool? {
        entries.withLock { entries in
            let index = entries.firstIndex { $0.alert.memberID == member && $0.alert.isTest == isTest && $0.taker == nil }
            return index.map { entries[$0].add(call, repetition: repetition) }
        }
    }

    /// False for a repetition of a call that has become pending meanwhile.
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

    /// The stored alerts, with pending ones replacing or joining them.
    func merged(into stored: [Alert], where isWanted: (Alert) -> Bool) -> [Alert] {
        let found = entries.withLock { $0.map(\.alert) }.filter(isWanted)
        guard !found.isEmpty else { return stored }
        let known = Set(found.map(\.id))
        return stored.filter { !known.contains($0.id) } + found
    }

    /// Whether a change to one of the member's alerts is still pending: a new call must then queue behind it.
    func holds(_ member: ID) -> Bool { entries.withLock { $0.contains { $0.alert.memberID == member } } }

    /// Drops an alert whose member is gone.
    func drop(_ alert: ID) { entries.withLock { $0.removeAll { $0.alert.id == alert } } }

    /// What to store next of an alert: a call, then who took it. Nil once the alert is no longer pending.
    func next(of alert: ID) -> (call: Call?, taker: Taker?)? {
        entries.withLock { entries in entries.first { $0.alert.id == alert }.map { ($0.waiting.first, $0.taker) } }
    }

    /// Removes a call that is stored.
    func remove(_ call: ID, of alert: ID) {
        entries.withLock { entries in
            for index in entries.indices where entries[index].alert.id == alert { entries[index].waiting.removeAll { $0.call.id == call } }
        }
    }

    /// Removes an alert of which everything is stored, unless more has come meanwhile.
    /// - Parameter acknowledged: whether the member who took it is stored too.
    func close(_ alert: ID, acknowledged: Bool) {
        entries.withLock { entries in
            entries.removeAll { $0.alert.id == alert && $0.waiting.isEmpty && ($0.taker != nil) == acknowledged }
        }
    }

    /// Takes a stored alert while the disk is full.
    func acknowledge(_ alert: Alert, by author: Author, at now: Instant) {
        let acknowledged = alert.with(alert.calls, isStored: false).acknowledged(by: author.name, at: now)
        entries.withLock { $0.append(Entry(alert: acknowledged, waiting: [], clients: [], taker: (author, now))) }
    }

    /// Nil if the alert is not pending; otherwise the alert, and whether this call was the first to take it.
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
