/// What can be switched on and off on a map. A printed map shows the same as the screen.
package struct MapLayers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let people = MapLayers(rawValue: 1)
    package static let accuracy = MapLayers(rawValue: 2)
    /// The way of the member who is chosen.
    package static let trail = MapLayers(rawValue: 4)
    /// The ways of everybody.
    package static let trails = MapLayers(rawValue: 8)
    package static let base = MapLayers(rawValue: 16)
    package static let meetings = MapLayers(rawValue: 32)
    package static let ski = MapLayers(rawValue: 64)
    package static let places = MapLayers(rawValue: 128)
    package static let grid = MapLayers(rawValue: 256)
    /// Places that people look for, with their names, over the ground's own signs.
    package static let listed = MapLayers(rawValue: 512)
    package static let listedName = "listed"

    /// What a map shows that nobody has changed.
    package static let standard: MapLayers = [.people, .accuracy, .trail, .base, .meetings, .ski, .places]

    /// In the order of the list; by their names in addresses and scripts, and in words.
    package static let all: [(layer: MapLayers, name: String, label: String)] = [
        (.people, "markers", "People"), (.accuracy, "accuracy", "Accuracy"), (.trail, "trail", "Selected person’s trail"),
        (.trails, "trails", "Everyone’s trails"), (.base, "base", "Base"), (.meetings, "meetings", "Meeting points"),
        (.ski, "ski", "Pistes and lifts"), (.places, "places", "Signs of places"), (.listed, listedName, "Names of places"),
        (.grid, "graticule", "Grid"),
    ]
    /// Says in an address that all are off: one that names no layer means the standard ones.
    package static let noneName = "none"

    /// - Parameter names: layers that are on; unknown names are ignored.
    package init(names: [String]) {
        guard !names.isEmpty else { self = .standard; return }
        self = MapLayers(MapLayers.all.filter { names.contains($0.name) }.map(\.layer))
    }

    package var names: [String] {
        let names = MapLayers.all.filter { contains($0.layer) }.map(\.name)
        return names.isEmpty ? [MapLayers.noneName] : names
    }

    /// The layers that are part of the tiles.
    package var content: MapContent {
        MapContent([(MapLayers.ski, MapContent.ski), (.places, .places)].filter { contains($0.0) }.map(\.1))
    }
}
