/// Which lock of the whole database a session has, from when it is opened until it ends, however it ends. All nodes together share one, and
/// a backup is put back only where nobody else has any.
enum PostgresLock {
    case none, shared, alone

    /// Any number that nothing else locks in this database.
    private static let number = 7_261_930_115

    /// Asks for it without waiting; nil where there is nothing to ask for.
    var statement: String? {
        switch self {
        case .none: nil
        case .shared: "SELECT pg_try_advisory_lock_shared(\(PostgresLock.number))"
        case .alone: "SELECT pg_try_advisory_lock(\(PostgresLock.number))"
        }
    }

    /// How many nodes have the database open: who has the lock that they share.
    static let counting = """
        SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted AND objsubid = 1
            AND (classid::BIGINT << 32 | objid::BIGINT) = \(number)
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """

    var refusal: DatabaseFailure {
        let message = self == .alone ? "another Sotravel is using it, stop it first" : "a backup is being put back into it"
        return DatabaseFailure(kind: .busy, code: "PostgreSQL", message: message, sql: "")
    }
}
