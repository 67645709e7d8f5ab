import Domain
import Foundation
import Services
import Store
import Testing

/// Who and what is in an app when a test begins.
extension TestApp {
    /// What an app was when it was left, to begin others with.
    struct Past: Sendable {
        let database: [UInt8]
        let state: FrozenClock.State
        let sessions: [TestUser: String]
        let ids: [String: ID]
        let numbers: Numbers
    }

    private static let furniture = Task { try await TestApp.fill().left() }

    /// Two trips; each user with an account and a session; one member with everything, a tracker, a group, an invite. Made once, and
    /// copied for whoever asks.
    static func withTrips() async throws -> TestApp {
        let past = try await furniture.value
        let app = try await TestApp(after: past)
        app.sessions.withLock { $0 = past.sessions }
        app.ids.withLock { $0 = past.ids }
        app.numbers.withLock { $0 = past.numbers }
        try await app.services.live.load()
        return app
    }

    /// A database that is closed is one file.
    private func left() throws -> Past {
        try database.close()
        return Past(
            database: Array(try Data(contentsOf: folder.appending(path: "test.sqlite"))), state: clock.current,
            sessions: sessions.withLock { $0 }, ids: ids.withLock { $0 }, numbers: numbers.withLock { $0 })
    }

    private static func fill() async throws -> TestApp {
        let app = try await TestApp()
        for (slug, people) in [
            ("alpha", [TestUser.host: Role.host, .moderator: .moderator, .traveller: .traveller]),
            ("beta", [.hostOfAnotherTrip: .host, .travellerOfAnotherTrip: .traveller]),
        ] { try await app.addTrip(slug, people) }
        try await app.addAccount(.admin, isAdmin: true)
        try await app.addMember()
        try await app.addTravellers()
        try await app.addChat()
        // Last: what the others are numbered stays.
        try await app.addAccount(.withoutTrip, isAdmin: false)
        return app
    }

    /// With a medic on the first trip as well, who will be its co-host from tomorrow, and a wish that hosts noted.
    static func withTripsAndMedic() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await app.addAccount(.medic, isAdmin: false)
        try await app.add(.medic, to: "alpha", as: .medic)
        let host = try app.host()
        try await app.services.events.invite(
            [app.id("member medic of alpha")], to: app.services.events.find(app.id("event"), host), host)
        try await app.services.coHosts.name(
            CoHostRequest(
                member: app.id("member medic of alpha"), time: .day, start: app.clock.now + .days(1), end: nil, reason: "a day off"),
            host)
        let coHost = try app.services.coHosts.list(host)[0].id
        try await app.services.lanes.wish(
            ("Ada Example", "traveller Person"), .together, set: "", note: "SECRET-WISH", host)
        let wish = try app.services.lanes.wishes(host)[0].id
        let column = OwnColumn(
            id: app.services.system.newID(), name: "Boots", kind: .text, choices: [], isListed: true, isSeenBySelf: false, version: 0)
        try await app.services.roster.addColumn(column, host)
        app.ids.withLock { ($0["co-host"], $0["wish"], $0["own column"]) = (coHost, wish, column.id) }
        try await app.addPlace(host)
        let announcement = try await app.announce()
        app.ids.withLock { $0["announcement"] = announcement }
        return app
    }

    /// A place that a host added and noted, which the traveller reviewed and reported.
    private func addPlace(_ host: OpenHostAccess) async throws {
        var draft = OwnPlaceDraft()
        (draft.name, draft.kind, draft.latitude, draft.longitude) = ("Lodge bar", "bar", "46.4", "9.2")
        let place = try await services.ownPlaces.add(draft, host)
        var (note, review, report) = (NoteDraft(), ReviewDraft(), ReportDraft())
        (note.text, review.stars, review.text, report.kind) = ("24 booked", 4, "Cosy", .closed)
        let traveller = try member(.traveller)
        try await services.placeReviews.save(review, of: .added(place), traveller)
        let reported = try await services.placeReports.report(report, of: .added(place), traveller)
        let noted = try await services.placeReports.setNote(note, after: nil, of: .added(place), host)
        ids.withLock { ($0["place"], $0["place report"], $0["place note"]) = (place, reported, noted) }
    }

    private func addTrip(_ slug: String, _ people: [TestUser: Role]) async throws {
        var fields = TripFields()
        (fields.name, fields.slug, fields.place, fields.timeZone) = ("Trip " + slug, slug, "Nowhere", "Europe/Zurich")
        (fields.travellersCreate, fields.moderatorsAnnounce) = (true, true)
        fields.startDay = Day("2026-01-03") ?? Day(number: 0)
        fields.endDay = Day("2026-01-10") ?? Day(number: 0)
        let trip = services.system.newID()
        ids.withLock { $0["trip " + slug] = trip }
        try await store.trips.add(fields, id: trip, by: .commandLine, at: clock.now)
        var batch = RosterStore.Batch()
        for user in TestUser.allCases {
            guard let role = people[user] else { continue }
            let account = try await addAccount(user, isAdmin: false)
            var member = MemberFields()
            (member[.firstName], member[.lastName], member[.status]) = (user.rawValue, "Person", "arrived")
            let id = services.system.newID()
            ids.withLock { $0["member " + user.rawValue] = id }
            batch.added.append(.init(id: id, fields: member, role: role, accountID: account.id, sharing: .everyone))
        }
        _ = try await store.roster.apply(batch, trip: trip, by: .commandLine, at: clock.now, newID: services.system.newID)
    }

    @discardableResult
    func addAccount(_ user: TestUser, isAdmin: Bool) async throws -> Account {
        let email = user.rawValue.lowercased() + "@x.example"
        let account = try await services.accounts.add(
            NewAccount(name: user.rawValue + " Person", email: email, password: TestApp.password), isAdmin: isAdmin)
        if isAdmin { try await services.accounts.presetSecondFactor(secret: Array("12345678901234567890".utf8), for: account) }
        ids.withLock { $0["account " + user.rawValue] = account.id }
        setSession(user, try await services.accounts.sessions.openForLoad(account: account.id))
        return account
    }

    /// One more trip for somebody who has an account.
    func add(_ user: TestUser, to slug: String, as role: Role) async throws {
        var member = MemberFields()
        (member[.firstName], member[.lastName], member[.status]) = (user.rawValue, "Person", "arrived")
        var batch = RosterStore.Batch()
        let new = services.system.newID()
        ids.withLock { $0["member \(user.rawValue) of \(slug)"] = new }
        batch.added = [.init(id: new, fields: member, role: role, accountID: id("account " + user.rawValue), sharing: .everyone)]
        _ = try await store.roster.apply(
            batch, trip: id("trip " + slug), by: .commandLine, at: clock.now, newID: services.system.newID)
    }

    private func addMember() async throws {
        let access = try host()
        var fields = MemberFields()
        for field in MemberField.listed { fields[field] = "x" }
        (fields[.firstName], fields[.lastName], fields[.status]) = ("Ada", "Example", "arrived")
        (fields[.email], fields[.phone], fields[.emergencyPhone]) = ("ada@x.example", "+00 000 001", "+00 000 002")
        fields[.groups] = "Bus 1"
        // Seen by everyone: whoever is new is seen by the hosts alone.
        let member = services.system.newID()
        var batch = RosterStore.Batch()
        batch.added = [.init(id: member, fields: fields, sharing: .everyone)]
        _ = try await store.roster.apply(batch, trip: access.trip.id, by: .commandLine, at: clock.now, newID: services.system.newID)
        let found = try services.roster.member(member, access)
        try await services.roster.setMedicalNotes("SECRET-MEDICAL", of: member, version: found.version, access)
        let tracker = try await services.trackers.add(label: "Phone", to: found, access)
        _ = try await services.staff.invite(role: .moderator, note: "somebody", on: access)
        let invite = try services.staff.list(access).invites[0].id
        let group = try services.roster.groups(access)[0].id
        let pending = try await services.roster.beginImport(Array("name\nBo Sample\n".utf8), access)
        let (event, draft, list, scan) = try await addEvents(access, member)
        ids.withLock { ids in
            (ids["event"], ids["draft"], ids["list"], ids["scan"]) = (event.id, draft, list.id, scan)
            (ids["member"], ids["tracker"], ids["invite"], ids["group"], ids["import"]) = (member, tracker.id, invite, group, pending)
        }
    }

    /// A published event for everyone with a check-in list and a tick, and a draft.
    private func addEvents(_ access: OpenHostAccess, _ member: ID) async throws -> (Event, ID, CheckInList, ID) {
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint, fields.capacity) = ("Glacier walk", "Glacier", "Door", 3)
        (fields.startsAt, fields.endsAt) = (clock.now + .hours(24), clock.now + .hours(28))
        fields.details = "See https://walk.example/map."
        let id = try await services.events.create(fields, confirmsPast: false, access)
        fields.title = "Draft dinner"
        let draft = try await services.events.create(fields, confirmsPast: false, access)
        let everybody = try services.roster.entries(RosterFilter(), access).map(\.row.id)
        try await services.events.publish(
            services.events.find(id, access), to: .everyone, groups: [], members: everybody, admitsNewcomers: true, access)
        let event = try services.events.find(id, access)
        try await services.checkIn.addLists(["Bus out"], isExclusive: false, to: event, access)
        let list = try #require(try store.checkIn.lists(of: id).first)
        try await services.checkIn.record([.init(id: nil, member: member, isIn: true, at: nil, method: .tick)], on: list.id, of: id, access)
        try await services.calendars.replace(member: nil, access)
        return (event, draft, list, try #require(try store.checkIn.scans(of: id).first).id)
    }

    /// Somebody waits to be let in, and somebody has called for help.
    private func addTravellers() async throws {
        let access = try host()
        try await services.joining.setTripLink(isOpen: true, access)
        let link = try #require(try services.joining.overview(access).tripLink)
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName]) = ("Nova", "Person")
        _ = try await services.joining.ask(linkToken: link, fields: fields, note: "with Ada")
        let request = try #require(try services.joining.overview(access).requests.first).id
        _ = try await services.safety.raise(.init(text: "a twisted knee", isTest: false, place: nil), self.member(.traveller))
        let alert = try #require(try services.safety.open(access).first).id
        ids.withLock { ids in (ids["request"], ids["alert"]) = (request, alert) }
    }

    /// A message of the traveller's; a case about Ada's, one that is settled, and a list of words.
    private func addChat() async throws {
        let (trip, ada, traveller) = (id("trip alpha"), id("member"), id("member traveller"))
        func write(_ text: String, _ member: ID) async throws -> Int {
            let draft = MessageStore.Draft(
                conversation: trip, trip: trip, member: member, clientID: services.system.newID(), text: text, replyTo: nil, state: .visible
            )
            return try await store.messages.send(draft, at: clock.now).number
        }
        let own = try await write("Who is up early?", traveller)
        let first = try await write("Reported words of Ada", ada)
        let second = try await write("Settled words of Ada", ada)
        for number in [second, first] {
            try await services.moderation.report(
                .message(number, conversation: trip), reason: "harassment", text: "SECRET-REPORT", member(.traveller))
            if number == second {
                let found = try #require(try services.moderation.queue(try staff(.moderator)).first)
                var decision = CaseDecision()
                (decision.actions, decision.reason, decision.version) = ([PlannedAction(.warn)], "Be kind", found.version)
                try await services.moderation.apply(decision, to: found.id, staff(.moderator))
            }
        }
        try await services.rules.saveList(nil, name: "Rude", phrases: "numpty", isShared: true, host())
        let found = try #require(try services.moderation.queue(try staff(.moderator)).first)
        let warning = try #require(
            try services.moderation.entries(action: .warn, before: nil, limit: 1, staff(.moderator)).first
        ).number
        let list = try #require(try services.rules.lists(host()).first).id
        ids.withLock { ids in (ids["case"], ids["phrases"]) = (found.id, list) }
        numbers.withLock { $0 = (own, first, warning) }
    }
}
