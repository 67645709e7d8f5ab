import Database
import Domain
import Testing
import Web

/// A host erases a member who asked for it: as members do themselves, with seven days to think again.
@Suite struct ErasureFlowTests {
    private func begin(_ house: House) async throws -> House.TestResponse {
        try await house.send(
            .post, "/trips/alpha/members/\(house.id("member"))/erase", as: .host,
            form: [("asked_by", "themselves, by a secret letter"), ("name", "ada  EXAMPLE")])
    }

    private func walked() async throws -> House {
        let house = try await House.furnished()
        let body = "{\"_type\":\"location\",\"lat\":46.42,\"lon\":9.23,\"tst\":\(house.fixed.now.seconds),\"tid\":\"a\"}"
        #expect(try await house.send(.post, "/t/\(house.trackerToken)", body: body).status == 200)
        return house
    }

    @Test func positionsGoAtOnceAndTheRestInSevenDays() async throws {
        let house = try await walked()
        let (ada, token) = (house.id("member"), try house.trackerToken)
        let page = "/trips/alpha/members/\(ada)"
        #expect(try await house.send(.get, page, as: .host).body.contains("Erase Ada Example"))
        #expect(try await begin(house).status == 303)
        #expect(house.services.hub.board(house.id("trip alpha")).entry(ada) == nil)
        let fixes = try await house.store.fixes.track(member: ada, from: Instant(seconds: 0), to: house.fixed.now + .days(1), limit: 10)
        #expect(fixes.isEmpty)
        #expect(try await house.send(.post, "/t/\(token)", body: "{\"_type\":\"location\",\"lat\":1,\"lon\":1,\"tst\":1}").status == 404)
        let said = try await house.send(.get, page, as: .host).body
        #expect(said.contains("The rest follows on") && said.contains("secret letter") && said.contains("host Person began it"))
        // In the trail: that it was done, by whom, and nothing of them.
        let entry = try #require(
            try house.store.audit.entries(subject: ada, trip: house.id("trip alpha"), limit: 5).first { $0.action.contains("erasure") })
        #expect(entry.subjectName == "a member" && entry.changes.isEmpty && entry.actorName == "host Person")

        house.fixed.pass(.days(7) - .seconds(1))
        try await house.services.personalData.eraseDueMembers()
        #expect(try house.store.roster.member(ada, trip: house.id("trip alpha"))?.fields[.firstName] == "Ada")
        house.fixed.pass(.seconds(1))
        try await house.services.personalData.eraseDueMembers()
        #expect(try house.store.roster.member(ada, trip: house.id("trip alpha"))?.fields.fullName == "Former traveller")
        let rest = try house.database.read { try $0.one("SELECT count(*) FROM deletion_request") { $0.int(0) } }
        #expect(rest == 0)
    }

    /// Nobody adds a phone while it stands, and one that is there all the same does not outlive the erasure.
    @Test func noPhoneOutlivesIt() async throws {
        let house = try await walked()
        let (ada, trip) = (house.id("member"), house.id("trip alpha"))
        let session = try await house.joined("member")
        #expect(try await begin(house).status == 303)
        let form = [("label", "Another")]
        for response in [
            try await house.send(.post, "/trips/alpha/members/\(ada)/trackers", as: .host, form: form),
            try await house.send(.post, "/trips/alpha/my/phones", token: session, form: form),
        ] { #expect(response.status == 422 && response.body.contains("no phone can be added while it stands")) }
        let replace = "/trips/alpha/trackers/\(house.id("tracker"))/replace"
        #expect(try await house.send(.post, replace, as: .host).status == 422)

        // As an older version of the program left it.
        let token = house.services.system.newToken(bytes: 16)
        let late = Tracker(
            id: house.services.system.newID(), memberID: ada, label: "Late", token: token, createdAt: house.fixed.now, revokedAt: nil,
            lastContactAt: nil)
        try await house.store.trackers.addMany([late], at: house.fixed.now)
        let again = try await house.restarted()
        try await again.services.live.load()
        let sharing = [("level", "everyone"), ("time", "trip")]
        #expect(try await again.send(.post, "/trips/alpha/my/sharing", token: session, form: sharing).status == 303)
        house.fixed.pass(.days(7))
        let path = "/t/\(token)?id=x&lat=46.42&lon=9.23&timestamp=\(house.fixed.now.seconds)"
        #expect(try await again.send(.get, path).status == 200)
        try await again.services.personalData.eraseDueMembers()
        #expect(try await again.send(.get, path).status == 404)
        #expect(again.services.hub.board(trip).entry(ada) == nil)
        let fixes = try await again.store.fixes.track(member: ada, from: Instant(seconds: 0), to: house.fixed.now + .days(1), limit: 10)
        #expect(fixes.isEmpty)
        #expect(try house.store.trackers.openTokens().allSatisfy { $0.entry.memberID != ada })
    }

    /// The trail keeps that something was done, by whom, when and to which fields; not what Ada had there.
    @Test(arguments: [false, true])
    func itLeavesNoValueBehind(isHeld: Bool) async throws {
        let house = try await walked()
        let (ada, trip, host) = (house.id("member"), house.id("trip alpha"), try house.host())
        let session = try await house.joined("member")
        let call = [("text", "SECRET-CALL"), ("sure", "yes")]
        #expect(try await house.send(.post, "/trips/alpha/my/sos", token: session, form: call).status == 303)
        try await house.services.moderation.report(.member(ada), reason: "harassment", text: "", house.member(.traveller))
        let path = "/trips/alpha/moderation/cases"
        let found = try #require(try house.services.moderation.queue(host).first { $0.subject == .member && $0.memberID == ada })
        #expect(found.snapshot != "Former traveller")
        if isHeld { #expect(try await house.send(.post, "\(path)/\(found.id)/hold", as: .host, form: [("held", "yes")]).status == 303) }
        func lines() throws -> [AuditEntry] { try house.store.audit.entries(subject: ada, trip: trip, limit: 100) }
        func values() throws -> [String] { try lines().flatMap(\.changes).flatMap { [$0.from, $0.to] }.filter { !$0.isEmpty } }
        for value in ["+00 000 001", "+00 000 002", "SECRET-CALL"] { #expect(try values().contains(value), "\(value)") }
        let before = try lines()

        #expect(try await begin(house).status == 303)
        house.fixed.pass(.days(7))
        try await house.services.personalData.eraseDueMembers()
        let after = try lines().filter { line in before.contains { $0.at == line.at && $0.action == line.action } }
        #expect(after.map(\.action) == before.map(\.action))
        #expect(after.map { $0.changes.map(\.field) } == before.map { $0.changes.map(\.field) })
        #expect(try values().isEmpty)
        let snapshot = try house.database.read { connection in
            try connection.one("SELECT snapshot FROM moderation_case WHERE id = ?", [.blob(found.id.bytes)]) { $0.text(0) }
        }
        #expect(snapshot == (isHeld ? found.snapshot : "Former traveller"))
        try await house.signInAgain()
        for page in ["/trips/alpha/members/\(ada)", "/trips/alpha/roster/changes"] {
            let response = try await house.send(.get, page, as: .host)
            #expect(response.status == 200 && !response.body.contains("SECRET-CALL") && !response.body.contains("+00 000 00"), "\(page)")
        }
        // Nobody else changes a line, then as before.
        await #expect(throws: (any Error).self) {
            try await house.database.write { _ = try $0.run("UPDATE audit SET action = 'x'") }
        }
    }

    @Test func aHostOrTheMemberThinksAgain() async throws {
        let house = try await walked()
        let ada = house.id("member")
        #expect(try await begin(house).status == 303)
        #expect(try await begin(house).status == 409)
        #expect(try await house.send(.post, "/trips/alpha/members/\(ada)/keep", as: .host).status == 303)
        #expect(try await house.send(.post, "/trips/alpha/members/\(ada)/keep", as: .host).status == 404)
        let session = try await house.joined("member")
        #expect(try await begin(house).status == 303)
        #expect(try await house.send(.get, "/trips/alpha/my/profile", token: session).body.contains("/my/stay"))
        #expect(try await house.send(.post, "/trips/alpha/my/stay", token: session).status == 303)
        house.fixed.pass(.days(8))
        try await house.services.personalData.eraseDueMembers()
        #expect(try house.store.roster.member(ada, trip: house.id("trip alpha"))?.fields[.firstName] == "Ada")
    }

    @Test func itTakesTheNameAndAReason() async throws {
        let house = try await walked()
        let path = "/trips/alpha/members/\(house.id("member"))/erase"
        let wrong = try await house.send(.post, path, as: .host, form: [("asked_by", "a <letter>"), ("name", "Bo Sample")])
        #expect(
            wrong.status == 422 && wrong.body.contains("Type the name as it stands above")
                && wrong.body.contains("value=\"a &lt;letter&gt;\""))
        #expect(wrong.body.contains("<button class=\"danger\">Erase</button>"))
        #expect(try await house.send(.post, path, as: .host, form: [("name", "Ada Example")]).body.contains("Say who asked"))
        #expect(house.services.hub.board(house.id("trip alpha")).entry(house.id("member")) != nil)
        for asker in [Asker.moderator, .traveller] { #expect(try await house.send(.post, path, as: asker).status == 403) }
    }

    /// Whoever has a role gives it up first, also while it is only for a time.
    @Test func staffAreNotErased() async throws {
        let house = try await House.furnished()
        for member in ["member moderator", "member host"] {
            let response = try await house.send(.get, "/trips/alpha/members/\(house.id(member))/erase", as: .host)
            #expect(response.status == 409 && response.body.contains("give up their role first"))
        }
        let request = CoHostRequest(member: house.id("member traveller"), time: .open, start: nil, end: nil, reason: "")
        try await house.services.coHosts.name(request, house.host())
        let form = [("asked_by", "x"), ("name", "traveller Person")]
        #expect(
            try await house.send(.post, "/trips/alpha/members/\(house.id("member traveller"))/erase", as: .host, form: form).status == 409)
    }
}
