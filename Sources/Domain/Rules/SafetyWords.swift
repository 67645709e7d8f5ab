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

    /// The phrases that a page lists as listened for.
    package var phrases: [String] { (words.strong.list + words.weak.list).filter { !$0.contains(SafetyNames.sign) } }
    /// Everything that counts in a sentence, and what makes some of it everyday.
    package var counting: [String] { phrases + words.persons.list + words.bodies.list + words.dangers.list }
    package var harmless: [String] { words.harmless.list }

    /// As it is stored: the codes, "" for all of them, "-" for none.
    package static func text(_ languages: Set<SafetyLanguage>) -> String {
        let chosen = allCases.filter(languages.contains)
        return chosen == allCases ? "" : chosen.isEmpty ? "-" : chosen.map(\.rawValue).joined(separator: " ")
    }

    /// The opposite of `text`. Codes that are not known are left out.
    package static func set(_ text: String) -> Set<SafetyLanguage> {
        text.isEmpty ? Set(allCases) : Set(text.split(separator: " ").compactMap { SafetyLanguage(rawValue: String($0)) })
    }
}

/// Hears calls for help. Strong phrases always count. Weak words ("lost", "help", "fall") are everyday ones: they count only in a
/// sentence that has a person, a body or a danger too, or that is nothing but a cry, not as part of a harmless phrase, and not where
/// a host has called such a sentence a false alarm. The name of anybody on the trip near a weak word is a person.
package struct SafetyListener: Sendable {
    private let ears: [SafetyEar]
    private let absence: SafetyAbsence
    /// The strong and weak words of all languages: a sentence without any of them is not checked further.
    private let words: PhraseMatcher

    package init(_ languages: Set<SafetyLanguage>, but exceptions: [SafetyException] = []) {
        let languages = SafetyLanguage.allCases.filter(languages.contains)
        ears = languages.map { SafetyEar($0, exceptions) }
        absence = SafetyAbsence(languages)
        words = PhraseMatcher(languages.flatMap(\.phrases) + absence.first)
    }

    /// What was heard, first of the whole text, whose sentences may leave out their ends.
    /// - Parameter names: of the trip's people; asked only where a word stands that may be part of a call.
    package func matches(in text: String, names: () -> SafetyNames = { .none }) -> [String] {
        let sentences = SafetyListener.sentences(text).map { (written: $0, folded: FoldedText($0)) }
        guard sentences.contains(where: { !words.matches(in: $0.folded).isEmpty }) else { return [] }
        let names = names()
        let marked = sentences.map { names.marked($0.written, $0.folded) }
        var found: [String] = []
        for (text, _) in marked where !words.matches(in: text).isEmpty {
            for ear in ears { for phrase in ear.hears(text) where !found.contains(phrase) { found.append(phrase) } }
        }
        if found.isEmpty { found = absence.hears(marked.map(\.text)) }
        let name = marked.compactMap(\.name).first ?? ""
        return found.map { $0.replacing(SafetyNames.sign, with: name) }
    }

    /// What there is to learn from a text that was a false alarm; nothing of sentences that must always be heard.
    /// - Parameters:
    ///   - names: words of people's names, folded: a name tells one person from another, not one sentence.
    ///   - people: the same people, as they are heard.
    package func lessons(in text: String, names: Set<String>, people: SafetyNames = .none) -> [SafetyException] {
        var found: [SafetyException] = []
        for sentence in SafetyListener.sentences(text) {
            let marked = people.marked(sentence, FoldedText(sentence)).text
            for ear in ears {
                for lesson in ear.lessons(in: sentence, marked, names: names) where !found.contains(lesson) { found.append(lesson) }
            }
        }
        return found
    }

    private static func sentences(_ text: String) -> [String] {
        text.unicodeScalars.split { $0.value < 128 ? isEnd[Int($0.value)] : "¡¿…。".unicodeScalars.contains($0) }.map { String($0) }
    }

    private static let isEnd: [Bool] = (0..<128).map { ".!?;\n".utf8.contains($0) }
}
