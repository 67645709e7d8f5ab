import Database
import Domain

package struct TripStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let columns = """
        id, slug, name, place, start_day, end_day, time_zone, base_name, base_latitude, base_longitude,
        meeting_information, emergency_numbers, nearby_radius, fresh_minutes, stale_minutes, history_days,
        shares_friends, roster_version, roster_changed_at, archived_at, version, mountain_from, travellers_create,
        direct_chat, chat_days, hidden_tracks_shown_since, shows_answers, moderators_announce, shows_on_lock_screens
        """

    private static func trip(_ row: Row) -> Trip {
        var fields = TripFields()
        fields.slug = row.text(1)
        fields.name = row.text(2)
        fields.place = row.text(3)
        fields.startDay = Day(number: row.int(4))
        fields.endDay = Day(number: row.int(5))
        fields.timeZone = row.text(6)
        fields.baseName = row.text(7)
        fields.baseLatitude = row.optionalReal(8)
        fields.baseLongitude = row.optionalReal(9)
        fields.meetingInformation = row.text(10)
        fields.emergencyNumbers = row.text(11)
        fields.nearbyRadius = row.int(12)
        fields.freshMinutes = row.int(13)
        fields.staleMinutes = row.int(14)
        fields.historyDays = row.int(15)
        fields.sharesFriends = row.boolean(16)
        fields.mountainFrom = row.optionalInteger(21).map(Int.init)
        fields.travellersCreate = row.boolean(22)
        fields.directChat = row.boolean(23)
        fields.chatDays = row.int(24)
        fields.showsAnswers = row.boolean(26)
        fields.moderatorsAnnounce = row.boolean(27)
        fields.showsHiddenTracks = !row.isNull(25)
        fields.showsOnLockScreens = row.boolean(28)
        return Trip(
            id: row.id(0), fields: fields, rosterVersion: row.int(17), rosterChangedAt: row.at(18),
            archivedAt: row.optionalAt(19), version: row.int(20),
            hiddenTracksShownSince: row.optionalAt(25))
    }

    private static func values(_ fields: TripFields) -> [Value] {
        [
            .text(fields.slug), .text(fields.name), .text(fields.place), Value(fields.startDay.number),
            Value(fields.endDay.number), .text(fields.timeZone), .text(fields.baseName), Value(fields.baseLatitude),
            Value(fields.baseLongitude), .text(fields.meetingInformation), .text(fields.emergencyNumbers),
            Value(fields.nearbyRadius), Value(fields.freshMinutes), Value(fields.staleMinutes),
            Value(fields.historyDays), Value(fields.sharesFriends), Value(fields.mountainFrom.map(Int64.init)),
            Value(fields.travellersCreate), Value(fields.directChat), Value(fields.chatDays),
            Value(fields.showsAnswers), Value(fields.moderatorsAnnounce), Value(fields.showsOnLockScreens),
        ]
    }

    package func find(slug: String) throws -> Trip? {
        try database.read {
            try $0.one(
                "SELECT \(TripStore.columns) FROM trip WHERE slug = ? AND \(TripStore.isListed)", [.text(slug)], TripStore.trip)
        }
    }

    package func find(id: ID) throws -> Trip? {
        try database.read {
            try $0.one("SELECT \(TripStore.columns) FROM trip WHERE id = ? AND \(TripStore.isListed)", [.id(id)], TripStore.trip)
        }
    }

    /// Also what is in the bin.
    package func all() throws -> [Trip] {
        try database.read { try $0.all("SELECT \(TripStore.columns) FROM trip", [], TripStore.trip) }
    }

    /// The trips that the actor may see: all for an admin, else those they are a member of. Current first.
    package func list(for actor: Actor) throws -> [TripSummary] {
        try database.read { connection in
            try connection.all(
                """
                SELECT t.id, t.slug, t.name, t.place, t.start_day, t.end_day, t.time_zone, t.archived_at IS NOT NULL,
                    (SELECT count(*) FROM member m WHERE m.trip_id = t.id AND m.status <> 'cancelled')
                FROM trip t
                WHERE t.\(TripStore.isListed) AND (? = 1 OR EXISTS (
                    SELECT 1 FROM member m WHERE m.trip_id = t.id AND m.account_id = ?
                    AND (m.role <> 'traveller' OR m.status NOT IN ('cancelled', 'left'))))
                ORDER BY t.archived_at IS NOT NULL, t.start_day DESC, t.name
                """, [Value(actor.account.isAdmin), .id(actor.account.id)]
            ) { row in
                TripSummary(
                    id: row.id(0), slug: row.text(1), name: row.text(2), place: row.text(3),
                    startDay: Day(number: row.int(4)), endDay: Day(number: row.int(5)), timeZone: row.text(6),
                    isArchived: row.boolean(7), memberCount: row.int(8))
            }
        }
    }

    /// The creator becomes a host unless they are an admin, who is one everywhere.
    package func add(_ fields: TripFields, id: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            do {
                try connection.run(
                    """
                    INSERT INTO trip (slug, name, place, start_day, end_day, time_zone, base_name, base_latitude,
                        base_longitude, meeting_information, emergency_numbers, nearby_radius, fresh_minutes,
                        stale_minutes, history_days, shares_friends, mountain_from, travellers_create,
                        direct_chat, chat_days, shows_answers, moderators_announce, shows_on_lock_screens, id, roster_changed_at,
                        created_at,
                        hidden_tracks_shown_since)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, TripStore.values(fields) + [.id(id), .at(now), .at(now), .at(fields.showsHiddenTracks ? now : nil)])
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.invalid([FieldError("slug", "Another trip has this address. Choose another one.")])
            }
            try ChatStore.openTrip(id, at: now, on: connection)
            try AuditStore.append(
                "trip created", subject: .init(id: id, name: fields.name), trip: id, by: author, at: now,
                on: connection)
        }
    }

    /// SQL: now, but after every switch-off so far, even if the clock was set back since: those members were told that nobody looks back.
    private static let afterAllSwitchedOff =
        "max(?, coalesce((SELECT max(m.sharing_paused_at) + 1 FROM member m WHERE m.trip_id = trip.id), 0))"

    /// Throws `.conflict` when the trip changed since `version`.
    package func update(_ trip: Trip, to fields: TripFields, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            do {
                let count = try connection.run(
                    """
                    UPDATE trip SET slug = ?, name = ?, place = ?, start_day = ?, end_day = ?, time_zone = ?,
                        base_name = ?, base_latitude = ?, base_longitude = ?, meeting_information = ?,
                        emergency_numbers = ?, nearby_radius = ?, fresh_minutes = ?, stale_minutes = ?,
                        history_days = ?, shares_friends = ?, mountain_from = ?, travellers_create = ?,
                        direct_chat = ?, chat_days = ?, shows_answers = ?, moderators_announce = ?, shows_on_lock_screens = ?,
                        version = version + 1,
                        hidden_tracks_shown_since = CASE WHEN ? = 1
                            THEN coalesce(hidden_tracks_shown_since, \(TripStore.afterAllSwitchedOff)) END
                    WHERE id = ? AND version = ?
                    """, TripStore.values(fields) + [Value(fields.showsHiddenTracks), .at(now), .id(trip.id), Value(trip.version)])
                guard count == 1 else {
                    throw Refusal.conflict("Somebody else has changed this trip. Reload the page to see it.")
                }
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.invalid([FieldError("slug", "Another trip has this address. Choose another one.")])
            }
            try AuditStore.append(
                "trip changed", subject: .init(id: trip.id, name: fields.name), trip: trip.id,
                changes: trip.fields.changes(to: fields), by: author, at: now, on: connection)
        }
    }

    package func setArchived(_ isArchived: Bool, trip: Trip, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE trip SET archived_at = ?, version = version + 1 WHERE id = ?",
                [.at(isArchived ? now : nil), .id(trip.id)])
            try AuditStore.append(
                isArchived ? "trip archived" : "trip reopened", subject: .init(id: trip.id, name: trip.fields.name),
                trip: trip.id, by: author, at: now, on: connection)
        }
    }

    // MARK: what a reader has seen

    package func visit(account: ID, trip: ID) throws -> TripVisit? {
        try database.read { connection in
            try connection.one(
                "SELECT baseline_version, baseline_at, seen_at, columns FROM trip_visit WHERE account_id = ? AND trip_id = ?",
                [.id(account), .id(trip)]
            ) { TripVisit(baselineVersion: $0.int(0), baselineAt: $0.at(1), seenAt: $0.at(2), columns: $0.text(3)) }
        }
    }

    /// A pause of half an hour ends a visit: what was seen by then is the next one's baseline.
    package func recordVisit(account: ID, trip: ID, version: Int, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                """
                INSERT INTO trip_visit (account_id, trip_id, baseline_version, baseline_at, seen_version, seen_at, columns)
                VALUES (?, ?, ?, ?, ?, ?, '')
                ON CONFLICT (account_id, trip_id) DO UPDATE SET
                    baseline_version = CASE WHEN excluded.seen_at - trip_visit.seen_at > 1800000000
                        THEN trip_visit.seen_version ELSE trip_visit.baseline_version END,
                    baseline_at = CASE WHEN excluded.seen_at - trip_visit.seen_at > 1800000000
                        THEN trip_visit.seen_at ELSE trip_visit.baseline_at END,
                    seen_version = excluded.seen_version, seen_at = excluded.seen_at
                """, [.id(account), .id(trip), Value(version), .at(now), Value(version), .at(now)])
            try connection.run("UPDATE account SET last_trip_id = ? WHERE id = ?", [.id(trip), .id(account)])
        }
    }

    package func setColumns(_ columns: String, account: ID, trip: ID, at now: Instant) async throws {
        try await database.change { connection in
            _ = try connection.run(
                """
                INSERT INTO trip_visit (account_id, trip_id, baseline_version, baseline_at, seen_version, seen_at, columns)
                VALUES (?, ?, 0, ?, 0, ?, ?)
                ON CONFLICT (account_id, trip_id) DO UPDATE SET columns = excluded.columns
                """, [.id(account), .id(trip), .at(now), .at(now), .text(columns)])
        }
    }
}

extension TripFields {
    /// What differs, as text, for the audit trail.
    func changes(to new: TripFields) -> [AuditChange] {
        let pairs: [(String, String, String)] = [
            ("name", name, new.name), ("slug", slug, new.slug), ("place", place, new.place),
            ("start_day", startDay.description, new.startDay.description),
            ("end_day", endDay.description, new.endDay.description), ("time_zone", timeZone, new.timeZone),
            ("base_name", baseName, new.baseName),
            (
                "base", "\(optional(baseLatitude)), \(optional(baseLongitude))",
                "\(optional(new.baseLatitude)), \(optional(new.baseLongitude))"
            ),
            ("meeting_information", meetingInformation, new.meetingInformation),
            ("emergency_numbers", emergencyNumbers, new.emergencyNumbers),
            ("nearby_radius", String(nearbyRadius), String(new.nearbyRadius)),
            ("fresh_minutes", String(freshMinutes), String(new.freshMinutes)),
            ("stale_minutes", String(staleMinutes), String(new.staleMinutes)),
            ("history_days", String(historyDays), String(new.historyDays)),
            ("shares_friends", String(sharesFriends), String(new.sharesFriends)),
            ("shows_hidden_tracks", String(showsHiddenTracks), String(new.showsHiddenTracks)),
            ("travellers_create", String(travellersCreate), String(new.travellersCreate)),
            ("shows_answers", String(showsAnswers), String(new.showsAnswers)),
            ("shows_on_lock_screens", String(showsOnLockScreens), String(new.showsOnLockScreens)),
            ("moderators_announce", String(moderatorsAnnounce), String(new.moderatorsAnnounce)),
            ("direct_chat", String(directChat), String(new.directChat)), ("chat_days", String(chatDays), String(new.chatDays)),
            ("mountain_from", mountainFrom.map { String($0) } ?? "–", new.mountainFrom.map { String($0) } ?? "–"),
        ]
        return pairs.filter { $0.1 != $0.2 }.map { AuditChange(field: $0.0, from: $0.1, to: $0.2) }
    }
}

private func optional(_ value: Double?) -> String { value.map { decimal($0, 6) } ?? "–" }
