/// Who sees a field of a member.
package enum FieldAudience: Sendable, Equatable {
    /// The others on the trip, and its staff.
    case friends
    /// Hosts and moderators.
    case hosts
    /// The same, and the trip's medics: to be reached.
    case reach
    /// Hosts and moderators, when something went wrong.
    case safety
    /// The same, and the trip's medics.
    case health
}

extension MemberField {
    package var audience: FieldAudience {
        switch self {
        case .firstName, .lastName, .languages, .telegram, .description, .instagram, .tiktok, .whatsapp, .linkedin: .friends
        case .status, .groups, .room, .email, .ability, .attention, .hostNotes: .hosts
        case .phone: .reach
        case .diet: .safety
        case .emergencyName, .emergencyPhone, .medicalNotes: .health
        }
    }

    /// What staff write about a member for each other.
    package var isInternal: Bool { self == .hostNotes || self == .attention }

    /// What members change themselves, in the order of their form.
    package static let own: [MemberField] = [
        .firstName, .lastName, .description, .languages, .telegram, .instagram, .tiktok, .whatsapp, .linkedin, .phone,
        .emergencyName, .emergencyPhone, .diet, .ability,
    ]
    package static let seenByFriends = allCases.filter { $0.audience == .friends }
}

/// Names on other services: tidied from what people paste, checked by each service's own rule, linked to only by us.
package enum SocialName {
    package static let fields: [MemberField] = [.telegram, .instagram, .tiktok, .whatsapp, .linkedin]

    /// "https://www.instagram.com/ada/?hl=en", "@ada" and "ada" are all "ada".
    package static func tidy(_ text: String, _ field: MemberField) -> String {
        var text = tidyLine(text)
        if field == .whatsapp {
            if let range = text.firstRange(of: "wa.me/") { text = "+" + text[range.upperBound...] }
            let digits = text.filter(\.isNumber)
            return digits.isEmpty ? text : "+" + digits
        }
        if text.contains("/") {
            let path = text.split(separator: "?")[0].split(separator: "/")
            text = path.last.map(String.init) ?? ""
        }
        return text.hasPrefix("@") ? String(text.dropFirst()) : text
    }

    /// Nil for a name that can be one.
    package static func complaint(_ text: String, _ field: MemberField) -> Texts.Sentence? {
        guard !text.isEmpty else { return nil }
        let isPlain = { (extra: String) in text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || extra.contains($0)) } }
        return switch field {
        case .telegram:
            isPlain("_") && (5...32).contains(text.count) && text.first?.isLetter == true
                ? nil : "A Telegram name has 5 to 32 letters, digits and _."
        case .instagram: isPlain("._") && text.count <= 30 ? nil : "An Instagram name has up to 30 letters, digits, . and _."
        case .tiktok: isPlain("._") && (2...24).contains(text.count) ? nil : "A TikTok name has 2 to 24 letters, digits, . and _."
        case .whatsapp:
            text.hasPrefix("+") && (8...16).contains(text.count) && text.dropFirst().allSatisfy(\.isNumber)
                ? nil : "Type a number with its country code, for instance +41 79 000 00 00."
        case .linkedin:
            isPlain("-") && (3...100).contains(text.count) ? nil : "Type the last part of your profile’s address: letters, digits and -."
        default: nil
        }
    }
}

extension MemberFields {
    /// What members typed about themselves in place of what was there; nobody else's fields change.
    package func merging(own typed: MemberFields) -> (fields: MemberFields, errors: [FieldError]) {
        var (fields, check) = (self, Validation())
        for field in MemberField.own { fields[field] = typed[field] }
        for field in SocialName.fields {
            fields[field] = SocialName.tidy(typed[field], field)
            if fields[field] != self[field], let complaint = SocialName.complaint(fields[field], field) {
                check.refuse(field.rawValue, complaint)
            }
        }
        check.merge(fields.tidy())
        return (fields, check.errors)
    }
}

/// Somebody on the same trip, with what they show to the others.
package struct Friend: Sendable {
    package let id: ID
    package let role: Role
    package let fields: MemberFields
    package let photo: ID?
    package init(id: ID, role: Role, fields: MemberFields, photo: ID?) {
        self.photo = photo
        self.id = id
        self.role = role
        self.fields = fields
    }
    package var name: String { fields.fullName }
    package var isStaff: Bool { role.isStaff }
}
