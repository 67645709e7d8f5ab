/// One thing that is so of some people, and not of others.
package enum AudienceCondition: Sendable, Hashable {
    case everyone
    case group(ID)
    case role(Role)
    case people([ID])
    case going(ID)
    case unanswered(ID)
    case waiting(ID)
    /// Invited to the list's event, or ticked on it, and not there by its ticks.
    case notCheckedIn(ID)
    case arrived, notArrived
    /// No sign of their phone for longer than so many minutes, or never any.
    case silent(Int)
    /// By a position that is not older than the trip's own limit.
    case inside(AnnouncedArea)
    /// Got an announcement; got it and has not opened it, or not answered it.
    case got(ID)
    case notOpened(ID)
    case notAnswered(ID)
    /// Neither push nor Telegram nor email.
    case unreachable

    /// People whom one condition names.
    package static let peopleLimit = 2000
    package static let silences = [15, 30, 60, 120, 240]

    /// As forms and the database hold it; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let word = parts.first else { return nil }
        guard parts.count == 2 else {
            guard let plain = AudienceCondition.plain[String(word)] else { return nil }
            self = plain
            return
        }
        switch word {
        case "role":
            guard let role = Role(rawValue: String(parts[1])) else { return nil }
            self = .role(role)
        case "silent":
            guard let minutes = parts[1].whole(in: 1...10_080) else { return nil }
            self = .silent(minutes)
        case "area":
            guard let area = AnnouncedArea(parts[1]) else { return nil }
            self = .inside(area)
        case "people":
            let names = parts[1].split(separator: ",")
            let people = names.prefix(AudienceCondition.peopleLimit + 1).compactMap { ID($0) }
            guard !people.isEmpty, people.count == names.count, people.count <= AudienceCondition.peopleLimit else { return nil }
            self = .people(people)
        default:
            guard let id = ID(parts[1]), let named = AudienceCondition.named[String(word)] else { return nil }
            self = named(id)
        }
    }

    package var text: String {
        switch self {
        case .everyone: "everyone"
        case .arrived: "arrived"
        case .notArrived: "not-arrived"
        case .unreachable: "unreachable"
        case .role(let role): "role:" + role.rawValue
        case .silent(let minutes): "silent:\(minutes)"
        case .inside(let area): "area:" + area.text
        case .people(let people): "people:" + people.map(\.description).joined(separator: ",")
        case .group(let id): "group:\(id)"
        case .going(let id): "going:\(id)"
        case .unanswered(let id): "unanswered:\(id)"
        case .waiting(let id): "waiting:\(id)"
        case .notCheckedIn(let id): "not-checked-in:\(id)"
        case .got(let id): "got:\(id)"
        case .notOpened(let id): "not-opened:\(id)"
        case .notAnswered(let id): "not-answered:\(id)"
        }
    }

    private static let plain: [String: AudienceCondition] = [
        "everyone": .everyone, "arrived": .arrived, "not-arrived": .notArrived, "unreachable": .unreachable,
    ]
    private static let named: [String: @Sendable (ID) -> AudienceCondition] = [
        "group": { .group($0) }, "going": { .going($0) }, "unanswered": { .unanswered($0) }, "waiting": { .waiting($0) },
        "not-checked-in": { .notCheckedIn($0) }, "got": { .got($0) }, "not-opened": { .notOpened($0) },
        "not-answered": { .notAnswered($0) },
    ]

    /// Where it looks, for those that look at the map.
    package var area: AnnouncedArea? { if case .inside(let area) = self { area } else { nil } }

    /// Whom it names one by one.
    package var people: [ID] { if case .people(let people) = self { people } else { [] } }

    /// What it asks about, where that has a name of its own.
    package var subject: ID? {
        switch self {
        case .group(let id), .going(let id), .unanswered(let id), .waiting(let id), .notCheckedIn(let id), .got(let id),
            .notOpened(let id), .notAnswered(let id):
            id
        default: nil
        }
    }
}
