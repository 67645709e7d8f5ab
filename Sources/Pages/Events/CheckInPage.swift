import Domain

/// Ticking in on a phone: one big row a person, those who are missing first.
package struct CheckInPage: Page {
    package struct Person: Sendable {
        let id: String
        let name: String
        /// Whoever stands at a door may never have met them.
        let face: Face
        let search: String
        /// Number on the paper list, bus and class, room.
        let about: String
        /// A line each, for the filter.
        let groupLines: String
        let attention: String?
        /// That they are of the group that the list is named after, and are on another.
        let belongs: String?
        /// Whether they are of that group: "yes", "no".
        let isOurs: String
        let code: String
        let expected: String
        /// What stands there while nobody has ticked them.
        let idle: String
        /// "awaited", "present", "out", "elsewhere".
        let state: String
        let label: String
        /// The tick that counts.
        let at: Instant?
        /// Where a second tap goes: it takes the tick back that counts.
        let takeBack: Link?
        let phone: Link?
        /// Whom the filter leaves out: a script counts all of them.
        var isHidden: Bool = false
        /// In the order of the page, whichever part they stand in.
        var place: Int = 0
        /// Where the reader writes to them, and where they are: nil where neither is possible.
        var message: Link?
        var map: Link?
        /// How old their newest position is.
        var seen: AgeText?
    }
    package struct Tab: Sendable {
        let name: String
        let id: String
        let link: Link
        let isCurrent: Bool
        let count: String
        /// The count is of who is aboard.
        let isBoarding: Bool
        let isExclusive: String
    }
    package struct Line: Sendable {
        let text: String
        let at: TimeText
        let undo: Link?
        /// Whom "Out again" ticks out: who is in by this tick, and could be out.
        let leaves: String?
    }
    package struct Choice: Sendable {
        let value: String
        let label: String
        let isChosen: Bool
    }
    package struct Order: Sendable {
        let value: String
        let label: String
        let isSelected: Bool
    }
    /// What the page is narrowed down to, and in which order.
    package struct Filter: Sendable {
        package enum Sort: String, Sendable, CaseIterable { case missing, name, time }
        package let search: String
        package let group: String
        package let isMissingOnly: Bool
        package let order: Sort
        /// Z before A, the newest tick first.
        package let isReversed: Bool
        package init(search: String, group: String, isMissingOnly: Bool, order: Sort, isReversed: Bool) {
            self.order = order
            self.isReversed = isReversed
            self.search = search
            self.group = group
            self.isMissingOnly = isMissingOnly
        }

        typealias Pair = (row: RosterRow, person: Person)

        /// Those on the list and the others, with whom it hides. A group that is typed is looked for among both.
        func sifted(_ listed: [Pair], _ others: [Pair]) -> (listed: [Person], others: [Person]) {
            let (typed, all) = (TypedWords(search), listed + others)
            let isFound = TypedWords.found(all.map { typed.fit($0.person.search) })
            let sifted = zip(all, isFound).map { pair, isFound in
                var person = pair.person
                person.isHidden = !(isFound && shows(person, pair.row))
                return person
            }
            return (Array(sifted.prefix(listed.count)), Array(sifted.dropFirst(listed.count)))
        }

        private func shows(_ person: Person, _ row: RosterRow) -> Bool {
            (group.isEmpty || row.groupNames.contains(group))
                && !(isMissingOnly && person.state != "awaited" && person.state != "elsewhere")
        }
    }

    private let slug: String
    private let eventKey: ID
    private let listKey: ID
    let layout: Layout
    let title: String
    let when: String
    /// What a phone has room for instead.
    let due: String?
    let name: String
    var listID: String { listKey.description }
    var eventID: String { eventKey.description }
    let zone: String
    let tabs: [Tab]
    /// Of the group that the list is named after, then of everybody.
    let counts: [Counts]
    var aboard: Aboard? { CheckInPage.aboard(counts, hasRivals: hasRivals) }
    /// Whether each line says whose it is.
    var hasGroup: Bool { counts.count > 1 }
    var out: Int { counts.last?.out ?? 0 }
    var unplanned: Int { counts.last?.unplanned ?? 0 }
    /// Whether the list is one of several of which each person is on one.
    let hasRivals: Bool
    /// Of a list named after a group, in the order of those missing: that group alone.
    let people: [Person]
    /// Below that group, in the same order: the others who are expected.
    let rest: Rest?
    let takes: String
    /// On lists that exclude this one, where they may well be right.
    let away: [Person]
    var awayCount: Int { away.count { !$0.isHidden } }
    var isAnyAway: Bool { awayCount > 0 }
    /// Neither here nor among those on other lists.
    var isNobody: Bool { (people + (rest?.people ?? []) + away).allSatisfy(\.isHidden) }
    let others: [Person]
    let orders: [Order]
    let groups: [Choice]
    let log: [Line]
    var logLink: Link { Path.eventLog(slug, eventKey).asking("list", listID) }
    let scansJSON: String
    var action: Link { at(Path.tick) }
    var state: Link { at(Path.checkInState) }
    var paper: Link { at(Path.paperTicks) }
    var print: Link { Path.eventPrint(slug, eventKey).asking("list", listID) }
    let rename: FormField
    var renameAction: Link { at(Path.renameCheckInList) }
    var archiveAction: Link { at(Path.archiveCheckInList) }
    var removeAction: Link { at(Path.removeCheckInList) }
    let isArchived: Bool
    let isUnused: Bool
    let mayChange: Bool
    /// For hosts.
    package var helpers: HelperPart?
    let problem: String?
    var back: Link { Path.event(slug, eventKey) }
    let mayTick: Bool
    private let words: Words
    var isReturn: Bool { words.isReturn }
    /// When the list becomes the one of the way back, in milliseconds; nil where it is already, or never.
    let returnsFrom: String?
    var presentLabel: String { words.presentLabel }
    var missingLabel: String { words.missingLabel }
    var missingOnly: String { words.missingOnly }
    let filter: Filter
    var search: String { filter.search }
    var isMissingOnly: Bool { filter.isMissingOnly }
    var nobody: String {
        if !isNarrowed { return Texts.said("Nobody is on this list.") }
        return search.isEmpty ? Texts.said("Nobody found.") : Texts.said("Nobody found for “\(search)”.")
    }
    var everybody: Link { at(Path.checkIn) }
    var isNarrowed: Bool { isMissingOnly || !search.isEmpty || !filter.group.isEmpty }
    var worker: Link { Path.offlineWorker() }

    /// The name that was typed for the list and refused, if there is one.
    package struct Renaming: Sendable {
        let name: String?
        let complaint: Complaint
        package init(name: String?, complaint: Complaint) {
            self.name = name
            self.complaint = complaint
        }
    }

    /// - Parameter lists: all of the event.
    package init(layout tripLayout: TripLayout, sheet: CheckInSheet, lists: [CheckInTally], filter: Filter, renaming: Renaming) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (event, list, attendance, guests) = (sheet.event, sheet.list, sheet.attendance, sheet.guests)
        let (slug, text) = (trip.fields.slug, EventText(zone: trip.zone, now: now))
        (self.slug, eventKey, listKey) = (slug, event.id, list.id)
        (title, when, name) = (event.fields.title, text.spoken(event.fields), list.name)
        due = event.fields.isBackBy ? event.fields.endsAt.map { Texts.said("Back by \(text.clock($0))") } : nil
        returnsFrom = CheckInPage.returnsFrom(sheet, lists)
        takes = CheckInPage.takes(list, from: lists)
        tabs = CheckInPage.tabs(lists, of: sheet, slug)
        hasRivals = !list.exclusiveSet.isEmpty
        let names = Dictionary(lists.map { ($0.list.id, $0.list.name) }, uniquingKeysWith: { first, _ in first })
        let words = Words(isReturn: attendance.isReturn, isOver: event.isOver(at: now), isBoarding: !list.exclusiveSet.isEmpty)
        let (group, shared) = (CheckInPage.group(of: list.name, guests), CheckInPage.shared(guests))
        func undo(_ tick: ID) -> Link { Path.undoTick(slug, event.id, list.id, tick) }
        func person(_ row: RosterRow, _ invitation: Invitation?) -> Person {
            CheckInPage.person(row, invitation, attendance[row.id], names, text, words: words, in: (slug, list.name, group, shared, undo))
        }
        let isListed = { (guest: EventGuest) in guest.invitation.rsvp == .going || attendance[guest.row.id] != .awaited }
        let (listed, unlisted) = (guests.filter(isListed), guests.filter { !isListed($0) })
        let (found, besides) = filter.sifted(
            listed.map { ($0.row, person($0.row, $0.invitation)) },
            unlisted.map { ($0.row, person($0.row, $0.invitation)) } + sheet.others.map { ($0, person($0, nil)) })
        let reach = CheckInReach(tripLayout, lastSeen: sheet.lastSeen)
        let placed = filter.placed(found).map(reach.adding)
        (people, rest) = Rest.apart(placed.filter { !$0.isAway }, from: filter.order == .missing && !list.isArchived ? group : nil)
        away = placed.filter(\.isAway)
        others = besides.sorted { $0.search < $1.search }
        self.words = words
        counts = CheckInPage.counts(placed + besides, group: group, narrow: Path.checkIn(slug, event.id, list.id).asking("missing", "on"))
        (orders, groups) = (CheckInPage.orders(filter), CheckInPage.groups(guests, chosen: filter.group))
        log = CheckInPage.log(sheet, text, words) { Path.undoTick(slug, event.id, list.id, $0) }
        scansJSON = sheet.scansJSON.text
        mayTick = trip.archivedAt == nil && event.state != .draft && !list.isArchived
        rename = FormField("name", "Name", renaming.name ?? list.name, errors: renaming.complaint.errors, isRequired: true)
        (isArchived, isUnused, mayChange) = (list.isArchived, sheet.scans.isEmpty, tripLayout.isOpenHost)
        (problem, zone) = (renaming.complaint.problem, trip.zone.identifier)
        self.filter = filter
    }
    private func at(_ address: Address<String, ID, ID>) -> Link { address(slug, eventKey, listKey) }

    package func render(into out: inout HTMLBuffer) { Template.eventsCheckIn(self, &out) }

    private static func groups(_ guests: [EventGuest], chosen: String) -> [Choice] {
        Set(Set(guests.map { $0.row[.groups] }).flatMap(GroupNames.split)).sorted().map {
            Choice(value: $0, label: $0, isChosen: $0 == chosen)
        }
    }
}
