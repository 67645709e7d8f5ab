import Domain

/// Choosing whom to invite, with everybody's name before anything is sent.
package struct PublishPage: Page {
    package struct Choice: Sendable {
        let value: String
        let label: String
        let isChosen: Bool
    }
    package struct Person: Sendable {
        let id: String
        let name: String
        let groups: String
        let distance: String?
        let isTicked: Bool
    }
    let layout: Layout
    let title: String
    let when: String
    let kinds: [Choice]
    let groups: [Choice]
    let people: [Person]
    let count: String
    let nobody: Nothing?
    let kind: String
    let chosenGroups: [Choice]
    let mayAdmit: Bool
    let action: Link
    let back: Link
    /// Each is chosen by hand: the list is open.
    let isChoosing: Bool
    var hasPeople: Bool { !people.isEmpty }
    var ticked: Int { people.count { $0.isTicked } }
    let version: Int
    let problem: String?

    package init(layout tripLayout: TripLayout, event: Event, audience: EventAudience, problem: String?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        title = event.fields.title
        when = EventText(zone: trip.zone, now: now).sentence(event.fields)
        let (kind, chosen) = (audience.kind, audience.chosen)
        kinds = AudienceKind.allCases.map { Choice(value: $0.rawValue, label: Texts.said(text: $0.label), isChosen: $0 == kind) }
        groups = audience.groups.map {
            Choice(value: $0.id.description, label: "\($0.name) (\($0.memberCount))", isChosen: chosen.contains($0.id))
        }
        chosenGroups = kind == .groups ? groups.filter(\.isChosen) : []
        people = audience.people.map { person in
            Person(
                id: person.row.id.description, name: person.row.fullName, groups: person.row[.groups],
                distance: person.distance.map { $0 < 1000 ? "\(tens($0)) m" : decimal($0 / 1000, 1) + " km" },
                isTicked: kind != .selected)
        }
        count = counted(audience.people.count, "person", "people")
        isChoosing = kind == .selected
        nobody = people.isEmpty ? PublishPage.nobody(kind, event, trip) : nil
        self.kind = kind.rawValue
        mayAdmit = kind == .everyone || kind == .groups
        action = Path.publishEvent(trip.fields.slug, event.id)
        back = Path.event(trip.fields.slug, event.id)
        version = event.version
        self.problem = problem
    }
    private static func nobody(_ kind: AudienceKind, _ event: Event, _ trip: Trip) -> Nothing {
        switch kind {
        case .groups: Nothing("No group is chosen.", "Tick one or more, then show names.")
        case .nearby:
            event.meeting == nil
                ? Nothing(
                    "The event’s meeting point has no coordinates, and you have no position of your own.",
                    "Set the meeting point on the map, or choose whom to invite in another way.")
                : Nothing(
                    "Nobody with a fresh position is within \(trip.fields.nearbyRadius) m of the meeting point.",
                    "Choose whom to invite in another way.")
        case .everyone, .selected: Nothing("Nobody is on the roster.", "Add people there first.")
        }
    }

    package func render(into out: inout HTMLBuffer) { Template.eventsPublish(self, &out) }
}
