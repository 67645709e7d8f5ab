import Domain
import Live
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
        board.load([entry(1, 20), entry(1, 10), entry(2, 5), entry(2, 9), entry(3, 30), entry(4, 1)], at: start + .seconds(99))
        #expect(
            board.entries().mapValues(\.fix.time)
                == [1: 20, 2: 9, 4: 1].reduce(into: [:]) { $0[ID(high: $1.key, low: 0)] = start + .seconds($1.value) })
        #expect(board.drainChanges().isEmpty)
        board.update(entry(1, 15), at: start + .seconds(999))
        #expect(board.drainChanges().isEmpty)
        board.update(entry(1, 21), at: start + .seconds(999))
        #expect(board.drainChanges().map(\.fix.time) == [start + .seconds(21)])
    }

    /// A phone whose clock was ahead: of what is stored, its place counts only until there is another.
    @Test func aStoredPlaceFromATimeAheadIsReplacedByAnyOther() {
        for order in [[900, 10], [10, 900]] {
            let board = Board()
            for seconds in order { board.update(entry(1, seconds), at: start + .seconds(20)) }
            #expect(board.entry(ID(high: 1, low: 0))?.fix.time == start + .seconds(10))
        }
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
            board.update(BoardEntry(memberID: ID(high: 2, low: UInt64(index)), fix: fix, lastContactAt: fix.time), at: fix.time)
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
        board.update(entry(1, 100), at: start + .seconds(999))
        let late = BoardEntry(memberID: ID(high: 1, low: 0), fix: entry(1, 50).fix, lastContactAt: start + .seconds(200))
        board.update(late, at: start + .seconds(999))
        #expect(board.entry(ID(high: 1, low: 0))?.fix.time == start + .seconds(100))
        #expect(board.entry(ID(high: 1, low: 0))?.lastContactAt == start + .seconds(200))
        #expect(board.version == 1)
    }

    @Test func changesAreTakenOnceAndNewestOnly() {
        let board = Board()
        for second in 0..<5 { board.update(entry(1, second), at: start + .seconds(999)) }
        board.update(entry(2, 1), at: start + .seconds(999))
        #expect(Set(board.drainChanges().map(\.fix.time)) == [start + .seconds(4), start + .seconds(1)])
        #expect(board.drainChanges().isEmpty)
    }

    @Test func hiddenMembersStayAway() {
        let board = Board()
        board.update(entry(1, 1), at: start + .seconds(999))
        board.hide(ID(high: 1, low: 0))
        board.update(entry(1, 2), at: start + .seconds(999))
        #expect(board.entries().isEmpty)
        #expect(board.drainChanges().isEmpty)
        board.show(ID(high: 1, low: 0))
        board.update(entry(1, 3), at: start + .seconds(999))
        #expect(board.count == 1)
        board.forget(ID(high: 1, low: 0))
        #expect(board.count == 0)
    }

    @Test func topicsAreKnownByName() {
        #expect(Topics(names: "positions,roster") == [.positions, .roster])
        #expect(Topics(names: "") == nil && Topics(names: "everything") == nil)
    }
}
