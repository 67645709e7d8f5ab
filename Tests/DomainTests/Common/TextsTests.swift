import Domain
import Testing

/// Two languages that nobody speaks: a test sees in them what is not translated.
@Suite struct TextsTests {
    @Test func englishIsSaidAsItIsWritten() {
        #expect(Texts.language == .english)
        #expect(Texts.said(" Save it. ") == " Save it. ")
    }

    @Test(arguments: [
        ("Save it.", "⟦Šááṽéé ííţ.⟧"), ("  Save\n", "  ⟦Šááṽéé⟧\n"), ("12 – 3", "12 – 3"), ("", ""),
        ("Bed &amp; &#65; rest", "⟦Ɓééđ &amp; &#65; ŕééšţ⟧"),
    ]) func aLongerSentenceHasAccentsAndEnds(_ text: String, _ said: String) {
        #expect(Texts.said(text: text, in: .longer) == said)
    }

    @Test func aMirroredSentenceRunsFromRightToLeft() {
        #expect(Texts.said(text: "Save it.", in: .mirrored) == "\u{202E}Šáṽé íţ.\u{202C}")
    }

    /// A sentence may pass the place twice, by itself and as a part of another one.
    @Test func whatIsSaidIsNotSaidAgain() {
        for language in Texts.Language.allCases {
            let once = Texts.said(text: "Save it.", in: language)
            #expect(Texts.said(text: once, in: language) == once)
        }
    }
}
