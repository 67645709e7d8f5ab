import Domain
import Store

/// Members whom hosts delete, and bring back within thirty days.
extension RosterService {
    package func bin(_ access: some HostProof) throws -> [BinnedMember] { try store.bin(trip: access.trip.id) }

    /// From this moment they are on no list, on no map and in no chat, and cannot open the trip.
    @discardableResult
    func delete(_ member: ID, _ access: OpenHostAccess) async throws -> Int {
        let version = try await store.delete(member, trip: access.trip.id, by: access.author, at: system.now())
        try await follow(version, access.trip.id)
        return version
    }

    package func bringBack(_ member: ID, _ access: OpenHostAccess) async throws {
        let version = try await store.bringBack(member, trip: access.trip.id, by: access.author, at: system.now())
        try await follow(version, access.trip.id)
    }
}

extension AppServices {
    /// Places that they hold at events to come go to whoever waits for them.
    package func deleteMember(_ id: ID, _ access: OpenHostAccess) async throws {
        let (member, now) = (try roster.member(id, access), system.now())
        try await roster.delete(id, access)
        for (event, invitation) in try events.store.own(member: member.id, trip: access.trip.id) {
            let holds = invitation.invitation.rsvp != .declined && invitation.invitation.rsvp != .pending
            guard holds, event.state == .published, !event.isOver(at: now) else { continue }
            try await answers.apply(.declined, to: [id], note: "Taken off the roster", of: event, access)
        }
    }
}
