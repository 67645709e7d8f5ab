/// Somebody whom a host deleted from the roster: on no list, until they are brought back or their time is up.
package struct BinnedMember: Sendable, Equatable {
    /// How long they can be brought back.
    package static let days = 30
    package let id: ID
    package let name: String
    package let deletedAt: Instant
    package let deletedBy: String
    package init(id: ID, name: String, deletedAt: Instant, deletedBy: String) {
        (self.id, self.name, self.deletedAt, self.deletedBy) = (id, name, deletedAt, deletedBy)
    }
    /// When their data is erased.
    package var endsAt: Instant { deletedAt + .days(BinnedMember.days) }
}

/// A list of the roster that is looked at often: a name, and what the page's address carries.
package struct RosterView: Sendable, Equatable {
    package let id: ID
    package let name: String
    package let query: String
    package init(id: ID, name: String, query: String) { (self.id, self.name, self.query) = (id, name, query) }

    /// A line for each part of the address: "group=Bus 1".
    package init(id: ID, name: String, parts: [(String, String)]) {
        self.init(id: id, name: name, query: parts.map { $0.0 + "=" + $0.1 }.joined(separator: "\n"))
    }

    package var parts: [(String, String)] {
        query.split(separator: "\n").compactMap { line in
            line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
        }
    }
}
