import Domain

/// The traveller's start page: what to answer, where to be, who sees them, whom to call.
package struct MyPage: Page {
    package struct Meets: Sendable {
        let text: String
        let place: CoordinateForms
    }
    let layout: Layout
    let heading: String
    let dates: String
    let news: [EventNewsPanel]
    let invitations: [MyEventsPage.Row]
    let next: [MyEventsPage.Row]
    let allEvents: Link
    let sharing: SharingPanel
    let call: OwnCall?
    let meeting: String?
    let base: String?
    let basePlace: CoordinateForms?
    /// Where the next event that they go to meets.
    let meets: Meets?
    let emergency: [EmergencyLine]
    let worker: Link
    /// Kept for a dead zone without having been opened: addresses with spaces between them.
    let pages: String
    let version: String
    let baseLatitude: String
    let baseLongitude: String
    let made: TimeText

    package init(layout tripLayout: TripLayout, events: [EventSummary], sharing: Sharing, call: OwnHelp?, version: String?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        heading = trip.fields.name
        dates = TodayPage.dates(trip, now: now)
        let text = EventText(zone: trip.zone, now: now)
        let coming = events.filter { !$0.event.isOver(at: now) }.map { MyEventsPage.row($0, among: events, trip.fields.slug, text, now) }
        news = MyEventsPage.news(events, trip.fields.slug, text, back: "my")
        invitations = coming.filter(\.needsAnswer)
        next = Array(coming.filter { $0.isGoing && !$0.needsAnswer }.prefix(6))
        allEvents = Path.my(trip.fields.slug, "/events")
        self.sharing = SharingPanel(trip: trip, sharing: sharing)
        self.call = call.map { OwnCall($0, trip, now: now) }
        meeting = trip.fields.meetingInformation.isEmpty ? nil : trip.fields.meetingInformation
        base = trip.fields.baseName.isEmpty ? nil : trip.fields.baseName
        basePlace = trip.base.map(CoordinateForms.init)
        meets = MyPage.meets(events, text, now)
        emergency = EmergencyLine.all(trip.fields.emergencyNumbers)
        worker = Path.offlineWorker
        pages = ["/events", "/map", "/profile", "/events/new"].map { Path.my(trip.fields.slug, $0).text }.joined(separator: " ")
        self.version = version ?? ""
        baseLatitude = trip.base.map { decimal($0.latitude, 6) } ?? ""
        baseLongitude = trip.base.map { decimal($0.longitude, 6) } ?? ""
        made = TimeText(now, zone: trip.zone, now: now)
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsMy(self, &out) }

    private static func meets(_ events: [EventSummary], _ text: EventText, _ now: Instant) -> Meets? {
        let going = events.filter { $0.own == .going && !$0.event.isOver(at: now) && $0.event.state == .published }.map(\.event)
        guard let event = going.min(by: { $0.fields.startsAt < $1.fields.startsAt }), let place = event.meeting else { return nil }
        let name = event.fields.meetingPoint.isEmpty ? "" : ": " + event.fields.meetingPoint
        return Meets(text: "\(event.fields.title) meets here" + name, place: CoordinateForms(place))
    }
}
