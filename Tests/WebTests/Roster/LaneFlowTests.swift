import Domain
import Services
import Testing

/// Groups and rooms side by side: who may, moves with their Undo, places and beds, paper and files.
@Suite struct LaneFlowTests {
    private let app: TestApp
    private let groups = "/trips/alpha/groups"
    private var ada: ID { app.id("member") }

    init() async throws {
        app = try await TestApp.withTrips()
        try await app.services.roster.addGroup(name: "Bus 2", app.host())
    }

    private func fields(_ name: String = "member") throws -> MemberFields {
        try app.services.roster.member(app.id(name), app.host()).fields
    }
    private func show(_ set: String, as user: TestUser = .host) async throws -> HTMLPage {
        let response = try await app.send(.get, "\(groups)?set=\(set)", as: user)
        #expect(response.status == 200)
        return response.page
    }
    /// - Parameter end: of the lane's value.
    private func names(_ page: HTMLPage, _ end: String) -> [String] { page.texts("[data-lane$=\(end)] .lane-name") }
    private func card(_ name: String, _ from: String) -> (String, String) {
        ("member", LaneMove.Card(member: app.id(name), from: from).text)
    }
    private func move(_ cards: [(String, String)], to: String, in set: String = "bus", as user: TestUser = .host) async throws
        -> TestApp.TestResponse
    {
        try await app.send(.post, groups + "/move", as: user, form: cards + [("set", set), ("to", to)])
    }
    private func undo(_ link: String?) async throws -> TestApp.TestResponse {
        try await app.send(.post, try #require(link), as: .host)
    }

    @Test func peopleStandInTheirGroupsWithTheUnassignedFirst() async throws {
        let page = try await show("bus")
        #expect(page.texts(".lane h2") == ["Not assigned", "Bus 1", "Bus 2"])
        #expect(names(page, "1") == ["Ada Example"] && names(page, "2").isEmpty && names(page, "-").count == 3)
        #expect(page.texts(".lane-tabs a") == ["Bus", "Rooms", "All groups", "Wishes"])
        #expect(page.texts(".lane-tabs a[aria-current]") == ["Bus"])
        // The first set without being asked for.
        #expect(try await app.send(.get, groups, as: .host).page.texts(".lane h2") == ["Not assigned", "Bus 1", "Bus 2"])
        #expect(try await app.send(.get, groups + "?set=nonsense", as: .host).status == 404)
        #expect(names(try await show("rooms"), "x") == ["Ada Example"])
    }

    @Test func moderatorsLookAndHostsMove() async throws {
        let page = try await show("bus", as: .moderator)
        #expect(names(page, "1") == ["Ada Example"] && !page.has("#move") && !page.has(".lane input") && !page.has(".lane-edit"))
        for (user, status) in [(TestUser.moderator, 403), (.traveller, 403), (.hostOfAnotherTrip, 404), (.travellerOfAnotherTrip, 404)] {
            #expect(try await move([card("member", "Bus 1")], to: "=Bus 2", as: user).status == status)
            let form = [("set", "bus"), ("was", "Bus 1"), ("name", "Mine")]
            #expect(try await app.send(.post, groups + "/lane", as: user, form: form).status == status)
            let end = [("set", "bus"), ("name", "Bus 1")]
            #expect(try await app.send(.post, groups + "/lane/remove", as: user, form: end).status == status)
        }
        // Nobody of another trip is moved by a host of this one.
        #expect(try await move([card("member travellerOfAnotherTrip", "")], to: "=Bus 2").status == 404)
        #expect(try fields()[.groups] == "Bus 1")
    }

    @Test func aMoveIsToldAndTakenBack() async throws {
        let sent = try await move([card("member", "Bus 1")], to: "=Bus 2")
        #expect(sent.status == 303 && sent.location.contains("set=bus"))
        #expect(try fields()[.groups] == "Bus 2" && fields()[.phone] == "+00 000 001")
        let page = try await app.send(.get, sent.location, as: .host).page
        #expect(page.texts(".toast .notice") == ["Ada Example moved to Bus 2"])
        let undone = try await undo(page.find(".toast form").first?["action"])
        #expect(undone.status == 303 && undone.location.contains("/groups?set=bus"))
        #expect(try fields()[.groups] == "Bus 1")
        // A move out is told as well.
        let out = try await move([card("member", "Bus 1")], to: "-")
        #expect(try await app.send(.get, out.location, as: .host).page.texts(".toast .notice") == ["Ada Example taken out of Bus 1"])
    }

    @Test func severalMoveAtOnceOrNobody() async throws {
        let three = [card("member", "Bus 1"), card("member host", ""), card("member traveller", "")]
        let sent = try await move(three, to: "=Bus 2")
        let page = try await app.send(.get, sent.location, as: .host).page
        #expect(page.texts(".toast .notice") == ["3 people moved to Bus 2"] && names(page, "2").count == 3)
        // The same form again changes nothing.
        #expect(try await move(three, to: "=Bus 2").status == 303)
        _ = try await undo(page.find(".toast form").first?["action"])
        #expect(try fields()[.groups] == "Bus 1" && fields("member host")[.groups].isEmpty)
        // Somebody else moved one of them meanwhile.
        #expect(try await move([card("member host", "")], to: "=Bus 1").status == 303)
        let late = try await move(three, to: "=Bus 2")
        #expect(late.status == 409 && late.body.contains("has been moved by somebody else"))
        #expect(names(late.page, "1").count == 2, "the page shows where everybody is")
        #expect(try fields()[.groups] == "Bus 1" && fields("member traveller")[.groups].isEmpty, "all or nobody")
        #expect(try await move(three, to: "=Bus 9").status == 409)
        #expect(try await move([], to: "=Bus 2").status == 422)
        #expect(try await move(three, to: "").status == 422)
    }

    @Test func placesAreCountedAndNamed() async throws {
        func save(_ form: [(String, String)]) async throws -> TestApp.TestResponse {
            try await app.send(.post, groups + "/lane", as: .host, form: [("set", "bus")] + form)
        }
        #expect(try await save([("was", "Bus 1"), ("name", "Bus 1"), ("capacity", "1")]).status == 303)
        #expect(try await show("bus").texts("[data-lane$=1] .chip") == ["Full"])
        _ = try await move([card("member host", "")], to: "=Bus 1")
        let page = try await show("bus")
        #expect(page.texts("[data-lane$=1] .chip") == ["1 over"] && page.texts("#lane-summary .chip").contains("1 group too full"))
        for bad in ["0", "1000", "x", "-1", "99999999999999999999999"] {
            let refused = try await save([("was", "Bus 1"), ("name", "Bus 1"), ("capacity", bad)])
            #expect(refused.status == 422 && refused.body.contains("Type a number from 1 to 999, or leave it empty."), "\(bad)")
        }
        #expect(try await save([("was", "Bus 1"), ("name", "Bus 2")]).status == 422)
        #expect(try await save([("was", "Bus 7"), ("name", "Bus 8")]).status == 404)
        // Renamed, with another kind, and taken back.
        let sent = try await save([("was", "Bus 1"), ("name", "Coach"), ("capacity", "1"), ("category", "Bus")])
        let coach = try await app.send(.get, sent.location, as: .host).page
        #expect(coach.texts(".toast .notice") == ["Bus 1 is called Coach now"] && names(coach, "Coach").contains("Ada Example"))
        #expect(try fields()[.groups] == "Coach")
        #expect(try await undo(coach.find(".toast form").first?["action"]).status == 303)
        #expect(try fields()[.groups] == "Bus 1")
        // A third, by the form's own suggestion.
        #expect(try await app.send(.get, groups + "/lane?set=bus", as: .host).page.find("#name").first?["value"] == "Bus 3")
        #expect(try await save([("name", "Bus 3")]).status == 303)
        #expect(try await show("bus").count(".lane") == 4)
    }

    /// Whoever leads a group is one of it. The form of the list of all groups leads back to it.
    @Test func aGroupIsLedAndReadInTheListOfAll() async throws {
        let all = groups + "?set=all"
        let list = try await app.send(.get, all, as: .host).page
        #expect(list.texts(".group-who strong") == ["Bus 1", "Bus 2"] && list.texts(".group-who small") == ["1 member", "0 members"])
        let edit = try #require(list.find(".group-rows a[data-dialog]").first?["href"])
        let form = try await app.send(.get, edit, as: .host).page
        #expect(form.texts("#leader option") == ["No leader", "Ada Example"] && form.has(".lane-cancel[href=\(all)]"))
        let typed = [("set", "bus"), ("was", "Bus 1"), ("name", "Bus 1"), ("back", "all")]
        let foreign = try await app.send(.post, groups + "/lane", as: .host, form: typed + [("leader", "\(app.id("member host"))")])
        #expect(foreign.status == 422 && foreign.page.texts("#leader-error") == ["The leader must be in the group."])
        let saved = try await app.send(.post, groups + "/lane", as: .host, form: typed + [("leader", "\(ada)")])
        #expect(saved.status == 303 && saved.location.hasPrefix(all))
        let told = try await app.send(.get, saved.location, as: .host).page
        #expect(told.texts(".toast .notice") == ["Leader of Bus 1 changed"])
        #expect(told.texts(".group-who small").first == "1 member · Leader: Ada Example")
        #expect(try await show("bus").texts(".lane-leader") == ["Leader: Ada Example"])
        let changes = try await app.send(.get, "/trips/alpha/roster/changes", as: .host).body
        #expect(changes.contains("Bus 1 group changed (new leader)") && !changes.contains("→ \(ada)"))
        #expect(try await undo(told.find(".toast form").first?["action"]).location.hasPrefix(all))
        #expect(try app.services.roster.groups(app.host()).allSatisfy { $0.leaderID == nil })
        // Places that somebody named are counted.
        #expect(try await app.send(.post, groups + "/lane", as: .host, form: typed + [("capacity", "1")]).status == 303)
        let full = try await app.send(.get, all, as: .moderator).page
        #expect(full.texts(".group-who small").first == "1 of 1 place taken Full" && full.count(".group-rows .chip.full") == 1)
        // Whoever only looks has no form, and a new group is told by its name.
        let seen = try await app.send(.get, all, as: .moderator).page
        #expect(seen.count(".group-rows > li") == 2 && !seen.has(".group-rows a[data-dialog]") && !seen.has(".group-rows form"))
        let added = try await app.send(.post, groups, as: .host, form: [("name", "Divers")])
        #expect(try await app.send(.get, added.location, as: .host).page.texts(".toast .notice") == ["Divers added"])
    }

    @Test func aRoomHasBedsAndANameOfItsOwn() async throws {
        func save(_ form: [(String, String)]) async throws -> TestApp.TestResponse {
            try await app.send(.post, groups + "/lane", as: .host, form: [("set", "rooms")] + form)
        }
        #expect(try await save([("name", "12"), ("capacity", "2")]).status == 303)
        #expect(try await save([("name", "X")]).status == 422, "somebody sleeps in x")
        _ = try await move([card("member host", "")], to: "=12", in: "rooms")
        #expect(try fields("member host")[.room] == "12")
        let sent = try await save([("was", "12"), ("name", "Attic"), ("capacity", "3"), ("for_all", "on")])
        let page = try await app.send(.get, sent.location, as: .host).page
        #expect(try fields("member host")[.room] == "Attic")
        #expect(page.texts(".lane .lane-count") == ["2", "1 of 3", "1 of 3"])
        _ = try await undo(page.find(".toast form").first?["action"])
        #expect(try fields("member host")[.room] == "12")
        #expect(try await show("rooms").texts(".lane .lane-count") == ["2", "1 of 2", "1"])
        let removed = try await app.send(.post, groups + "/lane/remove", as: .host, form: [("set", "rooms"), ("name", "12")])
        let without = try await app.send(.get, removed.location, as: .host).page
        #expect(try fields("member host")[.room].isEmpty && without.texts(".toast .notice") == ["12 deleted"])
        _ = try await undo(without.find(".toast form").first?["action"])
        #expect(try await show("rooms").texts(".lane .lane-count") == ["2", "1 of 2", "1"])
    }

    @Test func paperAndFilesFollow() async throws {
        let csv = try await app.send(.get, groups + ".csv?set=bus", as: .moderator)
        let lines = csv.body.split(separator: "\r\n")
        #expect(csv.status == 200 && lines[0].contains("\"bus\",\"id\""))
        #expect(lines.contains { $0.hasPrefix("\"Bus 1\"") && $0.contains("Ada") })
        #expect(lines.count == 5 && lines[1].hasPrefix("\"\""))
        let paper = try await app.send(.get, groups + "/print?set=bus", as: .moderator).page
        #expect(paper.count(".print-page") == 2 && paper.has(".tickbox"))
        // Largest is what tells two sheets in one hand apart.
        let heads = paper.texts(".print-page h1")
        #expect(heads.first == "Bus 1" && Set(heads).count == 2 && !paper.has(".print-page h2"), "\(heads)")
        // A few who have no place stand below the last list, not on a page of their own.
        #expect(paper.text(".print-rest h2")?.hasPrefix("Not assigned") == true)
        let rooms = try await app.send(.get, groups + "/print?set=rooms", as: .host).page
        #expect(rooms.count(".print-page") == 0 && rooms.count(".lane-paper section") == 2)
        #expect(try await app.send(.get, groups + "/print?set=rooms&chosen=yes", as: .host).page.count(".print-page") == 1)
        for path in ["/print", ".csv"] { #expect(try await app.send(.get, groups + path, as: .traveller).status == 403) }
    }

    @Test func aGroupEndsAndACardIsTickedByItsAddress() async throws {
        let page = try await app.send(.get, "\(groups)?set=bus&pick=\(ada)", as: .host).page
        #expect(page.find(".lane input[checked]").map { $0["aria-label"] } == ["Ada Example"])
        let form = [("set", "bus"), ("name", "Bus 2")]
        #expect(try await app.send(.post, groups + "/lane/remove", as: .host, form: form).location.contains("set=bus"))
        let last = try await app.send(.post, groups + "/lane/remove", as: .host, form: [("set", "bus"), ("name", "Bus 1")])
        #expect(!last.location.contains("set="))
        #expect(try await app.send(.get, last.location, as: .host).status == 200 && fields()[.groups].isEmpty)
    }
}
