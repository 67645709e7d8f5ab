import TemplateLanguage
import Testing

private let model = "struct Box: Page {\n    let title: String\n    let isOpen: Bool\n    let rows: [String]\n}"

/// What a template sends: values in brackets, sections once, as if each were true.
private func sent(_ body: String, first: String = "model: Box", partials: [String: String] = [:]) throws -> String {
    let templates = [("/t/page.mustache", "{{! \(first) }}\n" + body)] + partials.map { ("/t/\($0.key).mustache", $0.value) }
    let code = try Compiler.compile(templates: templates, models: [("m", model)], name: "T", isVerbatim: false, root: "/t/")
    let page = code.split(separator: "static func ").first { $0.hasPrefix("page(") } ?? ""
    return page.matches(of: /out\.(?:raw\("((?:[^"\\]|\\.)*)"\)|text\(([^)]*)\)|attribute\(([^)]*)\))/).map { match in
        if let value = match.output.2 ?? match.output.3 { return "[\(value.split(separator: ".").last ?? "")]" }
        return String(match.output.1 ?? "").replacing("\\\"", with: "\"").replacing("\\n", with: "\n")
    }.joined()
}

/// A line end is worth in a template what it is worth in HTML: words neither stick together nor fall apart.
@Suite struct BlankSpaceTests {
    @Test(arguments: [
        // Beside blocks nothing shows, so nothing is sent.
        ("<div>\n  <p>a</p>\n\n  <p>b</p>\n</div>\n", "<div><p>a</p><p>b</p></div>"),
        ("<p>\n  a\n</p>\nb\n<ul>\n</ul>", "<p>a</p>b<ul></ul>"),
        ("<p>a<br>\n  b</p>", "<p>a<br>b</p>"),
        (
            "<table>\n  <tr>\n    <td>{{title}}</td>\n    <td>b</td>\n  </tr>\n</table>",
            "<table><tr><td>[title]</td><td>b</td></tr></table>"
        ),
        (
            "<svg class=\"x\">\n  <path d=\"M0\"/>\n  <g>\n    <text>a</text>\n  </g>\n</svg>",
            "<svg class=\"x\"><path d=\"M0\"/><g><text>a</text></g></svg>"
        ),
        // Within a line of text it is one blank.
        ("<p>a\n  <b>b</b>\n  c\n  {{title}}\n  d</p>", "<p>a <b>b</b> c [title] d</p>"),
        ("<b>a</b>\n<i>b</i>", "<b>a</b> <i>b</i>"),
        ("{{title}}\n{{title}}", "[title] [title]"),
        (
            "a\n<button>\n  {{title}}\n</button>\n<select>\n  <option>x</option>\n</select>\nb",
            "a <button>[title]</button> <select><option>x</option></select> b"
        ),
        // What stands in one line stays as it is.
        ("<p>a <b> b </b>  c</p> <p>d</p>", "<p>a <b> b </b>  c</p> <p>d</p>"),
        ("<b>a</b><i>b</i>{{title}}{{title}}", "<b>a</b><i>b</i>[title][title]"),
        ("a < b\nand c", "a < b and c"),
    ])
    func aLineEndIsWhatHTMLShows(_ template: String, _ html: String) throws {
        #expect(try sent(template) == html)
    }

    @Test(arguments: [
        ("<input type=\"text\"\n  name=\"a\"\n  value=\"{{title}}\"\n>", "<input type=\"text\" name=\"a\" value=\"[title]\">"),
        ("<p title=\"one\n    two\">", "<p title=\"one two\">"),
        ("<i\n  class=\"a\"\n  {{#isOpen}}\n    id=\"b\"\n  {{/isOpen}}\n  lang=\"c\"></i>", "<i class=\"a\" id=\"b\" lang=\"c\"></i>"),
        ("<i{{#isOpen}} hidden{{/isOpen}}>", "<i hidden>"),
        ("<path\n  d=\"M0 0\"\n/>", "<path d=\"M0 0\"/>"),
    ])
    func attributesMayStandOnLinesOfTheirOwn(_ template: String, _ html: String) throws {
        #expect(try sent(template) == html)
    }

    @Test(arguments: [
        ("<ul>\n  {{#rows}}\n    <li>{{.}}</li>\n  {{/rows}}\n</ul>", "<ul><li>[c1]</li></ul>"),
        ("<p>\n  a\n  {{#isOpen}}\n    <b>b</b>\n  {{/isOpen}}\n  c\n</p>", "<p>a <b>b</b> c</p>"),
        ("<p>a{{#isOpen}}\n<b>b</b>{{/isOpen}}</p>", "<p>a <b>b</b></p>"),
        ("<p>\n  {{#isOpen}}a{{/isOpen}}\n  {{^isOpen}}<b>b</b>{{/isOpen}}\n</p>", "<p>a <b>b</b></p>"),
        ("<div>\n  {{! nothing }}\n  <p>a</p>\n</div>", "<div><p>a</p></div>"),
    ])
    func sectionsLeaveNoTrace(_ template: String, _ html: String) throws {
        #expect(try sent(template) == html)
    }

    /// The line end that ends a file is no text; the one after a partial that stands alone is.
    @Test func aPartialIsWrittenWhereItStands() throws {
        let partials = ["word": "<b>w</b>\n", "block": "{{! a comment }}\n<p>\n  w\n</p>\n", "row": "{{! model: Box }}\n<b>w</b>\n"]
        #expect(try sent("a{{>word}}b", partials: partials) == "a<b>w</b>b")
        #expect(try sent("a\n{{>word}}\nb", partials: partials) == "a <b>w</b> b")
        #expect(try sent("<p>\n  {{>word}}\n</p>", partials: partials) == "<p><b>w</b></p>")
        #expect(try sent("a\n{{>block}}\nb", partials: partials) == "a<p>w</p>b")
        #expect(try sent("{{#rows}}\n  {{title}}\n  {{>row}}\n{{/rows}}\nb", partials: partials).hasSuffix("[title]  b"))
    }

    @Test(arguments: [
        "<textarea name=\"a\">\n  {{title}}\n\n</textarea>", "<pre>\n a\n  b\n</pre>", "<script>\n  let a\n</script>", "<!--\n a\n-->",
    ])
    func whatIsShownAsWrittenIsKept(_ template: String) throws {
        #expect(try sent("<p>\n</p>\n" + template) == "<p></p>" + template.replacing("{{title}}", with: "[title]"))
    }

    /// Elements of a line that touch may stand on lines of their own; a blank is written within a line.
    @Test func inATightTemplateLineEndsVanish() throws {
        let body = "<p>\n  {{title}}\n  <b>b</b>\n  {{#isOpen}} <i\n    class=\"x\">c\n  d</i>{{/isOpen}}\n  {{title}}\n</p>"
        #expect(try sent(body, first: "model: Box, tight") == "<p>[title]<b>b</b> <i class=\"x\">c d</i>[title]</p>")
        #expect(
            try sent("<b>a</b>\n{{>part}}\n<b>a</b>", partials: ["part": "{{! Words, tight }}\n<b>b</b>\n<b>c</b>\n"])
                == "<b>a</b> <b>b</b><b>c</b> <b>a</b>")
    }
}
