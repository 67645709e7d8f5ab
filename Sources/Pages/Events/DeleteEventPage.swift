import Domain

/// Asks before an event goes to the bin: what goes with it, and who hears of it.
package struct DeleteEventPage: Page {
    package struct Line: Sendable {
        let what: String
        let detail: String
    }
    let layout: Layout
    let heading: String
    let intro: String
    let lines: [Line]
    var hasLines: Bool { !lines.isEmpty }
    /// What the invited read; nil where it is no news to them.
    let reason: FormField?
    let version: String
    let action: Link
    let back: Link
    /// For whoever does not want it gone: the event stays where it is, and does not take place.
    let cancel: Link?
    let submit: String
    let problem: String?

    /// - Parameter typed: the reason, where the form comes back.
    package init(layout tripLayout: TripLayout, deletion: EventDeletion, typed: String, complaint: Complaint) {
        let (event, isNews) = (deletion.event, deletion.isNews)
        let (slug, title, isDraft) = (tripLayout.slug, event.fields.title, event.state == .draft)
        layout = tripLayout.layout
        heading = Texts.said("Delete \(title)?")
        intro =
            isNews
            ? Texts.said(
                "It is cancelled first: everybody who is invited reads that it does not take place. Then it is off every list, calendar "
                    + "and map, and its chat is closed. For 30 days you can restore it from the bin, with answers, places and ticks.")
            : isDraft
                ? Texts.said("Nobody was invited yet, so nobody is told. For 30 days you can restore it from the bin.")
                : Texts.said(
                    "It is off every list and calendar at once, and its chat is closed. Nobody is told. For 30 days you can restore it "
                        + "from the bin, with answers, places and ticks.")
        lines = DeleteEventPage.lines(deletion.stake)
        reason =
            isNews
            ? FormField(
                "reason", "Reason (optional)", typed, hint: "Everybody who is invited reads it. For instance: the lift is closed for wind.",
                errors: complaint.errors) : nil
        version = String(event.version)
        (action, back) = (Path.deleteEvent(slug, event.id), Path.event(slug, event.id))
        cancel = isNews ? Path.cancelEvent(slug, event.id) : nil
        submit = Texts.said(isDraft ? "Delete draft" : isNews ? "Cancel and delete" : "Delete event")
        problem = complaint.problem
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsDeleteEvent(self, &out) }

    private static func lines(_ stake: EventStake) -> [Line] {
        let counts = stake.counts
        let waiting = counts.waitlisted + counts.offered
        let answers = [
            (counts.going, counted(counts.going, "person is going", "people are going")),
            (waiting, counted(waiting, "person waits for a place", "people wait for a place")),
            (counts.pending, counted(counts.pending, "person has not answered", "people have not answered")),
            (counts.declined, counted(counts.declined, "person declined", "people declined")),
        ]
        let people = answers.filter { $0.0 > 0 }.map { Line(what: $0.1, detail: "") }
        let lists = stake.ticked.map {
            Line(what: Texts.said("Check-in list “\($0.name)”"), detail: counted($0.people, "person ticked", "people ticked"))
        }
        let messages = counted(stake.messages, "message in its chat", "messages in its chat")
        let chat = stake.messages == 0 ? [] : [Line(what: messages, detail: "")]
        return people + lists + chat
    }

    // MARK: afterwards

    /// What the list of events says right after it.
    package static func deleted(_ event: BinnedEvent, _ slug: String) -> Flash {
        Flash(Texts.said("\(event.thing.name) moved to the bin for 30 days"), undo: Path.restoreEvent(slug, event.thing.id))
    }
}
