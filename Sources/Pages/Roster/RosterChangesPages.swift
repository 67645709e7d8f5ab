import Domain

package struct RosterChangesPage: Page {
    let layout: Layout
    let stamp: String
    let since: Int
    let versions: [Version]
    let problem: String?
    let isCut: Bool
    let action: Link
    /// What was changed at once.
    package struct Version: Sendable {
        let number: String
        let by: String
        let at: TimeText
        let lines: [String]
        /// The lines of a long one that are folded.
        let more: More?
        let undo: Undo?
    }
    package struct More: Sendable {
        let label: String
        let lines: [String]
    }
    /// So many lines of a version show at once.
    private static let lineLimit = 5
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
        let together = Dictionary(grouping: entries, by: { $0.rosterVersion ?? 0 })
        versions = together.sorted { $0.key > $1.key }.map { RosterChangesPage.version($0.key, $0.value, tripLayout) }
        isCut = entries.count >= 2000
        action = Path.rosterChanges(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterChanges(self, &out) }

    private static func version(_ number: Int, _ entries: [AuditEntry], _ layout: TripLayout) -> Version {
        let lines = entries.map { RosterChangeLine($0) }
        let isLong = lines.count > lineLimit + 1
        let rest = isLong ? lines.dropFirst(lineLimit).map(\.text) : []
        return Version(
            number: lines.first?.version ?? "", by: lines.first?.by ?? "",
            at: TimeText(entries[0].at, zone: layout.trip.zone, now: layout.now),
            lines: (isLong ? lines.prefix(lineLimit) : lines[...]).map(\.text),
            more: isLong ? More(label: Texts.said("\(rest.count) more"), lines: rest) : nil,
            undo: layout.isOpenHost && entries.contains(where: \.isUndoable) ? undo(number, entries, layout.slug) : nil)
    }

    /// What an undo did where it could not do all of it.
    /// - Parameters:
    ///   - cancelled: who was to be deleted and is set to Cancelled instead.
    ///   - left: who is as they were before the undo.
    package static func undone(_ count: Int, cancelled: [String], left: [String]) -> String {
        var told = count > 0 ? [Texts.said("Undone for \(count).")] : []
        if !cancelled.isEmpty {
            told.append(
                Texts.said(
                    cancelled.count == 1
                        ? "Set to Cancelled, because a link, an invitation or a tracker exists: \(few(cancelled))."
                        : "\(cancelled.count) set to Cancelled, because links, invitations or trackers exist: \(few(cancelled))."))
        }
        if !left.isEmpty { told.append(Texts.said("Changed again since, and kept as they are now: \(few(left)).")) }
        return told.joined(separator: " ")
    }

    private static func few(_ names: [String]) -> String {
        let said = names.prefix(20).joined(separator: ", ")
        return names.count > 20 ? Texts.said("\(said) and \(names.count - 20) more") : said
    }

    private static func undo(_ version: Int, _ entries: [AuditEntry], _ slug: String) -> Undo {
        let added = entries.count { $0.action == RosterAction.added }
        let changed = entries.count - added
        let parts = [
            added > 0
                ? Texts.said(
                    """
                    \(counted(added, "person who was added is", "people who were added are")) deleted, or set to Cancelled \
                    where a link, an invitation or a tracker exists.
                    """)
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
            let from = field == .status ? Texts.said(text: $0.row.status.label) : $0.row[field]
            return Person(id: $0.row.id.description, name: $0.row.fullName, from: from)
        }
        hidden = form.map { RosterPage.Hidden(name: $0.0, value: $0.1) }
        self.action = Path.changeTicked(slug)
        cancel = Path.roster(slug)
    }

    /// Whose links to join end, which nobody can bring back.
    package init(layout tripLayout: TripLayout, ending links: [(row: RosterRow, state: JoinState)]) {
        layout = tripLayout.layout
        let slug = tripLayout.slug
        sentence = Texts.said(links.count == 1 ? "Revoke the link" : "Revoke the links")
        count = counted(links.count, "member")
        people = links.map {
            let state = JoinStateText($0.state, tripLayout.trip.zone, tripLayout.now)
            return Person(id: $0.row.id.description, name: $0.row.fullName, from: state.text)
        }
        hidden = [RosterPage.Hidden(name: "do", value: "revoke")]
        (action, cancel) = (Path.setJoinLinks(slug), Path.joining(slug))
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterBulk(self, &out) }
}
