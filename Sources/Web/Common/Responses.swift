import Compression
import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services
import Synchronization

extension WebRequest {
    static let htmlType = "text/html; charset=utf-8"

    func html(_ page: some Page, status: HTTPResponse.Status = .ok) -> Response {
        var buffer = HTMLBuffer()
        page.render(into: &buffer)
        return response(buffer.bytes, type: WebRequest.htmlType, status: status)
    }

    private var acceptsGzip: Bool { (request.headers[.acceptEncoding] ?? "").containsASCII("gzip") }

    /// Compresses the bytes if the reader takes that: a phone in a valley gets a sixth of them.
    private func response(_ bytes: [UInt8], type: String, status: HTTPResponse.Status) -> Response {
        var headers: HTTPFields = [.contentType: type]
        guard acceptsGzip, bytes.count >= Packing.minimumBytes else {
            return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        }
        for (name, value) in Packing.fields { HTTPField.Name(name).map { headers[$0] = value } }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: Packing.pack(bytes))))
    }

    /// A page that is a function of its address, its reader, what is stored, the board and the minute: its ETag is made
    /// of those, and its bytes are kept as long as they hold, unless the request says no-store.
    func cachedPage(_ state: String, _ access: some TripProof, _ page: () throws -> some Page) throws -> Response {
        let minute = now.seconds / 60
        let isGzipped = acceptsGzip
        let key =
            try "\(access.actor.account.id) \(request.head.path ?? "") \(services.live.generation) \(state) "
            + "\(services.chat.countForMe(access)) \(services.chat.hasNews(access)) \(access.actor.unseen.first?.number ?? 0) "
            + "\(services.notices.unreadCount(access.actor)) "
            + "\(minute) \(isGzipped)"
        // Weak: the number where the page's stream goes on may differ.
        let tag = "W/" + PageCache.tag(key)
        var headers: HTTPFields = [
            .contentType: WebRequest.htmlType, .eTag: tag, .cacheControl: "private, no-cache", .vary: "Cookie, Accept-Encoding",
        ]
        if isGzipped { headers[.contentEncoding] = "gzip" }
        if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        let mayKeep = header("cache-control") != "no-store"
        if mayKeep, let body = pages.find(key) { return Response(status: .ok, headers: headers, body: .init(byteBuffer: body)) }
        var buffer = HTMLBuffer(reserving: 1 << 18)
        try page().render(into: &buffer)
        let body = ByteBuffer(bytes: isGzipped ? Packing.pack(buffer.bytes) : buffer.bytes)
        if mayKeep { pages.add(key, body) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }

    /// On to the page that shows what a form did.
    func redirect(_ link: Link) -> Response {
        if wantsJSON, !request.method.isSafe { return json { $0.add("page", link.text) } }
        return .redirect(to: link.text, type: .normal)
    }

    func download(_ text: String, type: String, name: String) -> Response {
        let safe = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) ? $0 : "-" })
        return Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "attachment; filename=\"\(safe)\""],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    func json(_ json: JSON) -> Response { response(json.bytes, type: "application/json; charset=utf-8", status: .ok) }

    /// An object.
    func json(_ members: (inout JSONWriter) throws -> Void) rethrows -> Response { json(try JSON.object(members)) }

    /// The layout of the page for whoever asks.
    func layout(
        _ title: String, _ access: (any TripProof)? = nil, section: String? = nil, flash: Flash? = nil, script: String? = nil
    ) throws -> Layout {
        let trips = try context.actor.map { try services.trips.list(for: $0) } ?? []
        // First the stream's last event, and only then the data of the page.
        let hearsCalls = access?.role.seesPositions == true
        let callStream =
            hearsCalls
            ? nil
            : context.actor.flatMap {
                services.live.callStream(of: $0, among: trips, isOnTrip: access != nil)
            }
        var reader = LayoutReader()
        (reader.actor, reader.trip, reader.role, reader.trips) = (context.actor, access?.trip, access?.role, trips)
        if access == nil { reader.frame = frame(among: trips) }
        reader.help = try context.actor.map { try services.safety.open(for: $0) } ?? []
        reader.openCase = openCase
        reader.unreadNotices = try context.actor.map { try services.notices.unreadCount($0) } ?? 0
        reader.callStream = callStream.map { Layout.CallStream(slug: $0.slug, topics: $0.topics, lastEventID: $0.lastEventID) }
        let shown = try access ?? framed(reader)
        reader.zone = shown?.trip.zone ?? .utc
        if let shown, !shown.role.isStaff { reader.sharing = try shown.asMember.map { (try services.sharing.find($0), shown.trip) } }
        // Whoever hears calls has a bar of their own call among the others.
        if shown?.role.seesPositions == false { reader.ownCall = try shown?.asMember.flatMap { try services.safety.ownOpen($0) } }
        try count(shown, for: &reader)
        reader.lastEventID = access?.lastEventID ?? ""
        return Layout(
            title: title, reader: reader, section: section,
            flash: flash ?? FlashMessage.text(query("done")).map { Flash($0) }, script: script, now: now)
    }

    /// What the sections say that waits in them.
    private func count(_ access: (any TripProof)?, for reader: inout LayoutReader) throws {
        guard let access else { return }
        reader.forMe = try services.chat.countForMe(access)
        reader.hasNews = try services.chat.hasNews(access)
        reader.eventsForMe = access.role.isStaff ? 0 : try services.myEvents.newsCount(access)
        reader.announcementsForMe = access.role.isStaff ? 0 : try services.announcements.unopenedCount(access)
        reader.openCases = try services.moderation.openCount(access)
        reader.joinRequests = try services.joining.waitingCount(access)
        reader.hasBikes = try services.bikes.hasFeeds(access)
        reader.hasPistes = !access.role.isStaff && services.ski.hasLines(access)
    }

    /// On a page of no trip its sections are those of the trip that the frame is about.
    private func framed(_ reader: LayoutReader) throws -> (any TripProof)? {
        guard let actor = reader.actor, let slug = reader.frame?.slug else { return nil }
        return try services.trips.open(slug: slug, for: actor)
    }

    /// The case of help that the address names, or that the page names which asks for its bars anew.
    private var openCase: ID? {
        if request.uri.path == Path.banners().text { return ID(query("case")) }
        let parts = request.uri.path.split(separator: "/", maxSplits: 4)
        return parts.count > 3 && parts[2] == "help" ? ID(String(parts[3])) : nil
    }

    /// The trip that the address names; on a page of no trip, the one that the reader is most likely busy with.
    private func frame(among trips: [TripSummary]) -> TripSummary? {
        let parts = request.uri.path.split(separator: "/", maxSplits: 2)
        let named = parts.first == "trips" && parts.count > 1 ? trips.first { $0.slug == parts[1] } : nil
        return named ?? TripSummary.nearest(trips, to: Day(number: Int(now.seconds / 86400)))
    }

    /// The same for a page of a trip, with what every such page is made with.
    func tripLayout(
        _ title: String, _ access: some TripProof, section: String? = nil, flash: Flash? = nil, script: String? = nil
    ) throws -> TripLayout {
        TripLayout(
            layout: try layout(title, access, section: section, flash: flash, script: script), trip: access.trip,
            role: access.role, now: now)
    }

    /// Who reads a card of somebody.
    func cardReader(_ access: some TripProof, _ calls: OpenCalls = OpenCalls()) -> CardReader {
        CardReader(trip: access.trip, role: access.role, member: access.actor.members[access.trip.id], now: now, calls: calls)
    }

    /// Scripts ask for JSON: they learn that a form arrived, or why not, and read no page.
    var wantsJSON: Bool { request.headers[.accept] == "application/json" }

    /// Does the work of a form. What a person can mend comes back on the filled form, with the status it deserves.
    func submit(
        _ work: () async throws -> Response, again page: ([FieldError], String?) async throws -> any Page
    ) async throws -> Response {
        do {
            return try await work()
        } catch let refusal as Refusal {
            if wantsJSON { throw refusal }
            switch refusal {
            case .invalid(let errors): return html(try await page(errors, nil), status: .unprocessableContent)
            case .conflict(let text): return html(try await page([], Texts.said(text)), status: .conflict)
            case .tooLarge(let text): return html(try await page([], Texts.said(text)), status: .contentTooLarge)
            case .tooMany(let text, let seconds):
                var response = html(try await page([], Texts.said(text)), status: .tooManyRequests)
                response.headers[.retryAfter] = String(seconds)
                return response
            case .unavailable(let text, let seconds):
                var response = html(try await page([], Texts.said(text)), status: .serviceUnavailable)
                response.headers[.retryAfter] = String(seconds)
                return response
            case .signInNeeded, .notFound, .forbidden: throw refusal
            }
        }
    }
}

/// How pages are packed: below a packet there is nothing to gain. A level higher takes twice the time for a fiftieth.
enum Packing {
    static let minimumBytes = 1400
    static let fields = [("content-encoding", "gzip"), ("vary", "Accept-Encoding")]
    static func pack(_ bytes: [UInt8]) -> [UInt8] { Gzip.pack(bytes, level: 6) }
}

/// Rendered pages by the versions that they show, bounded by bytes; the oldest go first.
package final class PageCache: Sendable {
    private static let limit = 12 << 20
    private struct State {
        var bodies: [String: ByteBuffer] = [:]
        var order: [String] = []
        var bytes = 0
    }
    private let state = Mutex(State())
    package init() {}

    func find(_ key: String) -> ByteBuffer? { state.withLock { $0.bodies[key] } }

    func add(_ key: String, _ body: ByteBuffer) {
        guard body.readableBytes < PageCache.limit / 4 else { return }
        state.withLock { state in
            guard state.bodies.updateValue(body, forKey: key) == nil else { return }
            state.order.append(key)
            state.bytes += body.readableBytes
            while state.bytes > PageCache.limit, !state.order.isEmpty {
                state.bytes -= state.bodies.removeValue(forKey: state.order.removeFirst())?.readableBytes ?? 0
            }
        }
    }

    static func tag(_ key: String) -> String {
        let hash = key.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\"" + String(hash, radix: 36) + "\""
    }
}

extension Response {
    /// Not for a dead zone: see offline-worker.js.
    func keptByNoDevice() -> Response {
        var response = self
        if let keep = HTTPField.Name("Sotravel-Keep") { response.headers[keep] = "no" }
        return response
    }
}
