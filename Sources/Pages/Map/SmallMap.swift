import Domain

/// A place on a few tiles, drawn by the server: it leads to the map.
package struct SmallMap: Sendable {
    private static let size = (width: 512.0, height: 240.0)
    let tiles: [MapTile]
    let viewBox: String
    /// Moves the flag to the middle.
    let flag: String
    /// Of a person: their initials in a red ring instead of the flag.
    let initials: String?
    let label: String
    let link: Link

    /// - Parameters:
    ///   - ground: the tiles' version and style; nil while there is no map.
    ///   - label: what stands there, in words.
    init?(_ place: Coordinates?, on ground: (version: String, style: MapStyle)?, label: String, link: Link?, initials: String? = nil) {
        guard let place, let ground, let link else { return nil }
        let (width, height) = SmallMap.size
        tiles = MapTile.tiles(
            MapView(centre: place, zoom: 15), ground.style, version: ground.version, width: width, height: height)
        viewBox = "0 0 \(Int(width)) \(Int(height))"
        flag = "translate(\(Int(width / 2)) \(Int(height / 2)))"
        self.label = label
        self.initials = initials
        self.link = link
    }
}
