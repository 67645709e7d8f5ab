/// What a member may do on one trip. Hosts run it, moderators watch it, medics are travellers who look after the others' health,
/// travellers are on it.
package enum Role: String, Sendable, CaseIterable {
    case host, moderator, medic, traveller

    /// Hosts and moderators, who have the staff's pages.
    package var isStaff: Bool { self == .host || self == .moderator }
    /// Sees where everybody is, and every open call for help.
    package var seesPositions: Bool { isStaff || self == .medic }
    /// Opens medical notes, one by one.
    package var opensMedicalNotes: Bool { self == .host || self == .medic }
    /// The most that a stream may carry to them.
    package var watchRight: WatchRight { isStaff ? .staff : self == .medic ? .medic : .member }
}

/// Who may hear what a stream carries; a greater one may hear all that a smaller one hears.
package enum WatchRight: Int, Sendable, Comparable {
    case member, medic, staff
    package static func < (one: WatchRight, other: WatchRight) -> Bool { one.rawValue < other.rawValue }
}
