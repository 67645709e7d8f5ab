import Domain

/// One member as the staff sees them: who they are and how to reach them first, what is rare last.
package struct MemberPage: Page {
    package struct Fact: Sendable {
        let label: String
        let text: String
        let link: Link?
        /// "ada", and "@example.org" as the end: an address that fills a phone's column breaks there.
        var start: String { String(text[..<cut]) }
        var end: String? { cut == text.endIndex ? nil : String(text[cut...]) }
        private var cut: String.Index { text.firstIndex(of: "@") ?? text.endIndex }

        init(label: String, text: String, link: Link?) { (self.label, self.text, self.link) = (label, text, link) }
    }
    package struct TrackerRow: Sendable {
        let label: String
        let link: Link?
        let since: TimeText
        let contact: AgeText?
        let isRevoked: Bool
    }
    package struct HistoryLine: Sendable {
        let text: String
        let lines: [String]
        /// Of somebody new: all that was known of them, folded.
        let details: [String]
        let detailLabel: String
        var hasDetails: Bool { !details.isEmpty }
        let by: String
        let at: TimeText
    }
    private let slug: String
    private let id: ID
    let layout: Layout
    let name: String
    let card: PersonCard
    let place: MemberPlace
    let events: MemberEvents
    let facts: [Fact]
    /// What stands in the trip's own columns.
    let own: [Fact]
    let lacksEmergency: Bool
    let notes: String?
    let hasMedical: Bool
    /// For hosts, of who signs in with one.
    let address: AddressPart?
    let isHost: Bool
    /// A host, of a trip that still changes.
    let mayEdit: Bool
    let wishes: MemberWishes?
    let rights: MemberRights?
    /// For hosts.
    let nudge: NudgePanel?
    /// What is rare is not folded where it goes on right now.
    var isRareOpen: Bool { rights?.isCoHost == true || rights?.leaving != nil }
    let isPaused: Bool
    let hasTrack: Bool
    /// There may be something to replay.
    var hasWay: Bool { hasTrack && (place.age != nil || trackers.contains { $0.contact != nil }) }
    let trackers: [TrackerRow]
    let history: [HistoryLine]
    let earlier: [HistoryLine]
    var hasEarlier: Bool { !earlier.isEmpty }
    let earlierLabel: String
    /// Nil where no line has one.
    let times: String?
    let tracks: [TrackLink]
    let trackerFields: [FormField]
    /// There is none yet, or the form came back.
    var isAddOpen: Bool { trackers.isEmpty || trackerFields.contains(where: \.isInvalid) }
    var edit: Link { at(Path.editMember) }
    var medical: Link { at(Path.openMedicalNotes) }
    var pause: Link { at(isPaused ? Path.resumeMember : Path.pauseMember) }
    var addTracker: Link { at(Path.addTracker) }
    var way: Link { Path.way(slug, id) }
    var back: Link { Path.roster(slug) }

    /// Newest lines of the history that are not folded.
    private static let shownLines = 4

    /// - Parameter errors: of the form that adds a tracker.
    package init(layout tripLayout: TripLayout, opened: OpenedMember, errors: [FieldError], origin: String) {
        layout = tripLayout.layout
        let (trip, now, detail) = (tripLayout.trip, tripLayout.now, opened.detail)
        let (member, slug, fields) = (detail.member, trip.fields.slug, detail.member.fields)
        (self.slug, id, name) = (slug, member.id, fields.fullName)
        (isHost, mayEdit) = (tripLayout.isHost, tripLayout.isOpenHost)
        isPaused = member.sharingPausedAt != nil
        let freshness = Freshness(lastFix: detail.entry?.fix.time, isPaused: isPaused, now: now, trip: trip.fields)
        card = PersonCard(
            member.person, isPaused ? nil : detail.entry, freshness,
            for: CardReader(trip: trip, role: tripLayout.role, member: opened.reader, now: now, calls: tripLayout.calls))
        place = MemberPlace(opened, freshness, trip, now, mayEdit: tripLayout.isOpenHost, needsHelp: card.help != nil)
        events = MemberEvents(opened.events, of: member.id, trip, now, mayAnswer: tripLayout.isOpenHost)
        facts = MemberPage.facts(fields)
        own = OwnColumnForm.facts(detail.own, fields.own)
        lacksEmergency = fields[.emergencyPhone].isEmpty
        notes = fields[.hostNotes].isEmpty ? nil : fields[.hostNotes]
        hasMedical = member.hasMedicalNotes
        address = detail.address.map { AddressPart($0, action: Path.setMemberAddress(slug, member.id)) }
        wishes = tripLayout.isHost ? MemberWishes(detail, slug) : nil
        rights = tripLayout.isHost ? MemberRights(trip, member, coHost: detail.coHost, erasure: detail.erasure, now: now) : nil
        let isHere = fields.status != .cancelled && fields.status != .left
        nudge =
            tripLayout.isHost
            ? NudgePanel(opened.nudge, of: member.id, in: tripLayout, origin: origin, mayAsk: tripLayout.isOpenHost && isHere) : nil
        hasTrack = detail.hasTrack
        trackers = detail.trackers.map { tracker in
            TrackerRow(
                label: tracker.label, link: tripLayout.isHost ? Path.tracker(slug, tracker.id) : nil,
                since: TimeText(tracker.createdAt, zone: trip.zone, now: now), contact: tracker.lastContactAt.map { .ago($0, now: now) },
                isRevoked: tracker.revokedAt != nil)
        }
        let lines = detail.history.map { MemberPage.line($0, trip.zone, now) }
        (history, earlier) = (Array(lines.prefix(MemberPage.shownLines)), Array(lines.dropFirst(MemberPage.shownLines)))
        times = lines.isEmpty ? nil : TimeText.zoneSaid(trip.zone, now: now)
        earlierLabel = Texts.said("\(counted(max(0, lines.count - MemberPage.shownLines), "earlier change"))")
        tracks = TrackLink.all { Path.memberTrack($0)(slug, member.id) }
        trackerFields = [FormField("label", "New tracker", "", hint: "For instance Phone, or Spare phone.", errors: errors)]
    }
    private func at(_ address: Address<String, ID>) -> Link { address(slug, id) }

    package func render(into out: inout HTMLBuffer) { Template.rosterMember(self, &out) }

    /// What the head does not say.
    private static func facts(_ fields: MemberFields) -> [Fact] {
        let elsewhere: Set<MemberField> = [.firstName, .lastName, .status, .groups, .room, .attention, .hostNotes]
        return MemberField.typed.filter { !elsewhere.contains($0) && !fields[$0].isEmpty }.map {
            Fact(label: Texts.said(text: $0.label), text: fields[$0], link: link($0, fields[$0]))
        }
    }

    private static func link(_ field: MemberField, _ text: String) -> Link? {
        switch field {
        case .phone, .emergencyPhone: Path.telephone(text)
        case .email: Path.mail(text)
        case .telegram: Path.telegram(text)
        default: nil
        }
    }

    static func contact(_ freshness: Freshness, _ entry: BoardEntry?, _ trip: Trip, _ now: Instant) -> String {
        guard let entry else {
            return Texts.said(freshness == .paused ? "Sharing is paused: no position is kept or shown." : "No position yet.")
        }
        let time = TimeText(entry.fix.time, zone: trip.zone, now: now).text
        let word = Texts.said(text: freshness.label)
        return Texts.said("\(word): last position \(time), \(TimeText.old(now - entry.fix.time)).")
    }

    /// For a list that says the zone of its times once.
    static func line(_ entry: AuditEntry, _ zone: TripZone, _ now: Instant) -> HistoryLine {
        let lines = entry.changes.map { change in
            // Words of somebody who called for help are said as words.
            let words = change.to
            if change.field == "text", change.from.isEmpty, !words.isEmpty { return Texts.said("“\(words)” was written") }
            let label = Texts.said(text: change.label ?? change.field.prefix(1).uppercased() + change.field.dropFirst())
            if change.from.isEmpty, change.to.isEmpty { return label }
            return "\(label): \(change.from.isEmpty ? "–" : change.saidFrom) → \(change.to.isEmpty ? "–" : change.saidTo)"
        }
        // All that is known of somebody new is not a change of anything.
        let isNew = entry.action == "added"
        let details = isNew ? entry.changes.filter { !$0.to.isEmpty }.map { Texts.said(text: label($0)) + ": " + $0.saidTo } : []
        return HistoryLine(
            text: Texts.said(text: entry.action.prefix(1).uppercased() + entry.action.dropFirst()), lines: isNew ? [] : lines,
            details: details,
            detailLabel: counted(details.count, "detail"),
            by: entry.actorName == "command line" ? Texts.said("on the server") : entry.actorName,
            at: TimeText(entry.at, zone: zone, now: now, zoneIsSaid: true))
    }

    private static func label(_ change: AuditChange) -> String {
        change.label ?? MemberField(rawValue: change.field)?.label ?? change.field.prefix(1).uppercased() + change.field.dropFirst()
    }
}
