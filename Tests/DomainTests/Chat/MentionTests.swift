import Domain
import Testing

@Suite struct MentionTests {
    private static let names = ["Ada Example", "Ada", "Anne-Marie O'Neil", "Ada Example", "Ñandú Sample", "张 伟", "Gone Person"]
    private static let people = ChatPeople(
        names.enumerated().map { index, name in
            .init(id: ID(high: 1, low: UInt64(index)), name: name, photo: nil, isStaff: false, isHere: name != "Gone Person")
        })

    /// A text, and whom it names by their place in the list.
    static let table: [(String, [Int])] = [
        ("@Ada Example come", [0, 3]), ("@ada example!", [0, 3]), ("hello @ADA EXAMPLE", [0, 3]), ("@Ada", [1]), ("@Ada Examples", [1]),
        ("@Ada, Example", [1]), ("@Adam", []), ("a@Ada", []), ("mail ada@Ada.example", []), ("(@Ada)", [1]), ("@@Ada", [1]), ("@ Ada", []),
        ("@Anne-Marie O'Neil", [2]), ("@anne-marie o'neil.", [2]), ("@Anne", []), ("@nandu sample", [4]), ("@张 伟", [5]),
        ("@Gone Person", []),
        ("", []), ("@", []), ("no sign", []), ("@Ada\nExample", [1]), ("@Ada Example@Ada", [0, 3]), ("@Ada and @Ada Example", [1, 0, 3]),
        ("@Ada @Ada @Ada", [1]), ("\u{202E}@Ada", [1]),
    ]

    @Test(arguments: table) func theWrittenTable(_ text: String, _ expected: [Int]) {
        #expect(Self.people.mentions(in: text).map { Int($0.memberID.low) } == expected)
    }

    @Test func thereIsALimit() {
        let many = ChatPeople(
            (0..<60).map { .init(id: ID(high: 1, low: UInt64($0)), name: "P\($0)", photo: nil, isStaff: false, isHere: true) })
        #expect(many.mentions(in: (0..<60).map { "@P\($0)" }.joined(separator: " ")).count == ChatPeople.mentionLimit)
        #expect(many.mentions(in: String(repeating: "@", count: 4000)).isEmpty)
    }
}
