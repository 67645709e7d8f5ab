import Foundation
import TemplateLanguage
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func texts(_ folder: String, ending: String) throws -> [(path: String, text: String)] {
    let top = root.appending(path: folder)
    let walk = FileManager.default.enumerator(atPath: top.path)
    return try (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }
        .map { (folder + "/" + $0, try String(contentsOf: top.appending(path: $0), encoding: .utf8)) }
}

@Suite struct StyleSheetsTests {
    private static let styles = [
        ("/p/css/base.css", "p { margin: 0; }\n.wide { width: 9rem; }"),
        (
            "/p/css/map.css",
            """
            /* .in { a comment } */
            .map > .marker, .lone { fill: url(".quoted"); }
            @media print { #legend { display: none; } .frame { top: .5rem; } }
            @keyframes beat { from { top: 0; } to { top: 1px; } }
            """
        ),
        (
            "/p/css/rest.css",
            """
            .box:is(.big, .small):not(.gone)::before { content: ".text"; }
            .row:has(> .mark) { top: 0; }
            [data-x=".y"] b {}
            """
        ),
    ]

    private func sheets(_ list: String = "# .\nsheet common base\npage map\nsheet map map\nsheet rest rest\n") throws -> StyleSheets {
        try StyleSheets(list: ("/p/bundles.txt", list), styles: Self.styles.map { (path: $0.0, text: $0.1) }, folder: "/p/css")
    }

    @Test(arguments: [
        ("", ""), ("wide", ""), ("map", ""), ("map marker", "map"), ("lone", "map"), ("#legend", "map"), ("legend", ""), ("frame", "map"),
        ("box", ""), ("box small", "rest"), ("big", ""), ("box big map", "rest"), ("row", ""), ("row mark", "rest"), ("mark", ""),
        ("in quoted text y beat", ""), ("lone box big", "map rest"),
    ]) func aPageNeedsTheSheetsWithARuleForIt(_ names: String, _ expected: String) throws {
        let found = try sheets().needed(for: Set(names.split(separator: " ").map(String.init)))
        #expect(found == ["common"] + expected.split(separator: " ").map(String.init))
    }

    @Test func aSheetIsItsFilesInTheirOrder() throws {
        let found = try sheets("sheet common base rest\nsheet map map")
        #expect(found.files["common.css"] == "@import \"/p/css/base.css\";\n@import \"/p/css/rest.css\";\n")
        #expect(found.files.count == 2)
    }

    @Test(arguments: [
        ("sheet common", 1, "expected"), ("sheet common base map\nsheet rest rest map", 2, "in two sheets"),
        ("sheet common base map rest none", 1, "no stylesheet “/p/css/none.css”"),
        ("sheet common base map", 1, "“/p/css/rest.css” is in no sheet"),
    ]) func mistakesOfTheListAreTold(_ list: String, _ line: Int, _ words: String) throws {
        do {
            _ = try sheets(list)
            Issue.record("no mistake was found")
        } catch let error as TemplateError {
            #expect(error.line == line && error.message.contains(words), "\(error)")
        }
    }

    @Test func namesAreThoseOfATemplateAndOfWhatItIncludes() {
        let names = TemplateNames([
            "a": "<p class=\"one{{#x}} two{{/x}} chip {{style}} at-{{n}}\" id=\"top\">{{>b}}{{<c}}{{/c}}</p>",
            "b": "<b class=\"three\ngap\">{{>b}}</b>", "c": "<i class=\"four\"></i>", "d": "<i class=\"five\"></i>",
        ])
        #expect(names.all(of: "a") == ["one", "two", "chip", "#top", "three", "gap", "four"])
        #expect(names.all(of: "none") == [])
    }

    /// The common sheet and two at most: a third says that a part of several areas stands in one area's file.
    @Test func noPageNeedsMoreThanThreeSheets() throws {
        let list = try String(contentsOf: root.appending(path: "Public/bundles.txt"), encoding: .utf8)
        let sheets = try StyleSheets(list: ("bundles.txt", list), styles: texts("Public/css", ending: ".css"), folder: "Public/css")
        let templates = try texts("Templates", ending: ".mustache").map { (String($0.path.dropFirst(10).dropLast(9)), $0.text) }
        let names = TemplateNames(Dictionary(uniqueKeysWithValues: templates))
        let pages = templates.filter { $0.1.contains("{{<common/layout}}") || $0.1.contains("<!doctype html>") && $0.1.contains("</html>") }
        #expect(pages.count > 70)
        var used: Set<String> = []
        for (page, _) in pages {
            let needed = sheets.needed(for: names.all(of: page))
            used.formUnion(needed)
            #expect(needed.count <= 3, "\(page) needs \(needed)")
        }
        #expect(used.count == sheets.files.count, "a sheet that no page needs")
    }
}
