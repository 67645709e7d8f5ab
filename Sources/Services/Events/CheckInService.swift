import Domain
import Store

/// Ticking people in and out.
package struct CheckInService: Sendable {
    /// Scans of one request: a phone that was in a dead zone all day sends its queue in pieces.
    package static let batchLimit = 1_000
    static let nameLength = 60

    let store: CheckInStore
    let events: EventService

    package func sheet(_ list: ID, of event: ID, _ access: some StaffProof) throws -> CheckInSheet {
        let event = try events.find(event, access)
        let lists = try store.lists(of: event.id)
        guard let chosen = lists.first(where: { $0.id == list }) else { throw Refusal.notFound }
        return try sheets(event, lists, [chosen])[0]
    }

    /// For a helper, whose link names the list; nil for what is no longer there.
    func sheet(_ list: ID, of event: ID, in trip: Trip) throws -> CheckInSheet? {
        guard let event = try events.store.find(event, trip: trip.id) else { return nil }
        let lists = try store.lists(of: event.id)
        return try lists.first { $0.id == list }.map { try sheets(event, lists, [$0])[0] }
    }

    package func lists(of event: Event, _ access: some StaffProof) throws -> [CheckInList] {
        guard event.tripID == access.trip.id else { throw Refusal.notFound }
        return try store.lists(of: event.id)
    }

    /// Every list of an event with its totals.
    package func sheets(of event: Event, _ access: some StaffProof) throws -> [CheckInSheet] {
        let lists = try store.lists(of: event.id)
        return try sheets(event, lists, lists)
    }

    private func sheets(_ event: Event, _ lists: [CheckInList], _ chosen: [CheckInList]) throws -> [CheckInSheet] {
        let people = try events.roster.rows(trip: event.tripID)
        let guests = try events.guests(of: event, people)
        let invited = Set(guests.map(\.row.id))
        let others = people.filter { !invited.contains($0.id) && $0.status != .cancelled }
        let (scans, back) = (try store.scans(of: event.id), lists.returning(from: event, at: system.now())?.id)
        return chosen.map {
            CheckInSheet(
                event: event, list: $0, lists: lists, guests: guests, others: others,
                attendance: Attendance(list: $0, lists: lists, scans: scans, isReturn: $0.id == back),
                scans: scans.filter { [id = $0.id] in $0.listID == id })
        }
    }

    // MARK: lists

    /// - Parameter isExclusive: being in on one of these is being out of the others.
    /// - Returns: the new lists.
    @discardableResult
    package func addLists(_ names: [String], isExclusive: Bool, to event: Event, _ access: OpenHostAccess) async throws -> [CheckInList] {
        let names = names.map(tidyLine).filter { !$0.isEmpty }
        var check = Validation()
        check.require(!names.isEmpty, "name", "Give the list a name, for instance Bus out.")
        check.require(
            names.allSatisfy { $0.count <= CheckInService.nameLength }, "name", "At most \(CheckInService.nameLength) characters.")
        check.require(names.count <= 20, "name", "At most 20 lists at a time.")
        try check.check()
        let set = isExclusive ? system.newID().description : ""
        let lists = names.map { CheckInList(id: system.newID(), eventID: event.id, name: $0, exclusiveSet: set) }
        try await store.add(lists, to: event, by: access.author, at: system.now())
        return lists
    }

    // MARK: scans

    package struct Tick: Sendable {
        /// Made by whoever ticked: the same tick sent twice counts once.
        package let id: ID?
        package let member: ID
        package let isIn: Bool
        /// Nil for now.
        package let at: Instant?
        package let method: ScanMethod
        package init(id: ID?, member: ID, isIn: Bool, at: Instant?, method: ScanMethod) {
            self.id = id
            self.member = member
            self.isIn = isIn
            self.at = at
            self.method = method
        }
    }

    /// Stores the ticks durably, then shows them to everybody. A tick from the future counts as now.
    @discardableResult
    package func record(_ ticks: [Tick], on list: ID, of event: ID, _ access: some StaffProof) async throws -> RecordedScans {
        try await record(ticks, on: list, of: event, in: access.trip, by: access.author.name)
    }

    /// - Parameter author: as the log names whoever ticked.
    @discardableResult
    func record(_ ticks: [Tick], on list: ID, of event: ID, in trip: Trip, by author: String) async throws -> RecordedScans {
        guard let state = try store.state(of: list, event: event, trip: trip.id) else { throw Refusal.notFound }
        guard state != .draft, trip.archivedAt == nil else {
            throw Refusal.forbidden("Publish the event first. Then you can tick people in.")
        }
        guard ticks.count <= CheckInService.batchLimit else { throw Refusal.tooLarge("At most 1,000 ticks at a time.") }
        let (now, uptime) = (system.now(), system.uptime())
        let scans = ticks.map { tick in
            Scan(
                id: tick.id ?? system.newID(), listID: list, memberID: tick.member, isIn: tick.isIn,
                scannedAt: min(tick.at ?? now, now),
                receivedAt: now, method: tick.method, author: author)
        }
        return try await store.record(scans, event: event, trip: trip.id, uptime: uptime, newToken: events.newToken)
    }

    /// Ticks that a phone takes back, some of them for the second time: what is undone stays so.
    /// - Returns: how many are undone now.
    @discardableResult
    package func takeBack(_ scans: [ID], on list: ID, of event: ID, _ access: some StaffProof) async throws -> Int {
        guard scans.count <= CheckInService.batchLimit else { throw Refusal.tooLarge("At most 1,000 ticks at a time.") }
        let event = try CheckInService.open(events.find(event, access), in: access.trip)
        return try await takeBack(scans, on: list, of: event, by: access.author.name)
    }

    package func undo(_ scan: ID, on list: ID, of event: ID, _ access: some StaffProof) async throws {
        try await undo(scan, on: list, of: CheckInService.open(events.find(event, access), in: access.trip), by: access.author.name)
    }

    func undo(_ scan: ID, on list: ID, of event: Event, by author: String) async throws {
        guard try await takeBack([scan], on: list, of: event, by: author) > 0 else {
            throw Refusal.conflict("This tick has already been undone.")
        }
    }

    private func takeBack(_ ids: [ID], on list: ID, of event: Event, by author: String) async throws -> Int {
        let (lists, now) = (try store.lists(of: event.id), system.now())
        guard let list = lists.first(where: { $0.id == list }) else { throw Refusal.notFound }
        var scans = try store.scans(of: event.id)
        var undone = 0
        for id in ids where scans.contains(where: { $0.id == id && $0.listID == list.id && $0.undoneAt == nil }) {
            let standing = Set(Attendance(list: list, lists: lists, scans: scans).takenBack(id, among: scans, lists: lists))
            for scan in standing where try await store.undo(scan, event: event.id, trip: event.tripID, by: author, at: now) != nil {
                undone += 1
            }
            scans.removeAll { standing.contains($0.id) }
        }
        return undone
    }

    /// Nobody is ticked, and no tick taken back, where a trip is over.
    private static func open(_ event: Event, in trip: Trip) throws -> Event {
        guard trip.archivedAt == nil else { throw Refusal.forbidden("This trip is archived. Its ticks stay as they are.") }
        return event
    }

    private var system: SystemInputs { events.system }

    // MARK: paper

    package func plan(_ text: String, isIn: Bool, at: Instant, list: ID, event: ID, _ access: some StaffProof) throws -> PaperPlan {
        let sheet = try sheet(list, of: event, access)
        let typed = RowNumbers(text)
        let byNumber = Dictionary(firstOf: sheet.guests.map { ($0.invitation.number, $0) })
        let dated = at + (try store.shift(of: event, receivedAt: system.now(), uptime: system.uptime()))
        let rows = typed.numbers.compactMap { byNumber[$0] }.map { guest in (guest, note(guest, sheet, isIn: isIn, at: dated)) }
        return PaperPlan(
            sheet: sheet, isIn: isIn, at: at, rows: rows,
            unknown: typed.unreadable + typed.numbers.filter { byNumber[$0] == nil }.map { "#\($0)" })
    }

    private func note(_ guest: EventGuest, _ sheet: CheckInSheet, isIn: Bool, at: Instant) -> String? {
        switch sheet.attendance[guest.row.id] {
        case .awaited:
            let answer = Texts.said(text: guest.invitation.rsvp.label.lowercased())
            return guest.invitation.rsvp == .going ? nil : Texts.said("is not on the list: \(answer)")
        case .present(let scan):
            if isIn { return Texts.said("was already checked in by \(scan.author)") }
            return scan.scannedAt > at ? Texts.said("was checked in later by \(scan.author), and the later tick counts") : nil
        case .out(let scan):
            return scan.scannedAt > at ? Texts.said("was checked out later by \(scan.author), and the later tick counts") : nil
        case .elsewhere(let scan):
            let name = sheet.lists.first { $0.id == scan.listID }?.name ?? Texts.said("another list")
            return Texts.said(
                scan.scannedAt > at ? "was checked in on \(name) later, and the later tick counts" : "is on \(name) and leaves it")
        }
    }
}
