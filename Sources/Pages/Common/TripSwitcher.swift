import Domain

/// The reader's trips, on every page: each leads to the section that is open now, where they have it there.
package struct TripSwitcher: Sendable {
    /// More than these are searched by typing.
    private static let few = 8

    package struct Choice: Sendable {
        let name: String
        let dates: String
        let link: Link
        let isCurrent: Bool
    }
    /// The open trip, or what the menu is.
    let label: String
    let isArchived: Bool
    let choices: [Choice]
    let isLong: Bool
    let all: Link

    /// Nil for a reader who is on no trip or is not signed in.
    init?(_ reader: LayoutReader, section: String?) {
        let (trip, actor) = (reader.trip, reader.actor)
        choices = reader.trips.filter { !$0.isArchived || $0.id == trip?.id }.map { summary in
            Choice(
                name: summary.name, dates: summary.startDay.span(to: summary.endDay),
                link: summary.id == trip?.id ? Layout.opening(summary, actor) : Layout.section(section, of: summary, actor),
                isCurrent: summary.id == trip?.id)
        }
        guard trip != nil || !choices.isEmpty else { return nil }
        label = trip?.fields.name ?? reader.frame?.name ?? Texts.said("Trips")
        isArchived = trip?.archivedAt != nil
        isLong = choices.count > TripSwitcher.few
        all = Path.trips()
    }
}

extension Layout {
    /// Sections that have different addresses for staff and for travellers.
    private static let counterparts = [("", "/my"), ("/events", "/my/events"), ("/map", "/my/map")]

    /// The same section of another trip, or that trip's start if the reader has no such section there.
    static func section(_ section: String?, of trip: TripSummary, _ actor: Actor?) -> Link {
        guard let section, let role = actor?.role(on: trip.id) else { return opening(trip, actor) }
        let other = counterparts.first { $0.0 == section || $0.1 == section }.map { $0.0 == section ? $0.1 : $0.0 }
        let offered = sections(trip.slug, role)
        let found = offered.first { $0.rest == section } ?? offered.first { $0.rest == other }
        return found?.link ?? opening(trip, actor)
    }
}
