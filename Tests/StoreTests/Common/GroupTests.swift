import Database
import TestDatabases
import Testing

/// Writes that share a commit, on both engines.
@Suite struct GroupTests {
    private struct Stop: Error {}
    private static let add = "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, 'n', 'h', 0, 0)"

    /// Some fail before they write, some after it, some by a row in the way: each takes back what is its own, and nothing else.
    @Test(arguments: [0, 10, 3]) func whoFailsTakesNothingOfOthers(every: Int) async throws {
        let file = try TestDatabase()
        let database = try file.open(runsWritesTwice: false)
        defer { file.close(database) }
        let results = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let fails = every > 0 && number % every == 1
                    do {
                        try await database.write { connection in
                            if fails, number % 2 == 0 { throw Stop() }
                            let id = [UInt8](repeating: 0, count: 14) + [UInt8(number / 256), UInt8(number % 256)]
                            for _ in 0..<(fails && number % 4 == 1 ? 2 : 1) {
                                try connection.run(GroupTests.add, [.blob(id), .text("\(number)@x.example")])
                            }
                            if fails { throw Stop() }
                        }
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        let failed = every == 0 ? 0 : (0..<300).count { $0 % every == 1 }
        #expect(results == 300 - failed)
        #expect(try database.read { try $0.one("SELECT count(*) FROM account") { $0.int(0) } } == 300 - failed)
    }
}
