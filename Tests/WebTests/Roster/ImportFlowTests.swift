import Domain
import Services
import Testing

/// A list from somewhere else, from the upload to the mended rest.
@Suite struct ImportFlowTests {
    private let app: TestApp
    private let start = "/trips/alpha/roster/import"

    init() async throws { app = try await TestApp.withTrips() }

    private func begin(_ text: String) async throws -> String {
        let response = try await app.send(.post, start, as: .host, form: [("text", text)])
        #expect(response.status == 303)
        return response.location
    }

    private func version() throws -> String { String(try app.host().trip.rosterVersion) }

    @Test func theMappingIsAskedForAppliedAndKept() async throws {
        let page = try await begin(
            "Vorname;Nachname;Leihski;Leer\nAda;Example;ja <b>;\nBo;Sample;nein;\nCy;Sample;nein;\nDi;Sample;später;\n")
        let asked = try await app.send(.get, page, as: .host).body
        #expect(asked.contains("Which column is what?") && asked.contains("Nobody knows what “Leihski” is."))
        for sample in ["ja &lt;b&gt;", "nein", "später"] { #expect(asked.contains("<div>\(sample)</div>")) }
        #expect(asked.contains("1 column without a value") && asked.contains("The column Leihski is left out."))
        let reading = [
            ("column0", "first_name"), ("column1", "last_name"), ("column2", "ability"), ("column3", ""), ("clears_empty", "on"),
        ]
        let applied = try await app.send(.post, page, as: .host, form: reading + [("do", "preview")])
        #expect(applied.status == 303 && applied.location == page)
        let shown = try await app.send(.get, page, as: .host).body
        #expect(!shown.contains("Which column is what?") && !shown.contains("left out.") && shown.contains("Ability: nein"))
        #expect(shown.contains("name=\"clears_empty\" value=\"on\" checked"))
        #expect(try await app.send(.post, page, as: .host, form: reading + [("do", "save"), ("version", version())]).status == 303)
        #expect(try await app.send(.get, page, as: .host).status == 404)
    }

    /// Whoever chooses other columns and saves at once sees first what would be saved.
    @Test func columnsThatWereNotShownAreNotSaved() async throws {
        let page = try await begin("Vorname;Nachname;Leihski\nBo;Sample;nein\n")
        let shown = try #require(try await app.send(.get, page, as: .host).body.firstMatch(of: /name="shown" value="([^"]*)"/)).output.1
        let save = [
            ("do", "save"), ("version", try version()), ("shown", String(shown)), ("column0", "first_name"), ("column1", "last_name"),
        ]
        let changed = try await app.send(.post, page, as: .host, form: save + [("column2", "ability")])
        #expect(changed.location == page + "?done=columns")
        let preview = try await app.send(.get, changed.location, as: .host).body
        #expect(preview.contains("Nothing is saved yet: you changed how the list is read.") && preview.contains("Ability: nein"))
        #expect(try app.services.roster.entries(RosterFilter(), app.host()).count == 4)
        let again = try #require(preview.firstMatch(of: /name="shown" value="([^"]*)"/)).output.1
        let last = save.map { $0.0 == "shown" ? ("shown", String(again)) : $0 } + [("column2", "ability")]
        #expect(try await app.send(.post, page, as: .host, form: last).location.contains("/roster/imported/"))
        #expect(try app.services.roster.entries(RosterFilter(), app.host()).count == 5)
    }

    /// A list's groups are added to those that people have; they replace them where the host says so, who sees whom each group loses.
    @Test func groupsAreAddedUnlessTheHostReplacesThem() async throws {
        let ada = app.id("member")
        let page = try await begin("name,group,status\nAda Example,Ski,confirmed\nBo Sample,Ski,\n")
        let shown = try await app.send(.get, page, as: .host)
        #expect(shown.body.contains("Groups: Bus 1 → Bus 1; Ski") && shown.body.contains("Status: Arrived → Confirmed"))
        #expect(shown.page.texts(".mapping .hint") == ["Is added to the groups that a person has."])
        let choices = ["Add to these groups Nobody leaves a group.", "Replace their groups 1 person leaves Bus 1: Ada Example."]
        #expect(shown.page.texts("#groups label") == choices)
        #expect(shown.page.find("#groups input[checked]").map { $0["value"] } == ["add"])
        // Replacing is shown before it is saved.
        let columns = [("column0", "full_name"), ("column1", "groups"), ("column2", "status"), ("groups", "replace")]
        let save = columns + [("do", "save"), ("version", try version())]
        let held = shown.page.find("input[name=shown]").map { ("shown", $0["value"] ?? "") }
        let replaced = try await app.send(.post, page, as: .host, form: save + held)
        #expect(replaced.status == 200 && replaced.body.contains("Groups: Bus 1 → Ski"))
        #expect(replaced.page.text(".problem")?.contains("you changed how the list is read") == true)
        #expect(replaced.page.find("#groups input[checked]").map { $0["value"] } == ["replace"])
        #expect(replaced.page.texts("#groups label") == choices)
        #expect(try app.services.roster.member(ada, app.host()).fields[.groups] == "Bus 1")
        let again = replaced.page.find("input[name=shown]").map { ("shown", $0["value"] ?? "") }
        #expect(try await app.send(.post, page, as: .host, form: save + again).status == 303)
        #expect(try app.services.roster.member(ada, app.host()).fields[.groups] == "Ski")
    }

    /// What takes nobody out of a group asks nothing, and a list that is saved as it came adds.
    @Test func groupsOfAListAreAdded() async throws {
        let ada = app.id("member")
        for list in ["name,group\nAda Example,Bus 1; Ski\n", "name,room\nAda Example,9\n", "name,group\nBo Sample,Ski\n"] {
            #expect(try await !app.send(.get, begin(list), as: .host).page.has("#groups"))
        }
        let page = try await begin("name,group\nAda Example,bus 1; Ski\n")
        let save = [("column0", "full_name"), ("column1", "groups"), ("do", "save"), ("version", try version())]
        #expect(try await app.send(.post, page, as: .host, form: save).status == 303)
        #expect(try app.services.roster.member(ada, app.host()).fields[.groups] == "Bus 1; Ski")
    }

    @Test func whatIsRefusedStaysToBeFetched() async throws {
        let page = try await begin("name,mail\nBo Sample,bo@x.example\nCy Sample,=cy\nDi \"D\" Sample,di@x.example\n")
        let before = try await app.send(.get, page + "/refused.csv", as: .host)
        #expect(before.headers[.contentDisposition] == "attachment; filename=\"alpha-refused.csv\"")
        #expect(before.body.contains("\"Cy Sample\",\"'=cy\",\"Line 3: Email not taken: “=cy”. This is not an email address.\""))
        // What is wrong comes first; the button says what it does, and what it leaves out.
        let preview = try await app.send(.get, page, as: .host).page
        #expect(preview.texts("h2 .chip") == ["Refused (1)", "Taken, with one value left out (1)", "New (2)"])
        #expect(preview.texts("section .num").prefix(4) == ["Line", "Line 4", "Line", "Line 3"])
        #expect(preview.text("button[value=save]") == "Import 2 people")
        #expect(preview.text(".mend .button") == "Download 2 rows to correct (CSV)")
        #expect(preview.text(".confirm .muted") == "1 refused row is left out. 1 row is taken, with one value left out.")
        #expect(preview.texts("section thead th").suffix(3) == ["Line", "Name", "As it is read"])
        // Two values of one row are not one.
        let two = try await app.send(.get, begin("name,mail,phone\nCy Sample,=cy,abc\n"), as: .host).page
        #expect(two.texts("h2 .chip") == ["Taken, with values left out (1)", "New (1)"])
        #expect(two.text(".confirm .muted") == "1 row is taken, with values left out.")
        let save = [("column0", "full_name"), ("column1", "email"), ("do", "save"), ("version", try version())]
        let saved = try await app.send(.post, page, as: .host, form: save)
        #expect(saved.status == 303 && saved.location.contains("/roster/imported/") && saved.location.hasSuffix(page.suffix(36)))
        #expect(try await app.send(.get, saved.location, as: .host).body.contains("2 rows to correct"))
        let rest = try await app.send(.get, page, as: .host)
        #expect(rest.body.contains("2 people imported") && rest.body.contains("2 rows to correct") && rest.body.contains("Line 4: "))
        #expect(try await app.send(.get, page + "/refused.csv", as: .host).body == before.body)
        // It is saved: neither a second time nor read in another way.
        #expect(try await app.send(.post, page, as: .host, form: save).status == 404)
        #expect(try await app.send(.post, page, as: .host, form: [("column0", ""), ("do", "preview")]).status == 404)
        #expect(try app.services.roster.entries(RosterFilter(), app.host()).count == 6)
        let again = try await begin(before.body.replacing("'=cy", with: "cy@x.example").replacing("\"\"D\"\" ", with: ""))
        let mended = try await app.send(.get, again, as: .host).body
        // Who was taken without a cell is found again, and gets it.
        #expect(mended.contains("1 new, 1 changed, 0 unchanged, 0 refused") && !mended.contains("left out."))
        #expect(mended.contains("Email: – → cy@x.example"))
    }

    @Test func aRowWithOnlyALastNameSaysWhatItLacks() async throws {
        let page = try await begin("Vorname,Nachname,room\n,Sample,7\nBo,Sample,\n,Filler,\nCy,,\n")
        let preview = try await app.send(.get, page, as: .host).page
        #expect(preview.texts(".import section th[scope=row]") == ["Sample", "Bo Sample", "Filler", "Cy"])
        let lacks = ["Sample", "Filler"].map { "No first name: “\($0)” is taken as the last name." }
        #expect(preview.texts(".import section td div").filter { !$0.hasPrefix("Status") } == lacks)
    }

    /// Also what was taken without a cell goes back, all of it at once.
    @Test func anImportWithoutSomeCellsIsUndoneWhole() async throws {
        let before = try app.services.roster.entries(RosterFilter(), app.host()).map(\.row)
        let page = try await begin("name,phone,room\nAda Example,none,9\nBo Sample,twelve,7\n")
        let save = [("column0", "full_name"), ("column1", "phone"), ("column2", "room"), ("do", "save"), ("version", try version())]
        #expect(try await app.send(.post, page, as: .host, form: save).status == 303)
        #expect(try app.services.roster.entries(RosterFilter(), app.host()).count == before.count + 1)
        #expect(try await app.send(.post, "/trips/alpha/roster/changes/\(version())/undo", as: .host).status == 303)
        let after = try app.services.roster.entries(RosterFilter(), app.host()).map(\.row)
        #expect(after.map(\.fullName) == before.map(\.fullName) && after.map { $0[.room] } == before.map { $0[.room] })
    }

    @Test func onlyWhoUploadedItSeesIt() async throws {
        let page = try await begin("name\nBo Sample\n")
        for path in [page, page + "/refused.csv"] {
            #expect(try await app.send(.get, path, as: .admin).status == 404)
            #expect(try await app.send(.get, path, as: .moderator).status == 403)
            #expect(try await app.send(.get, path, as: .hostOfAnotherTrip).status == 404)
        }
    }

    @Test func whatIsNoListIsRefusedInWords() async throws {
        for (text, sentence) in [
            ("%PDF-1.7", "This is a PDF, not text."), ("name\"\nAda\n", "Line 1, which names the columns: A quotation mark"),
            ("sep=;\n", "Nobody found"), ("BEGIN:VCARD", "1 refused"),
        ] {
            var response = try await app.send(.post, start, as: .host, form: [("text", text)])
            if response.status == 303 { response = try await app.send(.get, response.location, as: .host) }
            #expect(response.body.contains(sentence), "\(text)")
        }
    }

    @Test func vCardsAndOldEncodings() async throws {
        let cards = try await begin("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Sample;Bo;;;\r\nTEL;TYPE=CELL:+00 123\r\nEND:VCARD\r\n")
        let preview = try await app.send(.get, cards, as: .host).body
        #expect(preview.contains("1 new, 0 changed, 0 unchanged, 0 refused") && preview.contains("Phone: +00 123"))
        let bytes: [UInt8] = Array("name\nZo".utf8) + [0xEB] + Array(" Sample\n".utf8)
        let id = try await app.services.roster.beginImport(bytes, app.host())
        let page = try await app.send(.get, start + "/\(id)", as: .host).body
        #expect(page.contains("Zoë Sample") && page.contains("Read as Windows text (Windows-1252)"))
        #expect(!preview.contains("Windows-1252"))
    }
}
