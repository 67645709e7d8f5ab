import Atlas
import Database
import Domain
import Foundation
import Live
import Pages
import Services
import Store
import Web

/// The program's parts over one data folder.
package struct Program {
    package let database: AppDatabase
    package let store: Stores
    package let hub: Hub
    package let services: AppServices
    package let system: SystemInputs

    /// Bytes on the disk for calls for help, sharing off, sign-in and sign-out: some hundred of them.
    private static let reserve = 4 << 20

    package static func databasePath(_ folder: String) -> String { folder + "/sotravel.sqlite" }
    package static func atlasPath(_ folder: String) -> String { folder + "/map.atlas" }

    /// Makes the folder if there is none, opens the database and brings its schema up to date.
    /// - Parameter firstDescriptor: the lowest number of a file that streams may have.
    package init(
        _ place: DataPlace, telegram: TelegramOptions = TelegramOptions(), omissions: Omissions = Omissions(), firstDescriptor: Int = 500,
        allowsPrivateFeeds: Bool = false, push: PushOptions = PushOptions(),
        mail: MailOptions = MailOptions()
    ) throws {
        let folder = place.folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        umask(0o077)
        database = try place.open(groupLimit: omissions.groupLimit, reserve: Program.reserve)
        store = Stores(database)
        let system = Program.system(of: database.clock)
        self.system = system
        let currentAtlas = CurrentAtlas(path: Program.atlasPath(folder), tilesFolder: folder + "/tiles")
        hub = Hub(
            epoch: String(system.randomBytes(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, radix: 36),
            firstDescriptor: firstDescriptor
        ) { currentAtlas.groundHeight(at: $0) }
        var options = ServiceOptions()
        options.telegram = telegram
        (options.isDryRun, options.limitsMessages) = (!omissions.storesFixes, omissions.limitsMessages)
        (options.push, options.mail, options.hasOtherNodes) = (push, mail, place.server != nil)
        options.mail.path = { $0.path }
        options.telegramPaths = Program.telegramPaths
        options.noticeLink = { (Path.subject(of: $0, slug: $1) ?? Path.notices()).text }
        options.nudgeLink = { Path.well($0).text }
        if allowsPrivateFeeds { options.allowPrivateFeeds() }
        services = try AppServices(
            store: store, hub: hub, currentAtlas: currentAtlas, system: system, hasher: try PasswordHasher(system: system),
            drawMessage: MessageRow.forStream, options: options)
    }

    private static var telegramPaths: TelegramPaths {
        var paths = TelegramPaths()
        paths.event = { Path.myEvent($0, $1).text }
        paths.announcement = { Path.announcement($0, $1).text }
        paths.join = { Path.joinTrip($0).text }
        paths.linking = Path.telegramLinking().text
        return paths
    }

    /// Waits for the writes under way.
    package func close() throws { try database.close() }

    /// All nodes of a database go by its server's clock.
    private static func system(of clock: SharedClock) -> SystemInputs {
        SystemInputs(now: { system.now() + clock.offset }, randomBytes: system.randomBytes)
    }

    package static let system = SystemInputs(
        now: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
        },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        })
}

/// Parts that a server leaves out, so that a benchmark shows what each costs. A server for people leaves out nothing.
package struct Omissions: Sendable {
    package var storesFixes = true
    package var limitsMessages = true
    /// Writes that share a commit; 1 gives each its own.
    package var groupLimit = 1000
    package init() {}
}

/// One server per data folder: a lock that the kernel drops when the process ends, however it ends.
package struct FolderLock {
    private let descriptor: Int32

    package init(folder: String) throws {
        descriptor = open(folder + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Problem("Another Sotravel is using \(folder). Stop it first.")
        }
    }
}

/// A sentence for the terminal.
package struct Problem: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
