/// Who gets an announcement: those of whom all of the first conditions hold, one at least of the second, and none of the third.
package struct AnnouncementAudience: Sendable, Hashable {
    /// How a condition counts. The raw value is stored.
    package enum Part: String, Sendable, CaseIterable { case all, any, none }
    package static let limit = 20
    private static let textLimit = 100_000

    package var all: [AudienceCondition] = []
    package var any: [AudienceCondition] = []
    package var none: [AudienceCondition] = []
    package init() {}

    package init(_ conditions: [(Part, AudienceCondition)]) {
        for (part, condition) in conditions { self[part].append(condition) }
    }

    /// From `text`; nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= AnnouncementAudience.textLimit else { return nil }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let part = Part(rawValue: String(words[0])), let condition = AudienceCondition(String(words[1])),
                count < AnnouncementAudience.limit
            else { return nil }
            self[part].append(condition)
        }
    }

    package subscript(part: Part) -> [AudienceCondition] {
        get { part == .all ? all : part == .any ? any : none }
        set {
            switch part {
            case .all: all = newValue
            case .any: any = newValue
            case .none: none = newValue
            }
        }
    }

    /// As it is stored: a line for each condition.
    package var text: String { conditions.map { "\($0.part.rawValue) \($0.condition.text)" }.joined(separator: "\n") }
    package var conditions: [(part: Part, condition: AudienceCondition)] {
        Part.allCases.flatMap { part in self[part].map { (part, $0) } }
    }
    package var count: Int { all.count + any.count + none.count }
    /// Somebody is left out for where they are: true only of the moment, for a position that grows old says nothing any more.
    package var barsAnArea: Bool {
        none.contains { if case .inside = $0 { true } else { false } }
    }
    /// Nobody was chosen yet.
    package var isEmpty: Bool { all.isEmpty && any.isEmpty && none.isEmpty }

    /// Whom it means among `candidates`, in their order. Without a condition it is nobody; with exceptions alone it is everybody else.
    /// - Parameter sets: of every condition, those of whom it holds. One that is not there holds of nobody.
    package func members(among candidates: [ID], _ sets: [AudienceCondition: Set<ID>]) -> [ID] {
        guard !isEmpty else { return [] }
        func found(_ conditions: [AudienceCondition]) -> [Set<ID>] {
            conditions.filter { $0 != .everyone }.map { sets[$0] ?? [] }
        }
        // The smallest first: most people fall out of it.
        let needed = found(all).sorted { $0.count < $1.count }
        let isForAnybody = any.isEmpty || any.contains(.everyone)
        let offered = isForAnybody ? [] : found(any)
        let barred = found(none)
        guard !none.contains(.everyone) else { return [] }
        return candidates.filter { member in
            needed.allSatisfy { $0.contains(member) } && (isForAnybody || offered.contains { $0.contains(member) })
                && !barred.contains { $0.contains(member) }
        }
    }

    // MARK: words

    /// As a person says it. What was deleted meanwhile has no name.
    /// - Parameter near: what is at the centre of an area; nil where nothing has a name.
    package func words(_ name: (ID) -> String?, near: (AnnouncedArea) -> String? = { _ in nil }) -> String {
        func joined(_ conditions: [AudienceCondition], _ word: String) -> String {
            conditions.map { $0.words(name, near: near) }.joined(separator: " \(word) ")
        }
        // Who is in Bus 1 is among everyone.
        let narrower = all.filter { $0 != .everyone }
        let needed = narrower.isEmpty ? Array(all.prefix(1)) : narrower
        var parts = [joined(needed, "and"), joined(any, "or")].filter { !$0.isEmpty }
        if parts.isEmpty, !none.isEmpty { parts = ["everyone"] }
        let base = parts.joined(separator: ", of these ")
        let sentence = none.isEmpty ? base : base + ", without " + joined(none, "or")
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}

extension AudienceCondition {
    /// A part of a sentence.
    package func words(_ name: (ID) -> String?, near: (AnnouncedArea) -> String? = { _ in nil }) -> String {
        func called(_ id: ID) -> String { name(id).map { "“\($0)”" } ?? "something that is no longer there" }
        return switch self {
        case .everyone: "everyone"
        case .group(let id): "people in \(called(id))"
        case .role(let role): AudienceCondition.plural(role)
        case .people(let people): people.count == 1 ? "one chosen person" : "\(people.count) chosen people"
        case .going(let id): "going to \(called(id))"
        case .unanswered(let id): "without an answer to \(called(id))"
        case .waiting(let id): "on the waitlist of \(called(id))"
        case .notCheckedIn(let id): "not checked in on \(called(id))"
        case .arrived: "people who have arrived"
        case .notArrived: "people who have not arrived"
        case .silent(let minutes): "silent for more than \(AudienceCondition.span(minutes))"
        case .inside(let area): area.words(near: near(area))
        case .got(let id): "people who got \(called(id))"
        case .notOpened(let id): "people who have not opened \(called(id))"
        case .notAnswered(let id): "people who have not answered \(called(id))"
        case .unreachable: "people whom no channel reaches"
        }
    }

    /// "travellers".
    package static func plural(_ role: Role) -> String {
        switch role {
        case .host: "hosts"
        case .moderator: "moderators"
        case .medic: "medics"
        case .traveller: "travellers"
        }
    }

    /// "30 min", "2 h".
    package static func span(_ minutes: Int) -> String {
        minutes < 60 || minutes % 60 != 0 ? "\(minutes) min" : "\(minutes / 60) h"
    }
}
