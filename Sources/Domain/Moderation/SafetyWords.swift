/// Languages in which a trip listens for calls for help.
package enum SafetyLanguage: String, Sendable, CaseIterable {
    case en, de, fr, it, es

    package var label: String {
        switch self {
        case .en: "English"
        case .de: "German"
        case .fr: "French"
        case .it: "Italian"
        case .es: "Spanish"
        }
    }

    package var phrases: [String] {
        switch self {
        case .en:
            [
                "hurt", "injured", "lost", "avalanche", "can't move", "cannot move", "can't breathe", "bleeding", "unconscious",
                "broken leg",
                "broken arm", "help me", "need help", "accident", "stuck on the *", "sos",
            ]
        case .de:
            [
                "verletzt", "verirrt", "lawine", "hilfe", "unfall", "blutet", "bewusstlos", "gebrochen", "kann mich nicht bewegen",
                "keine luft",
            ]
        case .fr:
            ["blessé*", "perdu*", "avalanche", "au secours", "à l'aide", "accident", "saigne", "inconscient*", "peux plus bouger"]
        case .it: ["ferito", "ferita", "valanga", "aiuto", "mi sono pers*", "incidente", "sanguina", "non riesco a muovermi"]
        case .es: ["herido", "herida", "avalancha", "ayuda", "socorro", "estoy perdid*", "accidente", "sangra", "no puedo moverme"]
        }
    }

    /// As it is stored: the codes, "" for all of them, "-" for none.
    package static func text(_ languages: Set<SafetyLanguage>) -> String {
        let chosen = allCases.filter(languages.contains)
        return chosen == allCases ? "" : chosen.isEmpty ? "-" : chosen.map(\.rawValue).joined(separator: " ")
    }

    package static func set(_ text: String) -> Set<SafetyLanguage> {
        text.isEmpty ? Set(allCases) : Set(text.split(separator: " ").compactMap { SafetyLanguage(rawValue: String($0)) })
    }
}
