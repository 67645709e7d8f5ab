/// Hears that somebody has not come back: "Has anybody seen Lena? She is not at the hut and it is dark". Neither half is a call by
/// itself, and the two may stand in different sentences: a sign, a worry and a person of one message count together.
struct SafetyAbsence: Sendable {
    private let signs: PhraseMatcher
    private let worries: PhraseMatcher
    private let persons: PhraseMatcher
    /// One of these must be in a text before it is checked further: the signs, without the names in them.
    let first: [String]

    init(_ languages: [SafetyLanguage]) {
        let signs = languages.flatMap(\.absence.signs.list)
        self.signs = PhraseMatcher(signs)
        first = signs.map { tidyLine($0.replacing(SafetyNames.sign, with: "")) }
        worries = PhraseMatcher(languages.flatMap(\.absence.worries.list))
        persons = PhraseMatcher(languages.flatMap(\.words.persons.list).filter { !SafetyEar.anybody.contains($0) } + [SafetyNames.sign])
    }

    /// Signs that somebody is not where they should be, and what makes that a worry.
    fileprivate struct Words {
        let signs: SafetyPhrases
        let worries: SafetyPhrases
    }

    func hears(_ sentences: [FoldedText]) -> [String] {
        let text = FoldedText(bytes: Array(sentences.map(\.bytes).filter { !$0.isEmpty }.joined(separator: [32])))
        guard let sign = signs.matches(in: text).first, let worry = worries.matches(in: text).first,
            let person = persons.matches(in: text).first
        else { return [] }
        return sign.contains(person) ? [sign, worry] : [sign, worry, person]
    }
}

extension SafetyLanguage {
    fileprivate var absence: SafetyAbsence.Words {
        switch self {
        case .en: .english
        case .de: .german
        case .fr: .french
        case .it: .italian
        case .es: .spanish
        }
    }

    /// Weak words that do not become a call through a name beside them: people are said to be cold, alone or gone every day, and "solo" is
    /// also "only".
    var vague: Set<String> {
        switch self {
        case .en: ["cold", "alone", "sick"]
        case .de: ["kalt", "allein", "fest", "weg", "verloren"]
        case .fr: ["froid", "seul*", "mal", "aide"]
        case .it: ["freddo", "solo", "sola", "male"]
        case .es: ["frío", "solo", "sola", "ayuda"]
        }
    }
}

extension SafetyAbsence.Words {
    fileprivate static let english = SafetyAbsence.Words(
        signs: """
            anybody seen, anyone seen, somebody seen, someone seen, is not at, isn't at, not back, not come back, hasn't come back,
            didn't come back, never came back, not returned, hasn't returned, not arrived, hasn't arrived, never arrived, is not here,
            isn't here, can't find NAME, cannot find NAME, can't find him, no sign of, last seen, still out there, still up there
            """,
        worries: """
            dark, fog, whiteout, storm, snowing, night, for hours, hours ago, since, off piste, glacier, not answering, no answer,
            does not answer, doesn't answer, worried
            """)

    fileprivate static let german = SafetyAbsence.Words(
        signs: """
            NAME gesehen, ihn gesehen, nicht zurück, nicht da, nicht gekommen, ist nicht an, ist nicht in, ist nicht im, ist nicht bei,
            nicht erreichbar, NAME nicht erreichen, finden NAME nicht, keine spur von, noch draußen, noch oben
            """,
        worries: "dunkel, nebel, sturm, nacht, schneit, seit, stunden, antwortet nicht, geht nicht ran, sorgen, gletscher, abseits")

    fileprivate static let french = SafetyAbsence.Words(
        signs: """
            vu NAME, pas rentré*, pas revenu*, n'est pas à, n'est pas au, n'est pas là, pas arrivé*, injoignable, trouve pas NAME,
            trouve plus NAME, aucune nouvelle de, sans nouvelles de, aucune trace de
            """,
        worries: "nuit, noir, brouillard, tempête, depuis, il y a des heures, répond pas, inquiet*, inquiète*, glacier, hors piste")

    fileprivate static let italian = SafetyAbsence.Words(
        signs: """
            visto NAME, vista NAME, non è tornat*, non è rientrat*, non è al, non è alla, non è in, non è qui, non è arrivat*,
            irraggiungibile, non trovo NAME, non troviamo NAME, nessuna traccia di
            """,
        worries: "buio, nebbia, notte, tempesta, nevica, da ore, da mezzogiorno, da stamattina, non risponde, preoccupat*, ghiacciaio")

    fileprivate static let spanish = SafetyAbsence.Words(
        signs: """
            visto a NAME, no ha vuelto, no volvió, no ha regresado, no está en, no está aquí, no ha llegado, no encuentro a NAME,
            no encontramos a NAME, ni rastro de, sin noticias de
            """,
        worries: "oscuro, noche, niebla, tormenta, nevando, desde, hace horas, no contesta, preocupad*, glaciar, fuera de pista")
}
