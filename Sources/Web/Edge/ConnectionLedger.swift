import NIOCore
import Synchronization

/// How many connections each client holds. No client takes more than its share, and when all are taken, connections on which no response is
/// awaited are closed first: a client that only holds connections open keeps nobody else out.
package final class ConnectionLedger: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: ClientConnection] = [:]
        var counts: [ClientAddress: Int] = [:]
    }
    /// One in this many of all connections is closed at once when space is needed: finding them takes a look at every connection.
    private static let share = 64
    private let total: Int
    private let perAddress: Int?
    private let state = Mutex(State())

    /// - Parameter perAddress: nil behind a proxy, whose clients all come from one address.
    package init(total: Int, perAddress: Int?) {
        self.total = total
        self.perAddress = perAddress
    }

    /// How many more than `total` may be open for a moment, while one is judged or closes.
    package static func spare(of total: Int) -> Int { max(4, total / share) }

    package var count: Int { state.withLock { $0.connections.count } }

    /// Nil if the client holds its share already, or all are taken by requests under way.
    func admit(_ channel: any Channel) -> ClientConnection? {
        let connection = ClientConnection(channel)
        let (isAdmitted, victims) = state.withLock { state -> (Bool, [ClientConnection]) in
            if let perAddress, state.counts[connection.address, default: 0] >= perAddress { return (false, []) }
            let victims = state.connections.count < total ? [] : longestIdle(of: state.connections)
            victims.forEach { ConnectionLedger.remove($0, from: &state) }
            guard state.connections.count < total else { return (false, victims) }
            state.connections[ObjectIdentifier(connection)] = connection
            state.counts[connection.address, default: 0] += 1
            return (true, victims)
        }
        victims.forEach { $0.channel.close(promise: nil) }
        guard isAdmitted else { return nil }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { ConnectionLedger.remove(connection, from: &$0) } }
        return connection
    }

    private func longestIdle(of connections: [ObjectIdentifier: ClientConnection]) -> [ClientConnection] {
        let idle = connections.values.map { ($0, $0.phase, $0.since) }.filter { $0.1 != .answering }
        return idle.sorted { ($0.1.rawValue, $0.2) < ($1.1.rawValue, $1.2) }.prefix(max(1, total / ConnectionLedger.share)).map(\.0)
    }

    /// Does nothing for a connection that was removed before, when space was needed.
    private static func remove(_ connection: ClientConnection, from state: inout State) {
        guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        let count = state.counts[connection.address, default: 1] - 1
        state.counts[connection.address] = count == 0 ? nil : count
    }
}

/// One connection, and what its client is doing.
final class ClientConnection: Sendable {
    /// In the order in which they are closed when space is needed.
    enum Phase: UInt8 {
        case noRequest, betweenRequests, sendingBody, answering
    }
    fileprivate let channel: any Channel
    fileprivate let address: ClientAddress
    private let phaseValue = Atomic<UInt8>(Phase.noRequest.rawValue)
    private let sinceValue = Atomic<UInt64>(NIODeadline.now().uptimeNanoseconds)

    fileprivate init(_ channel: any Channel) {
        self.channel = channel
        address = ClientAddress(channel.remoteAddress)
    }

    fileprivate var phase: Phase { Phase(rawValue: phaseValue.load(ordering: .relaxed)) ?? .answering }
    fileprivate var since: UInt64 { sinceValue.load(ordering: .relaxed) }

    func enter(_ phase: Phase) {
        phaseValue.store(phase.rawValue, ordering: .relaxed)
        sinceValue.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
    }
}

/// What counts as one client: an IPv4 address, or the 64 bits of an IPv6 address that its owner cannot choose.
struct ClientAddress: Hashable {
    private let bytes: [UInt8]

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address): bytes = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address):
            let all = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            // An IPv4 client of a socket that serves both.
            let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 255 && all[11] == 255
            bytes = Array(isMapped ? all[12...] : all[..<8])
        default: bytes = []
        }
    }
}
