import Foundation
import Synchronization

/// Stands between a database and its server on a socket of its own, and cuts the connections where a test wants them cut.
package final class PostgresProxy: Sendable {
    private struct State {
        var listener: Int32 = -1
        var open: [Pair] = []
        /// The answer to whatever has this word in it is lost.
        var word = ""
        var staysAway = false
    }
    /// Both ends of a connection. The last of its threads closes them.
    private final class Pair: Sendable {
        let client: Int32
        let server: Int32
        let isMute = Atomic(false)

        init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }
        deinit { [client, server].forEach { close($0) } }

        func cut() { [client, server].forEach { shutdown($0, Int32(SHUT_RDWR)) } }
    }
    /// What libpq takes as a host.
    package let folder: String
    private let server: String
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: short, as paths of sockets are.
    ///   - server: the folder of the server's own socket.
    package init(folder: String, server: String) throws {
        self.folder = folder
        self.server = server
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        start()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Lets clients in.
    package func start() {
        let listener = PostgresProxy.socket(in: folder) { bind($0, $1, $2) }
        listen(listener, 100)
        state.withLock { $0.listener = listener }
        Thread.detachNewThread { [self] in
            while case let client = accept(listener, nil, nil), client >= 0 { join(client) }
            close(listener)
        }
    }

    /// Throws everybody out and lets nobody in.
    package func stop() {
        unlink(folder + "/.s.PGSQL.5432")
        state.withLock { state in
            shutdown(state.listener, Int32(SHUT_RDWR))
            state.open.forEach { $0.cut() }
            state.open = []
        }
    }

    /// The next statement with this word reaches the server, but its answer does not come back.
    package func loseAnswer(to word: String, staysAway: Bool = false) {
        state.withLock { ($0.word, $0.staysAway) = (word, staysAway) }
    }

    private func join(_ client: Int32) {
        let pair = Pair(client: client, server: PostgresProxy.socket(in: server) { connect($0, $1, $2) })
        state.withLock { $0.open.append(pair) }
        Thread.detachNewThread { [self] in
            pump(from: pair.client, to: pair.server) { bytes in
                if hears(bytes) { pair.isMute.store(true, ordering: .sequentiallyConsistent) }
                return true
            }
            pair.cut()
        }
        Thread.detachNewThread { [self] in
            pump(from: pair.server, to: pair.client) { _ in
                guard pair.isMute.load(ordering: .sequentiallyConsistent) else { return true }
                if state.withLock({ $0.staysAway }) { stop() }
                return false
            }
            pair.cut()
        }
    }

    private func hears(_ bytes: ArraySlice<UInt8>) -> Bool {
        state.withLock { state in
            guard !state.word.isEmpty, String(decoding: bytes, as: UTF8.self).contains(state.word) else { return false }
            state.word = ""
            return true
        }
    }

    /// Until one end is closed, or `mayPass` says that it is enough.
    private func pump(from: Int32, to: Int32, _ mayPass: (ArraySlice<UInt8>) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = recv(from, &buffer, buffer.count, 0), count > 0, mayPass(buffer[..<count]) {
            var rest = buffer[..<count]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { return }
                rest = rest.dropFirst(sent)
            }
        }
    }

    private static func socket(in folder: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/.s.PGSQL.5432").utf8) }
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        return descriptor
    }
}
