/// A mail that is no notice: it goes to an address that nobody has confirmed yet, or to somebody without an account.
package struct Letter: Sendable, Equatable {
    /// What it is for. The raw value is stored.
    package enum Kind: String, Sendable {
        case confirmation, password
        case staffInvite = "staff_invite"

        /// How long its link works.
        package var life: Duration {
            switch self {
            case .confirmation: .days(3)
            case .password: .hours(1)
            case .staffInvite: .days(7)
            }
        }
    }
    package let id: ID
    package let kind: Kind
    /// In lower case.
    package let address: String
    /// With this one.
    package let attempts: Int
    package init(id: ID, kind: Kind, address: String, attempts: Int) {
        (self.id, self.kind, self.address, self.attempts) = (id, kind, address, attempts)
    }

    /// What waited longer than that is of no use any more, as what was asked for before mail was set up.
    package static let patience = Duration.hours(24)
    /// What became of it is kept that long.
    package static let kept = Duration.days(7)

    /// What is written of, beside the link.
    package enum Matter: Sendable, Equatable {
        /// Whose address it is to be.
        case confirmation(name: String)
        case password(name: String)
        /// The role is "admin" or one of a trip's, the trip "" for an admin's.
        case staffInvite(role: String, trip: String, by: String)
    }
}

/// How an account stands with mail.
package enum MailReach: Sendable, Equatable {
    /// It signs in without an address.
    case noAddress
    /// Nobody has asked for a confirmation.
    case unasked(String)
    case waiting(String)
    /// A confirmation has gone out.
    case asked(String, at: Instant)
    case failed(String, reason: String)
    case works(String)
    /// It was confirmed, and takes nothing any more.
    case ended(String, reason: String)
}
