import Domain

/// Every trip of the reader: now, coming, over; and those that they have asked to join.
package struct TripsPage: Page {
    package struct Row: Sendable {
        let name: String
        let place: String
        let dates: String
        /// "Day 3 of 7", "in 12 days", "ended 4 days ago".
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

    /// Days are those of the reader's server; trips in far zones are off by hours at most.
    /// - Parameter link: of a trip to join, as it was typed, and what is wrong with it.
    package init(
        layout: Layout, actor: Actor, overview: TripsOverview, link: (text: String, errors: [FieldError]), now: Instant
    ) {
        self.layout = layout
        let (trips, requests) = (overview.trips, overview.requests)
        let (open, today) = (trips.filter { !$0.isArchived }, TripZone.utc.today(at: now))
        sections = [
            TripsPage.section("Now", open.filter { $0.startDay <= today && today <= $0.endDay }, actor, today),
            TripsPage.section("Coming", open.filter { $0.startDay > today }.sorted { $0.startDay < $1.startDay }, actor, today),
            TripsPage.section("Over", trips.filter { $0.isArchived || $0.endDay < today }, actor, today),
        ].filter { !$0.rows.isEmpty }
        create = actor.account.isAdmin ? Path.newTrip() : nil
        deleted = actor.account.isAdmin ? Path.deletedTrips() : nil
        isEmpty = trips.isEmpty && actor.account.isAdmin
        self.requests = requests.map { TripsPage.request($0, now) }
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

    private static func section(_ title: String, _ trips: [TripSummary], _ actor: Actor, _ today: Day) -> Section {
        Section(
            title: Texts.said(text: title),
            rows: trips.map {
                Row(
                    name: $0.name, place: $0.place, dates: $0.startDay.span(to: $0.endDay), when: TripsPage.when($0, today),
                    members: counted($0.memberCount, "member"), link: Layout.opening($0, actor), isArchived: $0.isArchived)
            })
    }

    private static func when(_ trip: TripSummary, _ today: Day) -> String {
        let (before, after) = (trip.startDay.number - today.number, today.number - trip.endDay.number)
        if before > 0 { return before == 1 ? Texts.said("Begins tomorrow") : Texts.said("Begins in \(counted(before, "day"))") }
        if after > 0 { return after == 1 ? Texts.said("Ended yesterday") : Texts.said("Ended \(counted(after, "day")) ago") }
        return Texts.said("Day \(1 - before) of \(trip.endDay.number - trip.startDay.number + 1)")
    }

    private static func request(_ request: OwnJoinRequest, _ now: Instant) -> Request {
        let isDeclined = request.declinedAt != nil
        return Request(
            trip: request.tripName, asked: TimeText(request.askedAt, zone: .utc, now: now),
            state: isDeclined ? Texts.said("A host has declined: speak to them if that is a mistake") : Texts.said("Waits for a host"),
            isDeclined: isDeclined,
            withdraw: isDeclined ? nil : Path.withdrawRequest(request.id))
    }
}
