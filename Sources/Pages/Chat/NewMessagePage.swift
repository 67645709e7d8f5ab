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
    let nobody: Nothing?

    /// - Parameters:
    ///   - friends: everybody on the trip.
    ///   - blocked: by the reader, who writes to none of them.
    package init(layout tripLayout: TripLayout, friends: [Friend], reader: ID, blocked: Set<ID>, search: String) {
        layout = tripLayout.layout
        let slug = tripLayout.slug
        let known = friends.filter { $0.id != reader }
        let obstacle = NewMessagePage.obstacle(tripLayout.trip)
        let others = obstacle == nil ? known.filter { !blocked.contains($0.id) } : []
        rows = others.filter { hasWords(searchable($0.name), search) }
            .sorted { (folded($0.name), $0.id) < (folded($1.name), $1.id) }
            .map {
                Row(
                    name: $0.name, face: Face($0.name, slug, $0.photo), role: $0.isStaff ? Texts.said(text: $0.role.label) : nil,
                    open: Path.chatWithFriend(slug, $0.id))
            }
        self.search = search
        action = Path.newMessage(slug)
        let none =
            if let obstacle {
                Nothing.settled(obstacle.sentence(tripLayout.trip.zone, now: tripLayout.now))
            } else if others.isEmpty {
                known.isEmpty
                    ? Nothing.alone
                    : Nothing("You have blocked everybody on the list.", "To write to somebody again, open their page under Friends.")
            } else {
                Nothing.nobody(for: search, everybody: Path.newMessage(slug))
            }
        nobody = rows.isEmpty ? none : nil
    }

    /// Why nobody on the trip writes to one person; nil where they do.
    private static func obstacle(_ trip: Trip) -> ChatObstacle? {
        trip.archivedAt != nil ? .archived : trip.fields.directChat ? nil : .directOff
    }

    package func render(into out: inout HTMLBuffer) { Template.chatNewMessage(self, &out) }
}
