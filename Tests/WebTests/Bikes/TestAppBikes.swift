import Domain
import Logging
import Testing
import Web

extension TestApp {
    static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    static let usual: [FakeFeeds.Station] = [
        .init(id: "near", metres: 120), .init(id: "empty", metres: 300, bikes: 0, docks: 10), .init(id: "far", metres: 3000, bikes: 8),
    ]

    func askFeeds() async throws { try await services.bikes.askDue(logger: TestApp.quiet) }

    /// The base is where the stations are measured from.
    func setBase() async throws {
        let access = try host()
        var fields = access.trip.fields
        (fields.baseLatitude, fields.baseLongitude, fields.baseName) = (FakeFeeds.base.latitude, FakeFeeds.base.longitude, "Hotel Test")
        try await services.trips.update(access, to: fields, version: access.trip.version)
    }

    /// A feed on the first trip, which has answered.
    @discardableResult
    func addBikes(_ stations: [FakeFeeds.Station] = TestApp.usual) async throws -> ID {
        try await setBase()
        feeds.publish(stations, at: clock.now)
        var fields = BikeFeedFields()
        fields.url = FakeFeeds.url
        let id = try await services.bikes.add(fields, host())
        ids.withLock { $0["bike feed"] = id }
        return id
    }
}
