import Foundation
import Testing

/// The cases of Tests/vectors to which the server and the scripts are both held.
func vectors<Case: Decodable>(_ name: String, of type: Case.Type) throws -> [Case] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../vectors/\(name).json")
    let found = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    #expect(found.count > 4)
    return found
}
