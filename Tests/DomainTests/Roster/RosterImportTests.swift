import Domain
import Foundation
import Testing

private func member(_ number: UInt64, _ values: [MemberField: String]) -> (id: ID, fields: MemberFields) {
    var fields = MemberFields()
    for (field, value) in values { fields[field] = value }
    _ = fields.tidy()
    return (ID(high: number, low: number), fields)
}

private func plan(
    _ csv: String, _ existing: [(id: ID, fields: MemberFields)] = [], clearsEmpty: Bool = false, replacesGroups: Bool = false
) throws -> ImportPlan {
    let table = try ImportTable(csv)
    return ImportPlan(
        table: table, columns: ImportColumn.match(table.header), existing: existing,
        rule: ImportRule(clearsEmpty: clearsEmpty, replacesGroups: replacesGroups))
}

@Suite struct RosterImportTests {
    @Test(arguments: [",", ";", "\t"], ["\n", "\r\n"])
    func delimitersAndLineEnds(_ delimiter: String, _ end: String) throws {
        let lines = [
            ["First Name", "Surname", "E-Mail", "Bus"], ["Ada", "Example", "ada@x.example", "Bus 1"], ["Bo", "Sample", "bo@x.example", ""],
        ]
        let table = try ImportTable(lines.map { $0.joined(separator: delimiter) }.joined(separator: end) + end)
        #expect(table.header == lines[0])
        #expect(table.rows.count == 2)
        #expect(ImportColumn.match(table.header) == [.field(.firstName), .field(.lastName), .field(.email), .field(.groups)])
    }

    @Test func quotesHoldDelimitersLineEndsAndQuotes() throws {
        let table = try ImportTable("name,notes\n\"Ada Example\",\"one, \"\"two\"\"\nthree\"\n")
        #expect(table.rows.map(\.cells) == [["Ada Example", "one, \"two\"\nthree"]])
    }

    @Test func encodings() throws {
        let text = "name\nZoë Müller\n"
        func utf16(_ big: Bool) -> [UInt8] {
            text.utf16.flatMap { big ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
        }
        let windows: [UInt8] = Array("name\nZo".utf8) + [0xEB] + Array(" M".utf8) + [0xFC] + Array("ller\n".utf8)
        for (bytes, name) in [
            (Array(text.utf8), "UTF-8"), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), "UTF-8"), ([0xFF, 0xFE] + utf16(false), "UTF-16"),
            ([0xFE, 0xFF] + utf16(true), "UTF-16"), (utf16(false), "UTF-16"), (windows, "Windows-1252"),
        ] {
            let decoded = decodeText(bytes)
            #expect(decoded.text == text)
            #expect(decoded.encoding == name)
        }
    }

    @Test func newChangedUnchangedRefused() throws {
        let existing = [
            member(1, [.firstName: "Ada", .lastName: "Example", .email: "ada@x.example", .room: "1"]),
            member(2, [.firstName: "Bo", .lastName: "Sample", .email: "bo@x.example"]),
            member(3, [.firstName: "Cy", .lastName: "Twin"]), member(4, [.firstName: "Cy", .lastName: "Twin"]),
        ]
        let plan = try plan(
            """
            first name,last name,email,room,status
            Ada,Example,ADA@x.example,2,
            Bo,Sample,bo@x.example,,
            Cy,Twin,,5,
            Di,New,di@x.example,,confirmed
            Ed,Bad,not-an-address,,
            Fi,Bad,,,unknown
            Di,Again,di@x.example,,
            ,,nobody@x.example,,
            """, existing)
        let outcomes = plan.rows.map(\.outcome)
        if case .changed(let id, let fields, let changes) = outcomes[0] {
            #expect(id == existing[0].id)
            #expect(changes.count == 2 && Set(changes.map(\.field)) == [.room, .email])
            #expect(fields[.room] == "2")
        } else {
            Issue.record("row 1: \(outcomes[0])")
        }
        #expect(outcomes[1] == .unchanged(existing[1].id))
        #expect(outcomes[2] == .refused(["2 members have this name: add the email address or the id."]))
        if case .new(let fields) = outcomes[3] { #expect(fields.status == .confirmed) } else { Issue.record("row 4") }
        #expect(plan.rows[6].refusal == ["The same person as line 5."])
        #expect(plan.rows[7].refusal == ["First name: Type a first or last name."])
        #expect((plan.newCount, plan.changedCount, plan.unchangedCount, plan.refusedCount) == (3, 1, 1, 3))
        // Rows 5 and 6 are taken without the cell that does not fit.
        #expect(plan.problemCount == 5)
    }

    /// What need not be there holds up nobody: the row goes without it, and says so with the cell's words.
    @Test func aCellThatDoesNotFitIsLeftOutAlone() throws {
        let existing = [member(1, [.firstName: "Ada", .lastName: "Example", .phone: "+41 1 23", .status: "arrived"])]
        let csv = """
            name,email,phone,status,medical notes
            Ada Example,,twelve,,
            Bo Sample,bo-at-x,+41 7 89,soon,
            Cy Sample,cy@x.example,,,\(String(repeating: "x", count: 4001))
            """
        let plan = try plan(csv, existing, clearsEmpty: true)
        let phone = "Phone not taken: “twelve”. Use only digits, spaces and + ( ) - / . with at least 3 digits."
        #expect(plan.rows[0].untaken == [phone] && plan.rows[0].problems == [phone])
        // An empty cell clears, one that is left out does not.
        guard case .changed(_, let ada, _) = plan.rows[0].outcome else { return #expect(Bool(false), "\(plan.rows[0])") }
        #expect(ada[.phone] == "+41 1 23" && ada.status == .invited)
        guard case .new(let bo) = plan.rows[1].outcome else { return #expect(Bool(false), "\(plan.rows[1])") }
        #expect(bo.fullName == "Bo Sample" && bo[.phone] == "+41 7 89" && bo[.email].isEmpty && bo.status == .invited)
        #expect(
            Set(plan.rows[1].untaken) == [
                "Email not taken: “bo-at-x”. This is not an email address.",
                "Status not taken: “soon”. Choose one of invited, confirmed, arrived, left, cancelled.",
            ])
        #expect(plan.rows[2].untaken == ["Medical notes not taken. At most 4,000 characters, this has 4,001."])
        #expect((plan.newCount, plan.changedCount, plan.refusedCount, plan.problemCount) == (2, 1, 0, 3))
    }

    @Test func emptyCellsLeaveOrClear() throws {
        let existing = [member(1, [.firstName: "Ada", .email: "ada@x.example", .room: "1"])]
        let csv = "email,room\nada@x.example,\n"
        #expect(try plan(csv, existing).unchangedCount == 1)
        #expect(try plan(csv, existing, clearsEmpty: true).changedCount == 1)
    }

    /// What the export writes comes back as it was, formulas and all.
    @Test func exportComesBackUnchanged() throws {
        let values = ["=1+1", "+41 00 000", "-x", "@home", "'=quoted", "''+twice", "plain", "a;b,c\t\"d\"", "＝wide", "two\nlines"]
        let existing = values.enumerated().map { index, value in
            member(UInt64(index + 1), [.firstName: "P\(index)", .hostNotes: value, .groups: "Bus 1; Class A", .status: "arrived"])
        }
        let rows = existing.map { id, fields in
            RosterRow(
                id: id, role: .traveller, fields: MemberField.listed.map { fields[$0] }, hasMedicalNotes: false, isPaused: false,
                trackerCount: 0, hasAccount: false, photo: nil)
        }
        let csv = RosterCSV.export(rows, columns: MemberField.listed, stamp: "roster v1")
        #expect(csv.hasPrefix("\u{FEFF}\"id\""))
        #expect(csv.replacing("\r\n", with: "").replacing("two\nlines", with: "").contains("\n") == false && csv.contains("two\nlines"))
        for cell in ["\"=1", "\"+41", "\"-x", "\"@home"] { #expect(!csv.contains(cell)) }
        let plan = try plan(decodeText(Array(csv.utf8)).text, existing)
        #expect(plan.unchangedCount == values.count, "\(plan.rows.map(\.outcome))")
    }

    @Test func clearRefusals() {
        #expect(throws: Refusal.self) { try ImportTable("") }
        #expect(throws: Refusal.self) { try ImportTable("name\n") }
        #expect(throws: Refusal.self) { try ImportTable("name\"\nAda\n") }
        #expect(throws: Refusal.tooLarge("5,001 rows: at most 5,000 fit into one import. Split the list.")) {
            try ImportTable("name\n" + (0...5000).map { "P\($0)\n" }.joined())
        }
        #expect(throws: Never.self) { try ImportTable("name\n" + (0..<5000).map { "P\($0)\n" }.joined()) }
    }

    @Test func headersOfEnglishSheets() {
        #expect(
            ImportColumn.match(["Name", "Full name", "Dietary requirements", "Next of kin", "Mobile phone", "Shoe size"])
                == [.fullName, .fullName, .field(.diet), .field(.emergencyName), .field(.phone), .ignored])
    }
}

@Suite struct RosterFilterTests {
    private func rows() -> [RosterRow] {
        [
            ("Zoë", "Müller", "arrived", "Bus 1", "9"), ("Ada", "Example", "confirmed", "Bus 2; Bus 1", "10"),
            ("Bo", "Sample", "left", "", ""),
        ]
        .enumerated().map { index, person in
            let fields = member(
                UInt64(index + 1),
                [
                    .firstName: person.0, .lastName: person.1, .status: person.2, .groups: person.3, .room: person.4,
                ]
            ).fields
            return RosterRow(
                id: ID(high: UInt64(index + 1), low: 0), role: .traveller, fields: MemberField.listed.map { fields[$0] },
                hasMedicalNotes: false, isPaused: index == 2, trackerCount: 1, hasAccount: false, photo: nil)
        }
    }

    private func names(_ change: (inout RosterFilter) -> Void) -> [String] {
        var filter = RosterFilter()
        change(&filter)
        let now = Instant(seconds: 1_000_000)
        let times = [ID(high: 1, low: 0): now - .minutes(1), ID(high: 2, low: 0): now - .minutes(10)]
        func newest(_ member: ID) -> BoardEntry? {
            times[member].map {
                BoardEntry(
                    memberID: member, fix: Fix(time: $0, coordinates: Coordinates(clampedLatitude: 46, longitude: 7)), lastContactAt: $0)
            }
        }
        return filter.apply(to: rows(), trip: TripFields(), now: now, board: newest).map { $0.row[.firstName] }
    }

    @Test func filters() {
        #expect(names { $0.search = "muller zoe" } == ["Zoë"])
        #expect(names { $0.search = "nobody" } == [])
        // A group or a room is called so; else the start of words.
        #expect(names { $0.search = "bus 2" } == ["Ada"] && names { $0.search = "BUS 1" } == ["Zoë", "Ada"])
        #expect(names { $0.search = "room 10" } == ["Ada"] && names { $0.search = "9" } == ["Zoë"])
        #expect(names { $0.search = "room" } == ["Zoë", "Ada"] && names { $0.search = "ampl" } == [])
        #expect(names { $0.status = .left } == ["Bo"])
        #expect(names { $0.group = "bus 1" } == ["Zoë", "Ada"])
        #expect(names { $0.tracker = .fresh } == ["Zoë"])
        #expect(names { $0.tracker = .stale } == ["Ada"])
        #expect(names { $0.tracker = .paused } == ["Bo"])
        // Who left needs nothing any more.
        #expect(names { $0.need = .emergencyPhone } == ["Zoë", "Ada"] && names { $0.need = .account } == ["Zoë", "Ada"])
        #expect(names { $0.need = .attention } == [] && names { $0.need = .tracker } == [])
        #expect(names { $0.sort = .room } == ["Zoë", "Ada", "Bo"])
        #expect(names { $0.sort = .contact } == ["Zoë", "Ada", "Bo"])
    }

    @Test func bulkActions() {
        let fields = member(1, [.firstName: "A", .groups: "Bus 1"]).fields
        #expect(BulkAction.addToGroup("bus 1").apply(to: fields)[.groups] == "Bus 1")
        #expect(BulkAction.addToGroup("Alpha").apply(to: fields)[.groups] == "Alpha; Bus 1")
        #expect(BulkAction.removeFromGroup("BUS 1").apply(to: fields)[.groups] == "")
        #expect(BulkAction.setStatus(.left).apply(to: fields).status == .left)
    }

    @Test func medicalNotesLeaveNoValueInTheAudit() {
        let change = AuditChange(FieldChange(field: .medicalNotes, from: "secret", to: "other"))
        #expect(change.from.isEmpty && change.to.isEmpty)
        #expect(!MemberField.listed.contains(.medicalNotes))
    }

    @Test func gpxAndGeoJSON() {
        let start = Instant(seconds: 1_767_621_802)
        func fix(_ seconds: Int, _ longitude: Double = 7.75) -> Fix {
            Fix(time: start + .seconds(seconds), coordinates: Coordinates(clampedLatitude: 46.02, longitude: longitude), altitude: 1200)
        }
        let gpx = TrackExport.gpx(
            [Track(name: "A & <B\u{1}\u{FFFF}>", fixes: [fix(0), fix(10), fix(10_000, 179.99999999)])], name: "Trip", at: start)
        #expect(gpx.components(separatedBy: "<trkseg>").count == 3)
        #expect(gpx.contains("A &amp; &lt;B&gt;") && gpx.contains("lon=\"-180\""))
        #expect(gpx.contains("<ele>1200</ele><time>2026-01-05T14:03:22Z</time>"))
        let geoJSON = TrackExport.geoJSON([Track(name: "A \"x\"", fixes: [fix(0), fix(10)])])
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(geoJSON.utf8)) }
        var end = fix(10, -0.0000001)
        (end.altitude, end.battery, end.isMoving) = (nil, 41, false)
        let features =
            #"{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[7.75,46.02,1200],[-0.0000001,46.02]]]},"#
            + #""properties":{"name":"<","times":[["2026-01-05T14:03:22Z","2026-01-05T14:03:32Z"]],"#
            + #""battery":[[null,41]],"moving":[[null,false]]}}"#
        #expect(
            TrackExport.geoJSON([Track(name: "<", fixes: [fix(0), end]), Track(name: "", fixes: [fix(0)])])
                == #"{"type":"FeatureCollection","features":["# + features.replacing("\"<\"", with: "\"\\u003c\"")
                + #",{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[]},"properties":{"name":"","times":[]}}]}"#
                + "\n")
    }
}
