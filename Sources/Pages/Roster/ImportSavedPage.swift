import Domain

/// What an import did: who can be invited now, and what is left of the list.
package struct ImportSavedPage: Page {
    /// Rows that were not taken, or not whole.
    package struct Refused: Sendable {
        package struct Row: Sendable {
            let who: String
            let problem: String
        }
        let summary: String
        let rows: [Row]
        let more: String?
        let download: Link

        /// - Parameter rows: as `RefusedRows` wrote them.
        package init(slug: String, id: ID, rows refused: ImportTable) {
            summary = counted(refused.rows.count, "row to correct", "rows to correct")
            let limit = ImportPreviewPage.partLimit
            rows = refused.rows.prefix(limit).map { row in
                Row(
                    who: cut(row.cells.dropLast().filter { !$0.isEmpty }.prefix(3).joined(separator: " · "), 100),
                    problem: row.cells.last ?? "")
            }
            more = refused.rows.count > limit ? Texts.said("and \(refused.rows.count - limit) more") : nil
            download = Path.refusedRows(slug, id)
        }
    }
    /// A link for each of those who were just imported and could not come in now.
    package struct Invite: Sendable {
        let label: String
        let names: String
        /// Some of the import are left out.
        let note: String?
        let action: Link
        let version: Int
    }
    let layout: Layout
    let title: String
    let summary: String?
    let invite: Invite?
    let refused: Refused?
    let undo: Link?
    let again: Link
    let roster: Link

    package init(layout tripLayout: TripLayout, result: ImportResult, invitees: [RosterRow], refused: Refused?) {
        layout = tripLayout.layout
        let slug = tripLayout.slug
        title = ImportSavedPage.title(result.count)
        summary = result.changed == 0 ? nil : Texts.said("\(result.added) new, \(result.changed) changed")
        let (count, rest) = (invitees.count, result.count - invitees.count)
        let names = invitees.prefix(8).map(\.fullName).joined(separator: ", ")
        invite =
            count == 0
            ? nil
            : Invite(
                label: Texts.said(count == 1 ? "Invite this person" : "Invite these \(count)"),
                names: count > 8 ? Texts.said("\(names) and \(count - 8) more") : names,
                note: rest == 0 ? nil : counted(rest, "has a link or has joined already.", "have a link or have joined already."),
                action: Path.setJoinLinks(slug), version: result.version)
        self.refused = refused
        undo = Path.undoRosterChange(slug, result.version)
        (again, roster) = (Path.importRoster(slug), Path.roster(slug))
    }

    /// Of an import whose version nobody asks for.
    package init(layout tripLayout: TripLayout, count: Int, refused: Refused) {
        layout = tripLayout.layout
        title = ImportSavedPage.title(count)
        (summary, invite, undo) = (nil, nil, nil)
        self.refused = refused
        (again, roster) = (Path.importRoster(tripLayout.slug), Path.roster(tripLayout.slug))
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterImportSaved(self, &out) }

    private static func title(_ count: Int) -> String { counted(count, "person imported", "people imported") }
}
