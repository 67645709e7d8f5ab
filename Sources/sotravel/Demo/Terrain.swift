import Domain
import Foundation

/// The slopes of the demo valley, as far as phones need them: lifts go up a ridge, skiers come down beside it.
enum Terrain {
    static let base = Coordinates(clampedLatitude: 46.4120, longitude: 9.2310)
    private static let village = 1480.0
    /// Bearings of the ridges as unit vectors (east, north), and their lengths in metres and rise.
    private static let ridges: [(east: Double, north: Double, length: Double, rise: Double)] = [
        (0.30, 0.95, 2600, 780), (-0.55, 0.83, 2100, 640), (0.80, 0.60, 3100, 900), (-0.88, 0.47, 1700, 420),
    ]

    /// Where member `index` is at a time: up by lift, down in turns, a rest in between; a few stay in the village.
    static func fix(member index: Int, at time: Instant, battery: Int) -> Fix {
        let seconds = Double(time.milliseconds) / 1000 + Double(index) * 197
        let position = index % 9 == 8 ? strolling(index, seconds) : skiing(index, seconds)
        let latitude = base.latitude + position.north / 111_320
        let longitude = base.longitude + position.east / (111_320 * cos(base.latitude * .pi / 180))
        return Fix(
            time: time, coordinates: Coordinates(clampedLatitude: latitude, longitude: longitude), accuracy: position.accuracy,
            altitude: position.height, speed: position.speed, heading: nil, battery: battery)
    }

    private typealias Place = (east: Double, north: Double, height: Double, speed: Double, accuracy: Double)

    private static func strolling(_ index: Int, _ seconds: Double) -> Place {
        let angle = seconds / 90 + Double(index)
        return (120 * cos(angle) + Double(index % 7) * 15, 80 * sin(angle * 1.3), village, 1.1, 18)
    }

    private static func skiing(_ index: Int, _ seconds: Double) -> Place {
        let ridge = ridges[index / 2 % ridges.count]
        let (up, down, rest) = (ridge.length / 4.5, ridge.length / 8, 150.0)
        let phase = seconds.truncatingRemainder(dividingBy: up + down + rest)
        let side = Double(index % 5 - 2) * 45
        if phase < up { return along(ridge, phase / up, offset: -60, speed: 4.5, accuracy: 8) }
        if phase < up + down {
            let share = 1 - (phase - up) / down
            return along(ridge, share, offset: side + 35 * sin(phase / 3), speed: 8 + 3 * sin(phase / 7), accuracy: 6)
        }
        return along(ridge, 0, offset: side, speed: 0, accuracy: 12)
    }

    private static func along(
        _ ridge: (east: Double, north: Double, length: Double, rise: Double), _ share: Double, offset: Double, speed: Double,
        accuracy: Double
    ) -> Place {
        let distance = 350 + share * ridge.length
        return (
            ridge.east * distance + ridge.north * offset, ridge.north * distance - ridge.east * offset,
            village + share * ridge.rise, speed, accuracy
        )
    }
}
