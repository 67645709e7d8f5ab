import Domain

/// What a chat rule found in a message, in words. A report keeps the rule's name and the words that it found: "Insults: fool".
struct RuleText {
    /// A list of words has any name.
    let kind: RuleKind
    /// "Chat rule “Phone numbers”"
    let rule: String
    /// What was found, for a list of cases: "Phone number in the message"
    let short: String
    /// The same as a sentence: "The message has a phone number."
    let sentence: String

    /// Nil for a text that no rule wrote.
    init?(_ finding: String) {
        let parts = finding.split(separator: ": ", maxSplits: 1)
        guard let name = parts.first.map(String.init) else { return nil }
        let words = parts.count > 1 ? String(parts[1]) : ""
        let known = RuleKind.allCases.first { $0.label == name }
        kind = known ?? .words
        // The name of a list was typed.
        let said = known == nil ? name : Texts.said(text: name)
        rule = Texts.said("Chat rule “\(said)”")
        (short, sentence) = RuleText.said(kind, name, words)
    }

    private static func said(_ kind: RuleKind, _ name: String, _ words: String) -> (String, String) {
        let (short, sentence) = plain(kind, name, words)
        return (Texts.said(short), Texts.said(sentence))
    }

    private static func plain(_ kind: RuleKind, _ name: String, _ words: String) -> (Texts.Sentence, Texts.Sentence) {
        switch kind {
        case .safety where words.isEmpty: ("Possible call for help", "The message may be a call for help.")
        case .safety: ("Possible call for help", "The message may be a call for help: “\(words)”.")
        case .words where words.isEmpty: ("Words from the list “\(name)”", "The message has words from the list “\(name)”.")
        case .words: ("Words from the list “\(name)”", "The message has words from the list “\(name)”: \(words).")
        case .phone: ("Phone number in the message", "The message has a phone number.")
        case .email: ("Email address in the message", "The message has an email address.")
        case .handle: ("Messenger name in the message", "The message has a name on another messenger.")
        case .link: ("Link in the message", "The message has a link.")
        case .payment: ("Asks for money", "The message asks for money.")
        case .shouting: ("Written in capitals", "The message is written almost only in capitals.")
        case .flooding: ("Many messages at once", "The author wrote many messages within a minute.")
        }
    }
}
