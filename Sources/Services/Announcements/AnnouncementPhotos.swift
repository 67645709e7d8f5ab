import Domain
import Store

/// Photos that hosts send with announcements.
extension AnnouncementService {
    /// How long one is kept that was chosen and not sent: a form may stay open for a while.
    package static let chosenDays = 2

    /// Takes a photo in, without its metadata. It belongs to the trip, and to an announcement once one names it.
    /// - Throws: invalid, beside `photo`, for what is none.
    package func keep(photo bytes: [UInt8], _ access: AnnouncerAccess) async throws -> ID {
        let pictures = try await photos.shrink(bytes, to: [.small, .large], field: "photo", for: access.actor.account.id)
        let photo = NewPhoto(
            id: system.newID(), face: nil, small: pictures[0].webP, large: pictures[1].webP, width: pictures[1].width,
            height: pictures[1].height)
        try await store.keep(photo, trip: access.trip.id, by: access.actor.members[access.trip.id], at: system.now())
        return photo.id
    }

    /// Nil for one that is not the trip's, or no more.
    package func photo(_ id: ID, words: String, _ access: AnnouncerAccess) throws -> AnnouncedPhoto? {
        try store.photo(id, trip: access.trip.id).map { AnnouncedPhoto(picture: $0, words: words) }
    }

    /// Nil for one that the reader does not see.
    package func photo(_ id: ID, _ size: PhotoSize, _ access: some TripProof) throws -> [UInt8]? {
        try store.photo(id, size, trip: access.trip.id, member: access.actor.members[access.trip.id], isStaff: access.role.isStaff)
    }
}
