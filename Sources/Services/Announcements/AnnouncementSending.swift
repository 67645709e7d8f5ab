import Domain
import Store

/// Writing announcements, and what is done with those that are out.
extension AnnouncementService {
    // MARK: the audience

    /// Whom an audience means now.
    package func preview(_ audience: AnnouncementAudience, _ access: AnnouncerAccess) throws -> AudiencePreview {
        try finder.preview(audience, in: access.trip, sender: access.actor.members[access.trip.id])
    }

    /// Where people are by positions that count for an area, without names.
    package func positions(_ access: AnnouncerAccess) throws -> [Coordinates] { try finder.positions(in: access.trip) }

    package func words(_ audience: AnnouncementAudience, _ access: some StaffProof) throws -> String {
        try finder.words(audience, in: access.trip)
    }

    /// What it can be made of, besides what every trip has.
    package func choices(events: [EventSummary], groups: [Group], _ access: AnnouncerAccess) throws -> AudienceChoices {
        let sent = try store.list(trip: access.trip.id, limit: 30).filter { $0.state == .sent }
        let now = system.now()
        let shown = events.filter { $0.event.state == .published && !$0.event.isOver(at: now - .hours(12)) }
        return AudienceChoices(
            groups: groups.map { ($0.id, $0.name) }, events: shown.map { ($0.event.id, $0.event.fields.title) },
            lists: try finder.store.lists(trip: access.trip.id),
            announcements: sent.map { ($0.id, $0.content.title, !$0.content.answers.isEmpty) })
    }

    // MARK: before it is sent

    /// What a form is checked by.
    package func check(_ content: AnnouncementContent, _ access: AnnouncerAccess) throws {
        let errors = content.errors(at: system.now(), tripEnd: access.trip.endsAt)
        if !errors.isEmpty { throw Refusal.invalid(errors) }
    }

    /// Keeps it for later: as a draft, or to go out by itself at its time.
    /// - Parameters:
    ///   - id: names it; sent twice it is one.
    ///   - version: what it was typed over; nil for a new one.
    package func save(_ id: ID, _ content: AnnouncementContent, version: Int?, isDraft: Bool, _ access: AnnouncerAccess) async throws {
        var content = content
        content.tidy()
        if content.signedBy.isEmpty { content.signedBy = access.actor.account.name }
        if !isDraft { content.expiresAt = closing(content, access.trip) }
        if isDraft { try checkDraft(&content) } else { try check(content, access) }
        try await store.save(
            try record(id, content, isDraft || content.scheduledAt == nil ? .draft : .scheduled, version, access), by: access.author,
            at: system.now())
    }

    /// A question that says no end is open until the end of its day, six hours at least, all else for a week; neither past the trip's end.
    private func closing(_ content: AnnouncementContent, _ trip: Trip) -> Instant? {
        guard content.expiresAt == nil else { return content.expiresAt }
        let start = content.scheduledAt ?? system.now()
        let day = trip.zone.instant(day: trip.zone.local(start + .hours(6)).day, secondsOfDay: 86_340)
        // The week is counted when it is sent.
        let end = content.answers.isEmpty ? nil : day
        return trip.endsAt > start && trip.endsAt < end ?? start + Announcement.usual ? trip.endsAt : end
    }

    /// A draft may lack whom it is for, and its times may have passed.
    private func checkDraft(_ content: inout AnnouncementContent) throws {
        let later: Set<String> = ["audience", "schedule_time", "schedule_day", "expires_time", "expires_day"]
        let errors = content.errors(at: system.now()).filter { !later.contains($0.field) }
        if !errors.isEmpty { throw Refusal.invalid(errors) }
        if content.audience.count > AnnouncementAudience.limit { content.audience = AnnouncementAudience() }
    }

    private func record(
        _ id: ID, _ content: AnnouncementContent, _ state: AnnouncementState, _ version: Int?, _ access: AnnouncerAccess
    ) throws -> AnnouncementRecord {
        AnnouncementRecord(
            id: id, trip: access.trip.id, content: content, state: state, version: version,
            words: try finder.words(content.audience, in: access.trip), isByAdmin: access.actor.account.isAdmin)
    }

    package func unschedule(_ id: ID, _ access: AnnouncerAccess) async throws {
        try await store.unschedule(try find(id, access), by: access.author, at: system.now())
    }

    package func delete(_ id: ID, _ access: AnnouncerAccess) async throws {
        try await store.delete(try find(id, access), by: access.author, at: system.now())
    }

    // MARK: sending

    /// Sends it now to whom the audience means now.
    /// - Returns: how many people it went to; nil where it had gone out already.
    @discardableResult
    package func send(_ id: ID, _ content: AnnouncementContent, version: Int?, _ access: AnnouncerAccess) async throws -> Int? {
        if version == nil, let known = try store.find(id, trip: access.trip.id), known.sentAt != nil { return nil }
        var content = content
        content.tidy()
        content.scheduledAt = nil
        if content.signedBy.isEmpty { content.signedBy = access.actor.account.name }
        content.expiresAt = closing(content, access.trip)
        try check(content, access)
        let people = try finder.people(content.audience, in: access.trip, sender: access.actor.members[access.trip.id])
        guard !people.isEmpty else {
            throw Refusal.invalid([FieldError("audience", "Nobody matches right now, so nothing was sent.")])
        }
        let record = try record(id, content, .draft, version, access)
        let sending = AnnouncementSending(
            id: id, trip: access.trip.id, people: people.map { ($0.id, system.newID()) }, words: record.words,
            urgentLimit: access.actor.account.isAdmin ? nil : Announcement.urgentLimit)
        guard try await store.send(sending, saving: record, by: access.author, at: system.now()) else { return nil }
        return people.count
    }

    /// How many urgent ones may still go out this hour; nil for an admin, who is not limited.
    package func urgentLeft(_ access: AnnouncerAccess) throws -> Int? {
        guard !access.actor.account.isAdmin else { return nil }
        return max(0, Announcement.urgentLimit - (try store.urgentCount(trip: access.trip.id, at: system.now())))
    }

    // MARK: afterwards

    /// - Returns: how many were reminded.
    package func remind(_ id: ID, _ access: AnnouncerAccess) async throws -> Int {
        let system = system
        return try await store.remind(
            id, trip: access.trip.id, over: finder.roster.channels, newID: { system.newID() },
            urgentLimit: access.actor.account.isAdmin ? nil : Announcement.urgentLimit, by: access.author, at: system.now())
    }

    /// Somebody of the hosts told a person by phone, or takes that back.
    /// - Returns: the person's name.
    package func setPhoned(_ id: ID, member: ID, _ isTold: Bool, _ access: AnnouncerAccess) async throws -> String {
        try await store.setPhoned(id, trip: access.trip.id, member: member, isTold, by: access.author, at: system.now())
    }

    package func recall(_ id: ID, _ access: AnnouncerAccess) async throws {
        try await store.recall(id, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// What the form of a correction begins with: the same, to those who got it.
    package func correction(of id: ID, _ access: AnnouncerAccess) throws -> AnnouncementContent {
        let old = try find(id, access)
        guard old.sentAt != nil else { throw Refusal.conflict("This announcement has not been sent yet. Edit it instead.") }
        guard old.correctedBy == nil else { throw Refusal.conflict("This announcement has already been corrected.") }
        var content = old.content
        content.corrects = id
        content.audience = AnnouncementAudience([(.all, .got(id))])
        content.scheduledAt = nil
        if content.expiresAt.map({ $0 <= system.now() }) ?? false { content.expiresAt = nil }
        return content
    }
}
