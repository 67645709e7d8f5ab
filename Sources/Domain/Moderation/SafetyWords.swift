/// Languages in which a trip listens for calls for help.
package enum SafetyLanguage: String, Sendable, CaseIterable {
    case en, de, fr, it, es

    package var label: String {
        switch self {
        case .en: "English"
        case .de: "German"
        case .fr: "French"
        case .it: "Italian"
        case .es: "Spanish"
        }
    }

    /// What a page says that is listened for.
    package var phrases: [String] { words.strong + words.weak }
    /// Everything that counts in a sentence, and what makes some of it everyday.
    package var counting: [String] { phrases + words.persons + words.bodies + words.dangers }
    package var harmless: [String] { words.harmless }

    /// As it is stored: the codes, "" for all of them, "-" for none.
    package static func text(_ languages: Set<SafetyLanguage>) -> String {
        let chosen = allCases.filter(languages.contains)
        return chosen == allCases ? "" : chosen.isEmpty ? "-" : chosen.map(\.rawValue).joined(separator: " ")
    }

    package static func set(_ text: String) -> Set<SafetyLanguage> {
        text.isEmpty ? Set(allCases) : Set(text.split(separator: " ").compactMap { SafetyLanguage(rawValue: String($0)) })
    }
}

/// Hears calls for help. Strong phrases always count. Weak words ("lost", "help", "fall") are everyday ones: they count only in a
/// sentence that has a person, a body or a danger too, or that is nothing but a cry, not as part of a harmless phrase, and not where
/// a host has called such a sentence a false alarm.
package struct SafetyListener: Sendable {
    private let ears: [SafetyEar]
    /// The strong and weak words of all of them: a sentence without any is nothing for them.
    private let words: PhraseMatcher

    package init(_ languages: Set<SafetyLanguage>, but exceptions: [SafetyException] = []) {
        let languages = SafetyLanguage.allCases.filter(languages.contains)
        ears = languages.map { SafetyEar($0, exceptions) }
        words = PhraseMatcher(languages.flatMap(\.phrases))
    }

    /// What was heard, first of the whole text, whose sentences may leave out their ends.
    package func matches(in text: String) -> [String] {
        var found: [String] = []
        for sentence in SafetyListener.sentences(text) {
            let folded = FoldedText(sentence)
            guard !words.matches(in: folded).isEmpty else { continue }
            for ear in ears { for phrase in ear.hears(folded) where !found.contains(phrase) { found.append(phrase) } }
        }
        return found
    }

    /// What there is to learn from a text that was a false alarm; nothing of sentences that must always be heard.
    /// - Parameter names: of people, folded: a name tells one person from another, not one sentence.
    package func lessons(in text: String, names: Set<String>) -> [SafetyException] {
        var found: [SafetyException] = []
        for sentence in SafetyListener.sentences(text) {
            for ear in ears { for lesson in ear.lessons(in: sentence, names: names) where !found.contains(lesson) { found.append(lesson) } }
        }
        return found
    }

    private static func sentences(_ text: String) -> [String] {
        text.unicodeScalars.split { $0.value < 128 ? isEnd[Int($0.value)] : "¡¿…。".unicodeScalars.contains($0) }.map { String($0) }
    }

    private static let isEnd: [Bool] = (0..<128).map { ".!?;\n".utf8.contains($0) }
}
