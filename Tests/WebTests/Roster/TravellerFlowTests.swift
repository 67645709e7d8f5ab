import Domain
import Foundation
import Services
import Store
import Testing

/// Travellers join, show themselves or not, answer, call for help.
@Suite struct TravellerFlowTests {
    // MARK: profile

    @Test func membersChangeThemselvesAndNothingElse() async throws {
        let house = try await House.furnished()
        let member = try house.services.roster.member(house.id("member traveller"), house.host())
        let typed = [
            ("version", String(member.version)), ("first_name", "Tilda"), ("last_name", "Person"), ("description", "Likes moguls."),
            ("instagram", "https://www.instagram.com/tilda.p/?hl=en"), ("tiktok", "@tilda"), ("whatsapp", "+41 79 000 00 00"),
            ("telegram", "tilda_p"), ("linkedin", "https://linkedin.com/in/tilda-p/"), ("room", "the suite"), ("status", "left"),
            ("attention", "none"), ("host_notes", "trust me"),
        ]
        #expect(try await house.send(.post, "/trips/alpha/my/profile", as: .traveller, form: typed).status == 303)
        let after = try house.services.roster.member(house.id("member traveller"), house.host())
        #expect(after.fields[.instagram] == "tilda.p" && after.fields[.tiktok] == "tilda" && after.fields[.whatsapp] == "+41790000000")
        #expect(after.fields[.linkedin] == "tilda-p" && after.fields[.room].isEmpty && after.fields.status == .arrived)
        #expect(after.fields[.attention].isEmpty && after.fields[.hostNotes].isEmpty)
        let page = try await house.send(.get, "/trips/alpha/friends/\(member.id)", as: .moderator)
        #expect(page.body.contains("https://www.instagram.com/tilda.p") && page.body.contains("https://wa.me/41790000000"))
        // An older form that would change something is a conflict; nonsense comes back beside its field.
        let older = typed + [("diet", "vegan")]
        #expect(try await house.send(.post, "/trips/alpha/my/profile", as: .traveller, form: older).status == 409)
        let wrong = [
            ("version", String(after.version)), ("first_name", "Tilda"), ("instagram", "not a name!"), ("telegram", "1x"),
            ("whatsapp", "javascript:alert(1)"),
        ]
        let refused = try await house.send(.post, "/trips/alpha/my/profile", as: .traveller, form: wrong)
        #expect(refused.status == 422 && refused.body.contains("An Instagram name has") && refused.body.contains("not a name!"))
        #expect(refused.body.contains("A Telegram name has") && refused.body.contains("A number with its country code"))
    }

    @Test func onesOwnAuditShowsWhoOpenedTheMedicalNotes() async throws {
        let house = try await House.furnished()
        let session = try await house.joined("member")
        #expect(try await house.send(.post, "/trips/alpha/members/\(house.id("member"))/medical", as: .host).status == 200)
        let page = try await house.send(.get, "/trips/alpha/my/profile", token: session)
        // What hosts write for each other stays theirs.
        #expect(page.body.contains("Added") && !page.body.contains("Host notes"))
        #expect(page.body.contains("Medical notes opened") && page.body.contains("host Person") && !page.body.contains("SECRET-MEDICAL"))
    }

    // MARK: what is kept

    private func fixCount(_ house: House, _ member: ID) async throws -> Int {
        try await house.store.fixes.track(member: member, from: Instant(seconds: 0), to: house.fixed.now + .days(1), limit: 10).count
    }

    @Test func whatIsKeptCanBeTakenAlong() async throws {
        let house = try await House.furnished()
        let session = try await house.joined("member")
        let actor = try #require(try house.services.accounts.sessions.find(token: session)).actor
        let access = try house.services.trips.open(slug: "alpha", for: actor).requireMember()
        let files = Dictionary(uniqueKeysWithValues: try await house.ownData(access).map { ($0.name, $0.text) })
        #expect(Set(files.keys) == ["profile.json", "answers.csv", "history.csv", "messages.csv", "calls.csv", "track.gpx"])
        let profile = try #require(try JSONSerialization.jsonObject(with: Data((files["profile.json"] ?? "").utf8)) as? [String: String])
        // One's own medical notes are one's own; what hosts write for each other is not.
        #expect(profile["medical_notes"] == "SECRET-MEDICAL" && profile["host_notes"] == nil && profile["attention"] == nil)
        #expect(files["answers.csv"]?.contains("Glacier walk") == true && files["history.csv"]?.contains("joined") == true)
        let answer = try await house.send(.get, "/trips/alpha/my/data.zip", token: session)
        #expect(answer.status == 200 && answer.headers[.contentType] == "application/zip" && answer.body.hasPrefix("PK"))
    }

    @Test func whoWantsToBeGoneIsGone() async throws {
        let house = try await House.furnished()
        let session = try await house.joined("member")
        let (member, token) = (house.id("member"), try house.trackerToken)
        let body = "{\"_type\":\"location\",\"lat\":46.42,\"lon\":9.23,\"tst\":\(house.fixed.now.seconds),\"tid\":\"a\"}"
        #expect(try await house.send(.post, "/t/\(token)", body: body).status == 200)
        let unsure = try await house.send(.post, "/trips/alpha/my/delete", token: session)
        #expect(unsure.status == 422 && unsure.body.contains("Confirm that you mean it."))
        #expect(try await house.send(.post, "/trips/alpha/my/delete", token: session, form: [("sure", "on")]).status == 303)
        // Positions at once: board, history, phones.
        #expect(house.services.hub.board(house.id("trip alpha")).entry(member) == nil)
        #expect(try await fixCount(house, member) == 0)
        #expect(try await house.send(.post, "/t/\(token)", body: body).status == 404)
        // Thinking again, and once more.
        #expect(try await house.send(.get, "/trips/alpha/my/profile", token: session).body.contains("Stay after all"))
        #expect(try await house.send(.post, "/trips/alpha/my/stay", token: session).status == 303)
        house.fixed.pass(.days(8))
        try await house.services.personalData.settle()
        #expect(try await house.send(.get, "/trips/alpha/my", token: session).status == 200)
        #expect(try await house.send(.post, "/trips/alpha/my/delete", token: session, form: [("sure", "on")]).status == 303)
        house.fixed.pass(.days(7))
        try await house.services.personalData.settle()
        #expect(try await house.send(.get, "/trips/alpha/my", token: session).status == 303)
        try await house.signInAgain()
        let host = try house.host()
        let left = try house.services.roster.member(member, host)
        #expect(left.fields.fullName == "Former traveller" && left.fields[.phone].isEmpty && left.accountID == nil && !left.hasMedicalNotes)
        let invited = try house.store.events.invitations(of: house.id("event"))
        #expect(invited.contains { $0.memberID == member && $0.isRevoked })
        // Staff give up their role first.
        #expect(try await house.send(.post, "/trips/alpha/my/delete", as: .host, form: [("sure", "on")]).status == 409)
    }

    // MARK: own phones

    @Test func aTravellerSetsUpTheirOwnPhone() async throws {
        let house = try await House.furnished()
        let added = try await house.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Watch")])
        #expect(added.status == 303 && added.location.hasPrefix("/t/"))
        #expect(try await house.send(.get, added.location, headers: ["Accept": "text/html"]).status == 200)
        let body = "{\"_type\":\"location\",\"lat\":46.42,\"lon\":9.23,\"tst\":\(house.fixed.now.seconds),\"tid\":\"tp\"}"
        #expect(try await house.send(.post, added.location, body: body).status == 200)
        #expect(house.services.hub.board(house.id("trip alpha")).entry(house.id("member traveller")) != nil)
        let own = try await house.services.trackers.own(house.services.friends.own(house.member(.traveller)))
        #expect(own.map(\.label) == ["Watch"])
        // Nobody takes away another's phone.
        #expect(try await house.send(.post, "/trips/alpha/my/phones/\(own[0].id)/revoke", as: .moderator).status == 404)
        #expect(try await house.send(.post, "/trips/alpha/my/phones/\(own[0].id)/revoke", as: .traveller).status == 303)
        #expect(try await house.send(.post, added.location, body: body).status == 404)
    }

    @Test func thePageItselfSendsPositions() async throws {
        let house = try await House.furnished()
        func batch(_ lat: Double) -> String {
            let time = house.fixed.now.iso8601
            return "{\"locations\":[{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[9.23,\(lat)]},"
                + "\"properties\":{\"timestamp\":\"\(time)\",\"horizontal_accuracy\":8}}]}"
        }
        #expect(try await house.send(.post, "/trips/alpha/my/positions", as: .traveller, body: batch(46.42)).body == "{\"result\":\"ok\"}")
        house.fixed.pass(.minutes(1))
        #expect(try await house.send(.post, "/trips/alpha/my/positions", as: .traveller, body: batch(46.43)).status == 200)
        let entry = try #require(house.services.hub.board(house.id("trip alpha")).entry(house.id("member traveller")))
        #expect(entry.fix.coordinates.latitude == 46.43)
        #expect(try await house.services.trackers.own(house.services.friends.own(house.member(.traveller))).map(\.label) == ["This page"])
        #expect(try await house.send(.post, "/trips/alpha/my/positions", as: .traveller, body: "{").status == 422)
    }

    // MARK: events

    @Test func anInvitationIsAnsweredOnThePhone() async throws {
        let house = try await House.furnished()
        let path = "/trips/alpha/my/events/\(house.id("event"))"
        #expect(try await house.send(.get, "/trips/alpha/my", as: .traveller).body.contains("Glacier walk"))
        #expect(try await house.send(.post, path + "/answer", as: .traveller, form: [("answer", "yes")]).status == 303)
        let page = try await house.send(.get, path, as: .traveller)
        #expect(page.body.contains("You are going.") && page.body.contains("2 going, 2 of 3 places taken"))
        #expect(!page.body.contains("+00 000 001"))
        #expect(try await house.send(.get, path + "/event.ics", as: .traveller).body.contains("SUMMARY:Glacier walk"))
        // The link that hosts pass on is one that travellers may open.
        let link = try #require(
            try await house.send(.get, path.replacing("/my", with: ""), as: .host).body.firstMatch(
                of: /<code>http:\/\/trip\.example([^<]+)</))
        #expect(try await house.send(.get, String(link.output.1), as: .traveller).status == 200)
        // A draft is nobody's yet.
        #expect(try await house.send(.get, "/trips/alpha/my/events/\(house.id("draft"))", as: .traveller).status == 404)
    }

    @Test func travellersMakeAndCallOffTheirOwnEvents() async throws {
        let house = try await House.furnished()
        let form = [
            ("title", "Night walk"), ("place", "Lake"), ("meeting_point", "Door"), ("start_day", "2026-01-06"), ("start_time", "20:00"),
            ("audience", "selected"), ("members", house.id("member moderator").description), ("capacity", "2"),
        ]
        let made = try await house.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: form)
        #expect(made.status == 303)
        let path = String(made.location.split(separator: "?")[0])
        let page = try await house.send(.get, path, as: .traveller)
        #expect(page.body.contains("Night walk") && page.body.contains("You are going.") && page.body.contains("Call it off"))
        // Only who is invited sees it on the phone; hosts see every event.
        #expect(try await house.send(.get, path, as: .moderator).status == 200)
        #expect(try await house.send(.get, path, as: .host).status == 404)
        #expect(try await house.send(.get, path.replacing("/my", with: ""), as: .host).status == 200)
        #expect(try await house.send(.post, path + "/cancel", as: .moderator, form: [("reason", "no")]).status == 403)
        #expect(try await house.send(.post, path + "/cancel", as: .traveller, form: [("reason", "")]).status == 422)
        #expect(try await house.send(.post, path + "/cancel", as: .traveller, form: [("reason", "Fog")]).status == 303)
        #expect(try await house.send(.get, path, as: .moderator).body.contains("Cancelled: Fog"))
        // Nearby without anybody near is refused and comes back filled in.
        let nearby = form.filter { $0.0 != "audience" && $0.0 != "members" } + [("audience", "nearby")]
        let refused = try await house.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: nearby)
        #expect(refused.status == 422 && refused.body.contains("Nobody near shares") && refused.body.contains("Night walk"))
        // Where the trip does not allow it, nobody but hosts makes events.
        let host = try house.host()
        var fields = host.trip.fields
        fields.travellersCreate = false
        try await house.services.trips.update(host, to: fields, version: host.trip.version)
        #expect(try await house.send(.get, "/trips/alpha/my/events/new", as: .traveller).status == 403)
        #expect(try await house.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: form).status == 403)
    }

    // MARK: help

    @Test func aCallIsOnEveryPageOfTheStaffUntilSomebodyHasIt() async throws {
        let house = try await House.furnished()
        let first = "/trips/alpha/alerts/\(house.id("alert"))/acknowledge"
        for path in ["/trips/alpha", "/trips/alpha/roster", "/trips/alpha/events", "/trips/alpha/map"] {
            for asker in [Asker.host, .moderator, .admin] {
                #expect(try await house.send(.get, path, as: asker).body.contains("SOS: traveller Person – “a twisted knee”"))
            }
        }
        #expect(!(try await house.send(.get, "/trips/beta", as: .hostOfAnotherTrip).body.contains("twisted knee")))
        #expect(!(try await house.send(.get, "/trips/alpha/friends", as: .traveller).body.contains("twisted knee")))
        #expect(try await house.send(.post, first, as: .moderator).status == 303)
        let late = try await house.send(.post, first, as: .host)
        #expect(late.status == 303 && late.location == "/trips/alpha/alerts?taken=\(house.id("alert"))")
        #expect(!(try await house.send(.get, "/trips/alpha", as: .host).body.contains("twisted knee")))
        #expect(try await house.send(.get, "/trips/alpha/my", as: .traveller).body.contains("moderator Person has it."))
    }

    @Test func callsNeedAConfirmationAndAreNotMultiplied() async throws {
        let house = try await House.furnished()
        let path = "/trips/alpha/my/sos"
        let host = try house.host()
        try await house.services.safety.acknowledge(house.id("alert"), host)
        let unsure = try await house.send(.post, path, as: .traveller, form: [("text", "lost in fog")])
        #expect(unsure.status == 422 && unsure.body.contains("lost in fog"))
        let place = [("lat", "46.43"), ("lon", "9.24"), ("accuracy", "12"), ("at", String(house.fixed.now.milliseconds))]
        for _ in 0..<3 {
            let call = [("text", "lost in fog"), ("sure", "yes")] + place
            #expect(try await house.send(.post, path, as: .traveller, form: call).status == 303)
        }
        let open = try house.services.safety.open(host)
        #expect(open.count == 1 && open[0].place?.coordinates.latitude == 46.43 && !open[0].isTest)
        // The first day is over: no more tests.
        let test = try await house.send(.post, path, as: .traveller, form: [("test", "on"), ("sure", "yes")])
        #expect(test.status == 409 && test.body.contains("first day only"))
    }

    @Test func thePhoneAppsAlarmCallsToo() async throws {
        let house = try await House.furnished()
        let token = try house.trackerToken
        let now = house.fixed.now.seconds
        // Switched off: the position is neither kept nor shown, but the call says where it came from.
        let host = try house.host()
        try await house.services.roster.setSharingPaused(true, house.services.roster.member(house.id("member"), host), host)
        for _ in 0..<2 {
            #expect(try await house.send(.get, "/t/\(token)?id=x&lat=46.44&lon=9.25&timestamp=\(now)&alarm=sos").status == 200)
        }
        let alert = try #require(try house.services.safety.open(host).first { $0.memberID == house.id("member") })
        #expect(alert.calls.map(\.source) == [.tracker] && alert.place?.coordinates.latitude == 46.44)
        #expect(try house.services.safety.open(host).count == 2)
        #expect(house.services.hub.board(house.id("trip alpha")).entry(house.id("member")) == nil)
    }

    @Test func aSecondCallIsAddedToTheOpenOneAndHostsAreToldAgain() async throws {
        let house = try await House.furnished()
        let room = house.services.hub.room(house.id("trip alpha"))
        let before = room.lastEventID
        let place = [("lat", "46.43"), ("lon", "9.24"), ("accuracy", "12"), ("at", String(house.fixed.now.milliseconds))]
        let form = [("text", "now I am cold"), ("sure", "yes")] + place
        #expect(try await house.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        let open = try house.services.safety.open(house.host())
        #expect(open.count == 1 && open[0].id == house.id("alert") && open[0].calls.map(\.text) == ["a twisted knee", "now I am cold"])
        #expect(open[0].place?.coordinates.latitude == 46.43)
        #expect(room.lastEventID != before)
        for path in ["/trips/alpha", "/trips/alpha/alerts"] {
            let page = try await house.send(.get, path, as: .host).body
            #expect(page.contains("a twisted knee") && page.contains("now I am cold"))
        }
        // Somebody has it: what comes now is a new call.
        try await house.services.safety.acknowledge(house.id("alert"), house.host())
        #expect(try await house.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        #expect(try house.services.safety.open(house.host()).map(\.text) == ["now I am cold"])
    }

    @Test func thePhoneAppsAlarmIsAddedToTheOpenCallToo() async throws {
        let house = try await House.furnished()
        let path = "/t/\(try house.trackerToken)?id=x&lon=9.25&alarm=sos"
        let host = try house.host()
        func alert() throws -> Alert { try #require(try house.services.safety.open(host).first { $0.memberID == house.id("member") }) }
        // An app repeats its alarm with every position: the place moves, and it is still one call.
        for (latitude, later) in [(46.44, 0), (46.45, 20)] {
            house.fixed.pass(.seconds(later))
            #expect(try await house.send(.get, "\(path)&lat=\(latitude)&timestamp=\(house.fixed.now.seconds)").status == 200)
        }
        #expect(try alert().calls.count == 1 && alert().place?.coordinates.latitude == 46.45)
        house.fixed.pass(.minutes(10))
        #expect(try await house.send(.get, "\(path)&lat=46.46&timestamp=\(house.fixed.now.seconds)").status == 200)
        #expect(try alert().calls.count == 2 && alert().place?.coordinates.latitude == 46.46)
        #expect(try await house.send(.get, "/trips/alpha/roster", as: .host).body.contains("Called again"))
    }

    /// The position may be lost, the call not: it is heard at once, and stored with its place when there is room again.
    @Test func thePhoneAppsAlarmIsHeardOnAFullDisk() async throws {
        let house = try await House.furnished()
        let path = "/t/\(try house.trackerToken)?id=x&lat=46.44&lon=9.25&timestamp=\(house.fixed.now.seconds)"
        let host = try house.staff(.host)
        func alert() throws -> Alert? { try house.services.safety.open(host).first { $0.memberID == house.id("member") } }
        try house.fillDisk()
        #expect(try await house.send(.get, path).status == 503, "the disk takes no position")
        #expect(try alert() == nil)
        #expect(try await house.send(.get, path + "&alarm=sos").status == 200)
        let heard = try #require(try alert())
        #expect(!heard.isStored && heard.place?.coordinates.latitude == 46.44)
        try await house.clearDisk()
        let stored = try #require(try alert())
        #expect(stored.isStored && stored.calls.map(\.source) == [.tracker] && stored.place?.coordinates.latitude == 46.44)
    }

    @Test func aPhoneAppsAlarmInAnArchivedTripIsHeardAsThePagesIs() async throws {
        let house = try await House.furnished()
        let path = "/t/\(try house.trackerToken)?id=x&lat=46.44&lon=9.25&timestamp=\(house.fixed.now.seconds)&alarm=sos"
        #expect(try await house.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        #expect(try await house.send(.get, path).status == 200)
        let alert = try #require(try house.services.safety.open(house.staff(.host)).first { $0.memberID == house.id("member") })
        #expect(alert.calls.map(\.source) == [.tracker])
        #expect(try await house.send(.get, "/trips/alpha/roster", as: .host).body.contains("SOS: Ada Example"))
    }

    @Test func aCallThatWaitedForALineArrivesOnceAndSaysWhenItWasMade() async throws {
        let house = try await House.furnished()
        try await house.services.safety.acknowledge(house.id("alert"), house.host())
        let client = house.services.surroundings.newID().description
        let form = [("text", "no line here"), ("sure", "yes"), ("client_id", client), ("waited", String(40 * 60 * 1000))]
        for _ in 0..<2 {
            let answer = try await house.send(
                .post, "/trips/alpha/my/sos", as: .traveller, form: form, headers: ["Accept": "application/json"])
            #expect(answer.status == 200 && answer.headers[.contentType]?.contains("json") == true)
        }
        let open = try house.services.safety.open(house.host())
        #expect(open.count == 1 && open[0].calls.count == 1 && open[0].raisedAt == house.fixed.now - .minutes(40))
        #expect(try await house.send(.get, "/trips/alpha", as: .host).body.contains("got through at"))
        // Also where somebody had it before the second arrival.
        try await house.services.safety.acknowledge(open[0].id, house.host())
        #expect(try await house.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        #expect(try house.services.safety.open(house.host()).isEmpty)
        // What is wrong is said in words, not as a page.
        let refused = try await house.send(
            .post, "/trips/alpha/my/sos", as: .traveller, form: [("sure", "yes"), ("text", String(repeating: "x", count: 301))],
            headers: ["Accept": "application/json"])
        #expect(refused.status == 422 && refused.body.contains("At most 300 characters"))
    }

    @Test(arguments: ["/trips/beta", "/trips", "/account", "/trips/beta/my", "/nowhere", "/banners"])
    func aCallShowsWhateverPageAHostHasOpen(_ path: String) async throws {
        let house = try await House.furnished()
        // The host of alpha has a place on beta as a traveller.
        try await house.add(.host, to: "beta", as: .traveller)
        let page = try await house.send(.get, path, as: .host, headers: ["Accept": "text/html"]).body
        #expect(page.contains("SOS: traveller Person"))
        if path != "/banners" {
            #expect(page.contains("data-calls=\"/trips/alpha/live?topics=alerts"), "a stream that tells of the next one")
        }
        for asker in [Asker.traveller, .hostOfAnotherTrip] {
            #expect(!(try await house.send(.get, path, as: asker).body.contains("twisted knee")))
        }
    }

    @Test func staffHaveTheButtonToo() async throws {
        let house = try await House.furnished()
        for asker in [Asker.host, .moderator, .traveller] {
            #expect(try await house.send(.get, "/trips/alpha/events", as: asker).body.contains("sos-link") == (asker != .traveller))
            #expect(try await house.send(.get, "/trips/alpha/chat", as: asker).body.contains("sos-link"))
        }
        #expect(try await house.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes")]).status == 303)
        #expect(try house.services.safety.open(house.staff(.moderator)).map(\.memberName).contains("host Person"))
    }

    @Test func theCallPageBeginsWithTheNumbersToPhone() async throws {
        let house = try await House.furnished()
        let (host, hostAsMember) = (try house.host(), try house.member(.host))
        var fields = host.trip.fields
        fields.emergencyNumbers = "Piste rescue +00 000 0118"
        try await house.services.trips.update(host, to: fields, version: host.trip.version)
        let own = try house.services.friends.own(hostAsMember)
        var typed = own.fields
        typed[.whatsapp] = "+00 000 777"
        try await house.services.friends.update(typed, version: own.version, hostAsMember)
        let page = try await house.send(.get, "/trips/alpha/my/sos", as: .traveller).body
        let (first, second, form) = (
            page.range(of: "tel:+000000118"), page.range(of: "tel:+00000777"),
            page.range(of: "<form method=\"post\" action=\"/trips/alpha/my/sos\"")
        )
        let (rescue, hosts, call) = (try #require(first), try #require(second), try #require(form))
        #expect(rescue.lowerBound < hosts.lowerBound && hosts.lowerBound < call.lowerBound)
    }

    @Test func aPlaceHasThreeFormsWithAButtonEachOnEveryPageThatTellsIt() async throws {
        let house = try await House.furnished()
        let host = try house.host()
        let event = try house.services.events.find(house.id("event"), host)
        var fields = event.fields
        (fields.meetingLatitude, fields.meetingLongitude) = (46.4275, 9.2345)
        try await house.services.events.update(event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, host)
        let path = "/t/\(try house.trackerToken)?id=x&lat=46.4275&lon=9.2345&timestamp=\(house.fixed.now.seconds)&alarm=sos"
        #expect(try await house.send(.get, path).status == 200)
        let pages = [
            ("/trips/alpha/members/\(house.id("member"))", Asker.host), ("/trips/alpha/events/\(event.id)", .host),
            ("/trips/alpha/my/events/\(event.id)", .traveller), ("/r/\(try house.personalToken("member"))", .nobody),
            ("/trips/alpha/alerts", .host), ("/trips", .host),
        ]
        for (page, asker) in pages {
            let body = try await house.send(.get, page, as: asker).body
            for form in ["46.42750, 9.23450", "46°25′39.0″ N 9°14′04.2″ E", "32T 518018 5141574"] {
                #expect(body.contains("<code>\(form)</code>") && body.contains("data-copy=\"\(form)\""), "\(page): \(form)")
            }
        }
    }
}
