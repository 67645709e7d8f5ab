import Domain
import Testing
import Web

/// A medic is a traveller who also sees medical notes and positions, and nothing else of the others.
@Suite struct MedicFlowTests {
    @Test func aMedicReachesPeopleAndOpensNotesOneByOne() async throws {
        let app = try await TestApp.withTripsAndMedic()
        let (ada, base) = (app.id("member"), "/trips/alpha/medic")
        let list = try await app.send(.get, base, as: .medic).body
        #expect(list.contains("Ada Example") && list.contains("+00 000 001") && list.contains("+00 000 002"))
        #expect(list.contains("1 with medical notes") && !list.contains("SECRET-MEDICAL"))
        // Nothing else of theirs: not the address, not the group.
        #expect(!list.contains("ada@x.example") && !list.contains("Bus 1"))
        let page = try await app.send(.get, "\(base)/\(ada)", as: .medic).body
        #expect(page.contains("Open the medical notes") && !page.contains("SECRET-MEDICAL") && !page.contains("ada@x.example"))
        // Another role is another session.
        let account = app.id("account travellerOfAnotherTrip")
        app.setSession(.travellerOfAnotherTrip, try await app.services.accounts.sessions.openForLoad(account: account))
        let opened = try await app.send(.post, "\(base)/\(ada)/notes", as: .medic)
        #expect(opened.status == 200 && opened.body.contains("SECRET-MEDICAL"))
        let history = try await app.send(.get, "/trips/alpha/members/\(ada)", as: .host).body
        #expect(history.contains("Medical notes opened") && history.contains("medic Person"))
        // Hosts see what medics see; moderators and travellers do not.
        #expect(try await app.send(.get, base, as: .host).status == 200)
        for user in [TestUser.moderator, .traveller] { #expect(try await app.send(.get, base, as: user).status == 403) }
        #expect(try await app.send(.get, base, as: .hostOfAnotherTrip).status == 404)
    }

    /// Just then somebody may have called for help: the notes are shown, and the trail has their opening once there is room.
    @Test func aFullDiskKeepsNobodyFromTheNotes() async throws {
        let app = try await TestApp.withTripsAndMedic()
        let (ada, trip) = (app.id("member"), app.id("trip alpha"))
        func openings() throws -> [String] {
            let entries = try app.store.audit.entries(subject: ada, trip: trip, limit: 100)
            return entries.filter { $0.action == "medical notes opened" }.map(\.actorName)
        }
        try app.fillDisk()
        for (path, user) in [("/trips/alpha/medic/\(ada)/notes", TestUser.medic), ("/trips/alpha/members/\(ada)/medical", .host)] {
            let opened = try await app.send(.post, path, as: user)
            #expect(opened.status == 200 && opened.body.contains("SECRET-MEDICAL"), "\(path)")
        }
        #expect(try openings().isEmpty)
        // Who may not open them may not do so now either.
        #expect(try await app.send(.post, "/trips/alpha/members/\(ada)/medical", as: .moderator).status == 403)
        try await app.clearDisk()
        #expect(try openings() == ["host Person", "medic Person"] && app.services.unsaved.count == 0)
    }

    @Test func theListIsSearchedAndNarrowed() async throws {
        let app = try await TestApp.withTripsAndMedic()
        let found = try await app.send(.get, "/trips/alpha/medic?q=exam%20ADA", as: .medic).body
        #expect(found.contains("Ada Example") && !found.contains(">traveller Person<"))
        let withNotes = try await app.send(.get, "/trips/alpha/medic?notes=on", as: .medic).body
        #expect(withNotes.contains("Ada Example") && !withNotes.contains(">traveller Person<"))
        #expect(try await app.send(.get, "/trips/alpha/medic?q=zzz", as: .medic).body.contains("Nobody found for “zzz”."))
    }

    @Test func callsForHelpAreOnEveryPageOfAMedicAndCanBeTaken() async throws {
        let app = try await TestApp.withTripsAndMedic()
        for path in ["/trips/alpha/my", "/account", "/trips/alpha/medic"] {
            #expect(try await app.send(.get, path, as: .medic).body.contains("a twisted knee"), "\(path)")
        }
        let taken = try await app.send(.post, "/trips/alpha/help/\(app.id("alert"))/take", as: .medic)
        #expect(taken.status == 303)
        let calls = try await app.send(.get, taken.location, as: .medic).body
        #expect(calls.contains("medic Person is on it") && calls.contains("/trips/alpha/medic/\(app.id("member traveller"))"))
        // A day later it is nothing to them. Not as the co-host whom the app makes of them for that day.
        try await app.services.coHosts.end(app.id("co-host"), app.host())
        try await app.resolveHelp(app.id("alert"))
        app.clock.pass(.hours(25))
        app.setSession(.medic, try await app.services.accounts.sessions.openForLoad(account: app.id("account medic")))
        #expect(!(try await app.send(.get, "/trips/alpha/help", as: .medic).body.contains("a twisted knee")))
    }

    @Test func theirPagesLeadOnlyWhereTheyMay() async throws {
        let app = try await TestApp.withTripsAndMedic()
        let map = "/trips/alpha/map"
        for path in ["/trips/alpha/my", "/trips/alpha/medic", map, map + "?q=example%20ada", "/trips/alpha/medic/\(app.id("member"))"] {
            let body = try await app.send(.get, path, as: .medic).body
            for link in body.matches(of: /href="(\/trips\/alpha[^"#]*)"/).map({ String($0.output.1) }) {
                let response = try await app.send(.get, link.replacing("&amp;", with: "&"), as: .medic)
                #expect(response.status == 200, "\(path) leads to \(link): \(response.status)")
            }
        }
        for path in [map, map + "/print"] {
            let shown = try await app.send(.get, path, as: .medic).body
            #expect(!shown.contains("Bus 1") && !shown.contains("Glacier walk"), "\(path)")
        }
        #expect(try await app.send(.get, map + "?q=example%20ada", as: .medic).tags.contains("/medic/\(app.id("member"))\"><span>Ada"))
    }

    /// The role is given and taken by hosts, to travellers who have joined, and by an invite link.
    @Test func hostsNameMedics() async throws {
        let app = try await TestApp.withTrips()
        let (traveller, medic) = (app.id("member traveller"), "/trips/alpha/medic")
        #expect(try await app.send(.get, medic, as: .traveller).status == 403)
        let page = try await app.send(.get, "/trips/alpha/members/\(traveller)", as: .host).body
        #expect(page.contains("/trips/alpha/staff/\(traveller)") && HTMLPage(page).texts("option").contains("Medic"))
        let back = "/trips/alpha/members/\(traveller)"
        let given = try await app.send(
            .post, "/trips/alpha/staff/\(traveller)", as: .host, form: [("role", "medic"), ("back", "member")])
        #expect(given.status == 303 && given.location.hasPrefix(back))
        #expect(try await app.send(.get, medic, as: .traveller).status == 200)
        #expect(try await app.send(.get, "/trips/alpha/staff", as: .host).body.contains("traveller Person"))
        // Still a traveller in everything else.
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .traveller).status == 403)
        #expect(try await app.send(.get, "/trips/alpha/my", as: .traveller).status == 200)
        _ = try await app.send(.post, "/trips/alpha/staff/\(traveller)", as: .host, form: [("role", "traveller")])
        #expect(try await app.send(.get, medic, as: .traveller).status == 403)

        let made = try await app.send(.post, "/trips/alpha/staff", as: .host, form: [("role", "medic"), ("note", "Dr Example")])
        let link = try #require(made.body.firstMatch(of: /\/staff-invites\/[A-Za-z0-9_-]{40,}/)).output
        let accepted = try await app.send(.post, String(link), as: .travellerOfAnotherTrip)
        #expect(accepted.status == 303)
        // Their rights grew, so their session has a new token.
        let session = try #require(accepted.cookie)
        #expect(try await app.send(.get, medic, token: session).status == 200)
    }

    /// A host who opens a medic's invite stays a host: nobody loses a right by opening a link.
    @Test func anInviteNeverTakesAHostsRights() async throws {
        let app = try await TestApp.withTrips()
        let token = try await app.services.staff.invite(role: .moderator, note: "", on: app.host())
        #expect(try await app.send(.post, "/staff-invites/" + token, as: .host).status == 409)
        #expect(try await app.send(.get, "/trips/alpha/staff", as: .host).status == 200)
    }

    @Test func streamsCarryToAMedicWhatTheyMayHear() async throws {
        let app = try await TestApp.withTripsAndMedic()
        #expect(try await app.send(.get, "/trips/alpha/live?topics=roster", as: .medic).status == 403)
        #expect(try await app.send(.get, "/trips/alpha/live?topics=positions,events", as: .medic).status == 403)
        let session = try #require(try app.services.accounts.sessions.find(token: app.session(.medic) ?? "")).actor.sessionID
        let trip = app.id("trip alpha")
        let access = try app.store.streamAccess(at: app.clock.now)
        #expect(access.allows(session: session, trip: trip, need: .medic) && !access.allows(session: session, trip: trip, need: .staff))
        _ = try await app.send(
            .post, "/trips/alpha/staff/\(app.id("member medic of alpha"))", as: .host, form: [("role", "traveller")])
        let later = try app.store.streamAccess(at: app.clock.now)
        #expect(!later.allows(session: session, trip: trip, need: .medic) && later.allows(session: session, trip: trip, need: .member))
    }
}
