import Foundation

/// By what a node sees that somebody else wrote, and does not take its own writes for theirs. Each node has a row of its own, which each of
/// its commits takes along: so nobody waits for another, and who sees the row sees all that was committed with it. The row has the
/// transaction's number. Under SERIALIZABLE the statement reads nothing that a conflict could come of.
struct PostgresNews {
    /// The migration that makes the table as it is.
    static let since = 60
    /// How many transactions later the row of a node that is gone, or rests, is of no use to anybody.
    private static let kept = 10_000
    /// How the statement below begins, which waits for the commit: it needs no answer of its own.
    static let beginning = "INSERT INTO node_write"
    let node = UUID().uuidString

    /// Belongs into every transaction, as its last statement: `latest` is by what a commit is found again (`PostgresMark`).
    /// - Parameter isNews: whether others have to see it: then `number` is another one, too.
    func telling(isNews: Bool) -> String {
        let this = "pg_current_xact_id()::TEXT::BIGINT"
        return """
            \(PostgresNews.beginning) (node, number, latest) VALUES ('\(node)', \(isNews ? this : "0"), \(this))
            ON CONFLICT (node) DO UPDATE SET \(isNews ? "number = excluded.number, " : "")latest = excluded.latest
            """
    }

    /// Differs once another node has written. Who writes with tools of PostgreSQL tells nobody: by them it differs when they come, are at
    /// work or go, and so may differ without need.
    func version(_ connection: Connection) throws -> Int64 {
        try connection.one(
            """
            SELECT hashtextextended(concat_ws(' ',
                (SELECT string_agg(node || number, ' ' ORDER BY node) FROM node_write WHERE node <> ?),
                (SELECT sessions FROM pg_stat_database WHERE datname = current_database()),
                (SELECT string_agg(pid || ' ' || coalesce(state_change::TEXT, ''), ' ' ORDER BY pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND backend_type = 'client backend'
                    AND coalesce(application_name, '') NOT IN (current_setting('application_name'), ?))), 0)
            """, [.text(node), .text(PostgresBell.name)]
        ) { $0.integer(0) } ?? 0
    }

    /// Once in the life of a process.
    static func forget(_ connection: Connection) throws {
        let newest = "pg_current_xact_id()::TEXT::BIGINT"
        try connection.run("DELETE FROM node_write WHERE greatest(number, latest) NOT BETWEEN \(newest) - \(kept) AND \(newest)")
    }
}
