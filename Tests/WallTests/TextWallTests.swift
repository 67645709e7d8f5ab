import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func files(_ folder: String, ending: String) throws -> [(name: String, text: String)] {
    let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    let found = (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }
    return try found.map { (String($0.path.dropFirst(root.path.count + 1)), try String(contentsOf: $0, encoding: .utf8)) }
}

@Suite struct TextWallTests {
    /// A language of tests is nothing that the program which ships can speak.
    @Test func onlyTheServerOfSotravelDevSpeaksALanguageOfTests() throws {
        let places = try files("Sources", ending: "swift").filter { $0.text.contains("Texts.speak(") || $0.text.contains("SOTRAVEL_TEXTS") }
        #expect(places.map(\.name) == ["Sources/Bench/BenchServeCommand.swift"])
    }

    /// "Saved." tells nobody what was saved: what a page says after a form names the thing.
    @Test func whatAPageSaysAfterAFormNamesTheThing() throws {
        let text = try #require(try files("Sources/Web/Common", ending: "swift").first { $0.name.hasSuffix("/FlashMessage.swift") }?.text)
        let found = text.matches(of: /(?m)^ +"[\w-]+": "(.+)",$/).map { String($0.output.1) }
        #expect(found.count > 60)
        let short = found.filter { !$0.contains(" ") }
        #expect(short.isEmpty, "of one word: \(short)")
    }

    /// The language that is spoken is the one thing that Domain remembers.
    @Test func domainKeepsNothingButTheLanguage() throws {
        let places = try files("Sources/Domain", ending: "swift").filter { $0.text.contains("import Synchronization") }
        #expect(places.map(\.name) == ["Sources/Domain/Common/Texts.swift"])
    }

    /// Sides follow the direction of the language: start and end. Maps and paper have a left and a right of their own.
    @Test func stylesHaveNoLeftAndNoRight() throws {
        let sheets = try files("Public/css", ending: "css")
        #expect(sheets.count > 10)
        for (name, text) in sheets {
            let finds = text.matches(of: /(?:margin|padding|border)-(?:left|right)|text-align: (?:left|right)|float: (?:left|right)/)
            #expect(finds.isEmpty, "\(name): \(finds.map { $0.output })")
        }
    }
}
