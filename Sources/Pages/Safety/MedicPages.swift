import Domain

/// Everybody on the trip as medics see them: whom to reach, and who has medical notes.
package struct MedicPage: Page {
    package struct Phone: Sendable {
        let number: String
        let link: Link
        init?(_ number: String) {
            guard !number.isEmpty else { return nil }
            (self.number, link) = (number, Path.telephone(number))
        }
    }
    package struct Row: Sendable {
        let name: String
        let face: Face
        let link: Link
        let hasNotes: Bool
        let mark: String
        let style: String
        let contact: String
        let phone: Phone?
        let emergencyName: String
        let emergencyPhone: Phone?
        let lacksEmergency: Bool
    }
    let layout: Layout
    let action: Link
    let search: String
    let onlyWithNotes: Bool
    let count: String
    let rows: [Row]
    let empty: Nothing?

    package init(
        layout tripLayout: TripLayout, people: [(person: MedicPerson, entry: BoardEntry?)], search: String, onlyWithNotes: Bool
    ) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        self.search = search
        self.onlyWithNotes = onlyWithNotes
        let slug = trip.fields.slug
        action = Path.medic(slug)
        let found = people.filter { (!onlyWithNotes || $0.person.hasNotes) && $0.person.matches(search) }
        let clock = ContactClock(trip: trip, now: now)
        rows = found.map { MedicPage.row($0.person, $0.entry, trip, clock, now) }
        let withNotes = people.count { $0.person.hasNotes }
        count = Texts.said("\(people.count) on this trip, \(withNotes) with medical notes")
        let nobody = Nothing.nobody(for: search, everybody: Path.medic(slug))
        empty = !rows.isEmpty ? nil : people.isEmpty ? Nothing("Nobody is on this trip yet.", "Hosts add people on the roster.") : nobody
    }

    private static func row(_ person: MedicPerson, _ entry: BoardEntry?, _ trip: Trip, _ clock: ContactClock, _ now: Instant) -> Row {
        let slug = trip.fields.slug
        let freshness = Freshness(lastFix: entry?.fix.time, isPaused: person.isPaused, now: now, trip: trip.fields)
        return Row(
            name: person.name, face: Face(person.name, slug, person.photo), link: Path.medicPerson(slug, person.id),
            hasNotes: person.hasNotes,
            mark: freshness.mark, style: freshness.rawValue,
            contact: entry.map { clock.text($0.fix.time) + ", " + TimeText.age(now - $0.fix.time) } ?? Texts.said(text: freshness.label),
            phone: Phone(person.phone), emergencyName: person.emergencyName, emergencyPhone: Phone(person.emergencyPhone),
            lacksEmergency: person.emergencyName.isEmpty && person.emergencyPhone.isEmpty)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetyMedic(self, &out) }
}

/// One of them. The notes are on it only after they were opened.
package struct MedicPersonPage: Page {
    let layout: Layout
    let name: String
    let face: Face
    let phone: MedicPage.Phone?
    let emergencyName: String
    let emergencyPhone: MedicPage.Phone?
    let lacksEmergency: Bool
    let mark: String
    let style: String
    let contact: String
    let place: CoordinateForms?
    let map: Link
    let hasNotes: Bool
    let notes: String?
    let open: Link

    /// - Parameter notes: nil before they were opened.
    package init(layout tripLayout: TripLayout, person: MedicPerson, entry: BoardEntry?, notes: String?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let slug = trip.fields.slug
        name = person.name
        face = Face(name, slug, person.photo, .small)
        phone = MedicPage.Phone(person.phone)
        emergencyName = person.emergencyName
        emergencyPhone = MedicPage.Phone(person.emergencyPhone)
        lacksEmergency = person.emergencyName.isEmpty && person.emergencyPhone.isEmpty
        let freshness = Freshness(lastFix: entry?.fix.time, isPaused: person.isPaused, now: now, trip: trip.fields)
        (mark, style) = (freshness.mark, freshness.rawValue)
        contact = MemberPage.contact(freshness, entry, trip, now)
        place = entry.map { CoordinateForms($0.fix.coordinates) }
        map = Path.map(slug).asking("member", person.id.description)
        hasNotes = person.hasNotes
        self.notes = notes
        open = Path.openMedicNotes(slug, person.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.safetyMedicPerson(self, &out) }
}
