import Database
import Domain

/// Rules of a trip's chat, and the lists of phrases that they look for.
package struct RuleStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package func rules(trip: ID) throws -> [ChatRule] {
        try database.read { connection in
            try connection.all(
                """
                SELECT r.id, r.kind, r.list_id, coalesce(l.name, ''), coalesce(l.phrases, ''), r.effect, r.sentence, r.is_on,
                r.exempts_staff,
                    r.languages
                FROM chat_rule r LEFT JOIN phrase_list l ON l.id = r.list_id AND (l.trip_id = r.trip_id OR l.is_shared = 1)
                WHERE r.trip_id = ? ORDER BY r.kind, l.name, r.id
                """, [.id(trip)]
            ) { row in
                ChatRule(
                    id: row.id(0), kind: RuleKind(rawValue: row.text(1)) ?? .words, listID: row.optionalID(2), listName: row.text(3),
                    phrases: ChatRules.phrases(row.text(4)), effect: .init(rawValue: row.text(5)) ?? .note, sentence: row.text(6),
                    isOn: row.boolean(7), exemptsStaff: row.boolean(8), languages: SafetyLanguage.set(row.text(9)))
            }
        }
    }

    package func set(_ rule: ChatRule, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                """
                INSERT INTO chat_rule (id, trip_id, kind, list_id, effect, sentence, is_on, exempts_staff, languages, changed_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET effect = excluded.effect, sentence = excluded.sentence, is_on = excluded.is_on,
                    exempts_staff = excluded.exempts_staff, languages = excluded.languages,
                    list_id = excluded.list_id, changed_at = excluded.changed_at
                WHERE chat_rule.trip_id = excluded.trip_id
                """,
                [
                    .id(rule.id), .id(trip), .text(rule.kind.rawValue), .id(rule.listID), .text(rule.effect.rawValue), .text(rule.sentence),
                    Value(rule.isOn), Value(rule.exemptsStaff), .text(SafetyLanguage.text(rule.languages)), .at(now),
                ])
            try AuditStore.append(
                "chat rule set", subject: .init(id: rule.id, name: rule.label), trip: trip,
                changes: [AuditChange(field: "rule", from: "", to: (rule.isOn ? "on, " : "off, ") + rule.effect.rawValue)], by: author,
                at: now, on: connection)
        }
    }

    package func lists(trip: ID) throws -> [PhraseList] {
        try database.read {
            try $0.all(
                "SELECT id, name, phrases, is_shared, trip_id = ? FROM phrase_list WHERE trip_id = ? OR is_shared = 1 ORDER BY name, id",
                [.id(trip), .id(trip)]
            ) { PhraseList(id: $0.id(0), name: $0.text(1), phrases: $0.text(2), isShared: $0.boolean(3), isOwn: $0.boolean(4)) }
        }
    }

    package func setList(
        _ id: ID, name: String, phrases: String, isShared: Bool, trip: ID, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            try connection.run(
                """
                INSERT INTO phrase_list (id, trip_id, name, phrases, is_shared, changed_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET name = excluded.name, phrases = excluded.phrases, is_shared = excluded.is_shared,
                    changed_at = excluded.changed_at WHERE phrase_list.trip_id = excluded.trip_id
                """, [.id(id), .id(trip), .text(name), .text(phrases), Value(isShared), .at(now)])
            try AuditStore.append(
                "phrase list saved", subject: .init(id: id, name: name), trip: trip, by: author, at: now, on: connection)
        }
    }

    /// Texts that were sent since an instant: what a rule would have found.
    package func recentTexts(trip: ID, since: Instant, limit: Int) throws -> [(text: String, isStaff: Bool)] {
        try database.read {
            try $0.all(
                """
                SELECT m.text, a.role <> 'traveller' FROM conversation c JOIN message m ON m.conversation_id = c.id
                JOIN member a ON a.id = m.member_id WHERE c.trip_id = ? AND c.kind <> 'direct' AND m.sent_at >= ? LIMIT ?
                """, [.id(trip), .at(since), Value(limit)]
            ) { ($0.text(0), $0.boolean(1)) }
        }
    }
}
