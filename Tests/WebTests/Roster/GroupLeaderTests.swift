import Domain
import Services
import Testing

/// Whoever leads a group leads it until a host chooses somebody else, whatever else the form changes.
@Suite struct GroupLeaderTests {
    private let app: TestApp
    private let groups = "/trips/alpha/groups"
    private var ada: ID { app.id("member") }

    init() async throws {
        app = try await TestApp.withTrips()
        #expect(try await save([("leader", "\(ada)")]).status == 303)
    }

    private func save(_ form: [(String, String)], name: String = "Bus 1") async throws -> TestApp.TestResponse {
        try await app.send(.post, groups + "/lane", as: .host, form: [("set", "bus"), ("was", "Bus 1"), ("name", name)] + form)
    }
    private func form() async throws -> HTMLPage { try await app.send(.get, groups + "/lane?set=bus&name=Bus%201", as: .host).page }
    private func leader() throws -> ID? { try app.services.roster.groups(app.host()).first { $0.name == "Bus 1" }?.leaderID }

    private func set(_ field: MemberField, _ value: String) async throws {
        let member = try app.services.roster.member(ada, app.host())
        var fields = member.fields
        fields[field] = value
        try await app.services.roster.update(ada, to: fields, version: member.version, app.host())
    }

    /// What a browser sends of the form as it opens, with another number of places.
    private func saveAsOpened(_ places: String) async throws -> TestApp.TestResponse {
        let chosen = try #require(try await form().find("#leader option[selected]").first?["value"])
        return try await save([("capacity", places), ("leader", chosen)])
    }

    @Test func whoWasMovedOutOrCancelledStaysChosen() async throws {
        try await set(.groups, "")
        #expect(try await form().texts("#leader option") == ["No leader", "Ada Example (no longer in it)"])
        #expect(try await saveAsOpened("7").status == 303)
        #expect(try leader() == ada)
        try await set(.groups, "Bus 1")
        try await set(.status, MemberStatus.cancelled.rawValue)
        #expect(try await form().texts("#leader option") == ["No leader", "Ada Example (no longer in it)"])
        #expect(try await saveAsOpened("8").status == 303)
        #expect(try leader() == ada)
        // A host may end it; then they are no choice any more.
        #expect(try await save([("leader", "")]).status == 303)
        #expect(try leader() == nil)
        #expect(try await !form().has("#leader"))
        #expect(try app.services.roster.member(app.id("member host"), app.host()).fields[.groups].isEmpty)
        #expect(try await save([("leader", "\(app.id("member host"))")]).status == 422)
    }

    @Test func whoIsInTheBinStaysChosenWithoutAName() async throws {
        _ = try await app.services.delete([ada], app.host())
        let page = try await form()
        #expect(page.texts("#leader option") == ["No leader", "Somebody in the bin"])
        #expect(try await saveAsOpened("7").status == 303)
        #expect(try leader() == ada)
    }

    /// All that a browser sends of the form as it is on a page, with something typed in place of some of it.
    private func sent(_ page: HTMLPage, _ typed: [String: String]) -> [(String, String)] {
        let fields = page.find("#lane-form .form input").map { ($0["name"] ?? "", $0["value"] ?? "") }
        let leader = page.find("#leader option[selected]").first?["value"] ?? ""
        return (fields + [("leader", leader)]).map { ($0.0, typed[$0.0] ?? $0.1) }
    }

    /// Two hosts have the form open: who saves last reads of the other's change first, and may then save over it.
    @Test func anOlderFormDoesNotTakeTheLeaderAway() async throws {
        #expect(try await save([("leader", "")]).status == 303)
        let older = try await form()
        #expect(try await save([("leader", "\(ada)")]).status == 303)
        let late = try await app.send(.post, groups + "/lane", as: .host, form: sent(older, ["capacity": "9"]))
        #expect(late.status == 409 && late.page.texts(".problem").first?.hasPrefix("Somebody else has changed this group.") == true)
        #expect(try leader() == ada, "nothing of it was saved")
        // What was typed is kept, and what the other made of it stands below.
        #expect(late.page.find("#capacity").first?["value"] == "9")
        #expect(late.page.texts("#leader-hint") == ["It says now: Ada Example"])
        #expect(late.page.texts("#capacity-hint") == ["It is empty now."])
        #expect(try await app.send(.post, groups + "/lane", as: .host, form: sent(late.page, ["leader": "\(ada)"])).status == 303)
        #expect(try leader() == ada && app.services.roster.groups(app.host()).first { $0.name == "Bus 1" }?.places == 9)
        // The same form once more changes nothing, and is no conflict.
        #expect(try await app.send(.post, groups + "/lane", as: .host, form: sent(late.page, ["leader": "\(ada)"])).status == 303)
    }

    @Test func aMistakeDoesNotMakeAnOlderFormNew() async throws {
        let older = try await form()
        #expect(try await save([("leader", "")]).status == 303)
        let wrong = try await app.send(.post, groups + "/lane", as: .host, form: sent(older, ["capacity": "none"]))
        #expect(wrong.status == 422)
        let late = try await app.send(.post, groups + "/lane", as: .host, form: sent(wrong.page, ["capacity": "9"]))
        #expect(late.status == 409)
        #expect(try leader() == nil)
    }

    @Test func whatWasRenamedIsNotLost() async throws {
        let older = try await form()
        #expect(try await save([], name: "Coach").status == 303)
        let late = try await app.send(.post, groups + "/lane", as: .host, form: sent(older, ["capacity": "9"]))
        #expect(late.status == 409 && late.page.texts("#lane-form h1") == ["New group"])
        #expect(late.page.find("#capacity").first?["value"] == "9" && late.page.find("#name").first?["value"] == "Bus 1")
        #expect(try app.services.roster.groups(app.host()).count == 1)
    }

    /// No form is left to add it to: rooms are no groups.
    @Test func theLastGroupThatIsGoneIsSaid() async throws {
        let older = try await form()
        #expect(try await app.send(.post, groups + "/lane/remove", as: .host, form: [("set", "bus"), ("name", "Bus 1")]).status == 303)
        #expect(try app.services.roster.groups(app.host()).isEmpty)
        let late = try await app.send(.post, groups + "/lane", as: .host, form: sent(older, ["capacity": "9"]))
        #expect(late.status == 409 && !late.page.has("#lane-form"))
        #expect(late.body.contains("Somebody else has deleted this group. No group is left."))
    }

    /// A full disk shows nobody what another host changed.
    @Test func aFullDiskDoesNotMakeAnOlderFormNew() async throws {
        let older = try await form()
        try app.fillDisk()
        let full = try await app.send(.post, groups + "/lane", as: .host, form: sent(older, ["capacity": "9"]))
        #expect(full.status == 503)
        try await app.clearDisk()
        #expect(try await save([("leader", "")]).status == 303)
        let shown = full.page.find("#lane-form input[name=was_leader]").first?["value"]
        #expect(shown == "\(ada)")
        #expect(try await app.send(.post, groups + "/lane", as: .host, form: sent(full.page, ["capacity": "9"])).status == 409)
    }

    @Test func anOlderFormDoesNotTakeTheBedsAway() async throws {
        func room(_ form: [(String, String)]) async throws -> TestApp.TestResponse {
            try await app.send(.post, groups + "/lane", as: .host, form: [("set", "rooms"), ("was", "x"), ("name", "x")] + form)
        }
        #expect(try await room([("was_capacity", ""), ("capacity", "2")]).status == 303)
        let late = try await room([("was_capacity", ""), ("capacity", "3")])
        #expect(late.status == 409 && late.page.texts("#capacity-hint") == ["It says now: 2"])
        #expect(late.page.find("#capacity").first?["value"] == "3")
        #expect(try await room([("was_capacity", "2"), ("capacity", "3")]).status == 303)
    }

    @Test func aFormWithoutTheFieldLeavesTheLeader() async throws {
        #expect(try await save([("capacity", "7")]).status == 303)
        #expect(try leader() == ada)
        // The form that comes back with what is wrong shows the leader, too.
        let refused = try await save([("capacity", "none")])
        #expect(refused.status == 422 && refused.page.find("#leader option[selected]").first?["value"] == "\(ada)")
        // Who chose nobody is asked again with that choice.
        let again = try await save([("capacity", "none"), ("leader", "")])
        #expect(again.status == 422 && again.page.find("#leader option[selected]").first?["value"] != "\(ada)")
        #expect(try leader() == ada)
    }
}
