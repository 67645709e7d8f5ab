import Cryptography
import Domain
import Store
import Synchronization

/// Links for volunteers without an account: each ticks one check-in list, finds people by typing, and ends by itself.
package final class HelperService: Sendable {
    /// In a minute, of one link: enough for a queue at a bus, where each name is looked for twice or thrice while it is typed. Whoever has
    /// the link and the patience learns who is on the list, as whoever stands at the bus does; hosts see its use, and end it.
    private static let (searchesPerMinute, ticksPerMinute) = (120, 60)
    private let store: HelperLinkStore
    private let passing: PassingState
    private let checkIn: CheckInService
    private let trips: @Sendable (ID) throws -> Trip?
    /// Searches, by link. A search changes nothing, so this node alone counts its own.
    private let searches = Mutex<[ID: [Instant]]>([:])
    private var system: SystemInputs { checkIn.events.system }

    init(
        store: HelperLinkStore, passing: PassingState, checkIn: CheckInService, trips: @escaping @Sendable (ID) throws -> Trip?
    ) {
        (self.store, self.passing, self.checkIn, self.trips) = (store, passing, checkIn, trips)
    }

    // MARK: hosts

    /// Newest first.
    package func links(of list: ID, _ access: some HostProof) throws -> [HelperLink] { try store.links(of: list) }

    /// - Returns: the token, which is shown this once.
    package func add(_ list: ID, of event: ID, note: String, until end: HelperEnd, _ access: OpenHostAccess) async throws -> String {
        let (event, found) = try find(list, of: event, access)
        let note = tidyLine(note)
        guard note.count <= HelperLink.noteLimit else {
            throw Refusal.invalid([FieldError("note", "At most \(HelperLink.noteLimit) characters.")])
        }
        guard event.state != .draft, !found.isArchived else {
            throw Refusal.conflict("Nobody can be ticked on this list now. Publish the event, or reopen the list.")
        }
        let (token, now) = (system.newToken(bytes: 16), system.now())
        let link = HelperLink(
            id: system.newID(), listID: found.id, note: note, madeBy: access.author.name, madeAt: now,
            endsAt: end.end(from: now, in: access.trip.zone))
        try await store.add(link, tokenHash: HelperService.hash(token), list: found, of: event, by: access.author)
        return token
    }

    package func revoke(_ link: ID, on list: ID, of event: ID, _ access: OpenHostAccess) async throws {
        let (event, found) = try find(list, of: event, access)
        try await store.revoke(link, list: found, of: event, by: access.author, at: system.now())
    }

    private func find(_ list: ID, of event: ID, _ access: OpenHostAccess) throws -> (Event, CheckInList) {
        let event = try checkIn.events.find(event, access)
        guard let found = try checkIn.store.lists(of: event.id).first(where: { $0.id == list }) else { throw Refusal.notFound }
        return (event, found)
    }

    private static func hash(_ token: String) -> [UInt8] { Digest.sha256(Array(token.utf8)) }

    // MARK: helpers

    /// Whether a link still opens its list, for a page that says so.
    /// - Throws: not found for a link that nobody knows.
    package func isOver(token: String) throws -> Bool {
        guard let found = try store.find(tokenHash: HelperService.hash(token)) else { throw Refusal.notFound }
        return try !isOpen(found)
    }

    private typealias Found = (link: HelperLink, event: ID, trip: ID)

    /// Without the people of the list.
    private func isOpen(_ found: Found) throws -> Bool {
        guard found.link.isOpen(at: system.now()), let trip = try trips(found.trip), trip.archivedAt == nil,
            let event = try checkIn.events.store.find(found.event, trip: trip.id), event.state != .draft
        else { return false }
        return try checkIn.store.lists(of: event.id).contains { $0.id == found.link.listID && !$0.isArchived }
    }

    private typealias Opened = (link: HelperLink, trip: Trip, sheet: CheckInSheet)

    private func open(_ token: String) throws -> Opened {
        guard let found = try store.find(tokenHash: HelperService.hash(token)) else { throw Refusal.notFound }
        guard try isOpen(found), let trip = try trips(found.trip),
            let sheet = try checkIn.sheet(found.link.listID, of: found.event, in: trip)
        else { throw Refusal.conflict("This link has ended. Ask the host who gave it to you.") }
        return (found.link, trip, sheet)
    }

    /// The list, and whom a helper looks for.
    /// - Parameter typed: nothing, or at least two letters of a name.
    package func sheet(token: String, typed: String) throws -> HelperSheet {
        let (link, trip, sheet) = try open(token)
        let typed = tidyLine(typed)
        guard !typed.isEmpty else { return HelperSheet(trip: trip, link: link, sheet: sheet, people: [], hasMore: false) }
        try admitSearch(link.id)
        guard searchable(typed).count(where: { !$0.isWhitespace }) >= HelperLink.lettersNeeded else {
            throw Refusal.invalid([FieldError("q", "Type at least two letters of the name.")])
        }
        let found = HelperSheet.found(typed, in: sheet)
        return HelperSheet(
            trip: trip, link: link, sheet: sheet, people: Array(found.prefix(HelperLink.shown)), hasMore: found.count > HelperLink.shown)
    }

    private func admitSearch(_ link: ID) throws {
        let now = system.now()
        let wait: Duration? = searches.withLock { searches in
            // Links end: what nobody used for a minute is forgotten.
            searches = searches.compactMapValues { times in
                let recent = times.filter { $0 > now - .minutes(1) && $0 <= now }
                return recent.isEmpty ? nil : recent
            }
            let recent = searches[link] ?? []
            guard recent.count < HelperService.searchesPerMinute else { return .minutes(1) - (now - recent[0]) }
            searches[link] = recent + [now]
            return nil
        }
        if let wait { throw HelperService.tooMany(max(1, Int(wait.components.seconds) + 1)) }
    }

    private static func tooMany(_ seconds: Int) -> Refusal {
        .tooMany("Wait \(counted(seconds, "second")) before you go on.", retryAfter: seconds)
    }

    /// The name that a helper gives, which stands in the log.
    package static func checked(name: String) throws(Refusal) -> String {
        let name = tidyLine(name)
        guard name.count(where: \.isLetter) >= 2, name.count <= HelperLink.nameLimit else {
            throw .invalid([FieldError("as", "Type your name, at most \(HelperLink.nameLimit) characters: the log keeps it.")])
        }
        return name
    }

    /// Ticks somebody in, or takes the tick back: one of a helper's own was a mistake, any other means that they are gone.
    package func tick(token: String, _ member: ID, isIn: Bool, by name: String) async throws {
        let author = try HelperService.checked(name: name) + " (helper)"
        let (link, trip, sheet) = try open(token)
        try await passing.take(
            Pace(.helperTick, of: link.id, HelperService.ticksPerMinute, within: .minutes(1), HelperService.tooMany), at: system.now())
        guard sheet.guests.contains(where: { $0.row.id == member }) else { throw Refusal.notFound }
        if !isIn, case .present(let scan) = sheet.attendance[member], scan.author == author {
            try await checkIn.undo(scan.id, on: sheet.list.id, of: sheet.event, by: author)
        } else {
            let tick = CheckInService.Tick(id: nil, member: member, isIn: isIn, at: nil, method: .tick)
            try await checkIn.record([tick], on: sheet.list.id, of: sheet.event.id, in: trip, by: author)
        }
        try await store.noteUse(link.id, by: name, at: system.now())
    }
}
