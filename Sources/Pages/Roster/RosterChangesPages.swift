import Domain

package struct RosterChangesPage: Page {
    let layout: Layout
    let stamp: String
    let since: Int
    let lines: [Line]
    let problem: String?
    let isCut: Bool
    let action: Link
    package struct Line: Sendable {
        let line: RosterChangeLine
        /// Once for each version.
        let undo: Undo?
    }
    package struct Undo: Sendable {
        let label: String
        /// What it would do, before it does.
        let sentence: String
        let action: Link
    }

    package init(layout tripLayout: TripLayout, since: Int, entries: [AuditEntry], problem: String?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        stamp = versionStamp(trip, now: now)
        self.since = since
        self.problem = problem
        var seen: Set<Int> = []
        let together = Dictionary(grouping: entries, by: { $0.rosterVersion ?? 0 })
        lines = entries.map { entry in
            let version = entry.rosterVersion ?? 0
            let isUndoable = tripLayout.isOpenHost && entry.isUndoable && seen.insert(version).inserted
            return Line(
                line: RosterChangeLine(entry, trip.fields.slug, trip.zone, now),
                undo: isUndoable ? RosterChangesPage.undo(version, together[version] ?? [], trip.fields.slug) : nil)
        }
        isCut = entries.count >= 2000
        action = Path.rosterChanges(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterChanges(self, &out) }

    private static func undo(_ version: Int, _ entries: [AuditEntry], _ slug: String) -> Undo {
        let added = entries.count { $0.action == RosterAction.added }
        let changed = entries.count - added
        let parts = [
            added > 0
                ? Texts.said(
                    added == 1
                        ? "One who was added is removed for good, or cancelled where an event or a tracker stands in the way."
                        : "\(added) who were added are removed for good, or cancelled where an event or a tracker stands in the way.")
                : nil,
            changed > 0
                ? Texts.said("\(counted(changed, "member goes", "members go")) back, except for what was changed again since.") : nil,
        ]
        return Undo(
            label: Texts.said("Undo v\(version)…"), sentence: parts.compactMap(\.self).joined(separator: " "),
            action: Path.undoRosterChange(slug, version))
    }
}

/// "These people, this change": a bulk action is never a surprise.
package struct BulkPage: Page {
    package struct Person: Sendable {
        let id: String
        let name: String
        let from: String
    }
    let layout: Layout
    let sentence: String
    let count: String
    let people: [Person]
    let hidden: [RosterPage.Hidden]
    let action: Link
    let cancel: Link
    package init(layout: Layout, slug: String, action: BulkAction, entries: [RosterEntry], form: [(String, String)]) {
        self.layout = layout
        sentence = action.sentence
        count = counted(entries.count, "member")
        let field: MemberField =
            switch action {
            case .setStatus: .status
            case .addToGroup, .removeFromGroup: .groups
            case .setRoom: .room
            }
        people = entries.map {
            // A status is a word of ours; a group and a room were typed.
            let from = field == .status ? Texts.said(text: $0.row[field]) : $0.row[field]
            return Person(id: $0.row.id.description, name: $0.row.fullName, from: from)
        }
        hidden = form.map { RosterPage.Hidden(name: $0.0, value: $0.1) }
        self.action = Path.changeTicked(slug)
        cancel = Path.roster(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterBulk(self, &out) }
}
