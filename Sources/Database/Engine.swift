/// What the one door to SQL asks of an engine.
protocol Engine: Sendable {
    /// A read transaction on a snapshot. Blocks its thread.
    func read<T>(_ body: (Connection) throws -> T) throws -> T
    /// On the writer's own connection, for the one thread that writes: `body` begins and ends its transactions itself.
    func onWriter<T>(_ body: (Connection) throws -> T) throws -> T

    /// The statement that begins a write transaction.
    var beginning: String { get }
    /// The statement that makes a transaction wait until no other that has said it is under way; nil where there is one writer. It comes
    /// before the transaction reads: what it sees then is what the others have left.
    var takingTurns: String? { get }
    /// Whether a statement that failed leaves a transaction that can go on. If not, every write needs a savepoint.
    var survivesFailures: Bool { get }
    /// How many writes with savepoints go into one transaction.
    var savepointLimit: Int { get }
    /// Nil where no other process serves the same data.
    var node: String? { get }
    /// What the transaction under way has noted.
    var notes: ChangeNotes { get }
    /// Called in a transaction that is about to be committed.
    /// - Parameter isNews: another process has to notice it by `version`.
    func tellOthers(_ connection: Connection, isNews: Bool) throws
    /// Called right after that commit.
    func handOnNotes()
    /// Waits, but not long, until those who follow have heard what this node has stored so far.
    /// - Parameter others: also what other nodes have.
    func settle(others: Bool)
    /// What was stored from now on, by whomever.
    func follow(begin: @escaping @Sendable (ChangeStart) -> Void, _ hear: @escaping HearNews) throws
    /// Called on the writer's thread after each commit.
    func hasCommitted()
    /// Refills the room that is kept for urgent writes. Returns whether writes that can wait are allowed.
    func refillReserve() -> Bool
    /// Frees that room. False where there was none.
    func releaseReserve() -> Bool

    /// A number that differs once another process has written, and not by what this one writes.
    func version() throws -> Int64
    /// The server's time, in microseconds since 1970; nil where the database has the clock of this machine.
    func time() throws -> Int64?
    /// Takes or renews the lease on a job. False while another node has it.
    func holdLease(_ job: String, node: String, for duration: Duration) throws -> Bool
    func giveBackLease(_ job: String, node: String) throws
    /// How many nodes have the database open.
    func nodeCount() throws -> Int

    /// Bytes of the database on its disk.
    func size() throws -> Int64?

    /// A consistent copy while others write.
    func backup(to path: String) throws
    func close() throws
}
