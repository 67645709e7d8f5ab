/// A lease on a job: until its end one node has it, and no other. The time is the server's, as clocks of nodes differ by minutes. Each
/// statement is a transaction of its own, sent whole: a node that is stopped in the middle leaves no lock behind.
struct PostgresLease {
    /// The migration that makes the table.
    static let since = 56
    private let session: PostgresSession

    /// A connection of its own: a writer that waits for others' locks must not cost the lease.
    init(address: String, reach: PostgresReach) { session = PostgresSession(address: address, reach: reach) }

    /// An end that lies further ahead than any lease was given by a server with another clock, which is gone.
    private static let taking = """
        WITH clock AS MATERIALIZED (SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) AS now)
        INSERT INTO job_lease (job, node, until) SELECT ?1::TEXT, ?2::TEXT, now + ?3::BIGINT FROM clock
        WHERE NOT EXISTS (SELECT 1 FROM job_lease l, clock
            WHERE l.job = ?1 AND l.node <> ?2 AND l.until BETWEEN now + 1 AND now + 2 * ?3)
        ON CONFLICT (job) DO UPDATE SET node = excluded.node, until = excluded.until
        WHERE job_lease.node = excluded.node OR job_lease.until NOT BETWEEN excluded.until - ?3 + 1 AND excluded.until + ?3
        """

    /// Takes it where it is free, or renews it.
    /// - Returns: false while another node has it.
    func hold(_ job: String, node: String, for duration: Duration) throws -> Bool {
        try session.alone(PostgresLease.taking, [.text(job), .text(node), .integer(duration.inMicroseconds)]) > 0
    }

    func giveBack(_ job: String, node: String) throws {
        _ = try session.alone("DELETE FROM job_lease WHERE job = ? AND node = ?", [.text(job), .text(node)])
    }

    func nodeCount() throws -> Int {
        var count = 0
        try session.stepAlone(PostgresLock.counting) { count = $0.int(0) }
        return count
    }

    func close() { session.close() }
}
