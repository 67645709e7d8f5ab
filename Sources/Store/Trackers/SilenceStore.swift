import Database
import Domain

/// Who wants to be told that their phone is silent, and when they were.
package struct SilenceStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let isSharing = """
        m.sharing_paused_at IS NULL AND (m.sharing_ends_at IS NULL OR m.sharing_ends_at > ?) AND t.archived_at IS NULL
        AND m.status NOT IN ('cancelled', 'left')
        """

    /// Of everybody who is on a trip.
    package func all(at now: Instant) throws -> [SilenceWatch] {
        try database.read { connection in
            try connection.all(
                """
                SELECT w.member_id, m.trip_id, t.time_zone, w.minutes, w.set_at, w.told_at, \(SilenceStore.isSharing)
                FROM silence_watch w JOIN member m ON m.id = w.member_id JOIN trip t ON t.id = m.trip_id
                WHERE m.deleted_at IS NULL AND t.deleted_at IS NULL ORDER BY w.member_id
                """, [.at(now)]
            ) {
                SilenceWatch(
                    memberID: $0.id(0), tripID: $0.id(1), zone: TripZone($0.text(2)) ?? .utc, minutes: $0.int(3), setAt: $0.at(4),
                    toldAt: $0.optionalAt(5), isSharing: $0.boolean(6))
            }
        }
    }

    /// Minutes; nil for whoever does not want to be told.
    package func minutes(of member: ID) throws -> Int? {
        try database.read { try $0.one("SELECT minutes FROM silence_watch WHERE member_id = ?", [.id(member)]) { $0.int(0) } }
    }

    /// - Parameter minutes: nil switches it off.
    package func set(_ minutes: Int?, member: ID, at now: Instant) async throws {
        try await database.change { connection in
            guard let minutes else { return _ = try connection.run("DELETE FROM silence_watch WHERE member_id = ?", [.id(member)]) }
            _ = try connection.run(
                """
                INSERT INTO silence_watch (member_id, minutes, set_at) VALUES (?, ?, ?)
                ON CONFLICT (member_id) DO UPDATE SET minutes = excluded.minutes, set_at = excluded.set_at, told_at = NULL
                """, [.id(member), Value(minutes), .at(now)])
        }
    }

    /// Tells them, and notes it in the same transaction.
    /// - Parameter contact: when their phone last said anything.
    package func tell(_ watch: SilenceWatch, contact: Instant, at now: Instant) async throws {
        let clock = watch.zone.local(contact).clock
        let notice = NewNotice(
            person: .member(watch.memberID, trip: watch.tripID), kind: .trackerSilent, subject: watch.memberID, urgency: .normal,
            topic: "silent:\(watch.memberID)", title: Texts.said("Your phone sends no position"),
            text: Texts.said("The last one came at \(clock). Open its app, or this page, and look whether it still sends."),
            expiresAt: now + .hours(12))
        try await database.append { connection in
            let count = try connection.run(
                "UPDATE silence_watch SET told_at = ? WHERE member_id = ? AND told_at IS NOT DISTINCT FROM ?",
                [.at(now), .id(watch.memberID), .at(watch.toldAt)])
            // Told by another node, or not wanted any more.
            guard count > 0 else { return }
            try NoticeStore.add([notice], at: now, on: connection)
        }
    }
}
