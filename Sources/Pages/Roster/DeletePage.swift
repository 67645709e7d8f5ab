import Domain

/// Asks before members go to the bin: who they are, and who of those that were ticked stays.
package struct DeletePage: Page {
    let layout: Layout
    let heading: String
    let people: [BulkPage.Person]
    let staying: String?
    let problem: String?
    let hidden: [RosterPage.Hidden]
    let action: Link
    let cancel: Link
    let submit: String
    var isPossible: Bool { !people.isEmpty }

    /// - Parameters:
    ///   - entries: who is to be deleted.
    ///   - staying: names of whoever has a role and stays.
    ///   - query: the list to which the page leads back; nil where it came from the page of the one member.
    package init(
        layout tripLayout: TripLayout, entries: [RosterRow], staying: [String], query: [(String, String)]?, problem: String? = nil
    ) {
        layout = tripLayout.layout
        let slug = tripLayout.slug
        let isOne = entries.count == 1
        let who = isOne ? entries[0].fullName : counted(entries.count, "person", "people")
        heading = entries.isEmpty ? Texts.said("Nobody to delete") : Texts.said("Delete \(who)?")
        submit = Texts.said("Delete \(who)")
        people = entries.map { .init(id: $0.id.description, name: $0.fullName, from: $0.groupNames.joined(separator: ", ")) }
        let names = staying.prefix(10).joined(separator: ", ") + (staying.count > 10 ? " …" : "")
        self.staying = staying.isEmpty ? nil : Texts.said("Stays on the roster, because a role has to be given up first: \(names).")
        self.problem = problem
        hidden = (query ?? []).map { .init(name: $0.0, value: $0.1) }
        action = Path.changeTicked(slug)
        cancel = query.map { Path.roster(slug).asking($0) } ?? entries.first.map { Path.member(slug, $0.id) } ?? Path.roster(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterDeletePeople(self, &out) }
}
