import Domain
import Store

/// People sorted into groups and rooms: who is where, moves, places and beds.
package struct LaneService: Sendable {
    private let store: LaneStore
    private let groups: GroupStore
    private let wishes: WishStore
    private let roster: RosterService
    private let system: SystemInputs

    package init(store: LaneStore, groups: GroupStore, wishes: WishStore, roster: RosterService, system: SystemInputs) {
        self.store = store
        self.groups = groups
        self.wishes = wishes
        self.roster = roster
        self.system = system
    }

    // MARK: reading

    /// The trip's buses, in order; none where nothing is one.
    package func buses(_ access: some StaffProof) throws -> [Lane] {
        LaneSet.all(of: try roster.groups(access)).first(where: \.isOfBuses)?.lanes ?? []
    }

    package func sets(_ access: some StaffProof) throws -> [LaneSet] {
        let trip = access.trip.id
        return LaneSet.all(groups: try roster.groups(access), rooms: try store.rooms(trip: trip), rows: try roster.rows(trip: trip))
    }

    /// - Parameter key: nil for the first set that there is.
    /// - Throws: not found where the trip has no such set.
    package func sorted(_ key: LaneSetKey?, _ access: some StaffProof) throws -> SortedLanes {
        let sets = try self.sets(access)
        guard let current = key == nil ? sets.first : sets.first(where: { $0.key == key }) else { throw Refusal.notFound }
        let wishes = try access.asHost.map { try self.wishes($0) } ?? []
        return SortedLanes(sets: sets, current: current, rows: try roster.rows(trip: access.trip.id), wishes: wishes)
    }

    private func set(_ key: LaneSetKey, _ access: some StaffProof) throws -> LaneSet {
        guard let set = try sets(access).first(where: { $0.key == key }) else { throw Refusal.notFound }
        return set
    }

    /// The lanes that these changes put somebody into and that are too full now.
    package func overfull(by entries: [AuditEntry], _ access: some StaffProof) throws -> [Overfull] {
        var entered: [LaneKind: Set<String>] = [:]
        for entry in entries { entered.merge(entry.lanesEntered) { $0.union($1) } }
        guard !entered.isEmpty else { return [] }
        let counts = LaneCounts(try roster.rows(trip: access.trip.id))
        return try sets(access).flatMap(\.lanes).filter { entered[$0.kind]?.contains(folded($0.name)) ?? false }
            .compactMap { Overfull($0, count: counts[$0]) }
    }

    // MARK: moves

    /// - Parameter name: of the lane; empty takes them out of theirs.
    /// - Returns: the roster version that it made, or the standing one.
    package func move(_ cards: [LaneMove.Card], to name: String, in key: LaneSetKey, _ access: OpenHostAccess) async throws -> Int {
        guard !cards.isEmpty else { throw Refusal.invalid([FieldError("member", "Tick at least one person first.")]) }
        let set = try set(key, access)
        guard let to = name.isEmpty ? "" : set.lane(name)?.name else {
            throw Refusal.conflict("“\(name)” is no longer there. You now see what there is.")
        }
        return try await store.move(
            cards, LaneMove(to: to, in: set), trip: access.trip.id, by: access.author, at: system.now(), newID: system.newID)
    }

    // MARK: lanes

    /// What a form says about a group or a room.
    package struct Typed: Sendable {
        package let name: String
        package let capacity: String
        package let category: String
        /// The same beds for every room that has none yet.
        package let isForAll: Bool
        /// Of a group that there is: a member's number, empty for nobody; nil where the form does not say, and the leader stays.
        package let leader: String?
        /// What the form showed when it was opened; nil where it does not say.
        package let seen: SeenLane?
        package init(name: String, capacity: String, category: String, isForAll: Bool, leader: String? = nil, seen: SeenLane? = nil) {
            self.leader = leader
            self.seen = seen
            self.name = tidyLine(name)
            self.capacity = tidyLine(capacity)
            self.category = tidyLine(category)
            self.isForAll = isForAll
        }
    }

    /// The set that has the lane now, which may have another kind or name since a form was opened; nil where no set is left.
    package func key(of name: String, openedIn key: LaneSetKey, _ access: some StaffProof) throws -> LaneSetKey? {
        let sets = try sets(access).filter { $0.key.kind == key.kind }
        return (sets.first { $0.lane(name) != nil } ?? sets.first { $0.key == key } ?? sets.first)?.key
    }

    /// - Parameter old: the lane's name; nil for a new one.
    /// - Returns: the roster version that it made, or the standing one; and the set in which the lane is now.
    /// - Throws: a conflict where somebody else has changed the lane since the form was opened.
    package func save(
        _ typed: Typed, was old: String?, in key: LaneSetKey, _ access: OpenHostAccess
    ) async throws -> (version: Int, set: LaneSetKey) {
        let found: LaneSetKey? = try old.map { try self.key(of: $0, openedIn: key, access) } ?? key
        guard let found else { throw Refusal.conflict("Somebody else has deleted this group. No group is left.") }
        let set = try set(found, access)
        if let old, set.lane(old) == nil {
            guard typed.seen != nil else { throw Refusal.notFound }
            throw Refusal.conflict("Somebody else has renamed or deleted “\(old)”. If you save now, it is added as a new one.")
        }
        let lane = try LaneService.lane(typed, kind: key.kind)
        let version =
            key.kind == .room
            ? try await saveRoom(lane, old, set, typed, access)
            : try await saveGroup(lane, old, typed, access)
        return (version, try sets(access).first { $0.key.kind == key.kind && $0.lane(lane.name) != nil }?.key ?? key)
    }

    /// Whoever was in it has none then.
    package func remove(_ name: String, in key: LaneSetKey, _ access: OpenHostAccess) async throws -> Int {
        guard let lane = try set(key, access).lane(name) else { throw Refusal.notFound }
        return key.kind == .room
            ? try await store.removeRoom(lane.name, in: edit(access), newID: system.newID)
            : try await groups.remove(group(lane.name, access), trip: access.trip.id, by: access.author, at: system.now())
    }

    private func edit(_ access: OpenHostAccess) -> LaneStore.Edit {
        LaneStore.Edit(trip: access.trip.id, author: access.author, now: system.now())
    }

    private func saveRoom(_ lane: Lane, _ old: String?, _ set: LaneSet, _ typed: Typed, _ access: OpenHostAccess) async throws -> Int {
        if old == nil, set.lane(lane.name) != nil {
            throw Refusal.invalid([FieldError("name", "Another room of this trip has this name. Choose another one.")])
        }
        let standing = old.flatMap { set.lane($0) }
        let others = typed.isForAll && lane.capacity != nil ? set.lanes.filter { $0.capacity == nil && $0.name != old }.map(\.name) : []
        let seen = standing.map { Room(name: $0.name, beds: typed.seen.map(\.places) ?? $0.capacity) }
        return try await store.save(
            Room(name: lane.name, beds: lane.capacity), was: seen, others: others, in: edit(access), newID: system.newID)
    }

    private func saveGroup(_ lane: Lane, _ name: String?, _ typed: Typed, _ access: OpenHostAccess) async throws -> Int {
        guard let name else {
            let new = Group(id: system.newID(), name: lane.name, leaderID: nil, category: lane.category, places: lane.capacity)
            return try await groups.add(new, trip: access.trip.id, by: access.author, at: system.now())
        }
        let old = try group(name, access)
        let leaderID = typed.leader.map { ID($0) } ?? old.leaderID
        let new = Group(id: old.id, name: lane.name, leaderID: leaderID, category: lane.category, places: lane.capacity)
        let isSame = (new.name, new.leaderID, new.category, new.places) == (old.name, old.leaderID, old.category, old.places)
        guard !isSame else { return access.trip.rosterVersion }
        let seen = typed.seen.map { Group(id: old.id, name: old.name, leaderID: ID($0.leader), category: $0.category, places: $0.places) }
        return try await groups.update(seen ?? old, to: new, trip: access.trip.id, by: access.author, at: system.now())
    }

    private func group(_ name: String, _ access: some StaffProof) throws -> Group {
        guard let group = try roster.groups(access).first(where: { folded($0.name) == folded(name) }) else { throw Refusal.notFound }
        return group
    }

    private static func lane(_ typed: Typed, kind: LaneKind) throws -> Lane {
        var check = Validation()
        let limit = kind == .room ? MemberField.room.limit : 60
        let isPlain = kind == .room || !typed.name.contains { $0 == ";" || $0 == "|" }
        check.require(
            (1...limit).contains(typed.name.count) && isPlain, "name",
            kind == .room ? "Between 1 and \(limit) characters." : "Between 1 and \(limit) characters, without ; and |.")
        let capacity = typed.capacity.whole(in: Lane.capacities)
        check.require(
            typed.capacity.isEmpty || capacity != nil, "capacity", "Type a number from 1 to 999, or leave it empty.")
        check.require(
            typed.category.count <= Lane.categoryLimit, "category", "At most \(grouped(Lane.categoryLimit)) characters.")
        try check.check()
        return Lane(kind: kind, name: typed.name, capacity: capacity, category: kind == .room ? "" : typed.category)
    }

    // MARK: wishes

    package func wishes(_ access: some HostProof) throws -> [Wish] { try wishes.list(trip: access.trip.id) }

    /// Each with whether it is met; those that are not come first.
    package func standings(_ access: some HostProof) throws -> [WishStanding] {
        WishStanding.all(try wishes(access), sets: try sets(access), rows: try roster.rows(trip: access.trip.id))
    }

    /// Everybody, for pages that name people.
    package func names(_ access: some HostProof) throws -> NamesOfPeople { NamesOfPeople(try roster.rows(trip: access.trip.id)) }

    /// - Parameters:
    ///   - who: the names as typed.
    ///   - set: where it holds; empty for everywhere.
    package func wish(
        _ who: (member: String, other: String), _ kind: WishKind, set: String, note: String, _ access: OpenHostAccess
    ) async throws {
        let (people, note) = (try names(access), tidyLine(note))
        let member = try people.find(who.member, field: "member")
        let other = try people.find(who.other, field: "other")
        var check = Validation()
        check.require(member != other, "other", "Choose somebody else.")
        check.require(note.count <= Wish.noteLimit, "note", "At most \(Wish.noteLimit) characters, this has \(grouped(note.count)).")
        try check.check()
        try await wishes.set(
            Wish(id: system.newID(), member: member, other: other, kind: kind, set: LaneSetKey(rawValue: set), note: note),
            trip: access.trip.id, by: access.author, at: system.now())
    }

    package func removeWish(_ id: ID, _ access: OpenHostAccess) async throws {
        try await wishes.remove(id, trip: access.trip.id, by: access.author, at: system.now())
    }
}
