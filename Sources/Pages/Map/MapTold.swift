import Domain

extension MapPage {
    /// A place that the address asks for, in the forms that rescuers ask for.
    package struct Told: Sendable {
        let title: String
        let link: Link?
        let place: PlaceForms
    }

    static func told(_ chosen: MapView?, _ places: [MapPlace], _ selected: ID?, _ slug: String) -> Told? {
        if let chosen { return Told(title: "Middle of the map", link: nil, place: PlaceForms(chosen.centre)) }
        return places.first { $0.person.id == selected }.flatMap { found in
            found.entry.map {
                Told(title: found.person.name, link: Path.member(slug, found.person.id), place: PlaceForms($0.fix.coordinates))
            }
        }
    }
}
