import Domain

/// What is said of places: open until when, how far away, on which days.
struct PlaceText {
    let zone: TripZone
    let now: Instant

    private static let soon = Duration.minutes(45)

    /// The state as a person says it, and how its chip looks.
    func state(_ state: PlaceState) -> (text: String, style: String) {
        switch state {
        case .open(let until?):
            until - now < PlaceText.soon && until > now
                ? (Texts.said("Closes soon, at \(clock(until))"), "warn") : (Texts.said("Open until \(moment(until))"), "ok")
        case .open(nil): (Texts.said("Open day and night"), "ok")
        case .closed(let opens?): (Texts.said("Opens \(moment(opens))"), "shut")
        case .closed(nil): (Texts.said("Closed"), "shut")
        case .openEnd: (Texts.said("Open, closing time not given"), "ok")
        case .unclear: (Texts.said("Hours unclear"), "unsure")
        case .notKnown: (Texts.said("Hours not known"), "unsure")
        }
    }

    private func clock(_ instant: Instant) -> String { zone.local(instant).clock }

    /// "17:30", "tomorrow 08:00", "Thu 08:00": what is still of this night counts as today. A value of a sentence.
    func moment(_ instant: Instant) -> String {
        let (local, today) = (zone.local(instant), zone.today(at: now))
        switch local.day.number - today.number {
        case 0: return local.clock
        case 1 where local.secondsOfDay <= 5 * 3600: return local.secondsOfDay == 0 ? "24:00" : local.clock
        case 1: return Texts.said("tomorrow \(local.clock)")
        case 2..<7: return local.day.weekdayWord + " " + local.clock
        default: return Texts.said("in a week")
        }
    }

    /// "9 min walk": an estimate, which the page says once.
    static func walk(_ place: ListedPlace) -> String {
        let minutes = place.walkingMinutes
        let time = minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h" + (minutes % 60 == 0 ? "" : " \(minutes % 60) min")
        return Texts.said("\(time) walk")
    }

    /// "Coffee shop".
    static func cuisine(_ name: String) -> String {
        let words = name.replacing("_", with: " ")
        return Texts.said(text: words.prefix(1).uppercased() + words.dropFirst())
    }

    static func kind(_ place: ListedPlace) -> String {
        ([Texts.said(text: place.kind.label)] + place.cuisine.prefix(3).map(cuisine)).joined(separator: " · ")
    }

    // MARK: a day's hours

    /// "11:30–14:00, 18:00–22:00", "Closed", "24 hours".
    static func hours(_ day: PlaceDay) -> String {
        if day.intervals.isEmpty { return Texts.said("Closed") }
        return day.intervals.map { interval in
            let (start, end) = (interval.minutes.lowerBound, interval.minutes.upperBound)
            let isWhole = start == 0 && end >= 1440
            let text: String =
                switch interval.certainty {
                case .open: isWhole ? Texts.said("24 hours") : clock(start) + "–" + clock(end)
                case .openEnd: Texts.said("from \(clock(start)), end not given")
                case .unclear: isWhole ? Texts.said("not certain") : Texts.said("\(clock(start))–\(clock(end)), not certain")
                }
            return interval.comment.map { "\(text) (\($0))" } ?? text
        }.joined(separator: ", ")
    }

    private static func clock(_ minutes: Int) -> String {
        let of = minutes > 1440 ? minutes - 1440 : minutes
        return padded(of / 60, 2) + ":" + padded(of % 60, 2)
    }

    /// The same of a place; and what the map says where that cannot be read.
    static func week(of detail: PlaceDetail) -> (text: String, raw: String?) {
        if !detail.week.isEmpty { return (week(detail.week), nil) }
        return detail.hoursText.isEmpty ? (Texts.said("not known"), nil) : ("", detail.hoursText)
    }

    /// A week in few words: "Mon–Fri 09:00–18:00, Sat 09:00–12:00, Sun closed", from Monday on.
    static func week(_ days: [PlaceDay]) -> String {
        let sorted = days.sorted { $0.day.weekday < $1.day.weekday }
        var runs: [(first: Day, last: Day, hours: String)] = []
        for day in sorted {
            let hours = day.intervals.isEmpty ? Texts.said("closed") : hours(day)
            if let run = runs.last, run.hours == hours {
                runs[runs.count - 1].last = day.day
            } else {
                runs.append((day.day, day.day, hours))
            }
        }
        if days.count >= 7, days.allSatisfy(\.intervals.isEmpty) { return Texts.said("Closed this week") }
        if let only = runs.first, runs.count == 1 { return Texts.said("Every day \(only.hours)") }
        return runs.map { run in
            let (first, last) = (run.first.weekdayWord, run.last.weekdayWord)
            return (first == last ? first : first + "–" + last) + " " + run.hours
        }.joined(separator: " · ")
    }
}
