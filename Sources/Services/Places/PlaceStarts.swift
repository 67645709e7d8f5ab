import Domain

/// From where a reader may look at places: where they are themselves, and what their own map shows them.
extension PlaceService {
    /// Where a list begins; a problem where it does not begin where it was asked to.
    func start(of filter: PlaceFilter, _ access: some TripProof) throws -> (start: PlaceList.Start?, problem: String?) {
        let base = access.trip.base.map { PlaceList.Start(label: baseName(access.trip), coordinates: $0) }
        switch filter.origin {
        case nil: return (try base ?? own(access), nil)
        case .base: return (base, base == nil ? Texts.said("This trip has no base on the map yet.") : nil)
        case .own:
            let own = try own(access)
            let problem = Texts.said("Your position is not known. Use this device’s position, or start somewhere else.")
            return (own ?? base, own == nil ? problem : nil)
        case .point(let place, let isHere):
            return (.init(label: Texts.said(isHere ? "your position" : "the point on the map"), coordinates: place), nil)
        case .member(let id):
            let found = try people(access).first { $0.id == id }
            let problem = Texts.said("This person’s position is not known, or not shared with you.")
            return (found.map { .init(label: $0.name, coordinates: $0.place) } ?? base, found == nil ? problem : nil)
        case .event(let id):
            let found = try meetings(access).first { $0.id == id }
            let start = found.flatMap { event in event.meeting.map { PlaceList.Start(label: meeting(event), coordinates: $0) } }
            return (start ?? base, start == nil ? Texts.said("This event has no meeting point on the map.") : nil)
        }
    }

    private func meeting(_ event: Event) -> String {
        event.fields.meetingPoint.isEmpty ? event.fields.title : event.fields.meetingPoint
    }

    private func baseName(_ trip: Trip) -> String { trip.fields.baseName.isEmpty ? Texts.said("the base") : trip.fields.baseName }

    private func own(_ access: some TripProof) throws -> PlaceList.Start? {
        guard let member = access.asMember, let fix = try friends.ownFix(member) else { return nil }
        return PlaceList.Start(label: Texts.said("your position"), coordinates: fix.coordinates)
    }

    /// Whose position the reader sees on their own map.
    func people(_ access: some TripProof) throws -> [(id: ID, name: String, place: Coordinates)] {
        let me = access.actor.members[access.trip.id]
        if let watcher = try? access.tripAccess.requireStaffOrMedic() {
            return try map.places(watcher).compactMap { found in
                found.person.id == me ? nil : found.entry.map { (found.person.id, found.person.name, $0.fix.coordinates) }
            }
        }
        guard let member = access.asMember else { return [] }
        return try friends.places(member).map { ($0.friend.id, $0.friend.name, $0.fix.coordinates) }
    }

    /// Events that are not over, in order of start.
    func coming(_ access: some TripProof) throws -> [Event] {
        let now = system.now()
        let all = try access.asStaff.map { try events.list($0) } ?? access.asMember.map { try myEvents.list($0) } ?? []
        return all.map(\.event).filter { $0.state == .published && !$0.isOver(at: now) }.sorted { $0.fields.startsAt < $1.fields.startsAt }
    }

    func meetings(_ access: some TripProof) throws -> [Event] { try coming(access).filter { $0.meeting != nil } }
}
