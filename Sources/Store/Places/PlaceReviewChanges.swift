import Database
import Domain

/// Writing reviews, taking them back, and putting them back.
extension PlaceReviewStore {
    /// A review as it is to be stored.
    package struct Draft: Sendable {
        package let place: KnownPlace
        package let trip: ID
        package let member: ID
        package let stars: Int
        package let text: String
        package let isForAll: Bool
        package let state: ChatMessage.State
        package let photos: [NewPhoto]
        package let removedPhotos: Set<ID>
        package init(
            place: KnownPlace, trip: ID, member: ID, stars: Int, text: String, isForAll: Bool, state: ChatMessage.State,
            photos: [NewPhoto] = [], removedPhotos: Set<ID> = []
        ) {
            self.place = place
            self.trip = trip
            self.member = member
            self.stars = stars
            self.text = text
            self.isForAll = isForAll
            self.state = state
            self.photos = photos
            self.removedPhotos = removedPhotos
        }
    }

    /// Takes the place of the member's earlier review there, whose words are kept for moderators.
    /// - Throws: conflict for one that moderators removed: it does not come back with other words.
    /// - Returns: its number.
    @discardableResult
    package func save(
        _ draft: Draft, findings: CaseStore.Findings? = nil, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> Int {
        try await database.change { connection in
            let place = try RememberedPlaceStore.remember(draft.place, trip: draft.trip, newID: newID, on: connection)
            let (number, wasForAll) = try PlaceReviewStore.write(draft, place, at: now, on: connection)
            try PlaceReviewStore.setPhotos(of: number, draft, at: now, on: connection)
            if let findings { try CaseStore.file(findings, inReview: number, draft, at: now, on: connection) }
            connection.note(.places(draft.trip, isForAll: draft.isForAll || wasForAll))
            return number
        }
    }

    /// - Returns: its number, and whether travellers of other trips could read it until now.
    private static func write(
        _ draft: Draft, _ place: ID, at now: Instant, on connection: Connection
    ) throws -> (number: Int, wasForAll: Bool) {
        let old = try connection.one(
            """
            SELECT r.number, r.stars, r.text, r.state, r.is_for_all FROM \(tables)
            WHERE t.id = ? AND r.member_id = ? ORDER BY r.state = 'deleted', coalesce(r.edited_at, r.written_at) DESC LIMIT 1
            """, [.id(draft.trip), .id(place), .id(draft.member)]
        ) { (number: $0.int(0), stars: $0.int(1), text: $0.text(2), state: $0.text(3), isForAll: $0.boolean(4)) }
        guard let old else { return (try insert(draft, place, at: now, on: connection), false) }
        guard old.state != ChatMessage.State.removed.rawValue else {
            throw Refusal.conflict("Moderators removed your review of this place. You can appeal in “Moderator notices”.")
        }
        let isDeleted = old.state == ChatMessage.State.deleted.rawValue
        if isDeleted || old.stars != draft.stars || old.text != draft.text {
            try connection.run(
                "INSERT INTO place_review_history (number, replaced_at, stars, text) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [Value(old.number), .at(now), Value(old.stars), .text(old.text)])
        }
        if isDeleted { try dropPhotos(of: old.number, nil, at: now, on: connection) }
        try connection.run(
            """
            UPDATE place_review SET stars = ?, text = ?, is_for_all = ?, state = ?, state_before = '',
                written_at = CASE WHEN ? = 1 THEN ? ELSE written_at END, edited_at = CASE WHEN ? = 1 THEN NULL ELSE ? END
            WHERE number = ?
            """,
            [
                Value(draft.stars), .text(draft.text), Value(draft.isForAll), .text(draft.state.rawValue), Value(isDeleted), .at(now),
                Value(isDeleted), .at(now), Value(old.number),
            ])
        return (old.number, old.isForAll && !isDeleted)
    }

    private static func insert(_ draft: Draft, _ place: ID, at now: Instant, on connection: Connection) throws -> Int {
        let number = try connection.insert(
            """
            INSERT INTO place_review (place_id, trip_id, member_id, stars, text, is_for_all, state, written_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .id(place), .id(draft.trip), .id(draft.member), Value(draft.stars), .text(draft.text), Value(draft.isForAll),
                .text(draft.state.rawValue), .at(now),
            ])
        guard let number else { throw Refusal.notFound }
        return number
    }

    private static func setPhotos(of number: Int, _ draft: Draft, at now: Instant, on connection: Connection) throws {
        if !draft.removedPhotos.isEmpty { try dropPhotos(of: number, draft.removedPhotos, at: now, on: connection) }
        let last =
            try connection.one(
                "SELECT max(position), count(*) - count(replaced_at) FROM place_review_photo WHERE number = ?", [Value(number)]
            ) { (position: $0.isNull(0) ? -1 : $0.int(0), count: $0.int(1)) } ?? (position: -1, count: 0)
        guard last.count + draft.photos.count <= PlaceReview.photoLimit else {
            throw Refusal.invalid([FieldError("photos", "At most \(PlaceReview.photoLimit) photos.")])
        }
        for (index, photo) in draft.photos.enumerated() {
            try PhotoStore.insert(photo, of: draft.member, trip: draft.trip, at: now, on: connection)
            try connection.run(
                "INSERT INTO place_review_photo (number, position, photo_id) VALUES (?, ?, ?)",
                [Value(number), Value(last.position + 1 + index), .id(photo.id)])
        }
    }

    /// Moderators see them for a while longer, as they see former words.
    /// - Parameter photos: nil for all of them.
    private static func dropPhotos(of number: Int, _ photos: Set<ID>?, at now: Instant, on connection: Connection) throws {
        let found = try connection.all(
            "SELECT photo_id, replaced_at IS NULL FROM place_review_photo WHERE number = ? ORDER BY position DESC", [Value(number)]
        ) { (photo: $0.id(0), isShown: $0.boolean(1)) }
        for shown in found where shown.isShown && photos?.contains(shown.photo) ?? true {
            try connection.run("UPDATE place_review_photo SET replaced_at = ? WHERE photo_id = ?", [.at(now), .id(shown.photo)])
        }
        try erase(found.filter { !$0.isShown }.dropFirst(PlaceReview.replacedPhotoLimit).map(\.photo), on: connection)
    }

    private static func erase(_ photos: [ID], on connection: Connection) throws {
        for photo in photos {
            try connection.run("DELETE FROM place_review_photo WHERE photo_id = ?", [.id(photo)])
            try connection.run("DELETE FROM photo WHERE id = ?", [.id(photo)])
        }
    }

    /// Photos that were taken out before then, unless a case about the review is open.
    package func forgetPhotos(replacedBefore moment: Instant) async throws {
        try await database.change { connection in
            let photos = try connection.all(
                """
                SELECT photo_id FROM place_review_photo o WHERE replaced_at < ? AND NOT EXISTS
                    (SELECT 1 FROM moderation_case k WHERE k.review_number = o.number AND k.closed_at IS NULL) LIMIT 500
                """, [.at(moment)]
            ) { $0.id(0) }
            try PlaceReviewStore.erase(photos, on: connection)
        }
    }

    /// It can be put back: words and photos stay.
    package func delete(_ number: Int, by member: ID) async throws {
        try await database.change { connection in
            let change = try connection.one(
                """
                UPDATE place_review SET state_before = state, state = 'deleted'
                WHERE number = ? AND member_id = ? AND state IN ('visible', 'held') RETURNING trip_id, is_for_all
                """, [Value(number), .id(member)]
            ) { TripChange.places($0.id(0), isForAll: $0.boolean(1)) }
            guard let change else { throw Refusal.notFound }
            connection.note(change)
        }
    }

    /// As it was before it was deleted.
    package func restore(_ number: Int, by member: ID) async throws {
        try await database.change { connection in
            let change = try connection.one(
                """
                UPDATE place_review SET state = state_before, state_before = '' WHERE number = ? AND member_id = ? AND state = 'deleted'
                RETURNING trip_id, is_for_all
                """, [Value(number), .id(member)]
            ) { TripChange.places($0.id(0), isForAll: $0.boolean(1)) }
            guard let change else { throw Refusal.conflict("There is nothing to undo.") }
            connection.note(change)
        }
    }
}

extension CaseStore {
    /// Nothing is reported twice because a review is changed again; but one that is held is always in an open case.
    static func file(
        _ findings: Findings, inReview number: Int, _ draft: PlaceReviewStore.Draft, at now: Instant, on connection: Connection
    ) throws {
        let subject = Subject(kind: .review, review: number, member: draft.member, snapshot: draft.text, place: findings.place)
        let rules = Author(id: nil, name: "Sotravel")
        var new: [Filing] = []
        for filing in findings.filings {
            let isKnown = try connection.one(
                """
                SELECT 1 FROM report r JOIN moderation_case k ON k.id = r.case_id
                WHERE k.review_number = ? AND r.reporter_id IS NULL AND r.text = ? AND (k.closed_at IS NULL OR (k.snapshot = ? AND ? = 0))
                """, [Value(number), .text(filing.text), .text(draft.text), Value(draft.state == .held)]
            ) { _ in true }
            guard isKnown == nil else { continue }
            let (_, isChanged) = try file(
                filing, on: subject, trip: findings.trip, by: rules, at: now, newID: findings.newID, on: connection)
            if isChanged { new.append(filing) }
        }
        note(new, findings.trip, on: connection)
    }

    /// Former words of a review, oldest first.
    package func former(review number: Int) throws -> [FormerReview] {
        try database.read {
            try $0.all(
                "SELECT stars, text, replaced_at FROM place_review_history WHERE number = ? ORDER BY replaced_at", [Value(number)]
            ) { FormerReview(stars: $0.int(0), text: $0.text(1), until: $0.at(2)) }
        }
    }

    package func photos(ofReview number: Int) throws -> [ID] {
        try database.read {
            try $0.all("SELECT photo_id FROM place_review_photo WHERE number = ? ORDER BY position", [Value(number)]) { $0.id(0) }
        }
    }

    /// How the review is now, whatever its state and trip; its place as this trip has it.
    package func review(_ number: Int, trip: ID) throws -> PlaceReview? {
        try database.read {
            try $0.one(
                "SELECT \(PlaceReviewStore.columns) FROM \(PlaceReviewStore.tables) WHERE r.number = ?",
                [.id(trip), Value(number)], PlaceReviewStore.read)
        }
    }
}
