/// The address that an account signs in with, and whether anybody vouches for it. One that nobody has confirmed proves nothing
/// about who somebody is.
package struct AccountAddress: Sendable, Equatable {
    /// Empty for who signs in by a link or Telegram alone.
    package let current: String
    package let isConfirmed: Bool
    /// What the owner wants instead: it signs nobody in until somebody confirms it.
    package let wanted: String?
    package init(current: String, isConfirmed: Bool, wanted: String?) {
        self.current = current
        self.isConfirmed = isConfirmed
        self.wanted = wanted
    }

    /// What whoever confirms says yes to.
    package var unconfirmed: String? { wanted ?? (isConfirmed || current.isEmpty ? nil : current) }
}
