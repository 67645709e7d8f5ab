import Domain
import Services
import Store
import Testing

/// Scans that name nobody on the trip.
@Suite struct CheckInUnknownTests {
    /// A card of another trip, or a line that says nothing, is no reason to keep the others waiting on a phone.
    @Test func whatNamesNobodyHereCountsAsUnknownAndHoldsNothingUp() async throws {
        let app = try await TestApp.withTrips()
        let (member, foreign) = (app.id("member moderator"), app.id("member hostOfAnotherTrip"))
        let now = app.clock.now.milliseconds
        func send(_ people: [String]) async throws -> TestApp.TestResponse {
            let lines = people.enumerated().map { ("scan", "\(ID(high: 5, low: UInt64($0))),\($1),in,\(now),qr") }
            let address = "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))/scans"
            return try await app.send(.post, address, as: .host, form: lines)
        }
        let mixed = try await send(["\(foreign)", "join", "\(member)"])
        #expect(mixed.status == 200 && mixed.body == "{\"new\":1,\"known\":1,\"unknown\":2}")
        let scans = try app.store.checkIn.scans(of: app.id("event"))
        #expect(scans.contains { $0.memberID == member } && !scans.contains { $0.memberID == foreign })
        let none = try await send(["join", "\(foreign)"])
        #expect(none.status == 200 && none.body == "{\"new\":0,\"known\":0,\"unknown\":2}")
    }
}
