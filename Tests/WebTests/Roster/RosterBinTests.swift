import Domain
import Services
import Testing

/// Who is deleted is nowhere, can be brought back for thirty days, and is erased after that.
@Suite struct RosterBinTests {
    private let roster = "/trips/alpha/roster"

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
        let form = [("do", "delete"), ("member", "\(id)"), ("confirm", "yes")]
        let answer = try await app.send(.post, roster + "/bulk", as: .host, form: form)
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
        // What was done stays in the logs, the bin says who is in it, and an account stays for the administrators until it is erased.
        let allowed: Set = [
            "/trips/:slug/roster/bin", "/trips/:slug/roster/changes", "/trips/:slug", "/trips/:slug/events/:id/log",
            "/trips/:slug/events/:id/log.csv", "/trips/:slug/events/:id", "/accounts",
        ]
        let others = try await pages().subtracting(allowed)
        #expect(others == [])
        let event = try await app.send(.get, "/trips/alpha/events/\(app.id("event"))", as: .host).page
        #expect(!event.texts("table a").contains { $0.contains("Quillon") })
        #expect(
            try app.services.events.list(app.staff(.host)).first { $0.event.id == app.id("event") }?.counts.invited == count.map { $0 - 1 })
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 404)
        let quillon = try await app.send(.get, "/accounts?q=Quillon", as: .admin).page
        #expect(quillon.count(".account-list tbody th") == 1 && !quillon.texts(".account-role").contains { $0.hasPrefix("Trip alpha") })
        #expect(try await app.send(.get, "/trips/alpha/members/\(id)", as: .host).status == 404)
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/field", as: .host, form: [("field", "room")]).status == 404)
        let toast = try await app.send(.get, away, as: .host)
        #expect(toast.page.texts(".toast .notice") == ["Quillon Test moved to the bin for 30 days"])
        let version = try app.store.roster.bin(trip: app.id("trip alpha"))[0].version
        #expect(toast.body.contains("/trips/alpha/roster/bin/\(version)/restore"))
    }

    @Test func everythingComesBack() async throws {
        let (app, id, session) = try await withQuillon()
        _ = try await delete(app, id)
        #expect(try await app.send(.get, "/trips/alpha/roster/bin", as: .host).body.contains("Quillon Test"))
        for user in [TestUser.moderator, .traveller] {
            #expect(try await app.send(.get, "/trips/alpha/roster/bin", as: user).status == 403)
            #expect(try await app.send(.post, "/trips/alpha/members/\(id)/restore", as: user).status == 403)
        }
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/restore", as: .host).status == 303)
        let fields = try app.services.roster.member(id, app.host()).fields
        #expect(fields.status == .arrived && fields[.room] == "77" && fields[.groups] == "Bus 1")
        #expect(try app.store.events.invitation(event: app.id("event"), member: id)?.rsvp == .going)
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        #expect(try await app.send(.get, "/trips/alpha/roster/bin", as: .host).body.contains("The bin is empty"))
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/restore", as: .host).status == 404)
    }

    /// A room that somebody of the bin slept in is renamed and deleted as any other: they come back to what it is then.
    @Test func aRoomChangesWhileSomebodyOfItIsInTheBin() async throws {
        let (app, id, _) = try await withQuillon()
        func lane(_ path: String, _ form: [(String, String)]) async throws -> Int {
            try await app.send(.post, "/trips/alpha/groups/lane" + path, as: .host, form: [("set", "rooms")] + form).status
        }
        var other = named("Roommate")
        other[.room] = "77"
        _ = try await app.services.roster.add(other, app.host())
        _ = try await delete(app, id)
        #expect(try await lane("", [("was", "77"), ("name", "78")]) == 303)
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/restore", as: .host).status == 303)
        #expect(try app.services.roster.member(id, app.host()).fields[.room] == "78")
        _ = try await delete(app, id)
        #expect(try await lane("/remove", [("name", "78")]) == 303)
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/restore", as: .host).status == 303)
        #expect(try app.services.roster.member(id, app.host()).fields[.room].isEmpty)
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
        #expect(try app.store.roster.rows(trip: app.id("trip alpha"), reachedBy: []).allSatisfy { $0.fullName != "Former traveller" })
    }

    /// The place went to nobody else, but somebody waits for it.
    @Test func aWaitingListIsNotOvertaken() async throws {
        let (app, id, _) = try await withQuillon()
        let event = app.id("event")
        try await app.database.write {
            _ = try $0.run("UPDATE event SET capacity = taken, offers_automatically = 0 WHERE id = ?", [.blob(event.bytes)])
        }
        let late = try await app.services.roster.add(named("Late"), app.host())
        let found = try app.services.events.find(event, app.host())
        try await app.services.events.invite([late], to: found, app.host())
        try await app.services.answers.apply(.going, to: [late], choice: .waitlist, note: "late", of: found, app.host())
        let taken = try app.services.events.find(event, app.host()).taken
        _ = try await delete(app, id)
        #expect(try app.services.events.find(event, app.host()).taken == taken - 1)
        #expect(try await app.send(.post, "/trips/alpha/members/\(id)/restore", as: .host).status == 303)
        let line = try [late, id].map { try #require(try app.store.events.invitation(event: event, member: $0)) }
        #expect(line.map(\.rsvp) == [.waitlisted, .waitlisted] && (line[0].queue ?? 0) < (line[1].queue ?? 0))
        #expect(try app.services.events.find(event, app.host()).taken == taken - 1)
    }

    private func named(_ name: String) -> MemberFields {
        var fields = MemberFields()
        (fields[.firstName], fields[.status]) = (name, "confirmed")
        return fields
    }

    @Test func severalAreAskedForAndTakenBackAtOnce() async throws {
        let (app, id, _) = try await withQuillon()
        let form = [("do", "delete"), ("member", "\(id)"), ("member", "\(app.id("member"))"), ("member", "\(app.id("member moderator"))")]
        let asked = try await app.send(.post, roster + "/bulk", as: .host, form: form).body
        #expect(asked.contains("Delete 2 people?") && asked.contains("a role has to be given up first: moderator"))
        #expect(asked.contains("value=\"\(id)\"") && !asked.contains("value=\"\(app.id("member moderator"))\""))
        // All of them, or nobody.
        let refused = try await app.send(.post, roster + "/bulk", as: .host, form: form + [("confirm", "yes")])
        #expect(refused.status == 409 && refused.body.contains("give up their role first"))
        #expect(try app.store.roster.bin(trip: app.id("trip alpha")).isEmpty)
        let two = try await app.send(.post, roster + "/bulk", as: .host, form: Array(form.prefix(3)) + [("confirm", "yes")])
        #expect(try await app.send(.get, two.location, as: .host).page.texts(".toast .notice") == ["2 people moved to the bin for 30 days"])
        let version = try app.store.roster.bin(trip: app.id("trip alpha"))[0].version
        for user in [TestUser.moderator, .traveller] {
            #expect(try await app.send(.post, roster + "/bin/\(version)/restore", as: user).status == 403)
        }
        #expect(try await app.send(.post, roster + "/bin/\(version)/restore", as: .host).status == 303)
        #expect(try await app.send(.post, roster + "/bin/\(version)/restore", as: .host).status == 409)
        #expect(try app.store.roster.bin(trip: app.id("trip alpha")).isEmpty)
    }

    @Test func aHostDeletesForGood() async throws {
        let (app, id, _) = try await withQuillon()
        let path = "/trips/alpha/members/\(id)/delete-now"
        #expect(try await app.send(.post, path, as: .host).status == 404)
        _ = try await delete(app, id)
        #expect(try await app.send(.get, path, as: .host).body.contains("Delete Quillon Test for good?"))
        for user in [TestUser.moderator, .traveller] { #expect(try await app.send(.post, path, as: user).status == 403) }
        #expect(try await app.send(.post, path, as: .host).location.hasSuffix("/roster/bin?done=gone"))
        #expect(try app.store.roster.bin(trip: app.id("trip alpha")).isEmpty)
        let left = try app.database.read { connection in
            try connection.one("SELECT count(*) FROM binned_invitation WHERE member_id = ?", [.blob(id.bytes)]) { $0.int(0) }
        }
        #expect(left == 0)
    }

    @Test func anotherTripsPeopleAndViewsAreNotThere() async throws {
        let app = try await TestApp.withTrips()
        let foreign = app.id("member travellerOfAnotherTrip")
        for path in ["/restore", "/delete-now"] {
            #expect(try await app.send(.post, "/trips/alpha/members/\(foreign)\(path)", as: .host).status == 404)
        }
        #expect(try await app.send(.get, "/trips/alpha/members/\(foreign)/delete", as: .host).status == 404)
        let form = [("do", "delete"), ("member", "\(foreign)"), ("confirm", "yes")]
        #expect(try await app.send(.post, roster + "/bulk", as: .host, form: form).status == 404)
    }

    @Test func viewsGetANameAndAreTabs() async throws {
        let app = try await TestApp.withTrips()
        let views = roster + "/views"
        let form = [("name", "First bus"), ("group", "Bus 1"), ("sort", "room")]
        #expect(try await app.send(.post, views, as: .moderator, form: form).status == 403)
        #expect(try await app.send(.post, views, as: .host, form: form).status == 303)
        let open = roster + "?group=Bus%201&sort=room"
        let page = try await app.send(.get, open, as: .moderator)
        #expect(page.page.texts("nav.tabs a").suffix(2) == ["Everybody", "First bus"])
        #expect(page.body.contains("<a aria-current=\"page\"") || page.page.texts("nav.tabs [aria-current]").contains("First bus"))
        #expect(!page.body.contains("Remove view") && !page.body.contains("Save view"))
        #expect(try await app.send(.get, open, as: .host).body.contains("Remove view"))
        #expect(try await app.send(.get, roster + "?group=Bus%201", as: .host).body.contains("Save view"))
        for (name, group, text) in [
            (" ", "x", "1 to 40 characters"), ("All", "", "Filter or sort it first"), ("first BUS", "x", "Another view has this name"),
        ] {
            let refused = try await app.send(.post, views, as: .host, form: [("name", name), ("group", group)])
            #expect(refused.status == 422 && refused.body.contains(text), "\(name)")
        }
        for number in 2...20 { _ = try await app.send(.post, views, as: .host, form: [("name", "View \(number)"), ("q", "x")]) }
        let full = try await app.send(.post, views, as: .host, form: [("name", "One more"), ("q", "x")])
        #expect(full.status == 409 && full.body.contains("at most 20 views") && full.body.contains("value=\"One more\""))
        let id = try #require(try app.services.roster.views(app.host()).first).id
        #expect(try await app.send(.post, "\(views)/\(id)/remove", as: .moderator).status == 403)
        #expect(try await app.send(.post, "/trips/beta/roster/views/\(id)/remove", as: .hostOfAnotherTrip).status == 404)
        #expect(try await app.send(.post, "\(views)/\(id)/remove", as: .host).status == 303)
        #expect(try app.services.roster.views(app.host()).count == 19)
    }
}
