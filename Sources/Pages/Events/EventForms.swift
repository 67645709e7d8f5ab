import Domain

/// The form of an event: values as they are typed, in the trip's time.
package enum EventForm {
    package static func values(_ fields: EventFields, zone: TripZone) -> [String: String] {
        var values: [String: String] = [:]
        func set(_ name: String, _ instant: Instant?) {
            guard let instant else { return }
            let local = zone.local(instant)
            (values[name + "_day"], values[name + "_time"]) = (local.day.description, local.clock)
        }
        set("start", fields.startsAt)
        set("end", fields.endsAt)
        set("answer", fields.answerBy)
        values["title"] = fields.title
        values["details"] = fields.details
        values["place"] = fields.place
        values["meeting_point"] = fields.meetingPoint
        values["meeting_latitude"] = fields.meetingLatitude.map { decimal($0, 6) } ?? ""
        values["meeting_longitude"] = fields.meetingLongitude.map { decimal($0, 6) } ?? ""
        values["back_by"] = fields.isBackBy ? "on" : ""
        values["capacity"] = fields.capacity.map(String.init) ?? ""
        values["host"] = fields.hostID?.description ?? ""
        values["co_hosts"] = fields.coHosts.map(\.description).joined(separator: "\n")
        values["bring"] = fields.bring
        values["cost"] = fields.cost
        values["category"] = fields.category.rawValue
        values["automatic"] = fields.offersAutomatically ? "on" : ""
        values["offer_hours"] = String(fields.offerMinutes / 60)
        return values
    }

    /// - Parameter isPublished: asks whether people should answer again.
    package static func fields(
        _ values: [String: String], errors: [FieldError], people: [RosterRow], zone: TripZone, map: FormField.PinMap?, isPublished: Bool
    ) -> [FormField] {
        func field(
            _ name: String, _ label: String, _ kind: FormField.Kind = .line, _ hint: String? = nil, isRequired: Bool = false,
            choices: [(String, String)] = []
        ) -> FormField {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: errors, isRequired: isRequired, choices: choices)
        }
        let staffFirst = people.filter(\.role.isStaff) + people.filter { !$0.role.isStaff }
        let everybody = staffFirst.map { ($0.id.description, $0.fullName + ($0.role == .traveller ? "" : " (\($0.role.rawValue))")) }
        let needsPast = errors.contains { $0.field == "confirm_past" }
        return [
            field("title", "Title", isRequired: true),
            field("category", "Category", .choice, choices: EventCategory.allCases.map { ($0.rawValue, $0.label) }),
            field("place", "Place", isRequired: true),
            field(
                "meeting_point", "Meeting point", .line, "Where people stand: in front of the hotel, at the lower lift station.",
                isRequired: true),
        ] + (map.map { [field("meeting", "", .pin($0))] } ?? []) + [
            field("meeting_latitude", "Latitude", .line, "Decimal degrees. A click on the map and “New event here” fills both in."),
            field("meeting_longitude", "Longitude"), field("start_day", "Start", .date, isRequired: true),
            field("start_time", "Start time", .time, "Trip time, \(zone.identifier).", isRequired: true),
            field("end_day", "End", .date, "Empty for the same day."),
            field("end_time", "End time", .time, "Empty if it is open."), field("back_by", "The end is when everybody must be back", .tick),
        ] + (needsPast ? [field("confirm_past", "Yes, it starts in the past", .tick)] : []) + [
            field("capacity", "Places", .number, "Empty for no limit. Hosts and the creator take places too."),
            field("answer_day", "Answer by", .date), field("answer_time", "Answer by, time", .time, "Empty: until it starts."),
            field("automatic", "Offer freed places to the waitlist by itself", .tick),
            field(
                "offer_hours", "An offered place is held for (hours)", .number, "Never beyond the deadline or two hours before the start."),
            field("host", "Host", .choice, choices: [("", "Nobody yet")] + everybody),
            field("co_hosts", "Co-hosts", .choices, "Several with Ctrl or ⌘.", choices: everybody),
            field("bring", "What to bring", .text), field("cost", "Cost", .line, "For instance 25 CHF for the lift, paid there."),
            field("details", "Details", .text, "Plain text; addresses that begin with https:// become links."),
        ] + (isPublished ? [field("ask_again", "Ask those who are going to confirm again", .tick, "When time or place changed.")] : [])
    }
}

/// Choosing whom to invite, with everybody's name before anything is sent.
package struct PublishPage: Page {
    package struct Choice: Sendable {
        let value: String
        let label: String
        let isChosen: Bool
    }
    package struct Person: Sendable {
        let id: String
        let name: String
        let groups: String
        let distance: String?
        let isTicked: Bool
    }
    let frame: Frame
    let title: String
    let when: String
    let kinds: [Choice]
    let groups: [Choice]
    let people: [Person]
    let count: String
    let empty: String
    let kind: String
    let chosenGroups: [Choice]
    let mayAdmit: Bool
    let action: Link
    let back: Link
    let version: Int
    let problem: String?

    package init(frame tripFrame: TripFrame, event: Event, audience: EventAudience, problem: String?) {
        frame = tripFrame.frame
        let (trip, now) = (tripFrame.trip, tripFrame.now)
        title = event.fields.title
        when = EventText(zone: trip.zone, now: now).sentence(event.fields)
        let (kind, chosen) = (audience.kind, audience.chosen)
        kinds = AudienceKind.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == kind) }
        groups = audience.groups.map {
            Choice(value: $0.id.description, label: "\($0.name) (\($0.memberCount))", isChosen: chosen.contains($0.id))
        }
        chosenGroups = kind == .groups ? groups.filter(\.isChosen) : []
        people = audience.people.map { person in
            Person(
                id: person.row.id.description, name: person.row.fullName, groups: person.row[.groups],
                distance: person.distance.map { $0 < 1000 ? "\(tens($0)) m" : decimal($0 / 1000, 1) + " km" },
                isTicked: kind != .selected)
        }
        count = counted(audience.people.count, "member")
        empty =
            switch kind {
            case .groups: "Tick one or more groups, then show who that is."
            case .nearby:
                event.meeting == nil
                    ? "The event's meeting point has no coordinates, and you have no position of your own."
                    : "Nobody with a fresh position is within \(trip.fields.nearbyRadius) m of the meeting point."
            case .everyone, .selected: "Nobody is on the roster."
            }
        self.kind = kind.rawValue
        mayAdmit = kind == .everyone || kind == .groups
        action = Path.event(trip.fields.slug, event.id, "/publish")
        back = Path.event(trip.fields.slug, event.id)
        version = event.version
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsPublish(self, &out) }
}

/// A personal link: one event, one answer. What travels to Telegram and to paper.
package struct AnswerPage: Page {
    let frame: Frame
    let trip: String
    let firstName: String
    let title: String
    let when: String
    let place: String
    let meetingPoint: String
    let mapLink: Link?
    let coordinates: PlaceForms?
    let details: [TextPart]
    let bring: String?
    let cost: String?
    let host: String?
    let answer: String
    let style: String
    let sentence: String
    let cancelled: String?
    let mayAnswer: Bool
    let closed: String?
    let isAskedAgain: Bool
    let reminder: String?
    let isGoing: Bool
    let isWaiting: Bool
    let goLabel: String
    let confirm: String?
    let confirmValue: String
    let action: Link
    let again: Link
    let opened: Link
    let worker: Link
    let clashes: [String]
    let news: EventNewsPanel?
    let seen: String
    let offer: Countdown?
    let problem: String?

    /// - Parameter asked: "yes" or "no" where a tap still has to be confirmed: previews of links tap too.
    package init(frame: Frame, opened: PersonalInvitation, asked: String, problem: String?, now: Instant) {
        self.frame = frame
        let (trip, event, invitation) = (opened.trip, opened.event, opened.invitation)
        let (fields, text, rsvp) = (event.fields, EventText(zone: trip.zone, now: now), invitation.rsvp)
        self.trip = trip.fields.name
        firstName = opened.firstName
        title = fields.title
        when = text.sentence(fields)
        place = fields.place
        meetingPoint = fields.meetingPoint
        coordinates = event.meeting.map(PlaceForms.init)
        mapLink = event.meeting.flatMap {
            Path.external(
                https:
                    "https://www.openstreetmap.org/?mlat=\(decimal($0.latitude, 5))&mlon=\(decimal($0.longitude, 5))"
                    + "#map=17/\(decimal($0.latitude, 5))/\(decimal($0.longitude, 5))"
            )
        }
        details = TextPart.parts(fields.details)
        bring = fields.bring.isEmpty ? nil : fields.bring
        cost = fields.cost.isEmpty ? nil : fields.cost
        host = opened.hostName.isEmpty ? nil : opened.hostName
        let isCancelled = event.state == .cancelled
        answer = isCancelled ? "Cancelled" : rsvp.label
        style = isCancelled ? "bad" : rsvp.style
        sentence = isCancelled ? "You do not have to come." : AnswerPage.sentence(invitation, opened.position, text)
        cancelled = event.state == .cancelled ? event.cancelReason : nil
        closed = AnswerPage.closed(event, now)
        mayAnswer = event.state == .published && closed == nil
        isAskedAgain = invitation.askedAgainAt != nil
        let due = opened.reminder?.kind
        reminder =
            event.state != .published || closed != nil
            ? nil
            : due == "answer"
                ? "Reminder: please answer by \(text.moment(fields.answerBy ?? fields.startsAt))."
                : due == "start" ? "Reminder: it starts at \(text.clock(fields.startsAt)). Meet: \(fields.meetingPoint)." : nil
        isGoing = rsvp == .going
        isWaiting = rsvp == .waitlisted
        goLabel = AnswerPage.goLabel(rsvp, free: opened.free)
        confirm =
            !mayAnswer
            ? nil
            : asked == "yes"
                ? goLabel
                : asked == "no"
                    ? (rsvp == .going ? "Give my place back" : rsvp == .waitlisted ? "Leave the waitlist" : "I am not going") : nil
        confirmValue = asked == "yes" ? "yes" : "no"
        action = Path.personal(invitation.token)
        again = Path.personal(invitation.token)
        self.opened = Path.personal(invitation.token, "/opened")
        worker = Path.offlineWorker
        // The link opens one event: of another it says when, and not what.
        clashes = mayAnswer && rsvp != .declined ? opened.clashes.map { text.hours($0.fields) } : []
        news = EventNewsPanel(
            opened.news, event: event, invitation: invitation, action: Path.personal(invitation.token, "/seen"), text: text)
        seen = EventNewsPanel.seen(event, now)
        offer = mayAnswer ? Countdown(invitation.offerExpiresAt, now: now) : nil
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsAnswer(self, &out) }

    static func goLabel(_ rsvp: RSVP, free: Int?) -> String {
        rsvp == .offered ? "Take the place" : free == 0 ? "Join the waitlist" : "I am going"
    }

    /// Why nobody answers any more; nil while they may.
    static func closed(_ event: Event, _ now: Instant) -> String? {
        guard event.state != .cancelled else { return nil }
        if now > event.fields.startsAt { return "It has begun. Ask a host." }
        return event.fields.answerBy.map { now > $0 } ?? false ? "The time for answers is over. Ask a host." : nil
    }

    static func sentence(_ invitation: Invitation, _ position: Int?, _ text: EventText) -> String {
        switch invitation.rsvp {
        case .pending: "You have not answered yet."
        case .going: "You are going."
        case .declined: "You are not going."
        case .waitlisted: "You are number \(position ?? 1) on the waitlist. A place that gets free is offered in this order."
        case .offered:
            "A place is held for you until \(invitation.offerExpiresAt.map(text.moment) ?? ""). Take it, or leave it to the next."
        }
    }
}
