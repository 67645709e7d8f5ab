import Domain
import Live
import Logging
import Store

/// Deletes positions and chat when a trip's keeping time is over, and accounts that were never let into one, and reports itself.
package struct HistoryJob: Sendable {
    package static let name = "history"
    private let trips: TripStore
    private let fixes: FixStore
    private let messages: MessageStore
    private let signUps: SignUpService
    private let hub: Hub
    private let surroundings: Surroundings

    init(trips: TripStore, fixes: FixStore, messages: MessageStore, signUps: SignUpService, hub: Hub, surroundings: Surroundings) {
        self.signUps = signUps
        self.trips = trips
        self.fixes = fixes
        self.messages = messages
        self.hub = hub
        self.surroundings = surroundings
    }

    /// One pass over every trip. Returns how many positions went.
    @discardableResult
    package func runOnce() async throws -> Int {
        let now = surroundings.now()
        var deleted = 0
        for trip in try trips.all() where trip.endsAt + .days(trip.fields.historyDays) < now {
            while case let count = try await fixes.deleteHistory(trip: trip.id, before: now), count > 0 { deleted += count }
            let room = hub.room(trip.id)
            for member in room.board.entries().keys { room.forget(member) }
        }
        for trip in try trips.all() where trip.endsAt + .days(trip.fields.chatDays) < now {
            while try await messages.deleteHistory(trip: trip.id, limit: 500) == 500 {}
        }
        try await fixes.forgetRequests(before: now - TrackerService.doctorTime)
        while try await signUps.deleteSilent() > 0 {}
        try await fixes.report(job: HistoryJob.name, summary: counted(deleted, "position") + " deleted", at: now)
        return deleted
    }

    /// Hourly, until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            do {
                let deleted = try await runOnce()
                if deleted > 0 { logger.info("history deleted", metadata: ["positions": "\(deleted)"]) }
            } catch is CancellationError {
                return
            } catch {
                logger.error("history job failed", metadata: ["error": "\(error)"])
            }
            try await Task.sleep(for: .hours(1))
        }
    }

    package func lastReport() throws -> (at: Instant, summary: String)? { try fixes.report(job: HistoryJob.name) }
}
