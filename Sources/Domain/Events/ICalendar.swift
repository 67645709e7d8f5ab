/// iCalendar (RFC 5545): a trip's events for other programs.
package enum ICalendar {
    /// One calendar with a VTIMEZONE of the trip's zone as far as the events reach.
    package static func text(_ events: [Event], trip: Trip, name: String) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sotravel//Events//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
        lines += ["X-WR-CALNAME:" + escaped(name), "X-WR-TIMEZONE:" + trip.zone.identifier]
        lines += zoneLines(events, trip.zone)
        for event in events { lines += eventLines(event, trip) }
        lines.append("END:VCALENDAR")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines.count * 60)
        for line in lines { append(line, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Who asks whom by mail (RFC 6047).
    package struct Asking: Sendable {
        let organizer: String
        let organizerName: String
        let attendee: String
        let rsvp: RSVP
        /// - Parameters:
        ///   - organizer: the address that the mail comes from.
        ///   - attendee: the address that it goes to.
        ///   - rsvp: what they have answered so far.
        package init(organizer: String, organizerName: String, attendee: String, rsvp: RSVP) {
            (self.organizer, self.organizerName, self.attendee, self.rsvp) = (organizer, organizerName, attendee, rsvp)
        }
    }

    /// One event for the calendar of somebody who is invited: asked for, or called off. It is the event of the feeds, by its UID.
    package static func message(_ event: Event, trip: Trip, _ asking: Asking) -> (text: String, method: String) {
        let method = event.state == .cancelled ? "CANCEL" : "REQUEST"
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sotravel//Events//EN", "CALSCALE:GREGORIAN", "METHOD:" + method]
        lines += zoneLines([event], trip.zone)
        let status =
            switch asking.rsvp {
            case .going: "ACCEPTED"
            case .declined: "DECLINED"
            default: "NEEDS-ACTION"
            }
        // Answers are given on the page: a calendar's own would reach nobody.
        lines +=
            eventLines(event, trip).dropLast() + [
                "ORGANIZER;CN=\(quoted(asking.organizerName)):mailto:" + asking.organizer,
                "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=\(status);RSVP=FALSE:mailto:" + asking.attendee, "END:VEVENT", "END:VCALENDAR",
            ]
        var bytes: [UInt8] = []
        for line in lines { append(line, to: &bytes) }
        return (String(decoding: bytes, as: UTF8.self), method)
    }

    /// In quotes, without those that it would end with (RFC 5545 §3.1).
    private static func quoted(_ text: String) -> String { "\"" + tidyLine(text).replacing("\"", with: "'") + "\"" }

    private static func eventLines(_ event: Event, _ trip: Trip) -> [String] {
        let (fields, zone) = (event.fields, trip.zone)
        var lines = [
            "BEGIN:VEVENT", "UID:\(event.id)@sotravel", "DTSTAMP:" + utc(event.changedAt), "LAST-MODIFIED:" + utc(event.changedAt),
            "SEQUENCE:\(event.sequence)", "STATUS:" + (event.state == .cancelled ? "CANCELLED" : "CONFIRMED"),
            "DTSTART" + time(fields.startsAt, zone),
        ]
        if let end = fields.endsAt { lines.append("DTEND" + time(end, zone)) }
        lines.append("SUMMARY:" + escaped(event.state == .cancelled ? Texts.said("Cancelled: \(fields.title)") : fields.title))
        lines.append("LOCATION:" + escaped(Texts.said("\(fields.place). Meet at: \(fields.meetingPoint)")))
        let parts = [
            event.cancelReason.isEmpty ? "" : Texts.said("Cancelled: \(event.cancelReason)"), fields.details,
            fields.bring.isEmpty ? "" : Texts.said("Bring: \(fields.bring)"), fields.cost.isEmpty ? "" : Texts.said("Cost: \(fields.cost)"),
        ].filter { !$0.isEmpty }
        if !parts.isEmpty { lines.append("DESCRIPTION:" + escaped(parts.joined(separator: "\n\n"))) }
        if let place = event.meeting { lines.append("GEO:\(decimal(place.latitude, 6));\(decimal(place.longitude, 6))") }
        lines.append("CATEGORIES:" + fields.category.label.uppercased())
        return lines + ["END:VEVENT"]
    }

    // MARK: time

    private static func utc(_ instant: Instant) -> String { stamp(TripZone.utc.local(instant)) + "Z" }

    private static func time(_ instant: Instant, _ zone: TripZone) -> String {
        zone.identifier == "UTC" ? ":" + utc(instant) : ";TZID=\(zone.identifier):" + stamp(zone.local(instant))
    }

    private static func stamp(_ local: LocalTime) -> String {
        let (year, month, day) = local.day.components
        let second = local.secondsOfDay
        return padded(year, 4) + padded(month, 2) + padded(day, 2) + "T" + padded(second / 3600, 2) + padded(second / 60 % 60, 2)
            + padded(second % 60, 2)
    }

    /// Each change of the clocks from a year before the first event on, as an observance of its own.
    private static func zoneLines(_ events: [Event], _ zone: TripZone) -> [String] {
        guard zone.identifier != "UTC", let first = events.map(\.fields.startsAt).min() else { return [] }
        let last = events.map { $0.fields.endsAt ?? $0.fields.startsAt }.max() ?? first
        let start = first - .days(400)
        let offset = zone.offset(at: start)
        // What holds before the first change; standard time wherever there are no changes.
        var lines = ["BEGIN:VTIMEZONE", "TZID:" + zone.identifier]
        let changes = zone.changes(from: start, to: last + .days(1))
        lines += observance(
            isSummer: changes.first.map { !$0.isSummer } ?? false, at: "19700101T000000", from: offset, to: offset,
            name: zone.abbreviation(at: start))
        for change in changes {
            let local = LocalTime(secondsSince1970: change.at.seconds + Int64(change.from))
            lines += observance(isSummer: change.isSummer, at: stamp(local), from: change.from, to: change.to, name: change.name)
        }
        return lines + ["END:VTIMEZONE"]
    }

    private static func observance(isSummer: Bool, at start: String, from: Int, to: Int, name: String) -> [String] {
        let kind = isSummer ? "DAYLIGHT" : "STANDARD"
        return [
            "BEGIN:" + kind, "DTSTART:" + start, "TZOFFSETFROM:" + offset(from), "TZOFFSETTO:" + offset(to), "TZNAME:" + escaped(name),
            "END:" + kind,
        ]
    }

    private static func offset(_ seconds: Int) -> String {
        (seconds < 0 ? "-" : "+") + padded(abs(seconds) / 3600, 2) + padded(abs(seconds) / 60 % 60, 2)
    }

    // MARK: text

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            if byte == 10 || byte == 44 || byte == 59 || byte == 92 { bytes.append(92) }
            bytes.append(byte == 10 ? 110 : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// At most 75 octets a line, never inside a character.
    private static func append(_ line: String, to bytes: inout [UInt8]) {
        var line = line
        line.withUTF8 { octets in
            var rest = octets[...]
            // Every line but the first begins with a space.
            var room = 75
            while rest.count > room {
                let isContinuation = { (index: Int) in rest[index] & 0xC0 == 0x80 }
                var end = rest.startIndex + room
                while end > rest.startIndex + 1, isContinuation(end) { end -= 1 }
                bytes += rest[..<end]
                bytes += [13, 10, 32]
                rest = rest[end...]
                room = 74
            }
            bytes += rest
        }
        bytes += [13, 10]
    }
}
