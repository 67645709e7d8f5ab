import Domain

/// The roster: search, filters, chosen columns, ticks for bulk actions.
package struct RosterPage: Page {
    package struct Row: Sendable {
        let id: String
        let name: String
        let link: Link
        let attention: String?
        let roles: [String]
        let cells: [RosterPrintPage.Cell]
        let style: String
        let mark: String
        let contact: String
        let phone: String?
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
    let search: String
    let hasFilter: Bool
    let statuses: [FormField.Choice]
    let groups: [FormField.Choice]
    let trackers: [FormField.Choice]
    let needs: [FormField.Choice]
    let sorts: [FormField.Choice]
    let bulkStatuses: [FormField.Choice]
    let bulkGroups: [FormField.Choice]
    let columns: [ColumnChoice]
    let headers: [String]
    let rows: [Row]
    let filterState: [Hidden]
    let mayEdit: Bool
    var action: Link { Path.roster(slug) }
    var clear: Link { Path.roster(slug) }
    var add: Link { Path.trip(slug, "/members/new") }
    var importLink: Link { Path.rosterFile(slug, "/import") }
    let csv: Link
    let vcard: Link
    let print: Link
    var bulk: Link { Path.rosterFile(slug, "/bulk") }
    var columnsAction: Link { Path.rosterFile(slug, "/columns") }
    var changes: Link { Path.rosterFile(slug, "/changes") }
    let last: Last?

    /// What the reader just did to several, and can take back.
    package struct Last: Sendable {
        let text: String
        let action: Link
    }

    package static let usualColumns: [MemberField] = [
        .status, .groups, .room, .phone, .email, .ability, .languages, .diet,
    ]

    package init(layout tripLayout: TripLayout, roster: RosterOverview, filter: RosterFilter) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let slug = trip.fields.slug
        self.slug = slug
        let (entries, total) = (roster.entries, roster.total)
        let shown = roster.columns.isEmpty ? RosterPage.usualColumns : roster.columns
        stamp = versionStamp(trip, now: now)
        count = entries.count == total ? counted(total, "member") : "\(entries.count) of \(counted(total, "member"))"
        isEmpty = total == 0
        isNothingFound = total > 0 && entries.isEmpty
        search = filter.search
        hasFilter = filter.isNarrowing
        statuses = RosterPage.choices("Any status", MemberStatus.allCases.map { ($0.rawValue, $0.label) }, filter.status?.rawValue)
        groups = RosterPage.choices("Any group", roster.groups.map { ($0.name, $0.name) }, filter.group)
        needs = RosterPage.choices("Everybody", RosterNeed.allCases.map { ($0.rawValue, $0.label) }, filter.need?.rawValue)
        trackers = RosterPage.choices("Any contact", Freshness.allCases.map { ($0.rawValue, $0.label) }, filter.tracker?.rawValue)
        sorts = RosterFilter.Sort.allCases.map {
            FormField.Choice(value: $0.rawValue, label: "Sort by " + $0.label.lowercased(), isSelected: $0 == filter.sort)
        }
        bulkStatuses = RosterPage.choices("Status…", MemberStatus.allCases.map { ($0.rawValue, $0.label) }, nil)
        bulkGroups = roster.groups.map { FormField.Choice(value: $0.name, label: $0.name, isSelected: false) }
        columns = MemberField.listed.filter { $0 != .firstName && $0 != .lastName }.map {
            ColumnChoice(name: $0.rawValue, label: $0.label, isShown: shown.contains($0))
        }
        headers = shown.map(\.label)
        let clock = ContactClock(trip: trip, now: now)
        rows = entries.map { RosterPage.row($0, shown, slug, clock, isCoHost: roster.coHosts.contains($0.row.id)) }
        let query = RosterPage.query(filter)
        filterState = query.map { Hidden(name: $0.0, value: $0.1) }
        mayEdit = tripLayout.isOpenHost
        csv = Path.rosterFile(slug, ".csv", query)
        vcard = Path.rosterFile(slug, ".vcf", query)
        print = Path.rosterFile(slug, "/print", query)
        last = roster.last.map {
            Last(
                text: "You changed \(counted($0.count, "member")) at once (v\($0.version)).",
                action: Path.rosterFile(slug, "/changes/\($0.version)/undo"))
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterRoster(self, &out) }

    package static func query(_ filter: RosterFilter) -> [(String, String)] {
        [
            ("q", filter.search), ("status", filter.status?.rawValue ?? ""), ("group", filter.group),
            ("tracker", filter.tracker?.rawValue ?? ""), ("need", filter.need?.rawValue ?? ""), ("room", filter.room),
            ("sort", filter.sort == .name ? "" : filter.sort.rawValue),
        ].filter { !$0.1.isEmpty }
    }

    private static func choices(_ any: String, _ values: [(String, String)], _ selected: String?) -> [FormField.Choice] {
        [FormField.Choice(value: "", label: any, isSelected: (selected ?? "").isEmpty)]
            + values.map { FormField.Choice(value: $0.0, label: $0.1, isSelected: $0.0 == selected) }
    }

    private static func row(
        _ entry: RosterEntry, _ columns: [MemberField], _ slug: String, _ clock: ContactClock, isCoHost: Bool
    ) -> Row {
        let row = entry.row
        return Row(
            id: row.id.description, name: row.fullName, link: Path.member(slug, row.id),
            attention: row[.attention].isEmpty ? nil : row[.attention],
            roles: (row.role == .traveller ? [] : [row.role.rawValue]) + (isCoHost ? ["co-host"] : []),
            cells: columns.map { RosterPrintPage.Cell(row, $0) }, style: entry.freshness.rawValue,
            mark: entry.freshness.mark, contact: clock.text(entry.lastFix),
            phone: entry.newest.flatMap { PhoneText.line($0, entry.freshness, clock) })
    }
}
