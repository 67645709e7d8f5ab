import Database
import Domain

/// What a trip has learned from false alarms.
extension RuleStore {
    /// Exceptions in force before removed ones, each newest first.
    package func exceptions(trip: ID) throws -> [LearnedException] {
        try database.read { connection in
            try connection.all(
                """
                SELECT e.id, e.language, e.word, e.beside, e.dangers, e.case_id, k.snapshot, e.learned_by, e.learned_at, e.removed_by,
                    e.removed_at
                FROM safety_exception e JOIN moderation_case k ON k.id = e.case_id WHERE e.trip_id = ?
                ORDER BY e.removed_at IS NOT NULL, e.learned_at DESC, e.id DESC
                """, [.id(trip)], RuleStore.learned
            ).compactMap(\.self)
        }
    }

    private static func learned(_ row: Row) -> LearnedException? {
        guard let language = SafetyLanguage(rawValue: row.text(1)) else { return nil }
        return LearnedException(
            id: row.id(0),
            exception: SafetyException(language: language, word: row.text(2), beside: row.text(3), dangers: dangers(row.text(4))),
            caseID: row.id(5), message: row.text(6), learnedBy: row.text(7), learnedAt: row.at(8),
            removed: row.optionalAt(10).map { (by: row.text(9), at: $0) })
    }

    private static func dangers(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    /// In the transaction of the false alarm that teaches them. An exception that was taken back is in force again.
    static func learn(
        _ exceptions: [SafetyException], from found: ModerationCase, log number: Int, by author: Author, at now: Instant,
        newID: @Sendable () -> ID, on connection: Connection
    ) throws {
        for exception in exceptions {
            try connection.run(
                """
                INSERT INTO safety_exception (id, trip_id, language, word, beside, dangers, case_id, log_number, learned_by, learned_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (trip_id, language, word, beside, dangers) DO UPDATE SET case_id = excluded.case_id,
                    log_number = excluded.log_number, learned_by = excluded.learned_by, learned_at = excluded.learned_at, removed_by = '',
                    removed_at = NULL
                WHERE safety_exception.removed_at IS NOT NULL
                """,
                [
                    .id(newID()), .id(found.tripID), .text(exception.language.rawValue), .text(exception.word), .text(exception.beside),
                    .text(exception.dangers.joined(separator: "\n")), .id(found.id), Value(number), .text(author.name), .at(now),
                ])
        }
    }

    /// With the false alarm that taught it.
    static func unlearn(log number: Int, by author: Author, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "UPDATE safety_exception SET removed_by = ?, removed_at = ? WHERE log_number = ? AND removed_at IS NULL",
            [.text(author.name), .at(now), Value(number)])
    }

    /// - Throws: conflict when it is so already.
    package func setException(_ id: ID, isRemoved: Bool, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let text = try connection.one(
                "SELECT language, word, beside, dangers FROM safety_exception WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]
            ) { row in
                SafetyLanguage(rawValue: row.text(0)).map {
                    SafetyException(language: $0, word: row.text(1), beside: row.text(2), dangers: RuleStore.dangers(row.text(3))).text
                }
            }
            guard let text = text ?? nil else { throw Refusal.notFound }
            let count = try connection.run(
                """
                UPDATE safety_exception SET removed_by = ?, removed_at = ?
                WHERE id = ? AND removed_at \(isRemoved ? "IS NULL" : "IS NOT NULL")
                """,
                [.text(isRemoved ? author.name : ""), isRemoved ? .at(now) : .null, .id(id)])
            guard count == 1 else { throw Refusal.conflict(isRemoved ? "This is already undone." : "This already counts.") }
            try AuditStore.append(
                isRemoved ? "exception taken back" : "exception put back", subject: .init(id: id, name: text), trip: trip, by: author,
                at: now, on: connection)
        }
    }
}
