import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func swift(_ folder: String) throws -> [(path: String, text: String)] {
    let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return try (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        .map { ($0.path.replacing(root.path + "/", with: ""), try String(contentsOf: $0, encoding: .utf8)) }
}

/// What is too long is two things: it is divided by what each is about.
@Suite struct SizeWallTests {
    private static let lines = ["Sources": 250, "Tests": 300]
    private static let linesOfAFunction = 40
    private static let parameters = 7

    @Test(arguments: ["Sources", "Tests"]) func aFileIsNotLong(_ folder: String) throws {
        let files = try swift(folder)
        #expect(files.count > 100, "nothing was looked at")
        let most = SizeWallTests.lines[folder] ?? 0
        for file in files {
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(count <= most, "\(file.path) has \(count) lines, at most \(most)")
        }
    }

    @Test(arguments: ["Sources", "Tests"]) func aFunctionFitsOnAScreenAndTakesFewParameters(_ folder: String) throws {
        var count = 0
        for file in try swift(folder) {
            for function in SwiftCode(file.text).functions() {
                count += 1
                let (place, lines, parameters) = ("\(file.path):\(function.line)", function.lines, function.parameters)
                #expect(lines <= SizeWallTests.linesOfAFunction, "\(place): \(function.name) has \(lines) lines")
                let takesFew = function.isMemberwise || parameters <= SizeWallTests.parameters
                #expect(takesFew, "\(place): \(function.name) has \(parameters) parameters")
            }
        }
        #expect(count > 1_000, "nothing was looked at")
    }

    @Test(arguments: [
        ("func one(a: Int, b: @Sendable (Int, Int) -> Int) -> [Int: Int] {\n    [:]\n}", "one", 3, 2),
        ("func one() throws(Refusal) -> Int { 1 }", "one", 1, 0),
        ("protocol P {\n    func one(_ a: Int)\n    var two: Int { get }\n}", "one", 1, 1),
        ("init?(\n    a: Set<ID>, b: (x: Int, y: Int),\n    c: [ID: [Int]] = [:]\n) {\n    a = 1\n}", "init", 6, 3),
        ("var body: some Sequence<Int> {\n    get { 1 }\n}", "body", 3, 0),
        ("func one(text: String = \"), {(\\(two(\"{\")))\") {\n    // }\n    let a = /[\\/\"]{2}/\n    let b = #\"\\(}\"#\n}", "one", 5, 1),
        ("func one() {\n    let b = \"\"\"\n        } \\(a.map { \"{\" }) \"\n        \"\"\"\n}", "one", 5, 0),
        ("static func < (a: Int, b: Int) -> Bool { a / 2 < b / 2 }", "<", 1, 2),
    ]) func functionsAreMeasured(_ text: String, _ name: String, _ lines: Int, _ parameters: Int) {
        let first = SwiftCode(text).functions().first
        #expect(first?.name == name && first?.lines == lines && first?.parameters == parameters, "\(String(describing: first))")
    }

    @Test(arguments: [
        ("init(a: Int, b: Int) {\n    self.a = a\n    self.b = b\n}", true), ("init(a: Int, b: Int) { (self.a, self.b) = (a, b) }", true),
        ("init(a: Int, b: Int) {\n    self.a = b\n    self.b = a\n}", false), ("init(a: Int) { self.a = max(a, 0) }", false),
        ("init(a: Int) {\n    self.a = a\n    self.load()\n}", false), ("func set(a: Int) { self.a = a }", false),
    ]) func memberwiseIsWhatOnlyAssigns(_ text: String, _ isMemberwise: Bool) {
        #expect(SwiftCode(text).functions().first?.isMemberwise == isMemberwise)
    }
}
