import Foundation
import Testing

/// "Loaded 1 minutes ago": a number and its word are put together by `counted` alone, in Swift and in scripts.
@Suite struct PluralWallTests {
    /// Of what is counted here; the list is of words, not of places.
    private static let words = """
        minutes|hours|seconds|days|people|members|places|messages|photos|travellers|events|lines|rows|cases|requests|trackers|lists|groups|
        guests|spaces|runs|tiles|voids|points|calls|alerts|phones|answers|reports|appeals|sessions|links|columns|cells|entries|names|
        persons|positions|copies|bikes|reviews|times|files|others|trips
        """.replacing("\n", with: "")
    private static let pattern = #"(?:\\\((?:[^()]|\([^()]*\))*\)|\$\{[^{}]*\}) (?:"# + words + #")\b"#
    /// What is the same number always, and never one.
    private static let fixed = #"(?:[aA]t most|[uU]p to|1 to) \\?\$?[({]|[lL]imit\)|Length\)"#

    static func finds(_ text: String) throws -> [String] {
        let (number, fixed) = (try Regex(pattern), try Regex(fixed))
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix("//") && !$0.hasPrefix("*") && !$0.hasPrefix("/*") }
            .filter { $0.contains(number) && !$0.contains(fixed) }
    }

    @Test func noNumberStandsBesideAPluralThatWasWrittenByHand() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        var count = 0
        for folder in ["Sources", "Public/js"] {
            let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
            for case let file as URL in walk ?? .init() where ["swift", "js"].contains(file.pathExtension) {
                count += 1
                let finds = try PluralWallTests.finds(String(contentsOf: file, encoding: .utf8))
                #expect(finds.isEmpty, "\(file.lastPathComponent): \(finds)")
            }
        }
        #expect(count > 300, "nothing was looked at")
    }

    @Test(arguments: [
        (#"text = "loaded \(minutes) minutes ago""#, true), ("words = `${minutes} minutes ago`", true),
        (#""\(event.taken) of \($0) places taken""#, true), (#""\(counted(minutes, "minute")) ago""#, false),
        (#""\(names(of: 1)) members""#, true), (#""At most \(limit) characters and \(photoLimit) photos""#, false),
        ("/// \\(minutes) minutes", false), (#""\(name) rows""#, true), (#""\(count) rowing""#, false),
    ]) func theWallSees(_ line: String, _ isFound: Bool) throws { #expect(try PluralWallTests.finds(line).isEmpty != isFound, "\(line)") }
}
