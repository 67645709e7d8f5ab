import Domain

/// What stands around a recorded way: the days beside the one that is shown, the other people, and why there is nothing.
extension WayPage {
    package struct Other: Sendable {
        let name: String
        let face: Face
        let link: Link
        let isShown: Bool

        init(_ person: MapPerson, _ lookBack: LookBack, _ slug: String) {
            name = person.name
            face = Face(person.name, slug, person.photo)
            link = Path.way(slug, person.id).asking("span", lookBack.span.text)
            isShown = person.id == lookBack.member.id
        }
    }
    /// A time in which nothing was recorded: where there is something.
    package struct Nothing: Sendable {
        package struct Recorded: Sendable {
            let time: TimeText
            let link: Link
        }
        /// Where a tracker is added, for who has never sent anything.
        let trackers: Link?
        let before: Recorded?
        let newest: Recorded?

        init(_ lookBack: LookBack, _ trip: Trip, _ now: Instant) {
            let (zone, slug, id) = (trip.zone, trip.fields.slug, lookBack.member.id)
            func recorded(_ time: Instant) -> Recorded {
                Recorded(
                    time: TimeText(time, zone: zone, now: now),
                    link: Path.way(slug, id).asking("span", WaySpan.day(zone.local(time).day).text))
            }
            trackers = lookBack.newest == nil ? Path.member(slug, id).at("trackers") : nil
            newest = lookBack.newest.map(recorded)
            before = lookBack.before == lookBack.newest ? nil : lookBack.before.map(recorded)
        }
    }

    /// The days of the trip beside the one that is shown; of the last hours the day before today, and none after.
    static func days(_ trip: Trip, _ lookBack: LookBack, _ now: Instant) -> (before: Link?, after: Link?) {
        let today = trip.zone.today(at: now).number
        let (first, last) = (trip.fields.startDay.number, min(trip.fields.endDay.number, today))
        func link(_ number: Int) -> Link {
            Path.way(trip.fields.slug, lookBack.member.id).asking("span", WaySpan.day(Day(number: number)).text)
        }
        guard first <= last else { return (nil, nil) }
        switch lookBack.span {
        case .hours:
            return (today - 1 >= first ? link(min(today - 1, last)) : nil, nil)
        case .day(let day):
            let number = min(max(day.number, first - 1), last + 1)
            return (number > first ? link(number - 1) : nil, number < last ? link(number + 1) : nil)
        }
    }
}
