import TemplateLanguage
import Testing

@Suite struct AssetWriterTests {
    @Test func anAssetHasAHashThatChangesWithIt() {
        func hash(_ text: String) -> Substring? {
            let code = AssetWriter.code(for: [("css/all.css", text)]) { _, text in text + "-small" }
            return code.firstMatch(of: /Asset\(name: "css\/all\.css", hash: "([a-z0-9]+)", content/)?.output.1
        }
        #expect(hash("a { }") != nil)
        #expect(hash("a { }") == hash("a { }"))
        #expect(hash("a { }") != hash("b { }"))
    }
}

/// What the bundler is given to read: one file of the frame, one of each page, and those that stand alone.
@Suite struct ScriptBundlesTests {
    private let scripts = [
        ("/p/js/shell.js", "// Shell\nimport { b } from \"./b.js\";\nb();\n"), ("/p/js/b.js", "export const b = () => 1;\n"),
        ("/p/js/map.js", "import { b } from \"./b.js\";\nimport {\n  c,\n} from \"./map/c.js\";\nb(c);\n"),
        ("/p/js/map/c.js", "import \"../b.js\";\nexport const c = 2;\n"), ("/p/js/print.js", "print();\n"),
    ]

    private func bundles(_ list: String) throws -> ScriptBundles {
        try ScriptBundles(list: ("/p/bundles.txt", list), scripts: scripts.map { (path: $0.0, text: $0.1) }, folder: "/p/js")
    }

    @Test func whatAPageSharesWithTheFrameIsThereOnce() throws {
        let found = try bundles("# Comment\nframe shell\n\npage map # also a comment\nalone paper print\n")
        #expect(found.pages == ["map.js"] && found.alone == ["alone/paper.js"])
        #expect(
            Set(found.files.keys) == [
                "frame.js", "frame/shell.js", "frame/b.js", "map.js", "pages/map/map.js", "pages/map/map/c.js", "alone/paper.js",
                "alone-scripts/print.js",
            ])
        #expect(found.files["frame.js"] == "import \"./frame/shell.js\";\n")
        #expect(found.files["map.js"] == "import \"./frame.js\";\nimport \"./pages/map/map.js\";\n")
        #expect(
            found.files["pages/map/map.js"]
                == "import { b } from \"../../frame/b.js\";\nimport {\n  c,\n} from \"../../pages/map/map/c.js\";\nb(c);\n")
        #expect(found.files["pages/map/map/c.js"] == "import \"../../../frame/b.js\";\nexport const c = 2;\n")
        #expect(found.files["alone/paper.js"] == "import \"../alone-scripts/print.js\";\n")
    }

    @Test func whatAPageExportsIsThereForWhoAsksForItLater() throws {
        let found = try bundles("frame shell\npage map/c\n")
        #expect(found.files["map/c.js"] == "import \"./frame.js\";\nexport * from \"./pages/map/c/map/c.js\";\n")
    }

    @Test func aMistakeIsNamedAtItsLine() throws {
        func said(_ list: String, _ more: [(path: String, text: String)] = []) -> String? {
            do {
                _ = try ScriptBundles(
                    list: ("/p/bundles.txt", list), scripts: scripts.map { (path: $0.0, text: $0.1) } + more, folder: "/p/js")
                return nil
            } catch {
                return (error as? TemplateError)?.description
            }
        }
        #expect(said("frame shell\npage mop\n") == "/p/bundles.txt:2: error: there is no script “/p/js/mop.js”")
        #expect(said("bundle map\n")?.hasPrefix("/p/bundles.txt:1: error: “frame SCRIPT…”") == true)
        #expect(said("alone paper\n")?.hasPrefix("/p/bundles.txt:1: error: “frame SCRIPT…”") == true)
        let broken = [(path: "/p/js/a.js", text: "// A\nimport \"./x.js\";\n")]
        #expect(said("frame shell\n", broken) == "/p/js/a.js:2: error: there is no script “/p/js/x.js”")
    }

    @Test func aMistakeIsToldWhereItWasWritten() {
        #expect(ScriptBundles.origin(of: "pages/map/map/c.js:2:7: no") == "Public/js/map/c.js:2:7: no")
        #expect(ScriptBundles.origin(of: "frame/b.js:1:1: no") == "Public/js/b.js:1:1: no")
    }
}
