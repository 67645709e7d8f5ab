import Domain

/// A conversation for staff who are not on the trip themselves: to read, with no way to write.
package struct AlongPage: Page {
    let layout: Layout
    let title: String
    let detail: String?
    let back: Link
    let cases: Link
    let rows: [ThreadRow]
    let earlier: Link?
    let later: Link?
    let newest: Link

    package init(layout tripLayout: TripLayout, along: ThreadAlong) {
        layout = tripLayout.layout
        let (trip, slug, now, line, messages) = (tripLayout.trip, tripLayout.slug, tripLayout.now, along.line, along.messages)
        let path = { (query: [(String, String)]) in Path.conversation(slug, line.conversation.id).asking(query) }
        title = ConversationsPage.title(line, trip)
        detail = line.startsAt.map { EventText(zone: trip.zone, now: now).moment($0) }
        back = Path.chat(slug)
        cases = Path.moderation(slug)
        rows = ThreadRow.rows(messages, .along(slug, zone: trip.zone, now: now))
        earlier = along.hasEarlier ? messages.first.map { path([("before", String($0.number))]) } : nil
        later = along.hasLater ? messages.last.map { path([("after", String($0.number))]) } : nil
        newest = path([])
    }
    package func render(into out: inout HTMLBuffer) { Template.chatAlong(self, &out) }
}
