import Pages
import Testing

/// One value of every kind for the cases below; the compiled templates stand in Templates/.
struct SpecModel: Sendable {
    let text: String
    let number: Int
    let yes: Bool
    let no: Bool
    let none: SpecItem?
    let one: SpecItem?
    let items: [SpecItem]
    let empty: [SpecItem]
    let words: [String]
    let nested: SpecNested
}
struct SpecItem: Sendable {
    let name: String
    let parts: [String]
}
struct SpecNested: Sendable {
    let name: String
    let inner: SpecItem
}

private let model = SpecModel(
    text: "& \" < >", number: 85, yes: true, no: false, none: nil, one: SpecItem(name: "one", parts: []),
    items: [SpecItem(name: "a", parts: ["1", "2"]), SpecItem(name: "b", parts: [])], empty: [], words: ["x", "y", "z"],
    nested: SpecNested(name: "outer", inner: SpecItem(name: "inner", parts: [])))

private func rendered(_ template: (SpecModel, inout HTMLBuffer) -> Void) -> String {
    var buffer = HTMLBuffer()
    template(model, &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
}

/// The rules of the public Mustache specification that the compiler supports, in cases of our own: each template's
/// expectation stands beside it.
@Suite struct SpecTests {
    @Test func interpolation() {
        #expect(rendered(SpecTemplate.interpolation) == "[&amp; \" &lt; &gt;] [85] [85] [inner] [outer]\n")
        #expect(rendered(SpecTemplate.attributes) == "<p title=\"&amp; &quot; &lt; &gt;\" data-n='85'>\n</p>\n")
    }
    @Test func comments() {
        #expect(rendered(SpecTemplate.comments) == "begin\nend 12345 and  gone\n")
    }
    @Test func sections() {
        #expect(rendered(SpecTemplate.sections) == "yes.\n- a(1)(2)\n- b\nxyz\none\n[a outer][b outer]\n")
    }
    @Test func inverted() {
        #expect(rendered(SpecTemplate.inverted) == "no none empty\n| A | E |\n")
    }
    @Test func standaloneLines() {
        #expect(rendered(SpecTemplate.standalone) == "| This Is\n|\n| A Line\n #=yes= \n")
    }
    @Test func partials() {
        #expect(
            rendered(SpecTemplate.partials)
                == "<item a><item b>\nplain & \" < >\n".replacing("& \" < >", with: "&amp; \" &lt; &gt;")
                .replacing("<item a><item b>", with: "(a)(b)"))
    }
    @Test func inheritance() {
        #expect(rendered(SpecTemplate.inheritance) == "head|mine 85|foot\n\nhead|default|foot\n\nhead|outer mid|foot\n\n\n")
    }

    @Test func addressesCannotLeaveTheProgram() {
        #expect(Path.local("/trips")?.text == "/trips")
        for text in ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a b", "", "/\u{7F}", "/é"] {
            #expect(Path.local(text) == nil, "\(text)")
        }
        #expect(Path.telephone("+41 (0)79 000-00;x=1\"").text == "tel:+4107900000" + "1")
        #expect(Path.roster("a").asking([("q", "x&y=z \"<é"), ("status", "")]).text == "/trips/a/roster?q=x%26y%3Dz%20%22%3C%C3%A9")
        #expect(Path.external(https: "javascript:alert(1)") == nil)
    }
}
