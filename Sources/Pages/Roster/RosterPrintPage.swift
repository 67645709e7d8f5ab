import Domain

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
    let isChosen: Bool
    let back: Link
    let action: Link
    let columns: [RosterPage.ColumnChoice]
    let hidden: [RosterPage.Hidden]

    /// What the paper shows, as the address asks for it.
    package struct Options: Sendable {
        let columns: [MemberField]
        let isByGroup: Bool
        let isLetter: Bool
        /// Of those who were ticked, which no address can ask for again.
        let isChosen: Bool
        package init(columns: [MemberField], isByGroup: Bool, isLetter: Bool, isChosen: Bool = false) {
            self.isChosen = isChosen
            self.columns = columns
            self.isByGroup = isByGroup
            self.isLetter = isLetter
        }
    }

    package init(trip: Trip, entries: [RosterEntry], filter: RosterFilter, options: Options, now: Instant) {
        let (slug, shown) = (trip.fields.slug, options.columns)
        title = "\(trip.fields.name), roster v\(trip.rosterVersion)"
        script = Path.asset("js/alone/print.js")
        heading = trip.fields.name
        dates = trip.fields.startDay.span(to: trip.fields.endDay)
        stamp = versionStamp(trip, now: now)
        printed = TimeText(now, zone: trip.zone, now: now)
        emergency =
            trip.fields.emergencyNumbers.isEmpty
            ? nil : trip.fields.emergencyNumbers.split(separator: "\n").joined(separator: " · ")
        let query = RosterPage.query(filter)
        filterNote = filter.isNarrowing ? "Only " + RosterPrintPage.words(filter).joined(separator: ", ") : nil
        headers = shown.map(\.label)
        sheets = RosterPrintPage.sheets(entries, shown, byGroup: options.isByGroup)
        isLetter = options.isLetter
        isByGroup = options.isByGroup
        isChosen = options.isChosen
        back = Path.roster(slug, query)
        action = Path.rosterFile(slug, "/print")
        columns = MemberField.listed.filter { $0 != .firstName && $0 != .lastName }.map {
            .init(name: $0.rawValue, label: $0.label, isShown: shown.contains($0))
        }
        hidden = query.map { .init(name: $0.0, value: $0.1) }
    }
    private static func words(_ filter: RosterFilter) -> [String] {
        [filter.search, filter.status?.label ?? "", filter.group, filter.room, filter.tracker?.label ?? "", filter.need?.label ?? ""]
            .filter {
                !$0.isEmpty
            }
    }

    package func render(into out: inout HTMLBuffer) { Template.rosterRosterPrint(self, &out) }

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
            title: title, count: counted(entries.count, "member"),
            rows: entries.enumerated().map { index, entry in
                Row(
                    number: index + 1, name: entry.row.fullName,
                    attention: entry.row[.attention].isEmpty ? nil : entry.row[.attention],
                    cells: columns.map { Cell(entry.row, $0) })
            })
    }
}
