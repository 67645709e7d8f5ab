import Domain

/// Which list of an event's page is open, and which of its people.
package struct EventView: Sendable {
    package var tab = EventTab.going
    package var search = ""
    /// Whose boxes are ticked already.
    package var ticked: Set<ID> = []
    package var isAllTicked = false
    /// It was published just now: how do the invited hear of it?
    package var isPublished = false
    /// Check-in lists to add that were refused, as they were typed.
    package var listNames = ""
    package var isExclusive = false
    package init() {}
}

/// The lists of an event by answer: one is open, the others are links with a number.
package struct EventAnswers: Sendable {
    package struct Tab: Sendable {
        let key: String
        let label: String
        let count: Int
        let link: Link
        let isCurrent: Bool
    }
    package struct Guest: Sendable {
        let id: String
        let name: String
        let link: Link
        let face: Face
        let phone: Link?
        let isTicked: Bool
        let isOffered: Bool
        let attention: String?
        let groups: [String]
        /// In line, or until when a place is held.
        let place: String?
        /// When, of those who wait, and besides by whom or by which way.
        let answered: String?
        let detail: String
        let note: String?
        let isTogether: Bool
        let isAskedAgain: Bool
        let isRevoked: Bool
        /// The newest change; both are false where there is none, or it is none of theirs.
        let hasSeen: Bool
        let hasNotSeen: Bool
    }

    let tabs: [Tab]
    let tab: String
    let guests: [Guest]
    var count: Int { guests.count }
    let search: String
    let searchAction: Link
    let all: Link
    let everybody: Link
    /// Instead of an empty list.
    let empty: Nothing?
    let isSearched: Bool

    init(_ detail: EventDetail, _ view: EventView, _ slug: String, _ text: EventText) {
        let (tally, event) = (detail.counts, detail.event)
        tabs = EventTab.allCases.map { tab in
            Tab(
                key: tab.rawValue, label: Texts.said(text: tab.label), count: tally[tab],
                link: Path.event(slug, event.id).asking("tab", tab.rawValue), isCurrent: tab == view.tab)
        }
        (tab, search, isSearched) = (view.tab.rawValue, view.search, !view.search.isEmpty)
        guests = EventAnswers.guests(detail, view, slug, text)
        searchAction = Path.event(slug, event.id)
        all = Path.event(slug, event.id).asking([("tab", tab), ("q", search), ("ticked", "all")])
        everybody = Path.event(slug, event.id).asking("tab", tab)
        let unmatched = Nothing.nobody(for: view.search, everybody: everybody)
        empty = !guests.isEmpty ? nil : view.search.isEmpty ? EventAnswers.empty(view.tab) : unmatched
    }

    private static func empty(_ tab: EventTab) -> Nothing {
        switch tab {
        case .going: Nothing("Nobody is going yet.", "Whoever says yes appears here.")
        case .waitlist: .settled("Nobody is waiting for a place.")
        case .pending: .settled("Everybody has answered.")
        case .declined: .settled("Nobody has declined.")
        }
    }

    /// In the order of their numbers; who waits, by their place in line.
    private static func guests(_ detail: EventDetail, _ view: EventView, _ slug: String, _ text: EventText) -> [Guest] {
        let parties = Dictionary(grouping: detail.guests.compactMap(\.invitation.party)) { $0 }.mapValues(\.count)
        let move = detail.acknowledgement?.version
        let lines = view.tab.answers.flatMap { rsvp in
            let lines = detail.guests.filter { $0.invitation.rsvp == rsvp }
            return rsvp == .waitlisted ? lines.sorted { ($0.position ?? 0) < ($1.position ?? 0) } : lines
        }
        let found = view.search.isEmpty ? lines : lines.filter { matches($0.row, view.search) }
        return found.map { line in
            let (invitation, row) = (line.invitation, line.row)
            let seen = invitation.rsvp == .declined ? nil : move.map { invitation.acknowledgedVersion >= $0 }
            return Guest(
                id: row.id.description, name: row.fullName, link: Path.member(slug, row.id), face: Face(row.fullName, slug, row.photo),
                phone: row[.phone].isEmpty ? nil : Path.telephone(row[.phone]),
                isTicked: view.isAllTicked || view.ticked.contains(row.id), isOffered: invitation.rsvp == .offered,
                attention: row[.attention].isEmpty ? nil : row[.attention], groups: row.groupNames,
                place: EventAnswers.place(line, text), answered: view.tab == .waitlist ? invitation.answeredAt.map(text.near) : nil,
                detail: EventAnswers.detail(invitation, text), note: invitation.note.isEmpty ? nil : invitation.note,
                isTogether: invitation.rsvp == .waitlisted && invitation.party.map { parties[$0] ?? 0 > 1 } ?? false,
                isAskedAgain: invitation.askedAgainAt != nil, isRevoked: invitation.isRevoked, hasSeen: seen == true,
                hasNotSeen: seen == false)
        }
    }

    private static func matches(_ row: RosterRow, _ search: String) -> Bool {
        hasWords(searchable(row.fullName + "\n" + row[.groups] + "\n" + row[.attention]), search)
    }

    private static func detail(_ invitation: Invitation, _ text: EventText) -> String {
        invitation.answeredAt.map { "\(TimeText($0, zone: text.zone, now: text.now).text), \(invitation.answeredBy)" } ?? ""
    }

    private static func place(_ line: EventGuest, _ text: EventText) -> String? {
        switch line.invitation.rsvp {
        case .waitlisted: Texts.said("#\(line.position ?? 0) in line")
        case .offered: Texts.said("held until \(line.invitation.offerExpiresAt.map(text.moment) ?? "")")
        case .pending, .going, .declined: nil
        }
    }
}
