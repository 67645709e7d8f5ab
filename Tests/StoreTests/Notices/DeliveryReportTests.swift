import Database
import Domain
import Store
import Testing

/// In which order hosts see the deliveries of their trip.
@Suite struct DeliveryReportTests {
    private let people: TestPeople
    private let noon = TestPeople.noon
    init() async throws { people = try await TestPeople() }

    /// One that came to its state at a moment, counted from noon.
    private func add(
        _ number: UInt64, _ title: String, _ state: DeliveryState, at time: Duration, to address: DeliveryAddress
    ) async throws {
        let (id, now) = (ID(high: 8, low: number), noon + time)
        let notice = NewNotice(
            id: id, person: .member(TestPeople.member("traveller"), trip: people.trip), kind: .announcement, subject: nil,
            urgency: .normal, topic: "", title: title, text: "", expiresAt: now + .days(30))
        try await people.store.notices.add([notice], at: now)
        let planned = OutboxStore.Planned(
            notice: id, deliveries: [(id: ID(high: 10, low: number), address: address)], dueAt: nil, nextAt: nil)
        try await people.store.outbox.store([planned], at: now)
        try await people.run(
            "UPDATE delivery SET state = ?, at = ? WHERE notice_id = ?",
            [.text(state.rawValue), Value(Int(now.microseconds)), .blob(id.bytes)])
    }

    @Test func onlyWhatFailedInTheLastDayStandsFirst() async throws {
        let address = DeliveryAddress(id: ID(high: 7, low: 1), channel: .push, address: "push")
        try await people.store.addressBook.put(address, account: TestPeople.account("traveller"), at: noon)
        try await add(1, "failed last week", .failed, at: .zero, to: address)
        try await add(2, "late last week", .expired, at: .hours(1), to: address)
        try await add(3, "failed today", .failed, at: .days(7), to: address)
        try await add(4, "waits", .queued, at: .days(7) + .minutes(1), to: address)
        try await add(5, "arrived", .accepted, at: .days(7) + .minutes(2), to: address)
        let now = noon + .days(7) + .hours(1)
        let report = try people.store.outbox.report(
            trip: people.trip, .init(member: nil, channel: nil), since: now - .hours(24), at: now)
        #expect(report.lines.map(\.title) == ["failed today", "waits", "arrived", "late last week", "failed last week"])
        // What failed long ago is of no use any more.
        #expect(report.lines.first?.again != nil && report.lines.last?.again == nil)
        let failed = try people.store.outbox.report(trip: people.trip, .init(onlyFailed: true), since: now - .hours(24), at: now)
        #expect(failed.lines.map(\.title) == ["failed today"])
        await #expect(throws: Refusal.self) {
            try await people.store.outbox.tryAgain(
                ID(high: 10, low: 1), trip: people.trip, by: Author(id: ID(high: 1, low: 1), name: "x"), at: now)
        }
    }
}
