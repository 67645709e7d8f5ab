import Domain
import Services
import Testing

/// The list of who has joined, and the page of the staff.
@Suite struct JoiningPageTests {
    private func add(_ count: Int, _ app: TestApp) async throws {
        for number in 0..<count {
            var fields = MemberFields()
            (fields[.firstName], fields[.lastName]) = ("Ida \(number)", "Placeholder")
            _ = try await app.services.roster.add(fields, app.host())
        }
    }

    @Test func linksOfAllWhoHaveNoneTakeOnePress() async throws {
        let app = try await TestApp.withTrips()
        try await add(3, app)
        let few = try await app.send(.get, "/trips/alpha/joining?show=none", as: .host).page
        let count = few.count("#join-rows tr")
        #expect(count >= 3 && few.text(".invite-all .primary") == "Make \(count) links")
        #expect(few.count("#join-rows button") == count && !few.has(".join-folds"))
        try await add(20, app)
        let many = try await app.send(.get, "/trips/alpha/joining?show=none", as: .host).page
        // Of many nobody has a button of their own, and the list is folded.
        #expect(!many.has("#join-rows button") && many.has("form.join-folds") && many.has("#join-all"))
        let made = try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: [("all", "new")])
        #expect(made.status == 200 && made.page.count(".link-rows li") == count + 20)
        #expect(made.page.text(".links-done p")?.hasPrefix("The links of \(count + 20) people are not shown again.") == true)
        #expect(made.page.find(".links-done > a").first?["href"] == "/trips/alpha/joining")
        #expect(try await !app.send(.get, "/trips/alpha/joining", as: .host).page.has(".invite-all .primary"))
    }

    /// What ends the link is not beside what gives it out.
    @Test func theTripsLinkIsGivenOutInSightAndEndedBehindMore() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/alpha/joining", as: .host).page
        #expect(page.texts(".trip-link .link-actions > button") == ["Copy", "Share"])
        #expect(page.texts(".trip-link .link-actions > details > summary") == ["Show QR", "More"])
        #expect(page.texts(".trip-link details form button") == ["Make a new one", "Switch it off"])
        #expect(page.count(".trip-link form button") == 2 && page.has(".trip-link details .qr"))
    }

    @Test func theTripsLinkSaysWhatCameOfIt() async throws {
        let app = try await TestApp.withTrips()
        // Whoever asked by the link before is not of this one.
        app.clock.pass(.minutes(1))
        let old = try #require(try app.services.joining.overview(app.host()).tripLink)
        let renewed = [("do", "renew"), ("confirm", "yes"), ("link", old)]
        #expect(try await app.send(.post, "/trips/alpha/joining/trip-link", as: .host, form: renewed).status == 303)
        func told() async throws -> [String] { try await app.send(.get, "/trips/alpha/joining", as: .host).page.texts(".trip-link .muted") }
        #expect(try await told().last?.hasSuffix("Nobody has asked by it yet.") == true)
        let link = try #require(try app.services.joining.overview(app.host()).tripLink)
        for name in ["Zoe", "Yan"] {
            #expect(try await app.send(.post, "/join-trip/" + link, form: [("first_name", name)]).status == 303)
        }
        let request = try #require(try app.services.joining.overview(app.host()).requests.last)
        try await app.services.joining.accept(request.id, as: nil, app.host())
        #expect(try await told().last?.hasSuffix("2 people have asked by it, and 1 person has been let in.") == true)
    }

    @Test func theStaffPageHasAChoiceOfTwoForms() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/alpha/staff", as: .host).page
        #expect(page.count(".staff-add details.fold") == 2 && !page.has(".staff-add details[open]"))
        #expect(page.count("main form.form") == page.count(".staff-add form.form"))
        // What came back is open.
        let wrong = try await app.send(.post, "/trips/alpha/co-hosts", as: .host, form: [("member", ""), ("time", "day")])
        #expect(wrong.page.count(".staff-add details[open] form") >= 1)
        #expect(wrong.page.find(".staff-add details.fold").map { $0["open"] != nil } == [false, true])
    }
}
