import Domain

/// Which country's holidays a place keeps, told by the telephone numbers of the places around it: maps of valleys have no borders that
/// are areas.
struct PlaceCountries {
    static let unknown: UInt8 = 0
    static let mixed: UInt8 = .max
    /// About seven kilometres in the Alps.
    private static let cellShift: UInt32 = 20

    /// Those whose holidays are known, and others beside them; the longest prefix of several counts.
    private static let prefixes: [(prefix: String, code: String)] = [
        ("376", "AD"), ("43", "AT"), ("41", "CH"), ("423", "LI"), ("420", "CZ"), ("49", "DE"), ("34", "ES"), ("358", "FI"), ("33", "FR"),
        ("44", "GB"), ("39", "IT"), ("47", "NO"), ("48", "PL"), ("46", "SE"), ("386", "SI"), ("421", "SK"), ("385", "HR"), ("36", "HU"),
        ("351", "PT"), ("45", "DK"), ("31", "NL"), ("32", "BE"), ("352", "LU"), ("354", "IS"), ("353", "IE"), ("30", "GR"), ("1", "US"),
        ("81", "JP"), ("61", "AU"), ("64", "NZ"),
    ]

    private var cells: [UInt64: UInt8] = [:]

    static func country(_ code: UInt8) -> PlaceCountry {
        code == unknown ? .unknown : code == mixed ? .mixed : .known(prefixes[Int(code) - 1].code)
    }

    /// Of a number that begins with its country, "+43 …" or "0043 …"; unknown for any other.
    static func code(ofPhone phone: String) -> UInt8 {
        let digits = phone.utf8.filter { (48...57).contains($0) || $0 == UInt8(ascii: "+") }
        let rest = digits.starts(with: "+".utf8) ? digits.dropFirst() : digits.starts(with: "00".utf8) ? digits.dropFirst(2) : []
        guard !rest.isEmpty else { return unknown }
        let found = prefixes.indices.filter { rest.starts(with: prefixes[$0].prefix.utf8) }.max {
            prefixes[$0].prefix.utf8.count < prefixes[$1].prefix.utf8.count
        }
        return found.map { UInt8($0 + 1) } ?? unknown
    }

    private func cell(_ point: WorldPoint) -> UInt64 {
        UInt64(point.x >> PlaceCountries.cellShift) << 32 | UInt64(point.y >> PlaceCountries.cellShift)
    }

    mutating func add(_ code: UInt8, at point: WorldPoint) {
        guard code != PlaceCountries.unknown else { return }
        let cell = cell(point)
        let known = cells[cell] ?? code
        cells[cell] = known == code ? code : PlaceCountries.mixed
    }

    /// For a place without a number of its own.
    func around(_ point: WorldPoint) -> UInt8 { cells[cell(point)] ?? PlaceCountries.unknown }
}
