import Domain

/// The photo of an announcement as its readers see it.
package struct AnnouncedPicture: Sendable {
    let small: Link
    let large: Link
    /// What it shows, in words.
    let words: String
    /// Pixels in which it is shown.
    let width: Int
    let height: Int

    init(_ photo: AnnouncedPhoto, slug: String, within side: Int) {
        (small, large) = (Path.photo(slug, photo.id, .small), Path.photo(slug, photo.id, .large))
        words = photo.words.isEmpty ? Texts.said("Photo") : photo.words
        (width, height) = photo.picture.size(within: side)
    }
}

/// Where the photo of an announcement is chosen.
package struct AnnouncementPhotoPart: Sendable {
    package struct Kept: Sendable {
        let id: String
        let picture: AnnouncedPicture
    }
    let isOpen: Bool
    let kept: Kept?
    let label: String
    let error: String?
    var isInvalid: Bool { error != nil }
    let words: FormField
    /// For the list of what is wrong.
    let field: FormField

    init(_ typed: AnnouncementTyped, _ errors: [FieldError], photo: AnnouncedPhoto?, slug: String) {
        kept = photo.map { Kept(id: $0.id.description, picture: AnnouncedPicture($0, slug: slug, within: 160)) }
        label = Texts.said(photo == nil ? "Photo" : "Another photo")
        field = FormField("photo", "Photo", kind: .file, errors: errors)
        error = field.error
        words = FormField(
            "photo_words", "What the photo shows", typed["photo_words"], hint: "For people who cannot see it: this is read out instead.",
            errors: errors)
        isOpen = photo != nil || !typed["photo_words"].isEmpty || field.isInvalid || words.isInvalid
    }
}
