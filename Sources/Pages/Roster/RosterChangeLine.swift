import Domain

/// One change of the roster: what, by whom, when.
package struct RosterChangeLine: Sendable {
    let version: String
    let text: String
    let by: String
    let at: TimeText
    let link: Link

    init(_ entry: AuditEntry, _ slug: String, _ zone: TripZone, _ now: Instant) {
        let isColumn = RosterAction.columnActions.contains(entry.action)
        let what = entry.changes.prefix(3).map { change in
            let label = change.label ?? change.field
            return change.from.isEmpty && change.to.isEmpty
                ? label : "\(label): \(change.from.isEmpty ? "–" : change.from) → \(change.to.isEmpty ? "–" : change.to)"
        }.joined(separator: "; ")
        text = "\(entry.subjectName) \(entry.action)" + (what.isEmpty || entry.action == "added" ? "" : " (\(what))")
        (version, by) = (entry.rosterVersion.map { "v\($0)" } ?? "", entry.actorName)
        (at, link) = (TimeText(entry.at, zone: zone, now: now), isColumn ? Path.rosterFile(slug, "/own-columns") : Path.member(slug, entry.subjectID))
    }
}
