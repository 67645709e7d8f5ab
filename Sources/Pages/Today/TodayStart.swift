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
    /// "3 preparation steps left": what stands for all of it while the trip runs.
    let left: String

    /// Where it stands: first on the page until the trip begins and has people, then folded at its end, or put away.
    struct Places {
        var first: TodayStart?
        var last: TodayStart?
        var folded: Folded?
    }

    /// For hosts of a trip that is not over, while something is left.
    static func places(_ today: TripToday, _ tripLayout: TripLayout) -> Places {
        let trip = tripLayout.trip
        let day = trip.zone.today(at: tripLayout.now)
        guard tripLayout.isOpenHost, !today.start.isDone, day <= trip.fields.endDay else { return Places() }
        let start = TodayStart(today, tripLayout)
        if today.start.isHidden {
            return Places(folded: Folded(text: Texts.said("Getting ready: \(start.progress)"), action: start.action))
        }
        let isNew = day < trip.fields.startDay || !today.start.hasRoster
        return isNew ? Places(first: start) : Places(last: start)
    }

    private init(_ today: TripToday, _ tripLayout: TripLayout) {
        let all = TodayStart.steps(today, tripLayout)
        let next = all.firstIndex { !$0.isDone && $0.link != nil }
        steps = all.enumerated().map { $1.next($0 == next) }
        (done, count) = (all.count(where: \.isDone), all.count)
        progress = Texts.said("\(done) of \(count) done")
        left = counted(count - done, "preparation step left", "preparation steps left")
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
