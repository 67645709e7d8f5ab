import Foundation
import TemplateLanguage
import Testing

/// The sentences of a template, each as "line: sentence".
private func texts(_ body: String, partials: [String: String] = [:]) throws -> [String] {
    let files = [("Templates/page.mustache", body)] + partials.map { ("Templates/\($0.key).mustache", $0.value) }
    let pot = try TextCatalog.pot { folder, _ in folder == "Templates" ? files : [] }
    return Catalogue(pot).entries.compactMap { entry in
        entry.places.first { $0.hasPrefix("Templates/page.mustache:") }.map { "\($0.split(separator: ":")[1]): \(entry.text)" }
    }
}

private func texts(swift: String = "", script: String = "") throws -> [String] {
    let pot = try TextCatalog.pot { folder, _ in
        folder == "Sources/Pages" ? [("Sources/Pages/A.swift", swift)] : folder == "Public/js" ? [("Public/js/a.js", script)] : []
    }
    return Catalogue(pot).entries.map { $0.text + ($0.plural.map { " | " + $0 } ?? "") }
}

/// Reads what gettext's programs would read; fails on what they refuse.
private struct Catalogue {
    struct Entry {
        var places: [String] = []
        var text = ""
        var plural: String?
        var keys: [String] = []
    }
    var entries: [Entry] = []

    init(_ pot: String) {
        for block in pot.split(separator: "\n\n").dropFirst() {
            var entry = Entry()
            for line in block.split(separator: "\n") {
                if line.hasPrefix("#: ") { entry.places.append(String(line.dropFirst(3))); continue }
                guard let found = line.wholeMatch(of: /(msgid|msgid_plural|msgstr(?:\[[01]\])?) "((?:[^"\\]|\\["\\nt])*)"/) else {
                    Issue.record("no line of a catalogue: \(line)")
                    continue
                }
                entry.keys.append(String(found.output.1))
                let text = String(found.output.2).replacing("\\\"", with: "\"").replacing("\\n", with: "\n").replacing("\\\\", with: "\\")
                if found.output.1 == "msgid" { entry.text = text } else if found.output.1 == "msgid_plural" { entry.plural = text }
            }
            let wanted = entry.plural == nil ? ["msgid", "msgstr"] : ["msgid", "msgid_plural", "msgstr[0]", "msgstr[1]"]
            #expect(entry.keys == wanted, "\(block)")
            entries.append(entry)
        }
    }
}

@Suite struct TemplateTextsTests {
    @Test(arguments: [
        // A block of text is one sentence: values and inline tags are places in it.
        ("<p>{{name}} has {{count}} places</p>", ["1: {{name}} has {{count}} places"]),
        ("<p>\n  Read <b>this</b> and\n  <a href=\"{{link}}\">that</a>.\n</p>", ["2: Read <1>this</1> and <2>that</2>."]),
        ("<p>a</p>\n<p>b</p>", ["1: a", "2: b"]),
        ("<ul><li>One<br>Two</li><li>Three <button>Four</button></li></ul>", ["1: One", "1: Two", "1: Three", "1: Four"]),
        // A tag around all of it is not the translator's, nor is one that holds nothing.
        ("<p><b><i>All</i></b></p><p><b>A</b> <i>b</i></p>", ["1: All", "1: <1>A</1> <2>b</2>"]),
        ("<td><span class=\"box\"></span> In</td>", ["1: In"]),
        ("<p><a class=\"button\" href=\"{{a}}\">Edit</a> <a href=\"{{b}}\">Look</a> at it</p>", ["1: Edit", "1: <1>Look</1> at it"]),
        // Facts beside one another are sentences of their own.
        ("<p>{{count}} seen · {{stamp}} · <b>Changes</b></p>", ["1: {{count}} seen", "1: Changes"]),
        // Without words there is nothing to translate.
        ("<p>{{a}} – {{b}}</p><button>×</button><td>3</td>", []),
        ("<!doctype html>\n<script>let a = \"Text\"</script><!-- Text --><title>{{title}} · Home</title>", ["2: Home"]),
    ])
    func aSentenceIsWhole(_ template: String, _ sentences: [String]) throws { #expect(try texts(template) == sentences) }

    @Test(arguments: [
        ("<p>Hello{{#name}} {{.}}{{/name}}</p>", ["1: Hello {{name}}"]),
        ("<p>{{#isOn}}Stop it{{/isOn}}{{^isOn}}Go on{{/isOn}}</p>", ["1: {{#isOn}}Stop it{{/isOn}}{{^isOn}}Go on{{/isOn}}"]),
        ("<p>By {{name}}{{#at}} on <b>{{day}}</b>{{/at}}</p>", ["1: By {{name}}{{#at}} on <1>{{day}}</1>{{/at}}"]),
        ("<p>{{#rows}}\n<li>Row {{name}}</li>\n{{/rows}}End</p>", ["2: Row {{name}}", "3: End"]),
        ("<b{{#isOn}} class=\"on\"{{/isOn}}>Text</b>", ["1: Text"]),
    ])
    func aSectionStaysInItsSentence(_ template: String, _ sentences: [String]) throws { #expect(try texts(template) == sentences) }

    @Test func attributesThatPeopleReadCount() throws {
        let body = """
            <input name="a" value="on" placeholder="Search here" title="{{title}}" aria-label="Find {{name}}">
            <form data-label="Your answer" data-kind="other thing" class="two words"><option value="none">No one</option>
            <option value="Be kind."></option>
            """
        #expect(try texts(body) == ["1: Search here", "1: Find {{name}}", "2: Your answer", "2: No one", "3: Be kind."])
    }

    @Test func aPartialOfALineIsAPlace() throws {
        let partials = ["common/time": "<time>{{text}}</time>", "row": "<p>Row</p>"]
        let since = "<p>since {{#at}}{{>common/time}}{{/at}}, by {{>common/time}}</p>"
        #expect(try texts(since, partials: partials) == ["1: since {{at}}, by {{time}}"])
        #expect(try texts("<p>a {{>row}} b</p>", partials: partials) == ["1: a", "1: b"])
    }

    @Test func aBlockIsReadWhereItStandsInItsParent() throws {
        let partials = ["frame": "<body{{$class}}{{/class}}><main>{{$content}}{{/content}}</main></body>"]
        let body = "{{<frame}}{{$class}} class=\"wide body\"{{/class}}{{$content}}\nText\n{{/content}}{{/frame}}"
        #expect(try texts(body, partials: partials) == ["2: Text"])
    }

    @Test func equalSentencesHaveOneEntry() throws {
        let pot = try TextCatalog.pot { folder, _ in
            folder == "Templates" ? [("Templates/a.mustache", "<p>Save \"it\"</p>"), ("Templates/b.mustache", "\n<b>Save \"it\"</b>")] : []
        }
        #expect(pot.hasSuffix("\n\n#: Templates/a.mustache:1\n#: Templates/b.mustache:2\nmsgid \"Save \\\"it\\\"\"\nmsgstr \"\"\n"))
    }

    @Test func sentencesOfSwiftAreFoundByTheirLooks() throws {
        let code = #"""
            /// "A comment is none."
            throw Refusal.conflict("The \(event.name) is \(counted(minutes, "minute")) away.")
            let (key, label, path) = ("some_key", "Roster", "/trips/x")
            word = countedWord(station.bikes, "e-bike")
            logger.warning("a line for the log")
            let sql = """
                SELECT of the database
                """
            case text = "in a raw value"
            """#
        #expect(
            try texts(swift: code) == [
                "The {{event.name}} is {{minutes}} away.", "Roster", "{{count}} minute | {{count}} minutes", "e-bike | e-bikes",
            ])
    }

    @Test func sentencesOfScriptsToo() throws {
        let code = """
            const text = `At most ${this.#limit} photos.`; // "A comment is none."
            say(counted(n, "tick waits", "ticks wait"), 'Not yet', document.querySelector("main and b"));
            if (event.key === "ArrowUp") return;
            """
        #expect(try texts(script: code) == ["At most {{limit}} photos.", "Not yet", "{{count}} tick waits | {{count}} ticks wait"])
    }

    /// `make texts` writes it anew.
    @Test func theCatalogueIsAsThePagesAre() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let pot = try TextCatalog.pot { folder, ending in
            let walk = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            let names = (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.sorted()
            return try names.map { ("\(folder)/\($0)", try String(contentsOf: root.appending(path: "\(folder)/\($0)"), encoding: .utf8)) }
        }
        #expect(Catalogue(pot).entries.count > 1400)
        let kept = try String(contentsOf: root.appending(path: "Templates/texts.pot"), encoding: .utf8)
        #expect(kept == pot, "Templates/texts.pot is out of date: `make texts` writes it anew")
    }
}
