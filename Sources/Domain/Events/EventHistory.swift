/// One line of everything that happened to an event: answers, invitations, changes of its fields, ticks.
package struct EventHistoryEntry: Sendable {
    /// What a line is about, for the filter above the history.
    package enum Kind: String, Sendable, CaseIterable {
        case answers, invitations, changes, ticks

        package var label: String {
            switch self {
            case .answers: "Answers"
            case .invitations: "Invitations and links"
            case .changes: "Changes of the event"
            case .ticks: "Check-in"
            }
        }
    }
    package let at: Instant
    package let kind: Kind
    package let author: String
    package let memberID: ID?
    package let memberName: String
    package let what: String
    package let note: String
    /// Of a tick.
    package let list: CheckInList?
    package let scannedAt: Instant?

    package init(_ line: EventLogLine) {
        let answer = RSVP(rawValue: line.action)
        (at, kind, author) = (line.at, answer == nil ? .invitations : .answers, line.author)
        (memberID, memberName, note) = (line.memberID, line.memberName, line.note)
        what = answer?.label ?? line.action.prefix(1).uppercased() + line.action.dropFirst()
        (list, scannedAt) = (nil, nil)
    }

    package init(_ entry: AuditEntry) {
        (at, kind, author, memberID, memberName) = (entry.at, .changes, entry.actorName, nil, "")
        what = entry.action.prefix(1).uppercased() + entry.action.dropFirst()
        note = entry.changes.map { change in
            let (field, to) = (Texts.said(text: change.field), change.to.isEmpty ? Texts.said("nothing") : change.saidTo)
            return change.from.isEmpty ? "\(field) “\(change.saidTo)”" : "\(field) “\(change.saidFrom)” → “\(to)”"
        }.joined(separator: ", ")
        (list, scannedAt) = (nil, nil)
    }

    /// - Parameter isUndoing: whether the line is about the undoing instead of the tick.
    package init(_ scan: Scan, isUndoing: Bool, name: String, list: CheckInList?) {
        at = isUndoing ? scan.undoneAt ?? scan.receivedAt : scan.receivedAt
        (kind, author) = (.ticks, isUndoing ? scan.undoneBy : scan.author)
        (memberID, memberName, self.list) = (scan.memberID, name, list)
        what = (isUndoing ? "Undone: " : "") + (scan.isIn ? "in" : "out")
        note = isUndoing ? "" : scan.method.rawValue
        scannedAt = isUndoing ? nil : scan.scannedAt
    }

    /// Two lines for a tick that was undone.
    package static func lines(_ scan: Scan, name: String, list: CheckInList?) -> [EventHistoryEntry] {
        let tick = EventHistoryEntry(scan, isUndoing: false, name: name, list: list)
        return scan.undoneAt == nil ? [tick] : [tick, EventHistoryEntry(scan, isUndoing: true, name: name, list: list)]
    }
}

/// Everything that happened to an event, oldest first. Entries are never removed, so an index counted from the beginning stays valid while
/// more are added.
package struct EventHistory: Sendable {
    package let entries: [EventHistoryEntry]
    package let lists: [CheckInList]
    package init(entries: [EventHistoryEntry], lists: [CheckInList]) {
        self.entries = entries.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
        self.lists = lists
    }

    /// The lines that pass the filter, in their order; of one check-in list if one is given.
    package func filtered(_ filter: LogFilter, list: ID?, zone: TripZone) -> [EventHistoryEntry] {
        entries.filter { entry in
            (list == nil || entry.list?.id == list)
                && filter.holds(about: entry.memberID, by: entry.author, kind: entry.kind.rawValue, at: entry.at, zone: zone)
        }
    }

    /// - Parameter before: the place where the page ends; nil for the newest.
    package static func slice(_ entries: [EventHistoryEntry], before: Int?, limit: Int) -> (
        LogSlice<EventHistoryEntry>, start: Int, end: Int
    ) {
        let end = min(before ?? entries.count, entries.count)
        let start = max(0, end - limit)
        return (
            LogSlice(entries: entries[start..<end].reversed(), hasOlder: start > 0, hasNewer: end < entries.count), start, end
        )
    }
}
