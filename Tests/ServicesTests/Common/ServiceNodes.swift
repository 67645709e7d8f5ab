import Atlas
import Database
import Domain
import Foundation
import Live
import Logging
import Passwords
import Services
import Store
import Synchronization
import TestDatabases

/// The services of two nodes on one database, with one clock. A node has not heard of what the other one did before it `hears`.
final class ServiceNodes: Sendable {
    private final class Clock: Sendable {
        private let time = Mutex(Instant(seconds: 1_767_614_400))
        var now: Instant { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    static let password = "a mountain of snow"
    static let client = Client(address: "10.0.0.1", userAgent: "test")
    let one: AppServices
    let other: AppServices
    private let file: TestDatabase
    private let databases: [AppDatabase]
    private let clock = Clock()
    private let trip = ID(high: 1, low: 1)

    /// - Parameter fetch: how bike feeds are asked.
    init(fetch: FetchFeed? = nil) async throws {
        var options = ServiceOptions()
        if let fetch { options.fetchFeed = fetch }
        let file = try TestDatabase()
        let (clock, databases) = (clock, try (0..<2).map { _ in try file.open(runsWritesTwice: false) })
        let system = SystemInputs(
            now: { clock.now }, randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0 ... .max) } })
        let hasher = try PasswordHasher(system: system, parameters: .init(memoryKiB: 64, passes: 1, lanes: 1))
        let nodes = try databases.map { [options] database in
            try AppServices(
                store: Stores(database), hub: Hub(epoch: "test"),
                currentAtlas: CurrentAtlas(path: file.folder.appending(path: "map.atlas").path, tilesFolder: nil), system: system,
                hasher: hasher, drawMessage: { _, _, _, _ in "" }, options: options)
        }
        (self.file, self.databases, one, other) = (file, databases, nodes[0], nodes[1])
        for node in nodes { try await node.key.prepare() }
    }

    deinit { for database in databases { try? database.close() } }

    var now: Instant { clock.now }
    func pass(_ duration: Duration) { clock.pass(duration) }

    /// Both see what was written, as running programs do twice a second.
    func hear() throws { for database in databases { _ = try database.noticeOtherProcesses() } }

    func run(_ sql: String) async throws {
        try await databases[0].write { _ = try $0.run(sql) }
    }

    func askFeeds(_ node: AppServices) async throws {
        try await node.bikes.askDue(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// A trip with one traveller, who can sign in.
    func makeTrip() async throws -> Account {
        let stores = Stores(databases[0])
        let account = try await one.accounts.add(
            NewAccount(name: "Ada", email: "ada@x.example", password: ServiceNodes.password), isAdmin: false)
        var fields = TripFields()
        (fields.name, fields.slug, fields.endDay) = ("Trip", "trip", Day(number: 30_000))
        try await stores.trips.add(fields, id: trip, by: .commandLine, at: now)
        var member = MemberFields()
        (member[.firstName], member[.status]) = ("Ada", "arrived")
        var batch = RosterStore.Batch()
        batch.added = [.init(id: ID(high: 3, low: 1), fields: member)]
        _ = try await stores.roster.apply(batch, trip: trip, by: .commandLine, at: now, newID: { ID(high: 9, low: 9) })
        try await databases[0].write { connection in
            _ = try connection.run("UPDATE member SET account_id = ?", [.blob(account.id.bytes)])
        }
        try hear()
        return account
    }

    func signIn(_ email: String = "ada@x.example", on node: AppServices) async throws -> AccountService.SignedIn {
        try await node.accounts.signIn(email: email, password: ServiceNodes.password, client: ServiceNodes.client)
    }

    /// What one person writes in the trip's conversation.
    func write(_ number: Int, as token: String, on node: AppServices) async throws {
        guard let actor = try node.accounts.sessions.find(token: token)?.actor else { throw Refusal.signInNeeded }
        let access = try node.trips.open(slug: "trip", for: actor).requireMember()
        _ = try await node.chat.send(
            .init(clientID: ID(high: 77, low: UInt64(number)), text: "Line \(number)", replyTo: nil, photos: []), to: trip, access)
    }
}
