import Atlas
import Domain
import Live
import Store

/// What the map shows: people, their newest positions, their ways.
package struct MapService: Sendable {
    /// Points of one trail on the map, and of one exported track.
    private static let trailLimit = 2_000
    private static let trailMinutes = 30
    private static let exportLimit = 200_000

    private let roster: RosterService
    private let fixes: FixStore
    private let choices: MapStore
    private let sharing: SharingService
    private let hub: Hub
    let currentAtlas: CurrentAtlas
    private let system: SystemInputs

    package init(
        roster: RosterService, fixes: FixStore, choices: MapStore, sharing: SharingService, hub: Hub, currentAtlas: CurrentAtlas,
        system: SystemInputs
    ) {
        self.roster = roster
        self.fixes = fixes
        self.choices = choices
        self.sharing = sharing
        self.hub = hub
        self.currentAtlas = currentAtlas
        self.system = system
    }

    package func ground(_ access: some StaffOrMedicProof) throws -> MapGround {
        let baseHeight = access.trip.base.flatMap { currentAtlas.groundHeight(at: $0) }
        return MapGround(
            version: currentAtlas.loaded()?.version, choice: try choices.choice(account: access.actor.account.id, trip: access.trip.id),
            baseHeight: baseHeight,
            threshold: MapService.threshold(access.trip, baseHeight),
            rasterServers: try choices.rasterServers(), corners: corners(), height: { height(at: $0)?.metres })
    }

    /// The tiles for a small map of one place: mountain where it lies above the trip's threshold. Nil while there is no map.
    package func ground(at place: Coordinates?, _ trip: Trip) -> (version: String, style: MapStyle)? {
        let ground = friendGround(trip)
        guard let place, let version = ground.version else { return nil }
        let isHigh = ground.threshold.flatMap { limit in currentAtlas.groundHeight(at: place).map { $0 >= limit } } ?? false
        return (version, isHigh ? .mountain : .street)
    }

    /// What lies under a traveller's map: the tiles' version, the height from which the mountain map is shown, and the base's.
    package func friendGround(_ trip: Trip) -> (version: String?, threshold: Double?, baseHeight: Double?) {
        let baseHeight = trip.base.flatMap { currentAtlas.groundHeight(at: $0) }
        return (currentAtlas.loaded()?.version, MapService.threshold(trip, baseHeight), baseHeight)
    }

    /// What the place of a new trip is chosen on: the map data, and its middle.
    package func wholeGround() -> (version: String, centre: Coordinates)? {
        let corners = corners()
        guard let version = currentAtlas.loaded()?.version, let first = corners.first, let last = corners.last else { return nil }
        let middle = Coordinates(
            clampedLatitude: (first.latitude + last.latitude) / 2, longitude: (first.longitude + last.longitude) / 2)
        return (version, middle)
    }

    private static func threshold(_ trip: Trip, _ baseHeight: Double?) -> Double? {
        trip.fields.mountainFrom.map(Double.init) ?? baseHeight.map { $0 + MapDecision.aboveBase }
    }

    /// Of the map data. Where nobody is yet, a map shows the whole of it.
    private func corners() -> [Coordinates] {
        guard let box = currentAtlas.loaded()?.atlas.bounds, !box.isEmpty else { return [] }
        return [
            World.coordinates(x: Double(box.minX), y: Double(box.minY)), World.coordinates(x: Double(box.maxX), y: Double(box.maxY)),
        ]
    }

    /// Whose pictures the map page may show.
    package func rasterServers(_ access: some StaffOrMedicProof) throws -> [RasterServer] {
        try choices.rasterServers()
    }

    /// Street or mountain by one's own height, or as one likes.
    package func choice(_ access: some TripProof) throws -> MapChoice {
        try choices.choice(account: access.actor.account.id, trip: access.trip.id)
    }

    package func choose(_ choice: MapChoice, _ access: some TripProof) async throws {
        try await choices.setChoice(choice, account: access.actor.account.id, trip: access.trip.id)
    }

    /// Metres above the sea, and degrees of slope.
    package func height(at place: Coordinates) -> (metres: Double, slope: Double?)? {
        guard let elevation = currentAtlas.loaded()?.atlas.elevation, let metres = elevation.measured(at: place) else { return nil }
        return (metres, elevation.slope(at: place))
    }

    /// Everybody on the trip, last contact first.
    package func places(_ access: some StaffOrMedicProof) throws -> [LocatedMember] {
        let board = hub.board(access.trip.id).entries()
        let now = system.now()
        return try roster.people(trip: access.trip.id).map { person in
            let entry = board[person.id]
            let freshness = Freshness(
                lastFix: entry?.fix.time, isPaused: person.isPaused, now: now, trip: access.trip.fields)
            let ground = entry.flatMap { currentAtlas.groundHeight(at: $0.fix.coordinates) }
            return LocatedMember(person: person, entry: entry, freshness: freshness, ground: ground)
        }.sorted { ($0.entry?.lastContactAt.microseconds ?? .min) > ($1.entry?.lastContactAt.microseconds ?? .min) }
    }

    /// When the newest position was measured of everybody who is on the map.
    package func lastSeen(_ access: some StaffProof) throws -> [ID: Instant] { hub.board(access.trip.id).entries().mapValues(\.fix.time) }

    /// One of them, and for staff also whoever has left.
    package func place(of id: ID, _ access: some StaffOrMedicProof) throws -> LocatedMember {
        let staff = access.role.isStaff
        guard let row = try roster.rows(trip: access.trip.id).first(where: { $0.id == id }), staff || !row.isGone else {
            throw Refusal.notFound
        }
        let entry = hub.board(access.trip.id).entry(id)
        let freshness = Freshness(lastFix: entry?.fix.time, isPaused: row.isPaused, now: system.now(), trip: access.trip.fields)
        let found = LocatedMember(person: row.person, entry: entry, freshness: freshness, ground: nil)
        return staff ? found : found.withoutGroups
    }

    /// Everybody's newest position, as the stream sends it.
    package func positions(_ access: some StaffOrMedicProof) -> JSON { hub.positions(access.trip.id) }

    /// What a map page shows, besides what is stored.
    package func version(_ access: some StaffOrMedicProof) -> String {
        "\(hub.board(access.trip.id).version) \(currentAtlas.loaded()?.version ?? "")"
    }

    /// The last half hour of everybody on the board, a place a minute.
    ///
    /// - Parameter group: the group whose members are shown; empty for all. Groups are for staff: for a medic it is ignored.
    package func trails(group: String, _ access: some StaffOrMedicProof) async throws -> [(member: ID, places: [Coordinates])] {
        let now = system.now()
        var members = Set(hub.board(access.trip.id).entries().keys)
        if access.role.isStaff, !group.isEmpty { members.formIntersection(try people(in: group, access).map(\.id)) }
        return try await fixes.trails(
            trip: access.trip.id, of: members, since: now - .minutes(MapService.trailMinutes), steps: MapService.trailMinutes)
    }

    private func people(in group: String, _ access: some StaffOrMedicProof) throws -> [MapPerson] {
        try roster.people(trip: access.trip.id).filter { $0.groups.contains { folded($0) == folded(group) } }
    }

    /// The last hour; empty where the reader may not look back.
    package func trail(of member: ID, _ access: some StaffOrMedicProof) async throws -> [Fix] {
        guard try roster.store.member(member, trip: access.trip.id) != nil else { throw Refusal.notFound }
        guard try sharing.mayLookBack(on: member, access) else { return [] }
        let now = system.now()
        return try await fixes.track(member: member, from: now - .hours(1), to: now + .minutes(5), limit: MapService.trailLimit)
    }

    package func way(of member: ID, _ span: WaySpan, _ access: some HostProof) async throws -> LookBack {
        let found = try lookedBackOn(member, access)
        let limits = span.limits(access.trip.zone, now: system.now())
        let all = try await fixes.track(member: member, from: limits.start, to: limits.end, limit: Way.readLimit)
        // Of a time without a position people are told when there was one before it.
        let before = all.isEmpty ? try await fixes.track(member: member, from: FixRefusal.earliest, to: limits.start, limit: 1) : []
        return LookBack(
            member: found, way: Way(all), span: span, limits: limits,
            newest: try await fixes.newest(member: member, at: system.now())?.fix.time, before: before.last?.time,
            people: try peopleToLookBackOn(access))
    }

    /// Those of whom the board has a position: nobody else is seen. Of a trip that is over it has none, and all are named.
    private func peopleToLookBackOn(_ access: some HostProof) throws -> [MapPerson] {
        let board = hub.board(access.trip.id).entries()
        return try roster.people(trip: access.trip.id)
            .filter { !$0.isPaused && (board.isEmpty || board[$0.id] != nil) }
            .sorted { folded($0.name) < folded($1.name) }
    }

    private func lookedBackOn(_ member: ID, _ access: some HostProof) throws -> Member {
        let found = try roster.member(member, access)
        guard try sharing.mayLookBack(on: member, access) else {
            throw Refusal.forbidden("\(found.fields.fullName) does not share their position, so nobody sees where they were.")
        }
        return found
    }

    package func track(of member: ID, _ access: some HostProof) async throws -> [Track] {
        let found = try lookedBackOn(member, access)
        return [Track(name: found.fields.fullName, fixes: try await allFixes(member, access))]
    }

    /// Of those in the group on whom the reader may look back.
    package func tracks(group: String, _ access: some HostProof) async throws -> [Track] {
        let people = try people(in: group, access)
        guard !people.isEmpty else { throw Refusal.notFound }
        var tracks: [Track] = []
        for person in people where try sharing.mayLookBack(on: person.id, access) {
            tracks.append(Track(name: person.name, fixes: try await allFixes(person.id, access)))
        }
        return tracks
    }

    private func allFixes(_ member: ID, _ access: some HostProof) async throws -> [Fix] {
        try await fixes.track(
            member: member, from: FixRefusal.earliest, to: system.now() + .minutes(5),
            limit: MapService.exportLimit)
    }
}
