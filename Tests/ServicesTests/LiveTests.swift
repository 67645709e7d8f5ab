import Database
import Domain
import Foundation
import Live
import Passwords
import Services
import Store
import Testing

@Suite struct BoardTests {
    private let start = Instant(seconds: 1_767_621_802)
    private func entry(_ number: UInt64, _ seconds: Int) -> BoardEntry {
        let time = start + .seconds(seconds)
        return BoardEntry(
            memberID: ID(high: number, low: 0), fix: Fix(time: time, coordinates: Coordinates(clampedLatitude: 46, longitude: 7)),
            lastContactAt: time)
    }

    /// As a start finds them: of a member with two phones in any order, of one who does not share, and of one alone.
    @Test func aLoadedBoardIsTheSameAndMovesNobody() {
        let board = Board()
        board.hide(ID(high: 3, low: 0))
        board.load([entry(1, 20), entry(1, 10), entry(2, 5), entry(2, 9), entry(3, 30), entry(4, 1)])
        #expect(
            board.entries().mapValues(\.fix.time)
                == [1: 20, 2: 9, 4: 1].reduce(into: [:]) { $0[ID(high: $1.key, low: 0)] = start + .seconds($1.value) })
        #expect(board.takeChanges().isEmpty)
        board.update(entry(1, 15))
        #expect(board.takeChanges().isEmpty)
        board.update(entry(1, 21))
        #expect(board.takeChanges().map(\.fix.time) == [start + .seconds(21)])
    }

    /// Still is since the first position without a move, however the positions come.
    @Test func howLongAPhoneIsStill() {
        let (board, member) = (Board(), ID(high: 1, low: 0))
        func fix(_ seconds: Int, _ isMoving: Bool?, latitude: Double = 46) -> Fix {
            var fix = Fix(time: start + .seconds(seconds), coordinates: Coordinates(clampedLatitude: latitude, longitude: 7))
            fix.isMoving = isMoving
            return fix
        }
        func since(_ fixes: [Fix]) -> Int? {
            board.update(member, with: fixes, at: start + .seconds(999))
            return board.entry(member)?.stillSince.map { Int(($0 - start).components.seconds) }
        }
        #expect(since([fix(10, false)]) == 10)
        #expect(since([fix(20, false), fix(30, false)]) == 10)
        #expect(since([fix(5, true)]) == 10, "late ones change nothing")
        #expect(since([fix(40, true), fix(50, false), fix(60, false)]) == 50)
        #expect(since([]) == 50)
        #expect(since([fix(70, false, latitude: 46.01)]) == 70, "a kilometre away")
        #expect(since([fix(80, nil)]) == nil)
        #expect(since([fix(90, true)]) == nil)
        #expect(board.version == 6)
    }

    @Test func theNearestFriendsAreFoundAmongMany() {
        let board = Board()
        var seed = UInt64(11)
        func random() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 11) / Double(1 << 53)
        }
        let places = (0..<500).map { _ in Coordinates(clampedLatitude: 46 + random() / 10, longitude: 9 + random() / 10) }
        for (index, place) in places.enumerated() {
            let fix = Fix(time: start + .seconds(index), coordinates: place)
            board.update(BoardEntry(memberID: ID(high: 2, low: UInt64(index)), fix: fix, lastContactAt: fix.time))
        }
        let middle = Coordinates(clampedLatitude: 46.05, longitude: 9.05)
        func nearest(_ limit: Int, since: Int = 0) -> [Int] {
            board.nearestFriends(to: middle, but: ID(high: 2, low: 7), since: start + .seconds(since), limit: limit).map {
                Int($0.memberID.low)
            }
        }
        #expect(nearest(30).isEmpty, "friends are not shown")
        _ = board.setFriends(true, withheld: [ID(high: 2, low: 8)])
        func expected(_ limit: Int, since: Int) -> [Int] {
            let known = places.indices.filter { $0 > since && $0 != 7 && $0 != 8 }
            return Array(known.sorted { places[$0].distance(to: middle) < places[$1].distance(to: middle) }.prefix(limit))
        }
        #expect(nearest(30) == expected(30, since: 0))
        #expect(nearest(30, since: 400) == expected(30, since: 400))
        #expect(nearest(1000).count == 497)
    }

    @Test func lateFixesNeverMoveItBack() {
        let board = Board()
        board.update(entry(1, 100))
        let late = BoardEntry(memberID: ID(high: 1, low: 0), fix: entry(1, 50).fix, lastContactAt: start + .seconds(200))
        board.update(late)
        #expect(board.entry(ID(high: 1, low: 0))?.fix.time == start + .seconds(100))
        #expect(board.entry(ID(high: 1, low: 0))?.lastContactAt == start + .seconds(200))
        #expect(board.version == 1)
    }

    @Test func changesAreTakenOnceAndNewestOnly() {
        let board = Board()
        for second in 0..<5 { board.update(entry(1, second)) }
        board.update(entry(2, 1))
        #expect(Set(board.takeChanges().map(\.fix.time)) == [start + .seconds(4), start + .seconds(1)])
        #expect(board.takeChanges().isEmpty)
    }

    @Test func hiddenMembersStayAway() {
        let board = Board()
        board.update(entry(1, 1))
        board.hide(ID(high: 1, low: 0))
        board.update(entry(1, 2))
        #expect(board.entries().isEmpty)
        #expect(board.takeChanges().isEmpty)
        board.show(ID(high: 1, low: 0))
        board.update(entry(1, 3))
        #expect(board.count == 1)
        board.forget(ID(high: 1, low: 0))
        #expect(board.count == 0)
    }

    @Test func topicsAreKnownByName() {
        #expect(Topics(names: "positions,roster") == [.positions, .roster])
        #expect(Topics(names: "") == nil && Topics(names: "everything") == nil)
    }
}

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
        let surroundings = Surroundings(now: { Instant(seconds: 0) }, randomBytes: { [UInt8](repeating: 7, count: $0) })
        let hasher = try PasswordHasher(surroundings: surroundings, parameters: .init(memoryKiB: 4096, passes: 8, lanes: 1))
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
        let (now, folder) = (Instant(seconds: 1_000_000), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = SignInFailures(try Database(path: folder.appending(path: "test.sqlite").path))
        func fresh() -> SignInLimiter {
            SignInLimiter(store: store) { ID(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max)) }
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
