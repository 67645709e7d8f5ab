/// Where a member stands on the way into and out of the trip.
package enum MemberStatus: String, Sendable, CaseIterable {
    case invited, confirmed, arrived, left, cancelled

    package var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    /// Still coming: counted as expected on *Today*.
    package var isExpected: Bool { self == .invited || self == .confirmed }
}

/// Every field of a member that a host types, in the order of forms and exports. The raw value is the column's
/// name in the schema, the form, the CSV and the audit trail.
package enum MemberField: String, Sendable, CaseIterable {
    case firstName = "first_name"
    case lastName = "last_name"
    case status, groups, room, email, phone, telegram, ability, languages, diet
    case emergencyName = "emergency_name"
    case emergencyPhone = "emergency_phone"
    case attention
    case hostNotes = "host_notes"
    case medicalNotes = "medical_notes"
    case description, instagram, tiktok, whatsapp, linkedin

    package var label: String {
        // Lists ask for each cell, so nothing is made here.
        switch self {
        case .firstName: "First name"
        case .lastName: "Last name"
        case .status: "Status"
        case .groups: "Groups"
        case .room: "Room"
        case .email: "Email"
        case .phone: "Phone"
        case .telegram: "Telegram"
        case .ability: "Ability"
        case .languages: "Languages"
        case .diet: "Diet"
        case .emergencyName: "Emergency contact"
        case .emergencyPhone: "Emergency phone"
        case .attention: "Attention"
        case .hostNotes: "Host notes"
        case .medicalNotes: "Medical notes"
        case .description: "About"
        case .instagram: "Instagram"
        case .tiktok: "TikTok"
        case .whatsapp: "WhatsApp"
        case .linkedin: "LinkedIn"
        }
    }

    /// Characters, after tidying.
    package var limit: Int {
        switch self {
        case .hostNotes, .medicalNotes: 4000
        case .groups, .description: 1000
        case .email: 254
        case .diet, .attention, .languages: 200
        default: 100
        }
    }
    package var isMultiline: Bool { self == .hostNotes || self == .medicalNotes || self == .description }

    /// Never in lists, exports, prints or audit values; opened one by one by hosts.
    package var isMedical: Bool { self == .medicalNotes }
    /// What members say of themselves for their friends.
    package var isProfile: Bool { [.description, .instagram, .tiktok, .whatsapp, .linkedin].contains(self) }
    /// The columns that lists, exports and prints may show.
    package static let listed = allCases.filter { !$0.isMedical && !$0.isProfile }
    /// What a host types in the member's form.
    package static let typed = allCases.filter { !$0.isMedical }
}

/// What is known of a member, by field. An absent field is the empty text. Groups are one text, "Bus 1; Ski B".
package struct MemberFields: Sendable, Equatable {
    private var values: [MemberField: String] = [:]
    /// Of the trip's own columns; `tidy` leaves them, for it does not know the columns.
    package var own = OwnValues()
    package init() {}

    package subscript(field: MemberField) -> String {
        get { values[field] ?? "" }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    package var fullName: String {
        [self[.firstName], self[.lastName]].filter { !$0.isEmpty }.joined(separator: " ")
    }
    package var status: MemberStatus { MemberStatus(rawValue: self[.status]) ?? .invited }
    package var groupNames: [String] { GroupNames.split(self[.groups]) }

    /// Tidies every value and says what does not hold.
    package mutating func tidy() -> [FieldError] {
        var check = Validation()
        for field in MemberField.allCases {
            self[field] = field.isMultiline ? tidyText(self[field]) : tidyLine(self[field])
            let length = self[field].count
            check.require(length <= field.limit, field.rawValue, "At most \(grouped(field.limit)) characters, this has \(grouped(length)).")
        }
        self[.groups] = GroupNames.join(groupNames)
        if self[.status].isEmpty { self[.status] = MemberStatus.invited.rawValue }
        self[.status] = self[.status].lowercased()
        check.require(
            MemberStatus(rawValue: self[.status]) != nil, "status",
            "Choose one of \(MemberStatus.allCases.map(\.rawValue).joined(separator: ", ")).")
        check.require(
            !self[.firstName].isEmpty || !self[.lastName].isEmpty, "first_name", "Type a first or last name.")
        check.require(self[.email].isEmpty || isEmailAddress(self[.email]), "email", "This is not an email address.")
        check.require(groupNames.allSatisfy { $0.count <= 60 }, "groups", "A group’s name has at most 60 characters.")
        for field in [MemberField.phone, .emergencyPhone] {
            check.require(
                isPhoneNumber(self[field]), field.rawValue, "Use only digits, spaces and + ( ) - / . with at least 3 digits.")
        }
        if self[.telegram].hasPrefix("@") { self[.telegram] = String(self[.telegram].dropFirst()) }
        return check.errors
    }
}

private func isPhoneNumber(_ text: String) -> Bool {
    text.isEmpty
        || text.allSatisfy { $0.isASCII && ($0.isNumber || " +()-/.".contains($0)) }
            && text.filter(\.isNumber).count >= 3
}

/// Whether two numbers are of one phone, however they are written: with the country or without. Nil where one of them is empty.
package func isSamePhone(_ one: String, _ other: String) -> Bool? {
    let phones = [one, other].map { $0.filter(\.isNumber) }.sorted { $0.count < $1.count }
    guard !phones[0].isEmpty else { return nil }
    let bare = phones.map { $0.drop { $0 == "0" } }.sorted { $0.count < $1.count }
    return phones[0] == phones[1] || bare[0].count >= 7 && bare[1].hasSuffix(bare[0])
}

/// The text form of a set of groups: names joined by "; ", compared without case, in order of name.
package enum GroupNames {
    /// Names cut at `;` or `|`, tidied, each once, in order. One that differs in case only is the same.
    package static func split(_ text: String) -> [String] {
        let names = text.utf8.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "|") })
            .map { tidyLine(String(Substring($0))) }.filter { !$0.isEmpty }
        guard names.count > 1 else { return names }
        var seen = Set<String>()
        return names.map { (key: folded($0), name: $0) }.filter { seen.insert($0.key).inserted }.sorted { $0 < $1 }.map(\.name)
    }
    /// The names of a text that `join` made: tidy, each once, in order. A tenth of the work of `split`, for lists of everybody.
    package static func parts(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ";")).map { String(Substring($0.first == UInt8(ascii: " ") ? $0.dropFirst() : $0)) }
    }
    /// The text form of names that are in order already.
    package static func join(_ names: [String]) -> String { names.joined(separator: "; ") }
}

/// One field that differs.
package struct FieldChange: Sendable, Equatable {
    package let field: MemberField
    package let from: String
    package let to: String
    package init(field: MemberField, from: String, to: String) {
        self.field = field
        self.from = from
        self.to = to
    }
}

extension MemberFields {
    /// Every field that differs, in the order of the fields.
    package func changes(to new: MemberFields) -> [FieldChange] {
        MemberField.allCases.filter { self[$0] != new[$0] }
            .map { FieldChange(field: $0, from: self[$0], to: new[$0]) }
    }
}

/// One member as their own page shows it. Medical notes are not in it: see `RosterService.openMedicalNotes`.
package struct Member: Sendable {
    package let id: ID
    package let tripID: ID
    package let accountID: ID?
    package let role: Role
    package var fields: MemberFields
    package let hasMedicalNotes: Bool
    package let sharingPausedAt: Instant?
    /// The roster version that last changed this member: an edit that started from an older one is a conflict.
    package let version: Int
    package let photo: ID?
    package init(
        id: ID, tripID: ID, accountID: ID?, role: Role, fields: MemberFields, hasMedicalNotes: Bool,
        sharingPausedAt: Instant?, version: Int, photo: ID?
    ) {
        self.photo = photo
        self.id = id
        self.tripID = tripID
        self.accountID = accountID
        self.role = role
        self.fields = fields
        self.hasMedicalNotes = hasMedicalNotes
        self.sharingPausedAt = sharingPausedAt
        self.version = version
    }
}

/// A named set of members of one trip: a bus, a ski class.
package struct Group: Sendable, Equatable {
    package let id: ID
    package let name: String
    package let leaderID: ID?
    package let leaderName: String
    package let memberCount: Int
    /// What hosts call groups of its kind; empty where its name says it.
    package let category: String
    /// Nil where nobody has said how many.
    package let places: Int?
    package init(
        id: ID, name: String, leaderID: ID?, leaderName: String = "", memberCount: Int = 0, category: String = "", places: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.leaderID = leaderID
        self.leaderName = leaderName
        self.memberCount = memberCount
        self.category = category
        self.places = places
    }
}
