import Domain
import Services
import Testing

/// A group that was deleted comes back with its people, its leader and its chat, for thirty days.
@Suite struct GroupBinTests {
    private let groups = "/trips/alpha/groups"

    private func path(_ app: TestApp, _ rest: String) -> String { "\(groups)/\(app.id("group"))\(rest)" }

    private func delete(_ app: TestApp) async throws -> String {
        let form = [("set", "bus"), ("name", "Bus 1"), ("back", "all")]
        let deleted = try await app.send(.post, groups + "/lane/remove", as: .host, form: form)
        #expect(deleted.status == 303)
        return deleted.location
    }

    private func field(_ app: TestApp) throws -> String {
        try app.services.roster.member(app.id("member"), app.host()).fields[.groups]
    }

    @Test func itIsDeletedAtOnceAndUndone() async throws {
        let app = try await TestApp.withTrips()
        let leader = [("set", "bus"), ("was", "Bus 1"), ("name", "Bus 1"), ("leader", "\(app.id("member"))")]
        #expect(try await app.send(.post, groups + "/lane", as: .host, form: leader).status == 303)
        let chat = try await app.send(.post, path(app, "/chat"), as: .host).location
        #expect(try await app.send(.get, chat, as: .host).status == 200)
        let list = try await delete(app)
        #expect(list.contains("set=all"))
        let page = try await app.send(.get, list, as: .host)
        #expect(page.page.texts(".toast .notice") == ["Bus 1 moved to the bin for 30 days"])
        #expect(page.body.contains(path(app, "/restore")))
        #expect(try field(app).isEmpty && app.services.roster.groups(app.host()).isEmpty)
        #expect(try await app.send(.get, chat, as: .host).status == 404)
        let bin = try await app.send(.get, "/trips/alpha/roster/bin", as: .host).page
        #expect(bin.texts("#groups") == ["Groups"] && bin.texts(".bin strong") == ["Bus 1"])
        for user in [TestUser.moderator, .traveller] {
            #expect(try await app.send(.post, path(app, "/restore"), as: user).status == 403)
        }
        #expect(try await app.send(.post, path(app, "/restore"), as: .host).location == groups + "?set=all&done=group-back")
        let back = try #require(try app.services.roster.groups(app.host()).first)
        #expect(back.id == app.id("group") && back.leaderID == app.id("member") && back.memberCount == 1)
        #expect(try field(app) == "Bus 1")
        #expect(try await app.send(.get, chat, as: .host).status == 200)
        #expect(try await app.send(.post, path(app, "/restore"), as: .host).status == 404)
    }

    @Test func whoIsElsewhereByNowStaysThere() async throws {
        let app = try await TestApp.withTrips()
        _ = try await delete(app)
        let member = try app.services.roster.member(app.id("member"), app.host())
        var fields = member.fields
        fields[.groups] = "Bus 2"
        try await app.services.roster.update(app.id("member"), to: fields, version: member.version, app.host())
        #expect(try await app.send(.post, path(app, "/restore"), as: .host).status == 303)
        #expect(try field(app) == "Bus 2")
    }

    @Test func anotherGroupOfThatNameIsInTheWay() async throws {
        let app = try await TestApp.withTrips()
        _ = try await delete(app)
        #expect(try await app.send(.post, groups, as: .host, form: [("name", "bus 1")]).status == 303)
        let refused = try await app.send(.post, path(app, "/restore"), as: .host)
        #expect(refused.status == 409 && refused.body.contains("Another group is now called"))
        #expect(try app.store.groups.bin(trip: app.id("trip alpha")).count == 1)
    }

    @Test func itIsErasedWithItsChat() async throws {
        let app = try await TestApp.withTrips()
        let chat = try await app.send(.post, path(app, "/chat"), as: .host).location
        let form = [("text", "Seats at the front"), ("client_id", "\(app.id("trip beta"))")]
        #expect(try await app.send(.post, chat + "/messages", as: .host, form: form).status == 303)
        #expect(try await app.send(.post, path(app, "/delete-now"), as: .host).status == 404)
        _ = try await delete(app)
        #expect(try await app.send(.get, path(app, "/delete-now"), as: .host).body.contains("Delete Bus 1 for good?"))
        app.clock.pass(.days(31))
        try await app.services.bins.eraseOverdue()
        for sql in [
            "SELECT count(*) FROM binned_group", "SELECT count(*) FROM binned_group_member",
            "SELECT count(*) FROM conversation WHERE kind = 'group'", "SELECT count(*) FROM message WHERE text = 'Seats at the front'",
        ] {
            #expect(try app.database.read { try $0.one(sql) { $0.int(0) } } == 0, "\(sql)")
        }
    }

    /// Who is erased is in no group of the bin either.
    @Test func aMemberIsErasedMeanwhile() async throws {
        let app = try await TestApp.withTrips()
        _ = try await delete(app)
        _ = try await app.services.delete([app.id("member")], app.host())
        try await app.services.eraseNow(app.id("member"), app.host())
        #expect(try app.store.groups.binnedMembers(of: app.id("group")) == [])
        #expect(try await app.send(.post, path(app, "/restore"), as: .host).status == 303)
        #expect(try app.services.roster.groups(app.host()).first?.memberCount == 0)
    }
}
