import Domain
import Store

/// Members whom hosts delete, and restore within thirty days.
extension AppServices {
    package func bin(_ access: some HostProof) throws -> [BinnedMember] { try roster.store.bin(trip: access.trip.id) }

    /// - Throws: not found for who is not in this trip's bin.
    package func binned(_ id: ID, _ access: some HostProof) throws -> BinnedMember {
        guard let found = try bin(access).first(where: { $0.id == id }) else { throw Refusal.notFound }
        return found
    }

    /// From this moment they are on no list, on no map and in no chat, and cannot open the trip. All of them, or nobody.
    /// - Returns: the roster's version, by which `restore` takes it back.
    package func delete(_ members: [ID], _ access: OpenHostAccess) async throws -> Int {
        let members = Set(members).sorted { $0.description < $1.description }
        let (trip, now) = (access.trip.id, system.now())
        let version = try await events.store.delete(members, trip: trip, by: access.author, at: now)
        await roster.follow()
        return version
    }

    package func restore(_ members: [ID], _ access: OpenHostAccess) async throws {
        let (trip, now) = (access.trip.id, system.now())
        _ = try await events.store.restore(members, trip: trip, by: access.author, at: now)
        await roster.follow()
    }

    /// Everybody who was deleted at once and is still in the bin. Returns how many they are.
    /// - Throws: a conflict where there is nobody.
    package func restore(version: Int, _ access: OpenHostAccess) async throws -> Int {
        let members = try bin(access).filter { $0.version == version }.map(\.id)
        guard !members.isEmpty else { throw Refusal.conflict("They are no longer in the bin.") }
        try await restore(members, access)
        return members.count
    }

    /// For good, before the thirty days are over.
    package func eraseNow(_ member: ID, _ access: some HostProof) async throws {
        _ = try binned(member, access)
        try await personalData.eraseForGood(member, trip: access.trip.id, by: access.author)
    }
}
