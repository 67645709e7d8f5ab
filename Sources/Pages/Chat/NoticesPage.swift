import Domain

/// Moderator notices, and the way to contradict.
package struct NoticesPage: Page {
    package struct Row: Sendable {
        let text: String
        let at: TimeText
        let isNew: Bool
        let appeal: String?
        let action: Link?
    }
    let layout: Layout
    let rows: [Row]
    let problem: String?

    package init(layout: Layout, trip: Trip, notices: [ChatNotice], problem: String?, now: Instant) {
        self.layout = layout
        rows = notices.map { notice in
            Row(
                text: notice.text, at: TimeText(notice.madeAt, zone: trip.zone, now: now), isNew: notice.isNew, appeal: notice.appeal,
                action: notice.appealable.map { Path.appealNotice(trip.fields.slug, $0) })
        }
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.chatNotices(self, &out) }
}
