import Domain
import Testing

/// What cards tell of wishes.
@Suite struct WishTests {
    private static let names = ["Ada", "Bruno", "Cleo", "Dario"]
    private func id(_ name: String) -> ID { ID(high: 1, low: UInt64(WishTests.names.firstIndex(of: name) ?? 99)) }

    private func remarks(_ rooms: [String: String], _ wishes: [Wish], gone: String = "") throws -> (said: [String], count: WishCount) {
        let rows = WishTests.names.map { name in
            let values: [MemberField: String] = [
                .firstName: name, .room: rooms[name] ?? "", .status: name == gone ? "cancelled" : "arrived",
            ]
            return LaneTests.row(id(name), values)
        }
        let set = try #require(LaneSet.all(groups: [], rooms: [Room(name: "1", beds: 2), Room(name: "2", beds: 2)], rows: rows).last)
        let lanes = SortedLanes(sets: [set], current: set, rows: rows, wishes: wishes)
        let said = lanes.columns.flatMap(\.cards).flatMap { card in
            card.remarks.map { "\(card.row.fullName) \($0.kind) \($0.name) \($0.lane ?? "-") \($0.isBroken ? "broken" : "open")" }
        }
        return (said.sorted(), lanes.wishes)
    }

    private func wish(_ kind: WishKind, _ member: String, _ other: String, in set: LaneSetKey? = nil) -> Wish {
        Wish(id: ID(high: 3, low: 3), member: id(member), other: id(other), kind: kind, set: set, note: "")
    }

    @Test func whoWantsSomebodySaysSoUntilTheyAreTogether() throws {
        let wish = [wish(.together, "Ada", "Bruno")]
        #expect(try remarks(["Ada": "1", "Bruno": "1"], wish).said == [])
        #expect(try remarks(["Ada": "1", "Bruno": "2"], wish).said == ["Ada together Bruno 2 broken"])
        #expect(try remarks(["Ada": "1", "Bruno": "2"], wish).count == WishCount(together: 1, apart: 0))
        // While one of them has no room, nothing is broken.
        #expect(try remarks(["Bruno": "2"], wish).said == ["Ada together Bruno 2 open"])
        #expect(try remarks(["Ada": "1"], wish).said == ["Ada together Bruno - open"])
        #expect(try remarks([:], wish).count == WishCount())
    }

    @Test func twoWhoAreToBeApartAreBothTold() throws {
        let wish = [wish(.apart, "Cleo", "Dario")]
        #expect(try remarks(["Cleo": "1", "Dario": "2"], wish).said == [])
        let broken = try remarks(["Cleo": "1", "Dario": "1"], wish)
        #expect(broken.said == ["Cleo apart Dario - broken", "Dario apart Cleo - broken"])
        #expect(broken.count == WishCount(together: 0, apart: 1))
        // Whoever has no room yet must not be put there.
        #expect(try remarks(["Dario": "2"], wish).said == ["Cleo apart Dario 2 open"])
    }

    @Test func aWishHoldsWhereItIsFor() throws {
        let apart = ["Ada": "1", "Bruno": "2"]
        #expect(try remarks(apart, [wish(.together, "Ada", "Bruno", in: .rooms)]).said.count == 1)
        #expect(try remarks(apart, [wish(.together, "Ada", "Bruno", in: .groups("bus"))]).said == [])
        // Nobody waits for who does not come.
        #expect(try remarks(apart, [wish(.together, "Ada", "Bruno")], gone: "Bruno").said == [])
        #expect(try remarks(apart, [wish(.together, "Ada", "Bruno")], gone: "Ada").said == [])
    }

    @Test func theListHasWhatIsNotMetFirst() throws {
        let rooms = ["Ada": "1", "Bruno": "2", "Cleo": "1"]
        let rows = WishTests.names.map { LaneTests.row(id($0), [.firstName: $0, .room: rooms[$0] ?? "", .status: "arrived"]) }
        let sets = LaneSet.all(groups: [], rooms: [], rows: rows)
        let wishes = [
            wish(.together, "Ada", "Cleo"), wish(.apart, "Ada", "Bruno"), wish(.together, "Ada", "Dario"), wish(.apart, "Ada", "Dario"),
            wish(.together, "Ada", "Bruno", in: .rooms), wish(.apart, "Cleo", "Ada"), wish(.together, "Ada", "Bruno", in: .groups("bus")),
        ]
        let standings = WishStanding.all(wishes, sets: sets, rows: rows)
        #expect(standings.map(\.state) == [.broken, .broken, .waiting, .waiting, .met, .met, .met])
        #expect(standings[0].places.map { [$0.member, $0.other] } == [[["1"], ["2"]]] && standings[0].places[0].shared == nil)
        #expect(standings[1].wish.kind == .apart && standings[1].places[0].shared == "1")
        #expect(standings[2].missing == [id("Dario")] && standings[4].places[0].shared == "1")
        // Who does not come is waited for by nobody.
        let without = WishStanding.all(Array(wishes.prefix(1)), sets: sets, rows: rows.filter { $0.id != id("Cleo") })
        #expect(without.map(\.state) == [.idle] && without[0].missing == [id("Cleo")])
    }

    @Test func namesLeadToOnePerson() throws {
        func row(_ number: UInt64, _ first: String, _ last: String, _ room: String) -> RosterRow {
            LaneTests.row(ID(high: 0, low: number), [.firstName: first, .lastName: last, .room: room, .status: "arrived"])
        }
        let names = NamesOfPeople([
            row(1, "Ada", "Example", "7"), row(2, "Ada", "Example", "8"), row(3, "Mía", "Sample", ""), row(4, "Zoë", "Sample", ""),
        ])
        #expect(names.labels.map(\.label) == ["Ada Example (7)", "Ada Example (8)", "Mía Sample", "Zoë Sample"])
        #expect(try names.find("ada example (8)", field: "x") == ID(high: 0, low: 2))
        #expect(try names.find(" mia ", field: "x") == ID(high: 0, low: 3))
        for typed in ["", "Ada Example", "Sample", "Nobody"] {
            #expect(throws: Refusal.self) { try names.find(typed, field: "x") }
        }
    }
}
