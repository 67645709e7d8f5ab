import Atlas
import Domain
import Foundation

/// The demo valley as real files: an OpenStreetMap extract and an elevation tile, made to be imported like any other.
struct ValleyMap {
    private var nodes = ""
    private var ways = ""
    private var relations = ""
    private var nextID = 1

    /// Writes the files and makes the atlas of them.
    static func install(in folder: String, as target: String, at now: Instant) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (extract, elevation) = (folder + "/valrosa.osm", folder + "/N46E009.hgt")
        var map = ValleyMap()
        map.draw()
        try map.text.write(toFile: extract, atomically: true, encoding: .utf8)
        try ValleyMap.heights().write(to: URL(filePath: elevation), options: .atomic)
        _ = try AtlasImporter(name: "Valrosa (fictional)", at: now) { _ in }.make(from: [extract, elevation], at: target)
    }

    private var text: String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\" generator=\"sotravel-dev demo\">\n"
            + "\(nodes)\(ways)\(relations)</osm>\n"
    }

    /// 3″ samples of the whole square degree.
    private static func heights() -> Data {
        let side = 1201
        var bytes = Data(capacity: side * side * 2)
        for row in 0..<side {
            let latitude = 47 - Double(row) / Double(side - 1)
            for column in 0..<side {
                let place = Valley.place(Coordinates(clampedLatitude: latitude, longitude: 9 + Double(column) / Double(side - 1)))
                let height = UInt16(bitPattern: Int16(min(max(Valley.height(place), 0), 4500)))
                bytes.append(UInt8(height >> 8))
                bytes.append(UInt8(height & 0xFF))
            }
        }
        return bytes
    }

    // MARK: elements

    private typealias Tags = [(String, String)]
    private typealias Point = Valley.Point

    private static func xml(_ tags: Tags) -> String {
        tags.map { "<tag k=\"\($0.0)\" v=\"\(Domain.xml($0.1))\"/>" }.joined()
    }

    @discardableResult private mutating func node(_ place: Point, _ tags: Tags = []) -> Int {
        let (id, at) = (nextID, Valley.coordinates(place))
        nextID += 1
        nodes += "<node id=\"\(id)\" lat=\"\(decimal(at.latitude, 7))\" lon=\"\(decimal(at.longitude, 7))\">\(ValleyMap.xml(tags))</node>\n"
        return id
    }

    @discardableResult private mutating func way(_ places: [Point], _ tags: Tags, isClosed: Bool = false) -> Int {
        var refs = places.map { node($0) }
        if isClosed { refs.append(refs[0]) }
        let id = nextID
        nextID += 1
        ways += "<way id=\"\(id)\">" + refs.map { "<nd ref=\"\($0)\"/>" }.joined() + ValleyMap.xml(tags) + "</way>\n"
        return id
    }

    private mutating func area(_ centre: Point, width: Double, height: Double, _ tags: Tags) {
        let (w, h) = (width / 2, height / 2)
        way(
            [(-w, -h), (w, -h), (w, h), (-w, h)].map { Point(east: centre.east + $0.0, north: centre.north + $0.1) }, tags, isClosed: true)
    }

    /// An uneven round shape.
    private func blob(_ centre: Point, _ radius: Double, _ seed: Double) -> [Point] {
        (0..<28).map { step in
            let angle = Double(step) / 28 * 2 * .pi
            let reach = radius * (1 + 0.22 * sin(3 * angle + seed) + 0.12 * sin(7 * angle + 2 * seed))
            return Point(east: centre.east + 1.4 * reach * cos(angle), north: centre.north + reach * sin(angle))
        }
    }

    // MARK: the valley

    private mutating func draw() {
        drawValley()
        drawVillage()
        drawServices()
        drawMountains()
        drawSki()
        drawPlaces()
    }

    /// Where to eat, shop and be helped; behind everything else, so that no other element's number changes.
    private mutating func drawPlaces() { for place in ValleyPlaces.all { node(place.point, place.tags) } }

    private func along(_ range: ClosedRange<Double>, offset: Double) -> [Point] {
        stride(from: range.lowerBound, through: range.upperBound, by: 60).map { Point(east: $0, north: Valley.river(east: $0) + offset) }
    }

    private mutating func drawValley() {
        way(along(-5200...5200, offset: 0), [("waterway", "river"), ("name", "Rosabach")])
        way(along(-5200...5200, offset: 75), [("highway", "primary"), ("name", "Talstrasse"), ("ref", "H 7")])
        way(along(-5000...5000, offset: -60), [("highway", "track"), ("name", "Uferweg")])
        for (index, east) in stride(from: -4600.0, through: 4600, by: 920).enumerated() {
            let side = index % 2 == 0 ? 1.0 : -1
            let centre = Point(east: east, north: Valley.river(east: east) + side * 900)
            let outer = way(blob(centre, 430, east), [], isClosed: true)
            let inner = way(blob(centre, 90, east + 1), [], isClosed: true)
            relations +=
                "<relation id=\"\(nextID)\"><member type=\"way\" ref=\"\(outer)\" role=\"outer\"/><member type=\"way\" ref=\"\(inner)\" "
                + "role=\"inner\"/><tag k=\"type\" v=\"multipolygon\"/><tag k=\"natural\" v=\"wood\"/></relation>\n"
            nextID += 1
            way(
                blob(Point(east: east + 430, north: Valley.river(east: east) - side * 420), 170, east), [("landuse", "meadow")],
                isClosed: true)
        }
    }

    private static let streets = ["Lärchenweg", "Gondelgasse", "Kirchgasse", "Alpenstrasse", "Sonnenhalde", "Rosenweg", "Murmelweg"]

    private mutating func drawVillage() {
        node(Point(east: 30, north: 60), [("place", "village"), ("name", "Valrosa"), ("ele", "1480")])
        node(Point(east: -1500, north: 520), [("place", "hamlet"), ("name", "Oberrosa")])
        node(Point(east: 1900, north: 560), [("place", "hamlet"), ("name", "Larix Sut")])
        way(blob(Point(east: 20, north: 90), 300, 4), [("landuse", "residential")], isClosed: true)
        for (index, name) in ValleyMap.streets.prefix(4).enumerated() {
            let north = 20 + Double(index) * 78
            way(
                [-360, -200, -40, 120, 280, 380].map { Point(east: $0, north: north + 12 * sin($0 / 90)) },
                [("highway", "residential"), ("name", name)])
            drawHouses(north: north, street: name)
        }
        for (index, name) in ValleyMap.streets.dropFirst(4).enumerated() {
            let east = -240 + Double(index) * 230
            way(
                [Valley.river(east: east) + 75, 20, 98, 176, 254, 300].map { Point(east: east, north: $0) },
                [("highway", index == 1 ? "tertiary" : "residential"), ("name", name)] + (index == 2 ? [("oneway", "yes")] : []))
        }
        way(
            [Point(east: -10, north: 20), Point(east: -10, north: -110), Point(east: 0, north: -260)],
            [("highway", "footway"), ("bridge", "yes"), ("layer", "1")])
        way([Point(east: 330, north: 300), Point(east: 345, north: 330), Point(east: 360, north: 360)], [("highway", "steps")])
    }

    private mutating func drawHouses(north: Double, street: String) {
        for number in 0..<14 {
            let east = -340 + Double(number) * 52
            guard abs(east + 240) > 18, abs(east + 10) > 18, abs(east - 220) > 18 else { continue }
            let side = number % 2 == 0 ? 1.0 : -1
            area(
                Point(east: east, north: north + 12 * sin(east / 90) + side * 24), width: 22 + Double(number % 3) * 5,
                height: 16 + Double(number % 4) * 3,
                [("building", "yes"), ("addr:street", street), ("addr:housenumber", "\(number + 1)")])
        }
    }

    private mutating func drawServices() {
        let services: [(Double, Double, Tags)] = [
            (0, 0, [("tourism", "hotel"), ("name", "Lodge Larix"), ("phone", "+00 000 0100")]),
            (66, 44, [("amenity", "restaurant"), ("name", "Zur warmen Stube"), ("cuisine", "regional"), ("opening_hours", "11:00-22:00")]),
            (-120, 122, [("amenity", "restaurant"), ("name", "Polenta e Basta"), ("cuisine", "italian")]),
            (120, 126, [("amenity", "cafe"), ("name", "Café Schneeglöckchen")]),
            (180, 210, [("amenity", "bar"), ("name", "Letzte Abfahrt")]),
            (-60, 200, [("shop", "supermarket"), ("name", "Dorfladen")]), (150, 290, [("shop", "ski"), ("name", "Kante & Wachs")]),
            (-200, 44, [("amenity", "pharmacy"), ("name", "Enzian-Apotheke")]),
            (-300, 50, [("amenity", "clinic"), ("name", "Arztpraxis Valrosa")]),
            (-280, 126, [("amenity", "police"), ("name", "Posten Valrosa")]),
            (40, -20, [("highway", "bus_stop"), ("name", "Valrosa Post")]),
            (200, 330, [("highway", "bus_stop"), ("name", "Valrosa Gondola")]), (250, 350, [("amenity", "parking")]),
            (130, 345, [("amenity", "toilets")]), (110, 330, [("amenity", "ski_school"), ("name", "Skischule Valrosa")]),
            (-20, 130, [("amenity", "place_of_worship"), ("name", "San Niclà")]), (300, 60, [("amenity", "bank"), ("name", "Talbank")]),
        ]
        for (east, north, tags) in services { node(Point(east: east, north: north), tags) }
    }

    private mutating func drawMountains() {
        for summit in Valley.summits {
            node(summit.place, [("natural", "peak"), ("name", summit.name), ("ele", "\(Int(Valley.height(summit.place)))")])
            way(
                blob(Point(east: summit.place.east, north: summit.place.north), summit.radius * 0.5, summit.rise),
                [("natural", "bare_rock")], isClosed: true)
            way(
                blob(Point(east: summit.place.east + 150, north: summit.place.north - 420), summit.radius * 0.35, summit.rise),
                [("natural", "scree")], isClosed: true)
        }
        way(blob(Point(east: 950, north: 3900), 330, 2), [("natural", "glacier"), ("name", "Vadret da Rosa")], isClosed: true)
        way(blob(Point(east: -500, north: 2350), 60, 3), [("natural", "water"), ("name", "Lai Alv")], isClosed: true)
        node(Point(east: -420, north: 3150), [("natural", "saddle"), ("name", "Furcletta")])
        node(Point(east: 480, north: 2400), [("tourism", "alpine_hut"), ("name", "Chamanna Rosa"), ("phone", "+00 000 0177")])
        node(Point(east: -1180, north: 2600), [("amenity", "restaurant"), ("name", "Alp Alv"), ("opening_hours", "09:00-16:00")])
        node(Point(east: 2600, north: 2300), [("tourism", "wilderness_hut"), ("name", "Biwak Larix")])
        way((0...20).map { Point(east: 1150 + Double($0) * 14, north: 3250 + 60 * sin(Double($0) / 3)) }, [("natural", "cliff")])
        way(
            (0...40).map { Point(east: 300 - Double($0) * 18, north: 420 + Double($0) * 68 + 50 * sin(Double($0) / 2)) },
            [("highway", "path"), ("name", "Senda Alva")])
    }

    /// An easy way from one place down to another, in a bow.
    private mutating func connect(_ name: String, _ from: Point, _ to: Point, bend: Double) {
        let length = from.distance(to: to)
        let line = (0...20).map { step in
            let share = Double(step) / 20
            let middle = from.along(to, share)
            let off = bend * sin(.pi * share)
            return Point(
                east: middle.east - off * (to.north - from.north) / length, north: middle.north + off * (to.east - from.east) / length)
        }
        way(line, [("piste:type", "downhill"), ("piste:difficulty", "easy")] + (name.isEmpty ? [] : [("name", name)]))
    }

    private mutating func drawSki() {
        for lift in Valley.lifts {
            let pylons = (1..<6).map { lift.bottom.along(lift.top, Double($0) / 6) }
            for place in pylons where lift.type != "magic_carpet" { node(place, [("aerialway", "pylon")]) }
            way(
                [lift.bottom] + pylons + [lift.top],
                [("aerialway", lift.type), ("name", lift.name), ("aerialway:capacity", lift.type == "gondola" ? "2400" : "1800")])
        }
        for piste in Valley.pistes {
            way(
                piste.line,
                [
                    ("piste:type", "downhill"), ("piste:difficulty", piste.difficulty), ("name", piste.name), ("ref", piste.ref),
                    ("piste:grooming", "classic"),
                ])
        }
        connect("", Valley.lifts[0].top, Valley.lifts[1].bottom, bend: 0)
        connect("", Valley.lifts[2].bottom, Valley.lifts[0].bottom, bend: 20)
        connect("Traversa", Valley.lifts[0].top, Valley.lifts[3].bottom, bend: 140)
        connect("Talabfahrt Larix", Valley.lifts[3].bottom, Valley.lifts[0].bottom, bend: -90)
        connect("Alva West", Valley.lifts[2].top, Valley.lifts[4].bottom, bend: 160)
        connect("Talabfahrt Muot", Valley.lifts[4].bottom, Valley.lifts[2].bottom, bend: 110)
        way(
            [(-3700, 520), (3700, 520), (3700, 3900), (-3700, 3900)].map { Point(east: $0.0, north: $0.1) },
            [("landuse", "winter_sports"), ("name", "Valrosa ski area")], isClosed: true)
        area(
            Point(east: 330, north: 390), width: 160, height: 130,
            [("piste:type", "downhill"), ("piste:difficulty", "novice"), ("area", "yes")])
    }
}
