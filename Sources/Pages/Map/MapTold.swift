import Domain

extension MapPage {
    /// Somebody whom the address chooses, or a place, in the forms that rescuers ask for.
    package struct Told: Sendable {
        let title: String
        let link: Link?
        let card: PersonCard?
        let place: CoordinateForms?
        /// Nobody asked what is there: for browsers without scripts, in which nobody can.
        let isMiddle: Bool
    }

    static func told(_ scene: MapScene) -> Told? {
        let query = scene.query
        if let call = Call(scene), let place = query.call?.place {
            return Told(title: call.title, link: call.link, card: nil, place: CoordinateForms(place.coordinates), isMiddle: false)
        }
        if let found = scene.places.first(where: { $0.person.id == query.selected }) {
            let reader = CardReader(trip: scene.trip, role: query.role, member: query.reader, now: scene.now, calls: query.calls)
            let card = PersonCard(found.person, found.entry, found.freshness, for: reader).onMap
            let place = found.entry.map { CoordinateForms($0.fix.coordinates) }
            return Told(title: card.name, link: card.link, card: card, place: place, isMiddle: false)
        }
        return query.view.map {
            Told(
                title: query.searched.isEmpty ? Texts.said("Middle of the map") : query.searched, link: nil, card: nil,
                place: CoordinateForms($0.centre), isMiddle: query.searched.isEmpty)
        }
    }
}
