import Atlas
import Domain

/// Pistes, lifts, and what else the atlas knows by name or by place.
package struct SkiService: Sendable {
    private let currentAtlas: CurrentAtlas

    package init(currentAtlas: CurrentAtlas) { self.currentAtlas = currentAtlas }

    package func overview(_ access: some StaffOrMedicProof) throws -> SkiOverview {
        guard let ski = currentAtlas.loaded()?.ski else { return SkiOverview(lines: [], connected: 0, downhill: 0) }
        let length = ski.connectedLength
        return SkiOverview(lines: ski.lines, connected: length.connected, downhill: length.all)
    }

    package func line(_ id: String, _ access: some StaffOrMedicProof) throws -> SkiLineDetail {
        guard let found = currentAtlas.loaded()?.ski.line(id) else { throw Refusal.notFound }
        return found
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
    package func everySign(_ access: some StaffOrMedicProof) -> [SkiSign] { currentAtlas.loaded()?.ski.everySign ?? [] }

    package func search(_ text: String, limit: Int, _ access: some StaffOrMedicProof) throws -> [PlaceHit] {
        currentAtlas.loaded()?.search.search(text, limit: limit) ?? []
    }
}
