import Domain
import Services
import Testing

/// Whoever asks to join although they have asked already, or are on the trip already.
@Suite struct JoinAgainTests {
    private let app: TestApp
    private let link: String
    init() async throws {
        app = try await TestApp.withTrips()
        link = try SignUpFlowTests.link(app)
    }

    private func ask(_ first: String, _ last: String, _ phone: String) async throws -> TestApp.TestResponse {
        let asked = try await app.send(.post, link, form: [("first_name", first), ("last_name", last), ("phone", phone)])
        #expect(asked.status == 303)
        return asked
    }

    private func joining() async throws -> HTMLPage { try await app.send(.get, "/trips/alpha/joining", as: .host).page }

    /// One press must not make them twice: a link of their own is what they need.
    @Test func whoHasJoinedAlreadyIsNamedAndNobodyNewIsChosen() async throws {
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.phone]) = ("Bruno", "Demovich", "+41 79 000 00 17")
        (fields[.groups], fields[.room], fields[.status]) = ("Bus 2", "101", "confirmed")
        let bruno = try await app.services.roster.add(fields, app.host())
        _ = try await ask("Bruno", "Demovich", "079 000 00 17")
        // Not in yet: they are the one on the list.
        #expect(try await !joining().has("section.request .flag"))
        let path = try #require(try await app.services.joining.makeLinks(for: [bruno], app.host()).first).token
        #expect(try await app.send(.post, "/join/" + path).status == 303)
        let page = try await joining()
        #expect(page.text("section.request .flag") == "Bruno Demovich (Bus 2, room 101, same phone) has joined already.")
        let button = try #require(page.find("section.request button[name=only]").first)
        #expect(button.text == "Make a new link for Bruno Demovich" && button["value"] == bruno.description)
        let request = try #require(try app.services.joining.overview(app.host()).requests.first { $0.firstName == "Bruno" })
        let form = "form[action$=\(request.id)/accept]"
        #expect(page.has("\(form) select[required]"))
        #expect(page.find("\(form) option[selected]").map { $0["value"] } == [""])
        #expect(page.has("\(form) option[value=new]"))
        let made = try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: [("only", bruno.description)])
        #expect(made.page.texts(".link-name") == ["Bruno Demovich"])
        // Another phone is another person.
        _ = try await ask("Bruno", "Demovich", "+41 79 111 11 11")
        #expect(try await joining().count("section.request .flag") == 1)
    }

    /// Anybody with the trip's link can give another one's name and phone. Who lets in the one must not let in the other.
    @Test func ofTwoWhoSayTheSameEachHasAnAnswerOfTheirOwn() async throws {
        let (own, strangers) = (try await ask("Zoe", "Waiting", "+41 79 000 00 18"), try await ask("zoe", "waiting", "0041790000018"))
        let requests = try app.services.joining.overview(app.host()).requests.filter { folded($0.firstName) == "zoe" }
        let flag = "2 requests give this name and this phone. Ask them when they asked, and let in that one."
        #expect(requests.count == 2)
        #expect(try await joining().texts("section.request .flag") == [flag, flag])
        #expect(try await SignUpFlowTests.decide(app, requests[0].id, "accept", as: "new").status == 303)
        func heading(_ asked: TestApp.TestResponse) async throws -> String? { try await app.send(.get, asked.location).page.text("h1") }
        #expect(try await heading(own) == "A host has let you in")
        #expect(try await heading(strangers) == "Waiting for a host to let you in")
        #expect(try await app.send(.post, strangers.location).status != 303)
        #expect(try await app.send(.post, own.location).status == 303)
        #expect(try app.services.joining.overview(app.host()).requests.map(\.id).contains(requests[1].id))
    }

    /// In the browser that asked; in another one it is the form.
    @Test func theLinkLeadsBackToTheRequestThatIsOpen() async throws {
        let asked = try await ask("Zoe", "Waiting", "")
        let cookie = String(asked.headers[values: .setCookie].first { $0.hasPrefix("__Host-sotravel-asked=") }?.prefix { $0 != ";" } ?? "")
        let headers = ["Cookie": cookie]
        #expect(try await app.send(.get, link, headers: headers).location == asked.location)
        #expect(try await app.send(.get, link).status == 200)
        let request = try #require(try app.services.joining.overview(app.host()).requests.first { $0.firstName == "Zoe" }).id
        #expect(try await SignUpFlowTests.decide(app, request, "decline").status == 303)
        #expect(try await app.send(.get, link, headers: headers).status == 200, "one may ask again")
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        #expect(try await app.send(.get, link, headers: headers).location == asked.location)
        #expect(try await app.send(.post, asked.location).status == 303)
        #expect(try await app.send(.get, link, headers: headers).status == 200)
    }
}
