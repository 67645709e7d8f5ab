import Domain

/// One change of the roster: what, by whom, when.
package struct RosterChangeLine: Sendable {
    let version: String
    let text: String
    let by: String

    init(_ entry: AuditEntry) {
        let what = entry.changes.prefix(3).map(RosterChangeLine.said).joined(separator: "; ")
        let action = Texts.said(text: entry.action)
        text = "\(entry.subjectName) \(action)" + (what.isEmpty || entry.action == "added" ? "" : " (\(what))")
        version = entry.rosterVersion.map { "v\($0)" } ?? ""
        by = entry.actorName == "command line" ? Texts.said("on the server") : entry.actorName
    }

    private static func said(_ change: AuditChange) -> String {
        // The trail holds who leads a group by number.
        if change.field == "leader" { return Texts.said(change.to.isEmpty ? "no leader" : "new leader") }
        let label = Texts.said(text: change.label ?? change.field)
        return change.from.isEmpty && change.to.isEmpty
            ? label : "\(label): \(change.from.isEmpty ? "–" : change.saidFrom) → \(change.to.isEmpty ? "–" : change.saidTo)"
    }
}
