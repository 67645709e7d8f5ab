import Domain
import Foundation
import Pages
import Testing

/// How old something is, as `format.js` says it: both are held to the same cases.
@Suite struct AgeVectorTests {
    private struct Vector: Decodable {
        let seconds: Int
        let age: String
    }

    @Test func agesAreInWords() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../vectors/ages.json")
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
        #expect(vectors.count > 4)
        for vector in vectors { #expect(TimeText.age(.seconds(vector.seconds)) == vector.age, "\(vector.seconds) s") }
    }
}
