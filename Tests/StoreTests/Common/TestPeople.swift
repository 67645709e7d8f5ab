import Database
import Domain
import Store
import TestDatabases
import Testing

/// A trip with two hosts and a traveller who can sign in, and an admin of the server, over a real database.
final class TestPeople: Sendable {
    let file: TestDatabase
    let database: AppDatabase
    let store: Stores
    let trip = ID(high: 1, low: 1)
    /// Noon in UTC, in the zone of the trip: no quiet hours.
    static let noon = Instant(seconds: 1_767_614_400)

    init(isFile: Bool = false) async throws {
        file = try TestDatabase(isFile: isFile)
        database = try file.open()
        store = Stores(database)
        var fields = TripFields()
        (fields.name, fields.slug, fields.endDay) = ("Trip", "trip", Day(number: 30_000))
        try await store.trips.add(fields, id: trip, by: .commandLine, at: TestPeople.noon)
        var batch = RosterStore.Batch()
        for person in ["host", "other", "traveller"] {
            var member = MemberFields()
            (member[.firstName], member[.status]) = (person, "arrived")
            batch.added.append(.init(id: TestPeople.member(person), fields: member))
        }
        _ = try await store.roster.apply(batch, trip: trip, by: .commandLine, at: TestPeople.noon, newID: { ID(high: 9, low: 9) })
        try await run("UPDATE trip SET time_zone = 'UTC'")
        for person in ["host", "other", "traveller", "admin"] {
            try await run(
                "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, ?, '', ?, 0)",
                [.id(TestPeople.account(person)), .text("\(person)@x.example"), .text(person), Value(person == "admin" ? 1 : 0)])
            try await run(
                "UPDATE member SET account_id = ?, role = ? WHERE id = ?",
                [
                    .id(TestPeople.account(person)), .text(person == "traveller" ? "traveller" : "host"),
                    .id(TestPeople.member(person)),
                ])
        }
    }

    deinit { try? database.close() }

    private static func number(_ person: String) -> UInt64 { person.utf8.reduce(0) { $0 << 8 | UInt64($1) } }
    static func member(_ person: String) -> ID { ID(high: 3, low: number(person)) }
    static func account(_ person: String) -> ID { ID(high: 4, low: number(person)) }

    func run(_ sql: String, _ values: [Value] = []) async throws {
        try await database.write { _ = try $0.run(sql, values) }
    }

    func texts(_ sql: String) throws -> [String] { try database.read { try $0.all(sql, []) { $0.text(0) } } }
}

extension Value {
    static func id(_ id: ID) -> Value { .blob(id.bytes) }
}
