import Database
import TestDatabases
import Testing

/// One time for all nodes: that of the database's server.
@Suite struct SharedClockTests {
    private let clock = SharedClock()
    private let second: Int64 = 1_000_000
    private let start: Int64 = 1_767_614_400_000_000

    @Test(arguments: [-300, 300, -40_000_000] as [Int64]) func aMachineThatIsOffGoesByTheServer(_ seconds: Int64) {
        clock.take(start + seconds * second, asked: start - 1000, answered: start + 1000)
        #expect(clock.offset == .seconds(seconds))
        // The next measurement is a little different, and then the machine is put right.
        clock.take(start + seconds * second + 200_000, asked: start, answered: start)
        #expect(clock.offset == .seconds(seconds))
        clock.take(start + 20, asked: start, answered: start)
        #expect(clock.offset == .microseconds(20))
    }

    @Test func clocksThatAgreeAreLeftAlone() {
        clock.take(start + 499_000, asked: start, answered: start)
        #expect(clock.offset == .zero)
    }

    @Test func whatTookLongOrMakesNoSenseIsNotTaken() {
        clock.take(start + 300 * second, asked: start, answered: start + 2 * second)
        clock.take(start + 300 * second, asked: start, answered: start - second)
        clock.take(.max, asked: .min, answered: .max)
        #expect(clock.offset == .zero)
    }

    /// The server of tests is on this machine.
    @Test func aServerOnThisMachineChangesNothing() throws {
        let file = try TestDatabase()
        let database = try file.open()
        defer { try? database.close() }
        _ = try database.noticeOtherProcesses()
        #expect(database.clock.offset == .zero)
    }
}
