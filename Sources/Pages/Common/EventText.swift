import Domain

/// An event's times in words, in the trip's zone.
struct EventText {
    let zone: TripZone
    let now: Instant

    func clock(_ instant: Instant) -> String { zone.local(instant).clock }
    func day(_ instant: Instant) -> Day { zone.local(instant).day }

    /// "07:40–16:00", "07:40, back by 16:00", "22:00–02:00 (Tue)".
    func hours(_ fields: EventFields) -> String {
        guard let end = fields.endsAt else { return clock(fields.startsAt) }
        let other = day(end) == day(fields.startsAt) ? "" : " (\(day(end).weekdayWord))"
        let (from, to) = (clock(fields.startsAt), clock(end))
        return (fields.isBackBy ? Texts.said("\(from), back by \(to)") : from + "–" + to) + other
    }

    /// The hours of an event that is near: with its day, unless that is today.
    func near(_ fields: EventFields) -> String { named(day(fields.startsAt)) + hours(fields) }

    /// Nothing for today, "tomorrow ", "Fri 9 Jan ".
    private func named(_ other: Day) -> String {
        let today = day(now)
        if other == today { return "" }
        return (other.number == today.number + 1 ? Texts.said("tomorrow") : other.short) + " "
    }

    /// "today 18:00", "tomorrow 18:00", "Fri 9 Jan 18:00".
    func near(_ instant: Instant) -> String {
        let other = day(instant)
        let time = clock(instant)
        if other == day(now) { return Texts.said("today \(time)") }
        return other.number == day(now).number - 1 ? Texts.said("yesterday \(time)") : named(other) + time
    }

    /// Until when something goes. Midnight belongs to the day that it ends: "today, midnight", "Thu 3 Dec, midnight".
    func deadline(_ instant: Instant) -> String {
        guard clock(instant) == "00:00" else { return near(instant) }
        let (ended, today) = (Day(number: day(instant).number - 1), day(now))
        if ended == today { return Texts.said("today, midnight") }
        return ended.number == today.number + 1 ? Texts.said("tomorrow, midnight") : Texts.said("\(ended.short), midnight")
    }

    /// "07:40"; with its day, unless that is today.
    func start(_ fields: EventFields) -> String { dayed(fields.startsAt) }
    func dayed(_ instant: Instant) -> String { named(day(instant)) + clock(instant) }

    /// "Today", "Tomorrow", "Fri 27 Nov"; another year with its number.
    func dayName(_ other: Day) -> String {
        let today = day(now)
        switch other.number - today.number {
        case 0: return Texts.said("Today")
        case 1: return Texts.said("Tomorrow")
        default: return other.components.year == today.components.year ? other.withoutYear : other.long
        }
    }

    /// "Tomorrow 20:00".
    func spoken(_ instant: Instant) -> String { dayName(day(instant)) + " " + clock(instant) }

    /// "in 40 min", "in 2 h 10 min", "Tomorrow 20:00"; for what goes on, "until 22:00" or "now".
    func soon(_ fields: EventFields) -> String {
        let minutes = Int((fields.startsAt - now).components.seconds + 59) / 60
        switch minutes {
        case ..<1: return fields.endsAt.map { Texts.said("until \(clock($0))") } ?? Texts.said("now")
        case ..<240: return near(minutes: minutes)
        default: return spoken(fields.startsAt)
        }
    }

    /// Of what goes on: "Back by 16:30, in 10 min", "Until 22:00, in 2 h 10 min", "Until Sun 11 Jan 12:00".
    func goingOn(_ fields: EventFields) -> String {
        guard let end = fields.endsAt else { return soon(fields) }
        let minutes = Int((end - now).components.seconds + 59) / 60
        let isNear = (1..<240).contains(minutes)
        let time = isNear ? clock(end) : near(end)
        return Texts.said(fields.isBackBy ? "Back by \(time)" : "Until \(time)") + (isNear ? ", " + near(minutes: minutes) : "")
    }

    /// "in 40 min", "in 2 h 10 min"
    private func near(minutes: Int) -> String {
        if minutes < 60 { return Texts.said("in \(minutes) min") }
        return Texts.said(minutes % 60 == 0 ? "in \(minutes / 60) h" : "in \(minutes / 60) h \(minutes % 60) min")
    }

    /// "Mon 5 Jan 2026, 07:40–16:00 CET".
    func sentence(_ fields: EventFields) -> String { "\(day(fields.startsAt).long), \(hoursInZone(fields))" }

    /// "07:40–16:00 CET".
    func hoursInZone(_ fields: EventFields) -> String { "\(hours(fields)) \(zone.abbreviation(at: fields.startsAt))" }

    /// "Today 07:40–16:00", "Fri 9 Jan 07:40, back by 16:00".
    func spoken(_ fields: EventFields) -> String { dayName(day(fields.startsAt)) + " " + hours(fields) }

    /// "Mon 5 Jan 2026, 18:00 CET".
    func moment(_ instant: Instant) -> String {
        "\(day(instant).long), \(clock(instant)) \(zone.abbreviation(at: instant))"
    }
}

/// How long a place is still held: in words, and for the script that counts it down.
package struct Countdown: Sendable {
    let milliseconds: String
    let text: String

    init?(_ end: Instant?, now: Instant) {
        guard let end, end > now else { return nil }
        milliseconds = String(end.milliseconds)
        let minutes = max(1, Int((end - now).components.seconds) / 60)
        let (hours, rest) = (minutes / 60, minutes % 60)
        text =
            hours == 0
            ? Texts.said("\(minutes) min left")
            : rest == 0 ? Texts.said("\(hours) h left") : Texts.said("\(hours) h \(rest) min left")
    }
}

/// Plain text with its links made safe: http and https addresses become links, nothing else does.
package struct TextPart: Sendable {
    let text: String
    let link: Link?

    static func parts(_ text: String) -> [TextPart] {
        guard text.containsASCII("http") else { return text.isEmpty ? [] : [TextPart(text: text, link: nil)] }
        var parts: [TextPart] = []
        var plain = ""
        for word in words(text) {
            let end = word.lastIndex { !".,;:!?)".contains($0) }.map(word.index(after:)) ?? word.startIndex
            if word.hasPrefix("https://") || word.hasPrefix("http://"), word[..<end].count > 10,
                let link = Path.external(https: String(word[..<end]))
            {
                if !plain.isEmpty { parts.append(TextPart(text: plain, link: nil)) }
                parts.append(TextPart(text: String(word[..<end]), link: link))
                plain = String(word[end...])
            } else {
                plain += word
            }
        }
        return plain.isEmpty ? parts : parts + [TextPart(text: plain, link: nil)]
    }

    /// Words and the spaces between them, nothing lost.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        for index in text.indices where text[index].isWhitespace {
            if start < index { words.append(text[start..<index]) }
            words.append(text[index...index])
            start = text.index(after: index)
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }
}

extension RSVP {
    /// How an answer's chip looks; colour never stands alone.
    var style: String {
        switch self {
        case .going: "ok"
        case .offered, .waitlisted: "warn"
        case .declined: "off"
        case .pending: "none"
        }
    }

    /// The sign before it.
    var sign: Icon {
        switch self {
        case .going: .check
        case .offered, .waitlisted: .clock
        case .declined: .x
        case .pending: .info
        }
    }

    /// What a reader's own answer is called on their own pages.
    var ofReader: String {
        switch self {
        case .going: Texts.said("You are going")
        case .offered: Texts.said("A place is held for you")
        case .waitlisted: Texts.said("You are on the waitlist")
        case .declined: Texts.said("You are not going")
        case .pending: Texts.said("You have not answered")
        }
    }
}
