import Atlas
import Database
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Live
import Logging
import NIOCore
import NIOEmbedded
import Pages
import Passwords
import Services
import Store
import Synchronization
import Testing
import Web

/// A clock that stands still until it is moved, and chance that repeats.
final class Fixed: Sendable {
    typealias State = (now: Instant, seed: UInt64)
    private let state: Mutex<State>
    init(_ state: State = (Instant(seconds: 1_767_621_802), 42)) { self.state = Mutex(state) }
    var current: State { state.withLock { $0 } }
    var now: Instant { state.withLock { $0.now } }
    func pass(_ duration: Duration) { state.withLock { $0.now = $0.now + duration } }
    func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state.seed = state.seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state.seed >> 33)
            }
        }
    }
}

/// Who asks in the access matrix.
enum Asker: String, CaseIterable, Sendable {
    case nobody, travellerOfAnotherTrip, traveller, hostOfAnotherTrip, medic, moderator, host, admin, withoutTrip
}

/// The whole program below the socket, over a real database file, with people of every role on two trips.
final class House: Sendable {
    static let password = "a mountain of snow"
    let fixed: Fixed
    let folder: URL
    /// Whose folder it is, if not this one's.
    private let other: House?
    let database: Database
    let store: StoreFront
    let services: Services
    let routes: [RouteEntry]
    private let responder: RouterResponder<Context>
    private let sessions = Mutex<[Asker: String]>([:])
    private let ids = Mutex<[String: ID]>([:])

    func id(_ name: String) -> ID { ids.withLock { $0[name] ?? ID(high: 9, low: 9) } }
    func session(_ asker: Asker) -> String? { sessions.withLock { $0[asker] } }
    func setSession(_ asker: Asker, _ token: String) { sessions.withLock { $0[asker] = token } }

    /// Another run of the program over the same folder, as after a restart.
    func restarted() async throws -> House { try await House(sharing: self) }

    /// Every write is refused as on a disk without room, of which not even the reserve is left.
    func fillDisk() throws { _ = try database.writerPragma("query_only = 1") }

    /// There is room again, and what waited in memory is stored.
    func clearDisk() async throws {
        _ = try database.writerPragma("query_only = 0")
        await services.unsaved.retry(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    init(sharing other: House? = nil, after past: Past? = nil) async throws {
        self.other = other
        fixed = other?.fixed ?? past.map { Fixed($0.state) } ?? Fixed()
        folder = try other?.folder ?? House.newFolder()
        if let past { try Data(past.database).write(to: folder.appending(path: "test.sqlite")) }
        database = try other?.database ?? Database(path: folder.appending(path: "test.sqlite").path)
        store = StoreFront(database)
        let fixed = fixed
        let surroundings = Surroundings(now: { fixed.now }, randomBytes: { fixed.bytes($0) })
        let hasher = try PasswordHasher(surroundings: surroundings, parameters: .init(memoryKiB: 64, passes: 1, lanes: 1))
        services = Services(
            store: store, hub: Hub(epoch: "test"), shelf: AtlasShelf(path: folder.appending(path: "map.atlas").path, tilesFolder: nil),
            surroundings: surroundings, hasher: hasher, setupToken: "first-of-all", drawMessage: MessageRow.forStream)
        let application = WebApplication(services: services, options: WebOptions())
        routes = application.routes
        responder = application.router.buildResponder()
        other?.sessions.withLock { known in sessions.withLock { $0 = known } }
        other?.ids.withLock { known in ids.withLock { $0 = known } }
    }

    private static func newFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sotravel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    deinit {
        guard other == nil else { return }
        try? database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// What a house was when it was left, to begin others with.
    struct Past: Sendable {
        let database: [UInt8]
        let state: Fixed.State
        let sessions: [Asker: String]
        let ids: [String: ID]
        let numbers: Numbers
    }

    private static let furniture = Task { try await House.furnish().left() }

    /// Two trips; each asker with an account and a session; one member with everything, a tracker, a group, an invite. Made once, and
    /// copied for whoever asks.
    static func furnished() async throws -> House {
        let past = try await furniture.value
        let house = try await House(after: past)
        house.sessions.withLock { $0 = past.sessions }
        house.ids.withLock { $0 = past.ids }
        house.numbers.withLock { $0 = past.numbers }
        try await house.services.live.load()
        return house
    }

    /// A database that is closed is one file.
    private func left() throws -> Past {
        try database.close()
        return Past(
            database: Array(try Data(contentsOf: folder.appending(path: "test.sqlite"))), state: fixed.current,
            sessions: sessions.withLock { $0 }, ids: ids.withLock { $0 }, numbers: numbers.withLock { $0 })
    }

    private static func furnish() async throws -> House {
        let house = try await House()
        for (slug, people) in [
            ("alpha", [Asker.host: Role.host, .moderator: .moderator, .traveller: .traveller]),
            ("beta", [.hostOfAnotherTrip: .host, .travellerOfAnotherTrip: .traveller]),
        ] { try await house.addTrip(slug, people) }
        try await house.addAccount(.admin, isAdmin: true)
        try await house.addMember()
        try await house.addTravellers()
        try await house.addChat()
        // Last: what the others are numbered stays.
        try await house.addAccount(.withoutTrip, isAdmin: false)
        return house
    }

    /// With a medic on the first trip as well, who will be its co-host from tomorrow.
    static func furnishedWithMedic() async throws -> House {
        let house = try await House.furnished()
        try await house.addAccount(.medic, isAdmin: false)
        try await house.add(.medic, to: "alpha", as: .medic)
        let host = try house.host()
        try await house.services.events.invite(
            [house.id("member medic of alpha")], to: house.services.events.find(house.id("event"), host), host)
        try await house.services.coHosts.name(
            CoHostWish(
                member: house.id("member medic of alpha"), time: .day, start: house.fixed.now + .days(1), end: nil, reason: "a day off"),
            host)
        let coHost = try house.services.coHosts.list(host)[0].id
        house.ids.withLock { $0["co-host"] = coHost }
        return house
    }

    private func addTrip(_ slug: String, _ people: [Asker: Role]) async throws {
        var fields = TripFields()
        (fields.name, fields.slug, fields.place, fields.timeZone) = ("Trip " + slug, slug, "Nowhere", "Europe/Zurich")
        fields.travellersCreate = true
        fields.startDay = Day("2026-01-03") ?? Day(number: 0)
        fields.endDay = Day("2026-01-10") ?? Day(number: 0)
        let trip = services.surroundings.newID()
        ids.withLock { $0["trip " + slug] = trip }
        try await store.trips.add(fields, id: trip, by: .commandLine, at: fixed.now)
        var batch = RosterStore.Batch()
        for asker in Asker.allCases {
            guard let role = people[asker] else { continue }
            let account = try await addAccount(asker, isAdmin: false)
            var member = MemberFields()
            (member[.firstName], member[.lastName], member[.status]) = (asker.rawValue, "Person", "arrived")
            let id = services.surroundings.newID()
            ids.withLock { $0["member " + asker.rawValue] = id }
            batch.added.append(.init(id: id, fields: member, role: role, accountID: account.id))
        }
        _ = try await store.roster.apply(batch, trip: trip, by: .commandLine, at: fixed.now, newID: services.surroundings.newID)
    }

    @discardableResult
    private func addAccount(_ asker: Asker, isAdmin: Bool) async throws -> Account {
        let email = asker.rawValue.lowercased() + "@x.example"
        let account = try await services.accounts.add(
            NewAccount(name: asker.rawValue + " Person", email: email, password: House.password), isAdmin: isAdmin)
        if isAdmin { try await services.accounts.presetSecondFactor(secret: Array("12345678901234567890".utf8), for: account) }
        ids.withLock { $0["account " + asker.rawValue] = account.id }
        setSession(asker, try await services.accounts.sessions.openForLoad(account: account.id))
        return account
    }

    /// One more trip for somebody who has an account.
    func add(_ asker: Asker, to slug: String, as role: Role) async throws {
        var member = MemberFields()
        (member[.firstName], member[.lastName], member[.status]) = (asker.rawValue, "Person", "arrived")
        var batch = RosterStore.Batch()
        let new = services.surroundings.newID()
        ids.withLock { $0["member \(asker.rawValue) of \(slug)"] = new }
        batch.added = [.init(id: new, fields: member, role: role, accountID: id("account " + asker.rawValue))]
        _ = try await store.roster.apply(
            batch, trip: id("trip " + slug), by: .commandLine, at: fixed.now, newID: services.surroundings.newID)
    }

    private func addMember() async throws {
        let access = try host()
        var fields = MemberFields()
        for field in MemberField.listed { fields[field] = "x" }
        (fields[.firstName], fields[.lastName], fields[.status]) = ("Ada", "Example", "arrived")
        (fields[.email], fields[.phone], fields[.emergencyPhone]) = ("ada@x.example", "+00 000 001", "+00 000 002")
        fields[.groups] = "Bus 1"
        let member = try await services.roster.add(fields, access)
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
        (fields.startsAt, fields.endsAt) = (fixed.now + .hours(24), fixed.now + .hours(28))
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
                conversation: trip, member: member, clientID: services.surroundings.newID(), text: text, replyTo: nil, state: .visible)
            return try await store.messages.send(draft, at: fixed.now).number
        }
        let own = try await write("Who is up early?", traveller)
        let first = try await write("Reported words of Ada", ada)
        let second = try await write("Settled words of Ada", ada)
        for number in [second, first] {
            try await services.moderation.report(
                .message(number, conversation: trip), reason: "harassment", text: "SECRET-REPORT", member(.traveller))
            if number == second {
                let found = try #require(try services.moderation.queue(try staff(.moderator)).first)
                var wish = ModerationService.Wish()
                (wish.actions, wish.reason, wish.version) = ([PlannedAction(.warn)], "Be kind", found.version)
                try await services.moderation.apply(wish, to: found.id, staff(.moderator))
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

    typealias Numbers = (message: Int, reported: Int, log: Int)
    private let numbers = Mutex<Numbers>((0, 0, 0))
    /// What stands for ":number" in an address.
    func number(_ path: String) -> Int { numbers.withLock { path.contains("/messages/") ? $0.message : $0.log } }
    var reportedMessage: Int { numbers.withLock { $0.reported } }

    func joinLinks(_ members: [String]) async throws -> [String] {
        try await services.joining.makeLinks(for: members.map { id($0) }, host()).map { "/join/" + $0.token }
    }

    /// The session of somebody who opened a fresh link of theirs.
    func joined(_ member: String) async throws -> String {
        let path = try #require(try await joinLinks([member]).first)
        return try #require(try await send(.post, path).cookie)
    }

    /// An address of their own, as somebody sets who came in by a link and is to have more rights.
    func setOwnWay(_ member: ID) async throws {
        try await database.write { connection in
            _ = try connection.run(
                "UPDATE account SET email = 'own@x.example' WHERE id = (SELECT account_id FROM member WHERE id = ?)", [.blob(member.bytes)])
        }
    }

    /// Sessions do not outlast a night.
    func signInAgain() async throws {
        setSession(.host, try await services.accounts.sessions.openForLoad(account: id("account host")))
    }

    func personalToken(_ name: String) throws -> String {
        try #require(try store.events.invitations(of: id("event")).first { $0.memberID == id(name) }).token
    }

    var trackerToken: String {
        get throws {
            try #require(try store.trackers.find(id("tracker"), trip: id("trip alpha"))).token
        }
    }

    // Proofs, got as the routes get them.
    func access(_ asker: Asker, slug: String = "alpha") throws -> TripAccess {
        let record = try #require(try services.accounts.sessions.find(token: session(asker) ?? ""))
        return try services.trips.open(slug: slug, for: record.actor)
    }
    func host(_ asker: Asker = .host, slug: String = "alpha") throws -> OpenHostAccess {
        try access(asker, slug: slug).requireOpenHost()
    }
    func staff(_ asker: Asker, slug: String = "alpha") throws -> StaffAccess { try access(asker, slug: slug).requireStaff() }
    func member(_ asker: Asker, slug: String = "alpha") throws -> MemberAccess { try access(asker, slug: slug).requireMember() }

    /// What somebody can take along of themselves, as text.
    func ownData(_ access: MemberAccess) async throws -> [(name: String, text: String)] {
        var files: [(String, String)] = []
        for file in try services.ownData.files(access) {
            files.append((file.name, String(decoding: try await file.load() ?? [], as: UTF8.self)))
        }
        return files
    }

    /// Quiet. A page that failed says the request's number.
    private static let logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        logger[metadataKey: "hb.request.id"] = "1"
        return logger
    }()

    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]
        /// Of the largest part that was written at once.
        let largestPart: Int
        var body: String { String(decoding: bytes, as: UTF8.self) }
        /// Without the blanks between tags, of which a template may have more or fewer.
        var tags: String { body.replacing(/>\s+</, with: "><") }
        var location: String { headers[.location] ?? "" }
        var cookie: String? {
            headers[.setCookie].flatMap { $0.split(separator: ";").first.map { String($0.dropFirst("__Host-sotravel=".count)) } }
        }
        /// By which the browser is known again.
        var device: String? {
            headers[values: .setCookie].first { $0.hasPrefix("__Host-sotravel-device=") }
                .map { String($0.prefix { $0 != ";" }.dropFirst("__Host-sotravel-device=".count)) }
        }
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, as asker: Asker = .nobody, token: String? = nil, form: [(String, String)] = [],
        body: String? = nil, headers: [String: String] = [:], device: String? = nil
    ) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        if method == .post, headers["Sec-Fetch-Site"] == nil, headers["Origin"] == nil, headers["X-Plain"] == nil,
            let name = HTTPField.Name("Sec-Fetch-Site")
        {
            fields[name] = "same-origin"
        }
        let cookies = [
            "other=1", (token ?? session(asker)).map { "__Host-sotravel=" + $0 }, device.map { "__Host-sotravel-device=" + $0 },
        ]
        fields[.cookie] = cookies.compactMap(\.self).joined(separator: "; ")
        if body == nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        let text = body ?? form.map { $0.0.addingPercentEncoding + "=" + $0.1.addingPercentEncoding }.joined(separator: "&")
        let head = HTTPRequest(method: method, scheme: "http", authority: "trip.example", path: path, headerFields: fields)
        let request = Request(head: head, body: .init(buffer: ByteBuffer(string: text)))
        let channel = NIOAsyncTestingChannel()
        let context = Context(source: .init(channel: channel, logger: House.logger))
        let response = try await responder.respond(to: request, context: context)
        let writer = Collector()
        try await response.body.write(writer)
        return Answer(status: response.status.code, headers: response.headers, bytes: writer.bytes, largestPart: writer.largest)
    }
}

private final class Collector: ResponseBodyWriter, Sendable {
    private let written = Mutex((bytes: [UInt8](), largest: 0))
    var bytes: [UInt8] { written.withLock { $0.bytes } }
    var largest: Int { written.withLock { $0.largest } }
    func write(_ part: ByteBuffer) async throws {
        written.withLock { written in
            written.bytes += part.readableBytesView
            written.largest = max(written.largest, part.readableBytes)
        }
    }
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension ModerationService {
    func queue(_ access: some StaffProof) throws -> [ModerationCase] {
        try queue(isClosed: false, isMine: false, isUnclaimed: false, reason: "", hours: 0, [access.staff]).cases
    }
}
