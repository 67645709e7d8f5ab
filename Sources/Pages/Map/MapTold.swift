import Domain

extension MapPage {
    /// Somebody whom the address chooses, or a place, in the forms that rescuers ask for.
    package struct Told: Sendable {
        let title: String
        let link: Link?
        let card: Card?
        let place: CoordinateForms?
    }
    /// Who somebody is and how to reach them; the script makes the same one (`card.js`).
    package struct Card: Sendable {
        package struct Chip: Sendable {
            let text: String
        }
        let face: Face
        let name: String
        let link: Link
        let contact: String
        let style: String
        let mark: String
        let chips: [Chip]
        let phone: Phone?
        let message: Link?

        init(_ place: LocatedMember, _ scene: MapScene) {
            let (person, slug) = (place.person, scene.slug)
            face = Face(person.name, slug, person.photo)
            (name, link) = (person.name, scene.query.page(of: person.id, slug))
            contact = place.entry.map { Card.contact(scene.now - $0.lastContactAt) } ?? Texts.said(place.freshness.absence ?? "")
            (style, mark) = (place.freshness.rawValue, place.freshness.mark)
            let room = person.room.isEmpty ? [] : [Texts.said("Room \(person.room)")]
            chips = ([Texts.said(person.status)] + room + person.groups).map(Chip.init)
            phone = person.phone.isEmpty ? nil : Phone(number: person.phone, link: Path.telephone(person.phone))
            message = person.id == scene.query.reader ? nil : scene.messageLink(Path.friend(slug, person.id, "/chat"))
        }

        /// "Last contact 4 min ago".
        private static func contact(_ age: Duration) -> String {
            Texts.said("Last contact " + TimeText.ago(age))
        }
    }

    static func told(_ scene: MapScene) -> Told? {
        let query = scene.query
        if let call = Call(scene), let place = query.call?.place {
            return Told(title: call.title, link: call.link, card: nil, place: CoordinateForms(place.coordinates))
        }
        if let found = scene.places.first(where: { $0.person.id == query.selected }) {
            let card = Card(found, scene)
            return Told(title: card.name, link: card.link, card: card, place: found.entry.map { CoordinateForms($0.fix.coordinates) })
        }
        return query.view.map {
            Told(
                title: query.searched.isEmpty ? Texts.said("Middle of the map") : query.searched, link: nil, card: nil,
                place: CoordinateForms($0.centre))
        }
    }
}
