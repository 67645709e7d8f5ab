import Database
import Domain

/// Appeals of authors, which somebody other than the moderator who took the action decides. A waiting appeal is always in an open case; an
/// open case that has an outcome is open only for its appeals.
extension CaseStore {
    /// - Throws: conflict for a second one.
    package func appeal(_ number: Int, text: String, by member: ID, author: Author, trip: ID, at now: Instant) async throws {
        try await database.change { connection in
            guard let entry = try ModerationLog.find(number, trip: trip, on: connection), entry.memberID == member, let id = entry.caseID,
                entry.action.isAgainstAuthor, !entry.isUndone
            else { throw Refusal.notFound }
            let place = try CaseStore.placeOfAppeal(id, on: connection)
            let count = try connection.run(
                "INSERT INTO appeal (log_number, case_id, member_id, text, made_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [Value(number), .id(place), .id(member), .text(text), .at(now)])
            guard count == 1 else { throw Refusal.conflict("You have already appealed.") }
            try ModerationLog.append(
                .init(action: .appeal, caseID: place, member: member, sentence: text), trip: trip, by: author, at: now, on: connection)
            try connection.run(
                """
                UPDATE moderation_case SET closed_at = NULL, weight = weight + 1, version = version + 1,
                claimed_by = NULL, claimed_name = '',
                    claimed_at = NULL
                WHERE id = ?
                """, [.id(place)])
            connection.note(TripChange(.cases, trip: trip))
        }
    }

    /// The case itself, or the open case about the same subject if there is one: two are never open.
    private static func placeOfAppeal(_ id: ID, on connection: Connection) throws -> ID {
        let open = try connection.one("SELECT (\(sameSubjectOpen)) FROM moderation_case WHERE id = ?", [.id(id)]) { $0.optionalID(0) }
        return (open ?? nil) ?? id
    }

    /// SQL: when a settled case closes, which is the given instant; null while an appeal waits in it.
    static let closing = "CASE WHEN NOT EXISTS (SELECT 1 FROM appeal WHERE case_id = moderation_case.id AND decided_at IS NULL) THEN ? END"

    package func appeals(of id: ID, reader: Moderator) throws -> [Appeal] {
        try database.read { connection in
            let found = try connection.all(
                """
                SELECT a.log_number, a.text, a.made_at, a.is_granted, l.actor_id FROM appeal a
                JOIN moderation_log l ON l.number = a.log_number
                WHERE a.case_id = ? OR l.case_id = ? ORDER BY a.made_at
                """, [.id(id), .id(id)]
            ) { ($0.int(0), $0.text(1), $0.at(2), $0.isNull(3) ? nil : $0.boolean(3), $0.optionalID(4)) }
            return try found.map { number, text, at, isGranted, actor in
                let isOwn = isGranted == nil && actor == reader.account
                return Appeal(
                    number: number, text: text, at: at, isGranted: isGranted, isOfReader: isOwn,
                    others: isOwn ? try CaseStore.others(than: reader.account, appeal: number, on: connection) : [])
            }
        }
    }

    /// Who else may decide: hosts and moderators of the trip and admins who are not the one who appeals. Some names of them.
    private static func others(than account: ID, appeal number: Int, on connection: Connection) throws -> [String] {
        try connection.all(
            """
            SELECT DISTINCT a.name FROM appeal p JOIN moderation_log l ON l.number = p.log_number JOIN account a ON a.id <> ?
            LEFT JOIN member m ON m.account_id = a.id AND m.trip_id = l.trip_id
            WHERE p.log_number = ? AND (a.is_admin = 1 OR (m.role <> 'traveller' AND m.status NOT IN ('cancelled', 'left')))
                AND (m.id IS NULL OR m.id <> p.member_id)
            ORDER BY a.name LIMIT 5
            """, [.id(account), Value(number)]
        ) { $0.text(0) }
    }

    /// The moderator who took the action does not decide the appeal against it while somebody else can.
    /// - Returns: whether they decide it themselves, because there is nobody else.
    @discardableResult
    static func requireSomebodyElse(_ number: Int, _ moderator: Moderator, on connection: Connection) throws -> Bool {
        let actor = try connection.one("SELECT actor_id FROM moderation_log WHERE number = ?", [Value(number)]) { $0.optionalID(0) } ?? nil
        guard actor == moderator.account else { return false }
        let others = try others(than: moderator.account, appeal: number, on: connection)
        guard others.isEmpty else { throw Refusal.forbidden(Appeal.sentence(others)) }
        return true
    }

    /// Nor does the moderator who took an action settle its case while the appeal waits. If the action belongs to another case, they may.
    static func requireSomebodyElse(inCase id: ID, _ moderator: Moderator, on connection: Connection) throws {
        let open = try connection.all(
            """
            SELECT a.log_number FROM appeal a JOIN moderation_log l ON l.number = a.log_number
            WHERE a.case_id = ? AND l.case_id = a.case_id AND a.decided_at IS NULL
            """, [.id(id)]
        ) { $0.int(0) }
        for number in open { try requireSomebodyElse(number, moderator, on: connection) }
    }

    /// Granting undoes what was appealed against.
    package func decideAppeal(
        _ number: Int, isGranted: Bool, reason: String, trip: ID, by moderator: Moderator, at now: Instant,
        newID: @escaping @Sendable () -> ID
    ) async throws {
        try await database.change { connection in
            guard let entry = try ModerationLog.find(number, trip: trip, on: connection),
                let id = try connection.one("SELECT case_id FROM appeal WHERE log_number = ?", [Value(number)], { $0.id(0) }),
                let found = try CaseStore.find(id, trip: trip, on: connection)
            else { throw Refusal.notFound }
            try CaseStore.requireOthers(found, moderator)
            let isAlone = try CaseStore.requireSomebodyElse(number, moderator, on: connection)
            let count = try connection.run(
                "UPDATE appeal SET decided_at = ?, is_granted = ? WHERE log_number = ? AND decided_at IS NULL",
                [.at(now), Value(isGranted), Value(number)])
            guard count == 1 else { throw Refusal.conflict("This appeal is already decided.") }
            try ModerationLog.append(
                .init(
                    action: isGranted ? .grantAppeal : .refuseAppeal, caseID: id, member: found.memberID, reason: reason,
                    sentence: isAlone ? "nobody else could decide it" : ""), trip: trip,
                by: moderator.author, at: now, on: connection)
            var effects = Effects()
            if isGranted, !entry.isUndone {
                effects = try CaseStore.undo(
                    number, trip: trip, reason: reason, by: moderator, at: now, newID: newID, on: connection)
            } else if !isGranted {
                try ModerationLog.tell(
                    found.memberID, "Your appeal was looked at, and what was decided stays. " + reason, about: nil, id: newID(), at: now,
                    on: connection)
            }
            try CaseStore.close(found, isGranted ? "Appeal granted" : "Appeal refused", at: now, on: connection)
            effects.note(trip, on: connection)
        }
    }

    /// Closes a case that was open only for its appeals, with the last of them. A case whose reports still wait stays open.
    private static func close(_ found: ModerationCase, _ outcome: String, at now: Instant, on connection: Connection) throws {
        try connection.run("UPDATE moderation_case SET version = version + 1 WHERE id = ?", [.id(found.id)])
        guard !found.outcome.isEmpty else { return }
        try connection.run(
            "UPDATE moderation_case SET closed_at = \(closing), outcome = ? WHERE id = ?", [.at(now), .text(outcome), .id(found.id)])
    }
}
