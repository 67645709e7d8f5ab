import Domain
import Foundation
import Services
import Synchronization
import Testing

@Suite struct PasswordHasherTests {
    private static let system = SystemInputs(now: { Instant(seconds: 0) }, randomBytes: { [UInt8](repeating: 7, count: $0) })

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (5, 4), (64, 4)])
    func hashingLeavesACoreFree(_ cores: Int, _ expected: Int) throws {
        #expect(try PasswordHasher(system: PasswordHasherTests.system, cores: cores).concurrent == expected)
    }

    /// What is under way at once, and the most that ever was.
    private final class Count: Sendable {
        private let counts = Mutex((now: 0, most: 0))
        var most: Int { counts.withLock { $0.most } }

        /// Stays until as many as allowed are here together, or were.
        func visit(_ allowed: Int) {
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            while most < allowed { Thread.sleep(forTimeInterval: 0.001) }
            Thread.sleep(forTimeInterval: 0.005)
            counts.withLock { $0.now -= 1 }
        }
    }

    @Test(arguments: [2, 3, 5]) func neverMoreHashesAreUnderWayThanThreadsAreAllowed(_ cores: Int) async throws {
        let hasher = try PasswordHasher(system: PasswordHasherTests.system, cores: cores)
        let count = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { try await hasher.run { count.visit(hasher.concurrent) } } }
            try await group.waitForAll()
        }
        #expect(count.most == cores - 1)
    }

    /// The 19th field of a thread's stat is its nice value; its name stands in brackets before.
    private static func niceness() throws -> Int {
        let stat = try String(contentsOfFile: "/proc/thread-self/stat", encoding: .utf8)
        let fields = stat[(try #require(stat.lastIndex(of: ")")))...].split(separator: " ")
        return try #require(Int(fields[17]))
    }

    @Test func hashesGiveWayToEverythingElse() async throws {
        let hasher = try PasswordHasher(system: PasswordHasherTests.system, cores: 2)
        let usual = try PasswordHasherTests.niceness()
        let own = try await hasher.run { try PasswordHasherTests.niceness() }
        #expect(own == Int(PasswordHasher.niceness) && own > usual)
        #expect(try PasswordHasherTests.niceness() == usual, "others became slower too")
    }
}
