import Foundation
import Synchronization

/// Reads what all nodes store, on a thread of its own: after each commit of this one, when another one rings, after every break, and once
/// a second anyway.
final class PostgresFollower: Sendable {
    private static let longest = Duration.seconds(1)
    /// At most four times a second: a ring takes a lock of the whole server.
    private static let ringPause = Duration.milliseconds(250)
    private static let pace = Duration.milliseconds(5)
    private static let sweepPause = Duration.seconds(5)
    private static let batch = 1000
    /// A transaction with positions is over by then. Of one that takes longer its phones' next positions are heard.
    private static let settling = Duration.seconds(3)

    private struct Orders {
        var mustRead = false
        /// How often somebody had something to be read, and how many of these readings have been heard.
        var asked = 0
        var heard = 0
        var mustRing = false
        var isClosing = false

        mutating func mustBeRead() {
            mustRead = true
            asked += 1
        }
    }
    /// For how long a page waits that is to say from where its stream goes on.
    private static let patience = Duration.milliseconds(250)
    private let reading: PostgresEngine.Reading
    private let node: String
    private let address: String
    private let reach: PostgresReach
    private let wake = WakeUp()
    private let orders = Mutex(Orders())
    private let ended = DispatchSemaphore(value: 0)

    init(address: String, reach: PostgresReach, node: String, reading: @escaping PostgresEngine.Reading) {
        (self.address, self.reach, self.node, self.reading) = (address, reach, node, reading)
    }

    /// The numbers that this node has in mind are given again.
    private struct Renumbered: Error {}

    /// What the thread knows.
    private struct Position {
        var epoch: String?
        var place: Int64
        var settled: Int64 = 0
        var recent: [(sequence: Int64, at: ContinuousClock.Instant)] = []
        var lastRead = ContinuousClock.now
        var lastRing = ContinuousClock.now - ringPause
        var lastSweep = ContinuousClock.now
        var isAnew = false
        var hasBroken = false
    }

    func start(begin: @escaping @Sendable (ChangeStart) -> Void, _ hear: @escaping HearNews) throws {
        let (start, settled) = try readStart()
        begin(start)
        let thread = Thread { [self] in
            loop(Position(epoch: start.epoch, place: start.place, settled: settled), begin, hear)
            ended.signal()
        }
        thread.name = "changes"
        thread.stackSize = 1 << 20
        thread.start()
    }

    private func readStart() throws -> (ChangeStart, settled: Int64) {
        var start: (ChangeStart, settled: Int64)?
        try reading { connection in
            let settled = try connection.one("SELECT coalesce(max(sequence), 0) FROM fix_news") { $0.integer(0) } ?? 0
            start = (try PostgresChanges.start(connection), settled)
        }
        guard let start else { throw CancellationError() }
        return start
    }

    /// After a commit of this node.
    func hasStored(_ noted: ChangeNotes.Noted) {
        guard !noted.isEmpty else { return }
        let wakes = orders.withLock { orders in
            let isKnown = orders.mustRing && (orders.mustRead || noted.changes.isEmpty)
            orders.mustRing = true
            if !noted.changes.isEmpty { orders.mustBeRead() }
            return !isKnown
        }
        if wakes { wake.ring() }
    }

    /// Waits, but not long, until what this node has stored so far is heard.
    /// - Parameter others: also what others have.
    func settle(others: Bool) {
        let (asked, isDone) = orders.withLock { orders in
            if others { orders.mustBeRead() }
            return (orders.asked, orders.heard >= orders.asked || orders.isClosing)
        }
        guard !isDone else { return }
        if others { wake.ring() }
        let end = ContinuousClock.now + PostgresFollower.patience
        while ContinuousClock.now < end, orders.withLock({ $0.heard < asked && !$0.isClosing }) { usleep(1_000) }
    }

    /// Nobody hears anything any more once it returns.
    func close() {
        orders.withLock { $0.isClosing = true }
        wake.ring()
        ended.wait()
    }

    // MARK: the thread

    private func loop(_ start: Position, _ begin: (ChangeStart) -> Void, _ hear: HearNews) {
        let bell = PostgresBell(address: address, reach: reach, wake: wake)
        var position = start
        while !orders.withLock({ $0.isClosing }) {
            bell.wait(pause(position))
            ring(bell, &position)
            do {
                if position.hasBroken { try beginAnew(&position, begin) }
                let asked = orders.withLock { orders in
                    orders.mustRead = false
                    return orders.asked
                }
                let news = try read(&position)
                if !news.isEmpty { hear(news) }
                orders.withLock { $0.heard = asked }
            } catch is CancellationError {
                return
            } catch {
                position.hasBroken = true
                // Nobody waits for a database that does not answer.
                orders.withLock { $0.heard = $0.asked }
            }
            sweep(bell, &position)
            Thread.sleep(forTimeInterval: Double(PostgresFollower.pace.inMicroseconds) / 1e6)
        }
    }

    /// After a break another server may answer, which has lost the last changes and gives their numbers again.
    private func beginAnew(_ position: inout Position, _ begin: (ChangeStart) -> Void) throws {
        let (start, settled) = try readStart()
        // A crash of the server empties the table of positions, and its numbers begin anew.
        if settled < position.settled { (position.settled, position.recent) = (settled, []) }
        guard start.epoch != position.epoch else { return }
        begin(start)
        position = Position(epoch: start.epoch, place: start.place, settled: settled, isAnew: true, hasBroken: true)
    }

    /// How long it may sleep.
    private func pause(_ position: Position) -> Duration {
        let orders = orders.withLock { $0 }
        if orders.mustRead || orders.isClosing { return .zero }
        guard orders.mustRing else { return PostgresFollower.longest }
        return max(.zero, PostgresFollower.ringPause - position.lastRing.duration(to: .now))
    }

    private func ring(_ bell: PostgresBell, _ position: inout Position) {
        guard position.lastRing.duration(to: .now) >= PostgresFollower.ringPause, orders.withLock({ $0.mustRing }) else { return }
        position.lastRing = .now
        // What is stored from now on is rung for again.
        orders.withLock { $0.mustRing = false }
        if !bell.ring(position.place) { orders.withLock { $0.mustRing = true } }
    }

    private func read(_ position: inout Position) throws -> News {
        var (news, place, fixes) = (News(), position.place, [(sequence: Int64, fixes: [UInt8])]())
        try reading { [node, settled = position.settled, epoch = position.epoch] connection in
            // It may have been away so shortly that no session of this node has noticed.
            guard try PostgresChanges.isSame(epoch, settled, connection) else { throw Renumbered() }
            while true {
                let part = try PostgresChanges.after(place, limit: PostgresFollower.batch, of: node, connection)
                news.changes += part
                place = part.last?.place ?? place
                if part.count < PostgresFollower.batch { break }
            }
            fixes = try PostgresChanges.fixes(after: settled, but: node, connection)
        }
        let now = ContinuousClock.now
        let gap = position.lastRead.duration(to: now)
        news.isIncomplete = position.isAnew || gap > PostgresChanges.kept
        news.missesPositions = position.hasBroken || gap > PostgresChanges.fixesKept / 2
        (position.place, position.lastRead, position.isAnew, position.hasBroken) = (place, now, false, false)
        let known = Set(position.recent.map(\.sequence))
        for row in fixes where !known.contains(row.sequence) {
            news.fromOthers.append(row.fixes)
            position.recent.append((row.sequence, now))
        }
        let old = position.recent.filter { $0.at.duration(to: now) > PostgresFollower.settling }
        position.settled = max(position.settled, old.map(\.sequence).max() ?? 0)
        position.recent.removeAll { $0.sequence <= position.settled }
        return news
    }

    private func sweep(_ bell: PostgresBell, _ position: inout Position) {
        guard position.lastSweep.duration(to: .now) >= PostgresFollower.sweepPause else { return }
        position.lastSweep = .now
        let sweeps = [
            PostgresChanges.sweep("fix_news", by: "sequence", PostgresChanges.fixesKept),
            PostgresChanges.sweep("change", by: "place", PostgresChanges.kept),
        ]
        bell.run(sweeps.joined(separator: "; "))
    }
}
