/// A name in one piece as first and last name.
enum WholeName {
    /// "Ada Example", "Example, Ada", "Ada van der Example". Two family names cannot be told from two given ones: the last word is then
    /// the family's.
    static func split(_ name: String) -> (first: String, last: String) {
        let halves = name.split(separator: ",", maxSplits: 1).map { tidyLine(String($0)) }
        if halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty {
            return suffixes.contains(folded(halves[1])) ? withSuffix(halves[0], halves[1]) : (halves[1], halves[0])
        }
        let words = tidyLine(name.replacing(",", with: " ")).split(separator: " ")
        guard words.count > 1 else { return (words.first.map(String.init) ?? "", "") }
        let start = lastNameStart(words)
        return (words[..<start].joined(separator: " "), words[start...].joined(separator: " "))
    }

    private static func withSuffix(_ name: String, _ suffix: String) -> (first: String, last: String) {
        let (first, last) = split(name)
        return (first, last.isEmpty ? suffix : last + ", " + suffix)
    }

    /// Small words, written small, begin a family name; "i" and "y" join two of them.
    private static func lastNameStart(_ words: [Substring]) -> Int {
        let last = words.count - 1
        for index in 1..<last {
            if particles.contains(words[index]) { return index }
            if joining.contains(words[index]), index > 1 { return index - 1 }
        }
        return last
    }

    private static let particles: Set<Substring> = [
        "van", "von", "vom", "zu", "zum", "zur", "der", "den", "de", "del", "della", "dello", "dei", "degli", "di", "da", "dal", "dalla",
        "do",
        "dos", "das", "du", "des", "la", "le", "ten", "ter", "te", "af", "av", "bin", "ibn", "el", "al", "d'",
    ]
    private static let joining: Set<Substring> = ["i", "y"]
    private static let suffixes: Set<String> = ["jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "md"]
}

/// Several values in one cell, as Google's contacts write them: "* myContacts ::: Bus 1".
enum GoogleList {
    /// Every group, the first of everything else.
    static func cell(_ text: String, for field: MemberField) -> String {
        guard field == .groups || text.utf8.contains(UInt8(ascii: ":")), text.utf8.first == UInt8(ascii: "*") || text.contains(":::")
        else { return text }
        let values = text.split(separator: ":::").map { tidyLine(String($0)) }
        switch field {
        // Labels that begin with a star are Google's own.
        case .groups: return values.filter { !$0.hasPrefix("* ") }.joined(separator: ";")
        case .email, .phone: return values.first ?? ""
        default: return text
        }
    }
}
