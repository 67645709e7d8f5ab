import Domain

/// The value of an `opening_hours` tag, read once and asked often. The language is OpenStreetMap's: version 0.7.4 of
/// https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification, whose words name the types here.
///
/// It asks no clock and no network: the moment and the place come from the caller. What it cannot read is unknown, never closed.
package struct Hours: Sendable {
    /// The value as it stands in the map.
    package let text: String
    /// What is wrong with it and was read all the same, in the order of the text.
    package let notes: [HoursNote]
    /// Where reading ended, in bytes of `text`; nil for a value that was read whole.
    package let unreadableAt: Int?

    let rules: [Rule]
    /// Every holiday that a rule speaks of, once each: a rule knows its own by their place in this list.
    let holidays: [Holiday]
    /// Whether a day can last beyond its midnight.
    let passesMidnight: Bool
    /// Whether the sun has a say: what is written alike differs from place to place then.
    let followsSun: Bool

    /// Values in the map have at most 255 letters; a longer one was not made for it.
    private static let longest = 2_000

    /// Reads a value; never fails, see `isReadable`.
    package init(_ text: String) {
        self.text = text
        var parser = Parser(text.utf8.count <= Hours.longest ? text : "")
        do throws(Unreadable) {
            rules = try parser.timeDomain()
            (holidays, unreadableAt) = (parser.holidays, nil)
            passesMidnight = rules.contains { $0.selectors.times.contains(where: \.mayPassMidnight) }
            followsSun = rules.contains { $0.selectors.times.contains(where: \.followsSun) }
        } catch {
            (rules, holidays, unreadableAt, passesMidnight, followsSun) = ([], [], error.offset, false, false)
        }
        notes = unreadableAt == nil ? parser.notes : []
    }

    /// Whether the value was understood. One that was not is unknown at every moment, with its text as the comment.
    package var isReadable: Bool { unreadableAt == nil }

    /// Whether no day differs from another and no hour from the next: `24/7`, `closed`, `"by appointment"`.
    package var isConstant: Bool { rules.allSatisfy(\.selectors.isEmpty) }
}

/// Something that the specification does not allow and that is plain all the same.
package struct HoursNote: Sendable, Hashable {
    /// What is irregular.
    package enum Kind: String, Sendable, CaseIterable {
        /// `mo-fr`, `OFF`.
        case letterCase
        /// `Monday`, `Sept`, `till`, `daily`, `Mo.`
        case wording
        /// A dash that is no hyphen: `10:00–18:00`.
        case dash
        /// Typographic quotation marks.
        case quotationMarks
        /// `9.00`, `9h30`.
        case timeSeparator
        /// `9-18`.
        case missingMinutes
        /// `9:00-18:00`: the specification wants two digits.
        case shortNumber
        /// `18h`, `18:00 Uhr`.
        case hourMark
        /// `0900-1800`.
        case missingColon
        /// `9am-5pm`.
        case twelveHourClock
        /// Blanks too many or too few: `10:00 - 18:00`, `Fr11:00`, `Sa, Su`.
        case spacing
        /// Two rules without a separator, or with another one than the specification's.
        case separator
        /// A separator with nothing before or behind it.
        case emptyRule
        /// Selectors in another order than the specification's: `10:00-18:00 Mo-Fr`, `15 Jun`.
        case order
        /// `16:00-` for `16:00+`.
        case openEnd
        /// A time without an end: whether it opens or closes then is not said.
        case pointInTime
        /// `10:00-16:00/90`: read as open from the first to the last time.
        case repetition
    }
    package let kind: Kind
    /// Where, in bytes of the value.
    package let offset: Int

    init(_ kind: Kind, at offset: Int) { (self.kind, self.offset) = (kind, offset) }
}
