import Domain

/// Somebody's photo, or their initials where there is none.
package struct Face: Sendable {
    let initials: String
    let photo: Link?
    package init(_ name: String, _ slug: String, _ photo: ID?, _ size: PhotoSize = .face) {
        initials = firstLetters(name)
        self.photo = photo.map { Path.photo(slug, $0, size) }
    }
}

package struct PhotoPage: Page {
    let layout: Layout
    let face: Face
    let hasPhoto: Bool
    let field: FormField
    let action: Link
    let remove: Link
    let back: Link
    let problem: String?

    package init(layout tripLayout: TripLayout, name: String, photo: ID?, complaint: Complaint) {
        layout = tripLayout.layout
        let trip = tripLayout.trip
        let slug = trip.fields.slug
        face = Face(name, slug, photo, .small)
        hasPhoto = photo != nil
        field = FormField(
            "photo", "A photo of you", "", kind: .file,
            hint: "JPEG, PNG, WebP or HEIC, up to 8 MB. Everyone on the trip sees it. Where it was taken is dropped.",
            errors: complaint.errors,
            isRequired: true)
        action = Path.my(slug, "/photo")
        remove = Path.my(slug, "/photo/remove")
        back = Path.my(slug, "/profile")
        problem = complaint.problem
    }
    package func render(into out: inout HTMLBuffer) { Template.photosOwn(self, &out) }
}
