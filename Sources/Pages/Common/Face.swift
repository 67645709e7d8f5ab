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
