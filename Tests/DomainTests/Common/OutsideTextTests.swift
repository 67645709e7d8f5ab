import Domain
import Testing

/// However text comes in, no sign of it is long enough to hold up whoever reads it.
@Suite struct OutsideTextTests {
    private static let accents = String(repeating: "\u{301}\u{316}", count: 8_000)
    private static let hostile = [
        "e" + accents, accents, String(repeating: "👩\u{200D}", count: 8_000), String(repeating: "\u{1100}", count: 8_000),
        String(repeating: "क्", count: 8_000), String(repeating: "\u{0600}", count: 8_000), String(repeating: "🇫", count: 8_000),
        String(repeating: "👩\u{200D}", count: 8) + String(repeating: "👨\u{200D}", count: 8_000),
    ]

    private func isBounded(_ text: String) -> Bool {
        text.allSatisfy { $0.unicodeScalars.count <= String.signLimit }
            && text.unicodeScalars.split { !(0x1F1E6...0x1F1FF).contains($0.value) }.allSatisfy { $0.count <= 64 }
    }

    @Test(arguments: hostile) func noSignIsLongerThanTheLongestEmoji(_ text: String) throws {
        let escaped = text.utf8.map { "%" + String($0, radix: 16, uppercase: true).leftPadded }.joined()
        var found = [String(outside: text.utf8), tidyLine(String(outside: text.utf8)), tidyText(String(outside: text.utf8))]
        for query in ["a=" + text, "a=" + escaped] { found.append(try #require(parseQuery(query).first).value) }
        found.append(decodeText(Array(text.utf8)).text)
        let table = try ImportTable("name,mail\n\(text),\"\(text)\"\n")
        found += try #require(table.rows.first).cells
        for sentence in found { #expect(isBounded(sentence)) }
    }

    /// What stands between two accents may be a control, which is left out later.
    @Test func whatIsLeftOutJoinsNothing() {
        let text = String(repeating: String(repeating: "\u{301}", count: 15) + "\u{FEFF}", count: 2_000)
        #expect(isBounded(String(outside: text.utf8)))
        #expect(isBounded(tidyText(String(outside: text.utf8))) && isBounded(tidyLine(String(outside: text.utf8))))
    }

    /// One engine of databases cannot store it, the other cannot find it.
    @Test func nothingHasAZero() throws {
        // Not every fourth byte: that would be another encoding.
        let text = "a\0 long word b\u{301}\0"
        let query = try #require(parseQuery("a=a%00%20long%20word%20b%CC%81%00").first)
        let table = try ImportTable("name,mail\n\(text),\"\(text)\"\n")
        let json = #"{"a":"a\u0000 long word b\u0301\u0000"}"#
        var found = [String(outside: text.utf8), query.value, decodeText(Array(text.utf8)).text] + (table.rows.first?.cells ?? [])
        try Array(json.utf8).withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            try reader.object { reader, _ throws(JSONReader.Malformed) in found.append(try reader.string() ?? "") }
        }
        #expect(found == Array(repeating: "a long word b\u{301}", count: 6))
    }

    @Test(arguments: [
        "Zoë Ångström", "e\u{301}\u{316}", "👩🏽‍❤️‍💋‍👨🏿", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "🇦🇩🇫🇷🇪🇸",
        "कृपया मदद करें", "ช่วยด้วย", "도와주세요", "助けて", "السَّلَامُ", "a\r\nb", "",
    ]) func whatPeopleWriteStaysAsItIs(_ text: String) {
        #expect(String(outside: text.utf8) == text && Array(String(outside: text.utf8).utf8) == Array(text.utf8))
    }
}

extension String {
    fileprivate var leftPadded: String { count == 1 ? "0" + self : self }
}
