import Domain
import Live

/// What pages of people are made from, out of several services.
extension AppServices {
    package func roster(_ filter: RosterFilter, _ access: some StaffProof) throws -> RosterOverview {
        let all = try roster.entries(RosterFilter(), access)
        let own = try roster.ownColumns(access)
        let hidden = filter.gone == .hidden ? all.count { $0.row.isGone } : 0
        return RosterOverview(
            entries: filter.narrow(all), total: all.count - hidden, hiddenCount: filter.status == nil ? hidden : 0,
            groups: try roster.groups(access), views: try roster.views(access), columns: try trips.columns(access, own: own), own: own,
            last: try roster.lastOfMine(access),
            coHosts: try coHosts.active(access))
    }

    package func member(_ id: ID, _ access: some StaffProof) async throws -> MemberDetail {
        let member = try roster.member(id, access)
        let host = access.asHost
        var detail = MemberDetail(
            member: member, address: try host.flatMap { try addresses.address(of: member, $0) },
            coHost: try host.flatMap { try coHost(member, $0) }, erasure: try host.flatMap { try personalData.erasure(of: id, $0) },
            hasTrack: try sharing.mayLookBack(on: id, access), trackers: try await trackers.list(of: member),
            history: try roster.history(of: member), entry: hub.board(access.trip.id).entry(id),
            wishes: try host.map { try wishes(about: id, $0) } ?? [])
        detail.own = try roster.ownColumns(access)
        return detail
    }

    /// What hosts noted about the member, with the name of the other one.
    private func wishes(about member: ID, _ access: HostAccess) throws -> [(standing: WishStanding, name: String)] {
        guard try lanes.wishes(access).contains(where: { $0.isAbout(member) }) else { return [] }
        let names = try lanes.names(access)
        return try lanes.standings(access).filter { $0.wish.isAbout(member) }.compactMap { standing in
            let other = standing.wish.member == member ? standing.wish.other : standing.wish.member
            return names.label(other).map { (standing: standing, name: $0) }
        }
    }

    package func openedMember(_ id: ID, _ access: some StaffProof) async throws -> OpenedMember {
        let detail = try await member(id, access)
        var opened = OpenedMember(
            detail: detail, events: try answers.events(of: id, access),
            ground: map.ground(at: detail.entry?.fix.coordinates, access.trip), reader: access.actor.members[access.trip.id])
        opened.nudge = try access.asHost.flatMap { try nudges.newest(of: id, $0) }
        return opened
    }

    private func coHost(_ member: Member, _ access: HostAccess) throws -> (coHost: CoHost, mayEnd: Bool)? {
        try coHosts.list(access).first { $0.memberID == member.id }.map { ($0, coHosts.mayEnd($0, access)) }
    }

    package func friend(_ id: ID, _ access: MemberAccess) throws -> FriendDetail {
        let friend = try friends.find(id, access)
        let (going, now) = (Set(try myEvents.events(of: id, access)), system.now())
        return FriendDetail(
            friend: friend, isSelf: id == access.member, isBlocked: try chat.isBlocked(id, access),
            place: try friends.places(access).first { $0.friend.id == id },
            events: try myEvents.list(access).filter { going.contains($0.event.id) && !$0.event.isOver(at: now) })
    }

    package func ownProfile(_ access: MemberAccess) throws -> OwnProfile {
        OwnProfile(
            member: try friends.own(access), columns: try friends.ownColumns(access), hasPassword: !access.actor.account.email.isEmpty,
            mayLinkTelegram: try telegram.mayLink(access.actor), history: try friends.history(access),
            leaving: try personalData.due(access))
    }
}
