import Domain
import Foundation
import Testing

/// How people are searched: the same cases as the browser's `fold.js` is held to.
@Suite struct FoldingVectorTests {
    private struct Vector: Decodable {
        let text: String
        let folded: String
    }

    @Test func everybodyIsFoundAsTheyAreTyped() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../vectors/folding.json")
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
        #expect(vectors.count > 20)
        for vector in vectors {
            // Scalars: to Swift two spellings of one letter are equal, to a script they are not.
            #expect(Array(searchable(vector.text).unicodeScalars) == Array(vector.folded.unicodeScalars), "\(vector.text)")
            #expect(Array(searchable(vector.folded).unicodeScalars) == Array(vector.folded.unicodeScalars), "\(vector.text), twice")
        }
    }

    private struct Typing: Decodable {
        let why: String
        let typed: String
        let found: [Int]
        let texts: [String]
    }

    @Test func whoIsTypedIsFound() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../vectors/typed.json")
        let vectors = try JSONDecoder().decode([Typing].self, from: Data(contentsOf: file))
        #expect(vectors.count > 12)
        for vector in vectors {
            let typed = TypedWords(vector.typed)
            let found = TypedWords.found(vector.texts.map(typed.fit)).enumerated().filter(\.element).map(\.offset)
            #expect(found == vector.found, "\(vector.why): \(vector.typed)")
        }
    }

    @Test func everyWordMustOccur() {
        let text = searchable("Søren Ærlig, Bus 2")
        for typed in ["", " ", "søren", "SOREN", "ærl bus", "2\u{A0}aer"] { #expect(hasWords(text, typed), "\(typed)") }
        for typed in ["bus 3", "søren x", "orens", "oren"] { #expect(!hasWords(text, typed), "\(typed)") }
    }
}
