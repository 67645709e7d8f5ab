/// What a page's markup must have for a selector to find something there: the classes and ids that it names.
struct Selector: Equatable {
    /// Of ids with a `#` before.
    private(set) var names: Set<String> = []
    /// Of each list in `:is`, `:where` and `:has` one is enough.
    private(set) var choices: [[Selector]] = []

    /// A list's selectors, which commas part.
    static func list(_ text: some Collection<UInt8>) -> [Selector] {
        parts(Array(text)).map { Selector($0) }
    }

    private init(_ bytes: [UInt8]) {
        var index = 0
        while index < bytes.count {
            let (sign, start) = (bytes[index], index)
            index += 1
            switch sign {
            case UInt8(ascii: "."), UInt8(ascii: "#"):
                let name = Selector.word(bytes, &index)
                if !name.isEmpty { names.insert(sign == UInt8(ascii: "#") ? "#" + name : name) }
            case UInt8(ascii: "["): index = Selector.end(bytes, from: start)
            case UInt8(ascii: ":"):
                let name = Selector.word(bytes, &index)
                guard index < bytes.count, bytes[index] == UInt8(ascii: "(") else { continue }
                let end = Selector.end(bytes, from: index)
                let inner = bytes[(index + 1)..<max(index + 1, end - 1)]
                if ["is", "where", "has"].contains(name) { choices.append(Selector.list(inner)) }
                index = end
            default: break
            }
        }
    }

    /// Says nothing of a page: an element, an attribute, a step of an animation.
    var isBare: Bool { names.isEmpty && choices.allSatisfy { $0.contains { $0.isBare } } }

    func finds(_ present: Set<String>) -> Bool {
        names.isSubset(of: present) && choices.allSatisfy { $0.contains { $0.finds(present) } }
    }

    /// Letters, digits, - and _ from a place on.
    private static func word(_ bytes: [UInt8], _ index: inout Int) -> String {
        let start = index
        while index < bytes.count, isLetter(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Behind the bracket that closes the one at `start`.
    private static func end(_ bytes: [UInt8], from start: Int) -> Int {
        var depth = 0
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0 { return index + 1 }
        }
        return bytes.count
    }

    private static func parts(_ bytes: [UInt8]) -> [[UInt8]] {
        var (found, start, index) = ([[UInt8]](), 0, 0)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["): index = end(bytes, from: index)
            case UInt8(ascii: ","):
                found.append(Array(bytes[start..<index]))
                index += 1
                start = index
            default: index += 1
            }
        }
        return found + [Array(bytes[start...])]
    }
}

extension Selector {
    /// Of every rule of a stylesheet, also those in `@media` and the like. Rules in rules are not read.
    static func all(in sheet: String) -> [Selector] {
        let bytes = Array(sheet.utf8)
        var (found, prelude, index, isInRule) = ([Selector](), [UInt8](), 0, false)
        func isAt(_ first: Character, _ second: Character) -> Bool {
            bytes[index] == first.asciiValue && index + 1 < bytes.count && bytes[index + 1] == second.asciiValue
        }
        while index < bytes.count {
            if isAt("/", "*") {
                index += 2
                while index < bytes.count, !isAt("*", "/") { index += 1 }
                index += 2
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += 1 }
            case UInt8(ascii: "{"):
                isInRule = prelude.first { $0 > 0x20 } != UInt8(ascii: "@")
                if isInRule { found += list(prelude) }
                prelude = []
            case UInt8(ascii: "}"), UInt8(ascii: ";"):
                if bytes[index] == UInt8(ascii: "}") { isInRule = false }
                prelude = []
            default: if !isInRule { prelude.append(bytes[index]) }
            }
            index += 1
        }
        return found
    }
}
