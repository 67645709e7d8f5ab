import Domain
import Store

/// Reviews of places. The chat's rules, restrictions and moderators are theirs too: who may not write there writes none here.
///
/// A review is read on its own trip with its author's full name. One that is for all trips of the server is read on the others with the
/// first name alone, without a face, and with the month instead of the day.
package final class PlaceReviewService: Sendable {
    package static let pageSize = 20
    /// On the place's own page.
    package static let shown = 10
    private static let isForHelp: Texts.Sentence = "Places where people get help have no reviews."
    let store: PlaceReviewStore
    let reports: PlaceReportStore
    let own: OwnPlaceService
    let atlas: PlaceAtlas
    let chat: ChatService
    let photos: PhotoService
    let system: SystemInputs
    private let voices: ReadCache<ID, PlaceVoices>
    private let passing: PassingState

    init(store: Stores, own: OwnPlaceService, atlas: PlaceAtlas, chat: ChatService, photos: PhotoService, system: SystemInputs) {
        (self.store, reports, passing, self.own, self.atlas) = (store.placeReviews, store.placeReports, store.passing, own, atlas)
        (self.chat, self.photos, self.system, voices) = (chat, photos, system, store.caches.placeVoices)
    }

    var now: Instant { system.now() }

    /// - Throws: not found for what neither the map nor the trip's hosts know.
    package func place(_ id: PlaceID, _ access: some TripProof) throws -> KnownPlace {
        guard let found = try atlas.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        return found
    }

    func reader(_ access: some TripProof) -> PlaceReviewStore.Reader {
        .init(trip: access.trip.id, member: access.actor.members[access.trip.id], isStaff: access.role.isStaff)
    }

    // MARK: reading

    /// What people know of places besides the map. A place that is hidden is hidden from all but hosts.
    func knowledge(_ access: TripAccess) throws -> PlaceKnowledge {
        let (voices, now) = (try voices(access), now)
        var known = PlaceKnowledge()
        (known.ratings, known.photos, known.said) = (voices.ratings, voices.photos, voices.said(at: now))
        known.added = voices.added
        if !access.isHost { known.hidden = Set(voices.notes.filter { $0.value.hiddenReason != nil }.keys) }
        return known
    }

    private func voices(_ access: some TripProof) throws -> PlaceVoices {
        let trip = access.trip.id
        return try voices.value(for: trip) {
            PlaceVoices(
                ratings: try store.ratings(trip: trip), photos: try store.photos(trip: trip), notes: try reports.notes(trip: trip),
                added: try own.list(access), reports: try reports.current(trip: trip, at: now))
        }
    }

    /// A page of the reviews of one place, and what the reader may do.
    /// - Parameter offset: how many newer ones are left out.
    package func open(
        _ id: PlaceID, offset: Int = 0, limit: Int = PlaceReviewService.pageSize, _ access: some TripProof
    ) throws -> OpenedReviews {
        let place = try place(id, access)
        let found = try store.list(id, reader(access), offset: offset, limit: limit + 1)
        let member = access.asMember
        let blocked = try member.map { try chat.blocked($0) } ?? []
        return OpenedReviews(
            place: place, rating: try voices(access).ratings[id], reviews: Array(found.prefix(limit)),
            hasMore: found.count > limit, offset: offset, own: try member.flatMap { try own(id, $0) },
            blocked: try store.numbers(of: found, by: blocked), reader: access.actor.members[access.trip.id],
            obstacle: place.isForHelp ? PlaceReviewService.isForHelp : try member.flatMap { try obstacle($0) })
    }

    /// The reader's own, also one that waits for a moderator or was removed; nil for one that they deleted.
    package func own(_ id: PlaceID, _ access: MemberAccess) throws -> PlaceReview? {
        try store.own(id, of: access.member, trip: access.trip.id).flatMap { $0.state == .deleted ? nil : $0 }
    }

    /// A member's reviews as the reader sees them, newest first.
    package func all(by member: ID, _ access: some TripProof) throws -> [PlaceReview] {
        try store.all(by: member, reader(access), limit: 50)
    }

    package func photo(_ id: ID, _ size: PhotoSize, _ access: some TripProof) throws -> [UInt8]? {
        try store.photo(id, size, reader(access))
    }

    /// Why the reader cannot write; nil where they can.
    func obstacle(_ access: MemberAccess) throws -> Texts.Sentence? {
        if access.trip.archivedAt != nil { return "This trip is over and no longer changes." }
        // The trip's own conversation has the trip's id.
        let restriction = try chat.permissions(access.trip.id, access).restriction(at: now)
        return restriction.map { ChatObstacle.restricted($0).sentence(access.trip.zone, now: now) }
    }

    // MARK: writing

    /// Writes the review, or changes the one that there is.
    /// - Returns: whether a moderator looks at it first.
    @discardableResult
    package func save(_ draft: ReviewDraft, photos uploads: [[UInt8]] = [], of id: PlaceID, _ access: MemberAccess) async throws -> Bool {
        let place = try place(id, access)
        if place.isForHelp { throw Refusal.conflict(PlaceReviewService.isForHelp) }
        if let obstacle = try obstacle(access) { throw Refusal.conflict(obstacle) }
        let (old, now) = (try own(id, access), now)
        let kept = old?.photos.filter { !draft.removedPhotos.contains($0.id) }.count ?? 0
        var check = Validation()
        check.merge(draft.errors(kept: kept, added: uploads.count))
        try check.check()
        guard let stars = draft.stars else { throw Refusal.notFound }
        let text = tidyText(draft.text)
        try await passing.take(PlaceReviewService.pace(of: access.member), at: now)
        let verdict = try verdict(on: text, old, access, at: now)
        let pictures = try await shrink(uploads, for: access.actor.account.id)
        let stored = PlaceReviewStore.Draft(
            place: place, trip: access.trip.id, member: access.member, stars: stars, text: text,
            isForAll: draft.isForAll && place.id.element != nil, state: verdict.isHeld ? .held : .visible, photos: pictures,
            removedPhotos: draft.removedPhotos)
        try await store.save(stored, findings: findings(verdict, of: place, trip: access.trip.id), at: now, newID: system.newID)
        return verdict.isHeld
    }

    /// Words that are there already were looked at when they were written.
    private func verdict(on text: String, _ old: PlaceReview?, _ access: MemberAccess, at now: Instant) throws -> ChatRules.Verdict {
        if let old, old.state == .visible, old.text == text { return ChatRules.Verdict() }
        let recent = try store.recent(by: access.member, since: now - .minutes(1)).map(\.text)
        let verdict = try chat.rules.verdict(on: text, isStaff: access.role.isStaff, recent: recent, isReview: true, trip: access.trip.id)
        if let refusal = verdict.refusal { throw Refusal.invalid([FieldError("text", "\(refusal)")]) }
        return verdict
    }

    private func findings(_ verdict: ChatRules.Verdict, of place: KnownPlace, trip: ID) -> CaseStore.Findings? {
        guard !verdict.findings.isEmpty else { return nil }
        let filings = verdict.findings.map { finding in
            CaseStore.Filing(
                reporter: nil, rule: finding.rule, reason: "rule",
                text: [finding.label, finding.text].filter { !$0.isEmpty }.joined(separator: ": "), isUrgent: false)
        }
        return CaseStore.Findings(trip: trip, conversation: nil, place: place.name, filings: filings, newID: system.newID)
    }

    /// - Parameter account: whose share of the queue this uses.
    package func shrink(_ uploads: [[UInt8]], for account: ID) async throws -> [NewPhoto] {
        var found: [NewPhoto] = []
        for bytes in uploads {
            let pictures = try await photos.shrink(bytes, to: [.small, .large], field: "photos", for: account)
            found.append(
                NewPhoto(
                    id: system.newID(), face: nil, small: pictures[0].webP, large: pictures[1].webP, width: pictures[1].width,
                    height: pictures[1].height))
        }
        return found
    }

    /// How often one person saves reviews.
    private static func pace(of member: ID) -> Pace {
        Pace(.review, of: member, 10, within: .minutes(10)) { seconds in
            .tooMany(
                "You write a lot of reviews. Wait \(counted((seconds + 59) / 60, "minute")) before the next one.", retryAfter: seconds)
        }
    }

    /// - Returns: the number, by which it can be put back.
    package func delete(_ id: PlaceID, _ access: MemberAccess) async throws {
        try requireOpen(access)
        guard let own = try own(id, access) else { throw Refusal.notFound }
        try await store.delete(own.number, by: access.member)
    }

    package func restore(_ id: PlaceID, _ access: MemberAccess) async throws {
        if let obstacle = try obstacle(access) { throw Refusal.conflict(obstacle) }
        guard let own = try store.own(id, of: access.member, trip: access.trip.id) else { throw Refusal.notFound }
        try await store.restore(own.number, by: access.member)
    }

    private func requireOpen(_ access: MemberAccess) throws {
        guard access.trip.archivedAt == nil else { throw Refusal.conflict("This trip is over and no longer changes.") }
    }
}
