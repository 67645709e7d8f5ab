/// Which copy of a photo: pixels of the longest side, a face being a square. Faces are shown 40 pixels wide, and
/// dense screens have two for one.
package enum PhotoSize: String, Sendable, CaseIterable {
    case face = "80", small = "320", large = "960"
}

/// A photo of somebody's own, for them to take along.
package struct OwnPhoto: Sendable {
    package let id: ID
    /// The one of their profile.
    package let isFace: Bool
    /// When it was sent, or kept.
    package let at: Instant
    /// The message that it was sent with.
    package let message: Int?
    /// The review that it was sent with.
    package var review: Int?
    /// Whether it was brought for an announcement.
    package var isAnnounced = false
    package init(id: ID, isFace: Bool, at: Instant, message: Int?) {
        self.id = id
        self.isFace = isFace
        self.at = at
        self.message = message
    }
}

/// A photo as it is kept: WebP, without metadata.
package struct NewPhoto: Sendable {
    package let id: ID
    /// 80 × 80 pixels; only of people. Those of before November 2026 have 96.
    package let face: [UInt8]?
    package let small: [UInt8]
    package let large: [UInt8]
    /// Pixels of the large copy.
    package let width: Int
    package let height: Int
    package init(id: ID, face: [UInt8]?, small: [UInt8], large: [UInt8], width: Int, height: Int) {
        self.id = id
        self.face = face
        self.small = small
        self.large = large
        self.width = width
        self.height = height
    }
}
