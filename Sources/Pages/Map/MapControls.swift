import Domain

/// What stands around the map.
extension MapPage {
    package struct Layer: Sendable {
        let name: String
        let label: String
        let isOn: Bool

        static func all(_ on: MapLayers) -> [Layer] {
            MapLayers.all.map { Layer(name: $0.name, label: Texts.said(text: $0.label), isOn: on.contains($0.layer)) }
        }
    }
    /// A place that people look for.
    package struct Listed: Sendable {
        let name: String
        let group: String
        let link: Link
        let x: String
        let y: String

        static func all(_ scene: MapScene) -> [Listed] {
            scene.listed.compactMap { place in
                let point = scene.view.point(place.coordinates)
                guard MapPage.isVisible(point) else { return nil }
                return Listed(
                    name: place.title, group: place.kind.group.rawValue, link: Path.place(scene.slug, place.id), x: decimal(point.x, 1),
                    y: decimal(point.y, 1))
            }
        }
    }
    /// Somebody or something that the search found.
    package struct Hit: Sendable {
        let name: String
        let kind: String
        let link: Link
        package init(name: String, kind: String, link: Link) {
            self.name = name
            self.kind = kind
            self.link = link
        }
    }
    package struct HiddenField: Sendable {
        let name: String
        let value: String

        /// The same map again, whatever its layers.
        static func all(_ scene: MapScene) -> [HiddenField] {
            scene.pairs(scene.view, [("was", scene.style.rawValue)]).filter { $0.0 != "layer" && !$0.1.isEmpty }
                .map { HiddenField(name: $0.0, value: $0.1) }
        }
    }

    static func choices(_ groups: [Group], _ chosen: String) -> [FormField.Choice] {
        [.init(value: "", label: Texts.said("Everybody"), isSelected: chosen.isEmpty)]
            + groups.map { .init(value: $0.name, label: $0.name, isSelected: folded($0.name) == folded(chosen)) }
    }

    /// "1,640 ft", and miles from one on.
    static func feet(_ metres: Double) -> String {
        Texts.said(metres >= 1609.344 ? "\(decimal(metres / 1609.344, 1)) mi" : "\(decimal(metres / 0.3048, 0)) ft")
    }

    /// "street<tab>url<tab>attribution" a line, for the script.
    static func rasterText(_ servers: [RasterServer]) -> String {
        servers.map { [$0.style.rawValue, $0.url, $0.attribution].joined(separator: "\t") }.joined(separator: "\n")
    }
}
