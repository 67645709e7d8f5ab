import Domain

/// Groups as the list of them adds them, and their bin. What else a form says of one is the matter of `LaneService`.
extension RosterService {
    /// - Returns: the roster version that it made.
    @discardableResult
    package func addGroup(name: String, _ access: OpenHostAccess) async throws -> Int {
        let group = Group(id: system.newID(), name: try RosterService.checkGroup(name), leaderID: nil)
        return try await groups.add(group, trip: access.trip.id, by: access.author, at: system.now())
    }

    // MARK: the bin

    package func binnedGroups(_ access: some HostProof) throws -> [BinnedGroup] { try groups.bin(trip: access.trip.id) }

    /// - Throws: not found for what is not in this trip's bin.
    package func binnedGroup(_ id: ID, _ access: some HostProof) throws -> BinnedGroup {
        guard let found = try binnedGroups(access).first(where: { $0.thing.id == id }) else { throw Refusal.notFound }
        return found
    }

    /// Whoever is in another group of its kind by now stays there.
    package func restoreGroup(_ id: ID, _ access: OpenHostAccess) async throws {
        let trip = access.trip.id
        let group = try binnedGroup(id, access)
        let back = Group(id: id, name: group.thing.name, leaderID: nil, category: group.category)
        let sets = LaneSet.all(groups: try store.groups(trip: trip) + [back], rooms: [], rows: [])
        let kind = sets.first { $0.key != .groups("") && $0.lane(back.name) != nil }?.lanes.map { folded($0.name) } ?? []
        let taken = Set(try rows(trip: trip).filter { $0.groupNames.contains { kind.contains(folded($0)) } }.map(\.id))
        let elsewhere = try groups.binnedMembers(of: id).filter(taken.contains)
        _ = try await groups.restore(group, except: elsewhere, trip: trip, by: access.author, at: system.now())
    }

    static func checkGroup(_ name: String) throws(Refusal) -> String {
        let name = tidyLine(name)
        guard !name.isEmpty, name.count <= 60, !name.contains(where: { $0 == ";" || $0 == "|" }) else {
            throw .invalid([FieldError("name", "Between 1 and 60 characters, without ; and |.")])
        }
        return name
    }
}
