import Domain
import Store

/// Rules of a trip's chat: asked before a message is read, set by the hosts, tried on the last week first.
package struct RuleService: Sendable {
    private static let dryRunLimit = 20_000
    let store: RuleStore
    let messages: MessageStore
    let cache: ReadCache<ID, ChatRules>
    let names: ReadCache<ID, SafetyNames>
    let system: SystemInputs

    /// Every kind that there is, the trip's own settings over the usual ones.
    package func rules(_ access: some StaffProof) throws -> [ChatRule] {
        try rules(trip: access.trip.id)
    }

    func rules(trip: ID) throws -> [ChatRule] {
        let stored = try store.rules(trip: trip)
        let missing = ([.safety] + RuleKind.detectors).filter { kind in !stored.contains { $0.kind == kind } }
        let usual = missing.map { kind in
            ChatRule(
                id: RuleService.usualID(kind, trip: trip), kind: kind, listID: nil, listName: "", phrases: [], effect: .note,
                sentence: RuleService.usualSentence(kind), isOn: kind == .safety, exemptsStaff: kind != .safety)
        }
        return (usual + stored).sorted {
            (RuleKind.allCases.firstIndex(of: $0.kind) ?? 0) < (RuleKind.allCases.firstIndex(of: $1.kind) ?? 0)
        }
    }

    /// One per trip and kind, the same each time.
    private static func usualID(_ kind: RuleKind, trip: ID) -> ID {
        ID(high: trip.high, low: trip.low ^ UInt64((RuleKind.allCases.firstIndex(of: kind) ?? 0) + 1))
    }

    package static func usualSentence(_ kind: RuleKind) -> String {
        switch kind {
        case .phone, .email, .handle: "For your own safety, please do not write phone numbers, addresses or messenger names here."
        case .link: "Please do not post links here."
        case .payment: "Please settle money in person, and never send any to somebody you do not know."
        case .shouting: "Please do not write all in capitals."
        case .flooding: "Please do not repeat the same message."
        case .words, .safety: "Please say it in other words."
        }
    }

    package func verdict(
        on text: String, isStaff: Bool, recent: [String], isReview: Bool = false, trip: ID
    ) throws -> ChatRules.Verdict {
        let rules = try cache.value(for: trip) {
            // A report can name only rules that are in the database.
            let stored = Set(try store.rules(trip: trip).map(\.id))
            return ChatRules(try self.rules(trip: trip).filter(\.isOn), stored: stored, exceptions: try exceptions(trip))
        }
        // Without names fewer safety words are found, and the message goes through.
        return rules.verdict(on: text, isStaff: isStaff, recent: recent, isReview: isReview) { (try? names(trip)) ?? .none }
    }

    /// Cached, so that a message with a weak word costs no query either.
    func names(_ trip: ID) throws -> SafetyNames { try names.value(for: trip) { try messages.people(trip: trip).safetyNames } }

    package struct Draft: Sendable {
        package let id: ID?
        package let kind: RuleKind
        package let listID: ID?
        package let effect: ChatRule.Effect
        package let sentence: String
        package let isOn: Bool
        package let exemptsStaff: Bool
        package let languages: Set<SafetyLanguage>
        package init(
            id: ID?, kind: RuleKind, listID: ID?, effect: ChatRule.Effect, sentence: String, isOn: Bool, exemptsStaff: Bool,
            languages: Set<SafetyLanguage> = []
        ) {
            self.id = id
            self.kind = kind
            self.listID = listID
            self.effect = effect
            self.sentence = sentence
            self.isOn = isOn
            self.exemptsStaff = exemptsStaff
            self.languages = languages
        }
    }

    private func rule(_ draft: Draft, _ access: some StaffProof) throws -> ChatRule {
        let sentence = tidyLine(draft.sentence)
        var check = Validation()
        check.require(draft.kind != .safety || draft.effect == .note, "effect", "Safety words never hold a message back.")
        check.require(sentence.count <= 300, "sentence", "At most 300 characters.")
        check.require(draft.effect != .refuse || !sentence.isEmpty, "sentence", "Say kindly what is wrong.")
        let list = try draft.listID.flatMap { id in try store.lists(trip: access.trip.id).first { $0.id == id } }
        check.require((draft.kind != .words && draft.listID == nil) || list != nil, "list", "Choose a list.")
        check.require(
            draft.kind != .safety || !draft.isOn || list != nil || !draft.languages.isEmpty, "languages",
            "Choose a language, or a list of yours.")
        try check.check()
        let known = try rules(trip: access.trip.id)
        let same = known.first { draft.kind == .words ? $0.id == draft.id || $0.listID == draft.listID : $0.kind == draft.kind }
        return ChatRule(
            id: same?.id ?? system.newID(), kind: draft.kind, listID: list?.id, listName: list?.name ?? "",
            phrases: list.map { ChatRules.phrases($0.phrases) } ?? [], effect: draft.effect, sentence: sentence, isOn: draft.isOn,
            exemptsStaff: draft.exemptsStaff, languages: draft.languages)
    }

    /// Trying out, from the same form, is for all staff; saving is for hosts.
    package func set(_ draft: Draft, _ access: StaffAccess) async throws {
        let access = try access.tripAccess.requireOpenHost()
        try await store.set(rule(draft, access), trip: access.trip.id, by: access.author, at: system.now())
    }

    /// What the rule would have done in the last seven days; nothing is changed.
    package func tryOut(_ draft: Draft, _ access: some StaffProof) throws -> RuleTrial {
        let draft = Draft(
            id: draft.id, kind: draft.kind, listID: draft.listID, effect: draft.kind == .safety ? .note : draft.effect, sentence: "–",
            isOn: true,
            exemptsStaff: draft.exemptsStaff, languages: draft.languages)
        let rules = ChatRules([try rule(draft, access)], stored: [], exceptions: try exceptions(access.trip.id))
        let texts = try store.recentTexts(
            trip: access.trip.id, since: system.now() - .days(7), limit: RuleService.dryRunLimit)
        let names = try names(access.trip.id)
        let hits = texts.filter { !rules.verdict(on: $0.text, isStaff: $0.isStaff, recent: [], names: { names }).findings.isEmpty }
        return RuleTrial(texts: texts.count, hits: hits.count, examples: hits.prefix(5).map { String($0.text.prefix(200)) })
    }

    // MARK: lists

    /// All that staff see of the rules.
    package func overview(_ access: some StaffProof) throws -> RuleOverview {
        RuleOverview(rules: try rules(access), lists: try lists(access), learned: try learned(access))
    }

    package func lists(_ access: some StaffProof) throws -> [PhraseList] {
        try store.lists(trip: access.trip.id)
    }

    /// - Parameter id: nil for a new one.
    package func saveList(_ id: ID?, name: String, phrases: String, isShared: Bool, _ access: OpenHostAccess) async throws {
        let (name, lines) = (tidyLine(name), ChatRules.phrases(phrases))
        var check = Validation()
        check.require(!name.isEmpty && name.count <= 60, "name", "Type a name, at most 60 characters.")
        check.require(!lines.isEmpty, "phrases", "Type one word or phrase on each line.")
        check.require(lines.count <= 10_000, "phrases", "At most 10,000 lines.")
        check.require(
            lines.allSatisfy { $0.count <= PhraseMatcher.phraseLimit && !FoldedText($0.replacing("*", with: "")).bytes.isEmpty }, "phrases",
            "Each line needs at least one letter or digit, and at most \(PhraseMatcher.phraseLimit) characters.")
        check.require(
            lines.count(where: PhraseMatcher.hasInnerStar) <= PhraseMatcher.innerStarLimit, "phrases",
            "At most \(PhraseMatcher.innerStarLimit) lines with a * inside; at the beginning or the end there is no limit.")
        try check.check()
        if let id, try !store.lists(trip: access.trip.id).contains(where: { $0.id == id && $0.isOwn }) { throw Refusal.notFound }
        try await store.setList(
            id ?? system.newID(), name: name, phrases: lines.joined(separator: "\n"), isShared: isShared, trip: access.trip.id,
            by: access.author, at: system.now())
    }
}
