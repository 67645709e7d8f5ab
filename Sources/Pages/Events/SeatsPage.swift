import Domain

/// More people are to go than there are places: nothing was done yet, and the host chooses.
package struct SeatsPage: Page {
    /// What the host had asked for.
    package struct Sent: Sendable {
        let members: [ID]
        let tab: EventTab
        let note: String
        /// It was asked for on the page of the one member, and goes back there.
        let isFromMember: Bool
        package init(members: [ID], tab: EventTab, note: String, isFromMember: Bool = false) {
            self.isFromMember = isFromMember
            self.members = members
            self.tab = tab
            self.note = note
        }
    }
    let layout: Layout
    let heading: String
    let title: String
    let when: String
    let seated: String?
    let waiting: String
    /// Whom it is about waits already.
    let isWaiting: Bool
    /// Nil where it would change nothing.
    let waitLabel: String?
    let raiseLabel: String
    let places: Int
    let members: [String]
    let tab: String
    let note: String
    let action: Link
    let back: Link
    /// As the form says it; nil for the event's page.
    let from: String?

    package init(
        layout tripLayout: TripLayout, event: Event, shortage: SeatShortage, names: [(id: ID, name: String)], sent: Sent
    ) {
        layout = tripLayout.layout
        let (slug, free, count) = (tripLayout.slug, shortage.free, shortage.members.count)
        let byID = Dictionary(firstOf: names.map { ($0.id, $0.name) })
        func said(_ members: some Collection<ID>) -> String {
            let known = members.prefix(12).compactMap { byID[$0] }.joined(separator: ", ")
            return members.count > 12 ? Texts.said("\(known) and \(members.count - 12) more") : known
        }
        let people = counted(count, "person", "people")
        heading = Texts.said(free == 0 ? "No place for \(people)" : "\(counted(free, "place")) for \(people)")
        title = event.fields.title
        when = EventText(zone: tripLayout.trip.zone, now: tripLayout.now).sentence(event.fields)
        seated = free == 0 ? nil : said(shortage.members.prefix(free))
        waiting = said(shortage.members.dropFirst(free))
        isWaiting = sent.tab == .waitlist
        let none = isWaiting ? nil : Texts.said(count == 1 ? "Put them on the waitlist" : "Put all \(count) on the waitlist")
        let (taken, rest) = (free, count - free)
        let some = Texts.said(
            isWaiting
                ? "Take the first \(taken) and keep \(rest) on the waitlist" : "Take the first \(taken) and put \(rest) on the waitlist")
        waitLabel = free == 0 ? none : some
        raiseLabel = Texts.said("Raise the places to \(shortage.enough)")
        places = shortage.enough
        members = sent.members.map(\.description)
        (tab, note) = (sent.tab.rawValue, sent.note)
        action = Path.setAnswers(slug, event.id)
        // An address has no room for more.
        let ticked = sent.members.count > 100 ? [] : sent.members
        let member = sent.isFromMember ? sent.members.first : nil
        from = member.map { _ in "member" }
        back =
            member.map { Path.member(slug, $0) }
            ?? Path.event(slug, event.id).asking([("tab", tab)] + ticked.map { ("ticked", $0.description) })
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsSeats(self, &out) }
}
