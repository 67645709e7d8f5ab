import Domain
import Testing

/// For how long somebody has a host's rights, and what follows from a role.
@Suite struct CoHostTests {
    private let now = Instant(seconds: 1_767_621_802)
    private func id(_ number: UInt64) -> ID { ID(high: 3, low: number) }

    private func trip() -> Trip {
        var fields = TripFields()
        (fields.name, fields.slug, fields.timeZone) = ("Alpha", "alpha", "Europe/Zurich")
        (fields.startDay, fields.endDay) = (Day("2026-01-03") ?? Day(number: 0), Day("2026-01-10") ?? Day(number: 0))
        return Trip(id: id(1), fields: fields, rosterVersion: 1, rosterChangedAt: now, archivedAt: nil, version: 1)
    }

    private func coHost(from start: Instant, until end: Instant?) -> CoHost {
        CoHost(
            id: id(2), tripID: id(1), memberID: id(4), name: "Ada", startsAt: start, endsAt: end, reason: "", namedBy: "Bo",
            namedByID: nil)
    }

    private func period(_ time: CoHostTime, start: Instant? = nil, end: Instant? = nil, own: CoHost? = nil) throws -> (Instant, Instant?) {
        try CoHostRequest(member: id(4), time: time, start: start, end: end, reason: "").period(trip(), own: own, now: now)
    }

    private func complaints(_ time: CoHostTime, start: Instant? = nil, end: Instant? = nil, own: CoHost? = nil) -> [String] {
        do {
            _ = try period(time, start: start, end: end, own: own)
            return []
        } catch Refusal.invalid(let errors) {
            return errors.map(\.field)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func aTimeBeginsAtItsStartAndIsOverAtItsEnd() {
        let given = coHost(from: now, until: now + .hours(1))
        #expect(!given.isActive(at: now - .seconds(1)) && given.isActive(at: now) && given.isActive(at: now + .minutes(59)))
        #expect(!given.isActive(at: now + .hours(1)) && given.isOver(at: now + .hours(1)))
        #expect(coHost(from: now, until: nil).isActive(at: now + .days(1000)))
    }

    @Test func timesHaveTheirEnds() throws {
        // 15:03 there; tonight ends at four.
        #expect(try period(.tonight) == (now, Instant(seconds: 1_767_668_400)))
        #expect(try period(.day) == (now, now + .hours(24)))
        #expect(try period(.trip).1 == trip().endsAt)
        #expect(try period(.open).1 == nil)
        // What began before it was said begins now.
        #expect(try period(.exact, start: now - .hours(5), end: now + .hours(1)) == (now, now + .hours(1)))
        #expect(try period(.day, start: now + .days(2)) == (now + .days(2), now + .days(3)))
    }

    @Test func whatCannotBeIsRefusedBesideItsField() {
        #expect(complaints(.exact) == ["until_time"])
        #expect(complaints(.exact, end: now) == ["until_time"])
        #expect(complaints(.exact, start: now + .hours(2), end: now + .hours(1)) == ["until_time"])
        #expect(complaints(.trip, start: trip().endsAt) == ["time"])
        #expect(complaints(.day, start: now + .days(61)) == ["from_day"])
        #expect(complaints(.day, start: now + .days(59)) == [])
    }

    @Test func nobodyGivesMoreThanTheyHave() {
        let own = coHost(from: now - .hours(1), until: now + .hours(24))
        #expect(complaints(.day, own: own) == [])
        #expect(complaints(.day, start: now + .seconds(1), own: own) == ["time"])
        #expect(complaints(.open, own: own) == ["time"] && complaints(.trip, own: own) == ["time"])
        // Without an end of one's own there is none to keep to: theirs ends when one's own is ended.
        #expect(complaints(.open, own: coHost(from: now, until: nil)) == [])
    }

    @Test func aRoleIsWhatItMayDo() {
        #expect(Role.allCases.filter(\.isStaff) == [.host, .moderator])
        #expect(Role.allCases.filter(\.seesPositions) == [.host, .moderator, .medic])
        #expect(Role.allCases.filter(\.opensMedicalNotes) == [.host, .medic])
        #expect(WatchRight.member < .medic && WatchRight.medic < .staff)
    }
}
