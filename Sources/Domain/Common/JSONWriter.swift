/// A finished JSON text (RFC 8259) on one line. Only a `JSONWriter` makes one.
package struct JSON: Sendable, Equatable {
    package let bytes: [UInt8]

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    /// What was written so before, as it was stored.
    package init(stored bytes: [UInt8]) { self.bytes = bytes }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// - Parameter count: bytes to make room for at once.
    package static func object(reserving count: Int = 128, _ members: (inout JSONWriter) throws -> Void) rethrows -> JSON {
        var out = JSONWriter(reserving: count)
        try out.object(members)
        return JSON(bytes: out.bytes)
    }

    /// - Parameter count: bytes to make room for at once.
    package static func array(reserving count: Int = 128, _ elements: (inout JSONWriter) throws -> Void) rethrows -> JSON {
        var out = JSONWriter(reserving: count)
        try out.array(elements)
        return JSON(bytes: out.bytes)
    }

    /// A text by itself, in quotes.
    package static func string(_ text: String) -> JSON {
        var out = JSONWriter(reserving: text.utf8.count + 2)
        out.add(text)
        return JSON(bytes: out.bytes)
    }

    /// One object of a file that people open: a line for each member.
    package static func file(_ members: [(name: String, value: String)]) -> String {
        let lines = members.map { "  " + JSON.string($0.name).text + ": " + JSON.string($0.value).text }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }
}

/// Writes JSON into one byte buffer, in the order of the calls, without building a tree: positions of thousands are written four
/// times a second. The writer sets commas, colons and quotes; what it writes may also stand inside a page's script.
package struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    fileprivate init(reserving count: Int) { bytes.reserveCapacity(count) }

    // MARK: what holds others

    /// `{…}`
    package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        begin()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        try members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// `"name":{…}`
    package mutating func object(_ name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
        self.name(name)
        try object(members)
    }

    /// `[…]`
    package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
        begin()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        try elements(&self)
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// `"name":[…]`
    package mutating func array(_ name: String, _ elements: (inout JSONWriter) throws -> Void) rethrows {
        self.name(name)
        try array(elements)
    }

    // MARK: members

    /// `"name":"text"`
    package mutating func add(_ name: String, _ value: String?) {
        self.name(name)
        add(value)
    }

    /// `"name":"id"`, spelt as in addresses.
    package mutating func add(_ name: String, _ value: ID?) {
        self.name(name)
        add(value)
    }

    /// `"name":12`
    package mutating func add(_ name: String, _ value: Int?) {
        self.name(name)
        add(value)
    }

    /// `"name":true`
    package mutating func add(_ name: String, _ value: Bool?) {
        self.name(name)
        add(value)
    }

    /// In milliseconds since 1970.
    package mutating func add(_ name: String, _ value: Instant?) {
        self.name(name)
        add(value)
    }

    /// `"name":46.42`, with as many places as there are, at most these.
    package mutating func add(_ name: String, _ value: Double?, places: Int) {
        self.name(name)
        add(value, places: places)
    }

    /// `"name":…`, what was written before.
    package mutating func add(_ name: String, _ value: JSON?) {
        self.name(name)
        add(value)
    }

    private mutating func name(_ name: String) {
        add(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: elements; nil is written as null

    /// `"text"`
    package mutating func add(_ value: String?) {
        begin()
        guard var value else { return null() }
        bytes.append(UInt8(ascii: "\""))
        value.withUTF8 { escape($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// `"id"`, spelt as in addresses.
    package mutating func add(_ value: ID?) {
        begin()
        guard let value else { return null() }
        bytes.append(UInt8(ascii: "\""))
        append(upTo: ID.textByteCount) { room in
            value.spell(into: room)
            return 0
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// `12`
    package mutating func add(_ value: Int?) {
        begin()
        guard let value else { return null() }
        append(upTo: wholeByteCount) { spellWhole(value, into: $0) }
    }

    /// `true`
    package mutating func add(_ value: Bool?) {
        begin()
        guard let value else { return null() }
        append(value ? "true" : "false")
    }

    /// In milliseconds since 1970.
    package mutating func add(_ value: Instant?) { add(value.map { Int($0.milliseconds) }) }

    /// As `decimal` writes it: never an exponent, and 0 for what is no number.
    package mutating func add(_ value: Double?, places: Int) {
        begin()
        guard let value else { return null() }
        append(upTo: decimalByteCount) { spellDecimal(value, places, into: $0) }
    }

    /// What was written before, as it is.
    package mutating func add(_ value: JSON?) {
        begin()
        guard let value else { return null() }
        bytes.append(contentsOf: value.bytes)
    }

    // MARK: bytes

    private mutating func begin() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func null() { append("null") }

    private mutating func append(_ literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// - Parameter spell: fills the end of the room that it is given, and returns where that begins.
    private mutating func append(upTo count: Int, _ spell: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { room in
            let start = spell(room)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: room[start...]))
        }
    }

    /// Runs that need no escape are copied at once: most texts are one run.
    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>) {
        var (start, index) = (0, 0)
        while index < utf8.count {
            let length = escapedLength(utf8, index)
            if length > 0 {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                appendEscape(utf8[index], last: utf8[index + length - 1])
                start = index + length
            }
            index += max(length, 1)
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }

    /// How many bytes from here on are one sign that is escaped; 0 for any other. Also "<" and the line ends that only scripts
    /// know, U+2028 and U+2029: the text may stand inside a page.
    private func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        switch utf8[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), 0..<32: 1
        case 0xE2 where index + 2 < utf8.count && utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8: 3
        default: 0
        }
    }

    private mutating func appendEscape(_ byte: UInt8, last: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case 0xE2: append(last == 0xA8 ? "\\u2028" : "\\u2029")
        default:
            append("\\u00")
            bytes.append(hexadecimalDigit(byte >> 4))
            bytes.append(hexadecimalDigit(byte & 15))
        }
    }
}
