import Domain

extension MapPage {
    /// A place that the address asks for, in the forms that rescuers ask for.
    package struct Told: Sendable {
        let title: String
        let link: Link?
        let place: CoordinateForms
    }

    static func told(_ scene: MapScene) -> Told? {
        let query = scene.query
        if let call = Call(scene), let place = query.call?.place {
            return Told(title: call.title, link: call.link, place: CoordinateForms(place.coordinates))
        }
        if let chosen = query.view { return Told(title: "Middle of the map", link: nil, place: CoordinateForms(chosen.centre)) }
        return scene.places.first { $0.person.id == query.selected }.flatMap { found in
            found.entry.map {
                Told(
                    title: found.person.name, link: query.page(of: found.person.id, scene.slug),
                    place: CoordinateForms($0.fix.coordinates))
            }
        }
    }
}
