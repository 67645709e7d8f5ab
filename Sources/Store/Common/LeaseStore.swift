import Database

/// Which node does what is done once for all nodes. On SQLite, whose file one process has, that is always this one, and nothing is written.
package struct LeaseStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Whether there may be other nodes.
    package var isShared: Bool { database.hasNodes }

    /// Takes the lease on a job for a node where it is free, or renews it, by the clock of the database's server. Blocks its thread.
    /// - Returns: false while another node has it.
    package func hold(_ job: String, node: String, for duration: Duration) throws -> Bool {
        try database.holdLease(job, node: node, for: duration)
    }

    /// Ends it, if the node has it. Blocks its thread.
    package func giveBack(_ job: String, node: String) throws { try database.giveBackLease(job, node: node) }

    /// How many nodes have the database open, with this one. Blocks its thread.
    package func nodeCount() throws -> Int { try database.nodeCount() }
}
