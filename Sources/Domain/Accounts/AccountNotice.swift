/// Something that the owner of an account must hear of: a way in, a session, an address. A line on the account page for good,
/// and at the top of every page until it was seen in that browser.
package struct AccountNotice: Sendable, Equatable {
    /// What happened. The raw value is stored.
    package enum Kind: String, Sendable, CaseIterable {
        case session, telegramLinked, telegramUnlinked, passwordAdded, passwordChanged, secondFactorAdded, secondFactorRemoved
        case addressChanged, addressConfirmed, addressWanted, addressUnconfirmed, signUpTried
    }
    /// Rises with every notice.
    package let number: Int
    package let kind: Kind
    /// What was added, where the kind alone does not say it.
    package let detail: String
    package let userAgent: String
    package let address: String
    package let at: Instant
    package init(number: Int, kind: Kind, detail: String, userAgent: String, address: String, at: Instant) {
        self.number = number
        self.kind = kind
        self.detail = detail
        self.userAgent = userAgent
        self.address = address
        self.at = at
    }
}
