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

/// The whole program below the socket, over a real database file, with people of every role on two trips.
final class TestApp: Sendable {
    static let password = "a mountain of snow"
    let clock: FrozenClock
    let feeds = FakeFeeds()
    let post = FakePost()
    let mailbox = FakeMailbox()
    let folder: URL
    /// Whose folder it is, if not this one's.
    private let other: TestApp?
    let database: AppDatabase
    let store: Stores
    let services: AppServices
    let routes: [RouteEntry]
    private let responder: RouterResponder<Context>
    let sessions = Mutex<[TestUser: String]>([:])
    let ids = Mutex<[String: ID]>([:])

    func id(_ name: String) -> ID { ids.withLock { $0[name] ?? ID(high: 9, low: 9) } }
    func session(_ user: TestUser) -> String? { sessions.withLock { $0[user] } }
    func setSession(_ user: TestUser, _ token: String) { sessions.withLock { $0[user] = token } }

    /// Another run of the program over the same folder, as after a restart.
    /// - Parameter channels: those that are set up from then on.
    func restarted(with channels: [DeliveryChannel] = DeliveryChannel.allCases) async throws -> TestApp {
        try await TestApp(sharing: self, channels: channels)
    }

    /// The same with a Telegram bot, whose Bot API nobody answers.
    func restartedWithBot() async throws -> TestApp { try await TestApp(sharing: self, hasBot: true) }

    /// Every write is refused as on a disk without room, of which not even the reserve is left.
    func fillDisk() throws { _ = try database.writerPragma("query_only = 1") }

    /// There is room again, and what waited in memory is stored.
    func clearDisk() async throws {
        _ = try database.writerPragma("query_only = 0")
        await services.unsaved.retry(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    init(
        sharing other: TestApp? = nil, after past: Past? = nil, channels: [DeliveryChannel] = DeliveryChannel.allCases,
        hasBot: Bool = false
    ) async throws {
        self.other = other
        clock = other?.clock ?? past.map { FrozenClock($0.state) } ?? FrozenClock()
        folder = try other?.folder ?? TestApp.newFolder()
        if let past { try Data(past.database).write(to: folder.appending(path: "test.sqlite")) }
        database = try other?.database ?? AppDatabase(path: folder.appending(path: "test.sqlite").path)
        store = Stores(database)
        let clock = clock
        let system = SystemInputs(now: { clock.now }, uptime: { clock.uptime }, randomBytes: { clock.bytes($0) })
        let hasher = try PasswordHasher(system: system, parameters: .init(memoryKiB: 64, passes: 1, lanes: 1))
        var options = ServiceOptions()
        options.senders = post.senders(clock).filter { channels.contains($0.channel) }
        options.push.contact = channels.contains(.push) ? "mailto:push@trip.example" : nil
        if channels.contains(.email) { options.mail = mailbox.options }
        if hasBot { (options.telegram.botToken, options.telegram.api) = ("4711:matrix", "http://127.0.0.1:9") }
        options.noticeLink = { (Path.subject(of: $0, slug: $1) ?? Path.notices()).text }
        options.nudgeLink = { Path.well($0).text }
        options.fetchFeed = { [feeds] request throws(BikeProblem) in try feeds.answer(request) }
        services = try AppServices(
            store: store, hub: Hub(epoch: "test"),
            currentAtlas: CurrentAtlas(path: folder.appending(path: "map.atlas").path, tilesFolder: nil),
            system: system, hasher: hasher, drawMessage: MessageRow.forStream, options: options)
        let application = WebApplication(services: services, options: WebOptions())
        routes = application.routes
        responder = application.router.buildResponder()
        other?.sessions.withLock { known in sessions.withLock { $0 = known } }
        other?.ids.withLock { known in ids.withLock { $0 = known } }
        guard other == nil else { return }
        try await store.key.keep(String(repeating: "k", count: 43))
        try await services.push.prepare()
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

    typealias Numbers = (message: Int, reported: Int, log: Int)
    let numbers = Mutex<Numbers>((0, 0, 0))
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
    func access(_ user: TestUser, slug: String = "alpha") throws -> TripAccess {
        let record = try #require(try services.accounts.sessions.find(token: session(user) ?? ""))
        return try services.trips.open(slug: slug, for: record.actor)
    }
    func host(_ user: TestUser = .host, slug: String = "alpha") throws -> OpenHostAccess {
        try access(user, slug: slug).requireOpenHost()
    }
    func staff(_ user: TestUser, slug: String = "alpha") throws -> StaffAccess { try access(user, slug: slug).requireStaff() }
    func member(_ user: TestUser, slug: String = "alpha") throws -> MemberAccess { try access(user, slug: slug).requireMember() }

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

    struct TestResponse: Sendable {
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

    /// The cookie by which the browser is known again.
    static func known(as device: String?) -> [String: String] { device.map { ["Cookie": "__Host-sotravel-device=" + $0] } ?? [:] }

    func send(
        _ method: HTTPRequest.Method, _ path: String, as user: TestUser = .nobody, token: String? = nil, form: [(String, String)] = [],
        body: String? = nil, headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        if method == .post, headers["Sec-Fetch-Site"] == nil, headers["Origin"] == nil, headers["X-Plain"] == nil,
            let name = HTTPField.Name("Sec-Fetch-Site")
        {
            fields[name] = "same-origin"
        }
        let cookies = ["other=1", (token ?? session(user)).map { "__Host-sotravel=" + $0 }, fields[.cookie]]
        fields[.cookie] = cookies.compactMap(\.self).joined(separator: "; ")
        if body == nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        let text = body ?? form.map { $0.0.addingPercentEncoding + "=" + $0.1.addingPercentEncoding }.joined(separator: "&")
        let head = HTTPRequest(method: method, scheme: "http", authority: "trip.example", path: path, headerFields: fields)
        let request = Request(head: head, body: .init(buffer: ByteBuffer(string: text)))
        let channel = NIOAsyncTestingChannel()
        let context = Context(source: .init(channel: channel, logger: TestApp.logger))
        let response = try await responder.respond(to: request, context: context)
        let writer = Collector()
        try await response.body.write(writer)
        return TestResponse(status: response.status.code, headers: response.headers, bytes: writer.bytes, largestPart: writer.largest)
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
        try queue(CaseFilter(), of: [], access).cases
    }
}
