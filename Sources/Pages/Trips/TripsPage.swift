import Domain

/// Every trip of the reader: now, coming, over; and those that they have asked to join.
package struct TripsPage: Page {
    package struct Row: Sendable {
        let name: String
        let place: String
        let dates: String
        /// "Day 3 of 7", as `tripStanding` says it.
        let when: String
        let members: String
        let link: Link
        let isArchived: Bool
    }
    package struct Section: Sendable {
        let title: String
        let rows: [Row]
    }
    package struct Request: Sendable {
        let trip: String
        let asked: TimeText
        let state: String
        let isDeclined: Bool
        let withdraw: Link?
    }
    /// For whoever is on no trip: where to begin.
    package struct Finding: Sendable {
        let fields: [FormField]
        let action: Link
    }
    let layout: Layout
    let sections: [Section]
    let create: Link?
    let deleted: Link?
    let isEmpty: Bool
    let requests: [Request]
    let hasRequests: Bool
    let finding: Finding?

    /// Days are those of each trip's own zone.
    /// - Parameter link: of a trip to join, as it was typed, and what is wrong with it.
    package init(
        layout: Layout, actor: Actor, overview: TripsOverview, link: (text: String, errors: [FieldError]), now: Instant
    ) {
        self.layout = layout
        let (trips, requests) = (overview.trips, overview.requests)
        sections = TripsPage.sections(trips.map { ($0, $0.zone.today(at: now)) }, actor)
        create = actor.account.isAdmin ? Path.newTrip() : nil
        deleted = actor.account.isAdmin ? Path.deletedTrips() : nil
        isEmpty = trips.isEmpty && actor.account.isAdmin
        self.requests = requests.map { TripsPage.request($0, layout.zone, now) }
        hasRequests = !requests.isEmpty
        let hint = "A host passes it on, often as a code to scan. It looks like https://…/join-trip/…"
        finding =
            actor.account.isAdmin || (!trips.isEmpty && link.errors.isEmpty)
            ? nil
            : Finding(
                fields: [FormField("link", "The trip’s link", link.text, hint: hint, errors: link.errors, isRequired: true)],
                action: Path.findTrip())
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsIndex(self, &out) }

    /// What is said right after one was deleted, with the way back.
    package static func deleted(_ trip: BinnedTrip) -> Flash {
        Flash(Texts.said("\(trip.thing.name) moved to the bin for 30 days"), undo: Path.restoreTrip(trip.thing.id))
    }

    /// Each trip beside the day that it is there.
    private typealias Dated = (trip: TripSummary, today: Day)

    private static func sections(_ trips: [Dated], _ actor: Actor) -> [Section] {
        let open = trips.filter { !$0.trip.isArchived }
        let coming = open.filter { $0.trip.startDay > $0.today }.sorted { $0.trip.startDay < $1.trip.startDay }
        return [
            section("Now", open.filter { $0.trip.startDay <= $0.today && $0.today <= $0.trip.endDay }, actor),
            section("Coming", coming, actor),
            section("Over", trips.filter { $0.trip.isArchived || $0.trip.endDay < $0.today }, actor),
        ].filter { !$0.rows.isEmpty }
    }

    private static func section(_ title: String, _ trips: [Dated], _ actor: Actor) -> Section {
        Section(
            title: Texts.said(text: title),
            rows: trips.map { trip, today in
                Row(
                    name: trip.name, place: trip.place, dates: trip.startDay.span(to: trip.endDay),
                    when: tripStanding(trip.startDay, trip.endDay, today: today), members: counted(trip.memberCount, "member"),
                    link: Layout.opening(trip, actor), isArchived: trip.isArchived)
            })
    }

    private static func request(_ request: OwnJoinRequest, _ zone: TripZone, _ now: Instant) -> Request {
        let isDeclined = request.declinedAt != nil
        return Request(
            trip: request.tripName, asked: TimeText(request.askedAt, zone: zone, now: now),
            state: isDeclined ? Texts.said("A host has declined: speak to them if that is a mistake") : Texts.said("Waits for a host"),
            isDeclined: isDeclined,
            withdraw: isDeclined ? nil : Path.withdrawRequest(request.id))
    }
}
