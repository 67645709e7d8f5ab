import Domain

package struct PhotoPage: Page {
    let layout: Layout
    let face: Face
    let hasPhoto: Bool
    let field: FormField
    let action: Link
    let remove: Link
    let back: Link
    let mistakes: Mistakes

    package init(layout tripLayout: TripLayout, name: String, photo: ID?, complaint: Complaint) {
        layout = tripLayout.layout
        let trip = tripLayout.trip
        let slug = trip.fields.slug
        face = Face(name, slug, photo, .small)
        hasPhoto = photo != nil
        field = FormField(
            "photo", "A photo of you", "", kind: .file,
            hint: "JPEG, PNG, WebP or HEIC, up to 8 MB. Everyone on the trip sees it. Where it was taken is removed.",
            errors: complaint.errors,
            isRequired: true)
        action = Path.myPhoto(slug)
        remove = Path.removeMyPhoto(slug)
        back = Path.profile(slug)
        mistakes = Mistakes([field], problem: complaint.problem)
    }
    package func render(into out: inout HTMLBuffer) { Template.photosOwn(self, &out) }
}
