/// Somebody whom a host deleted from the roster: on no list, until they are restored or their time is up.
package struct BinnedMember: Sendable, Equatable {
    /// How long they can be restored.
    package static let days = Bin.days
    package let id: ID
    package let name: String
    package let deletedAt: Instant
    /// The host's name.
    package let deletedBy: String
    /// The roster's version that deleted them, the same for all who were deleted at once.
    package let version: Int
    /// When their data is erased: after the thirty days, or earlier where they had asked for it themselves.
    package let endsAt: Instant

    /// - Parameter asked: when they are to be erased at their own request, if so.
    package init(id: ID, name: String, deletedAt: Instant, deletedBy: String, version: Int, asked: Instant?) {
        (self.id, self.name, self.deletedAt, self.deletedBy, self.version) = (id, name, deletedAt, deletedBy, version)
        let end = deletedAt + .days(BinnedMember.days)
        endsAt = asked.map { min($0, end) } ?? end
    }

    /// Whole days that are left; 0 on the last.
    package func daysLeft(at now: Instant) -> Int { max(0, Int((endsAt - now) / .days(1))) }
}

/// A group that a host deleted.
package struct BinnedGroup: Sendable, Equatable {
    package let thing: BinnedThing
    /// As a host named it; empty where its name says it.
    package let category: String
    /// Who was in it and comes along on the trip.
    package let memberCount: Int

    package init(thing: BinnedThing, category: String, memberCount: Int) {
        (self.thing, self.category, self.memberCount) = (thing, category, memberCount)
    }
}

/// A view of the roster that is looked at often: a name, and the filter and the order that the page's address carries.
package struct RosterView: Sendable, Equatable {
    /// A trip has at most so many.
    package static let limit = 20
    package let id: ID
    package let name: String
    /// A line for each part of the address: "group=Bus 1".
    package let query: String
    package init(id: ID, name: String, query: String) { (self.id, self.name, self.query) = (id, name, query) }

    package init(id: ID, name: String, parts: [(String, String)]) {
        self.init(id: id, name: name, query: parts.map { $0.0 + "=" + $0.1 }.joined(separator: "\n"))
    }

    /// Name and value of each part of the address.
    package var parts: [(String, String)] {
        query.split(separator: "\n").compactMap { line in
            let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return sides.count == 2 ? (sides[0], sides[1]) : nil
        }
    }
}
