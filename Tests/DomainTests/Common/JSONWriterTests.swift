import Domain
import Foundation
import Testing

@Suite struct JSONWriterTests {
    @Test(arguments: [
        ("", "\"\""), ("Zoë 雪 🏔", "\"Zoë 雪 🏔\""), ("a \"b\" \\ c/d", "\"a \\\"b\\\" \\\\ c/d\""),
        ("two\nlines\r\tend", "\"two\\nlines\\u000d\\u0009end\""), ("\0\u{1}\u{1f}\u{7f}", "\"\\u0000\\u0001\\u001f\u{7f}\""),
        ("</script><!--", "\"\\u003c/script>\\u003c!--\""), ("\u{2028}x\u{2029}", "\"\\u2028x\\u2029\""),
        // Neighbours of the two, and a text that ends with their first bytes' kind.
        ("\u{2027}\u{202a}…", "\"\u{2027}\u{202a}…\""),
        // "\r\n" is one character of Swift's, and a quote may bear an accent.
        ("\r\n\"\u{301}<\u{301}", "\"\\u000d\\n\\\"\u{301}\\u003c\u{301}\""),
    ])
    func textsAreEscaped(_ text: String, _ expected: String) { #expect(JSON.string(text).text == expected) }

    @Test(arguments: [
        (0, 0, "0"), (-0.0, 3, "0"), (1, 6, "1"), (-1, 0, "-1"), (46.40012345, 6, "46.400123"), (9.2, 6, "9.2"), (-9.25, 1, "-9.3"),
        (0.5, 0, "1"), (0.4, 0, "0"), (-0.0000001, 6, "0"), (-0.0000005, 6, "-0.000001"), (0.05, 2, "0.05"), (0.0000001, 7, "0.0000001"),
        (1234.5, 0, "1235"), (100, 2, "100"), (120.30, 2, "120.3"), (1e15, 0, "1000000000000000"), (-8e14, 1, "-800000000000000"),
        (9e15, 0, "0"), (1e300, 2, "0"), (.infinity, 3, "0"), (-.infinity, 0, "0"), (.nan, 1, "0"), (.leastNonzeroMagnitude, 7, "0"),
    ])
    func decimalsHaveNoExponentAndAreAlwaysNumbers(_ value: Double, _ places: Int, _ expected: String) {
        #expect(decimal(value, places) == expected)
        #expect(JSON.array { $0.add(value, places: places) }.text == "[\(expected)]")
    }

    @Test func wholeNumbersOfEverySizeAreWritten() {
        let numbers = [0, 7, -7, 10, 1_767_621_802_000, .max, .min]
        #expect(JSON.array { out in numbers.forEach { out.add($0) } }.text == "[" + numbers.map(String.init).joined(separator: ",") + "]")
    }

    @Test func commasStandBetweenAndNowhereElse() {
        let json = JSON.object { out in
            out.object("none") { _ in }
            out.array("lists") { out in
                out.array { _ in }
                out.array { out in
                    out.add(1)
                    out.add(true)
                    out.object { $0.add("a", "b") }
                }
                out.add("end")
            }
            out.add("inside", JSON.array { $0.add(2) })
            out.add("last", false)
        }
        #expect(json.text == #"{"none":{},"lists":[[],[1,true,{"a":"b"}],"end"],"inside":[2],"last":false}"#)
        #expect(JSON.object { _ in }.text == "{}" && JSON.array { _ in }.text == "[]")
    }

    @Test func whatIsUnknownIsNull() {
        let json = JSON.object { out in
            out.add("text", String?.none)
            out.add("id", ID?.none)
            out.add("number", Int?.none)
            out.add("yes", Bool?.none)
            out.add("at", Instant?.none)
            out.add("height", Double?.none, places: 1)
            out.add("line", JSON?.none)
        }
        #expect(json.text == #"{"text":null,"id":null,"number":null,"yes":null,"at":null,"height":null,"line":null}"#)
    }

    @Test func idsAndTimesAreWrittenAsEverywhere() {
        let id = ID(high: 0x0123_4567_89ab_7def, low: 0x8edc_ba98_7654_3210)
        let json = JSON.object { out in
            out.add("id", id)
            out.add("a \"name\"", Instant(milliseconds: 1_767_621_802_123))
        }
        #expect(json.text == #"{"id":"01234567-89ab-7def-8edc-ba9876543210","a \"name\"":1767621802123}"#)
        #expect(id.description == "01234567-89ab-7def-8edc-ba9876543210")
    }

    @Test func anObjectForPeopleHasALineForEachMember() {
        #expect(JSON.file([("name", "Ada <Example>"), ("diet", "")]) == "{\n  \"name\": \"Ada \\u003cExample>\",\n  \"diet\": \"\"\n}\n")
    }

    /// What another reader of JSON makes of it.
    @Test func everyTextComesBack() throws {
        var chance = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0..<1 << 32, using: &chance)
        var state = seed
        for _ in 0..<500 {
            let scalars = (0..<40).compactMap { _ -> Unicode.Scalar? in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Unicode.Scalar(UInt32(truncatingIfNeeded: state >> 40) % [0x80, 0x3000, 0x11_0000][Int(state >> 33) % 3])
            }
            let text = String(String.UnicodeScalarView(scalars))
            let read = try JSONDecoder().decode([String].self, from: Data(JSON.array { $0.add(text) }.bytes))
            #expect(read.first.map { Array($0.utf8) } == Array(text.utf8), "seed \(seed)")
        }
    }
}
