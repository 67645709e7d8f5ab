import Foundation

/// Reads vCards 2.1 (as Android exports them), 3.0 (RFC 2426) and 4.0 (RFC 6350) into a table: a row for each card, which begins on
/// the card's first line. Photos and what no roster keeps are passed over.
struct VCardReader {
    static func isVCard(_ bytes: [UInt8]) -> Bool {
        let start = bytes.drop { $0 <= 32 }.prefix(11)
        return String(decoding: start, as: UTF8.self).uppercased() == "BEGIN:VCARD"
    }

    /// Throws `.invalid` on the field "file".
    static func table(_ bytes: [UInt8]) throws(Refusal) -> ImportTable {
        var reader = VCardReader(lines: VCardLines(bytes))
        reader.read()
        try ImportTable.check(reader.count)
        // Columns that no card fills would only be in the way.
        let used = columns.indices.filter { index in reader.rows.contains { !$0.cells[index].isEmpty } }
        return ImportTable(
            header: used.map { columns[$0] },
            rows: reader.rows.map { row in ImportTable.Row(line: row.line, cells: used.map { row.cells[$0] }, problem: row.problem) },
            delimiter: ",")
    }

    private static let columns = [
        "First name", "Last name", "Name", "Email", "Phone", "Groups", "Notes", "Birthday", "Organization", "Job title", "Address",
        "Web page",
    ]
    /// In the order of `columns`, but for names.
    private static let kept = ["EMAIL", "TEL", "CATEGORIES", "NOTE", "BDAY", "ORG", "TITLE", "ADR", "URL"]

    private var lines: VCardLines
    private var rows: [ImportTable.Row] = []
    private var count = 0
    private var card: (line: Int, properties: [String: [VCardProperty]])?

    private init(lines: VCardLines) { self.lines = lines }

    private mutating func read() {
        while let line = lines.next() {
            guard let property = VCardProperty(line.bytes) else { continue }
            switch property.name {
            case "BEGIN":
                finish(problem: "The card has no END:VCARD.")
                card = (line.number, [:])
            case "END": finish(problem: nil)
            case "N", "FN": card?.properties[property.name, default: []].append(property)
            default: if VCardReader.kept.contains(property.name) { card?.properties[property.name, default: []].append(property) }
            }
        }
        finish(problem: "The card has no END:VCARD.")
    }

    private mutating func finish(problem: String?) {
        guard let card else { return }
        self.card = nil
        count += 1
        guard rows.count < ImportTable.rowLimit else { return }
        let name = card.properties["N"]?.first?.parts ?? []
        let (first, last) = (name.count > 1 ? name[1] : "", name.first ?? "")
        let cells =
            [first, last, first.isEmpty && last.isEmpty ? card.properties["FN"]?.first?.text ?? "" : ""]
            + VCardReader.kept.map { VCardReader.cell($0, card.properties[$0] ?? []) }
        rows.append(ImportTable.Row(line: card.line, cells: cells.map(ImportTable.cell), problem: problem))
    }

    private static func cell(_ name: String, _ found: [VCardProperty]) -> String {
        switch name {
        case "TEL":
            let numbers = found.filter { $0.types.isDisjoint(with: ["FAX", "PAGER"]) }
            return numbers.min { $0.phoneRank < $1.phoneRank }?.telephone ?? ""
        case "EMAIL": return (found.first(where: \.isPreferred) ?? found.first)?.text ?? ""
        case "CATEGORIES":
            return GroupNames.join(found.flatMap { $0.list(separator: ",") }.filter { $0 != "myContacts" && !$0.isEmpty })
        case "ADR", "ORG": return found.first?.parts.filter { !$0.isEmpty }.joined(separator: ", ") ?? ""
        default: return found.first?.text ?? ""
        }
    }
}

/// One line of a card: `item1.TEL;TYPE=cell:+41…`.
struct VCardProperty {
    let name: String
    /// Types and other parameters without a value of their own, in capitals.
    let types: Set<String>
    private let value: String

    init?(_ line: [UInt8]) {
        guard let colon = VCardProperty.colon(in: line) else { return nil }
        let words = String(outside: line[..<colon].filter { $0 != UInt8(ascii: "\"") }).uppercased().split(separator: ";")
        guard let first = words.first else { return nil }
        name = String(first.split(separator: ".").last ?? first)
        let parameters = words.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        types = Set(
            parameters.flatMap { parts -> [String] in
                // A parameter may be "=" alone, of which nothing is left.
                guard let key = parts.first else { return [] }
                return parts.count == 1 || key == "PREF" ? [key] : key == "TYPE" ? parts[1].components(separatedBy: ",") : []
            })
        let bytes = Array(line[(colon + 1)...])
        let isQuoted = parameters.contains { $0.last == "QUOTED-PRINTABLE" }
        value = isQuoted ? decodeText(QuotedPrintable.decoded(bytes)).text : String(outside: bytes)
    }

    var text: String { VCardProperty.unescaped(value) }
    /// What semicolons part.
    var parts: [String] { list(separator: ";") }
    var isPreferred: Bool { types.contains("PREF") }
    /// Less is better: a phone that somebody carries along, then the one that is preferred.
    var phoneRank: Int { (types.isDisjoint(with: ["CELL", "MOBILE", "IPHONE"]) ? 2 : 0) + (isPreferred ? 0 : 1) }
    /// Without the `tel:` and the `;ext=` of vCard 4.0.
    var telephone: String {
        guard value.lowercased().hasPrefix("tel:") else { return text }
        return String(value.dropFirst(4).prefix { $0 != ";" })
    }

    func list(separator: Character) -> [String] {
        var (parts, part, isEscaped) = ([String](), "", false)
        for character in value {
            if character == separator, !isEscaped {
                parts.append(VCardProperty.unescaped(part))
                part = ""
            } else {
                part.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return parts + [VCardProperty.unescaped(part)]
    }

    /// The colon that ends the parameters: one between quotation marks is part of a parameter.
    private static func colon(in line: [UInt8]) -> Int? {
        var isQuoted = false
        return line.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ":") && !isQuoted
        }
    }

    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var (result, isEscaped) = ("", false)
        for character in text {
            if isEscaped {
                result.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}

/// The lines of a card put together again where they were folded, without the pictures.
struct VCardLines {
    private let bytes: [UInt8]
    private var position = 0
    private var number = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (number: Int, bytes: [UInt8])? {
        guard position < bytes.count else { return nil }
        let first = number
        var line = Array(physical())
        let isPicture = VCardLines.pictures.contains { line.starts(with: $0) }
        let isQuotedPrintable = VCardLines.isQuotedPrintable(line)
        while position < bytes.count {
            if isQuotedPrintable, line.last == UInt8(ascii: "=") {
                line.removeLast()
                line += physical()
            } else if bytes[position] == 32 || bytes[position] == 9 {
                let more = physical().dropFirst()
                if !isPicture { line += more }
            } else {
                break
            }
        }
        return (first, isPicture ? [] : line)
    }

    private static let pictures = ["PHOTO", "LOGO", "SOUND"].map { Array($0.utf8) }

    private static func isQuotedPrintable(_ line: [UInt8]) -> Bool {
        let head = line.prefix(500).prefix { $0 != UInt8(ascii: ":") }
        return String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
    }

    private mutating func physical() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
        let end = position
        if position + 1 < bytes.count, bytes[position] == 13, bytes[position + 1] == 10 { position += 1 }
        position = min(position + 1, bytes.count)
        number += 1
        return bytes[start..<end]
    }
}

/// RFC 2045 §6.7; what is no code stays as it is.
enum QuotedPrintable {
    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var (result, index) = ([UInt8](), 0)
        result.reserveCapacity(bytes.count)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
