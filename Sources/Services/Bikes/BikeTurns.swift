import Domain

/// One at a time for each feed, in the order in which they came: whoever reads what is known, and then writes what changed, would undo what
/// another one did in between.
package actor BikeTurns {
    /// Those who wait; a feed without an entry is free.
    private var waiting: [ID: [CheckedContinuation<Void, Never>]] = [:]

    package init() {}

    /// Runs the body when it is its turn.
    package nonisolated func run<Result: Sendable>(_ feed: ID, _ body: () async throws -> Result) async throws -> Result {
        await begin(feed)
        do {
            let result = try await body()
            await end(feed)
            return result
        } catch {
            await end(feed)
            throw error
        }
    }

    private func begin(_ feed: ID) async {
        guard waiting[feed] != nil else { return waiting[feed] = [] }
        await withCheckedContinuation { waiting[feed, default: []].append($0) }
    }

    private func end(_ feed: ID) {
        guard var others = waiting[feed], !others.isEmpty else { return waiting[feed] = nil }
        let next = others.removeFirst()
        waiting[feed] = others
        next.resume()
    }
}
