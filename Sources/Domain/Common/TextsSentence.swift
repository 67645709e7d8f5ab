extension Texts {
    /// A sentence that is not said yet. Only a literal makes one, so that its words stand in the source as a whole, and its values beside
    /// them: a translation is looked up by the pattern and puts the values where its language wants them. In English it is one text
    /// at once.
    package struct Sentence: ExpressibleByStringInterpolation, Equatable, Sendable {
        /// What stands in the source, or what was put into it.
        package enum Piece: Equatable, Sendable {
            case words(String)
            case value(String)
        }

        package let english: String
        /// None while English is spoken.
        package let pieces: [Piece]

        package init(stringLiteral words: String) {
            english = words
            pieces = Texts.keepsPieces ? [.words(words)] : []
        }

        package init(stringInterpolation written: StringInterpolation) {
            (english, pieces) = (written.english, written.pieces)
        }

        private init(english: String, pieces: [Piece]) {
            self.english = english
            self.pieces = pieces
        }

        /// One sentence on two lines of the source.
        package static func + (first: Sentence, rest: Sentence) -> Sentence {
            Sentence(english: first.english + rest.english, pieces: first.pieces + rest.pieces)
        }

        /// What a translation is found by: "{1} asks for {2}".
        package var pattern: String {
            var count = 0
            return pieces.map { piece in
                if case .words(let words) = piece { return words }
                count += 1
                return "{\(count)}"
            }.joined()
        }

        /// Equal is what reads the same in English, whether or not its pieces are kept.
        package static func == (one: Sentence, other: Sentence) -> Bool { one.english == other.english }

        /// In the order of the places.
        package var values: [String] { pieces.compactMap { if case .value(let value) = $0 { value } else { nil } } }
    }
}

extension Texts.Sentence {
    /// How Swift puts a literal with values together.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate private(set) var english = ""
        fileprivate private(set) var pieces: [Piece] = []
        private let keepsPieces = Texts.keepsPieces

        package init(literalCapacity: Int, interpolationCount: Int) {
            english.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Words of the literal.
        package mutating func appendLiteral(_ words: String) {
            english += words
            if keepsPieces, !words.isEmpty { pieces.append(.words(words)) }
        }

        /// A value, which may be a sentence that was said.
        package mutating func appendInterpolation(_ value: String) {
            english += value
            if keepsPieces { pieces.append(.value(value)) }
        }

        /// A sentence within another, for instance what a parser found: it is said first.
        package mutating func appendInterpolation(_ sentence: Texts.Sentence) { appendInterpolation(Texts.said(sentence)) }

        /// A number, an id: as it describes itself.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) { appendInterpolation(value.description) }
    }
}
