import Domain

/// What a new trip needs, each ticked by what is there. Gone when all is.
package struct TodayStart: Sendable {
    package struct Step: Sendable {
        let text: String
        let detail: String
        let link: Link?
        let isDone: Bool
        /// The first that is left.
        private(set) var isNext: Bool = false

        func next(_ isNext: Bool) -> Step {
            var step = self
            step.isNext = isNext
            return step
        }
    }
    /// Put away by a host: one line that brings it back.
    package struct Folded: Sendable {
        let text: String
        let action: Link
    }
    let steps: [Step]
    let progress: String
    let done: Int
    let count: Int
    let action: Link

    /// For hosts of a trip that is not over, while something is left.
    static func of(_ today: TripToday, _ tripLayout: TripLayout) -> (TodayStart?, Folded?) {
        let trip = tripLayout.trip
        let isOver = trip.zone.today(at: tripLayout.now) > trip.fields.endDay
        guard tripLayout.isOpenHost, !today.start.isDone, !isOver else { return (nil, nil) }
        let start = TodayStart(today, tripLayout)
        guard today.start.isHidden else { return (start, nil) }
        return (nil, Folded(text: Texts.said("Getting ready: \(start.progress)"), action: start.action))
    }

    private init(_ today: TripToday, _ tripLayout: TripLayout) {
        let all = TodayStart.steps(today, tripLayout)
        let next = all.firstIndex { !$0.isDone && $0.link != nil }
        steps = all.enumerated().map { $1.next($0 == next) }
        (done, count) = (all.count(where: \.isDone), all.count)
        progress = Texts.said("\(done) of \(count) done")
        action = Path.setStartHidden(tripLayout.slug)
    }

    private static func steps(_ today: TripToday, _ tripLayout: TripLayout) -> [Step] {
        let (start, slug, fields) = (today.start, tripLayout.slug, tripLayout.trip.fields)
        func step(_ text: String, _ detail: String, _ isDone: Bool, _ link: Link?) -> Step {
            Step(text: Texts.said(text: text), detail: Texts.said(text: detail), link: link, isDone: isDone)
        }
        let phone = today.own == nil ? Path.roster(slug).asking("need", RosterNeed.tracker.rawValue) : Path.phones(slug)
        let isAdmin = tripLayout.layout.isAdmin
        return [
            step(
                "Check the dates and set the base", "\(fields.startDay.span(to: fields.endDay)). Where is home on the map?",
                start.hasBase, Path.tripSettings(slug)),
            step(
                "Bring your people", "Import a CSV or contacts, or add them one by one.", start.hasRoster,
                Path.importRoster(slug)),
            step("Send the joining links", "Each person gets a link or a card of their own.", start.hasLinks, Path.joining(slug)),
            step("Plan the first event", "A meeting point and a time are enough.", start.hasEvent, Path.newEvent(slug)),
            step("See the first position", "Set up a phone, your own to begin with.", start.hasPosition, phone),
            step(
                "Load the map", isAdmin ? "Streets, pistes and lifts of the place." : "An admin of this server does that.", start.hasMap,
                isAdmin ? Path.mapData() : nil),
        ]
    }
}
