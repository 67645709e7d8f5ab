/// The address that an account signs in with, and whether anybody vouches for it. One that nobody has confirmed proves nothing
/// about who somebody is.
package struct AccountAddress: Sendable, Equatable {
    /// Empty if the owner signs in only by a link or Telegram.
    package let current: String
    package let isConfirmed: Bool
    /// The new address that the owner asked for. Nobody can sign in with it until somebody confirms it.
    package let wanted: String?
    package init(current: String, isConfirmed: Bool, wanted: String?) {
        self.current = current
        self.isConfirmed = isConfirmed
        self.wanted = wanted
    }

    /// The address that needs confirmation; nil if none does.
    package var unconfirmed: String? { wanted ?? (isConfirmed || current.isEmpty ? nil : current) }
}
