import Domain
import Testing

/// Which groups stand side by side, who is in which, and what a move makes of somebody's fields.
@Suite struct LaneTests {
    private func group(_ name: String, category: String = "", places: Int? = nil) -> Group {
        Group(id: ID(high: 1, low: 1), name: name, leaderID: nil, category: category, places: places)
    }

    private func row(_ name: String, groups: String = "", room: String = "", status: MemberStatus = .arrived) -> RosterRow {
        let values: [MemberField: String] = [.firstName: name, .groups: groups, .room: room, .status: status.rawValue]
        return LaneTests.row(ID(high: 2, low: name.unicodeScalars.reduce(0) { $0 &* 31 &+ UInt64($1.value) }), values)
    }

    static func row(_ id: ID, _ values: [MemberField: String]) -> RosterRow {
        RosterRow(
            id: id, role: .traveller, fields: MemberField.listed.map { values[$0] ?? "" }, hasMedicalNotes: false, isPaused: false,
            trackerCount: 0, hasAccount: false, photo: nil)
    }

    /// Where somebody is, where they are moved from and to, and what becomes of them; nil is a conflict.
    typealias Move = (now: String, from: String, to: String, after: String?)

    private func sets(_ groups: [Group], _ rooms: [Room] = [], _ rows: [RosterRow] = []) -> [String: [String]] {
        Dictionary(firstOf: LaneSet.all(groups: groups, rooms: rooms, rows: rows).map { ($0.key.rawValue, $0.lanes.map(\.name)) })
    }

    @Test func theFirstWordPutsGroupsSideBySide() {
        let found = sets(["Bus 10", "Bus 2", "bus2b", "Class Expert", "Class Beginner", "Hosts", "Red jackets"].map { group($0) })
        #expect(found["bus"] == ["Bus 2", "Bus 10"] && found["class"] == ["Class Beginner", "Class Expert"])
        #expect(found["other"] == ["bus2b", "Hosts", "Red jackets"])
        #expect(sets([group("Bus 1")])["bus"] == ["Bus 1"] && sets([group("Bus1"), group("Bus2")])["bus"] == ["Bus1", "Bus2"])
    }

    @Test func hostsMayNameTheKindThemselves() {
        let found = sets([group("Blue", category: "Bus"), group("Bus"), group("Green", category: "bus"), group("Yellow")])
        #expect(found["bus"] == ["Blue", "Bus", "Green"] && found["other"] == ["Yellow"])
        // A kind that is called as something else of the address is told from it.
        #expect(sets([group("x", category: "Rooms")])["~rooms"] == ["x"])
        for raw in ["rooms", "other", "bus", "~rooms", "~all"] { #expect(LaneSetKey(rawValue: raw)?.rawValue == raw) }
        #expect(LaneSetKey(rawValue: "") == nil)
    }

    @Test func roomsAreThoseWithBedsAndThoseWithPeople() {
        let rows = [row("Ada", room: "9"), row("Bruno", room: "10"), row("Cleo", room: "10"), row("Dario", room: "77", status: .cancelled)]
        #expect(sets([], [Room(name: "11", beds: 4), Room(name: "9", beds: 2)], rows)["rooms"] == ["9", "10", "11"])
        #expect(LaneSet.all(groups: [], rooms: [], rows: rows).last?.nextName == "11")
        #expect(LaneSet.all(groups: [group("Bus 1"), group("Bus 2")], rooms: [], rows: []).first?.nextName == "Bus 3")
    }

    @Test func peopleAreSortedInAndCounted() throws {
        let groups = [group("Bus 1", places: 2), group("Bus 2", places: 1), group("Bus 3", places: 1)]
        let rows = [
            row("Ada", groups: "Bus 1"), row("Bruno", groups: "Bus 1; Bus 3"), row("Cleo", groups: "BUS 1; Class"), row("Dario"),
            row("Elif", groups: "Bus 2", status: .left),
        ]
        let set = try #require(LaneSet.all(groups: groups, rooms: [], rows: rows).first)
        let sorted = SortedLanes(sets: [set], current: set, rows: rows, wishes: [])
        #expect(sorted.columns.map { $0.cards.map(\.row.fullName) } == [["Dario"], ["Ada", "Bruno", "Cleo"], [], ["Bruno"]])
        #expect(sorted.columns.map(\.filling) == [.open, .over(1), .open, .full])
        #expect(sorted.columns.map(\.free) == [nil, 0, 1, 0] && sorted.unassignedCount == 1)
        #expect(sorted.columns[1].cards.map(\.elsewhere) == [[], ["Bus 3"], []])
    }

    private static let ofGroups: [Move] = [
        ("Bus 1; Class", "Bus 1", "Bus 2", "Bus 2; Class"), ("Class", "", "Bus 1", "Bus 1; Class"), ("Bus 1; Class", "Bus 1", "", "Class"),
        ("Bus 2; Class", "Bus 1", "Bus 2", "Bus 2; Class"), ("Bus 2", "Bus 1", "Bus 1", nil), ("Bus 2", "Bus 1", "", nil),
        ("Bus 2", "", "Bus 1", nil), ("Bus 2", "", "", nil), ("Class", "Bus 1", "", "Class"), ("bus 1", "Bus 1", "Bus 1", "bus 1"),
        ("Bus 1; Bus 2", "Bus 1", "Bus 2", "Bus 2"),
    ]
    @Test(arguments: ofGroups) func aMoveChangesOneGroup(_ move: Move) throws {
        let set = try #require(LaneSet.all(groups: [group("Bus 1"), group("Bus 2")], rooms: [], rows: []).first)
        var fields = MemberFields()
        fields[.groups] = move.now
        #expect(LaneMove(to: move.to, in: set).apply(to: fields, from: move.from)?[.groups] == move.after)
    }

    private static let ofRooms: [Move] = [
        ("1", "1", "2", "2"), ("", "", "2", "2"), ("1", "1", "", ""), ("2", "1", "2", "2"), ("3", "1", "2", nil), ("3", "", "2", nil),
    ]
    @Test(arguments: ofRooms) func aMoveChangesTheRoom(_ move: Move) throws {
        let set = try #require(LaneSet.all(groups: [], rooms: [Room(name: "2", beds: nil)], rows: []).last)
        var fields = MemberFields()
        fields[.room] = move.now
        #expect(LaneMove(to: move.to, in: set).apply(to: fields, from: move.from)?[.room] == move.after)
    }

    @Test func aCardGoesThroughAForm() {
        let card = LaneMove.Card(member: ID(high: 7, low: 9), from: "=Bus; 1")
        #expect(LaneMove.Card(text: card.text) == card)
        #expect(LaneMove.Card(text: ID(high: 7, low: 9).description + "-")?.from == "")
        for text in ["", "x", "nobody=Bus", ID(high: 7, low: 9).description] { #expect(LaneMove.Card(text: text) == nil) }
        #expect(LaneMove.name("") == nil && LaneMove.name("-") == "" && LaneMove.name("=-") == "-")
    }
}
