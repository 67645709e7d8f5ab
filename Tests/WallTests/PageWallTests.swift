import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func swift(_ folder: String, ending: String = "swift") throws -> [(name: String, text: String)] {
    let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return try (walk?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }
        .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
}

/// What a page is made from comes as read models of Domain, by way of a service.
@Suite struct PageWallTests {
    static let limit = 5

    /// The initialisers of every type that is a page, with how many parameters each has.
    static func initialisers(_ text: String) -> [(page: String, parameters: Int)] {
        let declaration = /(?m)^(?:package |private |fileprivate )*(?:final )?(?:struct|class|extension) (\w+)(?:: ([\w, ]+))? \{/
        let types = text.matches(of: declaration)
        let pages = Set(types.filter { $0.output.2?.contains(/\bPage\b/) == true }.map { String($0.output.1) })
        // Those of nested types are further in.
        return text.matches(of: /(?m)^    (?:package |private |fileprivate )*init\??\(/).compactMap { start in
            guard let type = types.last(where: { $0.range.lowerBound < start.range.lowerBound }).map({ String($0.output.1) }),
                pages.contains(type)
            else { return nil }
            return (type, parameters(text[start.range.upperBound...]))
        }
    }

    /// Of a list up to the bracket that closes it.
    private static func parameters(_ text: Substring) -> Int {
        var (depth, commas, isEmpty) = (1, 0, true)
        for character in text.replacing("->", with: "") {
            switch character {
            case "(", "[", "<": depth += 1
            case ")", "]", ">": depth -= 1
            case "," where depth == 1: commas += 1
            default: break
            }
            if depth == 0 { break }
            if !character.isWhitespace { isEmpty = false }
        }
        return isEmpty ? 0 : commas + 1
    }

    @Test func aPageIsMadeFromAFewThings() throws {
        var count = 0
        for file in try swift("Sources/Pages") {
            for found in PageWallTests.initialisers(file.text) {
                count += 1
                #expect(found.parameters <= PageWallTests.limit, "\(found.page) in \(file.name)")
            }
        }
        #expect(count > 50, "nothing was looked at")
    }

    @Test(arguments: [
        ("package struct APage: Page {\n    package init(layout: Layout, rows: [(ID, Int)], by: [ID: [String: Int]]) {", [3]),
        (
            "package struct APage: Page {\n    package init(\n        a: Int, b: @Sendable (Int, Int) -> Int,\n        c: Set<ID>\n    ) {",
            [3]
        ),
        ("struct Part: Sendable {\n    init(a: Int, b: Int) {\n}\n}\nstruct APage: Sendable, Page {\n    init() {", [0]),
        ("struct APage: Page {\n    struct Row {\n        init(a: Int, b: Int) {}\n    }\n    init?(a: Int) {", [1]),
    ]) func initialisersAreCounted(_ text: String, _ counts: [Int]) {
        #expect(PageWallTests.initialisers(text).map(\.parameters) == counts)
    }

    /// A page that names a script without a bundle would go on with the frame's alone, and nobody would be told; nor would be who asks
    /// for one later.
    @Test func everyScriptThatAPageNamesIsBundled() throws {
        let list = try String(contentsOf: root.appending(path: "Public/bundles.txt"), encoding: .utf8)
        let bundled = Set(list.matches(of: /(?m)^(?:page|alone) (\S+)/).map { String($0.output.1) })
        let named = try swift("Sources/Web").flatMap { file in
            file.text.matches(of: /\bscript: (?:\w+ \? )?"([a-z-]+)"/).map { String($0.output.1) }
        }
        let later = try swift("Public/js", ending: "js").flatMap { file in
            file.text.matches(of: /\bscript\("([a-z-]+)"\)/).map { String($0.output.1) }
        }
        #expect(named.count > 20 && later.count > 3, "nothing was looked at")
        #expect(Set(named + later).subtracting(bundled) == [])
    }

    /// Whoever reads a board or writes to a stream holds a proof of access: that is for services.
    @Test func webReachesNothingBehindTheServices() throws {
        let files = try swift("Sources/Web")
        #expect(files.count > 50)
        for file in files {
            #expect(!file.text.contains(/\.hub\W|(?m)^import (Live|Store)$|\.(board|room)\(/), "\(file.name) reaches past a service")
        }
    }

    // MARK: twins

    /// Structs of three stored fields or more, by the names of these.
    static func structs(_ text: String) -> [(name: String, fields: Set<String>)] {
        let head = /^( *)(?:package |private |fileprivate )*(?:final )?(struct|class|enum|extension|protocol) (\w+).*/
        let field = /^( *)(?:package |private\(set\) |private )*(?:let|var) (\w+): [^={]+(?:=.*)?$/
        var found: [(name: String, fields: Set<String>)] = []
        var open: [Int?] = []
        for line in text.split(separator: "\n") {
            if let type = line.wholeMatch(of: head)?.output {
                open = open.prefix(type.1.count / 4) + [type.2 == "struct" ? found.count : nil]
                if type.2 == "struct" { found.append((String(type.3), [])) }
            } else if let end = line.wholeMatch(of: /( *)\}/)?.output {
                open = Array(open.prefix(end.1.count / 4))
            } else if let stored = line.wholeMatch(of: field)?.output, stored.1.count / 4 == open.count, let index = open.last ?? nil {
                found[index].fields.insert(String(stored.2))
            }
        }
        return found.filter { $0.fields.count >= 3 }
    }

    /// What a service returns is what a page takes: nothing is copied from one layer's struct into another's with the same fields.
    @Test func noTwoLayersHaveTheSameStruct() throws {
        var known: [Set<String>: (layer: String, name: String)] = [:]
        for layer in ["Domain", "Store", "Live", "Services", "Web", "Pages"] {
            for found in try swift("Sources/\(layer)").flatMap({ PageWallTests.structs($0.text) }) {
                let twin = known[found.fields]
                #expect(twin == nil || twin?.layer == layer, "\(layer)'s \(found.name) is \(twin?.layer ?? "")'s \(twin?.name ?? "")")
                known[found.fields] = (layer, found.name)
            }
        }
        #expect(known.count > 200, "nothing was looked at")
    }

    @Test func structsAreRead() {
        let text = """
            package struct Outer: Sendable {
                let a: Int
                package struct Inner {
                    package let b: [Int]
                    package var c = 1
                    private(set) var d: Int?
                    var e: Set<Int> = []
                    var f: Int { 1 }
                }
                let g: Int
                var h: @Sendable (Int) -> Int
            }
            """
        let found = PageWallTests.structs(text)
        #expect(found.map(\.name) == ["Outer", "Inner"])
        #expect(found.map(\.fields) == [["a", "g", "h"], ["b", "d", "e"]])
    }
}
