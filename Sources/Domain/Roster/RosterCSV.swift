import Foundation

/// The roster as a spreadsheet takes it.
package enum RosterCSV {
    /// Lanes one after the other, with their names in the first column; who is in none comes first. Whoever is in two has two lines.
    package static func export(_ lanes: SortedLanes, stamp: String) -> String {
        let key = lanes.current.key
        let columns: [MemberField] = [.firstName, .lastName, .status, key == .rooms ? .groups : .room, .phone, .email, .attention]
        let head = key == .rooms ? MemberField.room.rawValue : lanes.current.label.isEmpty ? "group" : folded(lanes.current.label)
        var text = "\u{FEFF}" + CSV.line([head, "id"] + columns.map(\.rawValue) + [stamp])
        for column in lanes.columns {
            for card in column.cards {
                text += CSV.line([column.lane?.name ?? "", card.row.id.description] + columns.map { card.row[$0] } + [""])
            }
        }
        return text
    }

    /// The whole file. The columns are named as in the database, so that an import knows them all, and the trip's own as hosts call them;
    /// `stamp` is the name of a last, empty one.
    package static func export(_ rows: [RosterRow], columns: [MemberField], own: [OwnColumn] = [], stamp: String) -> String {
        var text = "\u{FEFF}" + CSV.line(["id"] + columns.map(\.rawValue) + own.map(\.name) + [stamp])
        for row in rows { text += CSV.line([row.id.description] + columns.map { row[$0] } + own.map { row.own[$0] } + [""]) }
        return text
    }
}

/// The name given to text that no byte-order mark and no rule of Unicode identifies: it may be in another old encoding.
package let windowsEncoding = "Windows-1252"

/// Bytes of unknown encoding to text: a byte-order mark decides, then valid UTF-8, then UTF-16 by its zero
/// bytes, then Windows-1252, which takes every byte.
package func decodeText(_ bytes: [UInt8]) -> (text: String, encoding: String) {
    let (text, encoding) = decoded(bytes)
    return (text.withBoundedSigns, encoding)
}

private func decoded(_ bytes: [UInt8]) -> (text: String, encoding: String) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        return (String(decoding: bytes.dropFirst(3), as: UTF8.self), "UTF-8")
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return (utf16(bytes.dropFirst(2), bigEndian: false), "UTF-16") }
    if bytes.starts(with: [0xFE, 0xFF]) { return (utf16(bytes.dropFirst(2), bigEndian: true), "UTF-16") }
    let sample = bytes.prefix(400)
    let zeros = sample.enumerated().filter { $1 == 0 }.map { $0.offset % 2 }
    if zeros.count > sample.count / 4 {
        return (utf16(bytes[...], bigEndian: zeros.filter { $0 == 0 }.count > zeros.count / 2), "UTF-16")
    }
    if let text = String(validating: bytes, as: UTF8.self) { return (text, "UTF-8") }
    return (String(data: Data(bytes), encoding: .windowsCP1252) ?? latin1(bytes), windowsEncoding)
}

private func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        units.append(bigEndian ? first << 8 | second : second << 8 | first)
        index += 2
    }
    return String(decoding: units, as: UTF16.self)
}

/// For the five bytes that Windows-1252 leaves undefined.
private func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
}
