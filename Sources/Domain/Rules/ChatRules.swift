/// One rule of a trip's chat.
package struct ChatRule: Sendable, Equatable {
    /// What a rule does with a message that it finds. The raw value is stored.
    package enum Effect: String, Sendable, CaseIterable {
        case note, hold, refuse
        package var label: String {
            switch self {
            case .note: "Show it, and open a case"
            case .hold: "Hold it for a moderator"
            case .refuse: "Refuse it, kindly"
            }
        }
    }
    package let id: ID
    package let kind: RuleKind
    package let listID: ID?
    package let listName: String
    package let phrases: [String]
    package let effect: Effect
    /// What the sender reads when it is refused.
    package let sentence: String
    package let isOn: Bool
    package let exemptsStaff: Bool
    /// For safety words: languages whose words are listened for in addition to the list.
    package let languages: Set<SafetyLanguage>
    package init(
        id: ID, kind: RuleKind, listID: ID?, listName: String, phrases: [String], effect: Effect, sentence: String, isOn: Bool,
        exemptsStaff: Bool, languages: Set<SafetyLanguage> = Set(SafetyLanguage.allCases)
    ) {
        self.id = id
        self.kind = kind
        self.listID = listID
        self.listName = listName
        self.phrases = phrases
        self.effect = effect
        self.sentence = sentence
        self.isOn = isOn
        self.exemptsStaff = exemptsStaff
        self.languages = languages
    }
    package var label: String { kind == .words ? listName : kind.label }
}

/// A trip's rules, ready to be asked.
package struct ChatRules: Sendable {
    /// What a message sets off.
    package struct Verdict: Sendable, Equatable {
        /// Says what is wrong; nil lets it through.
        package var refusal: String?
        package var isHeld = false
        package var isSafety = false
        /// Rule and what it found, for the case.
        package var findings: [Finding] = []
        package init() {}
    }
    /// One rule that found something: its name and the words that it found.
    package struct Finding: Sendable, Equatable {
        package let rule: ID?
        package let label: String
        package let text: String
    }

    private let rules: [ChatRule]
    private let matchers: [PhraseMatcher?]
    private let listeners: [SafetyListener?]
    private let stored: Set<ID>

    /// - Parameters:
    ///   - stored: rules that a report may name.
    ///   - exceptions: what the trip has learned from false alarms.
    package init(_ rules: [ChatRule], stored: Set<ID>, exceptions: [SafetyException] = []) {
        self.stored = stored
        self.rules = rules.filter(\.isOn)
        matchers = self.rules.map { $0.phrases.isEmpty ? nil : PhraseMatcher($0.phrases) }
        listeners = self.rules.map { $0.kind == .safety ? SafetyListener($0.languages, but: exceptions) : nil }
    }

    /// - Parameters:
    ///   - isReview: of a place: words that call for help in a chat are about the soup there.
    ///   - names: of the trip's people; asked only where a text may be a call for help.
    package func verdict(
        on text: String, isStaff: Bool, recent: [String], isReview: Bool = false, names: () -> SafetyNames = { .none }
    ) -> Verdict {
        var verdict = Verdict()
        guard !rules.isEmpty else { return verdict }
        let folded = FoldedText(text)
        for (index, rule) in rules.enumerated() where !(isStaff && rule.exemptsStaff) && !(isReview && rule.kind == .safety) {
            guard let found = found(index, text, folded, recent, names) else { continue }
            verdict.findings.append(Finding(rule: stored.contains(rule.id) ? rule.id : nil, label: rule.label, text: found))
            if rule.kind == .safety { verdict.isSafety = true }
            switch rule.effect {
            case .note: break
            case .hold: verdict.isHeld = true
            case .refuse: verdict.refusal = verdict.refusal ?? rule.sentence
            }
        }
        // Whoever calls for help is heard, whatever else the message holds.
        if verdict.isSafety { (verdict.isHeld, verdict.refusal) = (false, nil) }
        return verdict
    }

    private func found(
        _ index: Int, _ text: String, _ folded: FoldedText, _ recent: [String], _ names: () -> SafetyNames
    ) -> String? {
        let (matcher, listener) = (matchers[index], listeners[index])
        if matcher != nil || listener != nil {
            let phrases = (listener?.matches(in: text, names: names) ?? []) + (matcher?.matches(in: folded) ?? [])
            return phrases.isEmpty ? nil : phrases.prefix(5).joined(separator: ", ")
        }
        return Detector.finds(rules[index].kind, in: text, folded: folded, recent: recent) ? "" : nil
    }

    /// A line each; blank ones and repetitions fall away.
    package static func phrases(_ text: String) -> [String] {
        var seen = Set<String>()
        return text.split(whereSeparator: \.isNewline).map { tidyLine(String($0)) }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
