/// Values as feeds of all versions write them.
extension JSONReader {
    /// True and false, 1 and 0, and texts of them; nil for anything else, which is consumed.
    mutating func flag() throws(Malformed) -> Bool? {
        switch try peek() {
        case .boolean: return try boolean()
        case .number: return try number(in: .measured).map { $0 != 0 }
        default:
            guard let word = try word() else { return nil }
            switch word {
            case "true", "True", "TRUE", "1", "yes": return true
            case "false", "False", "FALSE", "0", "no": return false
            default: return nil
            }
        }
    }

    /// A whole number of things; nil for less than none and for what no station has.
    mutating func things() throws(Malformed) -> Int? {
        try number(in: 0...99_999).flatMap { Int($0, in: 0...99_999) }
    }

    /// A text, or the English one of several, or else the first.
    mutating func localText() throws(Malformed) -> String? {
        guard try peek() == .array else { return try string() }
        var (chosen, isEnglish): (String?, Bool) = (nil, false)
        try array { reader throws(Malformed) in
            guard try reader.peek() == .object else { return try reader.skip() }
            var (text, language): (String?, String?) = (nil, nil)
            try reader.object { reader, key throws(Malformed) in
                switch key {
                case "text": text = try reader.string()
                case "language": language = try reader.string()
                default: try reader.skip()
                }
            }
            let isWanted = language?.lowercased().hasPrefix("en") == true && !isEnglish
            if let text, chosen == nil || isWanted { (chosen, isEnglish) = (text, isEnglish || isWanted) }
        }
        return chosen
    }

    /// Calls `member` for each key of an object; anything else is consumed.
    mutating func members(_ member: (inout JSONReader, Key) throws(Malformed) -> Void) throws(Malformed) {
        guard try peek() == .object else { return try skip() }
        try object(member)
    }

    /// Calls `element` for each element of an array; anything else is consumed.
    mutating func elements(_ element: (inout JSONReader) throws(Malformed) -> Void) throws(Malformed) {
        guard try peek() == .array else { return try skip() }
        try array(element)
    }
}

/// An id from a feed; "" for none, and for what is no id: it is stored for each station, and names it for good.
func feedKey(_ text: String?) -> String {
    guard let text, text.utf8.count <= 200, text.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else { return "" }
    return text
}

/// A link from a feed; "" for none, and for what no page could use.
func feedLink(_ text: String?) -> String { text.flatMap { $0.utf8.count <= 2000 ? $0 : nil } ?? "" }

/// A name from a feed, on one line and no longer than a line.
func feedText(_ text: String?, limit: Int = 120) -> String {
    guard let text else { return "" }
    let line = isPlainLine(text) ? text : tidyLine(text)
    return line.utf8.count <= limit ? line : String(line.prefix(limit))
}

/// Whether it is as `tidyLine` leaves it, for the letters that names have: tidying scalar by scalar is most of reading a feed.
private func isPlainLine(_ text: String) -> Bool {
    var last = UInt8(ascii: " ")
    for byte in text.utf8 {
        guard byte >= 32, byte != 127, byte != 32 || last != 32 else { return false }
        // Scalars that begin so may be controls or marks.
        if byte == 0xC2 || byte == 0xE2 || byte == 0xEF || byte == 0xF3 { return false }
        last = byte
    }
    return last != 32 || text.isEmpty
}

/// What every document of GBFS begins with.
package struct GBFSEnvelope: Sendable, Equatable {
    package var version = ""
    package var updatedAt: Instant?
    /// Seconds for which the document is good; nil where it does not say.
    package var ttl: Int?
    package var hasData = false
    package init() {}

    /// The largest systems have about half as many. More would be kept, and noted as it changes, for as long as the feed says so.
    package static let mostStations = 20_000

    /// Reads a document; `data` is called where its content begins, and must consume it.
    /// - Throws: what came instead.
    package static func read(
        _ bytes: [UInt8], _ data: (inout JSONReader) throws(JSONReader.Malformed) -> Void
    ) throws(BikeProblem) -> GBFSEnvelope {
        var envelope = GBFSEnvelope()
        do {
            try bytes.withUnsafeBufferPointer { buffer throws(JSONReader.Malformed) in
                var reader = JSONReader(buffer)
                try reader.members { reader, key throws(JSONReader.Malformed) in
                    switch key {
                    case "version": envelope.version = feedText(try reader.string(), limit: 20)
                    case "last_updated": envelope.updatedAt = try reader.moment()
                    case "ttl": envelope.ttl = try reader.number(in: 0...86_400).flatMap { Int($0, in: 0...86_400) }
                    case "data":
                        envelope.hasData = true
                        try data(&reader)
                    default: try reader.skip()
                    }
                }
                try reader.end()
            }
        } catch {
            throw looksLikeHTML(bytes) ? .html : .notJSON
        }
        if !envelope.hasData { throw .notGBFS }
        return envelope
    }

    /// A page of a portal, or of an error, that was sent with status 200.
    static func looksLikeHTML(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 > 32 && $0 < 127 } == UInt8(ascii: "<")
    }
}
