import Domain
import Services
import Testing

/// A list names somebody who is on the trip already, with another email or phone: a host says who it is.
@Suite struct ImportNamesakeTests {
    private let app: TestApp
    private let start = "/trips/alpha/roster/import"

    init() async throws { app = try await TestApp.withTrips() }

    private func begin(_ text: String) async throws -> String {
        try await app.send(.post, start, as: .host, form: [("text", text)]).location
    }

    private func version() throws -> String { String(try app.host().trip.rosterVersion) }

    private func save(_ page: String, _ columns: [String], _ more: [(String, String)] = []) async throws {
        let form = columns.enumerated().map { ("column\($0)", $1) } + [("do", "save"), ("version", try version())] + more
        #expect(try await app.send(.post, page, as: .host, form: form).status == 303)
    }

    private func count() throws -> Int { try app.services.roster.entries(RosterFilter(), app.host()).count }

    @Test func aNamesakeIsAskedFor() async throws {
        let page = try await begin("name,email,room\nÁda EXAMPLE,other@x.example,7\nBo Sample,bo@x.example,\n")
        let preview = try await app.send(.get, page, as: .host).page
        #expect(preview.text(".namesakes h2") == "Perhaps the same person (1)")
        #expect(preview.texts("h2 .chip") == ["Perhaps the same person (1)", "New (1)"])
        let labels = preview.texts(".namesakes label")
        #expect(labels.count == 2 && labels[0].contains("ada@x.example → other@x.example") && labels[0].hasSuffix("The same person"))
        // What the list says, under it who is here already, and the choice beside each.
        #expect(preview.text(".namesake > p strong") == "Áda EXAMPLE")
        let said = try #require(preview.text(".namesake-said"))
        #expect(said.contains("Email: other@x.example") && said.contains("Room: 7"))
        #expect(preview.texts(".namesake-who > strong") == ["Ada Example", "Somebody else"])
        let known = preview.texts(".namesake-who > span")
        #expect(known.count == 1 && known[0].contains("+00 000 001") && known[0].hasSuffix("ada@x.example"))
        #expect(preview.texts(".namesake-pick") == ["The same person", "Add a new person"])
        // Scripts are not needed: the choice goes with the form that saves.
        let choices = preview.find(".namesakes input[type=radio]")
        #expect(choices.map { $0["value"] } == [app.id("member").description, "other"])
        #expect(choices.allSatisfy { $0["name"] == "person2" && $0["form"] == "columns" })
        // The question that stops the import stands before all else, and the button leads to it.
        let body = try await app.send(.get, page, as: .host).body
        let question = try #require(body.firstRange(of: "id=\"namesakes\""))
        let columns = try #require(body.firstRange(of: "id=\"columns\""))
        #expect(question.lowerBound < columns.lowerBound)
        #expect(preview.text(".confirm .to-decide") == "1 to decide" && preview.find(".to-decide").map { $0["href"] } == ["#namesakes"])
        // Nobody but the host can know: nothing is chosen, and the head says that something waits.
        #expect(!preview.has(".namesakes input[checked]"))
        #expect(preview.text(".intro")?.hasSuffix("1 to decide. Nothing is saved yet.") == true)
        let before = try count()
        let form = [("column0", "full_name"), ("column1", "email"), ("column2", "room"), ("do", "save"), ("version", try version())]
        let refused = try await app.send(.post, page, as: .host, form: form)
        #expect(refused.status == 422 && refused.page.texts(".namesakes .error") == ["Say who it is."])
        #expect(refused.page.text(".problem")?.contains("Line 2: say who Áda EXAMPLE is.") == true)
        #expect(try count() == before)
        try await save(page, ["full_name", "email", "room"], [("person2", "other")])
        #expect(try count() == before + 2)
    }

    @Test func whoIsTheSameIsChanged() async throws {
        let ada = app.id("member")
        let page = try await begin("name,email,room\nAda Example,other@x.example,7\n")
        let before = try count()
        try await save(page, ["full_name", "email", "room"], [("person2", ada.description)])
        let fields = try app.services.roster.member(ada, app.host()).fields
        #expect(try count() == before && fields[.email] == "other@x.example" && fields[.room] == "7")
    }

    /// What was chosen comes back with the reason where the roster has changed since.
    @Test func theChoiceIsKeptWhereItIsNotSaved() async throws {
        let ada = app.id("member").description
        let page = try await begin("name,email\nAda Example,other@x.example\n")
        let form = [("column0", "full_name"), ("column1", "email"), ("do", "save"), ("version", "0"), ("person2", ada)]
        let again = try await app.send(.post, page, as: .host, form: form)
        #expect(again.status == 409 && again.page.find(".namesakes input[checked]").map { $0["value"] } == [ada])
    }

    @Test func theRoomDecides() async throws {
        let ada = app.id("member")
        let room = [("field", "room"), ("value", "7")]
        #expect(try await app.send(.post, "/trips/alpha/members/\(ada)/field", as: .host, form: room).status == 303)
        let preview = try await app.send(.get, begin("name,email,room\nAda Example,other@x.example,7\n"), as: .host).page
        #expect(preview.find(".namesakes input[checked]").map { $0["value"] } == [ada.description])
        #expect(preview.text(".intro")?.contains("to decide") == false)
    }

    /// Of two rows for one member the second is refused, and says so beside its choice, which the form has too.
    @Test func whatIsRefusedOnThePageIsRefusedWhenItIsSaved() async throws {
        let ada = app.id("member").description
        let page = try await begin("name,email\nAda Example,new1@x.example\nAda Example,new2@x.example\n")
        let columns = [("column0", "full_name"), ("column1", "email"), ("do", "save")]
        let stale = columns + [("version", "0"), ("person2", ada), ("person3", ada)]
        let shown = try await app.send(.post, page, as: .host, form: stale)
        #expect(shown.status == 409 && shown.page.find(".namesakes input[checked]").map { $0["name"] } == ["person2", "person3"])
        #expect(shown.page.texts(".namesake-said").last == "Refused: The same person as line 2.")
        let before = try count()
        // What the page holds, posted.
        let held = shown.page.find(".namesakes input[checked]").map { ($0["name"] ?? "", $0["value"] ?? "") }
        try await save(page, ["full_name", "email"], held)
        #expect(try count() == before)
    }

    /// Columns are applied: who somebody is was said before, and is not forgotten.
    @Test func theChoiceIsKeptWhereColumnsAreApplied() async throws {
        let page = try await begin("name,email\nAda Example,other@x.example\n")
        for choice in [app.id("member").description, "other"] {
            let form = [("column0", "full_name"), ("column1", "email"), ("do", "preview"), ("person2", choice)]
            let applied = try await app.send(.post, page, as: .host, form: form)
            #expect(applied.status == 200 && applied.page.find(".namesakes input[checked]").map { $0["value"] } == [choice])
        }
    }

    /// The same phone says that it is one person; what names nobody of the row's namesakes is no choice.
    @Test func thePhoneDecides() async throws {
        let page = try await begin("name,email,phone\nAda Example,other@x.example,+00 000001\n")
        let preview = try await app.send(.get, page, as: .host).page
        #expect(preview.find(".namesakes input[checked]").map { $0["value"] } == [app.id("member").description])
        let before = try count()
        let form = [("column0", "full_name"), ("column1", "email"), ("column2", "phone"), ("do", "save"), ("version", try version())]
        for stranger in [app.id("member hostOfAnotherTrip"), app.id("member traveller")] {
            let answer = try await app.send(.post, page, as: .host, form: form + [("person2", stranger.description)])
            #expect(answer.status == 422 && answer.page.count(".namesakes .error") == 1)
        }
        #expect(try count() == before)
    }

    /// Two people may be called the same: another phone is a question, not a change of who is here.
    @Test func anotherPhoneIsAskedFor() async throws {
        let ada = app.id("member")
        let phone = try app.services.roster.member(ada, app.host()).fields[.phone]
        let page = try await begin("name,phone\nAda Example,+00 999 888 77\n")
        let preview = try await app.send(.get, page, as: .host).page
        #expect(preview.text(".namesakes h2") == "Perhaps the same person (1)" && !preview.has(".namesakes input[checked]"))
        #expect(preview.text(".namesakes .hint")?.hasPrefix("Somebody on the trip has the same name, and another email or phone.") == true)
        #expect(preview.text(".intro")?.contains("0 changed") == true && preview.text(".confirm .to-decide") == "1 to decide")
        let before = try count()
        let form = [("column0", "full_name"), ("column1", "phone"), ("do", "save"), ("version", try version())]
        #expect(try await app.send(.post, page, as: .host, form: form).status == 422)
        try await save(page, ["full_name", "phone"], [("person2", "other")])
        #expect(try count() == before + 1 && app.services.roster.member(ada, app.host()).fields[.phone] == phone)
    }

    /// The same number with its country and without is one number.
    @Test func onePhoneIsWrittenInSeveralWays() async throws {
        let ada = app.id("member")
        let form = [("field", "phone"), ("value", "+41 79 000 00 01")]
        #expect(try await app.send(.post, "/trips/alpha/members/\(ada)/field", as: .host, form: form).status == 303)
        for phone in ["+41790000001", "079 000 00 01", "0041 79 000 00 01"] {
            let known = try await app.send(.get, begin("name,phone,room\nAda Example,\(phone),8\n"), as: .host).page
            #expect(!known.has(".namesakes") && known.text(".intro")?.contains("1 changed") == true, "\(phone)")
        }
    }

    /// By email, by a name without one, or by id it is known whom a row means.
    @Test func whoIsKnownIsNotAskedFor() async throws {
        for list in ["name,email\nAda Example,ada@x.example\n", "name,room\nAda Example,8\n", "name,email\nBo Sample,bo@x.example\n"] {
            let known = try await app.send(.get, begin(list), as: .host).page
            #expect(!known.has(".namesakes") && !known.has(".to-decide"))
        }
    }
}
