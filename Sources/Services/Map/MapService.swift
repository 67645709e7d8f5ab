import Domain
import Live
import Store

/// What the map shows: people, their newest positions, their ways.
package struct MapService: Sendable {
    /// Points of one trail on the map, and of one exported track.
    private static let trailLimit = 2_000
    private static let exportLimit = 200_000

    private let roster: RosterService
    private let fixes: FixStore
    private let hub: Hub
    private let surroundings: Surroundings

    package init(roster: RosterService, fixes: FixStore, hub: Hub, surroundings: Surroundings) {
        self.roster = roster
        self.fixes = fixes
        self.hub = hub
        self.surroundings = surroundings
    }

    package struct Place: Sendable {
        package let person: MapPerson
        /// Nil while nothing is known, or sharing is paused.
        package let entry: BoardEntry?
        package let freshness: Freshness
    }

    /// Everybody on the trip, last contact first.
    package func places(_ access: TripAccess) throws -> [Place] {
        try access.requireStaff()
        let board = hub.board(access.trip.id).entries()
        let now = surroundings.now()
        return try roster.people(trip: access.trip.id).map { person in
            let entry = board[person.id]
            let freshness = Freshness(
                lastFix: entry?.fix.time, isPaused: person.isPaused, now: now, trip: access.trip.fields)
            return Place(person: person, entry: entry, freshness: freshness)
        }.sorted { ($0.entry?.lastContactAt.microseconds ?? .min) > ($1.entry?.lastContactAt.microseconds ?? .min) }
    }

    package func boardVersion(_ access: TripAccess) -> Int { hub.board(access.trip.id).version }

    /// The last hour.
    package func trail(of member: ID, _ access: TripAccess) throws -> [Fix] {
        _ = try roster.member(member, access)
        let now = surroundings.now()
        return try fixes.track(member: member, from: now - .hours(1), to: now + .minutes(5), limit: MapService.trailLimit)
    }

    package func track(of member: ID, _ access: TripAccess) throws -> [Track] {
        try access.requireHost()
        let found = try roster.member(member, access)
        return [Track(name: found.fields.fullName, fixes: try allFixes(member, access))]
    }

    package func tracks(group: String, _ access: TripAccess) throws -> [Track] {
        try access.requireHost()
        let people = try roster.people(trip: access.trip.id)
            .filter { $0.groups.contains { folded($0) == folded(group) } }
        guard !people.isEmpty else { throw Refusal.notFound }
        return try people.map { Track(name: $0.name, fixes: try allFixes($0.id, access)) }
    }

    private func allFixes(_ member: ID, _ access: TripAccess) throws -> [Fix] {
        try fixes.track(
            member: member, from: FixRefusal.earliest, to: surroundings.now() + .minutes(5),
            limit: MapService.exportLimit)
    }
}
