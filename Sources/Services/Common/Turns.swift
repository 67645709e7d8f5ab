import Synchronization

/// Work of one key in its order, one after another; that of others at the same time.
final class Turns<Key: Hashable & Sendable>: Sendable {
    /// Who waits for a turn of the same key; no entry where none is under way.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs `work` when all that came before it is done.
    func inTurn<Result>(of key: Key, _ work: () async throws -> Result) async throws -> Result {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                guard waiting[key] != nil else {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFirst { continuation.resume() }
        }
        defer { endTurn(of: key) }
        return try await work()
    }

    private func endTurn(of key: Key) {
        let next = waiting.withLock { waiting in
            guard let first = waiting[key]?.first else {
                waiting[key] = nil
                return nil as CheckedContinuation<Void, Never>?
            }
            waiting[key]?.removeFirst()
            return first
        }
        next?.resume()
    }
}
