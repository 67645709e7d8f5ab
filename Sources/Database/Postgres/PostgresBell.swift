import CLibPQ
import Foundation

/// The connection on which a node hears that others have stored something, and tells them of its own. A ring says that there is something
/// to read, and no more: whoever misses one reads a second later. Nobody waits for the answer to a statement: a server that hangs, or holds
/// up a ring, keeps nobody from reading.
final class PostgresBell {
    private static let channel = "sotravel_change"
    /// Of the session, for administrators.
    static let name = "sotravel bell"
    /// A statement takes milliseconds. A connection that has not answered for so long is given up.
    private static let patience = Duration.seconds(5)
    private let address: String
    private let reach: PostgresReach
    private var connection: OpaquePointer?
    /// When the statement was sent that is still to be answered.
    private var sentAt: ContinuousClock.Instant?
    /// Wakes the sleep below from another thread.
    private let wake: WakeUp

    init(address: String, reach: PostgresReach, wake: WakeUp) { (self.address, self.reach, self.wake) = (address, reach, wake) }

    deinit { close() }

    func close() {
        if let connection { PQfinish(connection) }
        (connection, sentAt) = (nil, nil)
    }

    /// Tells all nodes, this one too. A transaction of its own, so that no write waits for another one's ring.
    func ring(_ place: Int64) -> Bool { run("NOTIFY \(PostgresBell.channel), '\(place)'") }

    /// Whether the statements were sent: not while others are still to be answered. A connection that was lost is opened again.
    @discardableResult
    func run(_ statements: String) -> Bool {
        guard let connection = connection ?? open(), sentAt == nil else { return false }
        guard PQsendQuery(connection, statements) == 1 else {
            close()
            return false
        }
        sentAt = .now
        return true
    }

    private func open() -> OpaquePointer? {
        let address = address
        connection = try? reach.connect { () throws(DatabaseFailure) in
            try PostgresLink.open(address, isPatient: false, isPipelined: false)
        }
        guard connection != nil else { return nil }
        run("SET application_name = '\(PostgresBell.name)'; LISTEN \(PostgresBell.channel)")
        return connection
    }

    /// Sleeps until there may be something to read, at most for a time. Without a connection that is all the time.
    func wait(_ longest: Duration) {
        let connection = connection ?? open()
        var sources = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
        if let connection { sources.append(pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)) }
        poll(&sources, nfds_t(sources.count), Int32(clamping: max(0, longest.inMicroseconds) / 1000))
        wake.clear()
        if let connection { take(from: connection) }
    }

    /// Reads what has come, and waits for nothing.
    private func take(from connection: OpaquePointer) {
        if PQconsumeInput(connection) == 0 { return close() }
        while let ring = PQnotifies(connection) { PQfreemem(ring) }
        guard let sentAt else { return }
        while PQisBusy(connection) == 0 {
            guard let answer = PQgetResult(connection) else {
                self.sentAt = nil
                return
            }
            let hasFailed = PQresultStatus(answer) == PGRES_FATAL_ERROR
            PQclear(answer)
            if hasFailed { return close() }
        }
        if sentAt.duration(to: .now) > PostgresBell.patience { close() }
    }
}

/// Ends a thread's `poll`: a pipe with a byte in it.
final class WakeUp: Sendable {
    /// -1 if the system has none left: then nothing is woken.
    let descriptor: Int32
    private let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends where fcntl(end, F_SETFL, O_NONBLOCK) < 0 || fcntl(end, F_SETFD, FD_CLOEXEC) < 0 { ends = [-1, -1] }
        }
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        for end in [descriptor, writing] where end >= 0 { Foundation.close(end) }
    }

    /// A full pipe wakes as well.
    func ring() { _ = write(writing, "!", 1) }

    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
