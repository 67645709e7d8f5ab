import Domain

/// What the hand-made pages share.
enum HandMade {
    /// A photo, or the first letters of the name.
    static func face(_ row: RosterRow, into text: inout String) {
        if let photo = row.photo {
            text += "<face-photo class=\"face\"><img src=\"/trips/valrosa/photos/\(photo)/80\" alt=\"\" width=\"40\" height=\"40\""
            text += " loading=\"lazy\"></face-photo>"
        } else {
            text += "<span class=\"face\" aria-hidden=\"true\">\(escaped(firstLetters(row.fullName)))</span>"
        }
    }

    static func icon(_ name: String) -> String { "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#i-\(name)\"/></svg>" }

    /// Text for HTML, in an attribute too.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
            .replacing("'", with: "&#39;")
    }
}
