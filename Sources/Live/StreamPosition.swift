import Synchronization

/// How events are numbered. The place of a change is the same on every node of a database, so a browser goes on at any of them. What a node
/// sends by itself, positions above all, is numbered within the node.
final class StreamNumbering: Sendable {
    private struct Start {
        var epoch: String
        var place: UInt64 = 0
    }
    /// Differs between nodes, and between two starts of one.
    let node: String
    private let start: Mutex<Start>
    /// Of the newest change of any trip that this node has heard and told.
    private let heard = Atomic<UInt64>(0)

    init(node: String) {
        self.node = node
        start = Mutex(Start(epoch: node))
    }

    func begin(epoch: String?, at place: UInt64) {
        start.withLock { $0 = Start(epoch: epoch ?? node, place: place) }
        heard.store(place, ordering: .releasing)
    }

    func hear(upTo place: UInt64) { heard.store(place, ordering: .releasing) }
    var heardPlace: UInt64 { heard.load(ordering: .acquiring) }

    /// What came at this place or before it, this node has not heard.
    var firstPlace: UInt64 { start.withLock { $0.place } }

    func id(_ position: StreamPosition) -> String {
        let change = "\(start.withLock { $0.epoch })-\(position.place)"
        return position.sequence.map { "\(change)-\(node)-\($0)" } ?? change
    }

    /// Nil for an id of another database, or of one that was put back from a backup.
    func position(of id: String) -> StreamPosition? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 4, parts[0] == start.withLock({ $0.epoch }), let place = parts[1].ordinal else {
            return nil
        }
        guard parts.count == 4 else { return StreamPosition(place: UInt64(place)) }
        // It is said again to whoever sent it.
        guard let sequence = parts[3].ordinal, parts[2].utf8.allSatisfy({ $0 > 47 && $0 < 123 }) else { return nil }
        return StreamPosition(place: UInt64(place), sequence: parts[2] == node ? UInt64(sequence) : nil)
    }
}

/// How far a browser has heard.
struct StreamPosition: Equatable {
    /// Of the newest change.
    let place: UInt64
    /// Of the newest event, as the node that asks has numbered it; nil if another node sent it.
    var sequence: UInt64?
}
