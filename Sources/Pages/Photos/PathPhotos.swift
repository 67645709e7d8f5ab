extension Path {
    /// Forms that photos come with.
    package static func takesPhotos(_ path: String) -> Bool {
        ["/my/photo", "/messages", "/review", "/announcements/new"].contains(where: path.hasSuffix)
            || (path.contains("/announcements/") && path.hasSuffix("/edit"))
    }
}
