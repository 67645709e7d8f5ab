/// Text from outside. One sign that a person sees may consist of any number of scalars (accents upon accents, joined emoji). Comparing,
/// splitting and counting such signs takes time with the square of that number: 64 kB of accents held up a whole event loop for seconds. So
/// a sign keeps only as many scalars as the longest emoji need; the rest is dropped where bytes become text. So is U+0000, which nobody can
/// type: PostgreSQL has no text that contains it.
extension String {
    /// Scalars of one sign; the longest emoji that is recommended for use has 10 (Unicode emoji-zwj-sequences 15.1).
    package static let signLimit = 16
    /// Most letters of flags in a row: they pair up from the first one on, however far back it is.
    private static let flagLimit = 64
    /// No scalar below this one continues a sign, except a line feed.
    private static let firstMark: UInt32 = 0x300

    /// Decodes UTF-8; invalid bytes become U+FFFD.
    package init(outside bytes: some Collection<UInt8>) {
        self = String(decoding: bytes, as: UTF8.self).withBoundedSigns
    }

    package var withBoundedSigns: String {
        if utf8.allSatisfy({ $0 < 0xCC && $0 > 0 }) { return self }
        var (kept, sign, length, flags) = (String.UnicodeScalarView(), "", 0, 0)
        for scalar in unicodeScalars where scalar.value > 0 {
            flags = (0x1F1E6...0x1F1FF).contains(scalar.value) ? flags + 1 : 0
            if flags > String.flagLimit { continue }
            if length > 0, String.continues(sign, scalar) {
                guard length < String.signLimit else { continue }
                length += 1
                sign.unicodeScalars.append(scalar)
            } else {
                (sign, length) = (String(Character(scalar)), 1)
            }
            kept.append(scalar)
        }
        return String(kept)
    }

    private static func continues(_ sign: String, _ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < firstMark, let last = sign.unicodeScalars.last, last.value < firstMark { return false }
        var joined = sign
        joined.unicodeScalars.append(scalar)
        return joined.index(after: joined.startIndex) == joined.endIndex
    }
}
