import Domain
import Store
import Synchronization

/// Calls for help that a full disk has not taken yet.
final class PendingCalls: Sendable {
    struct Call {
        let call: HelpCase.Call
        let client: ID?
        let author: Author

        /// Whether a tracker's alarm repeats the last one too soon. Its newest position is on the map anyway.
        func isRepetition(of last: HelpCase.Call?, within time: Duration) -> Bool {
            guard let last else { return false }
            return call.source == .tracker && last.source == .tracker && call.receivedAt - last.receivedAt < time
        }
    }

    typealias Taker = (author: Author, at: Instant)

    private struct Entry {
        /// With all of its calls, stored or not.
        var help: HelpCase
        var waiting: [Call]
        /// The phones' own ids of the calls, also of calls that are stored by now.
        var clients: Set<ID>
        var taker: Taker?

        mutating func add(_ call: Call, repetition: Duration) -> Bool {
            if let client = call.client, !clients.insert(client).inserted { return false }
            guard !call.isRepetition(of: help.newest, within: repetition) else { return false }
            help = help.adding(call.call)
            waiting.append(call)
            return true
        }
    }
    private let entries = Mutex<[Entry]>([])

    /// Nil if the member has no pending case; otherwise false for a repetition.
    func add(_ call: Call, toOpenOf member: ID, isTest: Bool, repetition: Duration) -> Bool? {
        entries.withLock { entries in
            let index = entries.firstIndex { $0.help.memberID == member && $0.help.isTest == isTest }
            return index.map { entries[$0].add(call, repetition: repetition) }
        }
    }

    /// False for a repetition of a call that has become pending meanwhile.
    func open(_ help: HelpCase, _ call: Call, repetition: Duration) -> Bool {
        entries.withLock { entries in
            let index = entries.firstIndex { $0.help.memberID == help.memberID && $0.help.isTest == help.isTest }
            if let index { return entries[index].add(call, repetition: repetition) }
            var entry = Entry(help: help, waiting: [], clients: [])
            defer { entries.append(entry) }
            return entry.add(call, repetition: repetition)
        }
    }

    /// The stored cases, with pending ones replacing or joining them.
    func merged(into stored: [HelpCase], where isWanted: (HelpCase) -> Bool) -> [HelpCase] {
        let found = entries.withLock { $0.map(\.help) }.filter(isWanted)
        guard !found.isEmpty else { return stored }
        let known = Set(found.map(\.id))
        return stored.filter { !known.contains($0.id) } + found
    }

    /// Whether a change to one of the member's cases is still pending: a new call must then queue behind it.
    func holds(_ member: ID) -> Bool { entries.withLock { $0.contains { $0.help.memberID == member } } }

    /// Whether a change to the case is still pending.
    func holds(case id: ID) -> Bool { entries.withLock { $0.contains { $0.help.id == id } } }

    /// Drops a case whose member is gone.
    func drop(_ help: ID) { entries.withLock { $0.removeAll { $0.help.id == help } } }

    /// What to store next of a case: a call, then who took it. Nil once the case is no longer pending.
    func next(of help: ID) -> (call: Call?, taker: Taker?)? {
        entries.withLock { entries in entries.first { $0.help.id == help }.map { ($0.waiting.first, $0.taker) } }
    }

    /// Removes a call that is stored.
    func remove(_ call: ID, of help: ID) {
        entries.withLock { entries in
            for index in entries.indices where entries[index].help.id == help { entries[index].waiting.removeAll { $0.call.id == call } }
        }
    }

    /// Removes a case of which everything is stored, unless more has come meanwhile.
    /// - Parameter taken: whether the member who took it is stored too.
    func close(_ help: ID, taken: Bool) {
        entries.withLock { entries in
            entries.removeAll { $0.help.id == help && $0.waiting.isEmpty && ($0.taker != nil) == taken }
        }
    }

    /// Takes a stored case while the disk is full.
    func take(_ help: HelpCase, by author: Author, at now: Instant) {
        let taken = help.with(help.calls, isStored: false).taken(by: .init(account: author.id, name: author.name, since: now))
        entries.withLock { $0.append(Entry(help: taken, waiting: [], clients: [], taker: (author, now))) }
    }

    /// Nil if the case is not pending; otherwise the case, and whether this call was the first to take it.
    func take(_ id: ID, trip: ID, by author: Author, at now: Instant) -> (help: HelpCase, isFirst: Bool)? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.help.id == id && $0.help.tripID == trip }) else { return nil }
            guard entries[index].help.state == .open else { return (entries[index].help, false) }
            entries[index].help = entries[index].help.taken(by: .init(account: author.id, name: author.name, since: now))
            entries[index].taker = (author, now)
            return (entries[index].help, true)
        }
    }
}
