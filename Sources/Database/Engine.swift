/// What the one door to SQL asks of an engine.
protocol Engine: Sendable {
    /// A read transaction on a snapshot. Blocks its thread.
    func read<T>(_ body: (Connection) throws -> T) throws -> T
    /// On the writer's own connection, for the one thread that writes: `body` begins and ends its transactions itself.
    func onWriter<T>(_ body: (Connection) throws -> T) throws -> T

    /// The statement that begins a write transaction.
    var beginning: String { get }
    /// Whether a statement that failed leaves a transaction that can go on. If not, every write needs a savepoint.
    var survivesFailures: Bool { get }
    /// How many writes with savepoints go into one transaction.
    var savepointLimit: Int { get }
    /// Called in a transaction that is about to be committed, if another process has to notice it by `version`.
    func tellOthers(_ connection: Connection) throws
    /// Called on the writer's thread after each commit.
    func hasCommitted()
    /// Refills the room that is kept for urgent writes. Returns whether writes that can wait are allowed.
    func refillReserve() -> Bool
    /// Frees that room. False where there was none.
    func releaseReserve() -> Bool

    /// A number that differs once another process has written, and not by what this one writes.
    func version() throws -> Int64
    /// A consistent copy while others write.
    func backup(to path: String) throws
    func close() throws
}
