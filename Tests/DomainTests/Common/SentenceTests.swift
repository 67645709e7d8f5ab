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

    /// What a parser found, within what is said of a field.
    @Test func aSentenceMayStandInAnother() {
        let problem: Sentence = "This card has no end."
        let whole: Sentence = "Line \(2): \(problem)"
        #expect(whole.english == "Line 2: This card has no end.")
        #expect(whole.pattern == "Line {1}: {2}" && whole.values == ["2", "This card has no end."])
    }

    @Test func equalIsWhatReadsTheSameInEnglish() {
        #expect(("At most \(60) characters." as Sentence) == "At most 60 characters.")
        #expect(("At most \(60) characters." as Sentence) != "At most \(61) characters.")
    }

    /// A refusal keeps its values apart until a page says it.
    @Test func messagesOfRefusalsAreSentences() {
        var check = Validation()
        check.require(false, "name", "At most \(60) characters, this has \(61).")
        check.refuse("day", "Say when it starts.")
        #expect(check.errors[0].message.pattern == "At most {1} characters, this has {2}.")
        #expect(check.errors.said == "At most 60 characters, this has 61. Say when it starts.")
        #expect(throws: Refusal.invalid(check.errors)) { try check.check() }
        #expect(Refusal.conflict("\("Ada") has this case.") == .conflict("Ada has this case."))
    }

    @Test func aMessageIsMadeOnlyWhereItIsNeeded() {
        var (check, made) = (Validation(), 0)
        func message() -> Sentence {
            made += 1
            return "Type a name."
        }
        check.require(true, "name", message())
        #expect(made == 0 && check.errors.isEmpty)
        check.require(false, "name", message())
        #expect(made == 1 && check.errors == [FieldError("name", "Type a name.")])
    }

    @Test func aConditionChoosesAmongSentences() {
        func told(_ count: Int) -> String { Texts.said(count == 1 ? "One is missing" : "\(count) are missing") }
        #expect(told(1) == "One is missing")
        #expect(told(2) == "2 are missing")
    }
}
