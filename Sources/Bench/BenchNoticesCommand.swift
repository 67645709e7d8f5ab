import ArgumentParser
import BenchStore
import Domain
import Foundation
import Runtime
import Store

/// What a notice costs the transaction that it is written in: reminders to somebody with an inbox, against the same to somebody without.
struct BenchNoticesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "notices", abstract: "A transaction with a notice, and without.")
    @OptionGroup var data: DataOption
    @Option(help: "Reminders of each sort.") var count = 1000

    func run() async throws {
        let program = try Program(data.place)
        let store = BenchQueries(program.database)
        guard let guests = try await store.prepareGuests(), let event = try program.store.events.find(guests.event, trip: guests.trip)
        else { throw ValidationError("No event has two guests.") }
        let (clock, before) = (ContinuousClock(), try store.noticeCount())
        var times: [ID: [Double]] = [:]
        // In turn, so that whatever else the machine does meets both.
        for _ in 0..<count {
            for member in [guests.joined, guests.linked] {
                let begin = clock.now
                let now = program.system.now()
                let done = try await program.store.reminders.remind(
                    [member], of: event, .start, since: now, by: .commandLine, at: now)
                guard done.told == [member] else { throw ValidationError("Nobody was reminded.") }
                times[member, default: []].append((clock.now - begin) / .milliseconds(1))
            }
        }
        guard try store.noticeCount() == before + count else { throw ValidationError("A notice is missing.") }
        let medians = [guests.joined, guests.linked].map { member in times[member, default: []].sorted()[count / 2] }
        print("with_ms=\(decimal(medians[0], 4)) without_ms=\(decimal(medians[1], 4))")
    }
}
