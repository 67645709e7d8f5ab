import Domain
import Foundation
import Services
import Store
import Testing

/// Travellers join, show themselves or not, answer, call for help.
@Suite struct TravellerFlowTests {
    // MARK: profile

    @Test func membersChangeThemselvesAndNothingElse() async throws {
        let app = try await TestApp.withTrips()
        let member = try app.services.roster.member(app.id("member traveller"), app.host())
        let typed = [
            ("version", String(member.version)), ("first_name", "Tilda"), ("last_name", "Person"), ("description", "Likes moguls."),
            ("instagram", "https://www.instagram.com/tilda.p/?hl=en"), ("tiktok", "@tilda"), ("whatsapp", "+41 79 000 00 00"),
            ("telegram", "tilda_p"), ("linkedin", "https://linkedin.com/in/tilda-p/"), ("room", "the suite"), ("status", "left"),
            ("attention", "none"), ("host_notes", "trust me"),
        ]
        #expect(try await app.send(.post, "/trips/alpha/my/profile", as: .traveller, form: typed).status == 303)
        let after = try app.services.roster.member(app.id("member traveller"), app.host())
        #expect(after.fields[.instagram] == "tilda.p" && after.fields[.tiktok] == "tilda" && after.fields[.whatsapp] == "+41790000000")
        #expect(after.fields[.linkedin] == "tilda-p" && after.fields[.room].isEmpty && after.fields.status == .arrived)
        #expect(after.fields[.attention].isEmpty && after.fields[.hostNotes].isEmpty)
        let page = try await app.send(.get, "/trips/alpha/friends/\(member.id)", as: .moderator)
        #expect(page.body.contains("https://www.instagram.com/tilda.p") && page.body.contains("https://wa.me/41790000000"))
        // It is read until a part is edited, and each part is opened by its address.
        let own = try await app.send(.get, "/trips/alpha/my/profile?edit=links", as: .traveller).page
        #expect(own.texts(".profile-part h2") == ["Safety", "Profile", "Links"] && own.count(".profile-part details[open]") == 1)
        #expect(own.has("#edit-links[open] #instagram") && own.has(".as-is a[href=https://www.instagram.com/tilda.p]"))
        // An older form that would change something is a conflict; nonsense comes back beside its field.
        let older = typed + [("diet", "vegan")]
        let late = try await app.send(.post, "/trips/alpha/my/profile", as: .traveller, form: older)
        #expect(late.status == 409 && late.page.find("#edit-safety[open] #diet").first?["value"] == "vegan")
        let wrong = [
            ("version", String(after.version)), ("first_name", "Tilda"), ("instagram", "not a name!"), ("telegram", "1x"),
            ("whatsapp", "javascript:alert(1)"),
        ]
        let refused = try await app.send(.post, "/trips/alpha/my/profile", as: .traveller, form: wrong)
        #expect(refused.status == 422 && refused.body.contains("An Instagram name has") && refused.body.contains("not a name!"))
        #expect(refused.body.contains("A Telegram name has") && refused.body.contains("Type a number with its country code"))
    }

    @Test func onesOwnAuditShowsWhoOpenedTheMedicalNotes() async throws {
        let app = try await TestApp.withTrips()
        let session = try await app.joined("member")
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/medical", as: .host).status == 200)
        let page = try await app.send(.get, "/trips/alpha/my/profile", token: session)
        // What hosts write for each other stays theirs.
        #expect(page.body.contains("Added") && !page.body.contains("Host notes"))
        #expect(page.body.contains("Medical notes opened") && page.body.contains("host Person") && !page.body.contains("SECRET-MEDICAL"))
    }

    // MARK: what is kept

    private func fixCount(_ app: TestApp, _ member: ID) async throws -> Int {
        try await app.store.fixes.track(member: member, from: Instant(seconds: 0), to: app.clock.now + .days(1), limit: 10).count
    }

    @Test func whatIsKeptCanBeTakenAlong() async throws {
        let app = try await TestApp.withTrips()
        let session = try await app.joined("member")
        let actor = try #require(try app.services.accounts.sessions.find(token: session)).actor
        let access = try app.services.trips.open(slug: "alpha", for: actor).requireMember()
        let chat = DeliveryAddress(id: app.services.system.newID(), channel: .telegram, address: "77001", label: "Telegram as Ada")
        try await app.store.addressBook.put(chat, account: actor.account.id, at: app.clock.now)
        let browser = DeliveryAddress(
            id: app.services.system.newID(), channel: .push, address: "https://push.example/SECRET-ENDPOINT", label: "Firefox on Linux")
        try await app.store.addressBook.put(browser, account: actor.account.id, at: app.clock.now)
        let files = Dictionary(uniqueKeysWithValues: try await app.ownData(access).map { ($0.name, $0.text) })
        #expect(
            Set(files.keys) == [
                "profile.json", "answers.csv", "history.csv", "messages.csv", "votes.csv", "reviews.csv", "reports.csv", "calls.csv",
                "bikes.csv", "notices.csv", "announcements.csv", "questions.csv", "channels.csv", "followed.csv", "track.gpx",
            ])
        let profile = try #require(try JSONSerialization.jsonObject(with: Data((files["profile.json"] ?? "").utf8)) as? [String: String])
        // One's own medical notes are one's own; what hosts write for each other is not.
        #expect(profile["medical_notes"] == "SECRET-MEDICAL" && profile["host_notes"] == nil && profile["attention"] == nil)
        #expect(files["answers.csv"]?.contains("Glacier walk") == true && files["history.csv"]?.contains("joined") == true)
        let channels = try #require(files["channels.csv"])
        #expect(channels.contains(CSV.line(["telegram", "Telegram as Ada", "77001", "", ""])))
        #expect(channels.contains(CSV.line(["push", "Firefox on Linux", "push.example", "", ""])))
        #expect(!channels.contains("SECRET-ENDPOINT"))
        let response = try await app.send(.get, "/trips/alpha/my/data.zip", token: session)
        #expect(response.status == 200 && response.headers[.contentType] == "application/zip" && response.body.hasPrefix("PK"))
    }

    @Test func whoWantsToBeGoneIsGone() async throws {
        let app = try await TestApp.withTrips()
        let session = try await app.joined("member")
        let (member, token) = (app.id("member"), try app.trackerToken)
        let body = "{\"_type\":\"location\",\"lat\":46.42,\"lon\":9.23,\"tst\":\(app.clock.now.seconds),\"tid\":\"a\"}"
        #expect(try await app.send(.post, "/t/\(token)", body: body).status == 200)
        let unsure = try await app.send(.post, "/trips/alpha/my/delete", token: session)
        #expect(unsure.status == 422 && unsure.body.contains("Tick the box to confirm that you mean it."))
        #expect(try await app.send(.post, "/trips/alpha/my/delete", token: session, form: [("sure", "on")]).status == 303)
        // Positions at once: board, history, phones.
        #expect(app.services.hub.board(app.id("trip alpha")).entry(member) == nil)
        #expect(try await fixCount(app, member) == 0)
        #expect(try await app.send(.post, "/t/\(token)", body: body).status == 404)
        // Thinking again, and once more.
        #expect(try await app.send(.get, "/trips/alpha/my/profile", token: session).body.contains("Stay after all"))
        #expect(try await app.send(.post, "/trips/alpha/my/stay", token: session).status == 303)
        app.clock.pass(.days(8))
        try await app.services.personalData.eraseDueMembers()
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        #expect(try await app.send(.post, "/trips/alpha/my/delete", token: session, form: [("sure", "on")]).status == 303)
        app.clock.pass(.days(7))
        try await app.services.personalData.eraseDueMembers()
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 303)
        try await app.signInAgain()
        let host = try app.host()
        let left = try app.services.roster.member(member, host)
        #expect(left.fields.fullName == "Former traveller" && left.fields[.phone].isEmpty && left.accountID == nil && !left.hasMedicalNotes)
        let invited = try app.store.events.invitations(of: app.id("event"))
        #expect(invited.contains { $0.memberID == member && $0.isRevoked })
        // Staff give up their role first.
        #expect(try await app.send(.post, "/trips/alpha/my/delete", as: .host, form: [("sure", "on")]).status == 409)
    }

    // MARK: own phones

    @Test func aTravellerSetsUpTheirOwnPhone() async throws {
        let app = try await TestApp.withTrips()
        let added = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Watch")])
        #expect(added.status == 303 && added.location.hasPrefix("/t/"))
        #expect(try await app.send(.get, added.location, headers: ["Accept": "text/html"]).status == 200)
        let body = "{\"_type\":\"location\",\"lat\":46.42,\"lon\":9.23,\"tst\":\(app.clock.now.seconds),\"tid\":\"tp\"}"
        #expect(try await app.send(.post, added.location, body: body).status == 200)
        #expect(app.services.hub.board(app.id("trip alpha")).entry(app.id("member traveller")) != nil)
        let own = try await app.services.trackers.own(app.services.friends.own(app.member(.traveller)))
        #expect(own.map(\.label) == ["Watch"])
        // Nobody takes away another's phone.
        #expect(try await app.send(.post, "/trips/alpha/my/phones/\(own[0].id)/revoke", as: .moderator).status == 404)
        #expect(try await app.send(.post, "/trips/alpha/my/phones/\(own[0].id)/revoke", as: .traveller).status == 303)
        #expect(try await app.send(.post, added.location, body: body).status == 404)
    }

    @Test func thePageItselfSendsPositions() async throws {
        let app = try await TestApp.withTrips()
        func batch(_ lat: Double) -> String {
            let time = app.clock.now.iso8601
            return "{\"locations\":[{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[9.23,\(lat)]},"
                + "\"properties\":{\"timestamp\":\"\(time)\",\"horizontal_accuracy\":8}}]}"
        }
        #expect(try await app.send(.post, "/trips/alpha/my/positions", as: .traveller, body: batch(46.42)).body == "{\"result\":\"ok\"}")
        app.clock.pass(.minutes(1))
        #expect(try await app.send(.post, "/trips/alpha/my/positions", as: .traveller, body: batch(46.43)).status == 200)
        let entry = try #require(app.services.hub.board(app.id("trip alpha")).entry(app.id("member traveller")))
        #expect(entry.fix.coordinates.latitude == 46.43)
        #expect(try await app.services.trackers.own(app.services.friends.own(app.member(.traveller))).map(\.label) == ["This page"])
        #expect(try await app.send(.post, "/trips/alpha/my/positions", as: .traveller, body: "{").status == 422)
    }

    // MARK: events

    @Test func anInvitationIsAnsweredOnThePhone() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/alpha/my/events/\(app.id("event"))"
        #expect(try await app.send(.get, "/trips/alpha/my", as: .traveller).body.contains("Glacier walk"))
        #expect(try await app.send(.post, path + "/answer", as: .traveller, form: [("answer", "yes")]).status == 303)
        let page = try await app.send(.get, path, as: .traveller)
        #expect(page.page.text(".own-answer") == "Going" && !page.body.contains("You are going.") && page.body.contains("2 of 3 going"))
        #expect(!page.body.contains("+00 000 001"))
        #expect(try await app.send(.get, path + "/event.ics", as: .traveller).body.contains("SUMMARY:Glacier walk"))
        // The link that hosts pass on is one that travellers may open.
        let link = try #require(
            try await app.send(.get, path.replacing("/my", with: ""), as: .host).body.firstMatch(
                of: /<code[^>]*>http:\/\/trip\.example([^<]+)</))
        #expect(try await app.send(.get, String(link.output.1), as: .traveller).status == 200)
        // A draft is nobody's yet.
        #expect(try await app.send(.get, "/trips/alpha/my/events/\(app.id("draft"))", as: .traveller).status == 404)
    }

    @Test func travellersMakeAndCallOffTheirOwnEvents() async throws {
        let app = try await TestApp.withTrips()
        let form = [
            ("title", "Night walk"), ("place", "Lake"), ("meeting_point", "Door"), ("start_day", "2026-01-06"), ("start_time", "20:00"),
            ("audience", "selected"), ("members", app.id("member moderator").description), ("capacity", "2"),
        ]
        let made = try await app.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: form)
        #expect(made.status == 303)
        let path = String(made.location.split(separator: "?")[0])
        let page = try await app.send(.get, path, as: .traveller)
        #expect(page.body.contains("Night walk") && page.page.text(".own-answer") == "Going" && page.body.contains("Cancel event…"))
        // Only who is invited sees it on the phone; hosts see every event.
        #expect(try await app.send(.get, path, as: .moderator).status == 200)
        #expect(try await app.send(.get, path, as: .host).status == 404)
        #expect(try await app.send(.get, path.replacing("/my", with: ""), as: .host).status == 200)
        #expect(try await app.send(.post, path + "/cancel", as: .moderator, form: [("reason", "no")]).status == 403)
        #expect(try await app.send(.post, path + "/cancel", as: .traveller, form: [("reason", "")]).status == 422)
        #expect(try await app.send(.post, path + "/cancel", as: .traveller, form: [("reason", "Fog")]).status == 303)
        #expect(try await app.send(.get, path, as: .moderator).body.contains("Cancelled: Fog"))
        // Nearby without anybody near is refused and comes back filled in.
        let nearby = form.filter { $0.0 != "audience" && $0.0 != "members" } + [("audience", "nearby")]
        let refused = try await app.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: nearby)
        #expect(refused.status == 422 && refused.body.contains("Nobody nearby is sharing") && refused.body.contains("Night walk"))
        // Where the trip does not allow it, nobody but hosts makes events.
        let host = try app.host()
        var fields = host.trip.fields
        fields.travellersCreate = false
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        #expect(try await app.send(.get, "/trips/alpha/my/events/new", as: .traveller).status == 403)
        #expect(try await app.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: form).status == 403)
    }
}
