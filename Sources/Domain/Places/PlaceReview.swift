/// What one person thinks of a place: the one review that they have of it on a trip.
package struct PlaceReview: Sendable, Equatable {
    package static let textLimit = 2_000
    package static let photoLimit = 5
    /// Photos taken out of one review that moderators can still see, and for how many days.
    package static let (replacedPhotoLimit, replacedPhotoDays) = (20, 30)
    package static let stars = 1...5

    /// Whose it is, as stored.
    package struct Writer: Sendable, Equatable {
        package let memberID: ID
        package let firstName: String
        package let lastName: String
        package let photo: ID?
        package init(memberID: ID, firstName: String, lastName: String, photo: ID?) {
            (self.memberID, self.firstName, self.lastName, self.photo) = (memberID, firstName, lastName, photo)
        }

        package var fullName: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }
        /// As an erased member is called: "Former traveller" names nobody, so all of it may be read everywhere.
        private var isFormer: Bool { firstName == "Former" && lastName == "traveller" }
        /// On another trip nobody learns more than a first name.
        package var shortName: String { isFormer || firstName.isEmpty ? "Former traveller" : firstName }
    }

    package let number: Int
    /// Where it is shown on the map that is served; nil while its place waits.
    package let place: PlaceID?
    package let placeName: String
    package let tripID: ID
    package let writer: Writer
    package let stars: Int
    package let text: String
    /// Whether it is for all trips of this server.
    package let isForAll: Bool
    package let state: ChatMessage.State
    package let writtenAt: Instant
    package let editedAt: Instant?
    package var photos: [MessagePhoto] = []
    package init(
        number: Int, place: PlaceID?, placeName: String, tripID: ID, writer: Writer, stars: Int, text: String, isForAll: Bool,
        state: ChatMessage.State, writtenAt: Instant, editedAt: Instant?
    ) {
        self.number = number
        self.place = place
        self.placeName = placeName
        self.tripID = tripID
        self.writer = writer
        self.stars = stars
        self.text = text
        self.isForAll = isForAll
        self.state = state
        self.writtenAt = writtenAt
        self.editedAt = editedAt
    }

    /// When its words were last changed.
    package var changedAt: Instant { editedAt ?? writtenAt }
}

/// A former text of a review, kept for moderators.
package struct FormerReview: Sendable, Equatable {
    package let stars: Int
    package let text: String
    package let until: Instant
    package init(stars: Int, text: String, until: Instant) { (self.stars, self.text, self.until) = (stars, text, until) }
}

/// What somebody typed of a review, before it is stored.
package struct ReviewDraft: Sendable, Equatable {
    /// Nil where none was chosen, or no number of stars.
    package var stars: Int?
    package var text = ""
    package var isForAll = false
    /// Photos of the earlier version that go.
    package var removedPhotos: Set<ID> = []
    package init() {}

    /// - Parameters:
    ///   - kept: photos of the earlier version that stay.
    ///   - added: photos that were sent with it.
    /// - Returns: what is wrong, beside its field.
    package func errors(kept: Int, added: Int) -> [FieldError] {
        var check = Validation()
        check.require(stars.map(PlaceReview.stars.contains) ?? false, "stars", "Choose one to five stars.")
        // A megabyte of text is refused without counting its characters.
        guard text.utf8.count <= PlaceReview.textLimit * 64 else {
            check.refuse("text", "At most 2,000 characters.")
            return check.errors
        }
        check.require(!isBlank(text), "text", "Write a few words: what was it like?")
        check.require(text.count <= PlaceReview.textLimit, "text", "At most 2,000 characters, this has \(grouped(text.count)).")
        check.require(kept + added <= PlaceReview.photoLimit, "photos", "At most \(PlaceReview.photoLimit) photos.")
        return check.errors
    }
}
