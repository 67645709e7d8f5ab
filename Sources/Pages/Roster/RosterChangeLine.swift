import Domain

/// One change of the roster: what, by whom, when.
package struct RosterChangeLine: Sendable {
    let version: String
    let text: String
    let by: String
    let at: TimeText
    let link: Link

    init(_ entry: AuditEntry, _ slug: String, _ zone: TripZone, _ now: Instant) {
        let what = entry.changes.prefix(3).map(RosterChangeLine.said).joined(separator: "; ")
        let action = Texts.said(text: entry.action)
        text = "\(entry.subjectName) \(action)" + (what.isEmpty || entry.action == "added" ? "" : " (\(what))")
        version = entry.rosterVersion.map { "v\($0)" } ?? ""
        by = entry.actorName == "command line" ? Texts.said("on the server") : entry.actorName
        // With what it changed stands the zone.
        at = TimeText(entry.at, zone: zone, now: now, zoneIsSaid: true)
        link = RosterChangeLine.link(entry, slug)
    }

    private static func said(_ change: AuditChange) -> String {
        // The trail holds who leads a group by number.
        if change.field == "leader" { return Texts.said(change.to.isEmpty ? "no leader" : "new leader") }
        let label = Texts.said(text: change.label ?? change.field)
        return change.from.isEmpty && change.to.isEmpty
            ? label : "\(label): \(change.from.isEmpty ? "–" : change.saidFrom) → \(change.to.isEmpty ? "–" : change.saidTo)"
    }

    /// To the page of what changed.
    private static func link(_ entry: AuditEntry, _ slug: String) -> Link {
        if entry.action == RosterAction.binned { return Path.rosterBin(slug) }
        if RosterAction.ofColumns.contains(entry.action) { return Path.ownColumns(slug) }
        return isOfLane(entry) ? Path.groups(slug) : Path.member(slug, entry.subjectID)
    }

    /// Of a group or a room, which have no page of their own.
    private static func isOfLane(_ entry: AuditEntry) -> Bool { entry.action.hasPrefix("group ") || entry.action.hasPrefix("room ") }
}
