/// The stores' SQL as PostgreSQL takes it. docs/architecture.md names what differs.
enum PostgresSQL {
    /// Numbers the values, "?" and "?2" alike, and asks the full-text table in its own way.
    static func translated(_ sql: String) -> String {
        var (result, bare, isQuoted) = ("", 0, false)
        var rest = Substring(sql.replacing("s.message_search MATCH ?", with: "s.words @@ search_query(?)"))
        while let character = rest.popFirst() {
            if character == "'" { isQuoted.toggle() }
            guard character == "?", !isQuoted else {
                result.append(character)
                continue
            }
            let number = rest.prefix { $0.isASCII && $0.isNumber }
            rest.removeFirst(number.count)
            let position = Int(number) ?? bare + 1
            bare = max(bare, position)
            result += "$\(position)"
        }
        return result
    }

    /// What is sent as it is: it has no values, and is said once or begins and ends transactions.
    static func isCommand(_ sql: String) -> Bool { starts(sql, ["COMMIT", "CREATE", "ALTER", "DROP", "SET", "LOCK"]) }

    /// A lock of a table that nobody writes: unlike a lock of one's own choice, it can be had before a transaction reads.
    static let takingTurns = "LOCK TABLE change_epoch IN EXCLUSIVE MODE"

    /// What has no answer of its own and goes along with the next statement.
    static func canWait(_ sql: String) -> Bool { starts(sql, waiting) }
    private static let waiting =
        ["BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK TO", PostgresNews.beginning] + PostgresChanges.beginnings

    private static func starts(_ sql: String, _ words: [String]) -> Bool { words.contains { sql.utf8.starts(with: $0.utf8) } }

    /// The table of an INSERT.
    static func insertedTable(_ sql: String) -> String {
        sql.firstMatch(of: /INSERT\s+INTO\s+(\w+)/).map { String($0.1) } ?? ""
    }
}
