import Domain
import Store

/// What a host teaches a trip by calling an urgent message a false alarm.
extension RuleService {
    /// The exceptions that the trip has learned and that nobody has removed.
    func exceptions(_ trip: ID) throws -> [SafetyException] {
        try store.exceptions(trip: trip).filter { $0.removed == nil }.map(\.exception)
    }

    package func learned(_ access: some StaffProof) throws -> [LearnedException] {
        try store.exceptions(trip: access.trip.id)
    }

    /// The exceptions with which the text would no longer open an urgent case; none if the text must still open one.
    func lessons(from text: String, trip: ID, names: Set<String>) throws -> [SafetyException] {
        guard let rule = try rules(trip: trip).first(where: { $0.kind == .safety && $0.isOn }) else { return [] }
        let (known, people) = (try exceptions(trip), try self.names(trip))
        let lessons = SafetyListener(rule.languages, but: known).lessons(in: text, names: names, people: people)
        let rules = ChatRules([rule], stored: [], exceptions: known + lessons)
        return rules.verdict(on: text, isStaff: false, recent: [], names: { people }).isSafety ? [] : lessons
    }

    package func setException(_ id: ID, isRemoved: Bool, _ access: OpenHostAccess) async throws {
        try await store.setException(id, isRemoved: isRemoved, trip: access.trip.id, by: access.author, at: system.now())
    }
}

extension ModerationService {
    /// How a case of help ended. What reported it in the chat is settled with it; a false alarm that a host says teaches the trip.
    package func resolve(
        _ help: HelpCase, as outcome: HelpCase.Outcome, words: String, _ access: some StaffOrMedicProof
    ) async throws {
        var lessons: [ID: [SafetyException]] = [:]
        if access.isHost, outcome == .falseAlarm {
            for found in try store.urgent(of: help.id) { lessons[found.id] = try self.lessons(from: found) }
        }
        try await store.resolve(
            help.id, trip: access.trip.id, as: (outcome, words), teaching: lessons, by: moderator(access), at: now, newID: system.newID)
    }

    /// What a false alarm would teach: the words of the message alone, never the name of anybody on the trip.
    package func lessons(from found: ModerationCase) throws -> [SafetyException] {
        guard found.subject == .message else { return [] }
        return try chat.rules.lessons(from: found.snapshot, trip: found.tripID, names: chat.people(found.tripID).words)
    }

    /// One tap: closes the case, takes its urgency back, and learns.
    package func falseAlarm(_ id: ID, version: Int, _ access: some HostProof) async throws {
        let found = try find(id, access)
        let plan = CaseStore.Plan(
            actions: [PlannedAction(.falseAlarm, lessons: try lessons(from: found))], reason: "", sentence: "", version: version,
            tripEnd: access.trip.endsAt)
        try await apply(plan, to: id, access)
    }
}
