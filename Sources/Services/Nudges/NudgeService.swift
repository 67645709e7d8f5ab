import Domain
import Store

/// Hosts ask somebody, or all who are silent, whether all is well; whoever is asked answers from a link of their own, without signing in.
package struct NudgeService: Sendable {
    /// More people than any trip has: what a forged form might ask for.
    private static let most = 5_000
    /// In one transaction.
    private static let atOnce = 200
    private let store: NudgeStore
    private let roster: RosterService
    private let trackers: TrackerService
    private let fixes: FixService
    private let safety: SafetyService
    private let trips: @Sendable (ID) throws -> Trip?
    private let system: SystemInputs

    /// Where the answers go.
    struct Desks: Sendable {
        let trackers: TrackerService
        let fixes: FixService
        let safety: SafetyService
    }

    init(
        store: NudgeStore, roster: RosterService, desks: Desks, trips: @escaping @Sendable (ID) throws -> Trip?,
        system: SystemInputs
    ) {
        (self.store, self.roster, self.trips, self.system) = (store, roster, trips, system)
        (trackers, fixes, safety) = (desks.trackers, desks.fixes, desks.safety)
    }

    // MARK: hosts

    /// Those whose position is older than the trip's limit. Who has switched sharing off is not silent, and who never sent was never heard.
    package func silent(_ access: OpenHostAccess) throws -> [RosterEntry] {
        var filter = RosterFilter()
        (filter.tracker, filter.gone) = (.lost, .hidden)
        return try roster.entries(filter, access)
    }

    /// Whom hosts selected, silent or not.
    package func selected(_ members: [ID], _ access: OpenHostAccess) throws -> [RosterEntry] {
        let selected = Set(members)
        return try roster.entries(RosterFilter(), access).filter { selected.contains($0.row.id) }
    }

    /// When each was asked who was asked within `Nudge.recent`.
    package func askedLately(_ access: OpenHostAccess) throws -> [ID: Instant] {
        let found = try store.newest(trip: access.trip.id, since: system.now() - Nudge.recent)
        return Dictionary(firstOf: found.map { ($0.memberID, $0.askedAt) })
    }

    /// Asks each of them once; who was asked a moment ago is left in peace.
    package func ask(_ members: [ID], _ access: OpenHostAccess) async throws -> NudgeOutcome {
        let people = Set(members)
        guard !people.isEmpty else { throw Refusal.conflict("Choose whom to ask.") }
        guard people.count <= NudgeService.most else { throw Refusal.tooLarge("At most 5,000 people at a time.") }
        let (trip, now) = (access.trip.id, system.now())
        let nudges = people.sorted().map { member in
            Nudge(
                id: system.newID(), tripID: trip, memberID: member, token: system.newToken(bytes: 16), askedBy: access.author.name,
                askedAt: now, expiresAt: now + Nudge.life)
        }
        var asked: Set<ID> = []
        // A call for help must not wait behind all of them.
        for start in stride(from: 0, to: nudges.count, by: NudgeService.atOnce) {
            let part = Array(nudges[start..<min(start + NudgeService.atOnce, nudges.count)])
            asked.formUnion(try await store.ask(part, trip: trip, by: access.author, at: now))
        }
        let unreached = try roster.rows(trip: trip).count { asked.contains($0.id) && $0.reach.isEmpty }
        return NudgeOutcome(asked: asked.count, unreached: unreached, tooSoon: people.count - asked.count)
    }

    /// Asks one person.
    package func ask(_ member: ID, _ access: OpenHostAccess) async throws {
        _ = try roster.member(member, access)
        guard try await ask([member], access).asked == 1 else {
            throw Refusal.conflict("They were asked less than ten minutes ago. Give them time, or call.")
        }
    }

    /// The newest question to each person of the last day: who needs help first, then who has not answered.
    package func overview(_ access: some HostProof) throws -> [NudgeLine] {
        let found = try store.newest(trip: access.trip.id, since: system.now() - Nudge.life)
        let rows = Dictionary(firstOf: try roster.rows(trip: access.trip.id).map { ($0.id, $0) })
        func rank(_ nudge: Nudge) -> Int { nudge.answer == .help ? 0 : nudge.answer == nil ? 1 : 2 }
        return found.sorted { (rank($0), $1.askedAt, $0.id) < (rank($1), $0.askedAt, $1.id) }
            .compactMap { nudge in rows[nudge.memberID].map { line(nudge, $0) } }
    }

    /// The newest question to somebody in the last day; nil where there is none.
    package func newest(of member: ID, _ access: some HostProof) throws -> NudgeLine? {
        guard let nudge = try store.newest(of: member), nudge.tripID == access.trip.id, nudge.askedAt > system.now() - Nudge.life,
            let row = try roster.rows(trip: access.trip.id).first(where: { $0.id == member })
        else { return nil }
        return line(nudge, row)
    }

    private func line(_ nudge: Nudge, _ row: RosterRow) -> NudgeLine {
        NudgeLine(nudge: nudge, name: row.fullName, photo: row.photo, phone: row[.phone], isReached: !row.reach.isEmpty)
    }

    // MARK: whoever is asked

    /// - Throws: not found for a link that nobody knows.
    package func open(token: String) throws -> AskedNudge {
        guard let nudge = try store.find(token: token), let trip = try trips(nudge.tripID),
            let member = try roster.store.member(nudge.memberID, trip: trip.id)
        else { throw Refusal.notFound }
        let name = member.fields[.firstName].isEmpty ? member.fields.fullName : member.fields[.firstName]
        return AskedNudge(
            nudge: nudge, trip: trip, firstName: name, hosts: try safety.reachableHosts(trip: trip.id, but: member.id),
            isOver: nudge.expiresAt <= system.now())
    }

    /// Where a notice of a question leads; nil for a question of which nothing is kept.
    package func token(of nudge: ID) throws -> String? { try store.find(nudge)?.token }

    /// Who needs help has called for it with this: every host hears of it as of the button on the page.
    package func answer(token: String, _ answer: Nudge.Answer) async throws {
        let (nudge, member) = try answerable(token)
        if answer == .help {
            // The call first: it must not wait for anything else.
            try await safety.raise(
                fromLinkOf: member.id, trip: nudge.tripID, client: NudgeService.call(nudge, at: system.now().seconds / 60),
                text: Texts.said("Answered a host: needs help."), place: nil)
        }
        try await store.answer(nudge, answer, by: Author(id: member.accountID, name: member.fields.fullName), at: system.now())
    }

    /// Of a call by this link: a double tap, a second tab and a repeated request are one call, and so is the place that follows an answer.
    private static func call(_ nudge: Nudge, at moment: Int64) -> ID {
        ID(high: nudge.id.high, low: nudge.id.low ^ UInt64(bitPattern: moment))
    }

    private func answerable(_ token: String) throws -> (nudge: Nudge, member: Member) {
        let opened = try open(token: token)
        guard !opened.isOver, let member = try roster.store.member(opened.nudge.memberID, trip: opened.trip.id) else {
            throw Refusal.conflict("This link has ended. Call your hosts, or 112 if life is at risk.")
        }
        return (opened.nudge, member)
    }

    /// Where the person is, once, after they have answered: on the map like any other position. Whoever has switched sharing off stays
    /// off the map; only a call for help takes their place along.
    /// - Returns: whether it is kept.
    package func place(token: String, _ raw: RawFix) async throws -> Bool {
        let (nudge, member) = try answerable(token)
        guard let answer = nudge.answer, let answeredAt = nudge.answeredAt, answeredAt > system.now() - .minutes(10) else {
            throw Refusal.conflict("Answer first.")
        }
        var raw = raw
        raw.trigger = .nudge
        let author = Author(id: member.accountID, name: member.fields.fullName)
        let entry = try await trackers.pageEntry(of: member, by: author)
        guard let fix = try? raw.judged(receivedAt: system.now()).get() else {
            throw Refusal.invalid([FieldError("lat", "This is not a position.")])
        }
        let isKept = try await fixes.take(raw, from: entry) == nil
        if isKept {
            try await store.notePlace(of: nudge, at: fix.time)
        } else if answer == .help {
            try await safety.raise(
                fromLinkOf: member.id, trip: nudge.tripID, client: NudgeService.call(nudge, at: answeredAt.microseconds),
                text: Texts.said("Where they answered from."),
                place: .init(coordinates: fix.coordinates, accuracy: fix.accuracy, fixedAt: fix.time))
        }
        return isKept
    }
}
