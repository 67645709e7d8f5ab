import Database
import Domain

/// Who reads a conversation, as SQL over the alias `c`: one definition for pages, search, streams and unread counts.
enum ChatRights {
    /// What is written with somebody in the bin, at an event or in a group of the bin, is not there until they are back, or erased.
    /// - Parameter isStaff: hosts and moderators read all but what two people write to each other.
    static func readable(by member: ID, isStaff: Bool) -> (sql: String, values: [Value]) {
        (readable(by: "?", isStaff: "? = 1"), [Value(isStaff)] + Array(repeating: .id(member), count: 5))
    }

    /// The same for a member of another table.
    /// - Parameters:
    ///   - member: SQL of the member's id, which stands there five times.
    ///   - isStaff: SQL, which stands there once, before it.
    static func readable(by member: String, isStaff: String) -> String {
        """
        (c.kind = 'trip' OR \(ChatRights.isListed) AND ((\(isStaff) AND c.kind <> 'direct')
            OR ((c.first_id = \(member) OR c.second_id = \(member))
                AND NOT EXISTS (SELECT 1 FROM member d WHERE d.id IN (c.first_id, c.second_id) AND d.status_before <> ''))
            OR EXISTS (SELECT 1 FROM invitation i WHERE i.event_id = c.event_id AND i.member_id = \(member))
            OR EXISTS (SELECT 1 FROM event e WHERE e.id = c.event_id AND e.created_by = \(member))
            OR EXISTS (SELECT 1 FROM member_of_group o WHERE o.group_id = c.group_id AND o.member_id = \(member))))
        """
    }

    /// SQL: of no event and no group that is in the bin.
    static let isListed = """
        NOT EXISTS (SELECT 1 FROM event x WHERE x.id = c.event_id AND x.deleted_at IS NOT NULL)
                AND NOT EXISTS (SELECT 1 FROM binned_group y WHERE y.id = c.id)
        """

    /// SQL: who may write there because they take part in it.
    static func belonging(_ member: ID) -> (sql: String, values: [Value]) {
        (
            """
            (c.kind = 'trip' OR c.first_id = ? OR c.second_id = ?
                OR EXISTS (SELECT 1 FROM invitation i WHERE i.event_id = c.event_id AND i.member_id = ? AND i.rsvp = 'going')
                OR EXISTS (SELECT 1 FROM event e WHERE e.id = c.event_id AND (e.created_by = ? OR e.host_id = ?))
                OR EXISTS (SELECT 1 FROM event_host h WHERE h.event_id = c.event_id AND h.member_id = ?)
                OR EXISTS (SELECT 1 FROM member_of_group o WHERE o.group_id = c.group_id AND o.member_id = ?))
            """, Array(repeating: .id(member), count: 7)
        )
    }
}

/// Which conversations of a trip a member may read. Asks the database once for each.
package struct ReadableConversations {
    let trip: ID
    let member: ID
    let isStaff: Bool
    private var known: [ID: Bool] = [:]

    package init(trip: ID, member: ID, isStaff: Bool) {
        self.trip = trip
        self.member = member
        self.isStaff = isStaff
    }

    mutating func contains(_ id: ID, on connection: Connection) throws(DatabaseFailure) -> Bool {
        if let isReadable = known[id] { return isReadable }
        let rights = ChatRights.readable(by: member, isStaff: isStaff)
        let isReadable =
            try connection.one(
                "SELECT 1 FROM conversation c WHERE c.id = ? AND c.trip_id = ? AND \(rights.sql)", [.id(id), .id(trip)] + rights.values
            ) { _ in true } ?? false
        known[id] = isReadable
        return isReadable
    }
}
