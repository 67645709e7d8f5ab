import Domain
import Pages
import Testing

@Suite struct TemplateVoiceTests {
    private static func written(_ language: Texts.Language) -> String {
        var out = HTMLBuffer(language: language)
        out.raw(
            "<!doctype html>\n<html lang=\"en\"><!-- <b>No</b> --><script type=\"module\">let no = 1 < 2</script><p class=\"no\" title=\"A "
        )
        out.attribute("name")
        out.raw(" here\" data-id=\"no\">Go\n  <b>on</b>")
        out.text("as <typed>")
        out.raw("</p>")
        return String(decoding: out.bytes, as: UTF8.self)
    }

    @Test func textAndReadAttributesAreSaidAndNothingElse() {
        #expect(
            TemplateVoiceTests.written(.longer) == """
                <!doctype html>
                <html lang="en"><!-- <b>No</b> --><script type="module">let no = 1 < 2</script>\
                <p class="no" title="⟦Áá⟧ name ⟦ĥééŕéé⟧" data-id="no">⟦Ĝóó⟧
                  <b>⟦óóñ⟧</b>as &lt;typed&gt;</p>
                """)
    }

    @Test func aMirroredPageBeginsAtTheRight() {
        let html = TemplateVoiceTests.written(.mirrored)
        #expect(html.contains("<html dir=\"rtl\" lang=\"en\">") && html.contains("<b>\u{202E}óñ\u{202C}</b>as &lt;typed&gt;"))
    }

    @Test func inEnglishAPageIsAsItsTemplate() { #expect(TemplateVoiceTests.written(.english).contains("title=\"A name here\"")) }
}
