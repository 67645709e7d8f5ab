import Domain
import Pages

extension AnnouncementTyped {
    /// As it came with a form. Its conditions stand in two lists of the same order.
    init(_ form: Form) {
        let conditions = zip(form.all("part"), form.all("condition")).map { Condition(part: $0.0, condition: $0.1) }
        self.init(
            values: form.values.filter { !["part", "condition", "do"].contains($0.key) },
            conditions: Array(conditions.prefix(AnnouncementAudience.limit + 1)))
    }
}

/// Turns what was typed into an announcement; what cannot be read is a complaint beside its field.
struct AnnouncementFormReader {
    let form: Form
    let trip: Trip
    let now: Instant

    /// - Throws: what cannot be read. Whether the rest holds is the service's to say.
    func read() throws -> AnnouncementContent {
        var (content, check) = (AnnouncementContent(), Validation())
        (content.title, content.text, content.signedBy) = (form["title"], form["text"], form["signed_by"])
        content.urgency = form.whole("urgency", in: 0...3).flatMap { Urgency(rawValue: $0) } ?? .normal
        content.answers = (1...AnnouncementContent.answerLimit).map {
            AnnouncementAnswer(
                label: form["answer_\($0)"], asksText: form["asks_\($0)"] == "on", asksForHelp: form["help_\($0)"] == "on")
        }
        content.event = ID(form["event"])
        content.addsLater = form["later"] == "on"
        content.corrects = ID(form["corrects"])
        let point = form.coordinates("place", &check)
        check.require(
            (point.latitude == nil) == (point.longitude == nil), "place_longitude", "Type both latitude and longitude, or neither.")
        let coordinates = point.latitude.flatMap { latitude in
            point.longitude.flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        content.place = AnnouncedPlace(name: form["place"], coordinates: coordinates)
        content.audience = audience(&check)
        content.scheduledAt = moment("schedule", fallback: trip.zone.today(at: now), &check)
        content.expiresAt = moment("expires", fallback: Day(tidyLine(form["schedule_day"])) ?? trip.zone.today(at: now), &check)
        content.tidy()
        try check.check()
        return content
    }

    func audience() throws -> AnnouncementAudience {
        var check = Validation()
        let audience = audience(&check)
        try check.check()
        return audience
    }

    private func audience(_ check: inout Validation) -> AnnouncementAudience {
        let typed = AnnouncementTyped(form).conditions.filter { !$0.condition.isEmpty }
        let drawn = drawn(typed, &check)
        let read = typed.compactMap { line in
            AnnouncementAudience.Part(rawValue: line.part).flatMap { part in
                (line.condition == AnnouncementTyped.drawn ? drawn : AudienceCondition(line.condition)).map { (part, $0) }
            }
        }
        let isMissing = drawn == nil && typed.contains { $0.condition == AnnouncementTyped.drawn }
        check.require(
            isMissing || read.count == typed.count, "audience", "One of the conditions could not be read. Choose it again.")
        check.require(
            read.count <= AnnouncementAudience.limit, "audience", "At most \(AnnouncementAudience.limit) conditions.")
        return AnnouncementAudience(Array(read.prefix(AnnouncementAudience.limit)))
    }

    /// The area of the form's own fields; nil, with a complaint beside them, where they hold none and a condition asks for it. One that no
    /// condition asks for would be left out in silence: everybody would get what is meant for few.
    private func drawn(_ typed: [AnnouncementTyped.Condition], _ check: inout Validation) -> AudienceCondition? {
        let (points, radius) = (form["area_points"], form["area_radius"])
        guard typed.contains(where: { $0.condition == AnnouncementTyped.drawn }) else {
            check.require(
                tidyText(points).isEmpty, "area_points",
                "No condition above uses this area. Choose “In the area drawn below, now”, or clear it.")
            return nil
        }
        return AnnouncedArea(points: points, radius: radius, &check).map { .inside($0) }
    }

    /// A day and a clock time in the trip's zone; nil where neither is typed.
    private func moment(_ name: String, fallback: Day, _ check: inout Validation) -> Instant? {
        let (dayText, timeText) = (tidyLine(form[name + "_day"]), tidyLine(form[name + "_time"]))
        guard !dayText.isEmpty || !timeText.isEmpty else { return nil }
        let day = dayText.isEmpty ? fallback : Day(dayText)
        check.require(day != nil, name + "_day", "Type a date, for instance 2026-01-31.")
        guard !timeText.isEmpty else {
            check.refuse(name + "_time", "Say at what time.")
            return nil
        }
        guard let seconds = form.clock(name + "_time", &check), let day else { return nil }
        check.require(
            trip.zone.exists(day: day, secondsOfDay: seconds), name + "_time", "The clocks go forward that night: this time does not exist."
        )
        return trip.zone.instant(day: day, secondsOfDay: seconds)
    }
}
