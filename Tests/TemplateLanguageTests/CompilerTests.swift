import TemplateLanguage
import Testing

private let models = """
    package struct Row: Sendable {
        let name: String
        let link: Link
    }
    struct Box: Page {
        struct Inner: Sendable { 
            let label: String
        }
        let title: String
        let count: Int
        let isOpen: Bool
        let isKnown: Bool?
        let rows: [Row]
        let inner: Inner?
        let link: Link
        let markup: HTML
        let odd: Double
        static let shared: Int = 1
        var long: String { title + "{" }
        let last: String
    }
    """

private func compile(_ body: String, partials: [String: String] = [:]) throws -> String {
    let templates = [("/t/page.mustache", "{{! model: Box }}\n" + body)] + partials.map { ("/t/\($0.key).mustache", $0.value) }
    return try Compiler.compile(templates: templates, models: [("m", models)], name: "T", isVerbatim: true, root: "/t/")
}

private func failure(_ body: String, partials: [String: String] = [:]) -> TemplateError? {
    do { _ = try compile(body, partials: partials); return nil } catch { return error as? TemplateError }
}

@Suite struct CompilerTests {
    @Test func everyPlaceEscapesItsWay() throws {
        let code = try compile("<p title=\"{{title}}\">{{title}} {{count}} {{markup}}</p><a href=\"{{link}}\">x</a>")
        #expect(code.contains("out.attribute(c0.title)"))
        #expect(code.contains("out.text(c0.title)"))
        #expect(code.contains("out.text(c0.count)"))
        #expect(code.contains("out.raw(c0.markup)"))
        #expect(code.contains("out.link(c0.link)"))
    }

    @Test func namesAreLookedUpFromTheInsideOut() throws {
        let code = try compile(
            "{{#rows}}{{name}} of {{title}}{{/rows}}{{#inner}}{{label}}{{/inner}}{{inner.label_}}".replacing("{{inner.label_}}", with: ""))
        #expect(code.contains("for c1 in c0.rows"))
        #expect(code.contains("out.text(c1.name)"))
        #expect(code.contains("out.text(c0.title)"))
        #expect(code.contains("if let c2 = c0.inner"))
        #expect(try compile("{{last}}{{long}}").contains("c0.last"))
    }

    /// Line 1 is the model's; the mistake stands on line 3.
    @Test(arguments: [
        ("\n{{titel}}", "Box has no “titel”"), ("\n{{#title}}x{{/title}}", "a section needs"),
        ("\n{{#isKnown}}x{{/isKnown}}", "is Bool?"), ("\n{{^isKnown}}x{{/isKnown}}", "is Bool?"),
        ("\n{{>nothing}}", "there is no template"),
        ("\n<a href=\"{{title}}\">", "takes a Link"), ("\n<a href=\"/x/{{title}}\">", "takes a Link"), ("\n{{{title}}}", "raw output"),
        ("\n{{&title}}", "raw output"), ("\n<p class={{title}}>", "into a quoted attribute"), ("\n<p class=x>", "in quotes"),
        ("\n<script>{{title}}</script>", "no values inside"),
        ("\n<!-- {{title}} -->", "no values inside"), ("\n<p {{title}}>", "between attributes"), ("\n{{rows}}", "cannot be shown"),
        ("\n{{odd}}", "cannot be shown"), ("\n{{shared}}", "has no “shared”"),
        ("\n{{#isOpen}}<b title=\"{{/isOpen}}", "ends inside another"),
        ("\n{{#isOpen}}", "never closed"), ("\n{{/isOpen}}", "closes nothing"), ("\n{{=<% %>=}}", "delimiters"),
        ("\n{{title", "never closed"),
        ("\n{{}}", "empty tag"), ("\n{{inner.label}}", "has no “label”"), ("\n{{#rows}}\n{{/isOpen}}", "closes"),
        ("\n{{#isOpen}}{{markup}}{{/isOpen}}<i title=\"{{markup}}\">", "cannot be shown here"),
    ])
    func mistakesAreNamedAtTheirLine(_ body: String, _ message: String) throws {
        let error = try #require(failure(body), "\(body) compiled")
        #expect(error.message.contains(message), "\(error.message)")
        #expect(error.line == (body.contains("\n{{/isOpen}}") && body.contains("rows") ? 4 : 3))
        #expect(error.description.hasPrefix("/t/page.mustache:\(error.line): error: "))
    }

    @Test func mistakesInPartialsAreNamedThere() throws {
        let error = try #require(failure("{{>part}}", partials: ["part": "fine\n{{wrong}}"]))
        #expect(error.file == "/t/part.mustache" && error.line == 2)
        let typed = try #require(failure("{{>row}}", partials: ["row": "{{! model: Row }}\n{{name}}"]))
        #expect(typed.message.contains("needs a Row"))
        #expect(try compile("{{#rows}}{{>row}}{{/rows}}", partials: ["row": "{{! model: Row }}\n{{name}}"]).contains("row(c1, &out)"))
        #expect(failure("", partials: ["x": "{{! model: Nobody }}\n"])?.message.contains("no page model") == true)
    }

    /// What a page puts into its parent stands in the page's file.
    @Test func mistakesInBlocksAreNamedInTheFileThatHoldsThem() throws {
        let parents = [
            "frame": "<b>\n{{$content}}\n\n\n{{count}}{{/content}}</b>{{last}}",
            "half": "{{<frame}}{{$content}}{{$inner}}{{/inner}}{{/content}}{{/frame}}",
        ]
        for parent in ["frame", "half"] {
            let block = parent == "frame" ? "content" : "inner"
            let error = try #require(failure("\n{{<\(parent)}}{{$\(block)}}\n{{wrong}}{{/\(block)}}{{/\(parent)}}", partials: parents))
            #expect(error.file == "/t/page.mustache" && error.line == 4)
            let code = try compile("\n{{<\(parent)}}{{$\(block)}}{{title}}{{/\(block)}}{{/\(parent)}}", partials: parents)
            #expect(code.contains("#sourceLocation(file: \"/t/page.mustache\", line: 3)\n        out.text(c0.title)"))
            #expect(code.contains("#sourceLocation(file: \"/t/frame.mustache\", line: 5)\n        out.text(c0.last)"))
        }
        #expect(try compile("{{<frame}}{{/frame}}", partials: parents).contains("line: 5)\n        out.text(c0.count)"))
    }

    @Test func theSwiftCompilerIsPointedAtTheTemplate() throws {
        #expect(try compile("\n\n{{title}}").contains("#sourceLocation(file: \"/t/page.mustache\", line: 4)"))
    }

    /// A model that every page holds may be a class: copying it is a count then.
    @Test func aModelMayBeAClass() throws {
        let code = try Compiler.compile(
            templates: [("/t/a.mustache", "{{! model: Shared }}\n{{title}}")],
            models: [("m", "package final class Shared: Sendable {\n    let title: String\n}")], name: "T", isVerbatim: true, root: "/t/")
        #expect(code.contains("out.text(c0.title)"))
    }

    @Test func aTemplateGivesItsFunctionItsName() {
        #expect(Generator.functionName("roster/import-preview") == "rosterImportPreview")
    }
}
