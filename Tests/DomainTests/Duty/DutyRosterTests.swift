import Domain
import Testing

@Suite struct DutyRosterTests {
    private static func duty(_ number: UInt64, _ from: Int, _ to: Int, held: Bool = true) -> Duty {
        let person = Duty.Person(id: ID(high: 1, low: number), name: "x", phone: "")
        return Duty(
            id: ID(high: 2, low: number), holder: held ? person : nil, offered: held ? nil : person,
            startsAt: Instant(seconds: Int64(from) * 3600), endsAt: Instant(seconds: Int64(to) * 3600))
    }

    @Test func gapsAreBetweenDutiesThatSomebodyHolds() {
        let roster = DutyRoster(
            [duty(3, 20, 24), duty(1, 0, 8), duty(2, 6, 12), duty(4, 12, 20, held: false)].reversed(), from: Instant(seconds: 0))
        #expect(roster.duties.map(\.id.low) == [1, 2, 4, 3])
        #expect(roster.gaps == [.init(startsAt: Instant(seconds: 12 * 3600), endsAt: Instant(seconds: 20 * 3600))])
        #expect(roster.now(Instant(seconds: 7 * 3600)).map(\.id.low) == [1, 2])
        #expect(roster.now(Instant(seconds: 8 * 3600)).map(\.id.low) == [2] && roster.now(Instant(seconds: 13 * 3600)).isEmpty)
    }

    @Test func untilTheFirstDutyThereIsAGapToo() {
        let roster = DutyRoster([duty(1, 4, 8), duty(2, 2, 3, held: false)], from: Instant(seconds: 3600))
        #expect(roster.gaps == [.init(startsAt: Instant(seconds: 3600), endsAt: Instant(seconds: 4 * 3600))])
        #expect(DutyRoster([duty(2, 2, 3, held: false)], from: Instant(seconds: 0)).gaps.isEmpty)
    }

    private func duty(_ number: UInt64, _ from: Int, _ to: Int, held: Bool = true) -> Duty {
        DutyRosterTests.duty(number, from, to, held: held)
    }

    @Test func somebodyIsToBeOnDutyUntilTheMorning() {
        let (now, morning) = (Instant(seconds: 3600), Instant(seconds: 8 * 3600))
        #expect(DutyRoster([], from: now, until: morning).gaps == [.init(startsAt: now, endsAt: morning)])
        let roster = DutyRoster([duty(1, 0, 4)], from: now, until: morning)
        #expect(roster.gaps == [.init(startsAt: Instant(seconds: 4 * 3600), endsAt: morning)])
        #expect(DutyRoster([duty(1, 0, 9)], from: now, until: morning).gaps.isEmpty)
        // What begins with the roster has begun, whatever a page's clock says: it was read a moment before.
        let open = DutyRoster([duty(1, 2, 4)], from: now, until: morning)
        #expect(open.gapNow == open.gaps.first && open.laterGaps == roster.gaps)
        #expect(roster.gapNow == nil && roster.laterGaps == roster.gaps)
    }

    @Test func nothingIsNoGap() { #expect(DutyRoster([], from: Instant(seconds: 0)).gaps.isEmpty) }
}
