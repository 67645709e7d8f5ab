import Database
import Domain
import Store
import TestDatabases
import Testing

/// Many at once, at several nodes.
@Suite(.timeLimit(.minutes(5))) struct CrowdTests {
    /// A thousand ask for fifty places at three nodes.
    @Test func fiftyOfAThousandGetASeat() async throws {
        let event = try await TestEvent(members: 1000, capacity: 50)
        let nodes = try TestNodes(event.file, count: 3)
        let answers = try await withThrowingTaskGroup(of: RSVP.self) { group in
            for (index, member) in event.members.enumerated() {
                group.addTask {
                    try await nodes.stores[index % 3].answers.apply(
                        .answer(isComing: true), event: event.event, member: member, isByHost: false, author: "M", at: TestEvent.start
                    )
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == .going } == 50)
        #expect(answers.count { $0 == .waitlisted } == 950)
        #expect(try await event.found().taken == 50)
        #expect(try nodes.number("SELECT count(*) FROM invitation WHERE rsvp = 'going'") == 50)
        // Each place in line is somebody's, and each answer stands in the event's papers once.
        #expect(try nodes.number("SELECT count(DISTINCT queue) FROM invitation") == 950)
        #expect(try nodes.number("SELECT max(queue) FROM invitation") == 950)
        #expect(try nodes.number("SELECT count(*) FROM event_log WHERE action IN ('going', 'waitlisted')") == 1000)
    }

    /// One row that everybody writes holds up nobody for good, and not those who write elsewhere.
    @Test func aHotRowStarvesNobody() async throws {
        let people = try await TestPeople()
        let nodes = try TestNodes(people.file)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<200 {
                group.addTask {
                    try await nodes.databases[writer % 2].write { connection in
                        let version = try connection.one("SELECT version FROM trip") { $0.int(0) } ?? 0
                        try connection.run("UPDATE trip SET version = ?", [Value(version + 1)])
                    }
                }
                group.addTask {
                    try await nodes.databases[writer % 2].write { connection in
                        _ = try connection.run(
                            "INSERT INTO server_setting (name, value) VALUES (?, '')", [.text("hot \(writer)")])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try nodes.number("SELECT version FROM trip") == 201)
        #expect(try nodes.number("SELECT count(*) FROM server_setting WHERE name LIKE 'hot %'") == 200)
    }
}
