import ArgumentParser
import Demo
import Domain
import Foundation
import Hummingbird
import Live
import Logging
import NIOCore
import Runtime
import Web

/// What `make bench` needs inside a program.
package struct BenchCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Parts of make bench: servers to measure against, and measures of single parts.",
        subcommands: [
            Streams.self, Roster.self, BenchTilesCommand.self, BenchElevationCommand.self, BenchNetworkCommand.self, BenchEventCommand.self,
            BenchChatCommand.self, BenchInsertCommand.self, BenchHoursCommand.self, BenchPlacesCommand.self, BenchBikesCommand.self,
            BenchPushCommand.self, BenchNoticesCommand.self,
        ])
    package init() {}

    /// The real hub behind the real edge on loopback, open to everybody; `/publish?bytes=` sends one event.
    struct Streams: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "A stream server for the load client.")
        @Option var port = 8090

        func run() async throws {
            _ = Descriptors.raiseLimit()
            let hub = Hub(epoch: "bench", firstDescriptor: 10_500)
            let id = ID(high: 1, low: 1)
            let router = Router(context: Context.self)
            router.get("/live") { _, context in
                Response(
                    status: .ok, headers: [.contentType: "text/event-stream"],
                    body: .init { [channel = context.channel] writer in
                        let identity = StreamIdentity(sessionID: id, accountID: id, tripID: id)
                        try await hub.serve(on: channel, identity: identity, topics: .roster, lastEventID: nil)
                        try await writer.finish(nil)
                    })
            }
            router.post("/publish") { request, _ in
                var request = request
                let body = try await request.collectBody(upTo: 4096)
                hub.tripChannel(id).publish(.roster, name: "message", data: .string(String(buffer: body)))
                return Response(status: .ok)
            }
            let application = Application(
                responder: router.buildResponder(), server: .edge(),
                configuration: .init(address: .hostname("127.0.0.1", port: port), backlog: 4096),
                logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
            try await application.runService()
        }
    }

    /// The roster page with its string built by hand: the same session, the same reads, the same bytes.
    struct Roster: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The peer of the roster page.")
        @OptionGroup var data: DataOption
        @Option var port = 8091
        @Option(help: "The real page: what stands around its rows.") var like: String

        func run() async throws {
            let program = try Program(data.place)
            try await program.services.live.load()
            let page = try String(contentsOfFile: like, encoding: .utf8)
            guard let start = page.firstRange(of: "<tbody>"), let end = page.firstRange(of: "</tbody>") else { throw Problem("No rows.") }
            let (head, foot) = (String(page[..<start.upperBound]), String(page[end.lowerBound...]))
            let router = Router(context: Context.self)
            let services = program.services
            router.get("/") { request, _ in
                let token = String((request.headers[.cookie] ?? "").dropFirst("__Host-sotravel=".count))
                guard let actor = try services.accounts.sessions.find(token: token)?.actor else { return Response(status: .unauthorized) }
                let access = try services.trips.open(slug: DemoTrip.slug, for: actor).requireOpenHost()
                _ = try services.trips.list(for: actor)
                _ = try services.roster.groups(access)
                _ = try services.trips.columns(access, own: services.roster.ownColumns(access))
                var filter = RosterFilter()
                filter.gone = .hidden
                let (entries, now) = (try services.roster.entries(filter, access), services.system.now())
                var text = head
                text.reserveCapacity(page.utf8.count + 1024)
                for entry in entries { HandMadeRoster.row(entry, now, into: &text) }
                text += foot
                return Response(
                    status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: text)))
            }
            let application = Application(
                responder: router.buildResponder(), server: .edge(), configuration: .init(address: .hostname("127.0.0.1", port: port)),
                logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
            try await application.runService()
        }
    }
}

/// What somebody without templates would write.
private enum HandMadeRoster {
    static let columns: [MemberField] = [.status, .groups, .room, .phone, .languages, .diet]

    static func row(_ entry: RosterEntry, _ now: Instant, into text: inout String) {
        let name = HandMade.escaped(entry.row.fullName)
        text += "<tr><td><label><input type=\"checkbox\" name=\"member\" value=\"\(entry.row.id)\" aria-label=\"\(name)\"></label></td>"
        text += "<th scope=\"row\">"
        HandMade.face(entry.row, into: &text)
        text += "<a href=\"/trips/valrosa/members/\(entry.row.id)\">\(name)</a>"
        if !entry.row[.attention].isEmpty {
            let flag = HandMade.escaped(entry.row[.attention])
            text += " <span class=\"flag\" title=\"\(flag)\">⚑<span class=\"unseen\"> \(flag)</span></span>"
        }
        if entry.row.role != .traveller { text += " <span class=\"chip\">\(entry.row.role.rawValue)</span>" }
        text += "</th>"
        for column in columns { text += cell(entry.row, column, name) }
        let style = entry.freshness.rawValue
        let contact = entry.lastFix.map { age(now - $0) } ?? entry.freshness.label
        text += "<td><span class=\"mark \(style)\" title=\"\(style)\">–</span> \(contact)</td></tr>\n"
    }

    private static func cell(_ row: RosterRow, _ column: MemberField, _ name: String) -> String {
        let text = HandMade.escaped(column == .status ? row.status.label : row[column])
        switch column {
        case .room: return "<td class=\"r\">\(text)</td>"
        case .groups:
            let room = row[.room].isEmpty ? "" : " data-room=\"Room \(HandMade.escaped(row[.room]))\""
            return "<td class=\"g\"\(room)>" + row.groupNames.map { "<span>\(HandMade.escaped($0))</span> " }.joined() + "</td>"
        case .phone where !text.isEmpty:
            let number = text.filter { $0.isNumber || $0 == "+" }
            let label = "Call \(name), \(text)"
            return "<td><a href=\"tel:\(number)\" aria-label=\"\(label)\">\(HandMade.icon("phone"))<span>\(text)</span></a></td>"
        default: return "<td>\(text)</td>"
        }
    }

    private static func age(_ time: Duration) -> String {
        let seconds = Int(time.components.seconds)
        return seconds < 60 ? "just now" : seconds < 3600 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
    }
}
