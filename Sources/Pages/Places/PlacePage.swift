import Domain

/// All that is known of one place.
package struct PlacePage: Page {
    package struct DayRow: Sendable {
        let day: String
        let hours: String
        let isToday: Bool
        let isHoliday: Bool
    }
    package struct Fact: Sendable {
        let label: String
        let value: String
    }
    package struct Way: Sendable {
        let label: String
        let link: Link
    }
    let layout: Layout
    let card: PlaceCard
    let heading: String
    let seenFrom: String?
    let days: [DayRow]
    let hasDays: Bool
    /// "Daily 11:00–22:00", where seven days are alike.
    let daily: String?
    /// Instead of seven equal rows.
    let closedWeek: String?
    /// The hours as the map has them, where they could not be read.
    let rawHours: String?
    let hasNoHours: Bool
    let source: String
    let phones: [Way]
    /// Among the facts: not where they stand first.
    let factPhones: [Way]
    /// The first of them, for a button.
    let call: Way?
    /// A hospital, a rescue post and the like: whom to call comes first, and nobody gives stars.
    let isForHelp: Bool
    let emergency: [EmergencyLine]
    var hasNoPhone: Bool { phones.isEmpty }
    var has112: Bool { EmergencyLine.have112(emergency) }
    let website: Way?
    let address: String?
    let facts: [Fact]
    var hasFacts: Bool { !facts.isEmpty || !factPhones.isEmpty || website != nil }
    let forms: CoordinateForms
    let small: SmallMap?
    let ways: [Way]
    let event: Link?
    /// Whether there is more to do with it than there are buttons for.
    var hasMore: Bool { event != nil || website != nil || said.editNote != nil }
    let said: PlaceSaidPart
    let reviews: ReviewsPart
    /// What was irregular in hours that a host typed.
    let remarks: [String]

    package init(
        layout tripLayout: TripLayout, detail: PlaceDetail, opened: OpenedReviews,
        ground: (version: String, style: MapStyle)?, mayCreate: Bool
    ) {
        said = PlaceSaidPart(detail.place.said, of: opened.place, reader: opened.reader, tripLayout)
        reviews = ReviewsPart(opened, tripLayout)
        remarks = detail.remarks.map(Texts.said(text:))
        layout = tripLayout.layout
        let (place, trip) = (detail.place, tripLayout.trip)
        card = PlaceCard(place, tripLayout)
        heading = card.title
        seenFrom = detail.origin.map { Texts.said("from \($0)") }
        let today = trip.zone.today(at: tripLayout.now)
        days = detail.week.map { day in
            DayRow(
                day: day.day == today ? Texts.said("Today") : day.day.weekdayWord + ", " + day.day.short,
                hours: PlaceText.hours(day), isToday: day.day == today, isHoliday: day.isPublicHoliday == true)
        }
        let isClosedAllWeek = detail.week.count >= 7 && detail.week.allSatisfy(\.intervals.isEmpty)
        hasDays = !days.isEmpty && !isClosedAllWeek
        let hours = Set(days.map(\.hours))
        daily = days.count >= 7 && hours.count == 1 && hasDays ? Texts.said("Daily \(days[0].hours)") : nil
        closedWeek = isClosedAllWeek ? Texts.said("Closed this week") : nil
        rawHours = detail.areHoursReadable ? nil : detail.hoursText
        hasNoHours = detail.hoursText.isEmpty && days.isEmpty
        source = PlacePage.source(detail, trip.zone)
        phones = place.phone.split { $0 == ";" || $0 == "," }.map { tidyLine(String($0)) }.filter { $0.contains(where: \.isNumber) }
            .map { Way(label: $0, link: Path.telephone($0)) }
        isForHelp = place.kind.isForHelp
        (call, factPhones) = isForHelp ? (nil, []) : (phones.first, phones)
        emergency = isForHelp ? EmergencyLine.rescuers(trip.fields.emergencyNumbers) : []
        website = PlacePage.website(detail.website)
        address = detail.address.isEmpty ? nil : detail.address
        facts = PlacePage.facts(detail)
        forms = CoordinateForms(place.coordinates)
        small = SmallMap(place.coordinates, on: ground, label: card.title, link: card.mapLink)
        ways = Path.directions(to: place.coordinates).map { Way(label: $0.label, link: $0.link) }
        event = mayCreate && !place.kind.isForHelp ? PlacePage.newEvent(detail, card.title, tripLayout) : nil
    }
    package func render(into out: inout HTMLBuffer) {
        if isForHelp { Template.placesPlaceForHelp(self, &out) } else { Template.placesPlace(self, &out) }
    }

    /// How old what the map says is.
    private static func source(_ detail: PlaceDetail, _ zone: TripZone) -> String {
        if let day = detail.checkedOn { return Texts.said("From OpenStreetMap, checked there on \(day.long)") }
        if let day = detail.editedOn { return Texts.said("From OpenStreetMap, last changed there on \(day.long)") }
        guard let imported = detail.importedAt else { return Texts.said("Added by a host of this trip.") }
        return Texts.said("From OpenStreetMap, the map of \(zone.local(imported).day.long)")
    }

    /// Many maps leave out how an address begins.
    private static func website(_ text: String) -> Way? {
        guard !text.isEmpty, !text.contains(where: \.isWhitespace) else { return nil }
        let address = text.contains("://") ? text : "https://" + text
        let shown = address.split(separator: "/").dropFirst().first.map(String.init) ?? text
        guard shown.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else { return nil }
        return Path.external(https: address).map { Way(label: shown, link: $0) }
    }

    private static func facts(_ detail: PlaceDetail) -> [Fact] {
        var facts: [Fact] = []
        func add(_ label: String, _ value: String) {
            if !value.isEmpty { facts.append(Fact(label: Texts.said(text: label), value: value)) }
        }
        let place = detail.place
        add("Cuisine", place.cuisine.map(PlaceText.cuisine).joined(separator: ", "))
        for (served, label) in [(true, "Serves"), (false, "Does not serve")] {
            add(label, place.diets.known.filter { $0.isServed == served }.map { Texts.said(text: $0.diet.label) }.joined(separator: ", "))
        }
        add("Wheelchairs", place.wheelchair.map(wheelchairs) ?? "")
        add("Seats outside", seating(detail.seating))
        add("Capacity", detail.capacity)
        add("Floor", detail.level)
        add("Run by", detail.operatorName)
        add("Cash machine", detail.hasCashMachine ? Texts.said("Yes") : "")
        add("Height", detail.height.map(metres) ?? "")
        return facts
    }

    private static func wheelchairs(_ access: WheelchairAccess) -> String {
        switch access {
        case .yes: Texts.said("Yes")
        case .limited: Texts.said("Limited")
        case .no: Texts.said("No")
        }
    }

    private static func seating(_ value: String) -> String {
        value == "yes" ? Texts.said("Yes") : value == "no" ? Texts.said("No") : PlaceText.cuisine(value)
    }

    /// The form of a new event, filled in: here, and at a time when it is open.
    private static func newEvent(_ detail: PlaceDetail, _ title: String, _ tripLayout: TripLayout) -> Link {
        let place = detail.place
        let time = PlaceTime(detail.week, after: tripLayout.now, zone: tripLayout.trip.zone, isForEating: place.kind.group == .eating)
        let query = [
            ("lat", decimal(place.coordinates.latitude, 6)), ("lon", decimal(place.coordinates.longitude, 6)), ("place", cut(title, 140)),
            ("meeting", cut(title, 140)), ("day", time?.day.description ?? ""), ("time", time?.start ?? ""), ("end", time?.end ?? ""),
        ]
        return tripLayout.isHost
            ? Path.newEvent(tripLayout.slug).asking(query) : Path.newMyEvent(tripLayout.slug).asking(query)
    }
}

/// When an event could be at a place: within its hours, at an hour at which people go there.
struct PlaceTime {
    let day: Day
    let start: String
    let end: String

    /// Minutes of an event.
    private static let length = 120

    /// - Parameter isForEating: this evening at seven is tried first.
    init?(_ week: [PlaceDay], after now: Instant, zone: TripZone, isForEating: Bool) {
        let local = zone.local(now)
        for day in week {
            // An hour from now at the earliest, on the half hour.
            let earliest = day.day == local.day ? (local.secondsOfDay / 60 + 60 + 29) / 30 * 30 : 0
            for interval in day.intervals.reversed() where interval.certainty != .unclear {
                let last = interval.minutes.upperBound - 60
                let wished = isForEating ? 19 * 60 : interval.minutes.lowerBound
                let start = max(interval.minutes.lowerBound, earliest, min(wished, last))
                guard start <= last, start < 1440 else { continue }
                self.day = day.day
                self.start = PlaceTime.clock(start)
                let end = min(start + PlaceTime.length, interval.minutes.upperBound)
                // An end on the next day would need its date.
                self.end = end < 1440 ? PlaceTime.clock(end) : ""
                return
            }
        }
        return nil
    }

    private static func clock(_ minutes: Int) -> String { padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2) }
}
