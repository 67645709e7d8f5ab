import Domain
import Testing

@Suite struct EventTests {
    private func id(_ number: UInt64) -> ID { ID(high: 1, low: number) }
    private let start = Instant(seconds: 1_767_600_000)

    private func trip(_ zone: String = "Europe/Zurich") -> Trip {
        var fields = TripFields()
        (fields.name, fields.slug, fields.timeZone) = ("Trip", "trip", zone)
        (fields.startDay, fields.endDay) = (Day("2026-03-25") ?? Day(number: 0), Day("2026-04-02") ?? Day(number: 0))
        return Trip(id: id(1), fields: fields, rosterVersion: 1, rosterChangedAt: start, archivedAt: nil, version: 1)
    }

    private func fields(_ trip: Trip, day: String = "2026-03-28", hour: Int = 22) -> EventFields {
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint) = ("Walk", "Lake", "Door")
        fields.startsAt = trip.zone.instant(day: Day(day) ?? Day(number: 0), secondsOfDay: hour * 3600)
        return fields
    }

    private func event(_ fields: EventFields, state: EventState = .published, sequence: Int = 0) -> Event {
        Event(
            id: id(7), tripID: id(1), fields: fields, state: state, audience: .everyone, cancelReason: state == .cancelled ? "Wind" : "",
            taken: 0, sequence: sequence, version: 1, listVersion: 0, listChangedAt: start, changedAt: start, createdBy: nil)
    }

    @Test func complaintsAreBesideTheirFields() {
        let trip = trip()
        #expect(fields(trip).errors(trip: trip).isEmpty)
        var wrong = fields(trip, day: "2026-04-05")
        (wrong.title, wrong.place, wrong.meetingPoint, wrong.capacity) = ("", "", "", 0)
        wrong.endsAt = wrong.startsAt
        wrong.answerBy = wrong.startsAt + .seconds(1)
        wrong.meetingLatitude = 4
        let names = Set(wrong.errors(trip: trip).map(\.field))
        #expect(names == ["title", "place", "meeting_point", "capacity", "start_day", "end_time", "answer_day", "meeting_longitude"])
        // A day before the trip and a day after it are fine.
        #expect(fields(trip, day: "2026-03-24", hour: 0).errors(trip: trip).isEmpty)
        #expect(fields(trip, day: "2026-04-03", hour: 23).errors(trip: trip).isEmpty)
        #expect(fields(trip, day: "2026-03-23", hour: 23).errors(trip: trip).map(\.field) == ["start_day"])
    }

    @Test func mapsShowTheMeetingPointsOfTodayAndTomorrow() {
        let trip = trip()
        let evening = event(fields(trip, day: "2026-03-28", hour: 22))
        func shows(_ day: String, _ hour: Int) -> Bool {
            evening.startsByTomorrow(trip.zone, at: trip.zone.instant(day: Day(day) ?? Day(number: 0), secondsOfDay: hour * 3600))
        }
        // Forty-six hours before, by the clocks of the trip; not by those of Greenwich.
        #expect(shows("2026-03-27", 0))
        #expect(!shows("2026-03-26", 23))
        #expect(shows("2026-03-28", 21) && shows("2026-03-28", 23))
    }

    @Test func offersNeverReachBeyondTheirLimits() {
        let rule = OfferRule(startsAt: start + .hours(20), answerBy: nil, minutes: 720)
        #expect(rule.expiry(offeredAt: start) == start + .hours(12))
        #expect(rule.expiry(offeredAt: start + .hours(10)) == start + .hours(18))
        #expect(rule.expiry(offeredAt: start + .hours(18)) == nil)
        #expect(rule.expiryByHand(offeredAt: start + .hours(18)) == start + .hours(20))
        #expect(
            OfferRule(startsAt: start + .hours(20), answerBy: start + .hours(3), minutes: 720).expiry(offeredAt: start) == start + .hours(3)
        )
    }

    // MARK: check-in

    private func scan(_ number: UInt64, _ list: ID, _ member: ID, _ isIn: Bool, at seconds: Int, undone: Bool = false) -> Scan {
        Scan(
            id: id(1000 + number), listID: list, memberID: member, isIn: isIn, scannedAt: start + .seconds(seconds), receivedAt: start,
            method: .tick, author: "Host", undoneAt: undone ? start : nil)
    }

    @Test func theLaterScanCountsAndListsExcludeEachOther() {
        let lists = [
            CheckInList(id: id(1), eventID: id(7), name: "Bus 1", exclusiveSet: "x"),
            CheckInList(id: id(2), eventID: id(7), name: "Bus 2", exclusiveSet: "x"),
            CheckInList(id: id(3), eventID: id(7), name: "Summit", exclusiveSet: ""),
        ]
        let (ada, bo, cleo, dan) = (id(11), id(12), id(13), id(14))
        // They arrive in another order than they happened.
        let scans = [
            scan(1, id(2), ada, true, at: 50), scan(2, id(1), ada, true, at: 10), scan(3, id(1), bo, true, at: 20),
            scan(4, id(1), bo, false, at: 30),
            scan(5, id(1), cleo, true, at: 5), scan(6, id(2), cleo, true, at: 6, undone: true), scan(7, id(3), ada, true, at: 90),
        ]
        let first = Attendance(list: lists[0], lists: lists, scans: scans)
        let second = Attendance(list: lists[1], lists: lists, scans: scans)
        #expect(first[ada] == .elsewhere(scans[0]) && second[ada] == .present(scans[0]))
        #expect(first[bo] == .out(scans[3]) && second[bo] == .awaited)
        #expect(first[cleo] == .present(scans[4]) && second[cleo] == .elsewhere(scans[4]))
        #expect(first[dan] == .awaited)
        #expect(Attendance(list: lists[2], lists: lists, scans: scans).present == [ada])
        let totals = first.totals(expected: [ada, bo, dan])
        #expect((totals.present, totals.expected, totals.missing, totals.unplanned) == (1, 3, 1, 1))
        // Whatever the order in which scans came in, everybody sees the same.
        for start in scans.indices {
            let turned = Array(scans[start...] + scans[..<start])
            for order in [turned, turned.reversed()] {
                let other = Attendance(list: lists[0], lists: lists, scans: order)
                #expect([ada, bo, cleo, dan].allSatisfy { other[$0] == first[$0] }, "from \(start)")
            }
        }
    }

    @Test func rowNumbersAreReadAsPeopleWriteThem() {
        let typed = RowNumbers("1-3, 7\n9;9 12–13, x, 5-2 0 -4 7")
        #expect(typed.numbers == [1, 2, 3, 7, 9, 12, 13])
        #expect(typed.unreadable == ["x", "5-2", "0", "-4"])
        #expect(RowNumbers("1-999999999").numbers.isEmpty)
    }

    // MARK: iCalendar, byte by byte

    @Test func calendarsHoldAcrossTheClockChange() {
        let trip = trip()
        var night = fields(trip)
        night.endsAt = trip.zone.instant(day: Day("2026-03-29") ?? Day(number: 0), secondsOfDay: 4 * 3600)
        night.details = "Bring: a lamp; warm, please\nBack\\slash " + String(repeating: "Grüße ", count: 30)
        let text = ICalendar.text([event(night, sequence: 3)], trip: trip, name: "Trip")
        #expect(
            text.contains("DTSTART;TZID=Europe/Zurich:20260328T220000\r\n") && text.contains("DTEND;TZID=Europe/Zurich:20260329T040000\r\n")
        )
        #expect(text.contains("BEGIN:DAYLIGHT\r\nDTSTART:20260329T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nTZNAME:CEST\r\n"))
        #expect(text.contains("BEGIN:STANDARD\r\nDTSTART:20251026T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nTZNAME:CET\r\n"))
        #expect(text.contains("SEQUENCE:3\r\n") && text.contains("STATUS:CONFIRMED\r\n") && text.contains("UID:\(id(7))@sotravel\r\n"))
        let unfolded = text.replacing("\r\n ", with: "")
        #expect(unfolded.contains("DESCRIPTION:Bring: a lamp\\; warm\\, please\\nBack\\\\slash Grüße"))
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") && !$0.contains("\r") } && lines.last == "")
        // The night is five hours long, not six.
        #expect(night.endsAt.map { $0 - night.startsAt } == .hours(5))
    }

    @Test(arguments: 0..<80) func linesAreFoldedBetweenCharacters(before: Int) {
        var fields = fields(trip())
        fields.title = String(repeating: "x", count: before) + "ü€🙂" + String(repeating: "é🙂", count: 40)
        let text = ICalendar.text([event(fields, sequence: 0)], trip: trip(), name: "Trip")
        #expect(text.replacing("\r\n ", with: "").contains("SUMMARY:\(fields.title)\r\n"))
        let summary = text.components(separatedBy: "\r\n").drop { !$0.hasPrefix("SUMMARY") }.prefix {
            $0.hasPrefix("SUMMARY") || $0.hasPrefix(" ")
        }
        // Full as far as the next character allows, but for the last.
        #expect(summary.dropLast().allSatisfy { (72...75).contains($0.utf8.count) } && summary.allSatisfy { $0.utf8.count <= 75 })
    }

    @Test func cancelledEventsSaySo() {
        let trip = trip("UTC")
        let text = ICalendar.text([event(fields(trip), state: .cancelled, sequence: 1)], trip: trip, name: "Trip, one")
        #expect(
            text.contains("STATUS:CANCELLED\r\n") && text.contains("SUMMARY:Cancelled: Walk\r\n")
                && text.contains("DESCRIPTION:Cancelled: Wind\r\n"))
        #expect(
            text.contains("DTSTART:20260328T220000Z\r\n") && !text.contains("VTIMEZONE") && text.contains("X-WR-CALNAME:Trip\\, one\r\n"))
    }

    @Test func changesAreTold() {
        let trip = trip()
        let old = fields(trip)
        var new = old
        (new.place, new.capacity) = ("Hut", 12)
        new.startsAt = old.startsAt + .hours(1)
        let changes = old.changes(to: new, zone: trip.zone) { _ in "" }
        #expect(changes.map(\.field) == ["place", "start", "capacity"])
        #expect(changes[1].from == "Sat 28 Mar 2026 22:00" && changes[2].from == "no limit" && changes[2].to == "12")
        #expect(new.movesPeople(comparedWith: old) && !old.movesPeople(comparedWith: old))
    }

    @Test func havingToBeBackAtTheEndIsAChange() {
        let trip = trip()
        var old = fields(trip)
        old.endsAt = old.startsAt + .hours(1)
        var new = old
        new.isBackBy = true
        let changes = old.changes(to: new, zone: trip.zone) { _ in "" }
        #expect(changes.map(\.field) == ["end", "back by"] && new.movesPeople(comparedWith: old))
        #expect(changes.map(\.from) == ["Sat 28 Mar 2026 23:00", ""] && changes.map(\.to) == ["", "Sat 28 Mar 2026 23:00"])
        let back = new.changes(to: old, zone: trip.zone) { _ in "" }
        #expect(back.map(\.from) == changes.map(\.to) && back.map(\.to) == changes.map(\.from))
    }
}
