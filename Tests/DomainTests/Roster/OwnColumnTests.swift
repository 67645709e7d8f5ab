import Domain
import Testing

/// What stands in columns of a trip's own, as it is typed and as it is kept.
@Suite struct OwnColumnTests {
    private func column(_ kind: OwnColumn.Kind, _ choices: [String] = []) -> OwnColumn {
        OwnColumn(
            id: ID(high: 1, low: 1), name: "Thing", kind: kind, choices: choices, isListed: true, isSeenBySelf: false, version: 1)
    }

    @Test(arguments: [
        ("42", "42"), ("3.50", "3.5"), ("3,5", "3.5"), ("-0", "0"), ("−7", "-7"), ("+12", "12"), ("007", "7"), ("0.0001", "0.0001"),
        ("999999999999", "999999999999"), ("1.000", "1"), ("-0,00", "0"),
    ]) func numbersAreKeptAsTheyAre(_ typed: String, _ kept: String) {
        let read = column(.number).read(typed)
        #expect(read.value == kept && read.complaint == nil)
        // Read once more it is the same: what was exported comes back.
        #expect(column(.number).read(kept).value == kept)
    }

    @Test(arguments: ["1,000", "1e3", "0x10", "1.2.3", ".5", "5.", "--1", "1000000000000", "0.00001", "٣", "12 pairs", "-", "1,234,567"])
    func whatMayBeMeantOtherwiseIsNoNumber(_ typed: String) {
        let read = column(.number).read(typed)
        #expect(read.value == typed && read.complaint != nil)
    }

    @Test func datesAreThoseOfEuropeAndOfComputers() {
        for (typed, kept) in [("2026-01-31", "2026-01-31"), ("31.1.2026", "2026-01-31"), (" 01. 02. 2026 ", "2026-02-01"), ("", "")] {
            let read = column(.date).read(typed)
            #expect(read.value == kept && read.complaint == nil, "\(typed)")
        }
        for typed in ["31.2.2026", "1/2/2026", "31.1.26", "2026-13-01", "tomorrow", "1.1.10000", "0.1.2026"] {
            #expect(column(.date).read(typed).complaint != nil, "\(typed)")
        }
        #expect(column(.date).text("2026-01-31") == "31 Jan 2026" && column(.date).text("soon") == "soon")
    }

    @Test func choicesAreFoundInAnyCase() {
        let size = column(.choice, ["Small", "Très grand"])
        #expect(size.read("SMALL").value == "Small" && size.read("tres grand").value == "Très grand")
        #expect(size.read("huge").complaint == "Choose one of Small, Très grand.")
    }

    @Test func aChoiceIsOneEachAndNoSign() {
        var size = column(.choice, [" S \r\nM\n\ns\nL"])
        #expect(size.tidy(besides: []).isEmpty && size.choices == ["S", "M", "L"])
        for sign in ["-", "+"] {
            var wrong = column(.choice, ["S", sign])
            #expect(wrong.tidy(besides: []).map(\.field) == ["choices"])
        }
        var text = column(.text, ["left", "over"])
        #expect(text.tidy(besides: []).isEmpty && text.choices.isEmpty)
    }

    @Test func listsBringKindsAlong() throws {
        let table = try ImportTable("Name;Paid;Nights;Locker;Empty\nAda Example;2026-01-02;3;007;\nBo Sample;3.1.2026;4;12;\n")
        let mapping = ImportMapping(table, applied: [.fullName, .newColumn, .newColumn, .newColumn, .newColumn])
        var number: UInt64 = 0
        let new = NewColumns(mapping, table, own: []) {
            number += 1
            return ID(high: 0, low: number)
        }
        #expect(new.added.map(\.name) == ["Paid", "Nights", "Locker", "Empty"] && new.surplus.isEmpty)
        #expect(new.added.map(\.kind) == [.date, .number, .text, .text])
    }

    @Test func aListKeepsRoomForColumnsOfItsOwn() {
        let own = (0..<4).map {
            OwnColumn(
                id: ID(high: 2, low: UInt64($0)), name: "C\($0)", kind: .text, choices: [], isListed: $0 < 3, isSeenBySelf: false,
                version: 1)
        }
        #expect(ListColumn.shown([], own: []).count == 6 && ListColumn.shown([], own: [own[0]]).count == 6)
        #expect(ListColumn.shown([], own: own).count == 7 && ListColumn.shown([], own: [own[0]]).contains(.field(.diet)))
        #expect(!ListColumn.isWide(ListColumn.shown([], own: [own[0]])) && ListColumn.isWide(ListColumn.shown([], own: own)))
        let chosen = ListColumn.choice(["room", own[3].key], own: own)
        #expect(ListColumn.shown(chosen, own: own) == [.field(.room), .own(own[3])])
        #expect(ListColumn.shown(ListColumn.choice(["medical_notes"], own: []), own: []).count == 6)
    }
}
