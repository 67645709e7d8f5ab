import Domain

/// What pages of an event are made from, out of several services.
extension AppServices {
    package func event(_ id: ID, _ access: some StaffProof) throws -> OpenedEvent {
        let detail = try events.detail(id, access)
        let reader = detail.event.state == .draft ? nil : access.asMember
        return OpenedEvent(
            detail: detail, ground: map.ground(at: detail.event.meeting, access.trip),
            chat: try reader.map { try chat.newest(in: id, limit: 3, $0) }, groups: try roster.groups(access))
    }

    /// - Parameters:
    ///   - list: included even if it is archived.
    ///   - group: only its members.
    ///   - version: of the list that the reader has on paper.
    package func roll(of id: ID, with list: ID?, group: ID?, since version: Int?, _ access: some StaffProof) throws -> EventRoll {
        let event = try events.find(id, access)
        let chosen = try group.map { group in
            guard let found = try roster.groups(access).first(where: { $0.id == group }) else { throw Refusal.notFound }
            return found
        }
        var roll = EventRoll(
            event: event, guests: try events.guestList(event, access), group: chosen,
            lists: try checkIn.sheets(of: event, access).filter { !$0.list.isArchived || $0.list.id == list }
                .map { ($0.list, $0.attendance) },
            changes: try version.map { try events.log(of: event, after: $0, access) } ?? [])
        roll.buses = try buses(access)
        return roll
    }

    /// Names of the trip's buses, where it has several: people of an event are printed by them.
    func buses(_ access: some StaffProof) throws -> [String] {
        let names = try lanes.buses(access).map(\.name)
        return names.count > 1 ? names : []
    }
}
