import Domain

extension AnnouncementService {
    /// Urgent announcements that hold, with how many have to be called: nothing reached them, and nobody has told them. Newest first.
    package func toCall(_ access: some StaffProof) throws -> [TripToday.ToCall] {
        let now = system.now()
        let urgent = try store.list(trip: access.trip.id, limit: AnnouncementService.listed).filter { found in
            found.state == .sent && found.content.urgency == .urgent && found.correctedBy == nil && found.endsAt.map { now < $0 } == true
        }
        // Nearly always none: how far the others came is not counted.
        guard !urgent.isEmpty, maySend(access) else { return [] }
        let counts = try store.counts(trip: access.trip.id)
        return urgent.compactMap { found in
            let people = counts[found.id]?[.unreached] ?? 0
            return people == 0 ? nil : TripToday.ToCall(announcement: found.id, title: found.content.title, people: people)
        }
    }
}
