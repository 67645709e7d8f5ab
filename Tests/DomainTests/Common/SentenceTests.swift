import Domain
import Testing

/// A sentence keeps its words apart from its values until it is said.
@Suite struct SentenceTests {
    private typealias Sentence = Texts.Sentence

    /// The same for every suite of the process: what is said stays English.
    init() { Texts.keepPieces() }

    @Test func englishIsOneText() {
        let (name, count) = ("Ada", 3)
        #expect(Texts.said("\(name) has \(count) places.") == "Ada has 3 places.")
        #expect(Texts.said("Save it.") == "Save it.")
        #expect(Texts.said("\(name)") == "Ada")
    }

    @Test func wordsAndValuesStandApart() {
        let (name, count) = ("Ada", 3)
        let sentence: Sentence = "\(name) has \(count) places."
        #expect(sentence.pieces == [.value("Ada"), .words(" has "), .value("3"), .words(" places.")])
        #expect(sentence.values == ["Ada", "3"])
        #expect(("Save it." as Sentence).pieces == [.words("Save it.")])
    }

    /// By which a translation finds it, whatever the values are.
    @Test(arguments: ["Ada", "", "{2}", "a\nb"]) func aPatternHasPlaces(_ name: String) {
        let sentence: Sentence = "\(name) asks \(2) of \(name) for help"
        #expect(sentence.pattern == "{1} asks {2} of {3} for help")
    }

    @Test func twoLinesAreOneSentence() {
        let sentence: Sentence = "It is cancelled first, and " + "\("Ada") reads it."
        #expect(sentence.pattern == "It is cancelled first, and {1} reads it.")
        #expect(Texts.said(sentence) == "It is cancelled first, and Ada reads it.")
    }

    @Test func aLongerSentenceChangesItsWordsAlone() {
        #expect(Texts.said("\("Ada") is at \("Base") now. " as Sentence, in: .longer) == "⟦Ada ííš ááţ Base ñóóŵ.⟧ ")
        #expect(Texts.said("Save it." as Sentence, in: .mirrored) == "\u{202E}Šáṽé íţ.\u{202C}")
    }

    /// What has no words of its own is no sentence: its values have been said, or are not ours.
    @Test(arguments: Texts.Language.allCases) func valuesAloneStay(_ language: Texts.Language) {
        #expect(Texts.said("\("Ada"), \(12) – \("Base")" as Sentence, in: language) == "Ada, 12 – Base")
    }

    @Test func aSaidSentenceIsAValueOfAnother() {
        let place = Texts.said("the lake" as Sentence, in: .longer)
        let whole = Texts.said("From \(place)" as Sentence, in: .longer)
        #expect(place == "⟦ţĥéé ļááķéé⟧")
        #expect(whole == "⟦Ƒŕóóɱ ⟦ţĥéé ļááķéé⟧⟧")
        #expect(Texts.said(text: whole, in: .longer) == whole)
        #expect(Texts.said(text: "\(whole) now", in: .longer) == "\(whole) ⟦ñóóŵ⟧")
    }

    @Test func aConditionChoosesAmongSentences() {
        func told(_ count: Int) -> String { Texts.said(count == 1 ? "One is missing" : "\(count) are missing") }
        #expect(told(1) == "One is missing")
        #expect(told(2) == "2 are missing")
    }
}
