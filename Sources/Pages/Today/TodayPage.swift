import Domain

package struct TodayPage: Page {
    package struct Count: Sendable {
        let label: String
        let hint: String
        let count: Int
        let link: Link
        let mark: String
        let style: String
    }
    package struct Task: Sendable {
        let text: String
        let detail: String
        let link: Link
        /// "urgent" while somebody may need help.
        var style: String?
        /// Sends a reminder to whoever is counted and can be reached.
        var remind: Act?
        /// Where nobody can: their cards, to be printed.
        var cards: Act?
    }
    package struct Act: Sendable {
        let label: String
        let link: Link
    }
    let layout: Layout
    let heading: String
    /// Where the trip stands: "Day 3 of 7".
    let lead: String
    let dates: String
    let clock: TimeText
    let timeline: TodayTimeline
    let people: [Count]
    let contact: [Count]
    let tasks: [Task]
    /// Those that a long list folds.
    let moreTasks: [Task]
    var hasMoreTasks: Bool { !moreTasks.isEmpty }
    var countMoreTasks: String { Texts.said("and \(moreTasks.count) more") }
    let map: TodayMap?
    let eventsLink: Link
    let newEvent: Link?
    let changes: [TodayChange]
    let hasChanges: Bool
    let moreChanges: Link?
    let meeting: String?
    let emergency: [EmergencyLine]
    /// On a phone's first screen.
    var quick: [EmergencyLine] { Array(emergency.filter { $0.link != nil }.prefix(3)) }
    var hasQuick: Bool { !quick.isEmpty }
    let start: TodayStart?
    let startLast: TodayStart?
    let startShown: TodayStart.Folded?
    let ownPhones: Link?
    let help: Link
    let live: Link
    let mayEdit: Bool

    package init(layout tripLayout: TripLayout, today: TripToday) {
        layout = tripLayout.layout
        let (trip, now, slug) = (tripLayout.trip, tripLayout.now, tripLayout.slug)
        let figures = TodayFigures(trip: trip, rows: today.rows, board: today.board, now: now)
        heading = trip.fields.name
        lead = TodayPage.lead(trip, now: now)
        dates = trip.fields.startDay.span(to: trip.fields.endDay, during: trip.zone.today(at: now))
        clock = TimeText(now, zone: trip.zone, now: now)
        timeline = TodayTimeline(today, trip, now: now)
        (people, contact) = (figures.people, figures.contact)
        let (isHost, mayRemind) = (tripLayout.isHost, tripLayout.isOpenHost)
        let all = TodayTasks(
            trip: trip, figures: figures, isHost: isHost, mayRemind: mayRemind, unreached: today.unreached, calls: tripLayout.calls.ranked
        ).all(today)
        (tasks, moreTasks) = TodayPage.folded(all) { $0.style == "urgent" }
        map = TodayMap(figures.listed { _ in }, trip, tiles: today.tiles, inNeed: tripLayout.calls.members)
        eventsLink = Path.events(slug)
        newEvent = tripLayout.isOpenHost ? Path.newEvent(slug) : nil
        let bundles = TodayChange.all(today.changes, trip, mayUndo: tripLayout.isOpenHost, now: now)
        changes = Array(bundles.prefix(8))
        hasChanges = !bundles.isEmpty
        moreChanges =
            bundles.count > 8 ? Path.rosterChanges(slug).asking("since", String(today.lastVisit?.baselineVersion ?? 0)) : nil
        meeting = trip.fields.meetingInformation.isEmpty ? nil : trip.fields.meetingInformation
        emergency = EmergencyLine.all(trip.fields.emergencyNumbers)
        let places = TodayStart.places(today, tripLayout)
        (start, startLast, startShown) = (places.first, places.last, places.folded)
        ownPhones = TodayPage.ownPhones(today, slug)
        help = Path.help(slug)
        live = Path.trip(slug).asking("live", "on")
        mayEdit = tripLayout.isHost
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsToday(self, &out) }

    static func lead(_ trip: Trip, now: Instant) -> String {
        tripStanding(trip.fields.startDay, trip.fields.endDay, today: trip.zone.today(at: now))
    }

    /// Of more than eight the first six, and whatever cannot wait.
    static func folded<Row>(_ rows: [Row], isUrgent: (Row) -> Bool = { _ in false }) -> (shown: [Row], folded: [Row]) {
        guard rows.count > 8 else { return (rows, []) }
        let count = max(6, (rows.lastIndex(where: isUrgent) ?? -1) + 1)
        return (Array(rows.prefix(count)), Array(rows.dropFirst(count)))
    }

    /// The reader's phone does not say where they are.
    private static func ownPhones(_ today: TripToday, _ slug: String) -> Link? {
        guard let own = today.own, today.rows.contains(where: { $0.id == own && $0.trackerCount == 0 }) else { return nil }
        return Path.phones(slug)
    }
}

extension EmergencyLine {
    /// Where there is little room: "112", and of a longer number what it is of.
    var label: String {
        let name = text.prefix { !$0.isNumber && $0 != "+" }
        let number = text.dropFirst(name.count)
        let words = tidyLine(String(name.reversed().drop { !$0.isLetter && $0 != ")" }.reversed()))
        return number.count <= 4 || words.isEmpty ? String(number) : words
    }
}
