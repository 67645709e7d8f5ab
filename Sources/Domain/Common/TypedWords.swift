/// What was typed to find people, and which texts it fits, as the scripts decide it too (`fold.js`, Tests/vectors/typed.json): each word
/// begins a word of the text. One or two digits are a whole number; more of them may stand in the midst of a phone number.
package struct TypedWords: Sendable {
    /// How somebody fits what was typed.
    package enum Fit: Sendable {
        case none
        /// What is known of them has every word.
        case words
        /// Their name has.
        case name
        /// Their group or their room is called so.
        case group
    }
    private enum Place: Sendable { case start, number, anywhere }
    private struct Word: Sendable {
        let units: [UInt8]
        let place: Place
    }
    private let words: [Word]
    /// All of it, with one blank between two words.
    private let phrase: [UInt8]
    /// Of what looks like a part of a phone number, typed with blanks in it; else none.
    private let digits: [UInt8]

    package init(_ typed: String) {
        let parts = searchable(typed).split(whereSeparator: \.isWhitespace)
        words = parts.map { Word(units: Array($0.utf8), place: TypedWords.place($0)) }
        phrase = Array(parts.joined(separator: " ").utf8)
        let found = phrase.filter(isDigit)
        digits = found.count > 2 && phrase.allSatisfy { isDigit($0) || isPhoneMark($0) } ? found : []
    }

    /// What somebody is found by, a line each: their name, their groups, their room, and whatever else.
    package static func text(name: String, groups: String, room: String, others: [String] = []) -> String {
        searchable(name + "\n" + groups + "\n" + (room.isEmpty ? "" : "room " + room) + "\n" + others.joined(separator: "\n"))
    }

    /// - Parameter text: searchable.
    package func areAll(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { areAll(in: $0[...]) }
    }

    /// - Parameter text: made by `TypedWords.text`.
    package func fit(_ text: String) -> Fit {
        guard !words.isEmpty else { return .words }
        var text = text
        return text.withUTF8 { bytes in
            let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
            if lines.count > 2, isGroup(lines[1]) || isRoom(lines[2]) { return .group }
            guard areAll(in: bytes[...]) else { return .none }
            return areAll(in: lines[0]) ? .name : .words
        }
    }

    /// Where a group or a room is called so, its people and whoever has the words in their name; else everybody who has them.
    package static func found(_ fits: [Fit]) -> [Bool] {
        let isGroup = fits.contains(.group)
        return fits.map { $0 == .group || $0 == .name || ($0 == .words && !isGroup) }
    }

    private static func place(_ word: Substring) -> Place {
        if word.utf8.allSatisfy(isDigit) { return word.utf8.count < 3 ? .number : .anywhere }
        // Where letters have no case, words stand without blanks between them in many languages.
        return word.unicodeScalars.first?.properties.generalCategory == .otherLetter ? .anywhere : .start
    }

    // MARK: in UTF-8

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private func areAll(in text: Bytes) -> Bool {
        words.allSatisfy { word in occurs(word.units, in: text, at: word.place) }
            || (!digits.isEmpty && occurs(digits, in: text, at: .anywhere))
    }

    private func occurs(_ word: [UInt8], in text: Bytes, at place: Place) -> Bool {
        guard let first = word.first, text.count >= word.count else { return word.isEmpty }
        for index in text.startIndex...(text.endIndex - word.count) where text[index] == first {
            let end = index + word.count
            guard text[index..<end].elementsEqual(word) else { continue }
            switch place {
            case .anywhere: return true
            case .start where index == text.startIndex || !endsInWord(text[..<index]): return true
            case .number where !(index > text.startIndex && isDigit(text[index - 1])) && !(end < text.endIndex && isDigit(text[end])):
                return true
            default: continue
            }
        }
        return false
    }

    /// Whether the last sign is a letter or a digit.
    private func endsInWord(_ text: Bytes) -> Bool {
        guard let last = text.last else { return false }
        if last < 128 { return isDigit(last) || (97...122).contains(last) }
        guard let scalar = String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// "bus 1; beginners": whether one of them is the phrase.
    private func isGroup(_ line: Bytes) -> Bool {
        line.split(separator: UInt8(ascii: ";")).contains { group in
            group.drop { $0 == UInt8(ascii: " ") }.elementsEqual(phrase)
        }
    }

    /// "room 110": by its name, or with the word before it.
    private func isRoom(_ line: Bytes) -> Bool {
        !line.isEmpty && (line.elementsEqual(phrase) || line.dropFirst("room ".utf8.count).elementsEqual(phrase))
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
private func isPhoneMark(_ byte: UInt8) -> Bool { " +()-/.".utf8.contains(byte) }

/// Whether a searchable text has every word of what was typed.
package func hasWords(_ text: String, _ typed: String) -> Bool { TypedWords(typed).areAll(in: text) }
