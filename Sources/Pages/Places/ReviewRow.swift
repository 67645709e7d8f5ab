import Domain

/// Stars as pages draw them, with the words for those who do not see them.
package struct StarsPart: Sendable {
    package struct Star: Sendable {
        let isOn: Bool
        var isHalf: Bool = false
    }
    let label: String
    let parts: [Star]
    init(_ count: Int) {
        label = StarsPart.words(count)
        parts = PlaceReview.stars.map { Star(isOn: $0 <= count) }
    }

    /// Of an average: drawn to the nearest half, and said with its decimal.
    init(_ rating: PlaceRating) {
        let halves = Int(clamping: (rating.average * 2).rounded())
        label = Texts.said("\(rating.text) of 5 stars")
        parts = PlaceReview.stars.map { Star(isOn: $0 * 2 <= halves, isHalf: $0 * 2 == halves + 1) }
    }

    /// "4 of 5 stars".
    static func words(_ count: Int) -> String { Texts.said("\(count) of 5 stars") }
}

/// Who reads reviews.
struct ReviewReader {
    let slug: String
    let trip: ID
    let member: ID?
    let role: Role
    let zone: TripZone
    let now: Instant
    let isArchived: Bool

    init(_ layout: TripLayout, member: ID?) {
        (slug, trip, self.member, role) = (layout.slug, layout.trip.id, member, layout.role)
        (zone, now, isArchived) = (layout.trip.zone, layout.now, layout.trip.archivedAt != nil)
    }
}

/// One review as its readers see it: on another trip than its own with a first name and a month alone.
package struct ReviewRow: Sendable {
    package struct Picture: Sendable {
        let small: Link
        let large: Link
        let width: Int
        let height: Int
    }
    let anchor: String
    let name: String
    let person: Link?
    let face: Face
    let stars: StarsPart
    let text: String
    let when: String
    let isEdited: Bool
    let isFromElsewhere: Bool
    /// What the author reads of their own: that it waits, or who reads it.
    let remark: String?
    let remarkStyle: String
    let photos: [Picture]
    let edit: Link?
    let delete: Link?
    let report: Link?
    let remove: Link?
    var hasActions: Bool { edit != nil || report != nil || remove != nil }

    init(_ review: PlaceReview, _ reader: ReviewReader, at place: PlaceID) {
        let (isOwn, isHere) = (review.writer.memberID == reader.member, review.tripID == reader.trip)
        anchor = "review-\(review.number)"
        name = isHere ? review.writer.fullName : review.writer.shortName
        person = isHere ? ReviewRow.person(review.writer, reader) : nil
        face = Face(name, reader.slug, isHere ? review.writer.photo : nil)
        (stars, text) = (StarsPart(review.stars), review.text)
        when =
            isHere
            ? dayWord(review.changedAt, zone: reader.zone, now: reader.now) : reader.zone.local(review.changedAt).day.monthAndYear
        (isEdited, isFromElsewhere) = (isHere && review.editedAt != nil, !isHere)
        (remark, remarkStyle) = ReviewRow.remark(review, isOwn: isOwn, isStaff: reader.role.isStaff)
        photos = review.photos.map { photo in
            let (width, height) = photo.size(within: 160)
            return Picture(
                small: Path.photo(reader.slug, photo.id, .small), large: Path.photo(reader.slug, photo.id, .large), width: width,
                height: height)
        }
        let mayChange = isOwn && !reader.isArchived
        edit = mayChange ? Path.reviewPlace(reader.slug, place) : nil
        delete = mayChange ? Path.deleteReview(reader.slug, place) : nil
        report = !isOwn && reader.member != nil ? Path.report(reader.slug).asking("review", String(review.number)) : nil
        remove =
            !isOwn && isHere && reader.role.isStaff ? Path.removeReview(reader.slug, place, review.number) : nil
    }

    private static func person(_ writer: PlaceReview.Writer, _ reader: ReviewReader) -> Link? {
        guard writer.fullName != writer.shortName || writer.shortName != "Former traveller" else { return nil }
        if reader.role.isStaff { return Path.member(reader.slug, writer.memberID) }
        return reader.member == nil ? nil : Path.friend(reader.slug, writer.memberID)
    }

    private static func remark(_ review: PlaceReview, isOwn: Bool, isStaff: Bool) -> (String?, String) {
        if review.state == .held {
            return (Texts.said(isOwn ? "A moderator looks at it first" : "Waits for a moderator"), "warn")
        }
        guard isOwn else { return (nil, "") }
        return (Texts.said(review.isForAll ? "You share it with all trips here" : "Only this trip reads it"), "")
    }
}

/// A review on its author's profile.
package struct OwnReviewRow: Sendable {
    let place: String
    let link: Link?
    let stars: StarsPart
    let text: String
    let when: String

    init(_ review: PlaceReview, _ layout: TripLayout) {
        place = review.placeName.isEmpty ? Texts.said("A place without a name") : review.placeName
        link = review.place.map { Path.place(layout.slug, $0).at("review-\(review.number)") }
        (stars, text) = (StarsPart(review.stars), review.text)
        when = dayWord(review.changedAt, zone: layout.trip.zone, now: layout.now)
    }
}

/// What a case of the moderators is about, where that is a review.
package struct ReviewedPart: Sendable {
    let stars: String
    let place: String
    let link: Link

    init(_ review: PlaceReview, _ slug: String) {
        stars = StarsPart.words(review.stars)
        place = review.placeName.isEmpty ? Texts.said("A place without a name") : review.placeName
        link = review.place.map { Path.place(slug, $0).at("review-\(review.number)") } ?? Path.waitingPlaces(slug)
    }
}
