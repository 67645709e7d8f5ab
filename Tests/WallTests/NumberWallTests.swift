import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func sources() -> [URL] {
    let walk = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    return (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
}

/// Finds, in the text of a source, numbers from outside that are read past the bounded readers, computed with although their
/// range is wide, or made of a decimal in a way that can trap.
struct NumberWall {
    enum Fault: String {
        case text = "a text becomes a number past the readers of BoundedNumbers.swift"
        case measure = "a decimal becomes a whole number that may not hold it: use init(clamping:) or init(_:in:)"
        case endless = "a reader whose range has no end"
        case arithmetic = "arithmetic or a range with a number from outside whose range is wide"
        case doubled = "a name or a row may come twice: use Dictionary(firstOf:)"
    }
    struct Find: Equatable {
        let fault: Fault
        let line: Int
        let code: String
    }

    private static let type = #"\b(?:U?Int(?:8|16|32|64)?|Double|Float)"#
    /// One pair of brackets inside is followed: `Int(tidyLine(form["x"]))`.
    private static let argument = #"\((?!clamping:|exactly:|bitPattern:|truncatingIfNeeded:|bigEndian:)[^()]*(?:\([^()]*\)[^()]*)*\)"#
    private static let rules: [(Fault, [String])] = [
        (
            .text,
            [
                // Only a text makes the result optional.
                type + argument + #" *(?:\?\?|[!=]= nil|\.map\b|\.flatMap\b)"#,
                #"(?:flatMap|compactMap) ?[({] ?"# + type + #"(?:\(\$0\)|\.init)"#,
                #"(?:guard|if|while|,) let \w+ = (?:try )?"# + type + argument,
                // Where texts come from, and how they are cut.
                type
                    + #"\((?:try )?(?:tidyLine|String\(|Substring|web\.(?:query|parameter|header|form)|"#
                    + #"form\[|values?\[|parts\[|fields\[|tags\[|text\b)"#,
                type + #"\([^()]*\.(?:dropFirst|dropLast|prefix|suffix)\("#, #"split\(.*map \{ "# + type + #"\(\$0\) \}"#,
                #"\.decimalValue\b"#,
            ]
        ),
        (.measure, [#"\bU?Int(?:8|16|32|64)?\((?!clamping:|exactly:|[^()]*, in:).*?(?:\.rounded\(|\bceil\(|\bfloor\(|\.timeInterval)"#]),
        (.endless, [#"(?:whole|decimal)\([^)]*in: [^)]*(?:\.max|\.min|infinity|greatestFinite)"#]), (.doubled, ["uniqueKeysWithValues"]),
        (.arithmetic, [#"(?:\.ordinal|form\.version|ordinal\("\w+"\))(?: \?\? -?\d+\)?)? (?:[-+*]|<<|\.\.[.<])"#]),
    ]
    /// A name that is bound to a count: it may be as large as 2⁵³.
    private static let wideName =
        #"(?:let|var) (\w+) = (?:try )?[^\n]*(?:\.ordinal|form\.version|ordinal\("\w+"\))(?: \?\? -?\d+)?(?:,| else|$)"#

    /// A line without any of them is not worth a look.
    private static let words = ["Int", "Double(", "Float(", "decimalValue", "whole(", "decimal(", "ordinal", "form.version", "uniqueKeys"]

    /// Parts of lines that are right although a rule speaks against them, each with its reason beside it.
    let reasoned: [String]

    func finds(in source: String) throws -> [Find] {
        let rules = try NumberWall.rules.map { fault, patterns in (fault, try patterns.map { try NumberWall.pattern($0) }) }
        let binding = try NumberWall.pattern(NumberWall.wideName)
        var (finds, wide) = ([Find](), Set<String>())
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let code = line.firstRange(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
            if code.contains("func ") || code.contains(" init(") { wide = [] }
            guard !wide.isEmpty || NumberWall.words.contains(where: { code.contains($0) }) else { continue }
            guard !reasoned.contains(where: { code.contains($0) }) else { continue }
            var faults = rules.filter { _, patterns in patterns.contains { (try? $0.firstMatch(in: code)) != nil } }.map(\.0)
            if try wide.contains(where: { try NumberWall.computes(with: $0, code) }) { faults.append(.arithmetic) }
            finds += faults.map { Find(fault: $0, line: index + 1, code: code.trimmingCharacters(in: .whitespaces)) }
            if let name = try binding.firstMatch(in: code)?.output[1].substring { wide.insert(String(name)) }
        }
        return finds
    }

    /// Word boundaries as in other languages: the default sees "form.version" as one word.
    private static func pattern(_ text: String) throws -> Regex<AnyRegexOutput> { try Regex(text).wordBoundaryKind(.simple) }

    private static func computes(with name: String, _ code: String) throws -> Bool {
        let after = try pattern(#"\b"# + name + #"\b\)? ?(?:[-+*]|<<|\.\.[.<])(?![>=])"#)
        let before = try pattern(#"(?:[-+*]|<<) \(?"# + name + #"\b(?![.(])|\.\.[.<]"# + name + #"\b"#)
        return try after.firstMatch(in: code) != nil || before.firstMatch(in: code) != nil
    }
}

@Suite struct NumberWallTests {
    /// Where a part of a line is right although it looks like a fault.
    private static let reasoned: [(part: String, why: String)] = [
        ("values[\"id\"]?.whole(in: 1...Int.max)", "Telegram's ids have 52 bits today; nothing computes with them"),
        ("let isNumber = text.decimalValue != nil", "chooses between two messages, and is not used as a number"),
        ("UInt32(sides[1]).map { (String(sides[0]), $0) }", "the parameters of a hash that the program wrote"),
        ("Int($0, radix: 16) ?? 0, radix: 16", "a group of an address that the kernel wrote"),
        ("digits.utf8.count <= 8, let size = Int(digits, radix: 16)", "at most eight digits of a chunk's size"),
        ("let index = Int(y.rounded())", "a corner of a cell inside the tile"),
        ("Int16((Double(sum) / 16).rounded())", "a mean of sixteen heights, in a loop over millions"),
        ("Int16((low + (high - low) * part).rounded())", "between two heights"),
        ("Int16(smooth[index].rounded())", "between heights; a tile without any is refused before"),
        ("Int(remaining, in: 1...1_000_000)", "milliseconds between two moments of the program's own clock"),
        ("let position = Int(number) ?? bare + 1", "the number of a value in a statement of the program"),
        ("PQcmdTuples(result).flatMap { Int(String(cString: $0)) }", "how many rows the server says it changed"),
        ("Int64(scaled, in: 0...7_258_118_399_000)", "a number that was read before, into the years that are plausible"),
    ]
    /// The readers themselves; the parts of the program that only its makers feed; code of the build.
    private static let exempt = [
        "/Common/BoundedNumbers.swift", "/Common/NumbersAndTimes.swift", "/Sources/Bench/", "/Sources/Simulator/", "/Sources/Demo/",
        "/TemplateCompiler/", "/TemplateLanguage/", "/Labels/", "/Tiles/", "/PhotoWorker/",
    ]

    @Test func numbersFromOutsideAreReadAndUsedWithinTheirRange() throws {
        let wall = NumberWall(reasoned: NumberWallTests.reasoned.map(\.part))
        let files = sources().filter { file in !NumberWallTests.exempt.contains { file.path.contains($0) } }
        #expect(files.count > 200)
        for file in files {
            let finds = try wall.finds(in: String(contentsOf: file, encoding: .utf8))
            for find in finds { Issue.record("\(file.lastPathComponent):\(find.line): \(find.fault.rawValue): \(find.code)") }
        }
    }

    @Test func everyReasonIsStillNeeded() throws {
        let all = try sources().map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for (part, why) in NumberWallTests.reasoned { #expect(all.contains(part), "\(part): \(why)") }
    }

    @Test(arguments: [
        (NumberWall.Fault.text, #"let minutes = (Int(form["offer_hours"]) ?? 12) * 60"#), (.text, #"let since = Int(web.query("since"))"#),
        (.text, #"guard let zoom = Int(parts[3]), let x = Int(parts[4]) else { return nil }"#),
        (.text, "let clock = time.split(separator: \":\").compactMap { Int($0) }"), (.text, "let y = Int(name.dropLast(4))"),
        (.text, "let shift = Int64(sent).map { now.milliseconds - $0 } ?? 0"), (.text, "let latitude = typed.decimalValue"),
        (.text, "let ends = part.split(separator: \"-\").map { Int($0) }"),
        (.text, "check.require(Int(typed) != nil, name, \"A number.\")"),
        (.text, "if let seconds = Int64(stamp), seconds > 0 {"), (.text, "let level = tags[.level].flatMap { UInt8($0) }"),
        (.text, "return Int(tidyLine(typed)) ?? 0"), (.text, "let end = Double(String(decoding: bytes, as: UTF8.self))"),
        (.measure, "let tenths = Int((degrees * 36_000).rounded())"), (.measure, "let tiles = UInt32(ceil(width / side))"),
        (.endless, "let number = typed.whole(in: 0...Int.max)"), (.endless, "let far = typed.decimal(in: 0...Double.infinity)"),
        (.doubled, "let byName = Dictionary(uniqueKeysWithValues: rows)"),
        (.arithmetic, "let since = web.query(\"since\").ordinal\nlet first = since + 1"),
        (.arithmetic, "let number = try web.ordinal(\"number\")\nlet bytes = 8 * number"),
        (.arithmetic, "let next = (web.query(\"before\").ordinal ?? 0) * 60"),
        (.arithmetic, "guard let a = x.ordinal, let b = y.ordinal else { return }\nfor n in a...b { count(n) }"),
        (.arithmetic, "let zoom = parts[3].ordinal\nlet side = 1 << zoom"),
    ])
    func aPlantedFaultIsFound(_ fault: NumberWall.Fault, _ source: String) throws {
        #expect(try NumberWall(reasoned: []).finds(in: source).map(\.fault).contains(fault))
    }

    @Test(arguments: [
        "let hours = form.whole(\"offer_hours\", in: 1...240, &check, else: \"1 to 240 hours.\") ?? 12", "let minutes = 60 * hours",
        "let count = Int(row.count) + 1", "let tenths = Int(clamping: (degrees * 36_000).rounded())", "let low = UInt8(number & 0xFF)",
        "let battery = level.flatMap { Int($0, in: 0...100) }", "let names = Dictionary(firstOf: rows)",
        "let share = Double(done) / seconds",
        "// Int(form[\"x\"]) ?? 0 would trap later.", "let since = web.query(\"since\").ordinal\nfunc other() { let first = since + 1 }",
        "let version = form.version\nguard event.version == version else { throw conflict }",
    ])
    func whatIsRightIsLeftAlone(_ source: String) throws {
        let finds = try NumberWall(reasoned: []).finds(in: source)
        #expect(finds.isEmpty, "\(finds)")
    }
}
