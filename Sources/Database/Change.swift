import Synchronization

/// Something that open pages have to hear of, noted by its store in the transaction that makes it so: what a transaction takes back,
/// nobody hears. This layer does not look into it.
package struct Change: Sendable, Equatable {
    /// A name of the store's own.
    package let kind: String
    /// 16 bytes.
    package let trip: [UInt8]
    package let number: Int64
    /// 16 bytes each.
    package let ids: [UInt8]
    package let data: [UInt8]

    package init(kind: String, trip: [UInt8], number: Int64, ids: [UInt8], data: [UInt8]) {
        (self.kind, self.trip, self.number, self.ids, self.data) = (kind, trip, number, ids, data)
    }
}

/// A change with its place in the order of commits, which is the same for all nodes of a database. Numbers grow and leave gaps.
package struct NumberedChange: Sendable, Equatable {
    package let place: Int64
    package let change: Change
    /// Whether this node has stored it.
    package let isOwn: Bool
}

/// What was stored since the last time, by this node and by others.
package struct News: Sendable {
    /// In the order of commits.
    package var changes: [NumberedChange] = []
    /// What other nodes noted of positions (`Connection.noteForOthers`), in about the order of commits.
    package var fromOthers: [[UInt8]] = []
    /// Changes may have been missed: this node was held up for so long that they are deleted. Whoever follows reads everything anew.
    package var isIncomplete = false
    /// The same of positions.
    package var missesPositions = false

    var isEmpty: Bool { changes.isEmpty && fromOthers.isEmpty && !isIncomplete && !missesPositions }
}

/// From where changes are followed.
package struct ChangeStart: Sendable {
    /// Differs between databases whose numbers have nothing to do with each other; nil where it differs with every start of the program.
    package let epoch: String?
    /// Of the newest change before the first that is heard.
    package let place: Int64
}

/// Hears of news on a thread that has nothing else to do, one call after the other.
package typealias HearNews = @Sendable (News) -> Void

/// What the transaction under way has noted so far. Only the writer's thread uses it.
final class ChangeNotes: Sendable {
    struct Noted {
        var changes: [Change] = []
        var forOthers: [[UInt8]] = []
        var isEmpty: Bool { changes.isEmpty && forOthers.isEmpty }
        var mark: Mark { Mark(changes: changes.count, forOthers: forOthers.count) }
    }
    /// How much was noted at a moment.
    struct Mark {
        fileprivate let changes, forOthers: Int
    }
    private let noted = Mutex(Noted())

    var mark: Mark { noted.withLock { $0.mark } }
    var now: Noted { noted.withLock { $0 } }

    func add(_ change: Change) { noted.withLock { $0.changes.append(change) } }
    func addForOthers(_ bytes: [UInt8]) { noted.withLock { $0.forOthers.append(bytes) } }

    /// Forgets what was noted since: the write that did so has failed.
    func goBack(to mark: Mark) {
        noted.withLock { noted in
            noted.changes.removeSubrange(min(mark.changes, noted.changes.count)...)
            noted.forOthers.removeSubrange(min(mark.forOthers, noted.forOthers.count)...)
        }
    }

    func clear() { noted.withLock { $0 = Noted() } }
}
