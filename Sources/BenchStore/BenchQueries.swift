import Database
import Domain

/// The SQL of the benchmarks: many rows at once, and the least that SQLite can do for what the stores do. It is in no program that
/// people run.
package struct BenchQueries: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// A visible message of one member, with an id of its own.
    package struct Message: Sendable {
        let id: ID
        let member: ID
        let text: String
        let sentAt: Instant
        package init(id: ID, member: ID, text: String, sentAt: Instant) {
            self.id = id
            self.member = member
            self.text = text
            self.sentAt = sentAt
        }
    }

    /// Stores all in one transaction, past every rule and every limit.
    package func add(_ messages: [Message], to conversation: ID) async throws {
        try await database.write { connection in
            for message in messages {
                try connection.run(
                    """
                    INSERT INTO message (conversation_id, member_id, client_id, text, state, sent_at)
                    VALUES (?, ?, ?, ?, 'visible', ?)
                    """,
                    [
                        .blob(conversation.bytes), .blob(message.member.bytes), .blob(message.id.bytes), .text(message.text),
                        .integer(message.sentAt.microseconds),
                    ])
            }
        }
    }

    /// The numbers of a conversation's messages, oldest first.
    package func messageNumbers(of conversation: ID) throws -> [Int] {
        try database.read { connection in
            try connection.all("SELECT number FROM message WHERE conversation_id = ? ORDER BY number", [.blob(conversation.bytes)]) {
                $0.int(0)
            }
        }
    }

    /// The newest 50 messages that an FTS5 query finds, read straight from the index. Returns how many there are.
    package func countFound(by query: String) throws -> Int {
        try database.read { connection in
            try connection.all(
                "SELECT rowid, text FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT 50", [.text(query)]
            ) { ($0.int(0), $0.text(1)) }.count
        }
    }

    // MARK: bare rows

    /// Makes the table of `insertRow`, which no migration knows, and returns whose rows go into it: every member of the folder.
    package func prepareRows() async throws -> [[UInt8]] {
        _ = try await database.write { connection in
            try connection.run("CREATE TABLE IF NOT EXISTS bench_row (id INTEGER PRIMARY KEY, member_id BLOB NOT NULL, text TEXT NOT NULL)")
        }
        return try database.read { try $0.all("SELECT id FROM member") { $0.blob(0) } }
    }

    /// One look-up by key and one durable row, which shares its commit with others. Returns the row's number.
    package func insertRow(of member: [UInt8], text: String) async throws -> Int {
        _ = try database.read { try $0.one("SELECT first_name FROM member WHERE id = ?", [.blob(member)]) { $0.text(0) } }
        return try await database.append { connection in
            try connection.insert("INSERT INTO bench_row (member_id, text) VALUES (?, ?)", [.blob(member), .text(text)]) ?? 0
        }
    }
}
