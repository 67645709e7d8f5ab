import Database
import Domain

/// Who is in which group or room, moved from one to the other; and the rooms that hosts said something about.
package struct LaneStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package func rooms(trip: ID) throws -> [Room] {
        try database.read { connection in
            try connection.all("SELECT name, beds FROM room WHERE trip_id = ? ORDER BY folded_name", [.id(trip)]) {
                Room(name: $0.text(0), beds: $0.optionalInteger(1).map(Int.init))
            }
        }
    }

    /// All of them or nobody.
    /// - Returns: the roster version that it made, or the standing one where everybody was there already.
    /// - Throws: a conflict where somebody is no longer where the mover saw them.
    package func move(
        _ cards: [LaneMove.Card], _ move: LaneMove, trip: ID, by author: Author, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> Int {
        try await database.change { connection in
            let standing = try RosterStore.version(trip: trip, on: connection)
            let revision = RosterRevision(trip: trip, version: standing + 1, author: author, now: now)
            let action = cards.count == 1 ? RosterAction.changed : RosterAction.together
            var isChanged = false
            for card in cards {
                guard let fields = try RosterStore.fields(of: card.member, trip: trip, on: connection) else { throw Refusal.notFound }
                guard let new = move.apply(to: fields, from: card.from) else {
                    throw Refusal.conflict("\(fields.fullName) has been moved by somebody else. You now see where everybody is.")
                }
                let done = try RosterStore.apply(
                    .init(id: card.member) { _ in new }, action, in: revision, newID: newID, on: connection)
                isChanged = isChanged || done
            }
            return isChanged ? try RosterStore.nextVersion(trip: trip, at: now, on: connection) : standing
        }
    }

    // MARK: rooms

    /// What the demo's trip begins with. It is no change of anybody's, so the trail has none.
    /// - Parameters:
    ///   - places: by group.
    ///   - beds: of every room that somebody has.
    package func preset(places: [String: Int], beds: Int, trip: ID, newID: @escaping @Sendable () -> ID) async throws {
        try await database.change { connection in
            for (group, count) in places {
                try connection.run(
                    "UPDATE member_group SET places = ? WHERE trip_id = ? AND folded_name = ?",
                    [Value(count), .id(trip), .text(folded(group))])
            }
            let rooms = try connection.all("SELECT DISTINCT room FROM member WHERE trip_id = ? AND room <> ''", [.id(trip)]) { $0.text(0) }
            for room in rooms { try RoomRow(id: newID(), name: room, beds: beds).write(trip, connection) }
        }
    }

    /// Names the room and its beds, also in the field of everybody who sleeps in it.
    /// - Parameters:
    ///   - old: the room as whoever changes it saw it; nil for a new one.
    ///   - others: rooms that get as many beds, in the same change.
    /// - Returns: the roster version that it made, or the standing one.
    /// - Throws: a conflict where somebody else has changed its beds since.
    package func save(
        _ room: Room, was old: Room?, others: [String] = [], in edit: Edit, newID: @escaping @Sendable () -> ID
    ) async throws -> Int {
        try await database.change { connection in
            let rooms = try RoomEdit(edit, newID, connection)
            if let old { try rooms.require(old, or: room.beds) }
            if let old, old.name != room.name { try rooms.rename(old.name, to: room.name) }
            try rooms.set(room, was: old?.name)
            for name in others where folded(name) != folded(room.name) { try rooms.set(Room(name: name, beds: room.beds), was: name) }
            return try rooms.finish()
        }
    }

    /// Whoever slept there has no room then.
    /// - Returns: the roster version that it made.
    package func removeRoom(_ name: String, in edit: Edit, newID: @escaping @Sendable () -> ID) async throws -> Int {
        try await database.change { connection in
            let rooms = try RoomEdit(edit, newID, connection)
            try rooms.rename(name, to: "")
            try rooms.set(nil, was: name)
            return try rooms.finish()
        }
    }

    /// Of which trip, by whom and when: what a change is told before it knows its version.
    package struct Edit: Sendable {
        let trip: ID
        let author: Author
        let now: Instant
        package init(trip: ID, author: Author, now: Instant) {
            self.trip = trip
            self.author = author
            self.now = now
        }
    }
}

/// One change of rooms, within its transaction.
private final class RoomEdit {
    private let revision: RosterRevision
    private let newID: @Sendable () -> ID
    private let connection: Connection
    private var isChanged = false

    init(_ change: LaneStore.Edit, _ newID: @escaping @Sendable () -> ID, _ connection: Connection) throws {
        let standing = try RosterStore.version(trip: change.trip, on: connection)
        revision = RosterRevision(trip: change.trip, version: standing + 1, author: change.author, now: change.now)
        (self.newID, self.connection) = (newID, connection)
    }

    /// - Parameter beds: what they are to be, which they may be already.
    func require(_ seen: Room, or beds: Int?) throws {
        let standing = try RoomRow.find(seen.name, revision.trip, connection)?.beds
        guard standing == seen.beds || standing == beds else {
            throw Refusal.conflict("Somebody else has changed this room. Look at what it says now, then save again.")
        }
    }

    /// In the field of everybody who sleeps there, also of who has left. Whoever is in the bin comes back to what it is called then.
    func rename(_ old: String, to new: String) throws {
        let found = try connection.all(
            "SELECT id, room, \(RosterStore.isListed) FROM member WHERE trip_id = ? AND room <> ''", [.id(revision.trip)]
        ) { (id: $0.id(0), room: $0.text(1), isListed: $0.boolean(2)) }
        if !new.isEmpty, folded(new) != folded(old) {
            let isTaken =
                try found.contains { $0.isListed && folded($0.room) == folded(new) } || RoomRow.find(new, revision.trip, connection) != nil
            guard !isTaken else {
                throw Refusal.invalid([FieldError("name", "Another room of this trip has this name. Choose another one.")])
            }
        }
        for member in found where folded(member.room) == folded(old) {
            guard member.isListed else {
                try connection.run("UPDATE member SET room = ? WHERE id = ?", [.text(new), .id(member.id)])
                continue
            }
            let done = try RosterStore.apply(
                .init(id: member.id) { fields in
                    var fields = fields
                    fields[.room] = new
                    return fields
                }, RosterAction.together, in: revision, newID: newID, on: connection)
            isChanged = isChanged || done
        }
    }

    /// - Parameter room: nil deletes its row.
    func set(_ room: Room?, was old: String?) throws {
        let row = try RoomRow.find(old ?? room?.name ?? "", revision.trip, connection)
        if old == nil, row != nil {
            throw Refusal.invalid([FieldError("name", "Another room of this trip has this name. Choose another one.")])
        }
        let new = RoomRow(id: row?.id ?? newID(), name: room?.name ?? "", beds: room?.beds)
        let changes = RoomRow.changes(row, new)
        guard !changes.isEmpty, row != nil || room != nil else { return }
        try new.write(revision.trip, connection)
        try RoomRow.record(
            room == nil ? RosterAction.roomDeleted : RosterAction.roomChanged, new.id, room?.name ?? row?.name ?? "", changes, revision,
            connection)
        isChanged = true
    }

    func finish() throws -> Int {
        isChanged ? try RosterStore.nextVersion(trip: revision.trip, at: revision.now, on: connection) : revision.version - 1
    }
}

/// What is stored of a room. Without a name it is gone.
struct RoomRow {
    let id: ID
    let name: String
    let beds: Int?

    private static let columns = "SELECT id, name, beds FROM room WHERE trip_id = ?"
    private init(_ row: Row) { self.init(id: row.id(0), name: row.text(1), beds: row.optionalInteger(2).map(Int.init)) }
    init(id: ID, name: String, beds: Int?) { (self.id, self.name, self.beds) = (id, name, beds) }

    static func find(_ name: String, _ trip: ID, _ connection: Connection) throws -> RoomRow? {
        try connection.one(columns + " AND folded_name = ?", [.id(trip), .text(folded(name))]) { RoomRow($0) }
    }

    static func changes(_ old: RoomRow?, _ new: RoomRow) -> [AuditChange] {
        [
            AuditChange(field: "name", from: old?.name ?? "", to: new.name),
            AuditChange(field: "beds", from: old?.beds.map(String.init) ?? "", to: new.name.isEmpty ? "" : new.beds.map(String.init) ?? ""),
        ].filter { $0.from != $0.to }
    }

    func write(_ trip: ID, _ connection: Connection) throws {
        guard !name.isEmpty else {
            try connection.run("DELETE FROM room WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)])
            return
        }
        try connection.run(
            """
            INSERT INTO room (id, trip_id, name, folded_name, beds) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded_name = excluded.folded_name, beds = excluded.beds
            """, [.id(id), .id(trip), .text(name), .text(folded(name)), Value(beds.map(Int64.init))])
    }

    static func record(
        _ action: String, _ id: ID, _ name: String, _ changes: [AuditChange], _ revision: RosterRevision, _ connection: Connection
    ) throws {
        try AuditStore.append(
            action, subject: .init(id: id, name: name, rosterVersion: revision.version), trip: revision.trip, changes: changes,
            by: revision.author, at: revision.now, on: connection)
    }

    /// Makes the room what it was before the entry; nil where it is no longer what the entry says.
    static func takeBack(_ entry: AuditEntry, trip: ID, on connection: Connection) throws -> [AuditChange]? {
        let row = try connection.one(columns + " AND id = ?", [.id(trip), .id(entry.subjectID)]) { RoomRow($0) }
        let old = row ?? RoomRow(id: entry.subjectID, name: "", beds: nil)
        let now = ["name": old.name, "beds": old.beds.map(String.init) ?? ""]
        guard !entry.changes.isEmpty, entry.changes.allSatisfy({ now[$0.field] == $0.to }) else { return nil }
        let back = Dictionary(firstOf: entry.changes.map { ($0.field, $0.from) })
        let new = RoomRow(id: old.id, name: back["name"] ?? old.name, beds: back["beds"].map { $0.whole(in: Lane.capacities) } ?? old.beds)
        let namesake = try find(new.name, trip, connection)
        guard namesake == nil || namesake?.id == new.id else { return nil }
        try new.write(trip, connection)
        return changes(row, new)
    }
}
