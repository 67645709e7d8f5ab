import Database
import Domain
import Foundation
import Passwords
import Services
import Store
import Synchronization
import TestDatabases
import Testing

@Suite struct SecretsTests {
    /// RFC 6238 Appendix B, SHA-1, the last six of its eight digits.
    @Test(arguments: [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (20_000_000_000, "353130")])
    func oneTimeCodes(_ seconds: Int64, _ code: String) {
        let secret = Array("12345678901234567890".utf8)
        #expect(TOTP.code(secret: secret, step: OneTimeCode.step(at: Instant(seconds: seconds))) == code)
    }

    @Test func argon2KnowsItsOwn() throws {
        let weak = Argon2.Parameters(memoryKiB: 64, passes: 1, lanes: 1)
        let hash = try Argon2.hash("a mountain of snow", salt: [UInt8](repeating: 7, count: 16), parameters: weak)
        #expect(hash.hasPrefix("$argon2id$v=19$m=64,t=1,p=1$"))
        #expect(Argon2.verify("a mountain of snow", against: hash))
        #expect(!Argon2.verify("a mountain of sand", against: hash))
        #expect(!Argon2.verify("a mountain of snow", against: "nonsense"))
        #expect(Argon2.needsRehash(hash))
        let strong = try Argon2.hash("x", salt: [UInt8](repeating: 7, count: 16))
        #expect(strong.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(!Argon2.needsRehash(strong))
    }

    /// Fifty may wait; whoever comes on top is told to come back, and the others are served.
    @Test func hashesWaitInABoundedQueue() async throws {
        let system = SystemInputs(now: { Instant(seconds: 0) }, randomBytes: { [UInt8](repeating: 7, count: $0) })
        let hasher = try PasswordHasher(system: system, parameters: .init(memoryKiB: 4096, passes: 8, lanes: 1))
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do {
                        return try await hasher.verify("a mountain of snow", against: nil) == false
                    } catch Refusal.unavailable {
                        return false
                    } catch {
                        Issue.record(error)
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count == 200)
        #expect(outcomes.count { $0 } >= PasswordHasher.waitingLimit)
        #expect(outcomes.contains(false), "nobody was told to come back")
        #expect(try await hasher.verify("a mountain of snow", against: nil) == false)
    }

    @Test func limitsCountFailuresByAccountAndNetwork() throws {
        let (now, file) = (Instant(seconds: 1_000_000), try TestDatabase())
        let database = try file.open()
        defer { try? database.close() }
        let store = SignInFailures(database)
        let made = Mutex(UInt64(0))
        func fresh() -> SignInLimiter {
            SignInLimiter(store: store) {
                made.withLock { made in
                    made += 1
                    return ID(high: 1, low: made)
                }
            }
        }
        func attempt(_ limiter: SignInLimiter, _ email: String, _ address: String, _ at: Instant) -> SignInLimiter.Attempt {
            limiter.attempt(email: email, client: Client(address: address, userAgent: ""), at: at)
        }
        let limiter = fresh()
        for number in 0..<9 { attempt(limiter, "A@x.example", "10.0.0.\(number)", now).fail() }
        #expect(throws: Never.self) { try attempt(limiter, "a@x.example", "10.1.1.1", now).check() }
        attempt(limiter, "a@x.example", "10.0.0.9", now).fail()
        #expect(throws: Refusal.self) { try attempt(limiter, "a@X.example", "10.1.1.1", now).check() }
        #expect(throws: Never.self) { try attempt(limiter, "b@x.example", "10.0.0.9", now).check() }
        #expect(throws: Never.self) { try attempt(limiter, "a@x.example", "10.1.1.1", now + .minutes(16)).check() }
        let second = fresh()
        for number in 0..<25 { attempt(second, "\(number)@x.example", "2001:db8:1:2::\(number)", now).fail() }
        #expect(throws: Refusal.self) { try attempt(second, "new@x.example", "2001:0db8:1:2:ffff::1", now).check() }
        #expect(throws: Never.self) { try attempt(second, "new@x.example", "2001:db8:1:3::1", now).check() }
        #expect(throws: Never.self) { try attempt(second, "new@x.example", "2001:db8:1:2::1", now + .minutes(6)).check() }
    }
}
