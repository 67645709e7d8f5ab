/// Where what hosts delete is for a while: on no list, and restored whole.
package enum Bin {
    /// How long it can be restored.
    package static let days = 30
}

/// Something that was deleted and can be restored: an event, a group, a trip.
package struct BinnedThing: Sendable, Equatable {
    package let id: ID
    package let name: String
    package let deletedAt: Instant
    /// Who deleted it, by name.
    package let deletedBy: String

    package init(id: ID, name: String, deletedAt: Instant, deletedBy: String) {
        (self.id, self.name, self.deletedAt, self.deletedBy) = (id, name, deletedAt, deletedBy)
    }

    /// When it is erased.
    package var endsAt: Instant { deletedAt + .days(Bin.days) }
    /// Whole days that are left; 0 on the last.
    package func daysLeft(at now: Instant) -> Int { max(0, Int((endsAt - now) / .days(1))) }
}
