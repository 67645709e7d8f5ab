import Domain

/// The reviews of a place, on its page.
package struct ReviewsPart: Sendable {
    let title: String
    let rating: String?
    let ratingStars: StarsPart?
    let count: String
    let rows: [ReviewRow]
    /// How many are not shown because the reader blocks who wrote them.
    let blocked: String?
    let empty: String?
    let write: Link?
    let writeLabel: String
    /// Why the reader cannot write.
    let obstacle: String?
    let more: Link?
    let newer: Link?

    /// - Parameter isWhole: a page of its own, with all of them; else the newest stand on the place's page.
    package init(_ opened: OpenedReviews, _ layout: TripLayout, isWhole: Bool = false) {
        let (slug, place) = (layout.slug, opened.place.id)
        let reader = ReviewReader(layout, member: opened.reader)
        title = Texts.said("Reviews")
        rating = opened.rating?.text
        ratingStars = opened.rating.map { StarsPart($0) }
        count = opened.rating.map { counted($0.count, "review") } ?? ""
        let shown = opened.reviews.filter { !opened.blocked.contains($0.number) }
        rows = shown.map { ReviewRow($0, reader, at: place) }
        let hidden = opened.reviews.count - shown.count
        blocked =
            hidden == 0
            ? nil : Texts.said("\(counted(hidden, "review")) by people whom you block.")
        empty = opened.reviews.isEmpty && opened.offset == 0 ? Texts.said("Nobody has written a review yet.") : nil
        let isRemoved = opened.own?.state == .removed
        let mayWrite = opened.reader != nil && opened.obstacle == nil && !isRemoved
        write = mayWrite ? Path.reviewPlace(slug, place) : nil
        writeLabel = Texts.said(opened.own == nil ? "Write a review" : "Edit your review")
        obstacle =
            isRemoved
            ? Texts.said("Moderators removed your review of this place. You can appeal in “Moderator notices”.")
            : opened.obstacle.map(Texts.said)
        let (next, before) = (opened.offset + opened.reviews.count, max(0, opened.offset - 20))
        more = opened.hasMore ? Path.reviews(slug, place).asking("from", isWhole ? String(next) : "") : nil
        newer =
            opened.offset == 0
            ? nil : Path.reviews(slug, place).asking("from", before == 0 ? "" : String(before))
    }
}

/// All reviews of a place.
package struct AllReviewsPage: Page {
    let layout: Layout
    let heading: String
    let reviews: ReviewsPart
    let back: Link
    let place: String

    package init(layout tripLayout: TripLayout, opened: OpenedReviews) {
        layout = tripLayout.layout
        place = PlaceName.shown(opened.place)
        heading = Texts.said("Reviews of \(place)")
        reviews = ReviewsPart(opened, tripLayout, isWhole: true)
        back = Path.place(tripLayout.slug, opened.place.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.placesAllReviews(self, &out) }
}

/// How a place is called where the map has no name.
package enum PlaceName {
    package static func shown(_ place: KnownPlace) -> String { place.name.isEmpty ? Texts.said("this place") : place.name }
}
