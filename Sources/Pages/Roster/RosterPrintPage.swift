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
        /// The head of its column, for a phone's screen, which has no room for columns; empty where nobody needs it.
        let label: String

        init(text: String, isTight: Bool, label: String = "") {
            self.text = text
            self.isTight = isTight
            self.label = Texts.said(text: label)
        }

        init(_ row: RosterRow, _ column: ListColumn) {
            switch column {
            case .field(let field): self.init(row, field)
            case .own(let own):
                self.init(text: own.text(row.own[own]), isTight: own.kind == .number || own.kind == .date, label: column.label)
            case .reach: self.init(text: row.reachText, isTight: false, label: column.label)
            }
        }

        init(_ row: RosterRow, _ field: MemberField) {
            let text =
                switch field {
                case .status: Texts.said(text: row.status.label)
                case .groups: row.groupNames.joined(separator: ", ")
                default: row[field]
                }
            self.init(
                text: text,
                isTight: field == .phone || field == .emergencyPhone || field == .room || field == .status, label: field.label)
        }
    }
    package struct Row: Sendable {
        let number: Int
        let name: String
        let attention: String?
        let cells: [Cell]
    }
    let head: PaperHead
    let heading: String
    let dates: String
    let stamp: String
    let printed: TimeText
    let emergency: String?
    let filterNote: String?
    let headers: [String]
    /// In columns, of which the first four are always there.
    var width: Int { 4 + headers.count }
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
        let columns: [ListColumn]
        /// The trip's own columns, which may be chosen besides.
        let own: [OwnColumn]
        let isByGroup: Bool
        let isLetter: Bool
        /// Of those who were ticked, which no address can ask for again.
        let isChosen: Bool
        package init(columns: [ListColumn], own: [OwnColumn], isByGroup: Bool, isLetter: Bool, isChosen: Bool = false) {
            self.own = own
            self.isChosen = isChosen
            self.columns = columns
            self.isByGroup = isByGroup
            self.isLetter = isLetter
        }
    }

    package init(trip: Trip, entries: [RosterEntry], filter: RosterFilter, options: Options, now: Instant) {
        let (slug, shown) = (trip.fields.slug, options.columns)
        head = PaperHead(title: Texts.said("\(trip.fields.name), roster v\(trip.rosterVersion)"))
        heading = trip.fields.name
        dates = trip.fields.startDay.span(to: trip.fields.endDay)
        stamp = versionStamp(trip, now: now)
        printed = TimeText(onPaper: now, zone: trip.zone)
        emergency = EmergencyLine.paper(trip.fields.emergencyNumbers)
        let query = RosterPage.query(filter)
        filterNote = filter.isNarrowing ? Texts.said("Only \(RosterPrintPage.words(filter).joined(separator: ", "))") : nil
        headers = RosterPrintPage.cellsOf(shown).map { Texts.said(text: $0.label) }
        sheets = RosterPrintPage.sheets(entries, shown, byGroup: options.isByGroup)
        isLetter = options.isLetter
        isByGroup = options.isByGroup
        isChosen = options.isChosen
        back = Path.roster(slug).asking(query)
        action = Path.rosterPrint(slug)
        columns = ListColumn.offered(options.own).map {
            .init(name: $0.key, label: Texts.said(text: $0.label), isShown: shown.contains($0))
        }
        hidden = query.map { .init(name: $0.0, value: $0.1) }
    }
    private static func words(_ filter: RosterFilter) -> [String] {
        let words = [
            filter.search, Texts.said(text: filter.status?.label ?? ""), filter.group, filter.room,
            Texts.said(text: filter.tracker?.label ?? ""), Texts.said(text: filter.need?.label ?? ""),
        ]
        return words.filter { !$0.isEmpty } + filter.chosen.map(OwnFilter.words)
    }

    package func render(into out: inout HTMLBuffer) { Template.rosterRosterPrint(self, &out) }

    /// Whom to call stands in one cell with the number: one line a person.
    private static func cellsOf(_ columns: [ListColumn]) -> [ListColumn] {
        columns.contains(.field(.emergencyName)) ? columns.filter { $0 != .field(.emergencyPhone) } : columns
    }
    private static func emergency(_ row: RosterRow, _ columns: [ListColumn]) -> Cell {
        let parts = columns.contains(.field(.emergencyPhone)) ? [row[.emergencyName], row[.emergencyPhone]] : [row[.emergencyName]]
        return Cell(text: parts.filter { !$0.isEmpty }.joined(separator: ", "), isTight: false, label: MemberField.emergencyName.label)
    }

    private static func sheets(_ entries: [RosterEntry], _ columns: [ListColumn], byGroup: Bool) -> [Sheet] {
        guard byGroup else { return [sheet(Texts.said("Roster"), entries, columns)] }
        var byName: [String: [RosterEntry]] = [:]
        for entry in entries {
            let names = entry.row.groupNames
            for name in names.isEmpty ? [Texts.said("Without a group")] : names { byName[name, default: []].append(entry) }
        }
        let names = byName.keys.sorted { (folded($0), $0) < (folded($1), $1) }
        return names.map { sheet($0, byName[$0] ?? [], columns) }
    }

    private static func sheet(_ title: String, _ entries: [RosterEntry], _ columns: [ListColumn]) -> Sheet {
        Sheet(
            title: title, count: counted(entries.count, "member"),
            rows: entries.enumerated().map { index, entry in
                Row(
                    number: index + 1, name: entry.row.fullName,
                    attention: entry.row[.attention].isEmpty ? nil : entry.row[.attention],
                    cells: cellsOf(columns).map { $0 == .field(.emergencyName) ? emergency(entry.row, columns) : Cell(entry.row, $0) })
            })
    }
}
