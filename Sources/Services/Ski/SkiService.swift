import Atlas
import Domain

/// Pistes, lifts, and what else the atlas knows by name or by place.
package struct SkiService: Sendable {
    private let currentAtlas: CurrentAtlas

    package init(currentAtlas: CurrentAtlas) { self.currentAtlas = currentAtlas }

    package func overview(_ access: some TripProof) throws -> SkiOverview {
        guard let ski = currentAtlas.loaded()?.ski else { return SkiOverview(lines: [], connected: 0, downhill: 0) }
        let length = ski.connectedLength
        return SkiOverview(lines: ski.lines, connected: length.connected, downhill: length.all)
    }

    /// Whether the map has any piste or lift.
    package func hasLines(_ access: some TripProof) -> Bool { currentAtlas.loaded()?.ski.lines.isEmpty == false }

    package func line(_ id: String, _ access: some TripProof) throws -> SkiLineDetail {
        guard let found = currentAtlas.loaded()?.ski.line(id) else { throw Refusal.notFound }
        return found
    }

    /// Where a piste or a lift runs; empty where the map no longer has it.
    package func path(of line: SkiLineDetail, _ access: some TripProof) -> [Coordinates] {
        currentAtlas.loaded()?.ski.path(of: line) ?? []
    }

    /// The piste or lift at a place, within some metres.
    package func nearest(to place: Coordinates, within metres: Double, _ access: some StaffOrMedicProof) throws -> SkiLineDetail? {
        currentAtlas.loaded()?.ski.nearest(to: place, within: metres)
    }

    /// What the map shows of pistes and lifts between two corners.
    package func signs(
        from northWest: Coordinates, to southEast: Coordinates, zoom: Int, style: MapStyle, _ access: some StaffOrMedicProof
    ) throws -> [SkiSign] {
        currentAtlas.loaded()?.ski.signs(from: northWest, to: southEast, zoom: zoom, style: style) ?? []
    }

    /// Every sign of pistes and lifts that the mountain map may show; none where there are neither.
    package func everySign(_ access: some TripProof) -> [SkiSign] { currentAtlas.loaded()?.ski.everySign ?? [] }

    package func search(_ text: String, limit: Int, _ access: some TripProof) throws -> [PlaceHit] {
        currentAtlas.loaded()?.search.search(text, limit: limit) ?? []
    }

    /// What is called so and lies at a place, within some 10 m: what an address says of a spot of the map is shown only if it is true.
    package func spot(named name: String, at place: Coordinates, _ access: some TripProof) -> PlaceHit? {
        currentAtlas.loaded()?.search.search(name, limit: 50).first {
            $0.name == name && abs($0.latitude - place.latitude) < 1e-4 && abs($0.longitude - place.longitude) < 1e-4
        }
    }
}
