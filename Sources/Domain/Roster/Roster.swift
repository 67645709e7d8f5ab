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
    /// Of the trip's own columns.
    package var own = OwnValues()
    /// The channels that work.
    package var reach: Set<DeliveryChannel> = []
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
    /// Has cancelled or left.
    package var isGone: Bool { status == .cancelled || status == .left }
    /// "Push, email"; a phone number where no channel works, else that nothing does.
    package var reachText: String {
        let channels = DeliveryChannel.allCases.filter(reach.contains).map(\.label)
        return channels.isEmpty ? Texts.said(self[.phone].isEmpty ? "Nothing" : "Phone only") : channels.joined(separator: ", ")
    }
    /// In order.
    package var groupNames: [String] { GroupNames.parts(self[.groups]) }

    /// As maps and cards show them.
    package var person: MapPerson {
        var person = MapPerson(id: id, name: fullName, groups: groupNames, phone: self[.phone], isPaused: isPaused, photo: photo)
        (person.room, person.status, person.attention, person.role) = (self[.room], status.label, self[.attention], role)
        return person
    }
}

extension Member {
    /// As maps and cards show them.
    package var person: MapPerson {
        var person = MapPerson(
            id: id, name: fields.fullName, groups: fields.groupNames, phone: fields[.phone], isPaused: sharingPausedAt != nil, photo: photo)
        (person.room, person.status) = (fields[.room], fields.status.label)
        (person.attention, person.role) = (fields[.attention], role)
        return person
    }
}

/// What a member lacks, or what staff must bear in mind: the lists behind Today's tasks.
package enum RosterNeed: String, Sendable, CaseIterable {
    case attention, emergencyPhone = "emergency_phone", tracker, account, arrival, reach

    package var label: String {
        switch self {
        case .attention: "Needs attention"
        case .emergencyPhone: "No emergency phone"
        case .tracker: "No tracker"
        case .account: "Has not joined"
        case .arrival: Texts.said("Has not arrived")
        case .reach: Texts.said("Nothing reaches them")
        }
    }

    /// Whether the member is on the list. Who has cancelled or left needs nothing any more; staff need attention at most, and a way
    /// to be told: a call for help wakes them.
    package func holds(for row: RosterRow) -> Bool {
        guard row.status != .cancelled, row.status != .left else { return false }
        return switch self {
        case .attention: !row[.attention].isEmpty
        case .emergencyPhone: !row.role.isStaff && row[.emergencyPhone].isEmpty
        case .tracker: !row.role.isStaff && row.trackerCount == 0
        case .account: !row.role.isStaff && !row.hasAccount
        case .arrival: !row.role.isStaff && row.status.isExpected
        case .reach: row.reach.isEmpty && row[.phone].isEmpty
        }
    }
}

/// Pads runs of digits so that room 9 comes before room 10.
package func naturalKey(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return text }
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

extension Sequence {
    /// In the order of `naturalKey`, which is made once for each.
    package func sortedNaturally(by text: (Element) -> String) -> [Element] {
        map { (key: naturalKey(text($0)), element: $0) }.sorted { $0.key < $1.key }.map(\.element)
    }
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
        case .setStatus(let status): Texts.said("Set status to \(Texts.said(text: status.label))")
        case .addToGroup(let name): Texts.said("Add to group \(name)")
        case .removeFromGroup(let name): Texts.said("Remove from group \(name)")
        case .setRoom(let room): Texts.said(room.isEmpty ? "Clear the room" : "Set room to \(room)")
        }
    }
}
