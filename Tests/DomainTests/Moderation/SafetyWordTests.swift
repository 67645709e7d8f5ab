import Domain
import Testing

@Suite struct SafetyWordTests {
    @Test(arguments: SafetyLanguage.allCases) func everyCallOfTheWrittenTableIsHeardByItsOwnLanguage(_ language: SafetyLanguage) {
        let listener = SafetyListener([language])
        for text in SafetySentences.lines(SafetySentences.urgent, language.rawValue) {
            #expect(!listener.matches(in: text).isEmpty, "\(language): \(text)")
        }
    }

    /// With all languages at once, as a trip listens that chose none.
    @Test func atMostOneEverydaySentenceOfTheTableIsUrgent() {
        let listener = SafetyListener(Set(SafetyLanguage.allCases))
        let everyday = SafetyLanguage.allCases.flatMap { SafetySentences.lines(SafetySentences.everyday, $0.rawValue) }
        let wrong = everyday.filter { !listener.matches(in: $0).isEmpty }
        #expect(everyday.count == 150 && wrong.count <= 1, "\(wrong)")
    }

    @Test func theTableHasThirtyCallsAndThirtyEverydaySentencesOfEachLanguage() {
        for language in SafetyLanguage.allCases {
            for table in [SafetySentences.urgent, SafetySentences.everyday] {
                #expect(Set(SafetySentences.lines(table, language.rawValue)).count == 30, "\(language)")
            }
        }
    }

    @Test(arguments: SafetyLanguage.allCases) func everyCallThatNamesSomebodyIsHeard(_ language: SafetyLanguage) {
        let (listener, names) = (SafetyListener([language]), SafetyNames(SafetyNameSentences.people))
        let calls = SafetySentences.lines(SafetyNameSentences.urgent, language.rawValue)
        for text in calls { #expect(!listener.matches(in: text, names: { names }).isEmpty, "\(text)") }
        // The premise: it is the names that are heard.
        #expect(calls.count { listener.matches(in: $0).isEmpty } > calls.count / 2)
    }

    @Test func everydayTalkThatNamesSomebodyIsSilent() {
        let (listener, names) = (SafetyListener(Set(SafetyLanguage.allCases)), SafetyNames(SafetyNameSentences.people))
        let weak = PhraseMatcher(SafetyLanguage.allCases.flatMap(\.phrases))
        var count = 0
        for language in SafetyLanguage.allCases {
            for text in SafetySentences.lines(SafetyNameSentences.everyday, language.rawValue) {
                #expect(listener.matches(in: text, names: { names }).isEmpty, "\(text)")
                count += weak.matches(in: FoldedText(text)).isEmpty ? 0 : 1
            }
            // The table of before, too, on a trip with these people.
            for text in SafetySentences.lines(SafetySentences.everyday, language.rawValue)
            where !listener.matches(in: text, names: { names }).isEmpty {
                #expect(!listener.matches(in: text).isEmpty, "\(text)")
            }
        }
        #expect(count > 30, "too tame")
    }

    @Test func namesAreAskedForOnlyWhereAWordMayBePartOfACall() {
        var count = 0
        func heard(_ text: String) -> [String] {
            SafetyListener([.en]).matches(in: text) {
                count += 1
                return SafetyNames(["Bruno Example", "Al Example"])
            }
        }
        #expect(heard("Bruno is at the bar. Dinner at eight!").isEmpty && count == 0)
        #expect(heard("Nobody lost gloves today. Bruno is here. The lost ones are mine").isEmpty && count == 1)
        #expect(heard("Bruno Example is missing") == ["missing", "Bruno Example"] && count == 2)
        #expect(heard("The al missing from the menu").isEmpty, "two letters are no name")
        #expect(!heard("Al Example seems to be missing").isEmpty)
    }

    @Test(arguments: [
        ("Bruno is missing since noon", true), ("Bruno missing", true), ("Brunos glove is missing", false),
        ("Unbruno is missing here", false),
        ("Bruno, who is missing for dinner?", false), ("Who is missing for dinner, Bruno?", false), ("Hi Bruno who is missing", false),
        ("BRUNO IS MISSING", true), ("will is missing tonight", true), ("there will be missing plates", false),
        ("we have lost Will up there", true), ("WE HAVE LOST WILL UP THERE", false), ("@Bruno is missing", true),
        ("Bruno's been missing for hours", true), ("Bruno's new lost glove is here", false),
    ]) func aNameCountsWhereAPersonStands(_ text: String, _ isHeard: Bool) {
        let names = SafetyNames(["Bruno Example", "Will Example"])
        #expect(SafetyListener([.en]).matches(in: text, names: { names }).isEmpty == !isHeard, "\(text)")
    }

    @Test(arguments: [
        (SafetyLanguage.en, "Bruno lost consciousness"), (.en, "Ada broke her leg"), (.en, "I can not breathe"), (.en, "no pulse"),
        (.de, "Bruno hat das Bewusstsein verloren"), (.de, "er hat keinen Puls"), (.de, "sie kann nicht atmen"),
        (.fr, "Bruno a perdu connaissance"), (.fr, "il n'a plus de pouls"), (.fr, "Ada s'est cassé la jambe"),
        (.fr, "elle n'arrive plus à respirer"), (.it, "Bruno ha perso conoscenza"), (.it, "non ha polso"),
        (.it, "Ada si è rotta la gamba"), (.es, "Bruno ha perdido el conocimiento"), (.es, "está sin pulso"),
        (.es, "Ada se rompió la pierna"), (.es, "no puede respirar"),
    ]) func whatADoctorIsCalledForIsHeard(_ language: SafetyLanguage, _ text: String) {
        #expect(!SafetyListener([language]).matches(in: text).isEmpty, "\(text)")
    }

    @Test(arguments: [
        "Bruno lost his gloves", "Bruno broke his ski pole", "I can not wait for dinner", "the zipper broke again",
        "Bruno hat seine Handschuhe verloren", "mein Handgelenk braucht Pause", "Bruno a perdu ses clés", "il a cassé le bâton",
        "Bruno ha perso i guanti", "ha rotto gli occhiali", "Bruno ha perdido el autobús", "se rompió la cremallera",
    ]) func whatIsOnlyNearToItIsSilent(_ text: String) {
        #expect(SafetyListener(Set(SafetyLanguage.allCases)).matches(in: text).isEmpty, "\(text)")
    }

    @Test func weakWordsCountOnlyInTheSentenceOfAPersonABodyOrADanger() {
        let listener = SafetyListener([.en])
        #expect(listener.matches(in: "I lost my gloves, anybody seen them?").isEmpty)
        #expect(!listener.matches(in: "I lost my gloves. I am hurt.").isEmpty)
        #expect(listener.matches(in: "Nice slope. Who wants to help?").isEmpty)
        #expect(!listener.matches(in: "Who can help? Somebody fell on the slope").isEmpty)
    }

    /// A harmless phrase silences its own words, not the sentence.
    @Test(arguments: [
        "Lost my gloves, and Ada fell into a crevasse", "I need help with the tickets, somebody fell on the slope",
        "She fell asleep and her friend fell off the cliff", "so funny, he fell down the cliff", "I lost my friend in the fog",
        "help me with the skis and then help me", "Handschuh verloren und Lena ist in die Spalte gefallen",
        "Danke, jemand ist gefallen", "perdu mes gants, et un enfant est tombé dans la forêt", "de la bière, Léa est tombée sur la tête",
        "ho perso i guanti, e un bambino è caduto", "birra, mi fa male la schiena", "he perdido un guante y un niño se cayó",
        "cerveza, alguien ha caído en la pista",
    ]) func whatIsHarmlessSilencesNothingElseInItsSentence(_ text: String) {
        #expect(!SafetyListener(Set(SafetyLanguage.allCases)).matches(in: text).isEmpty, "\(text)")
    }

    /// The premise: beside nobody in need the same phrases are silent.
    @Test(arguments: [
        "Lost my gloves, has somebody seen them", "I need help with the tickets, somebody here", "She fell asleep on the slope",
        "help me with the skis", "Handschuh verloren, hat jemand ihn gesehen", "perdu mes gants sur la piste",
        "tombée amoureuse sur la piste", "bloqués dans les bouchons, dit une copine", "ho perso i guanti sulla pista",
        "he perdido un guante en la pista",
    ]) func whatIsHarmlessIsSilent(_ text: String) {
        #expect(SafetyListener(Set(SafetyLanguage.allCases)).matches(in: text).isEmpty, "\(text)")
    }

    /// Each covers a word that would count, and can be placed: else it would be there for nothing.
    @Test(arguments: SafetyLanguage.allCases) func everyHarmlessPhraseCoversSomething(_ language: SafetyLanguage) {
        let heard = PhraseMatcher(language.counting)
        for phrase in language.harmless {
            #expect(!PhraseMatcher.hasInnerStar(phrase) && !heard.matches(in: FoldedText(phrase)).isEmpty, "\(phrase)")
        }
    }

    /// What was learned of one word excuses that one alone.
    @Test func anExceptionSilencesOneWordAndNotItsSentence() {
        let learned = SafetyException(language: .en, word: "lost", beside: "poles", dangers: [])
        let listener = SafetyListener([.en], but: [learned])
        #expect(listener.matches(in: "Somebody lost poles here").isEmpty)
        #expect(!listener.matches(in: "Lost poles, someone lost").isEmpty)
        #expect(!listener.matches(in: "Somebody lost poles and somebody fell").isEmpty)
    }

    /// No call of the table, called off, would make the trip deaf for it.
    @Test(arguments: SafetyLanguage.allCases) func noCallOfTheWrittenTableTeachesAnything(_ language: SafetyLanguage) {
        let listener = SafetyListener(Set(SafetyLanguage.allCases))
        for text in SafetySentences.lines(SafetySentences.urgent, language.rawValue) {
            #expect(listener.lessons(in: text, names: []).isEmpty, "\(language): \(text)")
        }
    }

    /// Had a trip learned every word of the vocabulary beside every word of the sentence, it would hear these all the same.
    @Test(arguments: [
        (SafetyLanguage.en, "my friend fell and her knee is bad"), (.en, "somebody fell down the slope"), (.en, "I can't move"),
        (.en, "an avalanche caught us"), (.en, "stuck in the dark, he says"), (.en, "my ankle hurts and I am alone in the dark"),
        (.de, "Lena ist gestürzt, das Knie ist kaputt"), (.de, "jemand liegt unter der Lawine"), (.de, "mein Bein ist gebrochen"),
        (.fr, "quelqu'un est tombé de la falaise"), (.fr, "Léa est tombée sur la tête"), (.fr, "un enfant seul sur la pente"),
        (.it, "un bambino solo nel bosco"), (.it, "mi fa male la schiena, urgente"), (.it, "freddo e buio, siamo bloccati"),
        (.es, "un niño solo en el bosque"), (.es, "se cayó y le duele la rodilla"), (.es, "alguien ha caído en la pista"),
    ]) func noExceptionSilencesSomebodyInDanger(_ language: SafetyLanguage, _ text: String) {
        let words = text.split { !$0.isLetter && $0 != "'" }.map { $0.lowercased() }
        let exceptions = language.phrases.flatMap { phrase in
            words.map { SafetyException(language: language, word: phrase, beside: $0, dangers: SafetySentences.dangers) }
        }
        #expect(!SafetyListener([language], but: exceptions).matches(in: text).isEmpty)
        // What the same exceptions do silence: the test would notice if they were never asked.
        let harmless = SafetyException(language: .en, word: "lost", beside: "gloves", dangers: [])
        #expect(SafetyListener([.en], but: [harmless]).matches(in: "Her lost gloves").isEmpty)
    }

    @Test(arguments: [
        ("Has anybody seen her lost gloves", "“lost” beside “gloves”"), ("Missing someone for cards tonight", "“missing” beside “cards”"),
        ("Lost poles under the slope", "“lost” beside “poles”, also with “slope”, “under”"),
        ("Wem fehlt er? Er hat Karten verloren", "“verloren” beside “karten”"), ("I lost my nerve on the slope", nil), ("LOST!", nil),
        ("Help me, somebody", nil), ("Nothing here", nil),
    ]) func whatATextTeaches(_ text: String, _ lesson: String?) {
        let found = SafetyListener(Set(SafetyLanguage.allCases)).lessons(in: text, names: [])
        #expect(found.map(\.text) == (lesson.map { [$0] } ?? []), "\(text)")
    }

    @Test func askingForHelpWithAThingIsEverydayUnlessSomebodyIsInDanger() {
        let listener = SafetyListener([.en])
        #expect(listener.matches(in: "Could somebody help me with the tickets?").isEmpty)
        #expect(!listener.matches(in: "Help me with my friend, he fell on the slope").isEmpty)
        #expect(!listener.matches(in: "Help me please").isEmpty)
        for words in ["Help me find my friend, she is lost", "Help me find my child", "Help me with my friend, he fell"] {
            #expect(!listener.matches(in: words).isEmpty, "\(words)")
        }
    }

    @Test func languagesAreStoredAsChosen() {
        let sets: [Set<SafetyLanguage>] = [[], [.de], [.en, .es], Set(SafetyLanguage.allCases)]
        for languages in sets { #expect(SafetyLanguage.set(SafetyLanguage.text(languages)) == languages) }
        #expect(SafetyLanguage.text(Set(SafetyLanguage.allCases)).isEmpty)
    }

    @Test func theOtherTablesHoldTwoHundredAndFiftyRows() {
        #expect(PhraseTests.table.count + DetectorTests.table.count >= 250)
    }
}
