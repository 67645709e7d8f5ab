import Domain

/// Writing a review, or changing one's own.
package struct ReviewFormPage: Page {
    package struct Choice: Sendable {
        let value: String
        let label: String
        let isChosen: Bool
        /// The first one, where none was chosen.
        let hasFocus: Bool
    }
    package struct Photo: Sendable {
        let id: String
        let small: Link
        let width: Int
        let height: Int
        let isRemoved: Bool
        let label: String
    }
    let layout: Layout
    let heading: String
    let place: String
    let back: Link
    let action: Link
    let choices: [Choice]
    let starsError: String?
    let text: String
    let textError: String?
    let hasTextFocus: Bool
    let limit: Int
    let mayShare: Bool
    let isForAll: Bool
    let photos: [Photo]
    let hasPhotos: Bool
    let photosError: String?
    let again: String?
    let mistakes: Mistakes
    let submit: String
    let delete: Link?
    let keptLabel: String

    /// What stands in the form: as it was typed, else as the review is.
    package struct Typed: Sendable {
        let draft: ReviewDraft
        /// Photos came with what was refused: a browser sends none of them again by itself.
        let lostPhotos: Bool
        package init(_ draft: ReviewDraft, lostPhotos: Bool = false) { (self.draft, self.lostPhotos) = (draft, lostPhotos) }
    }

    package init(layout tripLayout: TripLayout, place known: KnownPlace, own: PlaceReview?, typed: Typed, complaint: Complaint) {
        let draft = typed.draft
        layout = tripLayout.layout
        let slug = tripLayout.slug
        place = PlaceName.shown(known)
        heading = Texts.said("Your review of \(place)")
        back = Path.place(slug, known.id)
        action = Path.reviewPlace(slug, known.id)
        let error = { (name: String) in complaint.errors.first { $0.field == name }?.said }
        choices = PlaceReview.stars.map { stars in
            Choice(
                value: String(stars), label: ReviewFormPage.word(stars), isChosen: draft.stars == stars,
                hasFocus: error("stars") != nil && stars == 1)
        }
        (starsError, textError, photosError) = (error("stars"), error("text"), error("photos"))
        hasTextFocus = textError != nil && starsError == nil
        (text, isForAll, limit) = (draft.text, draft.isForAll, PlaceReview.textLimit)
        mayShare = known.id.element != nil
        photos = (own?.photos ?? []).enumerated().map { index, photo in
            let (width, height) = photo.size(within: 96)
            return Photo(
                id: photo.id.description, small: Path.photo(slug, photo.id, .small), width: width, height: height,
                isRemoved: draft.removedPhotos.contains(photo.id), label: Texts.said("Remove photo \(index + 1)"))
        }
        hasPhotos = !photos.isEmpty
        again = typed.lostPhotos ? Texts.said("Choose your photos again: the browser keeps none of them.") : nil
        mistakes = Mistakes(
            [
                Mistakes.line("stars", Texts.said("Stars"), starsError),
                Mistakes.line("text", Texts.said("What was it like?"), textError),
                Mistakes.line("photos", Texts.said("Photos"), photosError),
            ].compactMap(\.self), problem: complaint.problem)
        submit = Texts.said(own == nil ? "Publish" : "Save")
        delete = own == nil ? nil : Path.deleteReview(slug, known.id)
        keptLabel = heading
    }
    package func render(into out: inout HTMLBuffer) { Template.placesReviewForm(self, &out) }

    private static func word(_ stars: Int) -> String {
        switch stars {
        case 1: Texts.said("1 star: poor")
        case 2: Texts.said("2 stars: fair")
        case 3: Texts.said("3 stars: good")
        case 4: Texts.said("4 stars: very good")
        default: Texts.said("5 stars: excellent")
        }
    }
}
