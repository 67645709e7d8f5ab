import Domain

extension MapPage {
    /// Where people meet today and tomorrow: events at the same place share a mark.
    package struct Meeting: Sendable {
        let x: String
        let y: String
        let latitude: String
        let longitude: String
        let label: String
        let title: String
        let link: Link
        let isInView: Bool

        static func all(_ events: [Event], _ trip: Trip, _ view: MapView, _ now: Instant) -> [Meeting] {
            let text = EventText(zone: trip.zone, now: now)
            let coming = events.filter { $0.state == .published && !$0.isOver(at: now) && $0.startsByTomorrow(trip.zone, at: now) }
            let places = Dictionary(grouping: coming.compactMap { event in event.meeting.map { (event, $0) } }) {
                decimal($0.1.latitude, 4) + " " + decimal($0.1.longitude, 4)
            }
            return places.values.compactMap { group -> Meeting? in
                let sorted = group.sorted { $0.0.fields.startsAt < $1.0.fields.startsAt }
                guard let (first, place) = sorted.first else { return nil }
                let point = view.point(place)
                return Meeting(
                    x: decimal(point.x, 1), y: decimal(point.y, 1), latitude: decimal(place.latitude, 6),
                    longitude: decimal(place.longitude, 6),
                    label: text.start(first.fields) + " " + first.fields.title + (sorted.count > 1 ? " +\(sorted.count - 1)" : ""),
                    title: sorted.map { "\(text.start($0.0.fields)) \($0.0.fields.title), \($0.0.fields.meetingPoint)" }.joined(
                        separator: "\n"),
                    link: Path.event(trip.fields.slug, first.id), isInView: MapPage.isVisible(point))
            }.sorted { $0.label < $1.label }
        }
    }
}
