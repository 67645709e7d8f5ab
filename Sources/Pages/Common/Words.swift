import Domain

/// What more than one page says.
enum Words {
    static var notStored: String {
        Texts.said("The disk is full: this holds, but is not stored yet and would be lost in a restart. Sotravel keeps trying.")
    }
}

/// The beginning of a text that may be of any length; by code points, for a single letter may be of any length too.
func cut(_ text: String, _ limit: Int) -> String {
    let head = text.unicodeScalars.prefix(limit + 1)
    return head.count <= limit ? text : String(String.UnicodeScalarView(head.dropLast())) + "…"
}
