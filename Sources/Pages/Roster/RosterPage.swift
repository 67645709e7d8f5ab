import Domain

/// The roster: search, filters, chosen columns, ticks for bulk actions.
package struct RosterPage: Page {
    package struct Row: Sendable {
        let id: String
        let name: String
        let link: Link
        let attention: String?
        let role: String?
        let cells: [RosterPrintPage.Cell]
        let style: String
        let mark: String
        let contact: String
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
    let frame: Frame
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
    let action: Link
    let clear: Link
    let add: Link
    let importLink: Link
    let csv: Link
    let vcard: Link
    let print: Link
    let bulk: Link
    let columnsAction: Link
    let changes: Link
    let last: Last?

    /// What the reader just did to several, and can take back.
    package struct Last: Sendable {
        let text: String
        let action: Link
    }

    package static let usualColumns: [MemberField] = [
        .status, .groups, .room, .phone, .email, .ability, .languages, .diet,
    ]

    package init(
        frame: Frame, trip: Trip, entries: [RosterEntry], total: Int, groups: [Group], filter: RosterFilter,
        columns chosen: [MemberField], mayEdit: Bool, last: (version: Int, count: Int)? = nil, now: Instant
    ) {
        self.frame = frame
        let slug = trip.fields.slug
        let shown = chosen.isEmpty ? RosterPage.usualColumns : chosen
        stamp = versionStamp(trip, now: now)
        count = entries.count == total ? "\(total) members" : "\(entries.count) of \(total) members"
        isEmpty = total == 0
        isNothingFound = total > 0 && entries.isEmpty
        search = filter.search
        hasFilter = filter.isNarrowing
        statuses = RosterPage.choices("Any status", MemberStatus.allCases.map { ($0.rawValue, $0.label) }, filter.status?.rawValue)
        self.groups = RosterPage.choices("Any group", groups.map { ($0.name, $0.name) }, filter.group)
        needs = RosterPage.choices("Everybody", RosterNeed.allCases.map { ($0.rawValue, $0.label) }, filter.need?.rawValue)
        trackers = RosterPage.choices("Any contact", Freshness.allCases.map { ($0.rawValue, $0.label) }, filter.tracker?.rawValue)
        sorts = RosterFilter.Sort.allCases.map {
            FormField.Choice(value: $0.rawValue, label: "Sort by " + $0.label.lowercased(), isSelected: $0 == filter.sort)
        }
        bulkStatuses = RosterPage.choices("Status…", MemberStatus.allCases.map { ($0.rawValue, $0.label) }, nil)
        bulkGroups = groups.map { FormField.Choice(value: $0.name, label: $0.name, isSelected: false) }
        self.columns = MemberField.listed.filter { $0 != .firstName && $0 != .lastName }.map {
            ColumnChoice(name: $0.rawValue, label: $0.label, isShown: shown.contains($0))
        }
        headers = shown.map(\.label)
        let clock = ContactClock(trip: trip, now: now)
        rows = entries.map { RosterPage.row($0, shown, slug, clock) }
        let query = RosterPage.query(filter)
        filterState = query.map { Hidden(name: $0.0, value: $0.1) }
        self.mayEdit = mayEdit
        action = Path.roster(slug)
        clear = Path.roster(slug)
        add = Path.trip(slug, "/members/new")
        importLink = Path.rosterFile(slug, "/import")
        csv = Path.rosterFile(slug, ".csv", query)
        vcard = Path.rosterFile(slug, ".vcf", query)
        print = Path.rosterFile(slug, "/print", query)
        bulk = Path.rosterFile(slug, "/bulk")
        columnsAction = Path.rosterFile(slug, "/columns")
        changes = Path.rosterFile(slug, "/changes")
        self.last = last.map {
            Last(
                text: "You changed \($0.count) members at once (v\($0.version)).",
                action: Path.rosterFile(slug, "/changes/\($0.version)/undo"))
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterShow(self, &out) }

    package static func query(_ filter: RosterFilter) -> [(String, String)] {
        [
            ("q", filter.search), ("status", filter.status?.rawValue ?? ""), ("group", filter.group),
            ("tracker", filter.tracker?.rawValue ?? ""), ("need", filter.need?.rawValue ?? ""),
            ("sort", filter.sort == .name ? "" : filter.sort.rawValue),
        ].filter { !$0.1.isEmpty }
    }

    private static func choices(_ any: String, _ values: [(String, String)], _ selected: String?) -> [FormField.Choice] {
        [FormField.Choice(value: "", label: any, isSelected: (selected ?? "").isEmpty)]
            + values.map { FormField.Choice(value: $0.0, label: $0.1, isSelected: $0.0 == selected) }
    }

    private static func row(_ entry: RosterEntry, _ columns: [MemberField], _ slug: String, _ clock: ContactClock) -> Row {
        let row = entry.row
        return Row(
            id: row.id.description, name: row.fullName, link: Path.member(slug, row.id),
            attention: row[.attention].isEmpty ? nil : row[.attention],
            role: row.role == .traveller ? nil : row.role.rawValue,
            cells: columns.map { RosterPrintPage.Cell(row, $0) }, style: entry.freshness.rawValue,
            mark: entry.freshness.mark, contact: clock.text(entry.lastFix))
    }
}

/// Formats many times of one page: the zone's offset is asked once.
struct ContactClock {
    private let offset: Int64
    private let today: Int

    init(trip: Trip, now: Instant) {
        offset = Int64(trip.zone.offset(at: now))
        today = Int((now.seconds + offset) / 86400)
    }

    /// "07:40", or "31 Jan 07:40" for another day.
    func text(_ instant: Instant?) -> String {
        guard let instant else { return "" }
        let local = instant.seconds + offset
        let clock = padded(Int(local % 86400) / 3600, 2) + ":" + padded(Int(local % 3600) / 60, 2)
        let day = Int(local / 86400)
        return day == today ? clock : Day(number: day).short + " " + clock
    }
}

package struct RosterPrintPage: Page {
    package struct Sheet: Sendable {
        let title: String
        let count: String
        let rows: [Row]
    }
    package struct Cell: Sendable {
        let text: String
        /// Broken over lines it would be misread: phone numbers, rooms.
        let isTight: Bool

        init(text: String, isTight: Bool) {
            self.text = text
            self.isTight = isTight
        }

        init(_ row: RosterRow, _ field: MemberField) {
            text = field == .status ? row.status.label : row[field]
            isTight = field == .phone || field == .emergencyPhone || field == .room || field == .status
        }
    }
    package struct Row: Sendable {
        let number: Int
        let name: String
        let attention: String?
        let cells: [Cell]
    }
    let title: String
    let styles: Link
    let script: Link
    let heading: String
    let dates: String
    let stamp: String
    let printed: TimeText
    let emergency: String?
    let filterNote: String?
    let headers: [String]
    let sheets: [Sheet]
    let isLetter: Bool
    let isByGroup: Bool
    let back: Link
    let action: Link
    let columns: [RosterPage.ColumnChoice]
    let hidden: [RosterPage.Hidden]

    package init(
        trip: Trip, entries: [RosterEntry], filter: RosterFilter, columns shown: [MemberField], byGroup: Bool,
        isLetter: Bool, now: Instant
    ) {
        let slug = trip.fields.slug
        title = "\(trip.fields.name), roster v\(trip.rosterVersion)"
        styles = Path.asset("css/sotravel.css")
        script = Path.asset("js/print.js")
        heading = trip.fields.name
        dates = trip.fields.startDay.short + " – " + trip.fields.endDay.long
        stamp = versionStamp(trip, now: now)
        printed = TimeText(now, zone: trip.zone, now: now)
        emergency =
            trip.fields.emergencyNumbers.isEmpty
            ? nil : trip.fields.emergencyNumbers.split(separator: "\n").joined(separator: " · ")
        let query = RosterPage.query(filter)
        filterNote = filter.isNarrowing ? "Only " + RosterPrintPage.words(filter).joined(separator: ", ") : nil
        headers = shown.map(\.label)
        sheets = RosterPrintPage.sheets(entries, shown, byGroup: byGroup)
        self.isLetter = isLetter
        isByGroup = byGroup
        back = Path.roster(slug, query)
        action = Path.rosterFile(slug, "/print")
        columns = MemberField.listed.filter { $0 != .firstName && $0 != .lastName }.map {
            .init(name: $0.rawValue, label: $0.label, isShown: shown.contains($0))
        }
        hidden = query.map { .init(name: $0.0, value: $0.1) }
    }
    private static func words(_ filter: RosterFilter) -> [String] {
        [filter.search, filter.status?.label ?? "", filter.group, filter.tracker?.label ?? "", filter.need?.label ?? ""].filter {
            !$0.isEmpty
        }
    }

    package func render(into out: inout HTMLBuffer) { Template.rosterPrint(self, &out) }

    private static func sheets(_ entries: [RosterEntry], _ columns: [MemberField], byGroup: Bool) -> [Sheet] {
        guard byGroup else { return [sheet("Roster", entries, columns)] }
        var byName: [String: [RosterEntry]] = [:]
        for entry in entries {
            let names = entry.row.groupNames
            for name in names.isEmpty ? ["Without a group"] : names { byName[name, default: []].append(entry) }
        }
        let names = byName.keys.sorted { (folded($0), $0) < (folded($1), $1) }
        return names.map { sheet($0, byName[$0] ?? [], columns) }
    }

    private static func sheet(_ title: String, _ entries: [RosterEntry], _ columns: [MemberField]) -> Sheet {
        Sheet(
            title: title, count: entries.count == 1 ? "1 member" : "\(entries.count) members",
            rows: entries.enumerated().map { index, entry in
                Row(
                    number: index + 1, name: entry.row.fullName,
                    attention: entry.row[.attention].isEmpty ? nil : entry.row[.attention],
                    cells: columns.map { Cell(entry.row, $0) })
            })
    }
}

package struct RosterChangesPage: Page {
    let frame: Frame
    let stamp: String
    let since: Int
    let lines: [Line]
    let problem: String?
    let isCut: Bool
    let action: Link
    package struct Line: Sendable {
        let line: TodayPage.ChangeLine
        /// Once for each version.
        let undo: Undo?
    }
    package struct Undo: Sendable {
        let label: String
        /// What it would do, before it does.
        let sentence: String
        let action: Link
    }

    package init(frame: Frame, trip: Trip, since: Int, entries: [AuditEntry], mayUndo: Bool, problem: String?, now: Instant) {
        self.frame = frame
        stamp = versionStamp(trip, now: now)
        self.since = since
        self.problem = problem
        var seen: Set<Int> = []
        let together = Dictionary(grouping: entries, by: { $0.rosterVersion ?? 0 })
        lines = entries.map { entry in
            let version = entry.rosterVersion ?? 0
            let isUndoable = mayUndo && entry.isUndoable && seen.insert(version).inserted
            return Line(
                line: TodayPage.line(entry, trip.fields.slug, trip.zone, now),
                undo: isUndoable ? RosterChangesPage.undo(version, together[version] ?? [], trip.fields.slug) : nil)
        }
        isCut = entries.count >= 2000
        action = Path.rosterFile(trip.fields.slug, "/changes")
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterChanges(self, &out) }

    private static func undo(_ version: Int, _ entries: [AuditEntry], _ slug: String) -> Undo {
        let added = entries.count { $0.action == RosterAction.added }
        let changed = entries.count - added
        let parts = [
            added > 0
                ? "\(added == 1 ? "One who was added is" : "\(added) who were added are") removed for good, or cancelled where an event or a tracker stands in the way."
                : nil,
            changed > 0
                ? "\(changed == 1 ? "One member goes" : "\(changed) members go") back, except for what was changed again since." : nil,
        ]
        return Undo(
            label: "Undo v\(version)…", sentence: parts.compactMap(\.self).joined(separator: " "),
            action: Path.rosterFile(slug, "/changes/\(version)/undo"))
    }
}

/// "These people, this change": a bulk action is never a surprise.
package struct BulkPage: Page {
    package struct Person: Sendable {
        let id: String
        let name: String
        let from: String
    }
    let frame: Frame
    let sentence: String
    let count: String
    let people: [Person]
    let hidden: [RosterPage.Hidden]
    let action: Link
    let cancel: Link
    package init(frame: Frame, slug: String, action: BulkAction, entries: [RosterEntry], form: [(String, String)]) {
        self.frame = frame
        sentence = action.sentence
        count = entries.count == 1 ? "1 member" : "\(entries.count) members"
        let field: MemberField =
            switch action {
            case .setStatus: .status
            case .addToGroup, .removeFromGroup: .groups
            case .setRoom: .room
            }
        people = entries.map { Person(id: $0.row.id.description, name: $0.row.fullName, from: $0.row[field]) }
        hidden = form.map { RosterPage.Hidden(name: $0.0, value: $0.1) }
        self.action = Path.rosterFile(slug, "/bulk")
        cancel = Path.roster(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterBulk(self, &out) }
}
