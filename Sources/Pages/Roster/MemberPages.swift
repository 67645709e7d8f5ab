import Domain

package enum MemberForm {
    package static func fields(_ member: MemberFields, errors: [FieldError], groups: [Group]) -> [FormField] {
        MemberField.typed.map { field in
            let hint: String? =
                switch field {
                case .groups:
                    groups.isEmpty
                        ? "Several are separated by ; – a new name makes a new group."
                        : "Several are separated by ; – there are " + groups.map(\.name).joined(separator: ", ") + "."
                case .attention: "A word or two that every list shows beside the name."
                case .hostNotes: "For hosts and moderators. Health belongs into the medical notes."
                default: nil
                }
            return FormField(
                field.rawValue, field.label, member[field], kind: kind(field), hint: hint, errors: errors
            )
            .offering(field == .status ? MemberStatus.allCases.map { ($0.rawValue, $0.label) } : [])
        }
    }

    private static func kind(_ field: MemberField) -> FormField.Kind {
        switch field {
        case .status: .choice
        case .hostNotes, .description: .text
        case .email: .email
        default: .line
        }
    }
}

package struct MemberPage: Page {
    package struct Fact: Sendable {
        let label: String
        let text: String
        let link: Link?
    }
    package struct TrackerRow: Sendable {
        let label: String
        let link: Link?
        let since: TimeText
        let contact: TimeText?
        let isRevoked: Bool
    }
    package struct HistoryLine: Sendable {
        let text: String
        let lines: [String]
        let by: String
        let version: String
        let at: TimeText
    }
    private let slug: String
    private let id: ID
    let layout: Layout
    let name: String
    let face: Face
    let attention: String?
    let statusLabel: String
    let role: String?
    let facts: [Fact]
    /// What stands in the trip's own columns.
    let own: [Fact]
    let notes: String?
    let hasMedical: Bool
    /// For hosts, of who signs in with one.
    let address: AddressPart?
    let isHost: Bool
    let rights: MemberRights?
    let isPaused: Bool
    let hasTrack: Bool
    let contact: String
    let phone: String?
    let place: CoordinateForms?
    let contactMark: String
    let contactStyle: String
    let trackers: [TrackerRow]
    let history: [HistoryLine]
    var edit: Link { at("/edit") }
    var medical: Link { at("/medical") }
    var pause: Link { at(isPaused ? "/resume" : "/pause") }
    var addTracker: Link { at("/trackers") }
    let tracks: [TrackLink]
    var way: Link { Path.way(slug, id) }
    var map: Link { Path.map(slug, [("member", id.description)]) }
    var back: Link { Path.roster(slug) }
    let trackerFields: [FormField]

    /// - Parameter errors: of the form that adds a tracker.
    package init(layout tripLayout: TripLayout, detail: MemberDetail, errors: [FieldError]) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (member, entry) = (detail.member, detail.entry)
        let (slug, fields) = (trip.fields.slug, member.fields)
        (self.slug, id, name) = (slug, member.id, fields.fullName)
        face = Face(name, slug, member.photo, .small)
        attention = fields[.attention].isEmpty ? nil : fields[.attention]
        statusLabel = fields.status.label
        role = member.role == .traveller ? nil : member.role.rawValue
        facts = MemberField.typed.filter {
            ![.firstName, .lastName, .status, .attention, .hostNotes].contains($0) && !fields[$0].isEmpty
        }.map { Fact(label: $0.label, text: fields[$0], link: MemberPage.link($0, fields[$0])) }
        own = OwnColumnForm.facts(detail.own, fields.own)
        notes = fields[.hostNotes].isEmpty ? nil : fields[.hostNotes]
        hasMedical = member.hasMedicalNotes
        address = detail.address.map { AddressPart($0, action: Path.member(slug, member.id, "/address")) }
        isHost = tripLayout.isHost
        rights = isHost ? MemberRights(trip, member, coHost: detail.coHost, erasure: detail.erasure, now: now) : nil
        isPaused = member.sharingPausedAt != nil
        hasTrack = detail.hasTrack
        let freshness = Freshness(lastFix: entry?.fix.time, isPaused: isPaused, now: now, trip: trip.fields)
        contactMark = freshness.mark
        place = isPaused ? nil : entry.map { CoordinateForms($0.fix.coordinates) }
        contactStyle = freshness.rawValue
        contact = MemberPage.contact(freshness, entry, trip, now)
        phone = isPaused ? nil : entry.flatMap { PhoneText.line($0, freshness, ContactClock(trip: trip, now: now)) }
        trackers = detail.trackers.map { tracker in
            TrackerRow(
                label: tracker.label, link: tripLayout.isHost ? Path.tracker(slug, tracker.id) : nil,
                since: TimeText(tracker.createdAt, zone: trip.zone, now: now),
                contact: tracker.lastContactAt.map { TimeText($0, zone: trip.zone, now: now) },
                isRevoked: tracker.revokedAt != nil)
        }
        history = detail.history.map { MemberPage.line($0, trip.zone, now) }
        tracks = TrackLink.all { Path.memberTrack(slug, member.id, $0) }
        trackerFields = [FormField("label", "New tracker", "", hint: "For instance Phone, or Spare phone.", errors: errors)]
    }
    private func at(_ rest: String) -> Link { Path.member(slug, id, rest) }

    package func render(into out: inout HTMLBuffer) { Template.rosterMember(self, &out) }

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
            return freshness == .paused ? "Sharing is paused: no position is kept or shown." : "No position yet."
        }
        let time = TimeText(entry.fix.time, zone: trip.zone, now: now).text
        return "\(freshness.label): last position \(time), \(TimeText.old(now - entry.fix.time))."
    }

    static func line(_ entry: AuditEntry, _ zone: TripZone, _ now: Instant) -> HistoryLine {
        let lines = entry.changes.map { change in
            let label = change.label ?? change.field.prefix(1).uppercased() + change.field.dropFirst()
            if change.from.isEmpty, change.to.isEmpty { return label }
            return "\(label): \(change.from.isEmpty ? "–" : change.from) → \(change.to.isEmpty ? "–" : change.to)"
        }
        let isNew = entry.action == "added"
        let whole = entry.changes.map { ($0.to.isEmpty ? MemberField(rawValue: $0.field)?.label : $0.to) ?? $0.to }
        return HistoryLine(
            text: entry.action.prefix(1).uppercased() + entry.action.dropFirst(), lines: isNew ? [whole.joined(separator: " · ")] : lines,
            by: entry.actorName,
            version: entry.rosterVersion.map { "v\($0) · " } ?? "", at: TimeText(entry.at, zone: zone, now: now))
    }
}

package struct MedicalPage: Page {
    let layout: Layout
    let name: String
    let fields: [FormField]
    let action: Link
    let version: Int
    let back: Link
    package init(layout: Layout, slug: String, member: Member, notes: String, errors: [FieldError]) {
        self.layout = layout
        name = member.fields.fullName
        fields = [FormField("medical_notes", "Medical notes", notes, kind: .text, errors: errors)]
        action = Path.member(slug, member.id, "/medical/save")
        version = member.version
        back = Path.member(slug, member.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterMedical(self, &out) }
}

package struct GroupsPage: Page {
    package struct Row: Sendable {
        let name: String
        let count: String
        let leaders: [FormField.Choice]
        let save: Link
        let remove: Link
        let chat: Link
        let members: Link
        let print: Link
        let tracks: [TrackLink]
        let leader: String
    }
    let layout: Layout
    let rows: [Row]
    let mayEdit: Bool
    let add: Link
    let fields: [FormField]
    let printAll: Link
    let problem: String?
    package init(
        layout tripLayout: TripLayout, groups: [Group], members: [RosterRow], errors: [FieldError], typed: String
    ) {
        layout = tripLayout.layout
        let trip = tripLayout.trip
        let slug = trip.fields.slug
        let inside = Dictionary(grouping: members.flatMap { member in member.groupNames.map { (group: $0, member: member) } }, by: \.group)
        rows = groups.map { group in
            Row(
                name: group.name, count: counted(group.memberCount, "member"),
                leaders: [FormField.Choice(value: "", label: "No leader", isSelected: group.leaderID == nil)]
                    + inside[group.name, default: []].map {
                        .init(value: $0.member.id.description, label: $0.member.fullName, isSelected: $0.member.id == group.leaderID)
                    },
                save: Path.group(slug, group.id, ""), remove: Path.group(slug, group.id, "/remove"),
                chat: Path.group(slug, group.id, "/chat"),
                members: Path.roster(slug, [("group", group.name)]),
                print: Path.rosterFile(slug, "/print", [("group", group.name)]),
                tracks: TrackLink.all { Path.groupTrack(slug, group.name, $0) }, leader: group.leaderName)
        }
        mayEdit = tripLayout.isOpenHost
        add = Path.trip(slug, "/groups")
        fields = [FormField("name", "New group", typed, hint: "A bus, a ski class, a dive team.", errors: errors)]
        printAll = Path.rosterFile(slug, "/print", [("by_group", "on")])
        problem = errors.isEmpty ? nil : errors.map(\.message).joined(separator: " ")
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterGroups(self, &out) }
}
