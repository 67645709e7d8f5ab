import Database
import Domain
import Services
import Store
import Testing

/// What failed is sent again only while what it is about is to come.
@Suite struct DeliverySubjectTests {
    private static let list = "/trips/alpha/deliveries"

    /// With one delivery to a traveller that failed.
    private func failed(_ kind: NoticeKind, about subject: (TestApp) -> ID) async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await app.database.write { _ = try $0.run("DELETE FROM notice") }
        let address = DeliveryAddress(id: ID(high: 5, low: 5), channel: .push, address: "endpoint", label: "Firefox")
        try await app.store.addressBook.put(address, account: app.id("account traveller"), at: app.clock.now)
        app.post.answer { _ in .refused(reason: "The service refused it.") }
        let notice = NewNotice(
            person: .member(app.id("member traveller"), trip: app.id("trip alpha")), kind: kind, subject: subject(app), urgency: .urgent,
            title: "Hello", text: "", expiresAt: app.clock.now + .hours(20))
        try await app.store.notices.add([notice], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        return app
    }

    /// Presses the button once it is of no use, as an open page can.
    private func pressLate(_ app: TestApp, after change: @escaping @Sendable (Connection) throws -> Void) async throws {
        let again = try #require(try await app.send(.get, Self.list, as: .host).page.find(".delivery-way form").first?["action"])
        try await app.database.write(change)
        let page = try await app.send(.get, Self.list, as: .host).page
        #expect(!page.has(".delivery-way form") && page.texts(".delivery-way .chip") == ["Failed"])
        #expect(try await app.send(.post, again, as: .host).status == 409)
    }

    @Test func anEventThatIsOverIsNotToldAgain() async throws {
        let app = try await failed(.eventChanged) { $0.id("event") }
        let (event, now) = (app.id("event"), app.clock.now)
        try await pressLate(app) {
            _ = try $0.run(
                "UPDATE event SET starts_at = ?, ends_at = ?, answer_by = NULL WHERE id = ?",
                [Value(Int((now - .hours(3)).microseconds)), Value(Int((now - .hours(1)).microseconds)), .blob(event.bytes)])
        }
    }

    @Test func aCallThatIsResolvedWakesNobodyAgain() async throws {
        let app = try await failed(.help) { $0.id("alert") }
        let (call, now) = (app.id("alert"), app.clock.now)
        try await pressLate(app) {
            _ = try $0.run(
                "UPDATE help_case SET resolved_at = ?, resolved_name = 'x', outcome = 'safe', is_waiting = 0 WHERE id = ?",
                [Value(Int(now.microseconds)), .blob(call.bytes)])
        }
    }
}
