/// Names of a trip's people, as a call for help may say them: first names and whole ones.
package struct SafetyNames: Sendable {
    /// Stands for a name, in the vocabulary (as NAME) and in a sentence in which names were found.
    static let sign = "name2"
    static let signs = PhraseMatcher([sign])
    package static let none = SafetyNames([])
    private static let leastLetters = 3

    /// Of each name its words after the first, folded; the longest come first.
    private let rests: [[UInt8]: [[[UInt8]]]]

    package init(_ names: some Sequence<String>) {
        var rests: [[UInt8]: Set<[[UInt8]]>] = [:]
        for name in names {
            for part in [String(name.prefix { !$0.isWhitespace }), name] where part.count(where: \.isLetter) >= SafetyNames.leastLetters {
                let words = FoldedText(part).bytes.split(separator: 32).map(Array.init)
                if let first = words.first { rests[first, default: []].insert(Array(words.dropFirst())) }
            }
        }
        self.rests = rests.mapValues { $0.sorted { $0.count > $1.count } }
    }

    /// The sentence with the sign in the place of every name that stands for somebody spoken of, and the first of them as written.
    func marked(_ sentence: String, _ folded: FoldedText) -> (text: FoldedText, name: String?) {
        let words = rests.isEmpty ? [] : SentenceWord.all(in: sentence)
        guard words.contains(where: { rests[$0.stem] != nil }) else { return (folded, nil) }
        var (output, name, index): ([[UInt8]], String?, Int) = ([], nil, 0)
        while index < words.count {
            let range = index..<index + length(at: index, words)
            if !range.isEmpty, SafetyNames.isSpokenOf(range, words) {
                name = name ?? words[range].map(\.written).joined(separator: " ")
                output.append(Array(SafetyNames.sign.utf8))
                index = range.upperBound
            } else {
                output.append(words[index].bytes)
                index += 1
            }
        }
        return (FoldedText(bytes: Array(output.joined(separator: [32]))), name)
    }

    /// Words of the longest name that begins here; 0 for none.
    private func length(at index: Int, _ words: [SentenceWord]) -> Int {
        guard let rests = rests[words[index].stem] else { return 0 }
        let fitting = rests.first { rest in words[(index + 1)...].prefix(rest.count).map(\.stem) == rest }
        return fitting.map { $0.count + 1 } ?? 0
    }

    /// "Lena is missing", and neither "Lena, who is missing?" nor "Will is all we need": a name that is an everyday word too must be
    /// written like a name, or stand where a person does.
    private static func isSpokenOf(_ range: Range<Int>, _ words: [SentenceWord]) -> Bool {
        let (first, last) = (words[range.lowerBound], words[range.upperBound - 1])
        let next = range.upperBound < words.count ? words[range.upperBound].bytes : []
        if last.isPossessive { return states.contains(next) }
        let (isFirst, isEveryday) = (range.lowerBound == 0, range.count == 1 && everyday.contains(first.stem))
        if !last.endsWithComma, beings.contains(next), !isEveryday || isFirst || first.isCapital { return true }
        guard !isCalled(range, words) else { return false }
        return !isEveryday || (first.isCapital && !isFirst && !germanNouns.contains(first.stem))
    }

    /// Spoken to: "Hi Lena", "@Lena can you…", "Lena, can you…", "come here, Lena".
    private static func isCalled(_ range: Range<Int>, _ words: [SentenceWord]) -> Bool {
        guard range.lowerBound > 0 else { return words[0].isMention || words[range.upperBound - 1].endsWithComma }
        let before = words[range.lowerBound - 1]
        return greetings.contains(before.bytes) || (before.endsWithComma && range.upperBound == words.count)
    }

    private static func folded(_ phrases: SafetyPhrases) -> Set<[UInt8]> {
        Set(phrases.list.map { FoldedText($0).bytes })
    }

    /// What says that somebody is or did something, right after a name.
    private static let beings = folded(
        """
        is, isn't, was, wasn't, has, hasn't, had, hadn't, didn't, doesn't, fell, ist, war, hat, hatte, wurde, liegt, est, n'est,
        était, s'est, è, ha, sta, está, estaba
        """)
    /// What makes "Lena's" mean "Lena is".
    private static let states = folded("missing, stuck, hurt, trapped, fallen, not, been, had, still")
    private static let greetings = folded(
        """
        hi, hey, hello, thanks, thank, thx, cheers, dear, sorry, please, hallo, danke, liebe, lieber, bitte, salut, bonjour, merci,
        cher, chère, coucou, ciao, grazie, caro, cara, hola, gracias, querido, querida
        """)
    /// They begin with a capital as words, too.
    private static let germanNouns = folded("ernst, wolf, mark, mai, heide, linde, kai, engel, stern, sommer, winter")
    /// Names that are words as well; every single word of the vocabularies is one.
    private static let everyday = folded(
        """
        will, rose, may, mark, bill, hope, faith, grace, joy, sky, summer, autumn, winter, dawn, daisy, lily, ivy, iris, art, pat, rob,
        sue, drew, chase, hunter, guy, max, dean, frank, grant, miles, rich, robin, ray, ruby, pearl, amber, crystal, heather, hazel,
        holly, olive, jade, june, april, august, christian, jean, josh, lance, nick, peg, penny, pierce, wade, norm, buddy, buck, jack,
        cliff, storm, river, rain, sunny, charity, melody, star, bob, bea, chip, dale, glen, forest, sandy, rusty, dusty, skip,
        ernst, wolf, mai, heide, linde, kai, engel, stern, viola, rosa, jasmin, pierre, claire, blanche, fleur, violette, marguerite,
        prune, clémentine, cerise, france, victoire, noël, pascal, ange, constant, modeste, juste, martin, reine, avril, désirée, aimée,
        bianca, chiara, gioia, felice, fortuna, franco, franca, serena, stella, luna, aurora, vera, margherita, neve, pia, alba,
        blanca, clara, luz, sol, cielo, nieves, mar, paz, pilar, dolores, consuelo, esperanza, estrella, flor, gracia, soledad, ángel,
        cruz, mercedes, marina, salvador, amado, domingo, león, bella
        """
    ).union(
        SafetyLanguage.allCases.flatMap { $0.counting + $0.words.untelling + $0.harmless }.map { FoldedText($0).bytes }
            .filter { !$0.contains(32) })
}

/// A word of a sentence, with what its writing tells.
private struct SentenceWord {
    let written: Substring
    /// As the whole sentence is folded.
    let bytes: [UInt8]
    /// Without the @ of a mention and an English genitive.
    let stem: [UInt8]
    /// Written like a name, and not all in capitals.
    let isCapital: Bool
    let isMention: Bool
    let isPossessive: Bool
    let endsWithComma: Bool

    /// Folded word by word they are what the sentence is folded to: signs look no further than the next space.
    static func all(in sentence: String) -> [SentenceWord] {
        sentence.split(whereSeparator: \.isWhitespace).flatMap { chunk in
            let parts = FoldedText(String(chunk)).bytes.split(separator: 32)
            return parts.indices.map { SentenceWord(chunk, Array(parts[$0]), isAlone: parts.count == 1, isLast: $0 == parts.count - 1) }
        }
    }

    private init(_ chunk: Substring, _ bytes: [UInt8], isAlone: Bool, isLast: Bool) {
        let letters = chunk.drop { !$0.isLetter }
        let isMention = chunk.contains("@") && chunk.prefix { $0 != "@" }.allSatisfy { !$0.isLetter }
        let end = letters.reversed().drop { !$0.isLetter }.prefix(2)
        isPossessive = isAlone && end.first == "s" && (end.last == "'" || end.last == "’")
        let plain = isPossessive ? letters.prefix { $0 != "'" && $0 != "’" } : letters
        self.isMention = isMention
        self.bytes = bytes
        stem = isAlone && (isPossessive || isMention) ? FoldedText(String(plain)).bytes : bytes
        written = isPossessive ? plain : letters
        isCapital = letters.first?.isUppercase == true && letters.dropFirst().contains(where: \.isLowercase)
        endsWithComma = isLast && (chunk.last == "," || chunk.last == ":")
    }
}
