import Domain
import Testing

@Suite struct PhraseTests {
    /// Phrase, text, whether it is found.
    static let table: [(String, String, Bool)] = [
        ("idiot", "You idiot", true), ("idiot", "you IDIOT!", true), ("idiot", "idiotic", false), ("idiot", "an idiot.", true),
        ("idiot", "1d10t", true), ("idiot", "ïdîöt", true), ("idiot", "i\u{200B}di\u{200D}ot", true), ("idiot", "idi\u{00AD}ot", true),
        ("idiot", "іdіоt", true), ("idiot", "IDIΟT", true), ("idiot", "ｉｄｉｏｔ", true), ("idiot", "𝐢𝐝𝐢𝐨𝐭", true), ("idiot", "!diot", false),
        ("idiot", "id!ot", true), ("idiot", "id!ot!", true), ("idiot", "no such thing", false), ("idiot", "", false),
        ("idiot*", "idiotic", true),
        ("idiot*", "idiot", true), ("*idiot", "superidiot", true), ("*idiot", "superidiots", false), ("*idiot*", "superidiots", true),
        ("id*ot", "idddiot", true), ("id*ot", "idot", true), ("id*ot", "id ot", false), ("id*ot", "ids and riot", false),
        ("shut up", "Shut up now", true), ("shut up", "shut   UP", true), ("shut up", "shut-up", true), ("shut up", "shut\nup", true),
        ("shut up", "shutup", false), ("shut up", "shut upstairs", false), ("shut up", "shut. up", true), ("you suck", "u suck", false),
        ("can't move", "I can't move", true), ("can't move", "I cant move", true), ("can't move", "I can’t move", true),
        ("can't move", "can tmove", false), ("ass", "class", false), ("ass", "pass the salt", false), ("ass", "@ss", true),
        ("ass", "a$$", false),
        ("ass", "a$s", true), ("shit", "$hit", true), ("shit", "5h1t", true), ("shit", "sh!t", true), ("shit", "shi7", true),
        ("shit", "ship", false),
        ("hell", "hello", false), ("hell", "hell", true), ("hell", "he11", true), ("hell", "he||", false), ("straße", "STRASE", true),
        ("über", "uber", true), ("uber", "über", true), ("smørrebrød", "smorrebrod", true), ("naïve", "naive", true),
        ("łódź", "lodz", true),
        ("дурак", "Дурак", true), ("дурак", "дураки", false), ("дурак*", "дураки", true), ("笨蛋", "笨蛋", true), ("笨蛋", "你笨蛋吗", false),
        ("*笨蛋*", "你笨蛋吗", true), ("a b c", "a b c", true), ("a b c", "a b d c", false), ("go * home", "go right home", true),
        ("go * home", "go right back home", false), ("go home*", "go homewards", true), ("free money", "FREE  MONEY!!!", true),
        ("free money", "freemoney", false), ("free money", "free\tmoney", true), ("free money", "free_money", true), ("x", "x", true),
        ("x", "xx", false),
        ("10", "io", true), ("4ever", "aever", true), ("b*d w*d", "bad word", true), ("b*d w*d", "bad work", false),
        ("**", "anything", false),
        ("*", "anything", false), ("ab*", "abc", true), ("ab*", "xabc", false), ("*bc", "abc", true), ("*bc", "abcd", false),
        ("a*a", "aa", true), ("a*a", "a", false), ("a*a", "aba", true), ("ab*ba", "aba", false), ("ab*ba", "abba", true),
        ("loser", "l0ser", true), ("loser", "lo$er", true), ("loser", "loser's", false), ("loser*", "loser's", true),
        ("loser", "closer", false),
        ("loser", "LOSER", true), ("loser", "l\u{0336}o\u{0336}s\u{0336}e\u{0336}r", true), ("loser", "lоѕеr", true),
        ("loser", "l o s e r", false),
        ("l o s e r", "l o s e r", true), ("loser", "los er", false), ("loser", "losers", false), ("stupid", "5tup1d", true),
        ("stupid", "stup!d", true), ("stupid", "stupid?", true), ("stupid", "«stupid»", true), ("stupid", "unstupid", false),
        ("stupid", "ⓢⓣⓤⓟⓘⓓ", true), ("stupid", "st\u{2060}upid", true), ("stupid", "🙂stupid🙂", true), ("stupid", "stu🙂pid", false),
        ("go away", "go  away", true), ("go away", "goaway", false), ("go away", "go, away", true), ("go away", "GO\tAWAY", true),
        ("go away", "go far away", false), ("go away", "ago away", false), ("go away", "go aways", false), ("go away*", "go aways", true),
        ("*go away", "lego away", true), ("go * away", "go far away", true), ("go * away", "go away", false), ("tr*p", "tramp", true),
        ("tr*p", "trip", true), ("tr*p", "trap!", true), ("tr*p", "trips", false), ("tr*p", "tr p", false), ("*ing", "skiing", true),
        ("*ing", "ring", true), ("*ing", "ingot", false), ("ing*", "ingot", true), ("*now*", "snowing", true), ("*now*", "nwo", false),
        ("é", "e", true), ("ça va", "ca va", true), ("señor", "senor", true), ("garçon", "GARCON", true), ("žába", "zaba", true),
        ("Ærø", "aero", true), ("ﬁne", "fine", true), ("fine", "ﬁne", true), ("привет", "ПРИВЕТ", true), ("привет", "приветы", false),
        ("こんにちは", "こんにちは", true), ("مرحبا", "مرحبا", true), ("שלום", "שלום!", true), ("don't", "dont", true), ("don't", "don’t", true),
        ("don't", "do nt", false), ("e-mail", "e mail", true), ("e-mail", "email", false), ("50 %", "50", true), ("1000", "iooo", true),
    ]

    @Test(arguments: table) func theWrittenTable(_ phrase: String, _ text: String, _ isFound: Bool) {
        #expect(PhraseMatcher([phrase]).matches(in: FoldedText(text)).isEmpty != isFound, "\(phrase) in \(text)")
    }

    @Test func manyPhrasesAreFoundAtOnce() {
        let matcher = PhraseMatcher((0..<10_000).map { "word\($0)x" } + ["needle", "*edl*"])
        #expect(matcher.matches(in: FoldedText("hay word77x needle hay")) == ["word77x", "*edl*", "needle"])
    }

    /// The same text compared with a plain search of each phrase by itself.
    @Test func agreesWithAPlainSearch() {
        var seed = UInt64(7)
        func random(_ count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        for _ in 0..<300 {
            let phrases = (0..<12).map { _ in (0...random(4)).map { _ in ["a", "b", "c", " "][random(4)] }.joined() }
            let text = (0..<40).map { _ in ["a", "b", "c", " "][random(4)] }.joined()
            let folded = " " + text.split(separator: " ").joined(separator: " ") + " "
            let expected = Set(
                phrases.filter { phrase in
                    let words = phrase.split(separator: " ").joined(separator: " ")
                    return !words.isEmpty && folded.contains(" " + words + " ")
                })
            #expect(Set(PhraseMatcher(phrases).matches(in: FoldedText(text))) == expected, "\(phrases) in \(text)")
        }
    }
}

@Suite struct DetectorTests {
    static let table: [(RuleKind, String, Bool)] = [
        (.phone, "call +41 79 123 45 67", true), (.phone, "0791234567", true), (.phone, "079/123.45.67", true),
        (.phone, "(030) 1234-567", true),
        (.phone, "room 204", false), (.phone, "at 10:30", false), (.phone, "on 24.12.2026", false), (.phone, "2026-12-24", false),
        (.phone, "24.12.2026 - 03.01.2027", false), (.phone, "12345", false), (.phone, "order 12345678901234567890", false),
        (.phone, "altitude 2345 m, 12 km", false), (.phone, "from 08:15 to 17:45", false), (.phone, "+00 000 1234567 thanks", true),
        (.phone, "my number is seven", false), (.phone, "id abc1234567", false), (.phone, "1.234.567", true), (.phone, "", false),
        (.phone, "٠٧٩١٢٣٤٥٦٧", false),
        (.email, "ada@x.example", true), (.email, "ada (at) x.example", true), (.email, "ada[at]x.example", true),
        (.email, "ada @ x.example", true),
        (.email, "@ada", false), (.email, "meet @ the bar. ok", false), (.email, "ada@x", false), (.email, "ada@x.y", false),
        (.email, "no mail here", false), (.email, "a@b.c.d-e.org!", true), (.email, "@Ada Example. Hi", false),
        (.handle, "t.me/ada", true), (.handle, "wa.me/4179", true), (.handle, "insta: ada_x", true), (.handle, "instagram @ada.x", true),
        (.handle, "my telegram is broken", false), (.handle, "@Ada are you coming?", false), (.handle, "@ada_99", true),
        (.handle, "tg:adaexample", true),
        (.handle, "snap = ada99", true), (.handle, "signal is bad up here", false), (.handle, "see whatsapp", false),
        (.handle, "discord.gg/abc", true),
        (.handle, "the @ sign", false),
        (.link, "https://x.example", true), (.link, "www.x.org", true), (.link, "see x.com/abc", true), (.link, "x.ch", true),
        (.link, "e.g. this", false),
        (.link, "I came.Then left", false), (.link, "12.5 km", false), (.link, "ada@x.com", false), (.link, "end. Start", false),
        (.link, "HTTP://X.EXAMPLE", true), (.link, "no link", false), (.link, "...", false), (.link, "version 1.2.3", false),
        (.link, "bit.ly/x", true),
        (.payment, "send me money please", true), (.payment, "PayPal me", true), (.payment, "my revolut", true),
        (.payment, "IBAN CH93 0076 2011 6238 5295 7", true),
        (.payment, "DE89370400440532013000", true), (.payment, "lunch was 20 euros", false), (.payment, "bring money for the lift", false),
        (.payment, "b1tc0in", true), (.payment, "pay me back", true), (.payment, "gift cards", true), (.payment, "nothing", false),
        (.shouting, "WHERE ARE YOU ALL", true), (.shouting, "where are you all", false), (.shouting, "SOS", false),
        (.shouting, "OK GUYS", false),
        (.shouting, "GREAT DAY today at the TOP", false), (.shouting, "WARUM KOMMT IHR NICHT?!", true),
        (.shouting, "ПОЧЕМУ ВЫ НЕ ИДЕТЕ", true),
        (.shouting, "12345678901234", false),
        (.flooding, String(repeating: "a", count: 30), true), (.flooding, String(repeating: "ha ", count: 20), true),
        (.flooding, "haha", false),
        (.flooding, "!!!!!!!!!!!!!!!!!!!!!", true), (.flooding, "one two three four five six seven eight nine ten", false),
        (.flooding, "well……", false), (.flooding, "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀", true),
        (.phone, "0041 79 123 45 67", true), (.phone, "+1 (555) 010-9999", true), (.phone, "tel:0791234567", true),
        (.phone, "079-123-45-67", true),
        (.phone, "123 456", false), (.phone, "3.5.2026", false), (.phone, "05.01.26", false), (.phone, "gate 12, row 34, seat 56", false),
        (.phone, "2100 m, 3100 m", false), (.phone, "46.12345, 9.12345", false), (.phone, "at 46.12345 109.12345", false),
        (.phone, "079.1234567", true), (.phone, "1 2 3 4 5 6 7", true),
        (.phone, "call 112", false),
        (.phone, "room 1204, floor 12", false), (.phone, "+417912", false), (.phone, "079 123 45 67!", true),
        (.phone, "(079) 1234567", true),
        (.email, "A.B+c@mail.example.org", true), (.email, "ada AT x", false), (.email, "@@", false),
        (.email, "ada@x..example", true), (.email, "write to ADA@X.EXAMPLE now", true), (.email, "ada@localhost", false),
        (.email, "5 @ 3.50", false),
        (.handle, "Insta ada.x", false), (.handle, "ig:ada.x", true), (.handle, "SNAPCHAT: ADA99", true),
        (.handle, "whatsapp = 0791234567", true),
        (.handle, "signal: strong here", true), (.handle, "telegram @adaexample", true), (.handle, "https://t.me/adaexample", true),
        (.handle, "@a_b_c", true),
        (.handle, "@Ada Example", false), (.handle, "instagram.com/ada", true), (.handle, "discord", false),
        (.handle, "tiktok.com/@ada", true),
        (.link, "HTTPS://X.EXAMPLE/Y", true), (.link, "x.example?y=1", true), (.link, "valrosa.example", true), (.link, "see.you", false),
        (.link, "wait...what", false), (.link, "3.de", false), (.link, "ftp.x.org", true), (.link, "1.5.io", false),
        (.link, "mailto:x", false),
        (.link, "a.b", false), (.link, "(www.x.org)", true), (.link, "so.uk", true), (.link, "x.com:8080/a", true),
        (.payment, "send me cash", true), (.payment, "Western Union", true), (.payment, "USDT", true), (.payment, "give me a hand", false),
        (.payment, "the pay phone", false), (.payment, "pay at the bar", false), (.payment, "bit coin", false),
        (.payment, "GB82WEST12345698765432", true),
        (.payment, "zelle me", true), (.payment, "gift", false), (.payment, "T W I N T", false), (.payment, "Twint?", true),
        (.shouting, "I SAID THE BUS IS LEAVING", true), (.shouting, "TLA ABC", false), (.shouting, "GOOD MORNING everybody here", false),
        (.shouting, "LES CLÉS SONT À L’HÔTEL", true), (.shouting, "你好你好你好你好你好你好", false), (.shouting, "A1 B2 C3 D4 E5 F6", false),
        (.flooding, String(repeating: "a", count: 19), false), (.flooding, String(repeating: "a", count: 20), true),
        (.flooding, String(repeating: "go ", count: 10), true), (.flooding, String(repeating: "go ", count: 9), false),
        (.flooding, "nooooooo", false),
        (.flooding, "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", true), (.flooding, "........................", true),
        (.flooding, "a b a b a b a b a b a b", false),
    ]

    @Test(arguments: table) func theWrittenTable(_ kind: RuleKind, _ text: String, _ isFound: Bool) {
        #expect(Detector.finds(kind, in: text, folded: FoldedText(text), recent: []) == isFound, "\(kind) in \(text)")
    }

    @Test func theThirdSameMessageIsFlooding() {
        let finds = { (recent: [String]) in Detector.finds(.flooding, in: "hi", folded: FoldedText("hi"), recent: recent) }
        #expect(!finds(["hi"]) && finds(["hi", "hi"]))
    }
}

@Suite struct RuleTests {
    private func rule(_ kind: RuleKind, _ effect: ChatRule.Effect, _ phrases: [String] = [], isOn: Bool = true, exempts: Bool = true)
        -> ChatRule
    {
        ChatRule(
            id: ID(high: 1, low: UInt64(kind.rawValue.count)), kind: kind, listID: nil, listName: "", phrases: phrases, effect: effect,
            sentence: "Kindly not.", isOn: isOn, exemptsStaff: exempts)
    }
    private func verdict(_ rules: [ChatRule], _ text: String, isStaff: Bool = false) -> ChatRules.Verdict {
        ChatRules(rules, stored: []).verdict(on: text, isStaff: isStaff, recent: [])
    }

    @Test func effects() {
        #expect(verdict([rule(.words, .note, ["bad"])], "bad").findings.count == 1)
        #expect(verdict([rule(.words, .hold, ["bad"])], "bad").isHeld)
        #expect(verdict([rule(.words, .refuse, ["bad"])], "bad").refusal == "Kindly not.")
        #expect(verdict([rule(.words, .refuse, ["bad"])], "good") == ChatRules.Verdict())
        #expect(verdict([rule(.words, .refuse, ["bad"], isOn: false)], "bad") == ChatRules.Verdict())
    }

    @Test func staffAreExemptWhereTheRuleSaysSo() {
        #expect(verdict([rule(.phone, .refuse)], "0791234567", isStaff: true).refusal == nil)
        #expect(verdict([rule(.phone, .refuse, exempts: false)], "0791234567", isStaff: true).refusal != nil)
    }

    @Test(arguments: ["I am hurt, call 0791234567", "can't move", "HILFE", "Lawine am Nordhang", "au secours", "he is bleeding"])
    func safetyWordsAreNeverHeldBack(_ text: String) {
        let safety = rule(.safety, .note)
        let verdict = verdict([safety, rule(.phone, .refuse), rule(.words, .hold, ["can't*", "bleeding"]), rule(.shouting, .hold)], text)
        #expect(verdict.isSafety && !verdict.isHeld && verdict.refusal == nil && !verdict.findings.isEmpty)
    }

    @Test(arguments: ["", "   ", "\u{200B}\u{FEFF}", "\u{3164}", "\n\t", "\u{2800} "]) func blankTexts(_ text: String) {
        #expect(isBlank(text))
    }
    @Test(arguments: ["a", "。", "😀", " . "]) func textsThatShowSomething(_ text: String) { #expect(!isBlank(text)) }
}

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
