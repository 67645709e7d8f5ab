import Synchronization

/// What the program says, in the language that it speaks: the place through which sentences go on their way to a page.
/// Only English ships. Two languages that nobody speaks show in tests which sentence goes past here, and which page has no
/// room for a longer one or none for one from right to left.
package enum Texts {
    package enum Language: UInt8, CaseIterable, Sendable {
        case english, longer, mirrored
        package init?(name: String) {
            guard let found = Language.allCases.first(where: { "\($0)" == name }) else { return nil }
            self = found
        }
    }

    private static let spoken = Atomic<UInt8>(Language.english.rawValue)
    /// English, whose sentences keep their pieces apart all the same.
    private static let taken: UInt8 = 255

    package static var language: Language { Language(rawValue: spoken.load(ordering: .relaxed)) ?? .english }

    /// Call before the first page is made. Only the program for developers calls it.
    package static func speak(_ language: Language) { spoken.store(language.rawValue, ordering: .relaxed) }

    /// From now on sentences keep their pieces, for tests that look at them. What is said stays English.
    package static func keepPieces() { spoken.store(taken, ordering: .relaxed) }

    /// English needs no pieces: a sentence is one text at once.
    static var keepsPieces: Bool { spoken.load(ordering: .relaxed) != Language.english.rawValue }

    /// A sentence, or a word that stands by itself, as a page shows it. Only a literal makes one.
    package static func said(_ sentence: Sentence) -> String {
        let language = language
        return language == .english ? sentence.english : said(sentence, in: language)
    }

    /// A text that was chosen elsewhere: a label, a heading. Its values, if it has any, are said like its words.
    package static func said(text: String) -> String {
        let language = language
        return language == .english ? text : said(text: text, in: language)
    }

    /// The words are in the language, the values stay, and marks stand around both.
    package static func said(_ sentence: Sentence, in language: Language) -> String {
        guard language != .english else { return sentence.english }
        let hasWords = sentence.pieces.contains { if case .words(let words) = $0 { words.contains(where: \.isLetter) } else { false } }
        guard hasWords else { return sentence.english }
        let isLonger = language == .longer
        let whole = sentence.pieces.map { piece in
            switch piece {
            case .words(let words): accented(words[...], isLonger: isLonger)
            case .value(let value): value
            }
        }
        return framed(whole.joined(), in: language) { String($0) }
    }

    /// Blanks at both ends stay outside the marks. What has marks already stays as it is: part of a text may have been said before.
    package static func said(text: String, in language: Language) -> String {
        guard language != .english else { return text }
        var (result, plain, depth) = ("", "", 0)
        for character in text {
            let (opens, closes) = (character == marks[0] || character == marks[2], character == marks[1] || character == marks[3])
            if opens, depth == 0 {
                result += marked(plain, in: language)
                plain = ""
            }
            depth += opens ? 1 : 0
            if depth > 0 { result.append(character) } else { plain.append(character) }
            depth = max(0, depth - (closes ? 1 : 0))
        }
        return result + marked(plain, in: language)
    }

    private static func marked(_ sentence: String, in language: Language) -> String {
        guard sentence.contains(where: \.isLetter) else { return sentence }
        return framed(sentence, in: language) { accented($0, isLonger: language == .longer) }
    }

    private static func framed(_ text: String, in language: Language, _ change: (Substring) -> String) -> String {
        let start = text.prefix(while: \.isWhitespace)
        let rest = text.dropFirst(start.count)
        let end = String(rest.reversed().prefix(while: \.isWhitespace).reversed())
        let (open, close): (Character, Character) = language == .longer ? (marks[0], marks[1]) : (marks[2], marks[3])
        return start + String(open) + change(rest.dropLast(end.count)) + String(close) + end
    }

    /// Marks at the ends of a longer sentence, and the characters that turn a sentence right to left.
    private static let marks: [Character] = ["⟦", "⟧", "\u{202E}", "\u{202C}"]

    /// Each vowel twice makes it longer by about two fifths. What is marked up as a sign of HTML ("&amp;") stays.
    private static func accented(_ text: Substring, isLonger: Bool) -> String {
        var result = ""
        var isSign = false
        for character in text {
            if character == "&" { isSign = true } else if !character.isLetter, character != "#", !character.isNumber { isSign = false }
            let letter = isSign ? character : accents[character] ?? character
            result.append(letter)
            if isLonger, !isSign, "aeiouAEIOU".contains(character) { result.append(accents[Character(character.lowercased())] ?? letter) }
        }
        return result
    }

    private static let accents = Dictionary(
        firstOf: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçđéƒĝĥíĵķļɱñóƥɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻṀÑÓƤɊŔŠŢÚṼŴẊÝŽ"))
}
