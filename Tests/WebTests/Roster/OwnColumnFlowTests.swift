import Database
import Domain
import Services
import Testing

/// Columns that hosts add to the roster: which there are, and what stands in them.
@Suite struct OwnColumnFlowTests {
    private let app: TestApp
    private let path = "/trips/alpha/roster/own-columns"

    init() async throws { app = try await TestApp.withTrips() }

    private func form(_ name: String, _ kind: String, _ choices: String = "") -> [(String, String)] {
        [("name", name), ("kind", kind), ("choices", choices), ("listed", "on")]
    }
    private func add(_ name: String, _ kind: String, _ choices: String = "") async throws -> OwnColumn {
        #expect(try await app.send(.post, path, as: .host, form: form(name, kind, choices)).status == 303)
        return try #require(try columns().first { $0.name == name })
    }
    private func columns() throws -> [OwnColumn] { try app.services.roster.ownColumns(app.host()) }
    private func fill(_ column: OwnColumn, _ value: String, _ member: String = "member") async throws -> TestApp.TestResponse {
        try await app.send(
            .post, "/trips/alpha/members/\(app.id(member))/field", as: .host, form: [("field", column.key), ("value", value)])
    }
    private func value(_ column: OwnColumn, _ member: String = "member") throws -> String {
        try app.services.roster.member(app.id(member), app.host()).fields.own[column]
    }
    private func undo() async throws -> Int {
        try await app.send(.post, "/trips/alpha/roster/changes/\(app.host().trip.rosterVersion)/undo", as: .host).status
    }

    @Test(arguments: [
        ("text", " 42  wide ", "42 wide", String(repeating: "x", count: 201)), ("choice", "x l", "X L", "XXL"),
        ("number", "-07,50", "-7.5", "1,000"), ("number", "12", "12", "12 pairs"), ("date", "3.1.2026", "2026-01-03", "1/2/2026"),
        ("date", "2026-02-28", "2026-02-28", "30.2.2026"),
    ]) func eachKindTakesWhatItIs(_ kind: String, _ typed: String, _ kept: String, _ wrong: String) async throws {
        let column = try await add("Thing", kind, "M\nX L")
        let filled = try await fill(column, typed)
        #expect(try filled.status == 303 && value(column) == kept)
        // The list says what changed, with the way back.
        let page = try await app.send(.get, filled.location, as: .host).page
        #expect(page.texts(".toast .notice") == ["Thing of Ada Example changed"])
        #expect(page.find("#roster th[data-kind]").map { $0["data-kind"] } == [kind])
        let refused = try await fill(column, wrong)
        #expect(try refused.status == 422 && value(column) == kept)
        #expect(try await fill(column, "").status == 303)
        #expect(try await undo() == 303)
        #expect(try value(column) == kept)
        // The member's page says it, and their form takes it with the rest.
        let member = "/trips/alpha/members/\(app.id("member"))"
        let shown = column.text(kept)
        #expect(try await app.send(.get, member, as: .moderator).page.texts(".facts dd").contains(shown))
        let version = try app.services.roster.member(app.id("member"), app.host()).version
        let fields = [("first_name", "Ada"), ("status", "arrived"), ("version", String(version)), (column.key, wrong)]
        let again = try await app.send(.post, member + "/edit", as: .host, form: fields)
        #expect(again.status == 422 && again.page.has("[name=\(column.key)]") && again.body.contains("error"))
        #expect(try value(column) == kept)
        #expect(try await app.send(.post, member + "/edit", as: .host, form: fields.dropLast() + [(column.key, "")]).status == 303)
        #expect(try value(column).isEmpty)
    }

    @Test func whatIsNoColumnIsRefusedWithWhatWasTyped() async throws {
        _ = try await add("Ski pass", "text")
        let choices = (1...31).map(String.init).joined(separator: "\n")
        for (wrong, sentence) in [
            (form("  ", "text"), "Between 1 and 40 characters, this has 0."),
            (form(String(repeating: "n", count: 41), "text"), "this has 41."),
            (form("…", "text"), "The name needs at least one letter or digit."),
            (form("room", "text"), "Every member already has this field."),
            (form("SKI-PASS", "text"), "Another column of this trip has this name. Choose another one."),
            (form("Size", "choice"), "at least one choice"),
            (form("Size", "choice", choices), "At most 30 choices, this has 31."),
            (form("Size", "choice", "-"), "A sign alone cannot be a choice."),
            (form("Size", "choice", String(repeating: "c", count: 61)), "A choice has at most 60 characters."),
        ] {
            let response = try await app.send(.post, path, as: .host, form: wrong)
            #expect(response.status == 422 && response.body.contains(sentence), "\(sentence)")
            #expect(response.page.find("#name").first?["value"] == wrong[0].1, "\(sentence)")
        }
        #expect(try columns().map(\.name) == ["Ski pass"])
        for number in 2...OwnColumn.limit { _ = try await add("Column \(number)", "text") }
        #expect(try await app.send(.get, path, as: .host).body.contains("A trip has at most twelve columns"))
        #expect(try await app.send(.post, path, as: .host, form: form("One more", "text")).status == 409)
    }

    @Test func theListIsSortedAndNarrowedByThem() async throws {
        let size = try await add("Size", "choice", "S\nM\nL")
        let pairs = try await add("Pairs", "number")
        for (member, its, count) in [("member", "L", "2"), ("member traveller", "S", "10"), ("member host", "M", "-1")] {
            #expect(try await fill(size, its, member).status == 303)
            #expect(try await fill(pairs, count, member).status == 303)
        }
        func names(_ query: String) async throws -> [String] {
            try await app.send(.get, "/trips/alpha/roster?" + query, as: .host).page.texts("#roster tbody th a")
        }
        let (ada, host, moderator, traveller) = ("Ada Example", "host Person", "moderator Person", "traveller Person")
        #expect(try await names("sort=\(size.key)") == [traveller, host, ada, moderator])
        #expect(try await names("sort=\(pairs.key)") == [host, ada, traveller, moderator])
        // Who has none comes last either way.
        #expect(try await names("sort=\(pairs.key)&down=1") == [traveller, ada, host, moderator])
        #expect(try await names("\(size.key)=M") == [host])
        #expect(try await names("\(size.key)=-") == [moderator])
        #expect(try await names("\(pairs.key)=%2B").count == 3)
        #expect(try await names("\(size.key)=nonsense").count == 4)
        #expect(try await names("q=10").contains(traveller))
        // Paper, the file and a saved view hold what the list shows.
        let print = try await app.send(.get, "/trips/alpha/roster/print?\(size.key)=M", as: .host).body
        #expect(print.contains("Size: M") && print.contains(host) && !print.contains(ada) && print.contains(">-1<"))
        let csv = try await app.send(.get, "/trips/alpha/roster.csv?\(size.key)=-", as: .host).body
        #expect(csv.contains("moderator") && !csv.contains("Ada") && csv.contains("\"Size\",\"Pairs\""))
        let view = [("name", "Mediums"), (size.key, "M"), ("sort", pairs.key)]
        #expect(try await app.send(.post, "/trips/alpha/roster/views", as: .host, form: view).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).body.contains("\(size.key)=M&amp;sort=\(pairs.key)"))
    }

    @Test func whoeverReadsChoosesWhichAreShown() async throws {
        let (first, second) = (try await add("First", "text"), try await add("Second", "text"))
        func heads(_ user: TestUser) async throws -> [String] {
            try await app.send(.get, "/trips/alpha/roster", as: user).page.find("#roster th[data-kind]").compactMap { $0["data-field"] }
        }
        #expect(try await heads(.host) == [first.key, second.key])
        let chosen = [("column", "room"), ("column", second.key)]
        #expect(try await app.send(.post, "/trips/alpha/roster/columns", as: .host, form: chosen).status == 303)
        #expect(try await heads(.host) == [second.key])
        #expect(try await heads(.moderator) == [first.key, second.key])
        // On a narrow page what was chosen stays, and the table moves sideways.
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).page.has(".roster-box.chosen"))
        #expect(!(try await app.send(.get, "/trips/alpha/roster", as: .moderator).page.has(".roster-box.chosen")))
        // One that is new is shown all the same.
        let third = try await add("Third", "text")
        #expect(try await heads(.host) == [second.key, third.key])
        #expect(try await app.send(.post, path + "/\(third.id)/move", as: .host, form: [("do", "up")]).status == 303)
        #expect(try await heads(.host) == [third.key, second.key])
        #expect(try await app.send(.post, path + "/\(first.id)/move", as: .host, form: [("do", "up")]).status == 303)
        #expect(try columns().map(\.name) == ["First", "Third", "Second"])
    }

    @Test func aColumnBecomesAnotherOnlyWhereItsValuesFit() async throws {
        let column = try await add("Size", "text")
        #expect(try await fill(column, "42,0").status == 303)
        #expect(try await fill(column, "large", "member traveller").status == 303)
        func edit(_ fields: [(String, String)], version: Int) async throws -> TestApp.TestResponse {
            try await app.send(.post, path + "/\(column.id)", as: .host, form: fields + [("version", String(version))])
        }
        let wrong = try await edit(form("Size", "number"), version: column.version)
        #expect(wrong.status == 422 && wrong.body.contains("1 person has a value that would not fit, for instance “large”."))
        #expect(try await fill(column, "", "member traveller").status == 303)
        #expect(try await edit(form("Shoes", "number"), version: column.version).status == 303)
        #expect(try value(column) == "42" && columns().map(\.name) == ["Shoes"])
        let late = try await edit(form("Boots", "number"), version: column.version)
        #expect(late.status == 409 && late.page.find("#name").first?["value"] == "Boots")
        let changes = try await app.send(.get, "/trips/alpha/roster/changes?since=0", as: .host).body
        #expect(changes.contains("Shoes column changed") && changes.contains("name: Size → Shoes"))
    }

    @Test func aDeletedColumnIsBroughtBackForThirtyDays() async throws {
        let column = try await add("Paid", "date")
        #expect(try await fill(column, "2026-01-02").status == 303)
        #expect(try await app.send(.get, path, as: .host).body.contains("1 value goes with it."))
        let deleted = try await app.send(.post, path + "/\(column.id)/delete", as: .host)
        let page = try await app.send(.get, deleted.location, as: .host)
        #expect(page.page.texts(".toast .notice") == ["Column “Paid” deleted with 1 value"])
        #expect(try await !app.send(.get, "/trips/alpha/roster", as: .host).body.contains("Paid"))
        #expect(try await !app.send(.get, "/trips/alpha/roster.csv", as: .host).body.contains("2026-01-02"))
        #expect(try await fill(column, "2026-01-03").status == 422)
        // Its name is free, and then it cannot come back until it is so again.
        let other = try await add("PAID", "text")
        let taken = try await app.send(.post, path + "/\(column.id)/restore", as: .host)
        #expect(taken.status == 409 && taken.body.contains("Another column has this name now."))
        #expect(try await app.send(.post, path + "/\(other.id)/delete", as: .host).status == 303)
        #expect(try await app.send(.post, path + "/\(column.id)/restore", as: .host).status == 303)
        #expect(try value(column) == "2026-01-02" && columns().map(\.id) == [column.id])
        #expect(try await app.send(.post, path + "/\(column.id)/delete", as: .host).status == 303)
        #expect(try await app.send(.get, path, as: .host).body.contains("Bring back"))
        func count(_ table: String) throws -> Int? {
            try app.database.read { try $0.one("SELECT count(*) FROM \(table)") { $0.int(0) } }
        }
        app.clock.pass(.days(OwnColumn.keptDays) - .seconds(1))
        _ = try await app.services.history.runOnce()
        #expect(try count("own_column") == 2 && count("own_value") == 1)
        app.clock.pass(.seconds(2))
        _ = try await app.services.history.runOnce()
        #expect(try count("own_column") == 0 && count("own_value") == 0)
    }
}
