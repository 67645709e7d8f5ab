import Domain

/// Who reads a card of somebody, and where.
package struct CardReader: Sendable {
    let trip: Trip
    let role: Role
    /// Nil for an admin who is not on the trip.
    let member: ID?
    let now: Instant
    /// Who needs help, as far as the reader hears of it.
    let calls: OpenCalls
    package init(trip: Trip, role: Role, member: ID?, now: Instant, calls: OpenCalls) {
        self.trip = trip
        self.role = role
        self.member = member
        self.now = now
        self.calls = calls
    }

    /// Where the reader begins to write to somebody; nil where nobody can, and for the reader.
    func message(to other: ID) -> Link? {
        let isPossible = member != nil && member != other && trip.fields.directChat && trip.archivedAt == nil
        return isPossible ? Path.chatWithFriend(trip.fields.slug, other) : nil
    }

    /// Where a host asks somebody whether all is well; nil for other readers.
    func nudge(_ other: ID) -> Link? {
        role == .host && trip.archivedAt == nil && member != other ? Path.nudge(trip.fields.slug, other) : nil
    }
}

/// Who somebody is and how to reach them: the same wherever a person is named.
package struct PersonCard: Sendable {
    package struct Chip: Sendable {
        let text: String
        let style: String
        /// What staff must bear in mind.
        let isFlag: Bool
        init(_ text: String, _ style: String = "", isFlag: Bool = false) {
            (self.text, self.style, self.isFlag) = (text, style, isFlag)
        }
    }
    package struct Phone: Sendable {
        let number: String
        let link: Link
        init?(_ number: String) {
            guard !number.isEmpty else { return nil }
            (self.number, link) = (number, Path.telephone(number))
        }
    }
    package let name: String
    let face: Face
    let link: Link
    /// How fresh the position is, by shape and by colour; empty where the reader may not know.
    let mark: String
    let style: String
    let contact: String
    /// Behind the words of the contact, kept true by scripts.
    let age: AgeText?
    let help: NeedsHelp?
    let chips: [Chip]
    let phone: Phone?
    /// Instead of a number, for those who would see one.
    let lacksPhone: Bool
    let message: Link?
    /// For hosts: asks them whether all is well.
    let nudge: Link?
    /// Where they are; nil on the map itself, and for whoever is nowhere.
    private(set) var map: Link?

    /// As staff and medics see somebody.
    /// - Parameter entry: nil while nothing is known, or sharing is paused.
    package init(_ person: MapPerson, _ entry: BoardEntry?, _ freshness: Freshness, for reader: CardReader) {
        let slug = reader.trip.fields.slug
        (name, face) = (person.name, Face(person.name, slug, person.photo, .small))
        link = Path.person(slug, person.id, reader.role)
        (mark, style) = (freshness.mark, freshness.rawValue)
        contact = PersonCard.contact(freshness, isKnown: entry != nil)
        age = entry.map { .ago($0.lastContactAt, now: reader.now) }
        help = reader.calls.of(person.id, slug, reader.now)
        chips = PersonCard.chips(person)
        phone = Phone(person.phone)
        lacksPhone = person.phone.isEmpty
        message = reader.message(to: person.id)
        nudge = reader.nudge(person.id)
        map = entry.map { _ in Path.map(slug).asking("member", person.id.description) }
    }

    /// As the others on the trip see somebody: nothing that is not for them.
    package init(friend opened: FriendDetail, for reader: CardReader) {
        let (friend, slug, now) = (opened.friend, reader.trip.fields.slug, reader.now)
        (name, face) = (friend.name, Face(friend.name, slug, friend.photo, .small))
        link = Path.friend(slug, friend.id)
        (mark, style, help, phone, lacksPhone) = ("", "", nil, nil, false)
        let place = opened.place
        let far = place?.distance.map { nearness(metres: $0, above: place?.above) }
        contact = place == nil ? "" : far.map { Texts.said(text: $0) + "," } ?? Texts.said("Position")
        age = place.map { AgeText(of: $0.fix.time, now: now) }
        let languages = friend.fields[.languages]
        chips = (friend.isStaff ? [Chip(Texts.said("Host"))] : []) + (languages.isEmpty ? [] : [Chip(languages)])
        (message, nudge) = (reader.message(to: friend.id), nil)
        map = place.map { Path.myMap(slug).around($0.fix.coordinates, zoom: 16) }
    }

    /// On the map, where they are in sight.
    package var onMap: PersonCard {
        var card = self
        card.map = nil
        return card
    }

    /// "Last contact", before its age; or why there is none.
    private static func contact(_ freshness: Freshness, isKnown: Bool) -> String {
        guard !isKnown else { return Texts.said("Last contact") }
        return Texts.said(text: freshness.absence ?? "No position")
    }

    private static func chips(_ person: MapPerson) -> [Chip] {
        let attention = person.attention.isEmpty ? [] : [Chip(person.attention, "warn", isFlag: true)]
        let word = person.role.rawValue
        let role = person.role == .traveller ? [] : [Chip(Texts.said(text: word.prefix(1).uppercased() + word.dropFirst()))]
        let room = person.room.isEmpty ? [] : [Chip(Texts.said("Room \(person.room)"))]
        return attention + [Chip(Texts.said(text: person.status), style(of: person.status))] + role + room + person.groups.map { Chip($0) }
    }

    private static func style(of status: String) -> String {
        switch status {
        case MemberStatus.arrived.label: "ok"
        case MemberStatus.cancelled.label, MemberStatus.left.label: "bad"
        default: ""
        }
    }
}

/// A card by itself, which scripts show over a page.
package struct PersonCardPart: Page {
    let card: PersonCard
    package init(card: PersonCard) { self.card = card }
    package func render(into out: inout HTMLBuffer) { Template.commonPersonCard(card, &out) }
}
