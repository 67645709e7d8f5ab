import Domain
import Pages
import Services

/// The photo that came with the form of an announcement. It is kept at once: whatever is wrong with the rest, and however many steps there
/// are before it is sent, nobody chooses it twice.
struct AnnouncementUpload {
    /// What was typed, with the photo that is kept.
    let typed: AnnouncementTyped
    let errors: [FieldError]

    init(_ form: Form, _ web: WebRequest, _ access: AnnouncerAccess) async throws {
        var (typed, errors) = (AnnouncementTyped(form), [FieldError]())
        if form["remove_photo"] == "on" { typed.values["photo"] = nil }
        do {
            if let bytes = form.file {
                typed.values["photo"] = try await web.services.announcements.keep(photo: bytes, access).description
            } else if form["remove_photo"] == "on" {
                typed.values["photo_words"] = nil
            }
        } catch Refusal.invalid(let found) {
            errors = found
        } catch Refusal.unavailable(let text, _) {
            errors = [FieldError("photo", text)]
        }
        typed.values["remove_photo"] = nil
        (self.typed, self.errors) = (typed, errors)
    }

    /// What the whole form says.
    /// - Throws: every complaint, of the photo too.
    func content(_ reader: AnnouncementFormReader, _ web: WebRequest, _ access: AnnouncerAccess) throws -> AnnouncementContent {
        var (content, check) = (AnnouncementContent(), Validation())
        check.merge(errors)
        do { content = try reader.read() } catch Refusal.invalid(let found) { check.merge(found) }
        let words = tidyLine(typed["photo_words"])
        if let id = ID(typed["photo"]) {
            content.photo = try web.services.announcements.photo(id, words: words, access)
            check.require(content.photo != nil, "photo", "This photo is no longer there. Choose it again.")
        } else if errors.isEmpty {
            check.require(words.isEmpty, "photo", "Choose the photo that these words are about, or empty this field.")
        }
        try check.check()
        return content
    }
}
