import Domain
import Pages
import Testing

@Suite struct TimeTextTests {
    /// A list says its zone once. What is of before the clocks changed has another one, and says so.
    @Test(arguments: [(0, "12:00"), (24, "28 Mar, 11:00 CET")])
    func theZoneStandsWhereTheListHasNotSaidIt(hoursAgo: Int, said: String) throws {
        let zone = try #require(TripZone("Europe/Zurich"))
        // 29 March 2026, in the morning of which clocks were set forward: 12:00 in Zurich.
        let noon = Instant(seconds: 1_774_778_400)
        let then = noon - .seconds(hoursAgo * 3600)
        #expect(TimeText(then, zone: zone, now: noon, zoneIsSaid: true).sentence == said)
        #expect(TimeText(noon, zone: zone, now: noon).sentence == "12:00 CEST")
    }
}
