import Domain
import Testing

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
