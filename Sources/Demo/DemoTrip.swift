import Domain
import Foundation
import Runtime
import Services
import Store

/// A fictional ski trip in a fictional valley, with a life-like roster. Random only in its secrets.
package struct DemoTrip {
    package static let slug = "valrosa"
    private static let photoLimit = 60
    let program: Program
    let count: Int
    /// The address of a bike feed; "" for none.
    var bikes = ""
    /// Trips that are large are for measuring, and stay what was measured before.
    private var hasOwnColumns: Bool { count <= 100 }

    /// Returns the sign-ins to print.
    func make() async throws -> String {
        let now = program.system.now()
        let services = program.services
        let admin = try await account("Alva Beispiel", "admin@sotravel.example", isAdmin: true)
        let host = try await account("Hanna Muster", "host@sotravel.example", isAdmin: false)
        let moderator = try await account("Milo Platzhalter", "moderator@sotravel.example", isAdmin: false)
        let secret = program.system.randomBytes(20)
        try await services.accounts.presetSecondFactor(secret: secret, for: admin.account)
        let trip = program.system.newID()
        try await program.store.trips.add(fields(now), id: trip, by: .commandLine, at: now)
        let travellers = [
            try await account("Ada Example", "ada@sotravel.example", isAdmin: false),
            try await account("Bruno Demovich", "bruno@sotravel.example", isAdmin: false),
        ]
        try await fillRoster(trip, host: host.account, moderator: moderator.account, travellers: travellers.map(\.account), at: now)
        try await fillEvents(host.account, at: now)
        if !bikes.isEmpty { try await addBikes(to: trip, at: now) }
        try await addPhotos(to: trip, at: now)
        try await fillChat(trip, moderator: moderator.account, host: host.account, at: now)
        return """
            Demo sign-ins
              host       host@sotravel.example       \(host.password)
              moderator  moderator@sotravel.example  \(moderator.password)
              traveller  ada@sotravel.example        \(travellers[0].password)
              traveller  bruno@sotravel.example      \(travellers[1].password)
              admin      admin@sotravel.example      \(admin.password)
              admin's second factor (TOTP secret)    \(Base32.encode(secret))

            """
    }

    private func account(_ name: String, _ email: String, isAdmin: Bool) async throws -> (account: Account, password: String) {
        let words = [
            "powder", "gondola", "sunrise", "mitten", "cocoa", "summit", "lantern", "piste", "glacier", "sledge", "fondue", "larch",
        ]
        let random = program.system.randomBytes(6)
        let password =
            random[..<3].map { words[Int($0) % words.count] }.joined(separator: "-")
            + "-" + random[3...].map { String(Int($0) % 10) }.joined()
        let account = try await program.services.accounts.add(
            NewAccount(name: name, email: email, password: password), isAdmin: isAdmin)
        return (account, password)
    }

    private func fields(_ now: Instant) -> TripFields {
        var fields = TripFields()
        let today = (TripZone("Europe/Zurich") ?? .utc).today(at: now)
        fields.name = "Valrosa ski week"
        fields.slug = DemoTrip.slug
        fields.place = "Valrosa, a valley that is on no other map"
        fields.startDay = Day(number: today.number - 2)
        fields.endDay = Day(number: today.number + 4)
        fields.timeZone = "Europe/Zurich"
        fields.baseName = "Lodge Larix"
        fields.baseLatitude = Terrain.base.latitude
        fields.baseLongitude = Terrain.base.longitude
        fields.travellersCreate = true
        fields.meetingInformation = "Ski bus from the lodge at 08:40.\nLessons meet at the bottom of the Rosa gondola.\nDinner at 19:00."
        fields.emergencyNumbers = "Emergency 112\nPiste rescue +00 000 0118\nHosts’ phone +00 000 0101"
        return fields
    }

    private func addBikes(to trip: ID, at now: Instant) async throws {
        var feed = BikeFeedFields()
        feed.url = bikes
        let source = BikeSource(kind: feed.kind, url: feed.url, key: feed.key)
        try await program.store.bikes.add(
            feed, source, id: program.system.newID(), nextAt: nil, trip: trip, by: .commandLine, at: now)
    }

    private func fillEvents(_ host: Account, at now: Instant) async throws {
        let services = program.services
        let token = try await services.accounts.sessions.openForLoad(account: host.id)
        guard let actor = try services.accounts.sessions.find(token: token)?.actor else { return }
        let access = try services.trips.open(slug: DemoTrip.slug, for: actor).requireOpenHost()
        let rows = try services.roster.entries(RosterFilter(), access).map(\.row)
        guard let hostMember = rows.first(where: { $0.role == .host })?.id else { return }
        let events = DemoEvents(
            program: program, access: access, host: hostMember,
            travellers: rows.filter { $0.role == .traveller && $0.status != .cancelled }.map(\.id), today: access.trip.zone.today(at: now))
        try await events.make()
        try await services.accounts.sessions.end(actor.sessionID, by: actor)
    }

    private func fillChat(_ trip: ID, moderator: Account, host: Account, at now: Instant) async throws {
        guard let found = try program.store.trips.find(id: trip) else { return }
        let people = try program.store.friends.list(trip: trip).filter { !$0.isStaff }
        func staff(_ account: Account) -> CaseStore.Moderator {
            .init(account: account.id, author: Author(id: account.id, name: account.name), member: nil)
        }
        try await DemoChat(
            program: program, trip: found, people: people, moderator: staff(moderator), host: staff(host), now: now
        ).make()
        guard hasOwnColumns else { return }
        try await DemoAnnouncements(
            program: program, trip: found, host: staff(host).author,
            people: program.store.roster.rows(trip: trip, reachedBy: DeliveryChannel.allCases), now: now
        ).make()
        try await DemoPlaces(program: program, trip: found, people: people, host: staff(host).author, now: now).make()
    }

    /// Drawn here, and taken in like everybody's. Some people have none, as in life.
    private func addPhotos(to trip: ID, at now: Instant) async throws {
        let people = try program.store.friends.list(trip: trip).prefix(DemoTrip.photoLimit)
        for (index, person) in people.enumerated() where index % 5 != 3 {
            try await program.services.photos.preset(DemoPortrait.png(index), of: person.id, name: person.name, trip: trip)
        }
    }

    private func fillRoster(_ trip: ID, host: Account, moderator: Account, travellers accounts: [Account], at now: Instant) async throws {
        var batch = RosterStore.Batch()
        for (account, role, group) in [(host, Role.host, "Hosts"), (moderator, .moderator, "Hosts")] {
            var fields = MemberFields()
            let words = account.name.split(separator: " ").map(String.init)
            (fields[.firstName], fields[.lastName]) = (words[0], words[1])
            (fields[.email], fields[.status], fields[.groups], fields[.room]) = (account.email, "arrived", group, "1")
            fields[.phone] = "+00 000 0101"
            batch.added.append(.init(id: program.system.newID(), fields: fields, role: role, accountID: account.id, sharing: .everyone))
        }
        let columns = DemoColumns(newID: program.system.newID)
        if hasOwnColumns { batch.columns = [columns.size, columns.paid] }
        let start = self.fields(now).startDay
        let travellers = (0..<count).map { index in
            let fields = DemoPeople.fields(index)
            return (program.system.newID(), hasOwnColumns ? columns.filled(index, fields, before: start) : fields)
        }
        batch.added += travellers.enumerated().map { index, traveller in
            RosterStore.NewMember(
                id: traveller.0, fields: traveller.1, accountID: index < accounts.count ? accounts[index].id : nil, sharing: .everyone)
        }
        _ = try await program.store.roster.apply(
            batch, trip: trip, by: .commandLine, at: now, newID: program.system.newID)
        try await fillLanes(trip, travellers.map(\.0), at: now)
        let sharing = travellers.filter { MemberStatus(rawValue: $0.1[.status]) == .arrived }.map(\.0)
        try await program.store.trackers.addMany(
            sharing.map {
                Tracker(
                    id: program.system.newID(), memberID: $0, label: "Phone",
                    token: program.system.newToken(bytes: 16), createdAt: now, revokedAt: nil, lastContactAt: nil)
            }, at: now)
    }
}

/// Buses with places, rooms with beds, and what hosts noted of a few.
extension DemoTrip {
    private func fillLanes(_ trip: ID, _ people: [ID], at now: Instant) async throws {
        let half = max(1, people.count / 2)
        try await program.store.lanes.preset(
            places: ["Bus 1": min(half, 999), "Bus 2": min(half + 6, 999)], beds: 4, trip: trip, newID: program.system.newID)
        guard people.count > 6 else { return }
        let wishes: [(Int, Int, WishKind, LaneSetKey?, String)] = [
            (0, 1, .together, .groups("bus"), "Sisters' children"), (4, 6, .together, .rooms, ""), (2, 3, .apart, .rooms, "Snoring"),
        ]
        for (member, other, kind, set, note) in wishes {
            try await program.store.wishes.set(
                Wish(id: program.system.newID(), member: people[member], other: people[other], kind: kind, set: set, note: note),
                trip: trip, by: .commandLine, at: now)
        }
    }
}

/// People who are plainly made up, always the same.
enum DemoPeople {
    private static let first = [
        "Ada", "Bruno", "Cleo", "Dario", "Elif", "Fynn", "Greta", "Hugo", "Iris", "Jonas", "Kaia", "Leon", "Mira", "Nils",
        "Olga", "Pablo", "Quinn", "Rosa", "Sami", "Tilda", "Ugo", "Vera", "Wim", "Xenia", "Yara", "Zeno",
    ]
    private static let last = [
        "Example", "Sample", "Testov", "Fictiva", "Nowak-Muster", "Placeholder", "Imaginari", "Demovich", "Specimen",
        "Mockström", "Phantásia", "Exemplar", "Pretend", "Dummy", "Nemo", "Quidam", "Anybody",
    ]
    private static let languages = ["English", "English, German", "English, French", "English, Spanish", "German", "English, Italian"]
    private static let diets = ["", "", "", "Vegetarian", "", "Vegan", "", "No nuts", "", "Gluten-free"]
    private static let abilities = ["Beginner", "Intermediate", "Intermediate", "Advanced", "Expert", "Snowboard"]

    static func fields(_ index: Int) -> MemberFields {
        var fields = MemberFields()
        fields[.firstName] = first[index % first.count]
        fields[.lastName] = last[(index * 7 + index / first.count) % last.count]
        let number = index < last.count * first.count ? "" : " \(index)"
        fields[.lastName] += number
        fields[.status] = index % 16 == 7 ? "confirmed" : index % 24 == 11 ? "invited" : index == 40 ? "cancelled" : "arrived"
        let ability = abilities[index * 5 % abilities.count]
        fields[.ability] = ability
        fields[.groups] = GroupNames.join(["Bus \(index % 2 + 1)", "Class " + ability])
        fields[.room] = String(101 + index / 4)
        fields[.email] = "\(folded(fields[.firstName])).\(index)@traveller.example"
        fields[.phone] = "+00 000 1" + padded(index, 3)
        fields[.telegram] = index % 3 == 0 ? folded(fields[.firstName]) + "_\(index)" : ""
        fields[.languages] = languages[index % languages.count]
        fields[.diet] = diets[index % diets.count]
        if index % 13 != 5 {
            fields[.emergencyName] = "Parent of " + fields[.firstName]
            fields[.emergencyPhone] = "+00 000 2" + padded(index, 3)
        }
        if index % 17 == 3 { fields[.attention] = index % 2 == 0 ? "Knee brace" : "Afraid of heights" }
        if index % 19 == 4 { fields[.medicalNotes] = "Carries an inhaler in the left jacket pocket." }
        if index % 4 == 0 {
            fields[.description] = "Here for the \(["first tracks", "fondue", "moguls", "quiet forest runs"][index / 4 % 4])."
            fields[.instagram] = folded(fields[.firstName]) + ".\(index)"
        }
        if index % 11 == 6 { fields[.hostNotes] = "Arrives with own equipment." }
        return fields
    }
}
