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

    @Test func aScriptNamesAllThatItConsistsOf() throws {
        let code = try assets([
            ("js/a.js", "// A\nimport { b } from \"./b.js\";\nimport {\n  c, d,\n} from \"./map/c.js\";\nconst e = \"./e.js\";\n"),
            ("js/b.js", "import \"./a.js\";\nexport const go = () => import(\"./e.js\");\n"), ("js/e.js", "export {};\n"),
            ("js/map/c.js", "export { d } from \"../map/d.js\";\nimport \"../b.js\";\n"), ("js/map/d.js", "export const d = 1;\n"),
        ])
        #expect(code.contains("name: \"js/a.js\", imports: [\"js/b.js\", \"js/map/c.js\", \"js/map/d.js\"]"))
        // Of two that import each other none names itself.
        #expect(code.contains("name: \"js/b.js\", imports: [\"js/a.js\", \"js/map/c.js\", \"js/map/d.js\"]"))
        #expect(code.contains("name: \"js/e.js\", imports: []"))
    }

    @Test func aScriptThatIsNotThereIsNamedAtItsLine() throws {
        do {
            _ = try assets([("js/a.js", "// A\nimport \"./b.js\";\n")])
            Issue.record("it compiled")
        } catch let error as TemplateError {
            #expect(error.description == "/p/js/a.js:2: error: there is no script “/p/js/b.js”")
        }
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
