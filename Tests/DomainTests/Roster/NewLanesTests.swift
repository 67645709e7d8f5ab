import Domain
import Testing

/// An import makes the groups and rooms that its list names: the host hears which are new before anything is saved.
@Suite struct NewLanesTests {
    private let lanes = [
        Lane(kind: .group, name: "Bus 1", capacity: nil), Lane(kind: .group, name: "Guides", capacity: nil),
        Lane(kind: .room, name: "Attic", capacity: nil),
    ]

    private func plan(_ csv: String, besides names: [String] = []) throws -> ImportPlan {
        let table = try ImportTable(csv)
        return ImportPlan(
            table: table, columns: ImportColumn.match(table.header), existing: [], rule: ImportRule(clearsEmpty: false),
            groups: lanes.filter { $0.kind == .group }.map(\.name) + names)
    }

    private func groups(_ csv: String) throws -> [[String]] {
        try plan(csv).rows.map { row in if case .new(let fields) = row.outcome { fields.groupNames } else { [] } }
    }

    @Test func newOnesAreCountedOnce() throws {
        let list = "name,group,room\nAda Example,Bus 1; Skiers,301\nBo Sample,skiers,attic\nCy Twin,Bus 2,301\n"
        let new = NewLanes(try plan(list), lanes)
        #expect(new.groups == ["Bus 2", "Skiers"] && new.rooms == ["301"] && new.alike.isEmpty)
    }

    @Test func oneMuchLikeAnotherIsTold() throws {
        let new = NewLanes(try plan("name,group,room\nAda Example,Bus1,At-tic\nBo Sample,Ski A,\nCy Twin,SkiA,\n"), lanes)
        #expect(new.alike.map(\.name) == ["Bus1", "SkiA", "At-tic"] && new.alike.map(\.other) == ["Bus 1", "Ski A", "Attic"])
    }

    @Test func severalGroupsInACellAreTakenApart() throws {
        let list = "name,group\nAda Example,\"Bus 1, Bus 3\"\nBo Sample,Bus 3\nCy Twin,\"Guides,Bus 1\"\n"
        #expect(try groups(list) == [["Bus 1", "Bus 3"], ["Bus 3"], ["Bus 1", "Guides"]])
    }

    @Test func aNameWithACommaStaysWhole() throws {
        // Nobody else names the other part; a group of the trip may be called so.
        #expect(try groups("name,group\nAda Example,\"Bus 1, Bus 3\"\n") == [["Bus 1, Bus 3"]])
        #expect(try groups("name,group\nAda Example,\"Ski, blue\"\nBo Sample,Ski\n") == [["Ski, blue"], ["Ski"]])
        let named = try plan("name,group\nAda Example,\"Bus 1, Guides\"\n", besides: ["bus 1, guides"])
        #expect(named.rows.allSatisfy { if case .new(let fields) = $0.outcome { fields.groupNames == ["Bus 1, Guides"] } else { false } })
    }
}
