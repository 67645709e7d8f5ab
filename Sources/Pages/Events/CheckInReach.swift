import Domain

/// How somebody is reached who is missing at a check-in, besides by phone: a message, and the map with the age of their newest position.
struct CheckInReach {
    private let slug: String
    /// Of the member; nil where they write to nobody.
    private let reader: String?
    private let now: Instant
    private let lastSeen: [ID: Instant]

    init(_ tripLayout: TripLayout, lastSeen: [ID: Instant]) {
        let trip = tripLayout.trip
        let me = tripLayout.layout.trip?.me ?? ""
        reader = me.isEmpty || !trip.fields.directChat || trip.archivedAt != nil ? nil : me
        (slug, now, self.lastSeen) = (tripLayout.slug, tripLayout.now, lastSeen)
    }

    func adding(to person: CheckInPage.Person) -> CheckInPage.Person {
        guard let id = ID(person.id) else { return person }
        var person = person
        person.message = reader == nil || reader == person.id ? nil : Path.chatWithFriend(slug, id)
        if let at = lastSeen[id] {
            person.map = Path.map(slug).asking("member", person.id)
            person.seen = .ago(at, now: now)
        }
        return person
    }
}
