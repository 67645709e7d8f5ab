import Domain

/// The traveller's start page: what to answer, where to be, who sees them, whom to call.
package struct MyPage: Page {
    /// What the hosts wait for, and what the reader waits for.
    package struct Waiting: Sendable {
        let calling: CallingHelp
        let announcements: [OwnAnnouncement]
        let choice: SharingChoice
        /// Whether it is known whom to call if they need help.
        let hasContact: Bool
        package init(calling: CallingHelp, announcements: [OwnAnnouncement], choice: SharingChoice, hasContact: Bool) {
            (self.calling, self.announcements, self.choice, self.hasContact) = (calling, announcements, choice, hasContact)
        }
        func isAsked(at now: Instant) -> Bool { announcements.contains { $0.isAsked(at: now) } }
    }
    /// What was left out on the way in.
    package struct Missing: Sendable {
        let contact: Link?
        let sharing: Link?
        /// Who sees one is asked of who is new: others were on the trip before it was asked, and see it in the head.
        init?(_ waiting: Waiting, _ slug: String, isNew: Bool) {
            func step(_ number: Int) -> Link { Path.welcome(slug).asking("step", String(number)) }
            contact = waiting.hasContact ? nil : step(1)
            sharing = waiting.choice.isMade || !isNew ? nil : step(2)
            if contact == nil, sharing == nil { return nil }
        }
    }
    /// What somebody can do while nothing waits for them.
    package struct Newcomer: Sendable {
        let heading: String
        let programme: Link
        let chat: Link
        let photo: Link
        /// Nil where the hosts alone make events.
        let newEvent: Link?
        init(_ trip: TripFields, isMissing: Bool) {
            heading = isMissing ? Texts.said("Then have a look around") : Texts.said("Nothing waits for you yet")
            (programme, chat, photo) = (Path.myProgramme(trip.slug), Path.chat(trip.slug), Path.myPhoto(trip.slug))
            newEvent = trip.travellersCreate ? Path.newMyEvent(trip.slug) : nil
        }
    }
    /// Which map there is, and whether it has pistes or lifts.
    package typealias Ground = (version: String?, hasPistes: Bool)
    let layout: Layout
    let heading: String
    let dates: String
    let zone: String
    let news: [EventNewsPanel]
    let invitations: [MyEventsPage.Row]
    var hasInvitations: Bool { !invitations.isEmpty }
    let announced: WaitingAnnouncements?
    /// The questions of the hosts among them that do not stand above.
    let asked: WaitingAnnouncements.Asked?
    private var isAskedAbove: Bool { announced?.rows.contains(where: \.isAsked) ?? false }
    var isAllAnswered: Bool { asked == nil && invitations.isEmpty && !isAskedAbove }
    /// What stands above is not named again, nor is everything answered then.
    var hasAnswers: Bool { asked != nil || !invitations.isEmpty || isAllAnswered }
    /// In place of answers and events, for whoever was not invited to anything so far.
    let newcomer: Newcomer?
    let missing: Missing?
    /// Asks whoever is back after signing out.
    let again: SharingAgain?
    let hero: NextEvent?
    /// What they go to after that.
    let later: [MyEventsPage.Row]
    var hasLater: Bool { !later.isEmpty }
    let cancelled: [MyEventsPage.Row]
    var hasCancelled: Bool { !cancelled.isEmpty }
    let allEvents: Link
    let sharing: SharingPanel
    let call: OwnCall?
    let callWays: OwnCallWays?
    let meeting: String?
    let base: String?
    let basePlace: CoordinateForms?
    let emergency: [EmergencyLine]
    let worker: Link
    /// Kept for a dead zone without having been opened: addresses with spaces between them.
    let pages: String
    /// Where to eat, shops, help.
    let places: Link
    let version: String
    let baseLatitude: String
    let baseLongitude: String
    let made: TimeText

    package init(layout tripLayout: TripLayout, events own: OwnEvents, sharing: Sharing, waiting: Waiting, ground: Ground) {
        let events = own.listed
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        heading = trip.fields.name
        dates = TodayPage.lead(trip, now: now) + " · " + trip.fields.startDay.span(to: trip.fields.endDay)
        zone = trip.zone.abbreviation(at: now)
        let text = EventText(zone: trip.zone, now: now)
        let open = events.filter { !$0.event.isOver(at: now) }.sorted { $0.event.fields.startsAt < $1.event.fields.startsAt }
        let first = open.first { $0.own == .going && $0.event.state == .published }
        let coming = open.filter { $0.event.id != first?.event.id || $0.invitation?.invitation.askedAgainAt != nil }
            .map { MyEventsPage.row($0, among: events, trip.fields.slug, text, .list("my")) }
        let all = MyEventsPage.news(events + own.deleted, trip.fields.slug, text, back: "my")
        emergency = EmergencyLine.all(trip.fields.emergencyNumbers)
        callWays = OwnCallWays(waiting.calling, trip)
        // While a call is open the number stands above.
        let phone = callWays == nil ? EmergencyLine.first(emergency, EmergencyLine.hosts(waiting.calling.hosts)).first : nil
        hero = first.map { NextEvent($0, trip.fields.slug, text).reminded(all, of: $0.event.id).phoned(phone) }
        news = all.filter { !$0.isReminderAlone || $0.event != first?.event.id }
        invitations = coming.filter(\.needsAnswer)
        later = MyPage.later(coming)
        cancelled = open.filter { $0.event.state == .cancelled && $0.own != .declined && !MyEventsPage.isNews($0, at: now) }
            .map { MyEventsPage.row($0, trip.fields.slug, text, .list("my")) }
        self.sharing = SharingPanel(trip: trip, sharing: sharing, now: now)
        call = waiting.calling.own.map { OwnCall($0, trip, now: now) }
        announced = WaitingAnnouncements(waiting.announcements, trip, now: now)
        asked = WaitingAnnouncements.asked(waiting.announcements, trip, now: now)
        let isNew = events.isEmpty && own.deleted.isEmpty && !waiting.isAsked(at: now)
        missing = trip.archivedAt == nil ? Missing(waiting, trip.fields.slug, isNew: isNew) : nil
        newcomer = isNew ? Newcomer(trip.fields, isMissing: missing != nil) : nil
        again = SharingAgain(waiting.choice, sharing, trip, now: now)
        meeting = trip.fields.meetingInformation.isEmpty ? nil : trip.fields.meetingInformation
        base = trip.fields.baseName.isEmpty ? nil : trip.fields.baseName
        basePlace = trip.base.map(CoordinateForms.init)
        worker = Path.offlineWorker()
        pages = MyPage.kept(trip.fields.slug, hasPistes: ground.hasPistes)
        (allEvents, places) = (Path.myEvents(trip.fields.slug), Path.places(trip.fields.slug))
        (version, made) = (ground.version ?? "", TimeText(now, zone: trip.zone, now: now))
        (baseLatitude, baseLongitude) = trip.base.map { (decimal($0.latitude, 6), decimal($0.longitude, 6)) } ?? ("", "")
    }

    /// What one goes to after the next: the heading says so, and no row again.
    private static func later(_ coming: [MyEventsPage.Row]) -> [MyEventsPage.Row] {
        coming.filter { $0.isGoing && !$0.needsAnswer }.prefix(6).map { row in
            var row = row
            row.saysAnswer = false
            return row
        }
    }

    /// What is kept for a dead zone without having been opened.
    private static func kept(_ slug: String, hasPistes: Bool) -> String {
        let wanted = [Path.myEvents, Path.myMap, Path.profile, Path.newMyEvent, Path.placesAround, Path.chat]
        return (wanted + (hasPistes ? [Path.ski] : [])).map { $0(slug).text }.joined(separator: " ")
    }

    package func render(into out: inout HTMLBuffer) { Template.tripsMy(self, &out) }
}
