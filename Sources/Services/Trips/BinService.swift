import Domain
import Logging
import Store

/// Erases events, groups and trips for good: when their thirty days in the bin are over, or at once where a host does not want to wait.
package struct BinService: Sendable {
    /// Messages that are erased in one transaction.
    private static let batch = 500
    let events: EventStore
    let groups: GroupStore
    let trips: TripStore
    let messages: MessageStore
    let fixes: FixStore
    let bikes: BikeStore
    let system: SystemInputs

    package func erase(event: ID, _ access: some HostProof) async throws {
        try await erase(event: event, trip: access.trip.id, by: access.author)
    }

    package func erase(group: ID, _ access: some HostProof) async throws {
        try await erase(group: group, trip: access.trip.id, by: access.author)
    }

    package func erase(trip: ID, _ access: AdminAccess) async throws { try await erase(trip: trip, by: access.author) }

    private func erase(event: ID, trip: ID, by author: Author) async throws {
        try events.requireErasable(event, trip: trip)
        try await eraseChat(event)
        try await events.erase(event, trip: trip, by: author, at: system.now())
    }

    private func erase(group: ID, trip: ID, by author: Author) async throws {
        try groups.requireErasable(group, trip: trip)
        try await eraseChat(group)
        try await groups.erase(group, trip: trip, by: author, at: system.now())
    }

    private func erase(trip: ID, by author: Author) async throws {
        try trips.requireErasable(trip)
        // What is much goes some at a time, so that the writer stays free for phones.
        while try await fixes.deleteHistory(trip: trip, before: Instant.plausible.upperBound) > 0 {}
        while try await messages.deleteHistory(trip: trip, limit: BinService.batch) == BinService.batch {}
        while try await bikes.deleteHistory(trip: trip, limit: BikeStore.portion) > 0 {}
        try await trips.erase(trip, by: author, at: system.now())
    }

    private func eraseChat(_ conversation: ID) async throws {
        while try await messages.erase(in: conversation, limit: BinService.batch) == BinService.batch {}
    }

    // MARK: the clock

    /// While the clock cannot be trusted, nobody's thirty days end.
    package func eraseOverdue() async throws {
        let now = system.now()
        guard try RetentionClock.isNear(now, fixes) else { return }
        let (end, clock) = (now - .days(Bin.days), Author(id: nil, name: "Sotravel"))
        for (event, trip) in try events.overdueInBin(before: end) { try await erase(event: event, trip: trip, by: clock) }
        for (group, trip) in try groups.overdueInBin(before: end) { try await erase(group: group, trip: trip, by: clock) }
        try await eraseOverdueTrips(before: end, by: clock)
    }

    private func eraseOverdueTrips(before end: Instant, by author: Author) async throws {
        for trip in try trips.overdueInBin(before: end) { try await erase(trip: trip, by: author) }
    }

    /// Every minute, until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            do { try await JobRounds.round(eraseOverdue) } catch is CancellationError { return } catch {
                logger.failed("emptying the bin failed", error)
            }
            try await Task.sleep(for: .seconds(60))
        }
    }
}
