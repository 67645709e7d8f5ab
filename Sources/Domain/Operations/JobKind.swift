/// What the program does by itself, apart from requests: one loop each.
package enum JobKind: String, Sendable, CaseIterable {
    // Once for all nodes.
    case helpAlarms, notices, announcements, messageNotices, letters, morning, silence
    case answers, coHosts, bikes, places, positions, erasures, bins, history
    // On each node.
    case access, sharing, unsaved

    /// Whether one node does it for all.
    package var isShared: Bool {
        switch self {
        case .access, .sharing, .unsaved: false
        default: true
        }
    }

    /// From the end of one round to the begin of the next, at most.
    package var pause: Duration {
        switch self {
        case .history: .hours(1)
        case .erasures, .bins: .minutes(1)
        case .morning: .seconds(20)
        default: .seconds(15)
        }
    }

    /// What it is for, as admins read it.
    package var label: String {
        switch self {
        case .helpAlarms: Texts.said("Wake people for calls for help")
        case .notices: Texts.said("Send notifications")
        case .announcements: Texts.said("Send announcements at their time")
        case .messageNotices: Texts.said("Tell people of new messages")
        case .letters: Texts.said("Send invites and links to new passwords")
        case .morning: Texts.said("Send morning summaries")
        case .silence: Texts.said("Notice phones that are silent")
        case .answers: Texts.said("Offer free places and remind of events")
        case .coHosts: Texts.said("Begin and end the time of co-hosts")
        case .bikes: Texts.said("Ask bike feeds")
        case .places: Texts.said("Match places with a new map")
        case .positions: Texts.said("Put new positions in order")
        case .erasures: Texts.said("Erase members whose time is up")
        case .bins: Texts.said("Empty the bin after 30 days")
        case .history: Texts.said("Delete old positions and messages")
        case .access: Texts.said("End pages of whoever lost access")
        case .sharing: Texts.said("End shared positions at their time")
        case .unsaved: Texts.said("Store what a full disk refused")
        }
    }
}

/// How one job does on this node, since it started.
package struct JobRecord: Sendable, Equatable {
    package let kind: JobKind
    /// Since when this node does it; nil while it does not.
    package var begunAt: Instant?
    /// When its last round ended, whether it failed or not.
    package var ranAt: Instant?
    /// How long that round took.
    package var length: Duration?
    /// Whether that round failed: it is tried again, and the log says why.
    package var hasFailed = false
    /// When a round failed last.
    package var failedAt: Instant?
    package init(_ kind: JobKind) { self.kind = kind }

    /// - Parameter isElsewhere: another node does what is done once for all.
    package func state(isElsewhere: Bool, at now: Instant) -> HealthState {
        guard let begunAt else { return kind.isShared && isElsewhere ? .elsewhere : .unknown }
        if hasFailed { return .needsLook }
        let quiet = now - max(ranAt ?? begunAt, begunAt)
        return quiet > kind.pause * 2 + .minutes(1) ? .needsLook : ranAt == nil ? .unknown : .good
    }
}
