import Domain
import Logging
import Store

/// At seven, by the clock of the trip, tells the hosts who want it what the day brings: what *Today* counts.
package struct MorningJob: Sendable {
    private static let tick = Duration.seconds(20)
    /// A server that was down at seven still says so before noon.
    private static let hours = 7 * 3600..<12 * 3600
    private let store: MorningStore
    private let events: EventStore
    private let roster: RosterService
    private let trips: @Sendable (ID) throws -> Trip?
    private let system: SystemInputs

    init(
        store: MorningStore, events: EventStore, roster: RosterService, trips: @escaping @Sendable (ID) throws -> Trip?,
        system: SystemInputs
    ) {
        (self.store, self.events, self.roster, self.trips, self.system) = (store, events, roster, trips, system)
    }

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: MorningJob.tick)
            do { try await JobRounds.round(runDue) } catch is CancellationError { return } catch {
                logger.failed("no morning summaries", error)
            }
        }
    }

    package func runDue() async throws {
        let now = system.now()
        try await eachDespiteFailures(of: store.due(MorningJob.hours, at: now)) { round in
            guard let trip = try trips(round.trip) else { return }
            let end = round.zone.instant(day: Day(number: round.day.number + 1), secondsOfDay: 0)
            try await store.tell(
                round, title: Texts.said("Today on \(trip.fields.name)"), text: try text(trip, round), until: end, at: now)
        }
    }

    private func text(_ trip: Trip, _ round: MorningStore.Round) throws -> String {
        let calls = try store.openCalls(trip: trip.id)
        let open = calls == 0 ? Texts.said("No open call for help.") : Texts.said("\(counted(calls, "open call", "open calls")) for help.")
        return ([open] + (try programme(trip, round)) + (try needs(trip))).joined(separator: "\n")
    }

    private func programme(_ trip: Trip, _ round: MorningStore.Round) throws -> [String] {
        let today = try events.list(trip: trip.id, member: nil).filter { summary in
            summary.event.state == .published && round.zone.local(summary.event.fields.startsAt).day == round.day
        }
        let lines = today.sorted { $0.event.fields.startsAt < $1.event.fields.startsAt }.map { summary in
            let fields = summary.event.fields
            let going = Texts.said("\(summary.counts.going) going, \(summary.counts.pending) not answered")
            return "\(round.zone.local(fields.startsAt).clock) \(fields.title) (\(going))"
        }
        return lines.isEmpty ? [Texts.said("No events today.")] : lines
    }

    private func needs(_ trip: Trip) throws -> [String] {
        let rows = try roster.rows(trip: trip.id)
        let needs: [(RosterNeed, String, String)] = [
            (.arrival, "person has not arrived", "people have not arrived"),
            (.reach, "person cannot be reached, not even by phone", "people cannot be reached, not even by phone"),
        ]
        return needs.compactMap { need, one, many in
            let count = rows.count(where: need.holds)
            return count == 0 ? nil : counted(count, one, many) + "."
        }
    }
}
