import Domain

/// The rules of a trip's chat, and the lists that they look for.
package struct RulesPage: Page {
    package struct Row: Sendable {
        let label: String
        let kind: String
        let list: String
        let isOn: Bool
        /// What it looks for, and what it does, in a few words.
        let about: String
        /// What it does, as one reads it; what can be chosen is `effects`.
        let effectSaid: String
        let effect: String
        let isSafety: Bool
        /// Somebody has just tried or changed it.
        var isOpen: Bool { problem != nil || trial != nil }
        let effects: [FormField.Choice]
        let sentence: String
        let exemptsStaff: Bool
        let key: String
        let problem: String?
        let trial: String?
        let examples: [String]
        /// Of safety words: what may be listened for.
        let languages: [Language]
        let lists: [FormField.Choice]
    }
    package struct Language: Sendable {
        let value: String
        let label: String
        let words: String
        let isSelected: Bool
    }
    package struct List: Sendable {
        let name: String
        let count: String
        let link: Link
        let isShared: Bool
        let isOwn: Bool
    }
    /// What the trip has learned from false alarms.
    package struct Learned: Sendable {
        let text: String
        let message: String
        let link: Link
        let by: String
        let at: TimeText
        /// For hosts.
        let action: Link?
    }
    let layout: Layout
    let rows: [Row]
    let lists: [List]
    let learned: [Learned]
    /// Taken back, and so without effect.
    let removed: [Learned]
    var hasRemoved: Bool { !removed.isEmpty }
    let action: Link
    let newList: Link
    let isHost: Bool

    /// - Parameters:
    ///   - typed: the rule that was being changed, with its complaint.
    ///   - trial: of that rule.
    package init(layout tripLayout: TripLayout, overview: RuleOverview, typed: (rule: ChatRule, problem: String?)?, trial: RuleTrial?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, isHost, rules, lists) = (trip.fields.slug, tripLayout.isHost, overview.rules, overview.lists)
        let known = Set(rules.compactMap { $0.kind == .words ? $0.listID : nil })
        let unused = lists.filter { !known.contains($0.id) }.map { list in
            ChatRule(
                id: list.id, kind: .words, listID: list.id, listName: list.name, phrases: [], effect: .note,
                sentence: "Please say it in other words.",
                isOn: false, exemptsStaff: true)
        }
        rows = (rules + unused).map { rule in
            let key = RulesPage.key(rule)
            let isTyped = typed.map { RulesPage.key($0.rule) == key } ?? false
            return RulesPage.row(
                isTyped ? typed?.rule ?? rule : rule, key, lists.map { ($0.id, $0.name) }, problem: isTyped ? typed?.problem : nil,
                trial: isTyped ? trial : nil)
        }
        self.lists = lists.map {
            List(
                name: $0.name, count: counted($0.count, "phrase"), link: Path.wordList(slug, $0.id.description),
                isShared: $0.isShared,
                isOwn: $0.isOwn)
        }
        let exception = { (found: LearnedException) in RulesPage.learned(found, trip, isHost, now) }
        learned = overview.learned.filter { $0.removed == nil }.map(exception)
        removed = overview.learned.filter { $0.removed != nil }.map(exception)
        action = Path.rules(slug)
        newList = Path.wordList(slug, "new")
        self.isHost = isHost
    }
    package func render(into out: inout HTMLBuffer) { Template.moderationRules(self, &out) }

    /// Names a rule of a trip: on the page, and in the address after it was saved.
    package static func key(_ rule: ChatRule) -> String {
        rule.kind == .words ? "words-" + (rule.listID?.description ?? "") : rule.kind.rawValue
    }

    /// Nil where there is no such rule.
    package static func saved(rule key: String, _ overview: RuleOverview) -> Flash? {
        overview.rules.first { RulesPage.key($0) == key }.map {
            let name = $0.kind == .words ? $0.listName : Texts.said(text: $0.label)
            return Flash($0.isOn ? Texts.said("“\(name)” is on.") : Texts.said("“\(name)” is off."))
        }
    }

    /// The same of a phrase that was learned. What was removed comes back with the plain address, as every undo.
    package static func saved(phrase id: ID, _ overview: RuleOverview, _ slug: String) -> Flash? {
        overview.learned.first { $0.id == id }.map {
            let phrase = Texts.said(text: $0.exception.text)
            return $0.removed == nil
                ? Flash(Texts.said("\(phrase): raises no alarm again."))
                : Flash(Texts.said("\(phrase): raises an alarm again."), undo: Path.removeRuleException(slug, id))
        }
    }

    private static func effect(_ rule: ChatRule) -> String {
        if rule.kind == .safety { return Texts.said("When it matches: an urgent case opens") }
        return switch rule.effect {
        case .note: Texts.said("When it matches: shown, and a case opens")
        case .hold: Texts.said("When it matches: held for a moderator")
        case .refuse: Texts.said("When it matches: refused, kindly")
        }
    }

    private static func row(_ rule: ChatRule, _ key: String, _ lists: [(ID, String)], problem: String?, trial: RuleTrial?) -> Row {
        Row(
            label: rule.kind == .words ? Texts.said("Words: \(rule.listName)") : Texts.said(text: rule.label), kind: rule.kind.rawValue,
            list: rule.listID?.description ?? "",
            isOn: rule.isOn, about: about(rule.kind),
            effectSaid: effect(rule),
            effect: rule.effect.rawValue, isSafety: rule.kind == .safety,
            effects: ChatRule.Effect.allCases.map {
                .init(value: $0.rawValue, label: Texts.said(text: $0.label), isSelected: $0 == rule.effect)
            },
            sentence: rule.sentence, exemptsStaff: rule.exemptsStaff, key: key, problem: problem,
            trial: trial.map { Texts.said("In the last week it would have found \($0.hits) of \(counted($0.texts, "message")).") },
            examples: trial?.examples ?? [],
            languages: rule.kind == .safety ? languages(rule) : [],
            lists: [.init(value: "", label: Texts.said("No list of yours"), isSelected: rule.listID == nil)]
                + lists.map { .init(value: $0.0.description, label: Texts.said("And the list “\($0.1)”"), isSelected: $0.0 == rule.listID) }
        )
    }

    private static func about(_ kind: RuleKind) -> String {
        let text =
            switch kind {
            case .safety: "Words of somebody who is hurt, lost or in danger."
            case .words: "Words and phrases of a list of yours."
            case .phone: "Numbers that somebody could call."
            case .email: "Addresses like name@example.org."
            case .handle: "Names on Telegram, Instagram and the like."
            case .link: "Web addresses."
            case .payment: "Bank details, and somebody asking for money."
            case .shouting: "Long messages in capital letters."
            case .flooding: "Many messages in a short time, or one repeated."
            }
        return Texts.said(text: text)
    }

    private static func learned(_ found: LearnedException, _ trip: Trip, _ isHost: Bool, _ now: Instant) -> Learned {
        let slug = trip.fields.slug
        return Learned(
            text: Texts.said(text: found.exception.text) + " (\(Texts.said(text: found.exception.language.label)))",
            message: String(found.message.prefix(240)),
            link: Path.moderationCase(slug, found.caseID),
            by: found.removed.map { Texts.said("Removed by \($0.by)") } ?? Texts.said("Learned by \(found.learnedBy)"),
            at: TimeText(found.removed?.at ?? found.learnedAt, zone: trip.zone, now: now),
            action: isHost ? Path.removeRuleException(slug, found.id) : nil)
    }

    private static func languages(_ rule: ChatRule) -> [Language] {
        SafetyLanguage.allCases.map {
            Language(
                value: $0.rawValue, label: Texts.said(text: $0.label), words: $0.phrases.joined(separator: ", "),
                isSelected: rule.languages.contains($0))
        }
    }
}

/// A list of words and phrases, for whoever may read it and not change it.
package struct PhraseListPage: Page {
    let layout: Layout
    let back: Link
    let name: String
    let isShared: Bool
    let phrases: [String]

    /// - Parameter phrases: one a line.
    package init(layout: Layout, trip: Trip, name: String, phrases: String, isShared: Bool) {
        self.layout = layout
        back = Path.rules(trip.fields.slug)
        self.name = name
        self.phrases = phrases.split(separator: "\n").map(String.init)
        self.isShared = isShared
    }

    package func render(into out: inout HTMLBuffer) { Template.moderationPhraseList(self, &out) }
}
