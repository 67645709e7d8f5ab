import Domain

/// An event: what, where, who comes, who has not answered, what happened.
package struct EventPage: Page {
    package struct Fact: Sendable {
        let label: String
        let text: String
        let link: Link?
    }
    package struct Count: Sendable {
        let key: String
        let label: String
        let count: Int
        let style: String
        let link: Link
    }
    package struct Guest: Sendable {
        let id: String
        let number: Int
        let name: String
        let link: Link
        let attention: String?
        let groups: String
        let detail: String
        let note: String?
        let isTogether: Bool
        let isAskedAgain: Bool
        let isRevoked: Bool
        /// The newest change; both are false where there is none, or it is none of theirs.
        let hasSeen: Bool
        let hasNotSeen: Bool
    }
    package struct Answer: Sendable {
        let key: String
        let label: String
        let style: String
        let count: Int
        let guests: [Guest]
        let isOpen: Bool
    }
    /// Others' events at the same time, with who is going to both.
    package struct Conflict: Sendable {
        let title: String
        let count: String
        let names: String
    }
    package struct LogLine: Sendable {
        let text: String
        let at: TimeText
    }
    package struct Action: Sendable {
        let value: String
        let label: String
    }
    package struct ListRow: Sendable {
        let name: String
        let link: Link
        let tally: String
        let set: String?
        let isArchived: Bool
    }

    let frame: Frame
    let id: String
    let title: String
    let state: String?
    let stateStyle: String
    let when: String
    let reason: String?
    let facts: [Fact]
    let meeting: PlaceForms?
    let details: [TextPart]
    let map: Link?
    let smallMap: SmallMap?
    let capacity: String
    let isFull: Bool
    let counts: [Count]
    let answers: [Answer]
    let isPublished: Bool
    let isDraft: Bool
    let mayEdit: Bool
    let mayAnswer: Bool
    let conflicts: [Conflict]
    var hasConflicts: Bool { !conflicts.isEmpty }
    let reminders: [String]
    let acknowledged: String?
    let log: [LogLine]
    let logLink: Link
    let lists: [ListRow]
    let actions: [Action]
    let noteError: String?
    let problem: String?
    let stamp: String
    let countsLink: Link
    let answerAction: Link
    let inviteAction: Link
    let listAction: Link
    let uninvited: [Action]
    let publish: Link
    let edit: Link
    let cancel: Link
    let print: Link
    let csv: Link
    let ics: Link
    let links: Link
    let share: Link?
    let chat: ChatPreview?
    let address: String

    /// - Parameter url: of the event's page for those who are invited.
    package init(frame tripFrame: TripFrame, opened: OpenedEvent, url: String, complaint: Complaint) {
        frame = tripFrame.frame
        let (trip, now) = (tripFrame.trip, tripFrame.now)
        let (detail, event) = (opened.detail, opened.detail.event)
        let (slug, fields, text) = (trip.fields.slug, event.fields, EventText(zone: trip.zone, now: now))
        let (guests, people, lists) = (detail.guests, detail.people, detail.lists)
        let names = Dictionary(firstOf: people.map { ($0.id, $0.fullName) })
        id = event.id.description
        title = fields.title
        let isOver = event.isOver(at: now)
        state = event.state == .published ? (isOver ? "Over" : nil) : event.state.label
        stateStyle = event.state == .cancelled ? "bad" : "none"
        when = text.sentence(fields)
        reason = event.state == .cancelled ? event.cancelReason : nil
        facts = EventPage.facts(fields, text, names, trip)
        meeting = event.meeting.map(PlaceForms.init)
        details = TextPart.parts(fields.details)
        map = event.meeting.map { Path.map(slug, [("lat", decimal($0.latitude, 6)), ("lon", decimal($0.longitude, 6)), ("z", "16")]) }
        smallMap = SmallMap(event.meeting, on: opened.ground, label: fields.meetingPoint, link: map)
        capacity = fields.capacity.map { "\(event.taken) of \(counted($0, "place")) taken" } ?? "No limit of places"
        isFull = fields.capacity.map { event.taken >= $0 } ?? false
        let tally = detail.counts
        let order: [RSVP] = [.going, .offered, .waitlisted, .pending, .declined]
        counts = order.filter { tally[$0] > 0 || $0 == .going || $0 == .pending }.map {
            Count(key: $0.rawValue, label: $0.label, count: tally[$0], style: $0.style, link: Path.event(slug, event.id, "#\($0.rawValue)"))
        }
        answers = order.filter { tally[$0] > 0 }.map { EventPage.answer($0, guests, detail.acknowledgement?.version, slug, text, now) }
        isPublished = event.state == .published
        chat = opened.chat.map { ChatPreview($0, conversation: event.id, trip: trip) }
        isDraft = event.state == .draft
        mayEdit = tripFrame.isOpenHost && event.state != .cancelled
        mayAnswer = mayEdit && event.state == .published
        conflicts = EventPage.conflicts(detail.conflicts, names)
        reminders = detail.reminders.map {
            ($0.kind == "answer" ? "Reminded of the answer: " : "Reminded of the start: ") + "\($0.count), last \(text.moment($0.at))"
        }
        acknowledged = detail.acknowledgement.map { EventPage.sentence($0, trip.zone, now) }
        log = EventPage.log(detail.log, detail.changes, trip.zone, now)
        let rows = lists.map { tally in
            let list = tally.list
            let excluded = lists.map(\.list).filter(list.excludes).map(\.name)
            return ListRow(
                name: list.name, link: Path.checkIn(slug, event.id, list.id), tally: EventPage.tally(tally.totals, isOver: isOver),
                set: excluded.isEmpty ? nil : "in here is out of " + excluded.joined(separator: ", "), isArchived: list.isArchived)
        }
        self.lists = rows.filter { !$0.isArchived } + rows.filter(\.isArchived)
        actions = [
            Action(value: "going", label: "Going"), Action(value: "declined", label: "Not going"),
            Action(value: "promote", label: "Offer a place now"), Action(value: "together", label: "Wait together"),
            Action(value: "alone", label: "Wait alone"), Action(value: "link", label: "New personal link"),
            Action(value: "revoke", label: "Revoke personal link"),
        ]
        (noteError, problem) = (complaint.line, complaint.problem)
        stamp = EventPage.stamp(event, text)
        countsLink = Path.event(slug, event.id, "/counts.json")
        answerAction = Path.event(slug, event.id, "/answers")
        inviteAction = Path.event(slug, event.id, "/invitations")
        listAction = Path.event(slug, event.id, "/check-in")
        let invited = Set(guests.map(\.row.id))
        uninvited = people.filter { !invited.contains($0.id) && $0.status != .cancelled && $0.status != .left }.map {
            Action(value: $0.id.description, label: $0.fullName)
        }
        publish = Path.event(slug, event.id, "/publish")
        edit = Path.event(slug, event.id, "/edit")
        cancel = Path.event(slug, event.id, "/cancel")
        print = Path.event(slug, event.id, "/print")
        csv = Path.event(slug, event.id, "/roster.csv")
        ics = Path.event(slug, event.id, "/event.ics")
        links = Path.event(slug, event.id, "/links")
        logLink = Path.event(slug, event.id, "/log")
        address = url
        share = event.state == .published ? Path.shareOnTelegram(url, "\(fields.title), \(when)") : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsEvent(self, &out) }

    package static func sentence(_ found: Acknowledgement, _ zone: TripZone, _ now: Instant) -> String {
        "\(found.seen) of \(found.count) have seen the change of \(TimeText(found.at, zone: zone, now: now).text)."
    }

    private static func conflicts(_ found: [(member: ID, title: String)], _ names: [ID: String]) -> [Conflict] {
        Dictionary(grouping: found) { $0.title }.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { title, people in
            Conflict(
                title: title, count: counted(people.count, "person", "people"),
                names: people.compactMap { names[$0.member] }.joined(separator: ", "))
        }
    }

    /// "43 in place, 5 not arrived, 1 walk-in".
    private static func tally(_ totals: AttendanceTotals, isOver: Bool) -> String {
        let missing = isOver ? (totals.missing == 1 ? "no-show" : "no-shows") : "not arrived"
        return ["\(totals.present) in place", "\(totals.missing) \(missing)"].joined(separator: ", ")
            + (totals.unplanned == 0 ? "" : ", \(totals.unplanned) " + (totals.unplanned == 1 ? "walk-in" : "walk-ins"))
    }

    /// "list v12, 07:40 CET": what paper and screen are compared by.
    static func stamp(_ event: Event, _ text: EventText) -> String {
        "list v\(event.listVersion), \(TimeText(event.listChangedAt, zone: text.zone, now: text.now).text)"
    }

    private static func facts(_ fields: EventFields, _ text: EventText, _ names: [ID: String], _ trip: Trip) -> [Fact] {
        let all: [(String, String, Link?)] = [
            ("Place", fields.place, nil),
            ("Meeting point", fields.meetingPoint, nil),
            ("Answer by", fields.answerBy.map(text.moment) ?? "", nil),
            ("Host", fields.hostID.flatMap { names[$0] } ?? "", fields.hostID.map { Path.member(trip.fields.slug, $0) }),
            ("Co-hosts", fields.coHosts.compactMap { names[$0] }.joined(separator: ", "), nil), ("Bring", fields.bring, nil),
            ("Cost", fields.cost, nil), ("Category", fields.category.label, nil),
            (
                "Waitlist",
                fields.capacity == nil
                    ? ""
                    : fields.offersAutomatically
                        ? "A freed place is offered to the next for \(fields.offerMinutes / 60) h" : "Offers by hand only",
                nil
            ),
        ]
        return all.filter { !$0.1.isEmpty }.map { Fact(label: $0.0, text: $0.1, link: $0.2) }
    }

    private static func answer(_ rsvp: RSVP, _ guests: [EventGuest], _ move: Int?, _ slug: String, _ text: EventText, _ now: Instant)
        -> Answer
    {
        var lines = guests.filter { $0.invitation.rsvp == rsvp }
        if rsvp == .waitlisted { lines.sort { ($0.position ?? 0) < ($1.position ?? 0) } }
        let parties = Dictionary(grouping: guests.compactMap(\.invitation.party)) { $0 }.mapValues(\.count)
        return Answer(
            key: rsvp.rawValue, label: rsvp.label, style: rsvp.style, count: lines.count,
            guests: lines.map { line in
                let seen = rsvp == .declined ? nil : move.map { line.invitation.acknowledgedVersion >= $0 }
                return Guest(
                    id: line.row.id.description, number: line.invitation.number, name: line.row.fullName,
                    link: Path.member(slug, line.row.id), attention: line.row[.attention].isEmpty ? nil : line.row[.attention],
                    groups: line.row[.groups], detail: detail(line, text),
                    note: line.invitation.note.isEmpty ? nil : line.invitation.note,
                    isTogether: rsvp == .waitlisted && line.invitation.party.map { parties[$0] ?? 0 > 1 } ?? false,
                    isAskedAgain: line.invitation.askedAgainAt != nil, isRevoked: line.invitation.isRevoked,
                    hasSeen: seen == true, hasNotSeen: seen == false)
            }, isOpen: lines.count <= 100)
    }

    private static func detail(_ line: EventGuest, _ text: EventText) -> String {
        let invitation = line.invitation
        let by = invitation.answeredAt.map { "\(TimeText($0, zone: text.zone, now: text.now).text), \(invitation.answeredBy)" } ?? ""
        switch invitation.rsvp {
        case .waitlisted: return "#\(line.position ?? 0) in line · " + by
        case .offered: return "held until " + (invitation.offerExpiresAt.map(text.moment) ?? "") + " · " + by
        case .pending: return by
        default: return by
        }
    }

    private static func log(_ lines: [EventLogLine], _ changes: [AuditEntry], _ zone: TripZone, _ now: Instant) -> [LogLine] {
        let answers = lines.map { line in
            (
                line.at,
                "\(line.memberName.isEmpty ? "" : line.memberName + ": ")\(word(line.action)) · \(line.author)"
                    + (line.note.isEmpty ? "" : " · “\(line.note)”")
            )
        }
        let edits = changes.map { entry in
            let details = entry.changes.map { change in
                change.from.isEmpty
                    ? "\(change.field) “\(change.to)”" : "\(change.field) “\(change.from)” → “\(change.to.isEmpty ? "nothing" : change.to)”"
            }
            return (
                entry.at,
                ([entry.action.prefix(1).uppercased() + entry.action.dropFirst()] + details).joined(separator: ", ") + " · "
                    + entry.actorName
            )
        }
        return (edits + answers).sorted { $0.0 > $1.0 }.prefix(120).map { LogLine(text: $0.1, at: TimeText($0.0, zone: zone, now: now)) }
    }

    private static func word(_ action: String) -> String { RSVP(rawValue: action)?.label.lowercased() ?? action }
}
