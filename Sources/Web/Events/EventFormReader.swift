import Domain

/// Turns what was typed into an event's fields; what cannot be read is a complaint beside its field.
struct EventFormReader {
    let form: Form
    let trip: Trip
    /// The page for travellers' own events has no fields for offers, so none are read: their free places are offered without them. Nor
    /// has it a day for the end: one at an earlier time than the start is on the next day. Its meeting point may be the place itself.
    var isHosts = true

    func read() throws -> EventFields {
        var (fields, check) = (EventFields(), Validation())
        fields.title = tidyLine(form["title"])
        fields.details = tidyText(form["details"])
        fields.place = tidyLine(form["place"])
        fields.meetingPoint = tidyLine(form["meeting_point"])
        let meetsAtPlace = !isHosts && fields.meetingPoint.isEmpty
        if meetsAtPlace { fields.meetingPoint = fields.place }
        fields.bring = tidyText(form["bring"])
        fields.cost = tidyLine(form["cost"])
        fields.category = EventCategory(rawValue: form["category"]) ?? .other
        fields.isBackBy = form["back_by"] == "on"
        fields.offersAutomatically = !isHosts || form["automatic"] == "on"
        fields.hostID = ID(form["host"])
        fields.coHosts = form.all("co_hosts").flatMap { $0.split(separator: "\n") }.compactMap { ID(String($0)) }
        (fields.meetingLatitude, fields.meetingLongitude) = form.coordinates("meeting", &check)
        fields.capacity = form.whole("capacity", in: 1...100_000, &check, else: "Type at least 1 place, or leave it empty for no limit.")
        if isHosts {
            fields.offerMinutes = 60 * (form.whole("offer_hours", in: 1...240, &check, else: "Between 1 and 240 hours.") ?? 12)
        }
        let start = moment("start", fallback: nil, &check)
        check.require(start != nil || check.errors.contains { $0.field.hasPrefix("start") }, "start_day", "Say when it starts.")
        fields.startsAt = start ?? Instant(seconds: 0)
        fields.endsAt = moment("end", fallback: endDay, &check)
        if form["answer_day"].isEmpty, form["answer_time"].isEmpty {
            fields.answerBy = nil
        } else {
            fields.answerBy = moment("answer", fallback: form["start_day"], &check)
        }
        let unreadable = Set(check.errors.map(\.field))
        let isTimeUnknown = unreadable.contains { $0.hasPrefix("start_") }
        check.merge(
            fields.errors(trip: trip).filter { error in
                !unreadable.contains(error.field) && !(meetsAtPlace && error.field == "meeting_point")
                    && !(isTimeUnknown && ["start_day", "end_time", "end_day", "answer_day"].contains(error.field))
            })
        try check.check()
        return fields
    }

    /// Where none is typed.
    private var endDay: String {
        let (start, end) = (form["start_time"].secondsOfDay, form["end_time"].secondsOfDay)
        guard !isHosts, let day = Day(tidyLine(form["start_day"])), let start, let end, end < start else { return form["start_day"] }
        return Day(number: day.number + 1).description
    }

    /// A day and a clock time in the trip's zone. An empty day takes the fallback; an empty time is no moment.
    private func moment(_ name: String, fallback: String?, _ check: inout Validation) -> Instant? {
        let (dayText, timeText) = (tidyLine(form[name + "_day"]), tidyLine(form[name + "_time"]))
        if timeText.isEmpty {
            check.require(dayText.isEmpty, name + "_time", "Say at what time.")
            return nil
        }
        let day = Day(dayText.isEmpty ? fallback ?? "" : dayText)
        check.require(day != nil, name + "_day", "Type a date, for instance 2026-01-31.")
        guard let seconds = form.clock(name + "_time", &check), let day else { return nil }
        check.require(
            trip.zone.exists(day: day, secondsOfDay: seconds), name + "_time", "The clocks go forward that night: this time does not exist."
        )
        return trip.zone.instant(day: day, secondsOfDay: seconds)
    }
}

/// What an address fills into the form of a new event.
enum EventPrefill {
    /// Where an event could be, and when, as another page found it: a place of the map, within its hours.
    static func values(_ web: WebRequest) -> [String: String] {
        var values = [
            "meeting_latitude": web.query("lat"), "meeting_longitude": web.query("lon"), "place": String(web.query("place").prefix(150)),
            "meeting_point": String(web.query("meeting").prefix(150)),
        ]
        if Day(web.query("day")) != nil { values["start_day"] = web.query("day") }
        if web.query("time").secondsOfDay != nil { values["start_time"] = web.query("time") }
        if web.query("end").secondsOfDay != nil { values["end_time"] = web.query("end") }
        return values.filter { !$0.value.isEmpty }
    }
}
