import Domain
import Foundation

/// The demo's fictional valley: its ground as a formula, and the pistes and lifts that lie on it. Places are metres east and
/// north of the lodge; heights are metres above the sea.
enum Valley {
    static let base = Coordinates(clampedLatitude: 46.4120, longitude: 9.2310)

    struct Point: Equatable {
        var east: Double
        var north: Double

        func distance(to other: Point) -> Double { hypot(east - other.east, north - other.north) }
        func along(_ other: Point, _ share: Double) -> Point {
            Point(east: east + (other.east - east) * share, north: north + (other.north - north) * share)
        }
    }

    private static let metresPerDegree = 111_320.0

    static func coordinates(_ place: Point) -> Coordinates {
        Coordinates(
            clampedLatitude: base.latitude + place.north / metresPerDegree,
            longitude: base.longitude + place.east / (metresPerDegree * cos(base.latitude * .pi / 180)))
    }
    static func place(_ coordinates: Coordinates) -> Point {
        Point(
            east: (coordinates.longitude - base.longitude) * metresPerDegree * cos(base.latitude * .pi / 180),
            north: (coordinates.latitude - base.latitude) * metresPerDegree)
    }

    // MARK: ground

    /// Where the river runs.
    static func river(east: Double) -> Double { 260 * sin(east / 1700) - 190 }

    struct Summit {
        let name: String
        let place: Point
        let rise: Double
        let radius: Double
    }
    static let summits = [
        Summit(name: "Piz Rosa", place: Point(east: 700, north: 3500), rise: 620, radius: 800),
        Summit(name: "Corn Alv", place: Point(east: -1500, north: 2900), rise: 430, radius: 700),
        Summit(name: "Piz Larix", place: Point(east: 3000, north: 2700), rise: 520, radius: 850),
        Summit(name: "Muot Grisch", place: Point(east: -3300, north: 2100), rise: 330, radius: 650),
        Summit(name: "Piz Sura", place: Point(east: 300, north: -3400), rise: 640, radius: 950),
        Summit(name: "Tschima da Not", place: Point(east: -2700, north: -2900), rise: 430, radius: 800),
        Summit(name: "Crap Nair", place: Point(east: 3300, north: -2600), rise: 470, radius: 800),
    ]

    static func height(_ place: Point) -> Double {
        let off = place.north - river(east: place.east)
        let floor = 1470 + 0.028 * place.east
        let reach = max(0, abs(off) - 220) / (off > 0 ? 2500 : 2000)
        let side = (off > 0 ? 860.0 : 900) * (1 - exp(-pow(reach, 1.25)))
        let gullies = 1 + 0.14 * sin(place.east / 620 + 0.7 * sin(off / 900)) * min(1, abs(off) / 1100)
        let peaks = summits.reduce(0.0) { sum, summit in
            let distance = summit.place.distance(to: place) / summit.radius
            return sum + summit.rise * exp(-distance * distance)
        }
        let rough = min(1, max(0, abs(off) - 300) / 1500)
        let detail = rough * (16 * sin(place.east / 190 + 1.3 * sin(off / 230)) + 9 * sin(place.east / 83 - off / 97))
        let far = min(1, max(0, hypot(place.east, place.north) - 5000) / 6000)
        let ranges = far * (520 * sin(place.east / 5200 + 1) * cos(place.north / 4300) - 150 * sin(place.north / 1500))
        return floor + side * gullies + peaks + detail + ranges
    }

    // MARK: pistes and lifts

    struct Lift {
        let name: String
        let type: String
        let bottom: Point
        let top: Point
        /// Metres a second.
        let speed: Double
    }
    struct Piste {
        let name: String
        let ref: String
        let difficulty: String
        /// The lift that it comes back to.
        let lift: Int
        let line: [Point]
    }

    static let lifts = [
        Lift(name: "Rosa", type: "gondola", bottom: Point(east: 160, north: 330), top: Point(east: 560, north: 2350), speed: 5.5),
        Lift(
            name: "Piz Rosa Express", type: "chair_lift", bottom: Point(east: 610, north: 2290), top: Point(east: 690, north: 3330),
            speed: 4.5),
        Lift(name: "Corn Alv", type: "chair_lift", bottom: Point(east: 90, north: 420), top: Point(east: -1330, north: 2700), speed: 4.5),
        Lift(name: "Larix", type: "chair_lift", bottom: Point(east: 1180, north: 1050), top: Point(east: 2800, north: 2480), speed: 4.5),
        Lift(name: "Muot", type: "t-bar", bottom: Point(east: -1500, north: 840), top: Point(east: -2950, north: 1930), speed: 3),
        Lift(name: "Murmel", type: "magic_carpet", bottom: Point(east: 230, north: 300), top: Point(east: 430, north: 470), speed: 0.8),
    ]

    /// Down from the top of a lift, swinging, mostly down the fall line, and home to the lift's bottom station.
    static let pistes: [Piste] = {
        let plans: [(String, String, String, Int, Double, Double)] = [
            ("Rosada", "1", "easy", 0, 130, 1), ("Gondola", "2", "intermediate", 0, 70, -1), ("Diavola", "3", "advanced", 1, 25, 1),
            ("Panorama", "4", "intermediate", 1, 120, -1), ("Alva", "5", "intermediate", 2, 90, 1), ("Corn", "6", "easy", 2, 160, -1),
            ("Larix", "7", "easy", 3, 120, 1), ("Nair", "8", "expert", 3, 20, -1), ("Muot", "9", "easy", 4, 80, 1),
            ("Murmel", "0", "novice", 5, 12, 1),
        ]
        return plans.map { name, ref, difficulty, lift, swing, side in
            Piste(name: name, ref: ref, difficulty: difficulty, lift: lift, line: descent(lifts[lift], swing: swing, side: side))
        }
    }()

    private static func descent(_ lift: Lift, swing: Double, side: Double) -> [Point] {
        var (at, line) = (lift.top, [lift.top])
        let total = lift.top.distance(to: lift.bottom)
        for step in 1..<600 where at.distance(to: lift.bottom) > 45 {
            let rest = at.distance(to: lift.bottom)
            let home = (east: (lift.bottom.east - at.east) / rest, north: (lift.bottom.north - at.north) / rest)
            let fall = fallLine(at)
            // Wide of the lift in the middle, at its foot in the end.
            let wide = side * min(1, rest / 400) * (0.55 * sin(.pi * rest / total) + 0.5 * cos(Double(step) * 22 / max(swing, 20)))
            let pull = rest < 500 ? 0.2 : 0.6
            let east = home.east + pull * fall.east - wide * home.north
            let north = home.north + pull * fall.north + wide * home.east
            let length = max(hypot(east, north), 0.1)
            at = Point(east: at.east + 22 * east / length, north: at.north + 22 * north / length)
            line.append(at)
        }
        return line + [lift.bottom]
    }

    private static func fallLine(_ place: Point) -> (east: Double, north: Double) {
        let east = height(Point(east: place.east + 15, north: place.north)) - height(Point(east: place.east - 15, north: place.north))
        let north = height(Point(east: place.east, north: place.north + 15)) - height(Point(east: place.east, north: place.north - 15))
        let length = max(hypot(east, north), 0.5)
        return (-east / length, -north / length)
    }
}
