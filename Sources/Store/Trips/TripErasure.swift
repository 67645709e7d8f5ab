import Database
import Domain

/// Erasing a trip for good: no row of any table knows of it afterwards, but one line of the trail with its name.
extension TripStore {
    /// Those whose time in the bin is up. One with a case on hold stays.
    package func overdueInBin(before end: Instant) throws -> [ID] {
        try database.read { connection in
            try connection.all(
                "SELECT t.id FROM trip t WHERE t.deleted_at <= ? AND NOT \(TripStore.isHeld) ORDER BY t.deleted_at", [.at(end)]
            ) { $0.id(0) }
        }
    }

    /// SQL: of `t`.
    private static let isHeld = "EXISTS (SELECT 1 FROM moderation_case k WHERE k.trip_id = t.id AND k.is_held = 1)"

    /// - Throws: not found for what is not in the bin, a conflict while a case is on hold.
    package func requireErasable(_ trip: ID) throws { _ = try database.read { try TripStore.requireErasable(trip, on: $0) } }

    private static func requireErasable(_ trip: ID, on connection: Connection) throws -> String {
        let found = try connection.one(
            "SELECT t.name, \(TripStore.isHeld) FROM trip t WHERE t.id = ? AND t.deleted_at IS NOT NULL", [.id(trip)]
        ) { (name: $0.text(0), isHeld: $0.boolean(1)) }
        guard let found else { throw Refusal.notFound }
        guard !found.isHeld else { throw Refusal.conflict("Moderators still keep a case of this trip. Ask them first.") }
        return found.name
    }

    /// Positions, messages and what bike feeds said are gone already, some at a time: see `deleteHistory` of `FixStore`, `MessageStore` and
    /// `BikeStore`.
    package func erase(_ trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let name = try TripStore.requireErasable(trip, on: connection)
            let accounts = try connection.all(
                "SELECT account_id FROM member WHERE trip_id = ? AND role = 'traveller' AND account_id IS NOT NULL", [.id(trip)]
            ) { $0.id(0) }
            for step in TripErasure.steps { try connection.run(step, [.id(trip)]) }
            for account in accounts { try DeletionStore.dropUnused(account, on: connection) }
            try AuditStore.append("trip erased", subject: .init(id: trip, name: name), trip: nil, by: author, at: now, on: connection)
        }
    }
}

/// What refers to something goes before it.
private enum TripErasure {
    static let steps: [String] = [
        sent, ofBikes, announced, ofEvents, ["UPDATE member SET photo_id = NULL WHERE trip_id = ?"], writtenOfPlaces, written, judged,
        called, places,
        people,
        ["DELETE FROM audit WHERE trip_id = ?", "DELETE FROM trip WHERE id = ?"],
    ].flatMap { $0 }

    private static func ofTrip(_ tables: String...) -> [String] { tables.map { "DELETE FROM \($0) WHERE trip_id = ?" } }

    private static func ofRows(_ found: String, by column: String, _ tables: String...) -> [String] {
        tables.map { "DELETE FROM \($0) WHERE \(column) IN (SELECT id FROM \(found) WHERE trip_id = ?)" }
    }

    private static let sent: [String] = ["fix_run", "fix_before_runs", "tracker_request", "tracker_hour"].map {
        """
        DELETE FROM \($0) WHERE tracker_id IN (SELECT t.id FROM tracker t JOIN member m ON m.id = t.member_id WHERE m.trip_id = ?)
        """
    }
    /// Stations, their history and everybody's marks go with their feed.
    private static let ofBikes: [String] = ofRows("member", by: "member_id", "bike_choice") + ofTrip("bike_feed")
    private static let announced: [String] =
        ofRows("announcement", by: "announcement_id", "announcement_recipient", "announcement_answer")
        + ofTrip("announcement", "announcement_photo")
    private static let scans = """
        DELETE FROM scan WHERE list_id IN (SELECT l.id FROM check_in_list l JOIN event e ON e.id = l.event_id WHERE e.trip_id = ?)
        """
    private static let ofEvents: [String] =
        [scans]
        + ofRows(
            "event", by: "event_id", "check_in_list", "event_host", "event_group", "event_log", "event_move", "reminder", "invitation",
            "binned_invitation")
    /// A place that nobody writes of any more is forgotten.
    private static let writtenOfPlaces: [String] =
        ofTrip("place_review", "place_report", "place_note", "place_attachment", "own_place") + [
            """
            DELETE FROM place WHERE ?1 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM place_review r WHERE r.place_id = place.id)
                AND NOT EXISTS (SELECT 1 FROM place_report r WHERE r.place_id = place.id)
                AND NOT EXISTS (SELECT 1 FROM place_note n WHERE n.place_id = place.id)
                AND NOT EXISTS (SELECT 1 FROM place_attachment a WHERE place.id IN (a.place_id, a.target_id))
            """
        ]
    private static let written: [String] = [
        ofRows("conversation", by: "conversation_id", "message", "message_told", "read_position", "follow"), ofTrip("photo"),
        ofRows("member", by: "member_id", "chat_block"),
    ].flatMap { $0 }
    private static let judged: [String] = [
        ofRows("moderation_case", by: "case_id", "report", "appeal"), ofRows("member", by: "member_id", "restriction", "chat_notice"),
        ofTrip("safety_exception", "moderation_log", "moderation_case", "chat_rule", "phrase_list"),
    ].flatMap { $0 }
    private static let called: [String] =
        ofRows("help_case", by: "case_id", "help_call", "help_entry") + ofTrip("help_case", "notice", "duty", "nudge")
    private static let places: [String] = ofTrip("conversation", "event", "binned_group", "member_group")
    private static let people: [String] = [
        ofRows("member", by: "member_id", "join_link", "deletion_request", "silence_watch"),
        ofTrip("join_request", "trip_link", "calendar_feed"),
        ofRows("member", by: "member_id", "tracker"),
        ofTrip(
            "co_host", "wish", "room", "roster_view", "pending_import", "staff_invite", "map_choice", "place_filter", "trip_visit",
            "member"),
    ].flatMap { $0 }
}
