import ArgumentParser
import Demo
import Domain
import Foundation
import NIOCore
import NIOPosix
import Runtime
import Services
import Store
import Synchronization

package struct SimulateCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Move the demo's phones along plausible paths by posting to /t/{token} in the apps' own formats.")

    @OptionGroup var data: DataOption
    @Option(help: "Where Sotravel is serving.") var url = "http://127.0.0.1:8080"
    @Option(help: "Seconds between two fixes of a phone.") var interval = 5.0
    @Option(help: "At most this many phones.") var phones = 1_000_000
    @Option(help: "Stop after this many seconds; 0 goes on until it is stopped.") var seconds = 0.0
    @Option(help: "Connections to spread the phones over.") var connections = 16
    @Option(help: "Open this many live maps and report how late positions arrive.") var maps = 0
    @Option(help: "Where these maps are open, if another node than the phones' has them.") var mapsURL = ""
    @Option(help: "Publish the demo's bikes at this port of 127.0.0.1; 0 publishes none.") var bikes = 0
    @Flag(help: "Every phone sends Traccar JSON, whose times have milliseconds.") var precise = false
    package init() {}

    package func run() async throws {
        let (host, port) = try SimulateCommand.place(url)
        let program = try Program(data.place)
        let tokens = try program.store.trackers.openTokens().sorted { $0.entry.memberID < $1.entry.memberID }.prefix(phones)
        guard !tokens.isEmpty else { throw Problem("There are no trackers in \(data.folder). Fill it with `sotravel-dev demo` first.") }
        let group = MultiThreadedEventLoopGroup.singleton
        let now = program.system.now
        let watcher = StreamWatcher(now: { now().milliseconds })
        if bikes > 0 { try await BikeFeedServer(now: now).start(port: bikes, group: group) }
        if maps > 0 { try await watch(watcher, program, mapsURL.isEmpty ? url : mapsURL, group) }
        print("Moving \(counted(tokens.count, "phone")), a fix every \(decimal(interval, 1)) s each. Ctrl-C stops.")
        fflush(nil)
        let counts = ResponseCounts()
        let lanes = min(connections, tokens.count)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for lane in 0..<lanes {
                let phones = tokens.enumerated().filter { $0.offset % lanes == lane }.map { (index: $0.offset, token: $0.element.token) }
                tasks.addTask {
                    try await drive(phones, host, port, group, program.system, counts)
                }
            }
            try await tasks.waitForAll()
        }
        let result = counts.byStatus
        print("Answers: " + result.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", "))
        let latency = watcher.summary
        if maps > 0 {
            print(
                "Delivered: \(counted(latency.positions, "position")) in \(counted(latency.events, "event")); "
                    + "POST to event p50 \(latency.p50) ms, p99 \(latency.p99) ms, max \(latency.max) ms"
            )
        }
        try program.close()
    }

    /// One connection's phones, each in its own slot of the interval. Reconnects when the server went away.
    private func drive(
        _ phones: [(index: Int, token: String)], _ host: String, _ port: Int, _ group: any EventLoopGroup,
        _ system: SystemInputs, _ counts: ResponseCounts
    ) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        var connection: PhoneConnection?
        var round = 0
        while seconds == 0 || Double((clock.now - start).components.seconds) < seconds {
            for (slot, phone) in phones.enumerated() {
                let share = Double(slot) / Double(phones.count)
                let due: Double = (Double(round) + share) * interval
                try await clock.sleep(until: start + Swift.Duration.seconds(due))
                let battery = max(8, 96 - phone.index % 50 - round / 200)
                let fix = Terrain.fix(member: phone.index, at: system.now(), battery: battery)
                let format = precise ? PhoneFormat.traccar : PhoneFormat.allCases[phone.index % PhoneFormat.allCases.count]
                do {
                    if connection == nil { connection = try await PhoneConnection.connect(host: host, port: port, group: group) }
                    counts.note(try await connection?.send(format.request(fix, token: phone.token, host: "\(host):\(port)")) ?? 0)
                } catch {
                    counts.note(0)
                    connection = nil
                    try await clock.sleep(for: .seconds(1))
                }
            }
            round += 1
        }
        connection?.close()
    }

    private static func place(_ url: String) throws -> (host: String, port: Int) {
        guard let address = URLComponents(string: url), let host = address.host else { throw ValidationError("“\(url)” is no address.") }
        return (host, address.port ?? 80)
    }

    private func watch(_ watcher: StreamWatcher, _ program: Program, _ url: String, _ group: any EventLoopGroup) async throws {
        let (host, port) = try SimulateCommand.place(url)
        let tokens = try program.store.trackers.openTokens()
        guard let entry = tokens.first?.entry, let trip = try program.store.trips.find(id: entry.tripID),
            let admin = try program.store.accounts.entries().map(\.account).first(where: { $0.isAdmin && $0.hasSecondFactor })
        else { throw Problem("Live maps need a trip and an admin: fill the folder with `sotravel-dev demo` first.") }
        let session = try await program.services.accounts.sessions.openForLoad(account: admin.id)
        let request =
            "GET /trips/\(trip.fields.slug)/live?topics=positions HTTP/1.1\r\nHost: \(host):\(port)\r\n"
            + "Cookie: __Host-sotravel=\(session)\r\nAccept: text/event-stream\r\n\r\n"
        try await watcher.open(count: maps, host: host, port: port, request: request, group: group)
    }
}

/// How often each status came back; 0 is a broken connection.
final class ResponseCounts: Sendable {
    private let counts = Mutex<[Int: Int]>([:])
    func note(_ status: Int) { counts.withLock { $0[status, default: 0] += 1 } }
    var byStatus: [Int: Int] { counts.withLock { $0 } }
}
