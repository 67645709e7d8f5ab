import Database
import Domain

/// What moderators do to a case: each call is one transaction, checks that nobody acted meanwhile, and leaves its lines in the log.
extension CaseStore {
    package struct Moderator: Sendable {
        package let account: ID
        package let author: Author
        /// The moderator as a member of the trip: nobody judges their own case.
        package let member: ID?
        package init(account: ID, author: Author, member: ID?) {
            self.account = account
            self.author = author
            self.member = member
        }
    }
    /// What changed for readers of a conversation.
    struct Effects {
        var messages: [(conversation: ID, number: Int)] = []
        var restricted: Set<ID> = []
        var conversations: Set<ID> = []
        /// A review is shown or no longer shown.
        var areReviewsChanged = false

        /// Open pages hear of it, and moderators that the cases changed.
        func note(_ trip: ID, on connection: Connection) {
            for (conversation, number) in messages { connection.note(.changed(number, in: conversation, trip)) }
            for conversation in conversations { connection.note(.permissions(in: conversation, trip)) }
            if !restricted.isEmpty { connection.note(TripChange(.memberPermissions, trip: trip, ids: Array(restricted))) }
            if areReviewsChanged { connection.note(.places(trip, isForAll: true)) }
            connection.note(TripChange(.cases, trip: trip))
        }
    }

    // MARK: claims

    /// - Parameter takesOver: also from a colleague who is at it.
    package func claim(_ id: ID, trip: ID, by moderator: Moderator, takesOver: Bool, at now: Instant) async throws {
        try await database.change { connection in
            let found = try CaseStore.open(id, trip: trip, for: moderator, on: connection)
            let holder = found.claim(at: now)
            if let holder, holder.account != moderator.account, !takesOver {
                throw Refusal.conflict("This case is assigned to \(holder.name).")
            }
            try CaseStore.setClaim(id, moderator.account, moderator.author.name, at: now, on: connection)
            guard holder?.account != moderator.account else { return }
            try ModerationLog.append(
                .init(action: holder == nil ? .claim : .takeOver, caseID: id, member: found.memberID), trip: trip, by: moderator.author,
                at: now, on: connection)
            connection.note(TripChange(.cases, trip: trip))
        }
    }

    private static func setClaim(_ id: ID, _ account: ID, _ name: String, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE moderation_case SET claimed_by = ?, claimed_name = ?, claimed_at = ?, first_claimed_at = coalesce(first_claimed_at, ?)
            WHERE id = ?
            """, [.id(account), .text(name), .at(now), .at(now), .id(id)])
    }

    package func release(_ id: ID, trip: ID, by moderator: Moderator, at now: Instant) async throws {
        try await database.change { connection in
            guard try CaseStore.find(id, trip: trip, on: connection) != nil else { throw Refusal.notFound }
            let count = try connection.run(
                """
                UPDATE moderation_case SET claimed_by = NULL, claimed_name = '', claimed_at = NULL
                WHERE id = ? AND trip_id = ? AND claimed_by = ?
                """,
                [.id(id), .id(trip), .id(moderator.account)])
            guard count == 1 else { return }
            try ModerationLog.append(.init(action: .release, caseID: id), trip: trip, by: moderator.author, at: now, on: connection)
            connection.note(TripChange(.cases, trip: trip))
        }
    }

    /// Renews the claim of the moderator who has the case.
    package func touch(_ id: ID, account: ID, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE moderation_case SET claimed_at = ? WHERE id = ? AND claimed_by = ? AND \(CaseStore.isClaimed)",
                [.at(now), .id(id), .id(account)] + CaseStore.claimTimes(now))
        }
    }

    /// - Throws: not found, or forbidden for whoever the case is about.
    static func open(_ id: ID, trip: ID, for moderator: Moderator, on connection: Connection) throws -> ModerationCase {
        guard let found = try find(id, trip: trip, on: connection) else { throw Refusal.notFound }
        try requireOthers(found, moderator)
        guard found.closedAt == nil else { throw Refusal.conflict("This case is already closed.") }
        return found
    }

    static func requireOthers(_ found: ModerationCase, _ moderator: Moderator) throws {
        guard moderator.member != found.memberID else { throw Refusal.forbidden("This case is about you, so a colleague decides it.") }
    }

    // MARK: notes and evidence

    package func note(_ id: ID, text: String, trip: ID, by moderator: Moderator, at now: Instant) async throws {
        try await log(.note, on: id, sentence: text, trip: trip, by: moderator, at: now) { _, _ in }
    }

    package func setHeld(_ isHeld: Bool, _ id: ID, trip: ID, by moderator: Moderator, at now: Instant) async throws {
        try await log(isHeld ? .hold : .unhold, on: id, sentence: "", trip: trip, by: moderator, at: now) { _, connection in
            try connection.run("UPDATE moderation_case SET is_held = ? WHERE id = ?", [Value(isHeld), .id(id)])
        }
    }

    private func log(
        _ action: ModerationAction, on id: ID, sentence: String, trip: ID, by moderator: Moderator, at now: Instant,
        _ body: @escaping @Sendable (ModerationCase, Connection) throws -> Void
    ) async throws {
        try await database.change { connection in
            guard let found = try CaseStore.find(id, trip: trip, on: connection) else { throw Refusal.notFound }
            try CaseStore.requireOthers(found, moderator)
            try body(found, connection)
            try ModerationLog.append(
                .init(action: action, caseID: id, member: found.memberID, sentence: sentence), trip: trip, by: moderator.author, at: now,
                on: connection)
            try connection.run("UPDATE moderation_case SET version = version + 1 WHERE id = ?", [.id(id)])
        }
    }

    // MARK: acting

    package struct Plan: Sendable {
        package let actions: [PlannedAction]
        /// For the log and the author.
        package let reason: String
        /// To the author.
        package let sentence: String
        /// The case's version that the moderator saw.
        package let version: Int
        /// The last instant of the trip: no ban goes further.
        package let tripEnd: Instant
        package init(actions: [PlannedAction], reason: String, sentence: String, version: Int, tripEnd: Instant) {
            self.actions = actions
            self.reason = reason
            self.sentence = sentence
            self.version = version
            self.tripEnd = tripEnd
        }
    }

    /// All of the plan, or nothing.
    /// - Throws: conflict when a colleague acted after `plan.version` or has the case.
    package func apply(
        _ plan: Plan, to id: ID, trip: ID, by moderator: Moderator, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws {
        try await database.change { connection in
            let found = try CaseStore.open(id, trip: trip, for: moderator, on: connection)
            if plan.actions.contains(where: \.action.closes) { try CaseStore.requireSomebodyElse(inCase: id, moderator, on: connection) }
            guard found.version == plan.version else { throw Refusal.conflict("A colleague was faster. Compare before you go on.") }
            if let holder = found.claim(at: now), holder.account != moderator.account {
                throw Refusal.conflict("This case is assigned to \(holder.name). Reassign it to yourself first.")
            }
            var work = CaseWork(found: found, plan: plan, moderator: moderator, now: now, newID: newID, connection: connection)
            try CaseStore.setClaim(id, moderator.account, moderator.author.name, at: now, on: connection)
            for action in plan.actions { try work.perform(action) }
            try work.finish()
            work.effects.note(trip, on: connection)
        }
    }
}
