/// All pistes and lifts of the map.
package struct SkiOverview: Sendable {
    package let lines: [SkiLineDetail]
    /// Metres of downhill pistes in the network.
    package let connected: Double
    /// Total metres of downhill pistes, connected or not.
    package let downhill: Double
    package init(lines: [SkiLineDetail], connected: Double, downhill: Double) {
        self.lines = lines
        self.connected = connected
        self.downhill = downhill
    }
}
