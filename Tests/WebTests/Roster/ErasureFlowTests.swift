import Database
import Domain
import Testing
import Web

/// A host erases a member who asked for it: as members do themselves, with seven days to think again.
@Suite struct ErasureFlowTests {
    private func begin(_ app: TestApp) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, "/trips/alpha/members/\(app.id("member"))/erase", as: .host,
            form: [("asked_by", "themselves, by a secret letter"), ("name", "ada  EXAMPLE")])
    }

    private func walked() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        let body = "{\"_type\":\"location\",\"lat\":46.42,\"lon\":9.23,\"tst\":\(app.clock.now.seconds),\"tid\":\"a\"}"
        #expect(try await app.send(.post, "/t/\(app.trackerToken)", body: body).status == 200)
        return app
    }

    @Test func positionsGoAtOnceAndTheRestInSevenDays() async throws {
        let app = try await walked()
        let (ada, token) = (app.id("member"), try app.trackerToken)
        let page = "/trips/alpha/members/\(ada)"
        #expect(try await app.send(.get, page, as: .host).body.contains("Erase Ada Example"))
        #expect(try await begin(app).status == 303)
        #expect(app.services.hub.board(app.id("trip alpha")).entry(ada) == nil)
        let fixes = try await app.store.fixes.track(member: ada, from: Instant(seconds: 0), to: app.clock.now + .days(1), limit: 10)
        #expect(fixes.isEmpty)
        #expect(try await app.send(.post, "/t/\(token)", body: "{\"_type\":\"location\",\"lat\":1,\"lon\":1,\"tst\":1}").status == 404)
        let said = try await app.send(.get, page, as: .host).body
        #expect(said.contains("The rest follows on") && said.contains("secret letter") && said.contains("host Person began it"))
        // In the trail: that it was done, by whom, and nothing of them.
        let entry = try #require(
            try app.store.audit.entries(subject: ada, trip: app.id("trip alpha"), limit: 5).first { $0.action.contains("erasure") })
        #expect(entry.subjectName == "a member" && entry.changes.isEmpty && entry.actorName == "host Person")

        app.clock.pass(.days(7) - .seconds(1))
        try await app.services.personalData.eraseDueMembers()
        #expect(try app.store.roster.member(ada, trip: app.id("trip alpha"))?.fields[.firstName] == "Ada")
        app.clock.pass(.seconds(1))
        try await app.services.personalData.eraseDueMembers()
        #expect(try app.store.roster.member(ada, trip: app.id("trip alpha"))?.fields.fullName == "Former traveller")
        let rest = try app.database.read { try $0.one("SELECT count(*) FROM deletion_request") { $0.int(0) } }
        #expect(rest == 0)
    }

    /// Nobody adds a phone while it stands, and one that is there all the same does not outlive the erasure.
    @Test func noPhoneOutlivesIt() async throws {
        let app = try await walked()
        let (ada, trip) = (app.id("member"), app.id("trip alpha"))
        let session = try await app.joined("member")
        #expect(try await begin(app).status == 303)
        let form = [("label", "Another")]
        for response in [
            try await app.send(.post, "/trips/alpha/members/\(ada)/trackers", as: .host, form: form),
            try await app.send(.post, "/trips/alpha/my/phones", token: session, form: form),
        ] { #expect(response.status == 422 && response.body.contains("no phone can be added")) }
        let replace = "/trips/alpha/trackers/\(app.id("tracker"))/replace"
        #expect(try await app.send(.post, replace, as: .host).status == 422)

        // As an older version of the program left it.
        let token = app.services.system.newToken(bytes: 16)
        let late = Tracker(
            id: app.services.system.newID(), memberID: ada, label: "Late", token: token, createdAt: app.clock.now, revokedAt: nil,
            lastContactAt: nil)
        try await app.store.trackers.addMany([late], at: app.clock.now)
        let again = try await app.restarted()
        try await again.services.live.load()
        let sharing = [("level", "everyone"), ("time", "trip")]
        #expect(try await again.send(.post, "/trips/alpha/my/sharing", token: session, form: sharing).status == 303)
        app.clock.pass(.days(7))
        let path = "/t/\(token)?id=x&lat=46.42&lon=9.23&timestamp=\(app.clock.now.seconds)"
        #expect(try await again.send(.get, path).status == 200)
        try await again.services.personalData.eraseDueMembers()
        #expect(try await again.send(.get, path).status == 404)
        #expect(again.services.hub.board(trip).entry(ada) == nil)
        let fixes = try await again.store.fixes.track(member: ada, from: Instant(seconds: 0), to: app.clock.now + .days(1), limit: 10)
        #expect(fixes.isEmpty)
        #expect(try app.store.trackers.openTokens().allSatisfy { $0.entry.memberID != ada })
    }

    /// The trail keeps that something was done, by whom, when and to which fields; not what Ada had there.
    @Test(arguments: [false, true])
    func itLeavesNoValueBehind(isHeld: Bool) async throws {
        let app = try await walked()
        let (ada, trip, host) = (app.id("member"), app.id("trip alpha"), try app.host())
        let session = try await app.joined("member")
        let call = [("text", "SECRET-CALL"), ("sure", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/my/sos", token: session, form: call).status == 303)
        try await app.services.moderation.report(.member(ada), reason: "harassment", text: "", app.member(.traveller))
        let path = "/trips/alpha/moderation/cases"
        let found = try #require(try app.services.moderation.queue(host).first { $0.subject == .member && $0.memberID == ada })
        #expect(found.snapshot != "Former traveller")
        if isHeld { #expect(try await app.send(.post, "\(path)/\(found.id)/hold", as: .host, form: [("held", "yes")]).status == 303) }
        func lines() throws -> [AuditEntry] { try app.store.audit.entries(subject: ada, trip: trip, limit: 100) }
        func values() throws -> [String] { try lines().flatMap(\.changes).flatMap { [$0.from, $0.to] }.filter { !$0.isEmpty } }
        for value in ["+00 000 001", "+00 000 002", "SECRET-CALL"] { #expect(try values().contains(value), "\(value)") }
        let before = try lines()

        #expect(try await begin(app).status == 303)
        app.clock.pass(.days(7))
        try await app.services.personalData.eraseDueMembers()
        let after = try lines().filter { line in before.contains { $0.at == line.at && $0.action == line.action } }
        #expect(after.map(\.action) == before.map(\.action))
        #expect(after.map { $0.changes.map(\.field) } == before.map { $0.changes.map(\.field) })
        #expect(try values().isEmpty)
        let snapshot = try app.database.read { connection in
            try connection.one("SELECT snapshot FROM moderation_case WHERE id = ?", [.blob(found.id.bytes)]) { $0.text(0) }
        }
        #expect(snapshot == (isHeld ? found.snapshot : "Former traveller"))
        try await app.signInAgain()
        for page in ["/trips/alpha/members/\(ada)", "/trips/alpha/roster/changes"] {
            let response = try await app.send(.get, page, as: .host)
            #expect(response.status == 200 && !response.body.contains("SECRET-CALL") && !response.body.contains("+00 000 00"), "\(page)")
        }
        // Nobody else changes a line, then as before.
        await #expect(throws: (any Error).self) {
            try await app.database.write { _ = try $0.run("UPDATE audit SET action = 'x'") }
        }
    }

    @Test func aHostOrTheMemberThinksAgain() async throws {
        let app = try await walked()
        let ada = app.id("member")
        #expect(try await begin(app).status == 303)
        #expect(try await begin(app).status == 409)
        #expect(try await app.send(.post, "/trips/alpha/members/\(ada)/keep", as: .host).status == 303)
        #expect(try await app.send(.post, "/trips/alpha/members/\(ada)/keep", as: .host).status == 404)
        let session = try await app.joined("member")
        #expect(try await begin(app).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my/profile", token: session).body.contains("/my/stay"))
        #expect(try await app.send(.post, "/trips/alpha/my/stay", token: session).status == 303)
        app.clock.pass(.days(8))
        try await app.services.personalData.eraseDueMembers()
        #expect(try app.store.roster.member(ada, trip: app.id("trip alpha"))?.fields[.firstName] == "Ada")
    }

    @Test func itTakesTheNameAndAReason() async throws {
        let app = try await walked()
        let path = "/trips/alpha/members/\(app.id("member"))/erase"
        let wrong = try await app.send(.post, path, as: .host, form: [("asked_by", "a <letter>"), ("name", "Bo Sample")])
        #expect(
            wrong.status == 422 && wrong.body.contains("Type the name exactly as above")
                && wrong.body.contains("value=\"a &lt;letter&gt;\""))
        #expect(wrong.body.contains("<button class=\"danger\">Erase</button>"))
        #expect(try await app.send(.post, path, as: .host, form: [("name", "Ada Example")]).body.contains("Say who asked"))
        #expect(app.services.hub.board(app.id("trip alpha")).entry(app.id("member")) != nil)
        for user in [TestUser.moderator, .traveller] { #expect(try await app.send(.post, path, as: user).status == 403) }
    }

    /// Whoever has a role gives it up first, also while it is only for a time.
    @Test func staffAreNotErased() async throws {
        let app = try await TestApp.withTrips()
        for member in ["member moderator", "member host"] {
            let response = try await app.send(.get, "/trips/alpha/members/\(app.id(member))/erase", as: .host)
            #expect(response.status == 409 && response.body.contains("give up their role first"))
        }
        let request = CoHostRequest(member: app.id("member traveller"), time: .open, start: nil, end: nil, reason: "")
        try await app.services.coHosts.name(request, app.host())
        let form = [("asked_by", "x"), ("name", "traveller Person")]
        #expect(
            try await app.send(.post, "/trips/alpha/members/\(app.id("member traveller"))/erase", as: .host, form: form).status == 409)
    }
}
