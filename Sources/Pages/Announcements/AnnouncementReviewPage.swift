import Domain

/// What an announcement looks like and whom it goes to, before anything is sent.
package struct AnnouncementReviewPage: Page {
    package struct Person: Sendable {
        let name: String
        let groups: String
        let reach: String?
    }
    package struct Way: Sendable {
        let count: Int
        let text: String
    }
    private static let shown = 600

    let layout: Layout
    let card: AnnouncementCard
    let action: Link
    let hidden: [FormPage.Hidden]
    let count: String
    let words: String
    /// By which way how many get it: everybody by one.
    let ways: [Way]
    let area: String?
    let isUrgent: Bool
    let people: [Person]
    let more: String?
    var isNobody: Bool { people.isEmpty }
    let submit: String
    let submitStyle: String
    /// "send" or "schedule".
    let submitValue: String
    let when: String?

    /// What was typed, and what becomes of it.
    package struct Reviewed: Sendable {
        let content: AnnouncementContent
        let typed: AnnouncementTyped
        let id: ID
        let version: Int?
        let event: Event?
        let preview: AudiencePreview
        package init(
            content: AnnouncementContent, typed: AnnouncementTyped, id: ID, version: Int?, event: Event?, preview: AudiencePreview
        ) {
            (self.content, self.typed, self.id, self.version) = (content, typed, id, version)
            (self.event, self.preview) = (event, preview)
        }
    }

    package init(layout tripLayout: TripLayout, reviewed: Reviewed) {
        let (slug, content, preview) = (tripLayout.slug, reviewed.content, reviewed.preview)
        layout = tripLayout.layout
        card = AnnouncementCard(
            content, sentAt: nil, event: reviewed.event,
            reader: .init(trip: tripLayout.trip, role: .host, opensEvent: true, now: tripLayout.now))
        action = reviewed.version == nil ? Path.newAnnouncement(slug) : Path.editAnnouncement(slug, reviewed.id)
        let known: Set<String> = ["announcement", "version", "do"]
        hidden =
            ([("announcement", reviewed.id.description)] + (reviewed.version.map { [("version", String($0))] } ?? [])
            + reviewed.typed.fields.filter { !known.contains($0.0) }).map { FormPage.Hidden(name: $0.0, value: $0.1) }
        let total = preview.people.count
        count = counted(total, "person", "people")
        words = Texts.said(text: preview.words)
        ways = [
            Way(count: preview.told, text: Texts.said("by push, Telegram or email")),
            Way(count: preview.inPageOnly, text: Texts.said("in Sotravel, when they next open it")),
            Way(count: preview.byPhoneOnly, text: Texts.said("only by phone: somebody has to call them")),
        ].filter { $0.count > 0 }
        isUrgent = content.urgency == .urgent
        area = preview.area?.sentence
        people = preview.people.prefix(AnnouncementReviewPage.shown).map { row in
            Person(name: row.fullName, groups: row.groupNames.joined(separator: ", "), reach: AnnouncementReviewPage.reach(row, preview))
        }
        more = total > people.count ? Texts.said("and \(total - people.count) more") : nil
        when = content.scheduledAt.map { EventText(zone: tripLayout.trip.zone, now: tripLayout.now).near($0) }
        submitValue = when == nil ? "send" : "schedule"
        submitStyle = isUrgent ? "danger" : "primary"
        submit = AnnouncementReviewPage.submit(count, preview, when, isUrgent: isUrgent)
    }
    package func render(into out: inout HTMLBuffer) { Template.announcementsAnnounceReview(self, &out) }

    /// "Send to 52 people", "Send to 3, call 49".
    private static func submit(_ count: String, _ preview: AudiencePreview, _ when: String?, isUrgent: Bool) -> String {
        if let when { return Texts.said("Schedule for \(when)") }
        let (calls, sent) = (preview.byPhoneOnly, preview.told + preview.inPageOnly)
        if calls > 0 { return Texts.said(isUrgent ? "Send urgently to \(sent), call \(calls)" : "Send to \(sent), call \(calls)") }
        return Texts.said(isUrgent ? "Send urgently to \(count)" : "Send to \(count)")
    }

    private static func reach(_ row: RosterRow, _ preview: AudiencePreview) -> String? {
        if preview.reached.contains(row.id) { return nil }
        return row.hasAccount ? Texts.said("In Sotravel only") : Texts.said("By phone only")
    }
}
