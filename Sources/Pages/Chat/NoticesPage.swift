import Domain

/// Moderator notices, and the way to contradict.
package struct NoticesPage: Page {
    /// What was decided about the reader: their own words, until when, and what stays.
    package struct Decision: Sendable {
        let quoteLabel: String
        /// What they wrote; nil where it is about no words.
        let quote: String?
        let place: String?
        let reason: String
        let until: TimeText?
        /// It keeps them from writing now.
        let bars: Bool
        /// What stays allowed; nil where writing was not what was taken, or another decision takes it now.
        let can: String?
        let isUndone: Bool

        /// - Parameter isBarred: from writing, by this decision or another one.
        init?(_ decision: NoticeDecision?, isBarred: Bool, zone: TripZone, now: Instant) {
            guard let decision, decision.action.isAgainstAuthor else { return nil }
            quoteLabel = Texts.said(decision.action == .remove ? "You wrote" : "It is about")
            quote = decision.quote.isEmpty ? nil : cut(decision.quote, 500)
            place = decision.place.isEmpty ? nil : decision.place
            reason = decision.reason.isEmpty ? Texts.said("None was given: ask a host.") : decision.reason
            until = decision.isUndone ? nil : decision.endsAt.map { TimeText($0, zone: zone, now: now) }
            bars = decision.bars(at: now)
            let may =
                bars
                ? Texts.said("Until then you can still read the chat, answer invitations, use the map and call for help.")
                : Texts.said("You can write in the chat again.")
            can = decision.endsAt == nil || isBarred != bars ? nil : may
            isUndone = decision.isUndone
        }
    }
    package struct Row: Sendable {
        let text: String
        let at: TimeText
        let isNew: Bool
        let decision: Decision?
        let appeal: String?
        let action: Link?
    }
    package struct Person: Sendable {
        let name: String
        let link: Link
    }
    let layout: Layout
    let rows: [Row]
    var hasRows: Bool { !rows.isEmpty }
    /// The trip's staff, whom the reader may speak to.
    let staff: [Person]
    var hasStaff: Bool { hasRows && !staff.isEmpty }
    let problem: String?

    package init(layout tripLayout: TripLayout, notices: [ChatNotice], staff: [Friend], problem: String?) {
        let (zone, now, slug) = (tripLayout.trip.zone, tripLayout.now, tripLayout.slug)
        layout = tripLayout.layout
        let isBarred = notices.contains { $0.decision?.bars(at: now) == true }
        rows = notices.map { notice in
            Row(
                text: notice.text, at: TimeText(notice.madeAt, zone: zone, now: now), isNew: notice.isNew,
                decision: Decision(notice.decision, isBarred: isBarred, zone: zone, now: now), appeal: notice.appeal,
                action: notice.appealable.map { Path.appealNotice(slug, $0) })
        }
        self.staff = staff.map { Person(name: $0.name, link: Path.friend(slug, $0.id)) }
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.chatNotices(self, &out) }
}
