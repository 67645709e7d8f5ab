/// One line of the roster. Texts are display-ready.
package struct RosterRow: Sendable {
    package let id: ID
    package let role: Role
    package let fields: [String]
    package let hasMedicalNotes: Bool
    package let isPaused: Bool
    package let trackerCount: Int
    package let hasAccount: Bool
    package let photo: ID?
    package init(
        id: ID, role: Role, fields: [String], hasMedicalNotes: Bool, isPaused: Bool, trackerCount: Int,
        hasAccount: Bool, photo: ID?
    ) {
        self.id = id
        self.role = role
        self.fields = fields
        self.hasMedicalNotes = hasMedicalNotes
        self.isPaused = isPaused
        self.trackerCount = trackerCount
        self.hasAccount = hasAccount
        self.photo = photo
    }

    /// The position of each listed field in `fields`.
    private static let positions: [MemberField: Int] = Dictionary(
        firstOf: MemberField.listed.enumerated().map { ($1, $0) })

    package subscript(field: MemberField) -> String { RosterRow.positions[field].map { fields[$0] } ?? "" }
    package var fullName: String {
        self[.lastName].isEmpty
            ? self[.firstName]
            : self[.firstName].isEmpty ? self[.lastName] : self[.firstName] + " " + self[.lastName]
    }
    package var status: MemberStatus { MemberStatus(rawValue: self[.status]) ?? .invited }
    package var groupNames: [String] { GroupNames.split(self[.groups]) }
}

/// What a member lacks, or what staff must bear in mind: the lists behind Today's tasks.
package enum RosterNeed: String, Sendable, CaseIterable {
    case attention, emergencyPhone = "emergency_phone", tracker, account, arrival

    package var label: String {
        switch self {
        case .attention: "Needs attention"
        case .emergencyPhone: "No emergency phone"
        case .tracker: "No tracker"
        case .account: "Has not joined"
        case .arrival: Texts.said("Has not arrived")
        }
    }

    /// Whether the member is on the list. Who has cancelled or left needs nothing any more; staff need attention at most.
    package func holds(for row: RosterRow) -> Bool {
        guard row.status != .cancelled, row.status != .left else { return false }
        return switch self {
        case .attention: !row[.attention].isEmpty
        case .emergencyPhone: !row.role.isStaff && row[.emergencyPhone].isEmpty
        case .tracker: !row.role.isStaff && row.trackerCount == 0
        case .account: !row.role.isStaff && !row.hasAccount
        case .arrival: !row.role.isStaff && row.status.isExpected
        }
    }
}

/// Which members a list shows and in what order: what the roster page's address carries.
package struct RosterFilter: Sendable, Equatable {
    /// What the list is sorted by. The raw value is in the address.
    package enum Sort: String, Sendable, CaseIterable {
        case name, status, group, room, contact
        package var label: String {
            switch self {
            case .name: "Name"
            case .status: "Status"
            case .group: "Group"
            case .room: "Room"
            case .contact: "Last contact"
            }
        }
    }
    package var search = ""
    package var status: MemberStatus?
    package var group = ""
    package var tracker: Freshness?
    package var need: RosterNeed?
    package var sort = Sort.name
    package init() {}

    package var isNarrowing: Bool { !search.isEmpty || status != nil || !group.isEmpty || tracker != nil || need != nil }

    /// Every word must occur somewhere in the row's names, contact, room or groups.
    func matchesText(_ row: RosterRow) -> Bool {
        guard !search.isEmpty else { return true }
        let searched: [MemberField] = [.firstName, .lastName, .email, .phone, .telegram, .room, .groups, .languages]
        return hasWords(searchable(searched.map { row[$0] }.joined(separator: "\n")), search)
    }

    /// Whose last contact counts: not of those who have cancelled or left, unless they are asked for.
    private func isHere(_ row: RosterRow) -> Bool { status != nil || (row.status != .cancelled && row.status != .left) }

    func matches(_ row: RosterRow, freshness: Freshness) -> Bool {
        (status.map { $0 == row.status } ?? true) && (need?.holds(for: row) ?? true)
            && (tracker.map { $0 == freshness && isHere(row) } ?? true)
            && (group.isEmpty || row.groupNames.contains { folded($0) == folded(group) }) && matchesText(row)
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
        return sort == .name ? entries : entries.sorted(by: precedes)
    }

    /// Rows come from the store in order of name; the sort is stable through the name as second key.
    private func precedes(_ a: RosterEntry, _ b: RosterEntry) -> Bool {
        func key(_ row: RosterRow) -> String {
            switch sort {
            case .status: String(MemberStatus.allCases.firstIndex(of: row.status) ?? 0)
            case .group: row[.groups].isEmpty ? "\u{10FFFF}" : folded(row[.groups])
            case .room: row[.room].isEmpty ? "\u{10FFFF}" : naturalKey(folded(row[.room]))
            case .name, .contact: ""
            }
        }
        let names = (folded(a.row.fullName), folded(b.row.fullName))
        guard sort == .contact else { return (key(a.row), names.0) < (key(b.row), names.1) }
        let times = (a.lastFix?.microseconds ?? .min, b.lastFix?.microseconds ?? .min)
        return times.0 == times.1 ? names.0 < names.1 : times.0 > times.1
    }
}

/// Pads runs of digits so that room 9 comes before room 10.
func naturalKey(_ text: String) -> String {
    var result = ""
    var digits = ""
    for character in text + "\0" {
        if character.isASCII, character.isNumber {
            digits.append(character)
        } else {
            if !digits.isEmpty { result += String(repeating: "0", count: max(0, 8 - digits.count)) + digits }
            digits = ""
            if character != "\0" { result.append(character) }
        }
    }
    return result
}

/// A row with what the board knows of the member: the newest fix, and how old it is by the trip's limits.
package struct RosterEntry: Sendable {
    package let row: RosterRow
    package let newest: BoardEntry?
    package let freshness: Freshness
    package var lastFix: Instant? { newest?.fix.time }
}

/// What a bulk action does to the members that were ticked.
package enum BulkAction: Sendable, Equatable {
    case setStatus(MemberStatus)
    case addToGroup(String)
    case removeFromGroup(String)
    case setRoom(String)

    /// The fields after the action; what it is not about stays.
    package func apply(to fields: MemberFields) -> MemberFields {
        var new = fields
        switch self {
        case .setStatus(let status): new[.status] = status.rawValue
        case .addToGroup(let name): new[.groups] = GroupNames.join(GroupNames.split(fields[.groups] + ";" + name))
        case .removeFromGroup(let name):
            new[.groups] = GroupNames.join(fields.groupNames.filter { folded($0) != folded(name) })
        case .setRoom(let room): new[.room] = room
        }
        return new
    }

    package var sentence: String {
        switch self {
        case .setStatus(let status): "Set status to \(status.label)"
        case .addToGroup(let name): "Add to group \(name)"
        case .removeFromGroup(let name): "Remove from group \(name)"
        case .setRoom(let room): room.isEmpty ? "Clear the room" : "Set room to \(room)"
        }
    }
}
