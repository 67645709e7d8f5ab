import Domain

/// Photos of people.
extension Path {
    package static let photo = Address<String, ID, PhotoSize>("/trips/:slug/photos/:id/:size")
    package static let myPhoto = Address<String>("/trips/:slug/my/photo")
    package static let removeMyPhoto = Address<String>("/trips/:slug/my/photo/remove")

    /// Forms that photos come with.
    package static func takesPhotos(_ path: String) -> Bool {
        ["/my/photo", "/messages", "/review", "/announcements/new"].contains(where: path.hasSuffix)
            || (path.contains("/announcements/") && path.hasSuffix("/edit"))
    }
}
