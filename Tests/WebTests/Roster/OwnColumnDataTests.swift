import Database
import Domain
import Services
import Testing

/// Own columns of the roster: who sees what stands in them, and how lists bring them along.
@Suite struct OwnColumnDataTests {
    private let app: TestApp
    private let path = "/trips/alpha/roster/own-columns"

    init() async throws { app = try await TestApp.withTrips() }

    private func add(_ name: String, _ kind: String = "text", seen: Bool = false, listed: Bool = true) async throws -> OwnColumn {
        var form = [("name", name), ("kind", kind), ("choices", "S\nM")]
        if seen { form.append(("seen", "on")) }
        if listed { form.append(("listed", "on")) }
        #expect(try await app.send(.post, path, as: .host, form: form).status == 303)
        return try #require(try columns().first { $0.name == name })
    }
    private func columns() throws -> [OwnColumn] { try app.services.roster.ownColumns(app.host()) }
    private func fill(_ column: OwnColumn, _ value: String, _ member: String) async throws {
        let form = [("field", column.key), ("value", value)]
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id(member))/field", as: .host, form: form).status == 303)
    }
    private func version() throws -> String { String(try app.host().trip.rosterVersion) }

    @Test func theMemberSeesWhatIsForThemAndNobodyElseDoes() async throws {
        let (shown, hidden) = (try await add("Ski pass", seen: true), try await add("Quiet note"))
        try await fill(shown, "PASS-OF-THEIRS", "member traveller")
        try await fill(hidden, "NOTE-OF-HOSTS", "member traveller")
        try await fill(shown, "PASS-OF-ADA", "member")
        let profile = try await app.send(.get, "/trips/alpha/my/profile", as: .traveller).body
        #expect(profile.contains("PASS-OF-THEIRS") && profile.contains("What your hosts noted"))
        let files = try await app.ownData(app.member(.traveller)).map(\.text).joined()
        #expect(files.contains("PASS-OF-THEIRS") && files.contains("\"Ski pass\""))
        for text in [profile, files] {
            for secret in ["NOTE-OF-HOSTS", "Quiet note", "PASS-OF-ADA"] { #expect(!text.contains(secret), "\(secret)") }
        }
        // Nowhere in what travellers read of each other.
        for path in ["friends/\(app.id("member"))", "my", "my/map"] {
            let page = try await app.send(.get, "/trips/alpha/" + path, as: .traveller).body
            #expect(!page.contains("PASS-OF-ADA") && !page.contains("NOTE-OF-HOSTS"), "\(path)")
        }
    }

    @Test func hostsManageModeratorsReadAndOthersFindNothing() async throws {
        let column = try await add("Ski pass")
        try await fill(column, "PASS", "member")
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .moderator).body.contains("PASS"))
        let field = [("field", column.key), ("value", "OTHER")]
        let member = "/trips/alpha/members/\(app.id("member"))/field"
        for (user, status) in [(TestUser.moderator, 403), (.traveller, 403), (.hostOfAnotherTrip, 404)] {
            #expect(try await app.send(.get, path, as: user).status == status, "\(user)")
            #expect(try await app.send(.post, path + "/\(column.id)/delete", as: user).status == status, "\(user)")
            #expect(try await app.send(.post, member, as: user, form: field).status == status, "\(user)")
        }
        // A column of one trip is none of another.
        for action in ["", "/delete", "/move", "/restore"] {
            let response = try await app.send(
                .post, "/trips/beta/roster/own-columns/\(column.id)\(action)", as: .hostOfAnotherTrip, form: [("name", "x")])
            #expect(response.status == 404, "\(action)")
        }
        let stranger = "/trips/beta/members/\(app.id("member travellerOfAnotherTrip"))/field"
        #expect(try await app.send(.post, stranger, as: .hostOfAnotherTrip, form: field).status == 422)
        #expect(try await app.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        #expect(try await app.send(.post, path, as: .host, form: [("name", "Late")]).status == 403)
        #expect(try await app.send(.post, member, as: .host, form: field).status == 403)
    }

    @Test func erasureTakesTheValuesAndWhatTheTrailHasOfThem() async throws {
        let column = try await add("Ski pass")
        try await fill(column, "PASS-SECRET", "member")
        #expect(try app.database.read { try $0.one("SELECT count(*) FROM own_value") { $0.int(0) } } == 1)
        try await app.store.deletion.erase(app.id("member"), trip: app.id("trip alpha"), at: app.clock.now)
        #expect(try app.database.read { try $0.one("SELECT count(*) FROM own_value") { $0.int(0) } } == 0)
        let left = try app.database.read {
            try $0.one("SELECT count(*) FROM audit WHERE changes LIKE '%PASS-SECRET%'") { $0.int(0) }
        }
        #expect(left == 0)
    }

    @Test func theExportComesBackUnchanged() async throws {
        let (size, paid) = (try await add("Size", "choice"), try await add("Paid", "date", listed: false))
        try await fill(size, "M", "member")
        try await fill(paid, "2026-01-02", "member")
        let csv = try await app.send(.get, "/trips/alpha/roster.csv", as: .host).body
        #expect(csv.contains("\"Size\",\"Paid\"") && csv.contains("\"M\",\"2026-01-02\""))
        let begun = try await app.send(.post, "/trips/alpha/roster/import", as: .host, form: [("text", csv)])
        let preview = try await app.send(.get, begun.location, as: .host).body
        #expect(preview.contains("0 new, 0 changed, 4 unchanged, 0 refused"))
    }

    @Test func aListFillsColumnsBringsNewOnesAndTakesThemBack() async throws {
        let size = try await add("Size", "choice")
        let text = "Name;Size;Ski pass;Nights;Room\nAda Example;m;A-1;3;x\nBo Sample;XL;A-2;4;\nCy Sample;S;A-3;10;\n"
        let begun = try await app.send(.post, "/trips/alpha/roster/import", as: .host, form: [("text", text)])
        #expect(try await app.send(.get, begun.location, as: .host).body.contains("keep them as new columns"))
        let reading = [
            ("column0", "full_name"), ("column1", size.key), ("column2", "new"), ("column3", "new"), ("column4", "room"),
        ]
        #expect(try await app.send(.post, begun.location, as: .host, form: reading + [("do", "preview")]).status == 303)
        let preview = try await app.send(.get, begun.location, as: .host).body
        #expect(preview.contains("2 new, 1 changed, 0 unchanged, 0 refused"))
        #expect(preview.contains("Size not taken: “XL”. Choose one of S, M."))
        #expect(preview.contains("The trip gets new columns: “Ski pass”, “Nights”.") && preview.contains("Ski pass: – → A-1"))
        let save = reading + [("do", "save"), ("version", try version())]
        #expect(try await app.send(.post, begun.location, as: .host, form: save).status == 303)
        #expect(try columns().map(\.name) == ["Size", "Ski pass", "Nights"])
        #expect(try columns().map(\.kind) == [.choice, .text, .number])
        let page = try await app.send(.get, "/trips/alpha/roster?q=Cy", as: .host).page
        #expect(page.texts("#roster td.own") == ["S", "A-3", "10"])
        // Everything of it goes back at once.
        #expect(try await app.send(.post, "/trips/alpha/roster/changes/\(version())/undo", as: .host).status == 303)
        #expect(try columns().map(\.name) == ["Size"])
        #expect(try app.services.roster.member(app.id("member"), app.host()).fields.own.isEmpty)
        #expect(try app.services.roster.entries(RosterFilter(), app.host()).count == 4)
    }

    @Test func aMessageGoesToEachOfTheTicked() async throws {
        let members = ["member", "member traveller"].map { ("member", app.id($0).description) }
        let asked = try await app.send(.post, "/trips/alpha/roster/message", as: .host, form: members + [("do", "ask"), ("q", "e")])
        #expect(asked.status == 200 && asked.body.contains("Message 2 people"))
        #expect(asked.body.contains("1 person has not joined yet and will not see it."))
        let name = try #require(asked.page.find("input[name=message]").first?["value"])
        let form = members + [("do", "send"), ("message", name), ("q", "e")]
        let empty = try await app.send(.post, "/trips/alpha/roster/message", as: .host, form: form + [("text", " ")])
        #expect(empty.status == 422 && empty.page.count("input[name=member]") == 2)
        let words = form + [("text", "Bring your passes")]
        let sent = try await app.send(.post, "/trips/alpha/roster/message", as: .host, form: words)
        #expect(sent.status == 303 && sent.location.contains("q=e"))
        let list = try await app.send(.get, sent.location, as: .host).page
        #expect(list.texts(".toast .notice") == ["Message sent to 1 person. 1 person has not joined yet."])
        _ = try await app.send(.post, "/trips/alpha/roster/message", as: .host, form: words)
        let count = try app.database.read {
            try $0.one("SELECT count(*) FROM message WHERE text = 'Bring your passes'") { $0.int(0) }
        }
        #expect(count == 1)
        #expect(try await app.send(.post, "/trips/alpha/roster/message", as: .host, form: [("do", "ask")]).status == 422)
        let foreign = [("do", "ask"), ("member", app.id("member travellerOfAnotherTrip").description)]
        #expect(try await app.send(.post, "/trips/alpha/roster/message", as: .host, form: foreign).status == 404)
    }
}
