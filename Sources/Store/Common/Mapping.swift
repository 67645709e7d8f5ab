import Database
import Domain

extension Value {
    static func id(_ id: ID) -> Value { .blob(id.bytes) }
    static func id(_ id: ID?) -> Value { id.map { .blob($0.bytes) } ?? .null }
    static func at(_ instant: Instant) -> Value { .integer(instant.microseconds) }
    static func at(_ instant: Instant?) -> Value { instant.map { .integer($0.microseconds) } ?? .null }
}

extension Row {
    func id(_ column: Int32) -> ID {
        withBlob(column) { bytes in
            guard bytes.count == 16 else { return ID(high: 0, low: 0) }
            return ID(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
    func optionalID(_ column: Int32) -> ID? { isNull(column) ? nil : id(column) }
    func at(_ column: Int32) -> Instant { Instant(microseconds: integer(column)) }
    func optionalAt(_ column: Int32) -> Instant? { optionalInteger(column).map(Instant.init(microseconds:)) }
}

extension AppDatabase {
    /// `write`, with the failures that a person can act on turned into refusals.
    /// - Parameters:
    ///   - isUrgent: a full disk must not refuse it.
    ///   - maxDelay: how long it may wait for others to share the commit.
    func change<T: Sendable>(
        isUrgent: Bool = false, maxDelay: Duration = .zero, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await change(isUrgent: isUrgent, maxDelay: maxDelay, changesMore: { _ in true }, body)
    }

    /// Like `change`, but invalidates read caches only if the result says so.
    func change<T: Sendable>(
        isUrgent: Bool = false, maxDelay: Duration = .zero, changesMore: @escaping @Sendable (T) -> Bool,
        _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        do {
            return try await write(isUrgent: isUrgent, maxDelay: maxDelay, changesMore: changesMore, body)
        } catch let failure as DatabaseFailure {
            throw failure.refusal ?? failure
        } catch is CancellationError {
            throw Refusal.unavailable("Sotravel is stopping. Try again in a moment.", retryAfter: 5)
        }
    }
}

extension DatabaseFailure {
    package var refusal: Refusal? {
        if isDiskFull {
            return .unavailable(
                "The disk is full, so nothing can be saved until there is room again. What you typed is still here.",
                retryAfter: 30)
        }
        if isUnreachable { return .noDatabase }
        return isBusy || isConflict ? .unavailable("The server is busy. Try again in a moment.", retryAfter: 2) : nil
    }
}

/// Who changes something, for the audit trail.
package struct Author: Sendable {
    package let id: ID?
    package let name: String
    package init(id: ID?, name: String) {
        self.id = id
        self.name = name
    }
    package init(_ actor: Actor) { self.init(id: actor.account.id, name: actor.account.name) }
    /// The program itself and its command line.
    package static let commandLine = Author(id: nil, name: "command line")
}

/// The refusal that a person can be told after a failed write; nil if only the log should know.
package func storeRefusal(_ error: any Error) -> Refusal? { (error as? DatabaseFailure)?.refusal ?? (error as? Refusal) }

extension Refusal {
    fileprivate static let noDatabase = Refusal.unavailable("The database does not answer. Try again in a moment.", retryAfter: 2)
}

/// Whether it went wrong because the server of the database is away: nobody has to hear more of it.
package func isDatabaseAway(_ error: any Error) -> Bool {
    (error as? DatabaseFailure)?.isUnreachable == true || (error as? Refusal) == .noDatabase
}
