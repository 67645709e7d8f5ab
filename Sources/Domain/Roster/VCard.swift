/// vCard 3.0 (RFC 2426), the version that every phone takes: CRLF, lines folded at 75 octets.
package enum VCard {
    /// One card for each row, one after the other.
    package static func text(_ rows: [RosterRow], trip: Trip) -> String { rows.map { card($0, trip) }.joined() }

    private static func card(_ row: RosterRow, _ trip: Trip) -> String {
        var lines = ["BEGIN:VCARD", "VERSION:3.0"]
        lines.append("N:\(escaped(row[.lastName]));\(escaped(row[.firstName]));;;")
        lines.append("FN:\(escaped(row.fullName))")
        if !row[.phone].isEmpty { lines.append("TEL;TYPE=CELL:\(escaped(row[.phone]))") }
        if !row[.email].isEmpty { lines.append("EMAIL;TYPE=INTERNET:\(escaped(row[.email]))") }
        lines.append("ORG:\(escaped(trip.fields.name))")
        if !row[.groups].isEmpty { lines.append("CATEGORIES:\(row.groupNames.map(escaped).joined(separator: ","))") }
        lines += ["UID:\(row.id)", "END:VCARD"]
        return lines.map(folded).joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .replacing("\n", with: "\\n")
    }

    /// RFC 2425 §5.8.1, without splitting a character.
    private static func folded(_ line: String) -> String {
        var (result, width) = ("", 0)
        for character in line {
            let size = character.utf8.count
            if width + size > 75 {
                result += "\r\n "
                width = 1
            }
            result.append(character)
            width += size
        }
        return result + "\r\n"
    }
}
