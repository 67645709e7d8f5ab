import Domain
import Testing

/// Stations for a group, against every choice that there is.
@Suite struct BikePartyTests {
    private typealias Offer = BikeParty.Offer

    /// The least walking for as many people as possible, by trying every set of at most `most` stations.
    private func exhaustive(_ offers: [Offer], _ people: Int, _ most: Int) -> (found: Int, walked: Double) {
        let sorted = offers.filter { $0.count > 0 }.sorted { $0.distance < $1.distance }
        var best = (found: 0, walked: 0.0)
        func go(_ start: Int, _ stops: Int, _ found: Int, _ walked: Double) {
            if found > best.found || (found == best.found && walked < best.walked) { best = (found, walked) }
            guard stops > 0, found < people else { return }
            for index in start..<sorted.count {
                let taken = min(people - found, sorted[index].count)
                go(index + 1, stops - 1, found + taken, walked + Double(taken) * sorted[index].distance)
            }
        }
        go(0, most, 0, 0)
        return best
    }

    private func expectBest(_ offers: [Offer], _ people: Int, _ most: Int) {
        let (party, best) = (BikeParty(offers, people: people, most: most), exhaustive(offers, people, most))
        #expect(party.found == best.found && abs(party.walked - best.walked) < 1e-6, "\(people) over \(most)")
        #expect(party.stops.count <= most && party.stops.allSatisfy { $0.people <= offers[$0.offer].count })
        #expect(Set(party.stops.map(\.offer)).count == party.stops.count)
    }

    @Test func byChance() {
        var generator = SystemRandomNumberGenerator()
        for round in 0..<300 {
            let offers = (0..<(round % 14)).map { _ in
                Offer(distance: Double(Int.random(in: 1...40, using: &generator)) * 25, count: Int.random(in: 0...6, using: &generator))
            }
            expectBest(offers, 1 + round % 15, 1 + round % 5)
        }
    }

    @Test func allOfOslo() throws {
        guard let information = recorded("gbfs/oslo-2.2-2022-10-23/station_information.json"),
            let statuses = recorded("gbfs/oslo-2.2-2022-10-23/station_status.json")
        else { return }
        var faults: [BikeFault] = []
        let reading = BikeReading(
            try GBFSInformation.read(information, faults: &faults).stations, try GBFSStatus.read(statuses, faults: &faults).stations,
            kinds: nil, updatedAt: nil, base: nil, now: Instant(seconds: 1_666_551_810))
        try #require(reading.stations.count == 260)
        for origin in [reading.stations[0].place, reading.stations[120].place] {
            let offers = reading.stations.map { Offer(distance: $0.place.distance(to: origin), count: $0.numbers.bikes ?? 0) }
            for people in [1, 5, 12, 40] { for most in 1...2 { expectBest(offers, people, most) } }
            // Three of 260 are three million sets.
            expectBest(offers, 30, 3)
        }
    }

    @Test func aGroupMayHaveToSplitOtherwiseThanTheNearestSay() {
        // The nearest three have four; one far away has all.
        let offers = [
            Offer(distance: 100, count: 2), Offer(distance: 110, count: 1), Offer(distance: 120, count: 1), Offer(distance: 700, count: 12),
        ]
        #expect(BikeParty(offers, people: 12, most: 3).stops.map(\.offer) == [0, 1, 3])
        #expect(BikeParty(offers, people: 12, most: 1).stops.map(\.offer) == [3])
        #expect(BikeParty(offers, people: 12, most: nil).stops.map(\.people) == [2, 1, 1, 8])
        let few = BikeParty(Array(offers.prefix(3)), people: 12, most: 2)
        #expect(few.found == 3 && few.walked == 310)
        #expect(BikeParty([], people: 12, most: 3).found == 0 && BikeParty(offers, people: 0, most: 3).stops.isEmpty)
    }

    /// Counts that rise with the distance: of every number of bikes there is a station that no nearer one makes needless.
    private static let rising = (1...40).flatMap { count in
        (0..<6).map { Offer(distance: 1000 + Double(count * 6 + $0), count: count) }
    }

    @Test func aHundredOverSixStationsAreExactAndQuick() {
        let clock = ContinuousClock()
        var party = BikeParty([], people: 0, most: 1)
        let took = clock.measure { party = BikeParty(Self.rising, people: 100, most: 6) }
        #expect(took < .seconds(2), "\(took)")
        #expect(party.found == 100 && party.stops.count <= 6)
        // Against a way that is written otherwise: by people who are left, from the farthest station on.
        var best = [[Double]](repeating: [0] + [Double](repeating: .infinity, count: 100), count: 7)
        for offer in Self.rising {
            for stops in (1...6).reversed() {
                for people in (1...100).reversed() {
                    for taken in 1...min(offer.count, people) {
                        best[stops][people] = min(best[stops][people], best[stops - 1][people - taken] + Double(taken) * offer.distance)
                    }
                }
            }
        }
        #expect(abs(party.walked - best[6][100]) < 1e-6)
    }

    @Test func twelveAmongTwoThousandAreQuick() {
        var generator = SystemRandomNumberGenerator()
        let offers = (0..<2000).map { _ in
            Offer(distance: Double.random(in: 20...5000, using: &generator), count: Int.random(in: 0...3, using: &generator))
        }
        let clock = ContinuousClock()
        let took = clock.measure { for most in 1...6 { _ = BikeParty(offers, people: 12, most: most) } }
        // A debug build; make bench has the figure.
        #expect(took < .seconds(3), "\(took)")
    }
}

@Suite struct BikeListTests {
    private static let here = Coordinates(clampedLatitude: 59.91, longitude: 10.75)

    private func row(_ number: Int, _ metres: Double, bikes: Int? = 2, isGone: Bool = false) -> BikeRow {
        let place = Coordinates(clampedLatitude: 59.91 + metres / 111_195, longitude: 10.75)
        var station = BikeStation(key: "\(number)", name: "S\(number)", place: place)
        (station.numbers.bikes, station.numbers.docks, station.numbers.reportedAt) = (bikes, 5, bikeNow)
        return BikeRow(number: number, feedID: ID(high: 1, low: 1), station: station, isGone: isGone)
    }

    private func numbers(_ rows: [BikeRow], favourites: Set<Int> = [], _ change: (inout BikeChoice) -> Void = { _ in }) -> [Int] {
        var choice = BikeChoice()
        change(&choice)
        return BikeList(rows, from: Self.here, choice: choice, favourites: favourites, now: bikeNow).rows.map(\.row.number)
    }

    @Test func nearestFirstWithinTheRadius() {
        let rows = [row(1, 900), row(2, 100), row(3, 1100), row(4, 400), row(5, 50, isGone: true)]
        #expect(numbers(rows) == [2, 4, 1] && numbers(rows) { $0.radius = 2000 } == [2, 4, 1, 3])
        #expect(numbers(rows) { $0.radius = 250 } == [2])
    }

    @Test func favouritesStayAtTheirPlaceAndComeFirstOnRequest() {
        let rows = [row(1, 900), row(2, 100), row(3, 4000), row(4, 400, bikes: 0), row(5, 50, isGone: true)]
        // Far away, empty or gone: they are kept, and inserted at their place.
        #expect(numbers(rows, favourites: [3, 4, 5]) == [5, 2, 4, 1, 3])
        #expect(numbers(rows, favourites: [3, 1]) { $0.putsFavouritesFirst = true } == [1, 3, 2, 4])
        #expect(numbers(rows, favourites: [4]) { $0.wish = .bikes } == [2, 4, 1] && numbers(rows) { $0.wish = .bikes } == [2, 1])
    }

    @Test func theWayUpTakesLonger() {
        var list = BikeList([row(1, 900), row(2, 100)], from: Self.here, choice: BikeChoice(), favourites: [], now: bikeNow)
        list.see { $0.latitude > 59.915 ? 120 : nil }
        #expect(list.rows.map(\.climb) == [nil, 120])
        #expect(list.rows.map { Walk.minutes(distance: $0.distance, climb: $0.climb) } == [2, 28])
    }

    @Test func distancesAreRounded() {
        #expect([0, 8, 29, 31, 311, 980, 989.9].map(bikeDistance) == ["20 m", "20 m", "20 m", "40 m", "320 m", "980 m", "980 m"])
        #expect([990, 1000, 1049, 1050, 12_345].map(bikeDistance) == ["1.0 km", "1.0 km", "1.0 km", "1.1 km", "12.3 km"])
        #expect(BikeChoice.radii.first == 250 && BikeChoice.radii.last == 5000 && BikeChoice.radii.count == 20)
        #expect(BikeChoice.radius(near: 1100) == 1000 && BikeChoice.radius(near: Int.min) == 250 && BikeChoice.radius(near: .max) == 5000)
    }

    @Test(arguments: [
        ("https://gbfs.example/gbfs.json", true), ("http://gbfs.example:8080/x?y=1", true), ("HTTPS://GBFS.example", true),
        ("https://[2001:db8::1]/x", true),
        ("ftp://x.example", false), ("javascript:alert(1)", false), ("https://user:word@x.example", false), ("https://", false),
        ("https:///x", false), ("https://x.example/\"><script>", false), ("https://x.example/a b", false),
        ("https://x.example:99999/", false),
        ("https://@x.example", false), ("https://\u{e9}.example", false), ("//x.example", false),
    ]) func addressesOfFeeds(_ text: String, _ isGood: Bool) { #expect((WebAddress(text) != nil) == isGood, "\(text)") }
}
