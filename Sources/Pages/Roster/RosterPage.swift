import Domain

/// The roster: search, filters, chosen columns, ticks for bulk actions.
package struct RosterPage: Page {
    package struct Row: Sendable {
        let id: String
        let name: String
        let face: Face
        let link: Link
        let attention: String?
        let roles: [String]
        let cells: [RosterCell]
        let style: String
        let word: String
        let mark: String
        let contact: String
        let phone: String?
        let help: NeedsHelp?
    }
    package struct ColumnChoice: Sendable {
        let name: String
        let label: String
        let isShown: Bool
    }
    package struct Hidden: Sendable {
        let name: String
        let value: String
    }
    private let slug: String
    let layout: Layout
    let stamp: String
    let count: String
    let isEmpty: Bool
    let isNothingFound: Bool
    var nobody: String { search.isEmpty ? Texts.said("Nobody found.") : Texts.said("Nobody found for “\(search)”.") }
    private let filter: RosterFilter
    private let groupNames: [String]
    var search: String { filter.search }
    var hasFilter: Bool { filter.isNarrowing || filter.gone == .shown }
    let chips: [RosterChip]
    var hasChips: Bool { !chips.isEmpty }
    var chipCount: Int { chips.count }
    /// Everybody who is here or expected, for the words that were typed.
    let total: Int
    var searchAll: Link { Path.roster(slug).asking(search.isEmpty ? [] : [("q", search)]) }
    var room: String? { filter.room.isEmpty ? nil : filter.room }
    var down: String? { filter.isDescending ? "1" : nil }
    var statuses: [FormField.Choice] {
        let labels = MemberStatus.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }
        return RosterPage.choices(Texts.said("Here or expected"), [("all", Texts.said("Any status"))] + labels, RosterPage.status(filter))
    }
    var groups: [FormField.Choice] { RosterPage.choices("Any group", groupNames.map { ($0, $0) }, filter.group) }
    var trackers: [FormField.Choice] {
        RosterPage.choices("Any contact", Freshness.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }, filter.tracker?.rawValue)
    }
    var needs: [FormField.Choice] {
        RosterPage.choices("Any need", RosterNeed.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }, filter.need?.rawValue)
    }
    /// Own columns by which the list is narrowed, and those by which it may be.
    let ownFilters: [OwnFilter]
    let foldedFilters: [OwnFilter]
    var hasFolded: Bool { !foldedFilters.isEmpty }
    private let ownSorts: [RosterFilter.Sort]
    var sorts: [FormField.Choice] {
        let usual = RosterFilter.Sort.usual + ownSorts
        return (usual.contains(filter.sort) ? usual : usual + [filter.sort]).map {
            FormField.Choice(value: $0.rawValue, label: Texts.said("Sort by \(RosterPage.name($0))"), isSelected: $0 == filter.sort)
        }
    }
    var bulkStatuses: [FormField.Choice] {
        RosterPage.choices("Status…", MemberStatus.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }, nil)
    }
    var bulkGroups: [FormField.Choice] { RosterPage.choices("Group…", groupNames.map { ($0, $0) }, nil) }
    let columns: [ColumnChoice]
    let heads: [RosterHead]
    /// More columns than a page has room for: the table is moved sideways.
    let isWide: Bool
    /// Other columns than those of somebody who never chose.
    let isChosen: Bool
    /// How many have cancelled or left and are not shown.
    let goneNote: String?
    var showGone: Link { Path.roster(slug).asking("status", "all") }
    let rows: [Row]
    let filterState: [Hidden]
    let mayEdit: Bool
    /// Where the list is that of the silent ones, for hosts.
    let nudgeAll: NudgeAll?
    var action: Link { Path.roster(slug) }
    var clear: Link { Path.roster(slug) }
    var add: Link { Path.newMember(slug) }
    var importLink: Link { Path.importRoster(slug) }
    let csv: Link
    let vcard: Link
    let print: Link
    var bulk: Link { Path.changeTicked(slug) }
    /// Where hosts say which columns the trip has besides.
    var ownColumns: Link { Path.ownColumns(slug) }
    var message: Link { Path.messageTicked(slug) }
    var nudge: Link { Path.nudges(slug) }
    var announce: Link { Path.newAnnouncement(slug) }
    var columnsAction: Link { Path.chooseColumns(slug) }
    var invite: Link { Path.setJoinLinks(slug) }
    var changes: Link { Path.rosterChanges(slug) }
    let bin: Link?
    let tabs: [RosterTab]
    var hasTabs: Bool { !tabs.isEmpty }
    /// Where what the list shows is saved as a view; nil where it is everybody, or a view already.
    let saveView: Link?
    let last: Last?

    /// Asks all whom the list shows whether all is well.
    package struct NudgeAll: Sendable {
        let label: String
        let link: Link
    }

    /// What the reader just did to several, and can take back.
    package struct Last: Sendable {
        let text: String
        let action: Link

        init(_ last: RosterOverview.Last, _ slug: String) {
            text =
                last.isImport
                ? Texts.said("You imported \(counted(last.count, "person", "people")).")
                : Texts.said("You changed \(counted(last.count, "member")) at once.")
            action = Path.undoRosterChange(slug, last.version)
        }
    }

    package init(layout tripLayout: TripLayout, roster: RosterOverview, filter: RosterFilter) {
        layout = tripLayout.layout
        let (trip, now, slug) = (tripLayout.trip, tripLayout.now, tripLayout.slug)
        self.slug = slug
        let (entries, total) = (roster.entries, roster.total)
        (self.total, chips) = (total, RosterChip.all(filter, slug))
        goneNote = roster.hiddenCount == 0 ? nil : Texts.said("\(roster.hiddenCount) cancelled or left")
        let shown = roster.columns
        stamp = versionStamp(trip, now: now)
        count = entries.count == total ? counted(total, "member") : Texts.said("\(entries.count) of \(counted(total, "member"))")
        isEmpty = total + roster.hiddenCount == 0
        isNothingFound = !isEmpty && entries.isEmpty
        (self.filter, groupNames) = (filter, roster.groups.map(\.name))
        columns = ListColumn.offered(roster.own).map {
            ColumnChoice(name: $0.key, label: Texts.said(text: $0.label), isShown: shown.contains($0))
        }
        let ownFilters = roster.own.map { OwnFilter($0, filter) }
        (self.ownFilters, foldedFilters) = (ownFilters.filter(\.isInForce), ownFilters.filter { !$0.isInForce })
        heads = ([.name] + shown.map(RosterFilter.Sort.init) + [.contact]).map { RosterHead($0, filter, slug) }
        isWide = ListColumn.isWide(shown)
        isChosen = shown != ListColumn.shown([], own: roster.own)
        ownSorts = roster.own.map { .own($0) }
        rows = RosterPage.rows(roster, filter, tripLayout)
        let query = RosterPage.query(filter)
        filterState = query.map { Hidden(name: $0.0, value: $0.1) }
        mayEdit = tripLayout.isOpenHost
        nudgeAll = tripLayout.isOpenHost ? RosterPage.nudgeAll(filter, entries.count, slug) : nil
        csv = Path.rosterCSV(slug).asking(query)
        vcard = Path.rosterVCard(slug).asking(query)
        print = Path.rosterPrint(slug).asking(query)
        tabs = RosterTab.all(roster.views, filter, slug, mayEdit: tripLayout.isOpenHost)
        let isSavable = !query.isEmpty && !tabs.contains(where: \.isCurrent)
        saveView = isSavable && tripLayout.isOpenHost ? Path.addRosterView(slug) : nil
        bin = tripLayout.isHost ? Path.rosterBin(slug) : nil
        last = roster.last.map { Last($0, slug) }
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterRoster(self, &out) }

    package static func query(_ filter: RosterFilter) -> [(String, String)] {
        let narrowing: [(String, String)] = [
            ("q", filter.search), ("status", status(filter)), ("group", filter.group),
            ("tracker", filter.tracker?.rawValue ?? ""), ("need", filter.need?.rawValue ?? ""), ("room", filter.room),
        ]
        let chosen: [(String, String)] = filter.chosen.map { ($0.column.key, $0.value) }
        let order: [(String, String)] = [
            ("sort", filter.sort == .name ? "" : filter.sort.rawValue), ("down", filter.isDescending ? "1" : ""),
        ]
        return (narrowing + chosen + order).filter { !$0.1.isEmpty }
    }

    /// As the address says it: a status, everyone, or nothing for who is here or expected.
    private static func status(_ filter: RosterFilter) -> String { filter.status?.rawValue ?? (filter.gone == .shown ? "all" : "") }

    /// On the list of all who are silent, and of nobody else.
    private static func nudgeAll(_ filter: RosterFilter, _ count: Int, _ slug: String) -> NudgeAll? {
        var silent = RosterFilter()
        (silent.tracker, silent.gone) = (.lost, .hidden)
        (silent.sort, silent.isDescending) = (filter.sort, filter.isDescending)
        guard count > 0, filter == silent else { return nil }
        return NudgeAll(label: NudgesPage.askAll(count), link: Path.newNudges(slug))
    }

    static func choices(_ any: String, _ values: [(String, String)], _ selected: String?) -> [FormField.Choice] {
        [FormField.Choice(value: "", label: Texts.said(text: any), isSelected: (selected ?? "").isEmpty)]
            + values.map { FormField.Choice(value: $0.0, label: $0.1, isSelected: $0.0 == selected) }
    }

    private static func rows(_ roster: RosterOverview, _ filter: RosterFilter, _ tripLayout: TripLayout) -> [Row] {
        let (slug, now, asked) = (tripLayout.slug, tripLayout.now, filter.asked)
        let clock = ContactClock(trip: tripLayout.trip, now: now)
        return roster.entries.map { entry in
            row(
                entry, slug, (clock, now), isCoHost: roster.coHosts.contains(entry.row.id),
                help: tripLayout.calls.of(entry.row.id, slug, now),
                cells: roster.columns.map { RosterCell(entry.row, $0, asked: asked) })
        }
    }

    private static func row(
        _ entry: RosterEntry, _ slug: String, _ time: (clock: ContactClock, now: Instant), isCoHost: Bool, help: NeedsHelp?,
        cells: [RosterCell]
    ) -> Row {
        let row = entry.row
        return Row(
            id: row.id.description, name: row.fullName, face: Face(row.fullName, slug, row.photo), link: Path.member(slug, row.id),
            attention: row[.attention].isEmpty ? nil : row[.attention],
            roles: (row.role == .traveller ? [] : [Texts.said(text: row.role.rawValue)]) + (isCoHost ? [Texts.said("co-host")] : []),
            cells: cells, style: entry.freshness.rawValue, word: Texts.said(text: entry.freshness.rawValue),
            mark: entry.freshness.mark,
            contact: entry.lastFix.map { TimeText.age(time.now - $0) } ?? Texts.said(text: entry.freshness.label),
            phone: entry.newest.flatMap { PhoneText.line($0, entry.freshness, time.clock) }, help: help)
    }
}
