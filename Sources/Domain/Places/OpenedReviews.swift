/// Reviews of one place, as somebody reads them.
package struct OpenedReviews: Sendable {
    package let place: KnownPlace
    /// Nil without a review.
    package let rating: PlaceRating?
    /// Newest first, one of each person.
    package let reviews: [PlaceReview]
    package let hasMore: Bool
    /// How many newer ones are left out.
    package let offset: Int
    /// The reader's own; nil for none.
    package let own: PlaceReview?
    /// Numbers of those by people whom the reader blocks, on whichever trip they wrote: their words are not shown.
    package let blocked: Set<Int>
    /// Who reads, as a member of the trip.
    package let reader: ID?
    /// Why the reader cannot write; nil where they can, or are not on the trip's list.
    package let obstacle: Texts.Sentence?
    package init(
        place: KnownPlace, rating: PlaceRating?, reviews: [PlaceReview], hasMore: Bool, offset: Int, own: PlaceReview?, blocked: Set<Int>,
        reader: ID?, obstacle: Texts.Sentence?
    ) {
        self.place = place
        self.rating = rating
        self.reviews = reviews
        self.hasMore = hasMore
        self.offset = offset
        self.own = own
        self.blocked = blocked
        self.reader = reader
        self.obstacle = obstacle
    }
}
