import TemplateLanguage
import Testing

private func assets(_ files: [(path: String, text: String)]) throws -> String {
    try AssetWriter.code(for: files.map { ("/p/" + $0.path, $0.text) }, root: "/p")
}

@Suite struct AssetWriterTests {
    @Test func oneStylesheetIsSentInTheOrderThatItNames() throws {
        let code = try assets([
            ("css/a.css", "a {\n  color: red;\n}\n"), ("css/all.css", "/* All */\n@import \"b.css\";\n@import \"a.css\";\n"),
            ("css/b.css", "b { }\n\n"), ("js/x.js", "  @import \"a.css\";\n"),
        ])
        #expect(code.contains("name: \"css/all.css\"") && code.contains("\n/* All */\nb { }\na {\ncolor: red;\n}\n"))
        #expect(!code.contains("css/a.css") && !code.contains("css/b.css"))
        // A script that speaks of a stylesheet stays as it is.
        #expect(code.contains("\n  @import \"a.css\";\n"))
    }

    @Test func aStylesheetThatIsNotThereIsNamedAtItsLine() throws {
        do {
            _ = try assets([("css/all.css", "/* All */\n@import \"c.css\";\n")])
            Issue.record("it compiled")
        } catch let error as TemplateError {
            #expect(error.description == "/p/css/all.css:2: error: there is no stylesheet “/p/css/c.css”")
        }
    }
}
