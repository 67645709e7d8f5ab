import Database
import Domain

/// Groups in the bin. A group that is deleted leaves its table, so that no other part of the program has to know of the bin; who was in it,
/// and which events asked it, is kept aside.
extension GroupStore {
    /// Nobody is in it any more.
    /// - Returns: the roster version that it made.
    package func remove(_ group: Group, trip: ID, by author: Author, at now: Instant) async throws -> Int {
        try await change("group dissolved", .init(id: group.id, name: group.name), trip: trip, by: author, at: now) { connection in
            let count = try connection.run(
                """
                INSERT INTO binned_group (id, trip_id, name, category, places, leader_id, deleted_at, deleted_by)
                SELECT id, trip_id, name, category, places, leader_id, ?, ? FROM member_group WHERE id = ? AND trip_id = ?
                """, [.at(now), .text(author.name), .id(group.id), .id(trip)])
            guard count == 1 else { throw Refusal.notFound }
            try connection.run(
                """
                INSERT INTO binned_group_member (group_id, member_id)
                SELECT group_id, member_id FROM member_of_group WHERE group_id = ?
                """, [.id(group.id)])
            try connection.run(
                "INSERT INTO binned_group_event (group_id, event_id) SELECT group_id, event_id FROM event_group WHERE group_id = ?",
                [.id(group.id)])
            try connection.run("DELETE FROM member_group WHERE id = ?", [.id(group.id)])
        }
    }

    /// With everybody who was in it and is still on the roster, its leader, its events and its chat.
    /// - Parameter elsewhere: who is in another group of its kind by now, and stays there.
    /// - Returns: the roster version that it made.
    /// - Throws: a conflict where another group has its name by now.
    package func restore(_ group: BinnedGroup, except elsewhere: [ID], trip: ID, by author: Author, at now: Instant) async throws -> Int {
        let (id, name) = (group.thing.id, group.thing.name)
        return try await change("group restored", .init(id: id, name: name), trip: trip, by: author, at: now) { connection in
            let isTaken = try connection.one(
                "SELECT 1 FROM member_group WHERE trip_id = ? AND folded_name = ?", [.id(trip), .text(folded(name))]
            ) { _ in true }
            if isTaken == true { throw Refusal.conflict("Another group is now called “\(name)”. Rename that one first.") }
            for member in elsewhere {
                try connection.run("DELETE FROM binned_group_member WHERE group_id = ? AND member_id = ?", [.id(id), .id(member)])
            }
            let count = try connection.run(
                """
                INSERT INTO member_group (id, trip_id, name, folded_name, category, places, leader_id)
                SELECT g.id, g.trip_id, g.name, ?, g.category, g.places,
                    (SELECT m.member_id FROM binned_group_member m WHERE m.group_id = g.id AND m.member_id = g.leader_id)
                FROM binned_group g WHERE g.id = ? AND g.trip_id = ?
                """, [.text(folded(name)), .id(id), .id(trip)])
            guard count == 1 else { throw Refusal.notFound }
            try connection.run(
                """
                INSERT INTO member_of_group (group_id, member_id)
                SELECT group_id, member_id FROM binned_group_member WHERE group_id = ?
                """, [.id(id)])
            try connection.run(
                "INSERT INTO event_group (event_id, group_id) SELECT event_id, group_id FROM binned_group_event WHERE group_id = ?",
                [.id(id)])
            // A group's conversation carries the group's own id.
            try connection.run("UPDATE conversation SET group_id = id WHERE id = ? AND kind = 'group'", [.id(id)])
            try connection.run("DELETE FROM binned_group WHERE id = ?", [.id(id)])
        }
    }

    /// The last that was deleted first.
    package func bin(trip: ID) throws -> [BinnedGroup] {
        try database.read { connection in
            try connection.all(
                """
                SELECT g.id, g.name, g.deleted_at, g.deleted_by, g.category,
                    (SELECT count(*) FROM binned_group_member o JOIN member m ON m.id = o.member_id
                        WHERE o.group_id = g.id AND m.status NOT IN ('cancelled', 'left'))
                FROM binned_group g WHERE g.trip_id = ? ORDER BY g.deleted_at DESC, g.name, g.id
                """, [.id(trip)]
            ) {
                BinnedGroup(
                    thing: BinnedThing(id: $0.id(0), name: $0.text(1), deletedAt: $0.at(2), deletedBy: $0.text(3)),
                    category: $0.text(4), memberCount: $0.int(5))
            }
        }
    }

    /// Who comes back with it.
    package func binnedMembers(of group: ID) throws -> [ID] {
        try database.read {
            try $0.all("SELECT member_id FROM binned_group_member WHERE group_id = ? ORDER BY member_id", [.id(group)]) { $0.id(0) }
        }
    }

    // MARK: for good

    /// Of every trip: whose time in the bin is up. One whose chat holds what somebody wrote about whom a case is on hold stays.
    package func overdueInBin(before end: Instant) throws -> [(group: ID, trip: ID)] {
        try database.read { connection in
            try connection.all(
                "SELECT g.id, g.trip_id FROM binned_group g WHERE g.deleted_at <= ? AND NOT \(GroupStore.isHeld) ORDER BY g.deleted_at",
                [.at(end)]
            ) { ($0.id(0), $0.id(1)) }
        }
    }

    /// SQL: of `g`.
    private static let isHeld = """
        EXISTS (SELECT 1 FROM message m JOIN moderation_case k ON k.member_id = m.member_id AND k.is_held = 1
            WHERE m.conversation_id = g.id)
        """

    /// - Throws: not found for what is not in this trip's bin, a conflict while a case is on hold.
    package func requireErasable(_ group: ID, trip: ID) throws {
        try database.read { _ = try GroupStore.requireErasable(group, trip: trip, on: $0) }
    }

    private static func requireErasable(_ group: ID, trip: ID, on connection: Connection) throws -> String {
        let found = try connection.one(
            "SELECT g.name, \(GroupStore.isHeld) FROM binned_group g WHERE g.id = ? AND g.trip_id = ?", [.id(group), .id(trip)]
        ) { (name: $0.text(0), isHeld: $0.boolean(1)) }
        guard let found else { throw Refusal.notFound }
        guard !found.isHeld else { throw Refusal.conflict("Moderators keep what was written there. Ask them first.") }
        return found.name
    }

    /// Its conversation's messages are gone already: see `MessageStore.erase`.
    package func erase(_ group: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let name = try GroupStore.requireErasable(group, trip: trip, on: connection)
            try connection.run("UPDATE moderation_case SET conversation_id = NULL WHERE conversation_id = ?", [.id(group)])
            try connection.run("DELETE FROM conversation WHERE id = ? AND kind = 'group'", [.id(group)])
            try connection.run("DELETE FROM binned_group WHERE id = ?", [.id(group)])
            try AuditStore.append("group erased", subject: .init(id: group, name: name), trip: trip, by: author, at: now, on: connection)
        }
    }
}
