import Database
import Domain

/// Photos that go out with announcements. One that no announcement shows is deleted with what let it go, or, where it was chosen and
/// never sent, some days later.
extension AnnouncementStore {
    /// Of one person, photos that no announcement shows; older ones give way.
    private static let mostUnused = 20

    /// - Parameter member: who brought it; nil for an admin who is not on the trip.
    package func keep(_ photo: NewPhoto, trip: ID, by member: ID?, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                """
                INSERT INTO announcement_photo (id, trip_id, member_id, small, large, width, height, kept_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(photo.id), .id(trip), .id(member), .blob(photo.small), .blob(photo.large), Value(photo.width), Value(photo.height),
                    .at(now),
                ])
            let unused = """
                trip_id = ?1 AND member_id IS NOT DISTINCT FROM ?2
                    AND NOT EXISTS (SELECT 1 FROM announcement a WHERE a.photo_id = announcement_photo.id)
                """
            _ = try connection.run(
                """
                DELETE FROM announcement_photo WHERE \(unused) AND id NOT IN
                    (SELECT id FROM announcement_photo WHERE \(unused) ORDER BY kept_at DESC, id DESC LIMIT ?3)
                """, [.id(trip), .id(member), Value(AnnouncementStore.mostUnused)])
        }
    }

    /// Nil for one that is not the trip's, or no more.
    package func photo(_ id: ID, trip: ID) throws -> MessagePhoto? {
        try database.read { connection in
            try connection.one("SELECT width, height FROM announcement_photo WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]) {
                MessagePhoto(id: id, width: $0.int(0), height: $0.int(1))
            }
        }
    }

    /// For whoever got an announcement that shows it; staff, who read all announcements, see all of the trip.
    package func photo(_ id: ID, _ size: PhotoSize, trip: ID, member: ID?, isStaff: Bool) throws -> [UInt8]? {
        guard size != .face else { return nil }
        return try database.read { connection in
            try connection.one(
                """
                SELECT p.\(size == .small ? "small" : "large") FROM announcement_photo p
                WHERE p.id = ?1 AND p.trip_id = ?2 AND (?3 = 1 OR EXISTS (SELECT 1 FROM announcement a
                    JOIN announcement_recipient r ON r.announcement_id = a.id
                    WHERE a.photo_id = p.id AND a.state = 'sent' AND r.member_id = ?4))
                """, [.id(id), .id(trip), Value(isStaff), .id(member)]
            ) { $0.blob(0) }
        }
    }

    /// Where people were is forgotten with their positions: the area, its name, and the rule by which others would still get it.
    package func forgetAreas(trip: ID) async throws {
        try await database.change { connection in
            _ = try connection.run(
                """
                UPDATE announcement SET audience = 'all everyone', audience_words = ?, adds_later = 0
                WHERE trip_id = ? AND sent_at IS NOT NULL AND instr(audience, ' area:') > 0
                """, [.text(Texts.said("By an area on the map")), .id(trip)])
        }
    }

    /// Deletes it unless an announcement shows it.
    static func dropUnused(_ photo: ID?, on connection: Connection) throws {
        guard let photo else { return }
        try connection.run(
            """
            DELETE FROM announcement_photo
            WHERE id = ? AND NOT EXISTS (SELECT 1 FROM announcement a WHERE a.photo_id = announcement_photo.id)
            """, [.id(photo)])
    }

    /// Takes it out of an announcement.
    static func removePhoto(of announcement: Announcement, on connection: Connection) throws {
        try connection.run("UPDATE announcement SET photo_id = NULL, photo_words = '' WHERE id = ?", [.id(announcement.id)])
        try dropUnused(announcement.content.photo?.id, on: connection)
    }

    /// Those that somebody chose before then, and that nothing shows.
    package func forgetPhotos(chosenBefore moment: Instant) async throws {
        try await database.change { connection in
            _ = try connection.run(
                """
                DELETE FROM announcement_photo
                WHERE kept_at < ? AND NOT EXISTS (SELECT 1 FROM announcement a WHERE a.photo_id = announcement_photo.id)
                """, [.at(moment)])
        }
    }

    /// All of a trip whose keeping time is over. What was announced stays, without them.
    package func deletePhotos(trip: ID) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE announcement SET photo_id = NULL, photo_words = '' WHERE trip_id = ? AND photo_id IS NOT NULL", [.id(trip)])
            try connection.run("DELETE FROM announcement_photo WHERE trip_id = ?", [.id(trip)])
        }
    }

    /// What a member has brought, oldest first, for them to take along.
    package func photos(of member: ID) throws -> [OwnPhoto] {
        try database.read { connection in
            let sql = "SELECT id, kept_at FROM announcement_photo WHERE member_id = ? ORDER BY kept_at, id"
            return try connection.all(sql, [.id(member)]) { row in
                var photo = OwnPhoto(id: row.id(0), isFace: false, at: row.at(1), message: nil)
                photo.isAnnounced = true
                return photo
            }
        }
    }

    /// The large copy; nil for what is not theirs, or no more.
    package func large(_ id: ID, of member: ID) throws -> [UInt8]? {
        try database.read { connection in
            try connection.one("SELECT large FROM announcement_photo WHERE id = ? AND member_id = ?", [.id(id), .id(member)]) { $0.blob(0) }
        }
    }
}
