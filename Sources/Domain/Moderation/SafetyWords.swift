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
/// sentence that has a person, a body or a danger too, or that is nothing but a cry, and not in their usual harmless company.
package struct SafetyListener: Sendable {
    /// A sentence as short as this is a cry by itself.
    private static let cry = 2
    private struct Ear: Sendable {
        let strong: PhraseMatcher
        let weak: PhraseMatcher
        let beside: PhraseMatcher
        let harmless: PhraseMatcher

        init(_ words: SafetyVocabulary) {
            strong = PhraseMatcher(words.strong)
            weak = PhraseMatcher(words.weak)
            beside = PhraseMatcher(words.beside)
            harmless = PhraseMatcher(words.harmless)
        }

        func hears(_ text: FoldedText) -> [String] {
            let sure = strong.matches(in: text)
            if !sure.isEmpty { return sure }
            let perhaps = weak.matches(in: text)
            guard !perhaps.isEmpty, harmless.matches(in: text).isEmpty else { return [] }
            let isCry = text.bytes.count { $0 == 32 } < SafetyListener.cry
            let company = beside.matches(in: text)
            return isCry || !company.isEmpty ? perhaps + company : []
        }
    }
    private let ears: [Ear]

    package init(_ languages: Set<SafetyLanguage>) {
        ears = SafetyLanguage.allCases.filter(languages.contains).map { Ear($0.words) }
    }

    /// What was heard, first of the whole text, whose sentences may leave out their ends.
    package func matches(in text: String) -> [String] {
        var found: [String] = []
        for sentence in SafetyListener.sentences(text) {
            let folded = FoldedText(sentence)
            for ear in ears { for phrase in ear.hears(folded) where !found.contains(phrase) { found.append(phrase) } }
        }
        return found
    }

    private static func sentences(_ text: String) -> [String] {
        text.split { ".!?;\n¡¿…。".contains($0) }.map(String.init)
    }
}
