import ArgumentParser
import Demo
import Domain
import Foundation
import Hummingbird
import Logging
import Runtime
import Services
import Web

/// The event page with its list built by hand: the same session, the same reads, the same bytes.
struct BenchEventCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "event", abstract: "The peer of the event page.")
    @OptionGroup var data: DataOption
    @Option var port = 8092
    @Option(help: "The event's id.") var event: String
    @Option(help: "The real page: what stands around its list.") var like: String

    func run() async throws {
        let program = try Program(data.place)
        try await program.services.live.load()
        let page = try String(contentsOfFile: like, encoding: .utf8)
        guard let id = ID(event), let start = page.firstRange(of: "id=\"guests\">"),
            let end = page.firstRange(of: "<div class=\"bulkbar\" id=\"bulkbar\">")
        else {
            throw Problem("No list.")
        }
        let (head, foot) = (String(page[..<start.upperBound]), String(page[end.lowerBound...]))
        let router = Router(context: Context.self)
        let services = program.services
        router.get("/") { request, _ in
            let token = String((request.headers[.cookie] ?? "").dropFirst("__Host-sotravel=".count))
            guard let actor = try services.accounts.sessions.find(token: token)?.actor else { return Response(status: .unauthorized) }
            let access = try services.trips.open(slug: DemoTrip.slug, for: actor).requireOpenHost()
            _ = try services.trips.list(for: actor)
            let detail = try services.events.detail(id, access)
            var text = head
            text.reserveCapacity(page.utf8.count + 1024)
            HandMadeGuests.write(detail.guests, into: &text)
            text += foot
            return Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        let application = Application(
            responder: router.buildResponder(), server: .edge(), configuration: .init(address: .hostname("127.0.0.1", port: port)),
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
        try await application.runService()
    }
}

/// What somebody without templates would write.
private enum HandMadeGuests {
    /// The list that is open at first: those who are going.
    static func write(_ guests: [EventGuest], into text: inout String) {
        text += "<ol class=\"guest-rows\">\n"
        for line in guests where line.invitation.rsvp == .going { row(line, into: &text) }
        text += "</ol>"
    }

    private static func row(_ line: EventGuest, into text: inout String) {
        let name = HandMade.escaped(line.row.fullName)
        text += "<li><label class=\"box\"><input type=\"checkbox\" name=\"member\" value=\"\(line.row.id)\" "
        text += "aria-label=\"Choose \(name)\"></label>"
        HandMade.face(line.row, into: &text)
        text += "<span class=\"guest-name\"><a href=\"/trips/valrosa/members/\(line.row.id)\" data-card>\(name)</a>"
        let attention = HandMade.escaped(line.row[.attention])
        if !attention.isEmpty { text += " <span class=\"flag\">\(HandMade.icon("flag")) \(attention)</span>" }
        text += "</span><span class=\"guest-groups\">"
        for group in line.row.groupNames { text += "<span class=\"chip\">\(HandMade.escaped(group))</span> " }
        text += "</span><span class=\"guest-answer\">"
        let note = line.invitation.note
        if !note.isEmpty { text += "<small class=\"muted\">“\(HandMade.escaped(note))”</small>" }
        text += "</span>"
        let phone = line.row[.phone].filter { $0.isNumber || $0 == "+" }
        if !phone.isEmpty {
            text += "<a class=\"guest-call\" href=\"tel:\(phone)\" aria-label=\"Call \(name)\">\(HandMade.icon("phone"))</a>"
        }
        text += "</li>"
    }

}
