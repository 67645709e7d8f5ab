import Domain
import Testing

/// Sheets as they really come: line numbers, stray quotation marks, what was refused.
@Suite struct ImportTableTests {
    private func problems(_ csv: String) throws -> [Int: String] {
        let rows = try ImportTable(csv).rows
        return Dictionary(uniqueKeysWithValues: rows.compactMap { row in row.problem.map { (row.line, $0) } })
    }

    @Test func excelSaysItsDelimiter() throws {
        let sheets = [
            ("sep=;\r\nname;notes, more\r\nAda;x\r\n", ";"), ("\"sep=|\"\nname|a,b;c\nAda|x\n", "|"), ("SEP=,\nname\nAda\n", ","),
        ]
        for (csv, delimiter) in sheets {
            let table = try ImportTable(csv)
            #expect(table.header[0] == "name" && table.delimiter == Character(delimiter))
            #expect(table.rows.map(\.line) == [3])
        }
        #expect(try ImportTable("sep=xy\nAda\n").header == ["sep=xy"])
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func lineNumbersAreTheSheets(_ end: String) throws {
        let lines = ["sep=,", "", "name,notes", "", "Ada,\"one", "two", "\"", ",", "Bo,x", "Cy,\"y\""]
        let table = try ImportTable(lines.joined(separator: end))
        #expect(table.rows.map(\.line) == [5, 9, 10])
        #expect(table.rows.map(\.cells) == [["Ada", "one\ntwo"], ["Bo", "x"], ["Cy", "y"]])
    }

    @Test func aStrayQuoteSpoilsItsLineAlone() throws {
        let csv = #"""
            name,room,notes
            Ada,1,a "quiet" one
            Bo,2,"fine, ""really"""
            Cy,3,"closed" and on
            Di,4,"never closed
            Ed,5,"fine
            too"
            Fi,6,"also open
            """#
        #expect(try problems(csv).keys.sorted() == [2, 4, 5, 8])
        let table = try ImportTable(csv)
        #expect(table.rows.map { $0.cells[0] } == ["Ada", "Bo", "Cy", "Di", "Ed", "Fi"])
        #expect(table.rows[1].cells[2] == "fine, \"really\"" && table.rows[4].cells[2] == "fine\ntoo")
        #expect(table.rows[0].cells[2] == "a \"quiet\" one")
    }

    /// Between two stray marks every line is a row of its own, and none of them gets lost in a cell.
    @Test func twoStrayQuotesSwallowNothing() throws {
        let csv = "name,room\n\"Ada,1\nBo,2\nCy,3\nDi,4\"\nEd,5\n"
        #expect(try problems(csv).keys.sorted() == [2, 5])
        #expect(try ImportTable(csv).rows.map(\.line) == [2, 3, 4, 5, 6])
    }

    @Test func moreCellsThanColumnsAreRefusedNotDropped() throws {
        #expect(try problems("name,room\nAda,1,late\nBo,2,,\nCy\n").keys.sorted() == [2])
    }

    @Test func spacesAroundQuotesDoNotMatter() throws {
        #expect(try ImportTable("name, notes\nAda, \"a, b\" \n").rows[0].cells == ["Ada", "a, b"])
    }

    private func plan(_ table: ImportTable) -> ImportPlan {
        ImportPlan(table: table, columns: ImportColumn.match(table.header), existing: [], rule: ImportRule(clearsEmpty: false))
    }

    @Test func refusedRowsComeBackMended() throws {
        let table = try ImportTable(
            "name;mail;room;notes\nAda;ada-at-x;=1+1;\"two\nlines\"\nBo;bo@x.example;2;x\nCy;cy@x.example;\"3;y\nDi;di@x.example;4;y;z\n")
        let csv = RefusedRows.csv(table, plan(table))
        #expect(csv.hasPrefix("\u{FEFF}\"name\";\"mail\";\"room\";\"notes\";\"\";\"problem\"\r\n"))
        #expect(csv.contains("\"'=1+1\"") && csv.contains("\"Line 2: Email not taken: “ada-at-x”. ") && !csv.contains("bo@x.example"))
        let mended = csv.replacing("ada-at-x", with: "ada@x.example").replacing("\"\"\"3\"", with: "\"3\"").replacing("\"z\"", with: "\"\"")
        #expect(try ImportTable(csv).header == ["name", "mail", "room", "notes", "", "problem"])
        let again = try ImportTable(decodeText(Array(mended.utf8)).text)
        let mapping = ImportMapping(again, applied: nil)
        #expect(!mapping.isAsked && mapping.leftOut.isEmpty)
        let fields = plan(again).rows.map { row in if case .new(let fields) = row.outcome { fields } else { MemberFields() } }
        #expect(fields.map(\.fullName) == ["Ada", "Cy", "Di"])
        #expect(fields.map { $0[.room] } == ["=1+1", "3", "4"] && fields[0][.hostNotes] == "two\nlines")
        // Refused once more: one column says why, not two.
        let second = RefusedRows.csv(try ImportTable(csv), plan(try ImportTable(csv)))
        #expect(second.components(separatedBy: "problem").count == 2)
    }
}

/// vCards of phones and address books.
@Suite struct VCardReaderTests {
    private func table(_ text: String) throws -> [[String: String]] {
        let table = try ImportTable(text)
        return table.rows.map { row in Dictionary(uniqueKeysWithValues: zip(table.header, row.cells).filter { !$0.1.isEmpty }) }
    }

    @Test func version3WithFoldsEscapesAndSeveralNumbers() throws {
        let text = """
            BEGIN:VCARD
            VERSION:3.0
            N:Exam
             ple\\, Jr.;Ada;Bea;;
            FN:Ada Example
            TEL;TYPE=HOME,pref:+00 1
            TEL;TYPE=WORK,FAX,CELL:+00 2
            item1.TEL;type=CELL:+00 3
            EMAIL:other@x.example
            EMAIL;type=INTERNET;type=pref:ada@x.example
            CATEGORIES:Bus 1,myContacts,Ski\\, blue
            NOTE:one\\; two\\nthree\\\\
            PHOTO;ENCODING=b;TYPE=JPEG:/9j/
             QUJD:RA==
            BDAY:1999-01-02
            END:VCARD
            """.replacing("\n", with: "\r\n")
        #expect(
            try table(text) == [
                [
                    "First name": "Ada", "Last name": "Example, Jr.", "Phone": "+00 3", "Email": "ada@x.example",
                    "Groups": "Bus 1; Ski, blue", "Notes": "one; two\nthree\\", "Birthday": "1999-01-02",
                ]
            ])
    }

    @Test func version4AndVersion21() throws {
        let text = """
            BEGIN:VCARD
            VERSION:4.0
            FN:Bo van Sample
            TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+00-5
            TEL;VALUE=uri;TYPE="cell,voice":tel:+00-6;ext=1
            END:VCARD

            begin:vcard
            version:2.1
            N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=
            ller;Zo=C3=AB;;;
            TEL;HOME:+00 7
            TEL;CELL;PREF:+00 8
            NOTE;ENCODING=QUOTED-PRINTABLE:a=0Ab = c=3Dd
            end:vcard
            """
        #expect(
            try table(text) == [
                ["Name": "Bo van Sample", "Phone": "+00-6"],
                ["First name": "Zoë", "Last name": "Müller", "Phone": "+00 8", "Notes": "a\nb = c=d"],
            ])
        #expect(try ImportTable(text).rows.map(\.line) == [1, 8])
    }

    /// A parameter of which nothing is left ended the program.
    @Test func emptyParametersAreNone() throws {
        let table = try ImportTable("BEGIN:VCARD\nFN:Ada Example\nTEL;=;==;TYPE=:1\nX;=:x\n;=:y\nEND:VCARD\n")
        #expect(table.rows.count == 1)
    }

    @Test func aCardWithoutAnEndIsRefusedAlone() throws {
        let table = try ImportTable("BEGIN:VCARD\nFN:Ada\nBEGIN:VCARD\nFN:Bo\nEND:VCARD\nBEGIN:VCARD\nFN:Cy\n")
        #expect(table.rows.map { $0.problem != nil } == [true, false, true] && table.rows.map(\.line) == [1, 3, 6])
        #expect(throws: Refusal.tooLarge("5,001 rows: at most 5,000 fit into one import. Split the list.")) {
            try ImportTable(String(repeating: "BEGIN:VCARD\nFN:A\nEND:VCARD\n", count: 5001))
        }
    }

    @Test func ourOwnCardsComeBack() throws {
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.groups]) = ("Zoë; Ada", "van, Example", "Bus 1; Ski, A")
        (fields[.phone], fields[.email]) = ("+41 00 000", "zoe@x.example")
        _ = fields.tidy()
        let row = RosterRow(
            id: ID(high: 1, low: 1), role: .traveller, fields: MemberField.listed.map { fields[$0] }, hasMedicalNotes: false,
            isPaused: false,
            trackerCount: 0, hasAccount: false, photo: nil)
        let trip = Trip(
            id: row.id, fields: TripFields(), rosterVersion: 1, rosterChangedAt: Instant(seconds: 0), archivedAt: nil, version: 1)
        let table = try ImportTable(VCard.text([row], trip: trip))
        let plan = ImportPlan(
            table: table, columns: ImportColumn.match(table.header), existing: [(id: row.id, fields: fields)],
            rule: ImportRule(clearsEmpty: false))
        #expect(plan.unchangedCount == 1, "\(plan.rows.map(\.outcome))")
    }
}
