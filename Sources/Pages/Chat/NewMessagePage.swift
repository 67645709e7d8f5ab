import Domain

/// Whom to write to: one tap opens the conversation with them.
package struct NewMessagePage: Page {
    package struct Row: Sendable {
        let name: String
        let face: Face
        /// Of hosts and moderators.
        let role: String?
        let open: Link
    }
    let layout: Layout
    let rows: [Row]
    var hasRows: Bool { !rows.isEmpty }
    let search: String
    let action: Link
    /// Why there is nobody to choose.
    let empty: String
    /// The way out of a search that finds nobody.
    let everybody: Link?

    /// - Parameter friends: everybody on the trip; whoever is in `hidden` is left out.
    package init(layout tripLayout: TripLayout, friends: [Friend], hidden: Set<ID>, search: String) {
        layout = tripLayout.layout
        let (slug, fields) = (tripLayout.slug, tripLayout.trip.fields)
        let isOn = fields.directChat && tripLayout.trip.archivedAt == nil
        let others = isOn ? friends.filter { !hidden.contains($0.id) } : []
        rows = others.filter { hasWords(searchable($0.name), search) }
            .sorted { (folded($0.name), $0.id) < (folded($1.name), $1.id) }
            .map {
                Row(
                    name: $0.name, face: Face($0.name, slug, $0.photo), role: $0.isStaff ? Texts.said(text: $0.role.label) : nil,
                    open: Path.chatWithFriend(slug, $0.id))
            }
        self.search = search
        action = Path.newMessage(slug)
        empty =
            !isOn
            ? Texts.said("Direct messages are off on this trip.")
            : others.isEmpty ? Texts.said("Nobody else is on the list yet.") : Texts.said("No results for “\(search)”.")
        everybody = others.isEmpty ? nil : Path.newMessage(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.chatNewMessage(self, &out) }
}
