import Domain
import Foundation

/// Places on the plane, each exactly where `WorldPoint(_:)` has it, without two angles and a logarithm for every one. Around one latitude
/// the plane's y is a short power series; where its small error could decide about the unit, the exact formula does.
struct NearbyProjection {
    /// In a degree of latitude. Half of one is 0.00014 radians: the fifth power of it, which the series leaves out, is nothing.
    private static let rowsInADegree = 64.0
    /// Units: a hundred times what the series and the formula may differ by.
    private static let doubt = 0.0001
    /// Degrees, a little less than where the plane ends.
    private static let most = 85.0

    private var row = Double.nan
    private var middle = 0.0
    private var terms = (0.0, 0.0, 0.0, 0.0, 0.0)

    /// - Parameters: degrees. Nil outside −90…90 and −180…180, and for what is no number.
    mutating func point(latitude: Double, longitude: Double) -> WorldPoint? {
        guard let place = Coordinates(latitude: latitude, longitude: longitude) else { return nil }
        guard abs(latitude) < NearbyProjection.most else { return WorldPoint(place) }
        let row = (latitude * NearbyProjection.rowsInADegree).rounded(.down)
        if row != self.row { move(to: row) }
        let step = (latitude - middle) * .pi / 180
        let y = terms.0 - step * (terms.1 + step * (terms.2 + step * (terms.3 + step * terms.4)))
        let part = y - y.rounded(.down)
        guard part > NearbyProjection.doubt, part < 1 - NearbyProjection.doubt else { return WorldPoint(place) }
        return WorldPoint(x: WorldPoint.units((longitude + 180) / 360), y: WorldPoint.units(y / World.size))
    }

    /// The derivatives of ln(tan φ + sec φ), in units.
    private mutating func move(to row: Double) {
        self.row = row
        middle = (row + 0.5) / NearbyProjection.rowsInADegree
        let angle = middle * .pi / 180
        let (tangent, secant, radian) = (tan(angle), 1 / cos(angle), World.size / (2 * .pi))
        let square = tangent * tangent
        terms = (
            World.size * Mercator(Coordinates(clampedLatitude: middle, longitude: 0)).y, radian * secant, radian * secant * tangent / 2,
            radian * secant * (2 * square + 1) / 6, radian * secant * tangent * (6 * square + 5) / 24
        )
    }
}
