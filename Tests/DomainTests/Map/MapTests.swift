import Domain
import Testing

@Suite struct MapTests {
    private func decide(_ heights: [Double], centre: Double? = nil, threshold: Double? = 1600, previous: MapStyle? = nil) -> MapDecision {
        MapDecision(choice: .auto, heights: heights, centre: centre, threshold: threshold, previous: previous)
    }

    @Test func theMedianDecides() {
        #expect(decide([1500, 1610, 2900]).style == .mountain)
        #expect(decide([1500, 1590, 2900]).style == .street)
        #expect(decide([1500, 1700]).style == .mountain)
        #expect(decide([1600]).style == .mountain)
        #expect(decide([2140]).reason == "Mountain map, because the person in view is above 1,600 m")
    }

    @Test func thirtyMetresKeepItFromFlickering() {
        #expect(decide([1571], previous: .mountain).style == .mountain)
        #expect(decide([1570], previous: .mountain).style == .mountain)
        #expect(decide([1569], previous: .mountain).style == .street)
        #expect(decide([1599], previous: .street).style == .street)
        #expect(decide([1600], previous: .street).style == .mountain)
        #expect(decide([1571]).style == .street)
    }

    @Test func nobodyInViewLeavesItToTheMiddle() {
        #expect(decide([], centre: 1700).style == .mountain)
        #expect(decide([], centre: 1500).reason == "Street map, because the middle of the map is below 1,600 m")
        #expect(decide([]).style == .street)
        #expect(decide([3000], threshold: nil).reason == "Street map, because no heights are known here")
    }

    @Test func aBaseInTheMountainsOpensTheMountainMap() {
        let high = MapDecision.onHighBase(1_400, choice: .auto, mountainFrom: nil)
        #expect(high?.style == .mountain && high?.reason == "Mountain map, because the base is above 1,000 m")
        #expect(MapDecision.onHighBase(1_000, choice: .auto, mountainFrom: nil)?.style == .mountain)
        #expect(MapDecision.onHighBase(999, choice: .auto, mountainFrom: nil) == nil)
        #expect(MapDecision.onHighBase(nil, choice: .auto, mountainFrom: nil) == nil)
        #expect(MapDecision.onHighBase(1_400, choice: .auto, mountainFrom: 1_800) == nil, "the trip says it")
        #expect(MapDecision.onHighBase(1_400, choice: .street, mountainFrom: nil) == nil, "the reader says it")
    }

    @Test func aChoiceIsAChoice() {
        let chosen = MapDecision(choice: .street, heights: [3000], centre: nil, threshold: 1000, previous: .mountain)
        #expect(chosen == MapDecision(choice: .street, heights: [], centre: nil, threshold: nil, previous: nil))
        #expect(chosen.style == .street)
    }

    @Test func theMapSaysWhoChoseAndWhy() {
        #expect(decide([1500, 1610, 2900]).reason == "Mountain map, because most people are above 1,600 m")
        #expect(decide([1500]).reason == "Street map, because the person in view is below 1,600 m")
        #expect(decide([1580], previous: .mountain).reason == "Mountain map, because the person in view is above 1,570 m")
        #expect(decide([], centre: 1700).reason == "Mountain map, because the middle of the map is above 1,600 m")
        #expect(decide([]).reason == "Street map, because no heights are known here")
        let chosen = MapDecision(choice: .mountain, heights: [], centre: nil, threshold: nil, previous: nil)
        #expect(chosen.reason == "Mountain map, chosen by you")
        // What stood on the screen is printed, although everybody has ridden up meanwhile.
        #expect(decide([2900]).kept(.street).reason == "Street map, chosen by Auto")
        #expect(decide([2900]).kept(.street).style == .street && decide([2900]).kept(.mountain) == decide([2900]))
    }

    @Test func layersAreNamedInAddresses() {
        #expect(MapLayers(names: []) == .standard)
        #expect(MapLayers(names: ["none"]).isEmpty && MapLayers([]).names == ["none"])
        #expect(MapLayers(names: ["none", "ski", "sea", "markers"]) == [.ski, .people])
        for bits in UInt16(0)..<512 {
            let layers = MapLayers(rawValue: bits)
            #expect(MapLayers(names: layers.names) == layers)
        }
        #expect(MapLayers(names: ["ski"]).content == .ski && MapLayers([]).content.isEmpty && MapLayers.standard.content == .all)
    }

    private func fix(_ seconds: Int64) -> Fix {
        Fix(time: Instant(seconds: 1_767_600_000 + seconds), coordinates: Coordinates(clampedLatitude: 46, longitude: 9))
    }

    @Test func aWayIsOnePlaceAMinuteAndItsNewest() {
        let way = Way([0, 10, 59, 60, 61, 125, 130, 170].map(fix))
        #expect(way.recorded == 8)
        #expect(way.fixes.map(\.time.seconds) == [0, 60, 125, 170].map { 1_767_600_000 + $0 })
        #expect(Way([]).fixes.isEmpty && Way([]).pieces.isEmpty && Way([]).gaps.isEmpty)
    }

    /// Metres north and east of a place.
    private func fix(_ seconds: Int64, north: Double, east: Double) -> Fix {
        let (origin, degree) = (fix(seconds).coordinates, 111_195.0)
        return Fix(
            time: fix(seconds).time,
            coordinates: Coordinates(
                clampedLatitude: origin.latitude + north / degree, longitude: origin.longitude + east / degree / origin.longitudeScale))
    }

    @Test func aWayKeepsItsBends() {
        // North, then east within one minute: the corner stays, what lies on the lines goes.
        let corner: [(Int64, Double, Double)] = [(0, 0, 0), (10, 100, 0), (20, 200, 3), (30, 200, 100), (40, 200, 200), (60, 200, 400)]
        let way = Way(corner.map { fix($0.0, north: $0.1, east: $0.2) })
        #expect(way.fixes.map(\.time.seconds) == [0, 20, 60].map { 1_767_600_000 + $0 })
        // There and back within a minute.
        let out: [(Int64, Double)] = [(0, 0), (20, 300), (50, 10), (60, 0)]
        let back = Way(out.map { fix($0.0, north: $0.1, east: 0) })
        #expect(back.fixes.map(\.time.seconds) == [0, 20, 60].map { 1_767_600_000 + $0 })
    }

    @Test func aWayIsNoLongerThanItsLimit() {
        // A whole day to and fro, every three seconds: a position a minute stays, however often it bends.
        let day = (0..<28_800).map { fix(Int64($0) * 3, north: Double($0 % 2) * 500, east: Double($0)) }
        let way = Way(day)
        #expect(way.recorded == 28_800 && way.fixes.count <= Way.shownLimit)
        #expect(Set(way.fixes.map { $0.time.seconds / 60 }).count == 1440 && way.pieces.count == 1)
    }

    @Test func metresToALine() {
        let (start, end) = (fix(0, north: 0, east: 0).coordinates, fix(0, north: 0, east: 1000).coordinates)
        for (north, east, metres) in [(50.0, 500.0, 50.0), (0, 400, 0), (30, -40, 50), (0, 1200, 200)] {
            let found = fix(0, north: north, east: east).coordinates.distance(toLineFrom: start, to: end)
            #expect(abs(found - metres) < 0.5, "\(found), expected \(metres)")
        }
        // Across the line of dates, and to a line that is a point.
        let (west, east) = (Coordinates(clampedLatitude: 0, longitude: 179.999), Coordinates(clampedLatitude: 0, longitude: -179.999))
        #expect(Coordinates(clampedLatitude: 0.001, longitude: 180).distance(toLineFrom: west, to: east) < 112)
        #expect(abs(east.distance(toLineFrom: west, to: west) - 222.4) < 1)
    }

    @Test func nothingJoinsWhatIsFarApart() {
        let way = Way([0, 60, 360, 661, 720, 4000].map(fix))
        #expect(way.pieces.map(\.count) == [3, 2, 1])
        #expect(way.gaps.map { Int($0.to.seconds - $0.from.seconds) } == [301, 3280])
    }

    @Test func oneLooksBackSomeHoursOrOneDay() throws {
        #expect(WaySpan("3h") == .hours(3) && WaySpan("2026-01-05") == Day("2026-01-05").map { .day($0) })
        for bad in ["", "2h", "-3h", "3", "h", "9999999999999999999h", "2026-02-30"] { #expect(WaySpan(bad) == nil, "\(bad)") }
        let zone = try #require(TripZone("Europe/Zurich"))
        let day = try #require(Day("2026-03-29"))
        let now = zone.instant(day: Day(number: day.number + 3), secondsOfDay: 0)
        let limits = WaySpan.day(day).limits(zone, now: now)
        // The day on which the clocks go forward has 23 hours.
        #expect(limits.end - limits.start == .hours(23))
        #expect(WaySpan.day(zone.today(at: now)).limits(zone, now: now).end == now)
    }

    /// As PROJ computes them, also where zones are odd.
    @Test(arguments: [
        (48.858222, 2.2945, "31U 448252 5411935"), (0.0, 3.0, "31N 500000 0"), (-33.857, 151.215, "56H 334873 6252266"),
        (60.39, 5.32, "32V 297230 6700510"), (78.22, 15.65, "33X 514814 8683004"),
    ])
    func placesAreWrittenInUTM(latitude: Double, longitude: Double, expected: String) throws {
        let found = try #require(Coordinates(latitude: latitude, longitude: longitude)?.utmText)
        let (a, b) = (found.split(separator: " "), expected.split(separator: " "))
        #expect(a[0] == b[0])
        for index in [1, 2] { #expect(abs((Int(a[index]) ?? 0) - (Int(b[index]) ?? -9)) <= 1, "\(found), expected \(expected)") }
    }

    @Test func placesAreWrittenInDegrees() throws {
        let place = try #require(Coordinates(latitude: 46.412, longitude: -9.231))
        #expect(place.decimalText == "46.41200, -9.23100")
        #expect(place.sexagesimalText == "46°24′43.2″ N 9°13′51.6″ W")
        #expect(try #require(Coordinates(latitude: 59.999_999, longitude: 0)).sexagesimalText == "60°00′00.0″ N 0°00′00.0″ E")
        #expect(try #require(Coordinates(latitude: 85, longitude: 0)).utmText == nil)
    }

    @Test func rasterServersAreOnlyPlainAddresses() {
        func errors(_ url: String) -> [String] { RasterServer(style: .street, url: url, attribution: "A").errors.map(\.field) }
        #expect(errors("https://tiles.example/{z}/{x}/{y}.png").isEmpty)
        #expect(errors("http://10.0.0.1:8081/{z}/{x}/{y}.png?key=1").isEmpty)
        for bad in [
            "javascript:alert(1)//{z}{x}{y}", "//tiles.example/{z}/{x}/{y}", "https://tiles.example/{z}/{x}.png", "https:///{z}/{x}/{y}",
            "https://a.example; script-src *//{z}/{x}/{y}", "https://a.example/{z}/{x}/{y}' x", "ftp://a.example/{z}/{x}/{y}",
            "https://a b/{z}/{x}/{y}",
        ] { #expect(!errors(bad).isEmpty, "\(bad)") }
        #expect(
            RasterServer(style: .street, url: "https://tiles.example:8443/{z}/{x}/{y}", attribution: "").origin
                == "https://tiles.example:8443")
    }
}
