import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Services

/// Giving phones their links, and `/t/{token}` where they post.
struct TrackerRoutes {
    /// An Overland batch of 1,000 is 600 kB.
    private static let bodyLimit = 2 << 20

    func add(to table: RouteTable) {
        table.post(Path.addTracker, .openHost, TrackerRoutes.create)
        table.get(Path.tracker, .host, TrackerRoutes.show)
        table.post(Path.replaceTracker, .openHost) { web, access in
            let (tracker, member) = try await TrackerRoutes.find(web, access)
            let new = try await web.services.trackers.replace(tracker, of: member, access)
            return web.redirect(Path.tracker(access.trip.fields.slug, new.id).asking("done", "replaced"))
        }
        table.post(Path.revokeTracker, .host) { web, access in
            let (tracker, member) = try await TrackerRoutes.find(web, access)
            try await web.services.trackers.revoke(tracker, of: member, access)
            return web.redirect(Path.tracker(access.trip.fields.slug, tracker.id).asking("done", "revoked"))
        }
        table.get(Path.trackerSetUp, .secret, TrackerRoutes.open)
        table.post(Path.trackerSetUp, .secret, TrackerRoutes.receive)
        // GPSLogger's and other Dawarich senders append their own path.
        table.post(Path.overlandBatches, .secret, TrackerRoutes.receive)
    }

    private static func find(_ web: WebRequest, _ access: some HostProof) async throws -> (Tracker, Member) {
        let tracker = try await web.services.trackers.find(web.id(), access)
        return (tracker, try web.services.roster.member(tracker.memberID, access))
    }

    private static func create(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let member = try web.services.roster.member(web.id(), access)
        return try await web.submit {
            let tracker = try await web.services.trackers.add(label: form["label"], to: member, access)
            return web.redirect(Path.tracker(access.trip.fields.slug, tracker.id))
        } again: { errors, _ in
            try await MemberRoutes.page(web, access, errors)
        }
    }

    private static func show(_ web: WebRequest, _ access: HostAccess) async throws -> Response {
        let (tracker, member) = try await find(web, access)
        var filter = TrackerDayFilter()
        filter.isProblemsOnly = web.query("only") == "problems"
        filter.before = web.query("before").ordinal.map { Instant(microseconds: Int64($0)) }
        let day = try await web.services.trackers.doctor(tracker, filter, access)
        return web.html(
            TrackerPage(
                layout: try web.tripLayout("\(tracker.label) of \(member.fields.fullName)", access, section: "/roster", script: "tracker"),
                member: member, tracker: tracker, url: web.origin + Path.trackerSetUp(tracker.token).text,
                doctor: TrackerDoctor(day, filter, of: tracker.id, trip: access.trip, now: web.now)))
    }

    // MARK: phones

    /// A browser sees how to set its phone up, whatever a messenger put behind the address; Overland's probe gets a name; everything
    /// else with a query is an app's.
    private static func open(_ web: WebRequest) async throws -> Response {
        let isRead = web.request.isReadInABrowser
        if !isRead, web.request.uri.query?.isEmpty == false { return try await receive(web) }
        let token = try web.parameter("token")
        let entry = try web.services.fixes.find(token)
        guard isRead else { return web.json { $0.add("name", "Sotravel") } }
        let (trip, member) = try web.services.live.whose(entry)
        let hasSent = try await web.services.trackers.hasSent(token, member)
        return web.html(
            TrackerSetupPage(
                layout: try web.layout("Share your position", script: "set-up"), trip: trip, member: member,
                owner: try owner(web, trip, member),
                phone: (token, web.origin, PhoneSystem(rawValue: web.query("on")) ?? PhoneSystem(userAgent: web.client.userAgent), hasSent))
        )
    }

    /// Nil unless the reader is signed in and it is their own phone.
    private static func owner(_ web: WebRequest, _ trip: Trip, _ member: Member) throws -> TrackerSetupPage.Owner? {
        guard let actor = web.context.actor, actor.members[trip.id] == member.id,
            let access = try web.services.trips.open(slug: trip.fields.slug, for: actor).asMember
        else { return nil }
        return .init(try web.services.sharing.find(access), trip, access.role, isPaused: member.sharingPausedAt != nil, now: web.now)
    }

    private static func body(of web: WebRequest, _ token: String) async throws -> ByteBuffer {
        guard web.request.method != .get else { return ByteBuffer() }
        do { return try await web.body(upTo: bodyLimit) } catch {
            if case .tooLarge = error as? Refusal ?? Refusals.from(error) {
                await web.services.fixes.noteTooLarge(token: token, limit: bodyLimit)
            }
            throw error
        }
    }

    private static func receive(_ web: WebRequest) async throws -> Response {
        let token = try web.parameter("token")
        // Before the body: an unknown token costs nothing.
        _ = try web.services.fixes.find(token)
        let request = web.request
        let body = try await body(of: web, token)
        let message = TrackerMessage(
            query: request.uri.query ?? "", contentType: request.headers[.contentType], body: Array(body.readableBytesView))
        guard let json = try await web.services.fixes.ingest(message, token: token).json else { return Response(status: .ok) }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}

extension Request {
    /// Of `/t/{token}`: a person reads the page. Apps ask for HTML too (Java's clients do by themselves), but for nothing without a query.
    var isReadInABrowser: Bool {
        method == .get && headers[.accept]?.containsASCII("text/html") == true
            && !TrackerDecoder.isMessage(query: parseQuery(uri.query ?? ""))
    }
}
