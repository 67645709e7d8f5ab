import Domain
import Testing
import Web

/// A host erases a member who asked for it: as members do themselves, with seven days to think again.
@Suite struct ErasureFlowTests {
    private func begin(_ house: House) async throws -> House.Answer {
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
        try await house.services.personalData.settle()
        #expect(try house.store.roster.member(ada, trip: house.id("trip alpha"))?.fields[.firstName] == "Ada")
        house.fixed.pass(.seconds(1))
        try await house.services.personalData.settle()
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
        for answer in [
            try await house.send(.post, "/trips/alpha/members/\(ada)/trackers", as: .host, form: form),
            try await house.send(.post, "/trips/alpha/my/phones", token: session, form: form),
        ] { #expect(answer.status == 422 && answer.body.contains("no phone can be added while it stands")) }
        let replace = "/trips/alpha/trackers/\(house.id("tracker"))/replace"
        #expect(try await house.send(.post, replace, as: .host).status == 422)

        // As an older version of the program left it.
        let token = house.services.surroundings.newToken(bytes: 16)
        let late = Tracker(
            id: house.services.surroundings.newID(), memberID: ada, label: "Late", token: token, createdAt: house.fixed.now, revokedAt: nil,
            lastContactAt: nil)
        try await house.store.trackers.addMany([late], at: house.fixed.now)
        let again = try await house.restarted()
        try await again.services.live.load()
        let sharing = [("level", "everyone"), ("time", "trip")]
        #expect(try await again.send(.post, "/trips/alpha/my/sharing", token: session, form: sharing).status == 303)
        house.fixed.pass(.days(7))
        let path = "/t/\(token)?id=x&lat=46.42&lon=9.23&timestamp=\(house.fixed.now.seconds)"
        #expect(try await again.send(.get, path).status == 200)
        try await again.services.personalData.settle()
        #expect(try await again.send(.get, path).status == 404)
        #expect(again.services.hub.board(trip).entry(ada) == nil)
        let fixes = try await again.store.fixes.track(member: ada, from: Instant(seconds: 0), to: house.fixed.now + .days(1), limit: 10)
        #expect(fixes.isEmpty)
        #expect(try house.store.trackers.openTokens().allSatisfy { $0.entry.memberID != ada })
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
        try await house.services.personalData.settle()
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
            let answer = try await house.send(.get, "/trips/alpha/members/\(house.id(member))/erase", as: .host)
            #expect(answer.status == 409 && answer.body.contains("give up their role first"))
        }
        let wish = CoHostWish(member: house.id("member traveller"), time: .open, start: nil, end: nil, reason: "")
        try await house.services.coHosts.name(wish, house.host())
        let form = [("asked_by", "x"), ("name", "traveller Person")]
        #expect(
            try await house.send(.post, "/trips/alpha/members/\(house.id("member traveller"))/erase", as: .host, form: form).status == 409)
    }
}
