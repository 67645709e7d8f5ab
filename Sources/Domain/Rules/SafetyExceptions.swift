/// What a trip has learned from a false alarm: a weak word that means nothing beside another word.
package struct SafetyException: Sendable, Hashable {
    /// Largest distance between the two words, in words.
    static let reach = 3

    package let language: SafetyLanguage
    /// As the vocabulary has it.
    package let word: String
    /// As somebody wrote it, in small letters.
    package let beside: String
    /// Dangers named in the sentence. A sentence that names any other danger is still heard.
    package let dangers: [String]
    package init(language: SafetyLanguage, word: String, beside: String, dangers: [String]) {
        self.language = language
        self.word = word
        self.beside = beside
        self.dangers = dangers
    }

    /// In words that a host can read.
    package var text: String {
        let rest = dangers.isEmpty ? "" : ", also with " + dangers.map { "“\($0)”" }.joined(separator: ", ")
        return "“\(word)” beside “\(beside)”" + rest
    }
}

/// An exception with its story.
package struct LearnedException: Sendable {
    package let id: ID
    package let exception: SafetyException
    package let caseID: ID
    /// What was written.
    package let message: String
    package let learnedBy: String
    package let learnedAt: Instant
    /// Who took it back; nil while it counts.
    package let removed: (by: String, at: Instant)?
    package init(
        id: ID, exception: SafetyException, caseID: ID, message: String, learnedBy: String, learnedAt: Instant,
        removed: (by: String, at: Instant)?
    ) {
        self.id = id
        self.exception = exception
        self.caseID = caseID
        self.message = message
        self.learnedBy = learnedBy
        self.learnedAt = learnedAt
        self.removed = removed
    }
}

/// Listens in one language.
struct SafetyEar: Sendable {
    /// A sentence with fewer spaces is a cry by itself.
    private static let cry = 2
    /// How many words away from a weak word a name counts, at most.
    private static let nameReach = 6
    /// Words that cannot define an exception: too common, or too much of a call themselves. Of all languages, because people mix them.
    private static let plain = PhraseMatcher(SafetyLanguage.allCases.flatMap(\.words.untelling))

    private let language: SafetyLanguage
    /// People who are asked, not spoken of: "Could somebody help me with the tickets?"
    static let anybody: Set<String> = ["somebody", "someone", "anybody", "anyone", "jemand", "quelqu'un", "qualcuno", "alguien"]
    private let strong: PhraseMatcher
    private let weak: PhraseMatcher
    private let persons: PhraseMatcher
    private let bodies: PhraseMatcher
    private let dangers: PhraseMatcher
    private let speakers: PhraseMatcher
    private let harmless: PhraseMatcher
    private let exceptions: [SafetyException]

    init(_ language: SafetyLanguage, _ exceptions: [SafetyException]) {
        let words = language.words
        self.language = language
        self.exceptions = exceptions.filter { $0.language == language }
        strong = PhraseMatcher(words.strong.list)
        weak = PhraseMatcher(words.weak.list)
        persons = PhraseMatcher(words.persons.list)
        bodies = PhraseMatcher(words.bodies.list)
        dangers = PhraseMatcher(words.dangers.list)
        speakers = PhraseMatcher(words.speakers.list)
        harmless = PhraseMatcher(words.harmless.list)
    }

    func hears(_ text: FoldedText) -> [String] {
        let sure = sure(text)
        return sure.isEmpty ? perhaps(text, but: exceptions) : sure
    }

    /// "Help me", and not "help me with the tickets", unless somebody is in danger; "help me find Lena" is no errand.
    private func sure(_ text: FoldedText) -> [String] {
        let found = strong.matches(in: text)
        let isOfSomebody = persons.matches(in: text).contains { !SafetyEar.anybody.contains($0) }
        guard !found.isEmpty, !namesSomebodyInDanger(text), !isOfSomebody else { return found }
        let named = SafetyNames.signs.places(in: text).map(\.bytes.lowerBound)
        let everyday = harmless.places(in: text).map(\.bytes).filter { !named.contains($0.upperBound + 1) }
        let open = strong.places(in: text).filter { place in
            !everyday.contains { $0.lowerBound == place.bytes.lowerBound && $0.upperBound > place.bytes.upperBound }
        }
        return found.filter { phrase in open.contains { $0.phrase == phrase } }
    }

    private func perhaps(_ text: FoldedText, but exceptions: [SafetyException]) -> [String] {
        let covered = covered(text)
        let found = SafetyEar.open(weak, text, but: covered)
        guard !found.isEmpty else { return [] }
        let isCry = text.bytes.count { $0 == 32 } < SafetyEar.cry
        let company = [persons, bodies, dangers].flatMap { SafetyEar.open($0, text, but: covered) } + named(beside: found, text, covered)
        guard isCry || !company.isEmpty else { return [] }
        return !exceptions.isEmpty && isExcused(found, text, exceptions) ? [] : SafetyEar.phrases(found + company)
    }

    private func named(beside weak: [PhraseMatch], _ text: FoldedText, _ covered: [Range<Int>]) -> [PhraseMatch] {
        let names = SafetyEar.open(SafetyNames.signs, text, but: covered)
        guard !names.isEmpty else { return [] }
        let vague = language.vague
        let words = SafetyEar.indexes(of: weak.filter { !vague.contains($0.phrase) }, text)
        return zip(names, SafetyEar.indexes(of: names, text)).filter { _, index in
            words.contains { abs($0 - index) <= SafetyEar.nameReach }
        }.map(\.0)
    }

    /// Word indices at which the matches begin. One pass, however often a text repeats a phrase.
    private static func indexes(of places: [PhraseMatch], _ text: FoldedText) -> [Int] {
        var spaces = [0]
        spaces.reserveCapacity(text.bytes.count + 1)
        for (index, byte) in text.bytes.enumerated() { spaces.append(spaces[index] + (byte == 32 ? 1 : 0)) }
        return places.map { spaces[$0.bytes.lowerBound] }
    }

    /// Parts of a sentence that harmless phrases cover; the rest is still heard. A `*` in such a phrase means a thing that somebody lost or
    /// needs, never a person.
    private func covered(_ text: FoldedText) -> [Range<Int>] {
        let people = (persons.places(in: text) + SafetyNames.signs.places(in: text)).map(\.bytes.lowerBound)
        return harmless.places(in: text).filter { place in !people.contains { (place.written..<place.bytes.upperBound).contains($0) } }
            .map(\.bytes)
    }

    private static func open(_ words: PhraseMatcher, _ text: FoldedText, but covered: [Range<Int>]) -> [PhraseMatch] {
        words.places(in: text).filter { place in
            !covered.contains { $0.lowerBound <= place.bytes.lowerBound && place.bytes.upperBound <= $0.upperBound }
        }
    }

    private static func phrases(_ places: [PhraseMatch]) -> [String] {
        var seen = Set<String>()
        return places.map(\.phrase).filter { seen.insert($0).inserted }
    }

    // MARK: exceptions

    /// Whether the text says that somebody is in danger; naming a part of the body is enough. No exception silences such a text.
    private func namesSomebodyInDanger(_ text: FoldedText) -> Bool {
        if !bodies.matches(in: text).isEmpty { return true }
        guard !dangers.matches(in: text).isEmpty else { return false }
        return [persons, speakers, SafetyNames.signs].contains { !$0.matches(in: text).isEmpty }
    }

    /// Whether exceptions cover every weak word, and know every danger in the text. The other word of an exception excuses only the weak
    /// word nearest to it.
    private func isExcused(_ weak: [PhraseMatch], _ text: FoldedText, _ exceptions: [SafetyException]) -> Bool {
        guard !namesSomebodyInDanger(text) else { return false }
        let (words, present) = (text.bytes.split(separator: 32).map(Array.init), Set(dangers.matches(in: text)))
        let places = zip(weak, SafetyEar.indexes(of: weak, text)).map { (word: $0.phrase, index: $1) }
        return places.allSatisfy { word, place in
            exceptions.contains { exception in
                guard exception.word == word, present.isSubset(of: exception.dangers) else { return false }
                let beside = FoldedText(exception.beside).bytes
                return words.indices.contains { index in
                    let nearest = places.filter { $0.word == word }.map { abs($0.index - index) }.min() ?? 0
                    return words[index] == beside && abs(index - place) <= min(nearest, SafetyException.reach)
                }
            }
        }
    }

    private static func places(of word: String, in words: [[UInt8]]) -> [Int] {
        let (bytes, isOpen) = (FoldedText(word.replacing("*", with: "")).bytes, word.hasSuffix("*"))
        return words.indices.filter { isOpen ? words[$0].starts(with: bytes) : words[$0] == bytes }
    }

    /// - Parameter text: the sentence with its names marked.
    func lessons(in sentence: String, _ text: FoldedText, names: Set<String>) -> [SafetyException] {
        let heard = sure(text).isEmpty ? perhaps(text, but: exceptions) : []
        guard !heard.isEmpty, !namesSomebodyInDanger(text) else { return [] }
        let tokens = sentence.lowercased().split { !$0.isLetter && !$0.isNumber && !"'’".contains($0) }.map(String.init)
        let (words, dangers) = (tokens.map { FoldedText($0).bytes }, dangers.matches(in: text).sorted())
        let open = SafetyEar.phrases(SafetyEar.open(weak, text, but: covered(text)))
        let found = open.flatMap { word in
            SafetyEar.places(of: word, in: words).compactMap { place in
                SafetyEar.neighbour(of: place, tokens, names).map {
                    SafetyException(language: language, word: word, beside: $0, dangers: dangers)
                }
            }
        }
        return perhaps(text, but: exceptions + found).isEmpty ? found : []
    }

    /// The nearest word that tells something; of two, the later.
    private static func neighbour(of place: Int, _ tokens: [String], _ names: Set<String>) -> String? {
        for distance in 1...SafetyException.reach {
            for index in [place + distance, place - distance] where tokens.indices.contains(index) {
                let token = tokens[index]
                if token.count(where: \.isLetter) > 2, !names.contains(folded(token)), plain.matches(in: FoldedText(token)).isEmpty {
                    return token
                }
            }
        }
        return nil
    }
}
