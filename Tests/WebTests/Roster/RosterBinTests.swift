import Domain
import Services
import Testing

/// Who is deleted is nowhere, can be brought back for thirty days, and is erased after that.
@Suite struct RosterBinTests {
    /// Somebody with everything that can refer to a member.
    private func withQuillon() async throws -> (app: TestApp, id: ID, session: String) {
        let app = try await TestApp.withTripsAndMedic()
        let host = try app.host()
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.status]) = ("Quillon", "Test", "arrived")
        (fields[.groups], fields[.room]) = ("Bus 1", "77")
        let id = try await app.services.roster.add(fields, host)
        let link = try #require(try await app.services.joining.makeLinks(for: [id], host).first).token
        let session = try #require(try await app.send(.post, "/join/" + link).cookie)
        let event = try app.services.events.find(app.id("event"), host)
        try await app.services.events.invite([id], to: event, host)
        try await app.services.answers.apply(.going, to: [id], note: "told us", of: event, host)
        return (app, id, session)
    }

    private func delete(_ app: TestApp, _ id: ID) async throws -> String {
        let answer = try await app.send(.post, "/trips/alpha/members/\(id)/delete", as: .host)
        #expect(answer.status == 303)
        return answer.location
    }

    @Test(.timeLimit(.minutes(5))) func whoIsDeletedIsOnNoPage() async throws {
        let (app, id, session) = try await withQuillon()
        func pages() async throws -> Set<String> {
            var found: Set<String> = []
            for route in app.routes where route.method == .get && !route.path.hasSuffix("/live") {
                let path = AccessMatrixTests().path(route, app)
                for user in TestUser.allCases {
                    if try await app.send(.get, path, as: user).body.contains("Quillon") { found.insert(route.path) }
                }
            }
            return found
        }
        let before = try await pages()
        #expect(before.isSuperset(of: ["/trips/:slug/roster", "/trips/:slug/events/:id", "/trips/:slug/friends", "/trips/:slug/medic"]))
        let count = try app.services.events.list(app.staff(.host)).first { $0.event.id == app.id("event") }?.counts.invited
        let away = try await delete(app, id)
        // What was done stays in the logs, and the bin says who is in it.
        let allowed: Set = [
            "/trips/:slug/roster/bin", "/trips/:slug/roster/changes", "/trips/:slug", "/trips/:slug/events/:id/log",
            "/trips/:slug/events/:id/log.csv", "/trips/:slug/events/:id",
        ]
        #expect(try await pages().subtracting(allowed) == [])
        let event = try await app.send(.get, "/trips/alpha/events/\(app.id("event"))", as: .host).page
        #expect(!event.texts("table a").contains { $0.contains("Quillon") })
        #expect(
            try app.services.events.list(app.staff(.host)).first { $0.event.id == app.id("event") }?.counts.invited == count.map { $0 - 1 })
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 404)
        #expect(try await app.send(.get, "/trips/alpha/members/\(id)", as: .host).status == 404)
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/field", as: .host, form: [("field", "room")]).status == 404)
        let toast = try await app.send(.get, away, as: .host)
        #expect(toast.page.texts(".toast .notice") == ["Quillon Test deleted. In the bin for 30 days"])
        #expect(toast.body.contains("/members/\(id)/bring-back"))
    }

    @Test func everythingComesBack() async throws {
        let (app, id, session) = try await withQuillon()
        _ = try await delete(app, id)
        #expect(try await app.send(.get, "/trips/alpha/roster/bin", as: .host).body.contains("Quillon Test"))
        for user in [TestUser.moderator, .traveller] {
            #expect(try await app.send(.get, "/trips/alpha/roster/bin", as: user).status == 403)
            #expect(try await app.send(.post, "/trips/alpha/members/\(id)/bring-back", as: user).status == 403)
        }
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/bring-back", as: .host).status == 303)
        let fields = try app.services.roster.member(id, app.host()).fields
        #expect(fields.status == .arrived && fields[.room] == "77" && fields[.groups] == "Bus 1")
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        #expect(try await app.send(.get, "/trips/alpha/roster/bin", as: .host).body.contains("The bin is empty."))
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/bring-back", as: .host).status == 404)
    }

    @Test func afterThirtyDaysTheyAreErased() async throws {
        let (app, id, _) = try await withQuillon()
        _ = try await delete(app, id)
        app.clock.pass(.days(29))
        try await app.services.personalData.eraseDueMembers()
        #expect(try app.store.roster.bin(trip: app.id("trip alpha")).map(\.id) == [id])
        app.clock.pass(.days(2))
        try await app.services.personalData.eraseDueMembers()
        #expect(try app.store.roster.bin(trip: app.id("trip alpha")) == [])
        #expect(try app.store.roster.rows(trip: app.id("trip alpha")).allSatisfy { $0.fullName != "Former traveller" })
    }

    @Test func whoHasARoleGivesItUpFirst() async throws {
        let app = try await TestApp.withTrips()
        let answer = try await app.send(.post, "/trips/alpha/members/\(app.id("member moderator"))/delete", as: .host)
        #expect(answer.status == 409 && answer.body.contains("give up their role first"))
    }

    @Test func listsGetANameAndAreTabs() async throws {
        let app = try await TestApp.withTrips()
        let views = "/trips/alpha/roster/views"
        let form = [("name", "First bus"), ("group", "Bus 1"), ("sort", "room")]
        #expect(try await app.send(.post, views, as: .host, form: form).status == 303)
        let page = try await app.send(.get, "/trips/alpha/roster?group=Bus%201&sort=room", as: .moderator)
        #expect(page.page.texts("nav.tabs a") == ["Everybody", "First bus"] && page.page.texts("nav.tabs [aria-current]") == ["First bus"])
        #expect(!page.body.contains("Remove this tab") && !page.body.contains("Save this list"))
        #expect(try await app.send(.post, views, as: .host, form: [("name", " "), ("group", "x")]).status == 422)
        #expect(try await app.send(.post, views, as: .host, form: [("name", "All")]).status == 422)
        let id = try #require(try app.services.roster.views(app.host()).first).id
        #expect(try await app.send(.post, "\(views)/\(id)/remove", as: .moderator).status == 403)
        #expect(try await app.send(.post, "\(views)/\(id)/remove", as: .host).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).page.texts("nav.tabs a") == [])
    }
}
