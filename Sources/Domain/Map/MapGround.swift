/// What lies under the people on a map.
/// Heights are metres above the sea.
package struct MapGround: Sendable {
    /// Of the tiles; nil while there is no map.
    package let version: String?
    /// As the reader chose it.
    package let choice: MapChoice
    /// Of the trip's base.
    package let baseHeight: Double?
    /// From where the mountain map is shown.
    package let threshold: Double?
    package let rasterServers: [RasterServer]
    /// Two opposite corners of what the map shows; none while there is no map.
    package let corners: [Coordinates]
    /// Nil where the atlas does not know.
    package let height: @Sendable (Coordinates) -> Double?
    package init(
        version: String?, choice: MapChoice, baseHeight: Double?, threshold: Double?, rasterServers: [RasterServer],
        corners: [Coordinates] = [], height: @escaping @Sendable (Coordinates) -> Double?
    ) {
        self.version = version
        self.choice = choice
        self.baseHeight = baseHeight
        self.threshold = threshold
        self.rasterServers = rasterServers
        self.corners = corners
        self.height = height
    }
}
