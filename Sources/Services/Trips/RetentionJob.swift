import Domain
import Live
import Logging
import Store

/// Deletes positions and chat when a trip's keeping time is over, accounts that were never let into one and sessions that ran out,
/// and reports itself.
package struct RetentionJob: Sendable {
    /// When it was first seen that the clock is far from the last run.
    private static let jump = "history clock"
    private let trips: TripStore
    private let fixes: FixStore
    private let messages: MessageStore
    private let columns: OwnColumnStore
    private let reviews: PlaceReviewStore
    private let announcements: AnnouncementStore
    private let nudges: NudgeStore
    private let signUps: SignUpService
    private let sessions: SessionStore
    private let passing: PassingState
    private let hub: Hub
    private let system: SystemInputs

    init(
        trips: TripStore, fixes: FixStore, messages: MessageStore, columns: OwnColumnStore, reviews: PlaceReviewStore,
        announcements: AnnouncementStore, nudges: NudgeStore, signUps: SignUpService, sessions: SessionStore, passing: PassingState,
        hub: Hub, system: SystemInputs
    ) {
        (self.sessions, self.passing) = (sessions, passing)
        self.signUps = signUps
        self.trips = trips
        self.fixes = fixes
        self.messages = messages
        self.columns = columns
        self.reviews = reviews
        self.announcements = announcements
        self.nudges = nudges
        self.hub = hub
        self.system = system
    }

    /// One pass over every trip. Returns how many positions went; nil where it waits to see whether the clock is right.
    @discardableResult
    package func runOnce() async throws -> Int? {
        let now = system.now()
        guard try await isPlausible(now) else { return nil }
        var deleted = 0
        for trip in try trips.all() where trip.endsAt + .days(trip.fields.historyDays) < now {
            while case let count = try await fixes.deleteHistory(trip: trip.id, before: now), count > 0 { deleted += count }
            try await announcements.forgetAreas(trip: trip.id)
            clearBoard(trip.id)
        }
        for trip in try trips.all() where trip.endsAt + .days(trip.fields.chatDays) < now {
            while try await messages.deleteHistory(trip: trip.id, limit: 500) == 500 {}
            try await announcements.deletePhotos(trip: trip.id)
        }
        try await announcements.forgetPhotos(chosenBefore: now - .days(AnnouncementService.chosenDays))
        try await nudges.forget(before: now - Nudge.kept)
        try await columns.forget(deletedBefore: now - .days(OwnColumn.keptDays))
        try await reviews.forgetPhotos(replacedBefore: now - .days(PlaceReview.replacedPhotoDays))
        try await fixes.forgetRequests(before: now - TrackerService.doctorTime)
        while try await signUps.deleteSilent() > 0 {}
        try await sessions.forget(ranOutBefore: now - RetentionClock.longestPause)
        try await passing.forget(at: now)
        try await fixes.report(job: RetentionClock.job, summary: counted(deleted, "position") + " deleted", at: now)
        return deleted
    }

    private func clearBoard(_ trip: ID) {
        let tripChannel = hub.tripChannel(trip)
        for member in tripChannel.board.entries().keys { tripChannel.forget(member) }
    }

    /// On each node, every minute: what one of them deleted goes from this one's memory as well. Until the task is cancelled.
    package func clearBoards(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: .seconds(60))
            do {
                guard let last = try lastReport()?.at else { continue }
                for trip in try trips.all() where trip.endsAt + .days(trip.fields.historyDays) < last { clearBoard(trip.id) }
            } catch {
                logger.failed("positions that were deleted stay in memory", error)
            }
        }
    }

    /// Nobody can restore what a start with a clock months ahead deletes. After a jump of the clock, or a long rest of the server, nothing
    /// is deleted until the new time has lasted for two days.
    private func isPlausible(_ now: Instant) async throws -> Bool {
        let (last, jump) = (try lastReport()?.at, try fixes.report(job: RetentionJob.jump)?.at)
        guard let last, RetentionClock.isFar(now, from: last) else {
            if jump != nil { try await fixes.forgetReport(job: RetentionJob.jump) }
            return true
        }
        if let jump, jump > last, jump <= now { return now - jump >= RetentionClock.longestPause }
        try await fixes.report(job: RetentionJob.jump, summary: "nothing deleted", at: now)
        return false
    }

    /// Hourly, until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            do {
                if let deleted = try await JobRounds.round({ try await runOnce() }) {
                    if deleted > 0 { logger.info("history deleted", metadata: ["positions": "\(deleted)"]) }
                } else {
                    logger.error("nothing deleted: the clock is far from the last run; if it is right, deleting goes on in two days")
                }
            } catch is CancellationError {
                return
            } catch {
                logger.failed("history job failed", error)
            }
            try await Task.sleep(for: .hours(1))
        }
    }

    package func lastReport() throws -> (at: Instant, summary: String)? { try fixes.report(job: RetentionClock.job) }
}
