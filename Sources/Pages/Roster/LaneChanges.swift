import Domain

extension LanesPage {
    /// What a host just did, with the way back.
    /// - Parameter set: of the page that says it, as its address names it.
    package static func changed(_ entries: [AuditEntry], _ kind: LaneKind, set: String, _ slug: String, version: Int) -> Flash? {
        if let new = entries.first(where: { $0.action == RosterAction.groupCreated }) {
            return Flash(Texts.said("\(new.subjectName) added"))
        }
        return told(entries, kind).map { Flash($0, undo: Path.undoRosterChange(slug, version).asking("set", set)) }
    }

    private static func told(_ entries: [AuditEntry], _ kind: LaneKind) -> String? {
        let ofLanes = entries.filter { RosterAction.ofLanes.contains($0.action) }
        if let entry = ofLanes.first {
            return ofLanes.count == 1 ? told(ofLane: entry) : Texts.said("\(counted(ofLanes.count, "room")) changed")
        }
        guard let first = entries.first, let change = first.changes.first else { return nil }
        let who = entries.count == 1 ? first.subjectName : counted(entries.count, "person", "people")
        let (before, after) = (GroupNames.split(change.from), GroupNames.split(change.to))
        let to = kind == .room ? change.to : after.first { !before.contains($0) } ?? ""
        if !to.isEmpty { return Texts.said("\(who) moved to \(kind == .room ? LaneWords.room(to) : to)") }
        let from = kind == .room ? LaneWords.room(change.from) : before.first { !after.contains($0) } ?? ""
        return Texts.said("\(who) taken out of \(from)")
    }

    private static func told(ofLane entry: AuditEntry) -> String? {
        if entry.action == RosterAction.roomDeleted { return Texts.said("\(entry.subjectName) deleted") }
        if entry.changes.map(\.field) == ["leader"] { return Texts.said("Leader of \(entry.subjectName) changed") }
        guard let name = entry.changes.first(where: { $0.field == "name" }) else { return Texts.said("\(entry.subjectName) changed") }
        return name.from.isEmpty ? Texts.said("\(name.to) added") : Texts.said("\(name.from) is called \(name.to) now")
    }
}
