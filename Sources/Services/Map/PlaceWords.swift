import Atlas
import Domain

/// Where somebody is in words, by what the map knows around them.
extension MapService {
    /// Metres: what is farther away is no help to whoever looks for somebody.
    private static let landmarkReach = 3_000.0
    /// Whoever is so near to a piste or a lift is looked for from there.
    private static let lineReach = 60.0
    /// What people of the area find by its name.
    private static let landmarks: Set<PlaceKind> = [
        .restaurant, .cafe, .bar, .pub, .fastFood, .biergarten, .foodCourt, .hut, .shelter, .supermarket, .skiRental, .hospital, .clinic,
        .police, .mountainRescue, .rangerStation, .train, .bus,
    ]

    /// Nil while no map has been imported, and where it knows nothing.
    package func words(for point: Coordinates, isHeightSaid: Bool = true) -> String? {
        guard let atlas = currentAtlas.loaded() else { return nil }
        var query = PlaceQuery(centre: point, radius: MapService.landmarkReach)
        query.kinds = MapService.landmarks
        let found = atlas.places.nearest(query, limit: 1) { !atlas.places.listed($0).name.isEmpty }.first
        let landmark = found.map { atlas.places.listed($0.entry) }.map { PlaceInWords.Landmark(name: $0.name, coordinates: $0.coordinates) }
        let line = atlas.ski.nearest(to: point, within: MapService.lineReach).flatMap(MapService.name)
        let height = isHeightSaid ? currentAtlas.groundHeight(at: point) : nil
        return PlaceInWords(of: point, landmark: landmark, line: line, height: height).text
    }

    /// "piste 4 Rosa", "the lift Piz Rosa"; nil for one without a name.
    private static func name(_ line: SkiLineDetail) -> String? {
        let name = [line.ref, line.name].filter { !$0.isEmpty }.joined(separator: " ")
        guard !name.isEmpty else { return nil }
        return line.lift == nil ? Texts.said("piste \(name)") : Texts.said("the lift \(name)")
    }
}
