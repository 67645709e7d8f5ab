/// What people do about a case of help, one step after another. Each is an entry of its history for good.
package enum HelpStep: Sendable, Equatable {
    case take
    /// To a colleague on the trip.
    case handOver(to: ID, name: String)
    /// Nobody is on it any more.
    case release
    /// Whoever is on it lets go: of nobody else's case, however late the tap comes.
    case handBack
    case phoned
    case note(String)
    /// The person's own word.
    case saysOK
    case resolve(HelpCase.Outcome, String)
    case reopen
    /// The resolution of that time was a slip: a newer one stands.
    case takeBackResolution(Instant)

    package var kind: HelpEntry.Kind {
        switch self {
        case .take: .taken
        case .handOver: .handed
        case .release, .handBack: .released
        case .phoned: .phoned
        case .note: .note
        case .saysOK: .saysOK
        case .resolve: .resolved
        case .reopen, .takeBackResolution: .reopened
        }
    }

    /// What the entry keeps besides who and when: words, a colleague's name.
    package var text: String {
        switch self {
        case .handOver(_, let name): name
        case .note(let text): text
        case .resolve(_, let words): words
        case .take, .release, .handBack, .phoned, .saysOK, .reopen, .takeBackResolution: ""
        }
    }
}

/// One line of a case's history. Lines are added, never changed; erasing a traveller empties their texts.
package struct HelpEntry: Sendable, Equatable {
    /// The raw value is stored.
    package enum Kind: String, Sendable, CaseIterable {
        case taken, handed, released, phoned, note, saysOK = "says_ok", resolved, reopened
    }
    package let kind: Kind
    package let at: Instant
    package let name: String
    package let text: String
    package init(kind: Kind, at: Instant, name: String, text: String) {
        self.kind = kind
        self.at = at
        self.name = name
        self.text = text
    }
}

extension HelpCase {
    /// Why a step cannot be made now; nil if it can. Whoever is on a case stays on it until they call again, or somebody says otherwise
    /// by handing it over.
    package func objection(to step: HelpStep, by account: ID?) -> Texts.Sentence? {
        switch (step, state) {
        case (.reopen, .resolved): nil
        case (.takeBackResolution(let at), .resolved) where ending?.at == at: nil
        case (.takeBackResolution, .resolved): "\(ending?.name ?? "") has resolved this case since."
        case (.reopen, _), (.takeBackResolution, _): "This case is open."
        case (.note, _): nil
        case (_, .resolved): ending.map { "\($0.name) has already resolved this case." } ?? "This case is already resolved."
        case (.take, .taken) where holder?.account != account || account == nil: "\(holder?.name ?? "") is on it already."
        case (.release, .open): "Nobody is on it."
        case (.handBack, _) where holder == nil: "Nobody is on it."
        case (.handBack, _) where holder?.account != account || account == nil: "\(holder?.name ?? "") is on it."
        default: nil
        }
    }
}
