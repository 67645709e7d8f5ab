/// Which members a list shows and in what order: what the roster page's address carries.
package struct RosterFilter: Sendable, Equatable {
    /// What the list is sorted by: the name, the last contact, or what any column says. The raw value is in the address.
    package enum Sort: Sendable, Equatable, RawRepresentable {
        case name, contact, reach
        case column(MemberField)
        case own(OwnColumn)
        package static let status = Sort.column(.status)
        package static let room = Sort.column(.room)
        /// What a list offers that shows no heads to choose from.
        package static let usual: [Sort] = [.name, .status, .column(.groups), .room, .contact]

        package init?(rawValue: String) {
            switch rawValue {
            case "name": self = .name
            case "contact": self = .contact
            case "reach": self = .reach
            // As it was called once, in links that people keep.
            case "group": self = .column(.groups)
            default:
                guard let field = MemberField(rawValue: rawValue), MemberField.listed.contains(field) else { return nil }
                self = .column(field)
            }
        }
        /// The same, among the trip's own columns too.
        package init?(_ text: String, own: [OwnColumn]) {
            guard let column = own.first(where: { $0.key == text }) else {
                self.init(rawValue: text)
                return
            }
            self = .own(column)
        }
        package var rawValue: String {
            switch self {
            case .name: "name"
            case .contact: "contact"
            case .reach: "reach"
            case .column(let field): field.rawValue
            case .own(let column): column.key
            }
        }
        package var label: String {
            switch self {
            case .name: "Name"
            case .contact: "Last contact"
            case .reach: Texts.said("Reached by")
            case .column(let field): field.label
            case .own(let column): column.name
            }
        }
    }
    /// Everybody, or without those who have cancelled or left.
    package enum Gone: Sendable, Equatable { case shown, hidden }
    package var search = ""
    package var status: MemberStatus?
    package var gone = Gone.shown
    package var group = ""
    package var tracker: Freshness?
    package var need: RosterNeed?
    package var room = ""
    package var chosen: [OwnChoice] = []
    package var sort = Sort.name
    package var isDescending = false
    package init() {}

    package var isNarrowing: Bool {
        !search.isEmpty || status != nil || !group.isEmpty || tracker != nil || need != nil || !room.isEmpty || !chosen.isEmpty
    }

    /// What the row is searched by, and nothing besides; a phone number without the blanks in it.
    private static func text(_ row: RosterRow) -> String {
        let number = String(String.UnicodeScalarView(row[.phone].unicodeScalars.filter { !" ()-/.".unicodeScalars.contains($0) }))
        return TypedWords.text(
            name: row.fullName, groups: row[.groups], room: row[.room],
            others: [number, row[.email], row[.telegram], row[.languages]] + row.own.all)
    }

    /// Those whom what was typed finds.
    private func found(_ entries: [RosterEntry]) -> [RosterEntry] {
        guard !search.isEmpty else { return entries }
        let typed = TypedWords(search)
        let isFound = TypedWords.found(entries.map { typed.fit(RosterFilter.text($0.row)) })
        return zip(entries, isFound).compactMap { $1 ? $0 : nil }
    }

    func matches(_ row: RosterRow, freshness: Freshness) -> Bool {
        (status.map { $0 == row.status } ?? (gone == .shown || !row.isGone)) && (need?.holds(for: row) ?? true)
            && (tracker.map { $0 == freshness } ?? true)
            && (group.isEmpty || row.groupNames.contains { folded($0) == folded(group) })
            && (room.isEmpty || folded(row[.room]) == folded(room))
            && chosen.allSatisfy { $0.holds(for: row.own) }
    }

    /// The rows that pass, in order. `board` gives each member's newest position.
    package func apply(
        to rows: [RosterRow], trip: TripFields, now: Instant, board: (ID) -> BoardEntry?
    ) -> [RosterEntry] {
        let entries = rows.compactMap { row -> RosterEntry? in
            let newest = board(row.id)
            let freshness = Freshness(lastFix: newest?.fix.time, isPaused: row.isPaused, now: now, trip: trip)
            return matches(row, freshness: freshness) ? RosterEntry(row: row, newest: newest, freshness: freshness) : nil
        }
        return sorted(found(entries))
    }

    /// Those that pass of what is at hand in order of name.
    package func narrow(_ entries: [RosterEntry]) -> [RosterEntry] {
        sorted(found(entries.filter { matches($0.row, freshness: $0.freshness) }))
    }

    /// Entries come in order of name, which stays the second key; who lacks what is sorted by comes last either way.
    private func sorted(_ entries: [RosterEntry]) -> [RosterEntry] {
        guard sort != .name else { return isDescending ? entries.reversed() : entries }
        let keyed = entries.enumerated().map { (entry: $0.element, key: key($0.element), place: $0.offset) }
        return keyed.sorted { a, b in
            guard a.key != b.key else { return a.place < b.place }
            guard let first = a.key, let second = b.key else { return a.key != nil }
            return isDescending ? first > second : first < second
        }.map(\.entry)
    }

    private func key(_ entry: RosterEntry) -> String? {
        switch sort {
        case .name: return nil
        // The newest contact first.
        case .contact: return entry.lastFix.map { padded(Int.max / 2 - Int($0.microseconds / 1000), 20) }
        // Whom nothing reaches first.
        case .reach: return String(entry.row.reach.count) + entry.row.reachText
        case .column(.status): return String(MemberStatus.allCases.firstIndex(of: entry.row.status) ?? 0)
        case .own(let column): return column.sortKey(entry.row.own[column])
        case .column(let field): return entry.row[field].isEmpty ? nil : naturalKey(folded(entry.row[field]))
        }
    }
}
