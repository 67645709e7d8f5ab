import Domain
import Foundation
import Gateways
import Testing

/// What is known of a request to Telegram that got no answer.
@Suite struct TelegramReachTests {
    /// Of this machine, where nobody listens once the socket is closed, or somebody does who says nothing.
    private static func port(listens: Bool) throws -> (port: Int, descriptor: Int32) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), inet_addr("127.0.0.1"))
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(isBound)
        if listens { try #require(listen(descriptor, 1) == 0) }
        return (Int(UInt16(bigEndian: address.sin_port)), descriptor)
    }

    @Test func withoutAConnectionNothingWasSent() async throws {
        // Bound and not listening: it refuses every connection, and nobody else takes it meanwhile.
        let (port, listener) = try TelegramReachTests.port(listens: false)
        defer { close(listener) }
        let answer = await TelegramHTTP(api: "http://127.0.0.1:\(port)", token: "1:x").send(.name)
        #expect(answer.code == 0 && answer.isUnsent)
    }

    @Test(.timeLimit(.minutes(1))) func whoeverTookItAndSaysNothingLeavesItOpen() async throws {
        let (port, listener) = try TelegramReachTests.port(listens: true)
        let asked = Task { await TelegramHTTP(api: "http://127.0.0.1:\(port)", token: "1:x").send(.name) }
        let taken = await Task.detached { accept(listener, nil, nil) }.value
        _ = await Task.detached {
            var byte: UInt8 = 0
            return recv(taken, &byte, 1, 0)
        }.value
        close(taken)
        close(listener)
        let answer = await asked.value
        #expect(answer.code == 0 && !answer.isUnsent)
    }
}
