import Domain
import QRCodes

/// What a paper of an event shows, as the address asks for it.
package struct PrintOptions: Sendable {
    package enum Split: String, Sendable, CaseIterable { case none, group, bus, list }
    package var columns: [MemberField] = []
    package var showsAnswer = false
    package var everybody = false
    package var split = Split.none
    package var isLetter = false
    package var isLarge = false
    package var list: ID?
    package var group: ID?
    /// The version of the list that the reader has on paper.
    package var since = ""
    package init() {}
    package static let usual: [MemberField] = [.phone, .room, .groups]
    /// All that this paper can have beside names.
    package static let offered: [MemberField] = [.phone, .room, .groups, .diet, .emergencyName, .emergencyPhone, .ability, .languages]
}

/// The roster of an event or of one of its lists on paper. Row numbers are the invitation's own: they are the same on every
/// printout, so that ticks can be typed back.
package struct EventPrintPage: Page {
    package struct Row: Sendable {
        let number: Int
        let name: String
        let attention: String?
        let cells: [RosterPrintPage.Cell]
        let isIn: Bool
        let isWalkIn: Bool
    }
    package struct Sheet: Sendable {
        let title: String?
        let count: String
        let rows: [Row]
        /// Whether who is ticked on it is back: nobody is counted out by it.
        let isReturn: Bool
        /// In columns: those beside what was asked for are always there.
        let width: Int
        /// Who is in on a list that excludes this one: they are no rows of it.
        let elsewhere: [Elsewhere]
        /// How many rows there are, in words: the numbers before them are the invitations' and have gaps.
        let foot: String
    }
    package struct Elsewhere: Sendable {
        let list: String
        let names: String
    }
    let head: PaperHead
    let heading: String
    let when: String
    let meeting: String
    let stamp: String
    let printed: TimeText
    let emergency: String?
    let cancelled: String?
    let headers: [String]
    let sheets: [Sheet]
    let isLetter: Bool
    let isLarge: Bool
    /// Classes of the sheet: the paper, large type, and where every list fits on one, rows for a pencil and a cold hand.
    let paper: String
    let everybody: Bool
    let showsAnswer: Bool
    let splits: [PublishPage.Choice]
    let columns: [RosterPage.ColumnChoice]
    let changes: [String]
    let since: String
    var hasSince: Bool { !since.isEmpty }
    let list: String?
    let group: String?
    let qrPath: String
    let qrBox: String
    let action: Link
    let back: Link

    /// - Parameter url: of the live list, for the QR code.
    static func heads(_ options: PrintOptions) -> [String] {
        (options.showsAnswer || options.everybody ? [Texts.said("Answer")] : []) + options.columns.map { Texts.said(text: $0.label) }
    }

    package init(trip: Trip, roll: EventRoll, options: PrintOptions, url: String, now: Instant) {
        let (event, lists) = (roll.event, roll.lists)
        let (slug, fields, text) = (trip.fields.slug, event.fields, EventText(zone: trip.zone, now: now))
        let chosen = lists.first { $0.list.id == options.list }
        let options = EventPrintPage.withoutEmptyGroups(options, roll)
        heading = ([fields.title] + [roll.group?.name, chosen?.list.name].compactMap(\.self)).joined(separator: ", ")
        head = PaperHead(title: heading)
        when = text.sentence(fields)
        meeting = fields.placeAndMeeting
        stamp = EventPage.stamp(event, text)
        printed = TimeText(onPaper: now, zone: trip.zone)
        emergency = EmergencyLine.paper(trip.fields.emergencyNumbers)
        cancelled = event.state == .cancelled ? event.cancelReason : nil
        headers = EventPrintPage.heads(options)
        sheets = EventPrintPage.sheets(roll, chosen?.attendance, options, at: now)
        let isRoomy = sheets.allSatisfy { $0.rows.count <= EventPrintPage.roomyRows }
        paper = [("letter", options.isLetter), ("large", options.isLarge), ("roomy", isRoomy)].filter(\.1).map(\.0).joined(separator: " ")
        isLetter = options.isLetter
        isLarge = options.isLarge
        everybody = options.everybody
        showsAnswer = options.showsAnswer
        let bus = roll.buses.isEmpty ? [] : [("bus", "A page for each bus")]
        let offered = [("none", "One list"), ("group", "A page for each group")] + bus + [("list", "A page for each check-in list")]
        splits = offered.map { .init(value: $0.0, label: Texts.said(text: $0.1), isChosen: $0.0 == options.split.rawValue) }
        columns = PrintOptions.offered.map { field in
            .init(name: field.rawValue, label: Texts.said(text: field.label), isShown: options.columns.contains(field))
        }
        changes = roll.changes.prefix(12).map {
            "\(text.clock($0.at)) \($0.memberName): \(Texts.said(text: RSVP(rawValue: $0.action)?.label.lowercased() ?? $0.action))"
        }
        since = options.since
        (list, group) = (options.list?.description, roll.group?.id.description)
        let code = QRCode(url)
        qrPath = code?.path ?? ""
        qrBox = "0 0 \(code?.size ?? 1) \(code?.size ?? 1)"
        action = Path.eventPrint(slug, event.id)
        back = chosen.map { Path.checkIn(slug, event.id, $0.list.id) } ?? Path.event(slug, event.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsEventPrint(self, &out) }

    /// Of 8 mm, below the head and above the line for the count, on A4 and on letter.
    private static let roomyRows = 22

    /// Where the paper is about one group that nobody of it has another beside, the column would say the same on each line.
    private static func withoutEmptyGroups(_ options: PrintOptions, _ roll: EventRoll) -> PrintOptions {
        guard let group = roll.group?.name, wanted(roll).allSatisfy({ otherGroups($0.row, group).isEmpty }) else { return options }
        var options = options
        options.columns.removeAll { $0 == .groups }
        return options
    }

    /// "Class Beginner" on the list of Bus 1. A line ends between groups, not within one's name.
    static func otherGroups(_ row: RosterRow, _ group: String?) -> String {
        row.groupNames.filter { name in group.map { folded($0) != folded(name) } ?? true }.map { $0.replacing(" ", with: "\u{A0}") }.joined(
            separator: ", ")
    }

    static func wanted(_ roll: EventRoll) -> [EventGuest] {
        guard let name = roll.group.map({ folded($0.name) }) else { return roll.guests }
        return roll.guests.filter { $0.row.groupNames.contains { folded($0) == name } }
    }
}

/// Personal links to cut out and hand over, or to copy into messages.
package struct PersonalLinksPage: Page {
    package struct Card: Sendable {
        let name: String
        let url: String
        let link: Link
        let code: String
        let path: String
        let viewBox: String
        let isRevoked: Bool
    }
    let layout: Layout
    let title: String
    let when: String
    let cards: [Card]
    /// Where the cards are only of those whom no reminder reaches: everybody's.
    let all: Link?
    let back: Link

    /// The cards of those whom no reminder reaches, and of nobody else.
    static func unreached(_ slug: String, _ event: ID) -> Link { Path.invitationLinks(slug, event).asking("for", "unreached") }

    /// - Parameter isForUnreached: the page is asked by that link.
    package init(layout tripLayout: TripLayout, detail: EventDetail, isForUnreached: Bool, origin: String) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let event = detail.event
        title = event.fields.title
        when = EventText(zone: trip.zone, now: now).sentence(event.fields)
        cards = (isForUnreached ? detail.cardGuests : detail.guests).map { guest in
            let link = Path.personal(guest.invitation.token)
            let code = QRCode(origin + link.text)
            return Card(
                name: guest.row.fullName, url: origin + link.text, link: link, code: guest.invitation.code, path: code?.path ?? "",
                viewBox: "0 0 \(code?.size ?? 1) \(code?.size ?? 1)", isRevoked: guest.invitation.isRevoked)
        }
        all = isForUnreached ? Path.invitationLinks(trip.fields.slug, event.id) : nil
        back = Path.event(trip.fields.slug, event.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsLinks(self, &out) }
}

/// Calendars that other programs subscribe to: the trip's and the members' own.
package struct CalendarsPage: Page {
    package struct Feed: Sendable {
        let name: String
        let member: String
        let url: String
    }
    let layout: Layout
    let feeds: [Feed]
    let people: [EventPage.Action]
    let action: Link
    let revoke: Link
    let back: Link

    package init(layout: Layout, trip: Trip, feeds: [(member: ID?, token: String)], people: [RosterRow], origin: String) {
        self.layout = layout
        let names = Dictionary(firstOf: people.map { ($0.id, $0.fullName) })
        self.feeds = feeds.map { feed in
            Feed(
                name: feed.member.map { names[$0] ?? Texts.said("Somebody") } ?? Texts.said("The whole trip"),
                member: feed.member?.description ?? "",
                url: "\(origin)/feeds/\(feed.token).ics")
        }
        self.people = people.map { .init(value: $0.id.description, label: $0.fullName) }
        action = Path.calendars(trip.fields.slug)
        revoke = Path.revokeCalendar(trip.fields.slug)
        back = Path.events(trip.fields.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsCalendars(self, &out) }
}
