import Atlas
import Domain
import Live
import Store

/// The traveller's side of a trip: their own data, and the other members as far as they show themselves.
package struct FriendService: Sendable {
    let store: FriendStore
    let roster: RosterStore
    let columns: OwnColumnStore
    let sharing: SharingStore
    let audit: AuditStore
    let hub: Hub
    let currentAtlas: CurrentAtlas
    let system: SystemInputs

    package func list(_ access: MemberAccess) throws -> [Friend] {
        try store.list(trip: access.trip.id)
    }

    package func find(_ id: ID, _ access: MemberAccess) throws -> Friend {
        guard let friend = try store.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        return friend
    }

    /// Oneself, by every field that one may change.
    package func own(_ access: MemberAccess) throws -> Member {
        guard let member = try roster.member(access.member, trip: access.trip.id) else { throw Refusal.notFound }
        return member
    }

    /// The trip's own columns that the reader may see of themselves.
    package func ownColumns(_ access: MemberAccess) throws -> [OwnColumn] {
        try columns.list(trip: access.trip.id).filter(\.isSeenBySelf)
    }

    /// Who changed what about the reader, and who opened their medical notes. What staff write for each other is left out.
    package func history(_ access: MemberAccess) throws -> [AuditEntry] {
        let entries = try audit.entries(subject: access.member, trip: access.trip.id, limit: 200)
        let shown = Set(try ownColumns(access).map(\.id))
        return entries.compactMap { entry in
            let changes = entry.changes.filter { change in
                OwnColumn.trailed(change.field).map { shown.contains($0.id) } ?? (MemberField(rawValue: change.field)?.isInternal != true)
            }
            guard !changes.isEmpty || entry.changes.isEmpty else { return nil }
            return AuditEntry(
                at: entry.at, actorName: entry.actorName, action: entry.action, subjectID: entry.subjectID, subjectName: entry.subjectName,
                rosterVersion: entry.rosterVersion, changes: changes)
        }
    }

    /// - Parameter version: the one that the form was filled from.
    package func update(_ typed: MemberFields, version: Int, _ access: MemberAccess) async throws {
        let member = try own(access)
        guard access.trip.archivedAt == nil else { throw Refusal.conflict("This trip is over and no longer changes.") }
        var check = Validation()
        check.merge(member.fields.merging(own: typed).errors)
        try check.check()
        var batch = RosterStore.Batch()
        batch.action = "changed by themselves"
        batch.changed = [.init(id: member.id, expectedVersion: version) { $0.merging(own: typed).fields }]
        _ = try await roster.apply(batch, trip: access.trip.id, by: access.author, at: system.now(), newID: system.newID)
    }

    // MARK: where they are

    /// One's own newest position.
    package func ownFix(_ access: MemberAccess) throws -> Fix? { hub.board(access.trip.id).entry(access.member)?.fix }

    /// The same, as their own map shows it.
    func ownPosition(_ access: MemberAccess) throws -> OwnPosition? {
        try ownFix(access).map { fix in
            OwnPosition(
                member: access.member, fix: fix,
                freshness: Freshness(lastFix: fix.time, isPaused: false, now: system.now(), trip: access.trip.fields),
                height: height(fix))
        }
    }

    private func height(_ fix: Fix) -> Double? {
        currentAtlas.groundHeight(at: fix.coordinates) ?? fix.altitude.flatMap { $0 == 0 ? nil : $0 }
    }

    /// Friends who share with everyone, nearest first; the reader is not among them.
    package func places(_ access: MemberAccess) throws -> [LocatedFriend] {
        let (own, now) = (access.member, system.now())
        let board = hub.board(access.trip.id)
        let (entries, fix) = (board.friendEntries(), board.entry(own)?.fix)
        let ownHeight = fix.flatMap(height)
        return try store.list(trip: access.trip.id).compactMap { friend -> LocatedFriend? in
            guard friend.id != own, let entry = entries[friend.id] else { return nil }
            let height = height(entry.fix)
            return LocatedFriend(
                friend: friend, fix: entry.fix,
                freshness: Freshness(lastFix: entry.fix.time, isPaused: false, now: now, trip: access.trip.fields), height: height,
                distance: fix.map { $0.coordinates.distance(to: entry.fix.coordinates) },
                above: ownHeight.flatMap { own in height.map { $0 - own } })
        }.sorted { ($0.distance ?? .infinity, $0.friend.name) < ($1.distance ?? .infinity, $1.friend.name) }
    }

    /// The newest positions of those whom friends may see, as the stream sends them.
    package func positions(_ access: MemberAccess) -> JSON {
        access.trip.fields.sharesFriends ? hub.friendPositions(access.trip.id) : JSON.object { $0.array("p") { _ in } }
    }

    /// A friend on the map, for pages that are open when they come into sight.
    /// - Throws: not found for whoever does not show themselves.
    package func place(of id: ID, _ access: MemberAccess) throws -> LocatedFriend {
        guard let found = try places(access).first(where: { $0.friend.id == id }) else { throw Refusal.notFound }
        return found
    }

    /// Metres within which somebody is near: what they chose, else the trip's own.
    package func radius(_ access: MemberAccess) throws -> Int {
        let wanted = try sharing.radius(access.member) ?? access.trip.fields.nearbyRadius
        return FriendMap.radii.min { abs($0 - wanted) < abs($1 - wanted) } ?? 500
    }

    package func setRadius(_ metres: Int, _ access: MemberAccess) async throws {
        let member = access.member
        guard FriendMap.radii.contains(metres) else {
            throw Refusal.invalid([FieldError("radius", "Choose 250 m, 500 m, 1 km, 2.5 km or 5 km.")])
        }
        try await sharing.setRadius(metres, member: member)
    }
}
