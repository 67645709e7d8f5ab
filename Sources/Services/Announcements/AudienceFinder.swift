import Domain
import Live
import Store

/// Whom an audience means at this moment.
struct AudienceFinder: Sendable {
    let roster: RosterService
    let store: AudienceStore
    let checkIn: CheckInStore
    let addresses: AddressBook
    let hub: Hub
    /// What is called so near a place.
    let places: PlaceAtlas
    let system: SystemInputs

    /// In order of name, without those who have cancelled or left.
    /// - Parameter sender: is not told what they say themselves, unless somebody chose them by name.
    func people(_ audience: AnnouncementAudience, in trip: Trip, sender: ID?) throws -> [RosterRow] {
        guard !audience.isEmpty else { return [] }
        return try people(audience, in: trip, among: candidates(audience, in: trip, sender: sender))
    }

    private func candidates(_ audience: AnnouncementAudience, in trip: Trip, sender: ID?) throws -> [RosterRow] {
        let chosen = Set((audience.all + audience.any).flatMap(\.people))
        let left = sender.flatMap { chosen.contains($0) ? nil : $0 }
        return try roster.rows(trip: trip.id).filter { !$0.isGone && $0.id != left }
    }

    private func people(_ audience: AnnouncementAudience, in trip: Trip, among rows: [RosterRow]) throws -> [RosterRow] {
        var sets: [AudienceCondition: Set<ID>] = [:]
        for (_, condition) in audience.conditions where condition != .everyone && sets[condition] == nil {
            sets[condition] = try set(condition, rows, trip)
        }
        let found = Set(audience.members(among: rows.map(\.id), sets))
        return found.count == rows.count ? rows : rows.filter { found.contains($0.id) }
    }

    func preview(_ audience: AnnouncementAudience, in trip: Trip, sender: ID?) throws -> AudiencePreview {
        let rows = audience.isEmpty ? [] : try candidates(audience, in: trip, sender: sender)
        let people = try people(audience, in: trip, among: rows)
        return AudiencePreview(
            words: try words(audience, in: trip), people: people,
            reached: people.isEmpty ? [] : Set(try addresses.reach(trip: trip.id, by: roster.channels).keys),
            area: count(audience, rows, trip))
    }

    func words(_ audience: AnnouncementAudience, in trip: Trip) throws -> String {
        let names = try store.names(of: Set(audience.conditions.compactMap(\.condition.subject)), trip: trip.id)
        return audience.words({ names[$0] }, near: { name(near: $0.centre, trip) })
    }

    /// Metres.
    private static let near = 400.0

    /// The trip's base, else a place of the map.
    private func name(near centre: Coordinates, _ trip: Trip) -> String? {
        let base = trip.fields.baseName
        if !base.isEmpty, let place = trip.base, place.distance(to: centre) <= AudienceFinder.near { return base }
        return places.near(centre, within: AudienceFinder.near, limit: 1).first.flatMap { $0.name.isEmpty ? nil : $0.name }
    }

    // MARK: of whom a condition holds

    private func set(_ condition: AudienceCondition, _ rows: [RosterRow], _ trip: Trip) throws -> Set<ID> {
        func those(_ holds: (RosterRow) throws -> Bool) rethrows -> Set<ID> { Set(try rows.lazy.filter(holds).map(\.id)) }
        switch condition {
        case .everyone: return those { _ in true }
        case .group(let id): return try store.inGroup(id, trip: trip.id)
        case .role(let role): return those { $0.role == role }
        case .people(let people): return Set(people)
        case .going(let id): return try store.invited(to: id, trip: trip.id, as: [.going])
        case .unanswered(let id): return try store.invited(to: id, trip: trip.id, as: [.pending])
        case .waiting(let id): return try store.invited(to: id, trip: trip.id, as: [.waitlisted, .offered])
        case .notCheckedIn(let id): return try notCheckedIn(id, trip)
        case .arrived: return those { $0.status == .arrived }
        case .notArrived: return those { $0.status.isExpected }
        case .silent(let minutes): return silent(minutes, rows, trip)
        case .inside(let area): return Set(positions(of: rows, trip).filter { area.contains($0.value) }.keys)
        case .got(let id): return try store.got(id, trip: trip.id)
        case .notOpened(let id): return try store.notOpened(id, trip: trip.id)
        case .notAnswered(let id): return try store.notAnswered(id, trip: trip.id)
        case .unreachable:
            let reached = try addresses.reach(trip: trip.id, by: roster.channels)
            return those { reached[$0.id] == nil }
        }
    }

    /// Whoever is going, or was ticked, and is not there; who is in on a list that excludes it is somewhere else.
    private func notCheckedIn(_ list: ID, _ trip: Trip) throws -> Set<ID> {
        guard let event = try store.event(ofList: list, trip: trip.id) else { return [] }
        let lists = try checkIn.lists(of: event)
        guard let chosen = lists.first(where: { $0.id == list }) else { return [] }
        let attendance = Attendance(list: chosen, lists: lists, scans: try checkIn.scans(of: event))
        let expected = try store.invited(to: event, trip: trip.id, as: [.going]).union(attendance.recorded)
        return expected.filter { member in
            switch attendance[member] {
            case .awaited, .out: true
            case .present, .elsewhere: false
            }
        }
    }

    /// Only those whose phone was to be heard: with a tracker, and without a pause.
    private func silent(_ minutes: Int, _ rows: [RosterRow], _ trip: Trip) -> Set<ID> {
        let board = hub.board(trip.id).entries()
        let limit = system.now() - .minutes(minutes)
        return Set(
            rows.lazy.filter { $0.trackerCount > 0 && !$0.isPaused && (board[$0.id].map { $0.lastContactAt < limit } ?? true) }.map(\.id))
    }

    // MARK: who is where

    /// The newest position of each of these whose position staff see and that is not lost. Those who share none are not on the board.
    /// What a phone says whose clock is ahead has no age, and is left out.
    func positions(of rows: [RosterRow], _ trip: Trip) -> [ID: Coordinates] {
        let (board, now) = (hub.board(trip.id).entries(), system.now())
        let oldest = now - .minutes(trip.fields.staleMinutes)
        var found: [ID: Coordinates] = [:]
        for row in rows where !row.isPaused {
            guard let entry = board[row.id], entry.fix.time >= oldest, !entry.isAhead(of: now) else { continue }
            found[row.id] = entry.fix.coordinates
        }
        return found
    }

    /// Everybody on the trip whose position is new enough to count, for a map to draw on.
    func positions(in trip: Trip) throws -> [Coordinates] {
        Array(positions(of: try roster.rows(trip: trip.id).filter { !$0.isGone }, trip).values)
    }

    /// In how far the areas of an audience find people; nil where it has none.
    private func count(_ audience: AnnouncementAudience, _ rows: [RosterRow], _ trip: Trip) -> AreaCount? {
        let areas = Set(audience.conditions.compactMap(\.condition.area))
        guard !areas.isEmpty else { return nil }
        let (positions, board) = (positions(of: rows, trip), hub.board(trip.id).entries())
        let older = rows.count { positions[$0.id] == nil && !$0.isPaused && board[$0.id] != nil }
        return AreaCount(
            inside: positions.values.count { place in areas.contains { $0.contains(place) } }, older: older,
            unknown: rows.count - positions.count - older, minutes: trip.fields.staleMinutes)
    }
}
