import Domain
import Foundation

/// Where the demo's people are: up the lifts, down the pistes, a rest at the bottom; a few stay in the village.
package enum Terrain {
    static let base = Valley.base

    /// Where member `index` is at a time.
    package static func fix(member index: Int, at time: Instant, battery: Int) -> Fix {
        let seconds = Double(time.milliseconds) / 1000 + Double(index) * 197
        let position = index % 9 == 8 ? strolling(index, seconds) : skiing(index, seconds)
        // Some phones know no height.
        let altitude = index % 7 == 3 ? nil : Valley.height(position.place).rounded()
        return Fix(
            time: time, coordinates: Valley.coordinates(position.place), accuracy: position.accuracy, altitude: altitude,
            speed: position.speed, heading: nil, battery: battery)
    }

    private typealias Position = (place: Valley.Point, speed: Double, accuracy: Double)

    private static func strolling(_ index: Int, _ seconds: Double) -> Position {
        let angle = seconds / 90 + Double(index)
        return (Valley.Point(east: 120 * cos(angle) + Double(index % 7) * 15, north: 60 * sin(angle * 1.3)), 1.1, 18)
    }

    private static func skiing(_ index: Int, _ seconds: Double) -> Position {
        let piste = Valley.pistes[index % Valley.pistes.count]
        let lift = Valley.lifts[piste.lift]
        let length = Terrain.length(piste.line)
        let (up, down, rest) = (lift.bottom.distance(to: lift.top) / lift.speed, length / 8, 150.0)
        let phase = seconds.truncatingRemainder(dividingBy: up + down + rest)
        if phase < up { return (lift.bottom.along(lift.top, phase / up), lift.speed, 8) }
        if phase < up + down { return (place(piste.line, at: (phase - up) / down * length), 8 + 3 * sin(phase / 7), 6) }
        return (lift.bottom, 0, 12)
    }

    private static func length(_ line: [Valley.Point]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    private static func place(_ line: [Valley.Point], at distance: Double) -> Valley.Point {
        var rest = distance
        for (from, to) in zip(line, line.dropFirst()) {
            let step = from.distance(to: to)
            if rest <= step { return from.along(to, step > 0 ? rest / step : 0) }
            rest -= step
        }
        return line.last ?? Valley.Point(east: 0, north: 0)
    }
}
