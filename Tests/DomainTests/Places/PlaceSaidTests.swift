import Domain
import Testing

/// What may be written about a place, and how long it counts.
@Suite struct PlaceSaidTests {
    private func draft(_ stars: Int?, _ text: String) -> ReviewDraft {
        var draft = ReviewDraft()
        (draft.stars, draft.text) = (stars, text)
        return draft
    }

    @Test(
        arguments: [
            (nil, "Good soup", ["stars"]), (5, "", ["text"]), (nil, " \n", ["stars", "text"]), (0, "Good", ["stars"]),
            (6, "Good", ["stars"]),
            (1, "x", []), (5, "\u{200B}", ["text"]),
        ] as [(Int?, String, [String])]) func aReviewHasStarsAndWords(_ stars: Int?, _ text: String, _ fields: [String])
    {
        #expect(draft(stars, text).errors(kept: 0, added: 0).map(\.field) == fields)
    }

    @Test func aReviewHasUpToTwoThousandCharactersAndFivePhotos() {
        #expect(draft(3, String(repeating: "é", count: 2000)).errors(kept: 2, added: 3).isEmpty)
        #expect(draft(3, String(repeating: "é", count: 2001)).errors(kept: 0, added: 0).map(\.field) == ["text"])
        #expect(draft(3, String(repeating: "x", count: 1 << 20)).errors(kept: 0, added: 0).map(\.field) == ["text"])
        #expect(draft(3, "x").errors(kept: 3, added: 3).map(\.field) == ["photos"])
    }

    private func report(_ kind: PlaceReport.Kind, _ minute: Int, phone: String = "", wrong: String = "") -> PlaceReport {
        let at = Instant(seconds: Int64(minute) * 60)
        return PlaceReport(
            id: ID(high: 0, low: UInt64(minute)), kind: kind, memberID: ID(high: 1, low: 1), name: "Ada Example", minute: nil,
            wrongPhone: wrong, phone: phone, madeAt: at, endsAt: kind == .phone ? nil : at + .hours(10), withdrawnBy: nil)
    }

    @Test func ofTwoReportsThatDifferTheNewerOneCounts() {
        #expect(PlaceReports([report(.closed, 10), report(.open, 20)]).state?.kind == .open)
        #expect(PlaceReports([report(.open, 10), report(.kitchen, 30), report(.closed, 20)]).state?.kind == .closed)
    }

    /// One rule, whatever the map says: what was seen open counts for two hours.
    @Test(arguments: [PlaceState.notKnown, .unclear, .closed(opens: nil)]) func whatWasSeenOpenCountsForTwoHours(_ map: PlaceState) {
        let reports = PlaceReports([report(.open, 10)])
        let at = { (minute: Int64) in Instant(seconds: minute * 60) }
        #expect(reports.isOpen(at: at(130)) == true && reports.outranking(map, at: at(130)) == .open(until: nil))
        #expect(reports.isOpen(at: at(131)) == nil && reports.outranking(map, at: at(131)) == nil)
        #expect(reports.outranking(.open(until: at(999)), at: at(20)) == nil)
        #expect(PlaceReports([report(.closed, 10)]).outranking(.open(until: nil), at: at(400)) == .closed(opens: nil))
    }

    @Test func whatIsSaidOfTodayIsNotSaidOfTomorrow() {
        let reports = PlaceReports([report(.closed, 10), report(.kitchen, 11), report(.phone, 12, phone: "+00 2")])
        #expect(reports.lasting.all.map(\.kind) == [.phone])
    }

    @Test func openLongestEndsWithWhatNobodyKnowsTheEndOf() {
        let at = { (minute: Int64) in Instant(seconds: minute * 60) }
        let states: [(PlaceState, Bool)] = [
            (.open(until: nil), false), (.open(until: at(500)), false), (.open(until: at(70)), false), (.open(until: nil), true),
            (.closed(opens: at(61)), false),
        ]
        let ranks = states.map { PlaceRank.openLongest($0, isReported: $1, from: at(60)) }
        #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 })
        #expect(PlaceRank.openLongest(.openEnd, isReported: false, from: at(60)) == ranks[3])
    }

    @Test func aNumberThatTheMapHasMendedIsNotReportedAnyMore() {
        let reports = PlaceReports([report(.phone, 1, phone: "+00 2", wrong: "+00 (1) 23")])
        #expect(reports.phone(onMap: "+00 1 23") != nil)
        #expect(reports.phone(onMap: "") != nil)
        #expect(reports.phone(onMap: "+00 2") == nil)
    }

    /// The night in which summer time begins has 23 hours.
    @Test func whatIsSaidOfTodayEndsWithTheDayInTheTripsZone() throws {
        let zone = try #require(TripZone("Europe/Zurich"))
        for (day, next) in [("2026-01-05", "2026-01-06"), ("2026-03-28", "2026-03-29"), ("2026-03-29", "2026-03-30")] {
            let now = zone.instant(day: try #require(Day(day)), secondsOfDay: 23 * 3600)
            let end = try #require(PlaceReport.end(of: .closed, at: now, zone: zone))
            #expect(zone.local(end).day == Day(next) && zone.local(end).secondsOfDay == 0)
        }
        #expect(PlaceReport.end(of: .phone, at: Instant(seconds: 0), zone: zone) == nil)
    }

    @Test(arguments: [
        (PlaceReport.Kind.kitchen, "20:30", "", "", [String]()), (.kitchen, "half past", "", "", ["time"]),
        (.phone, "", "+00 12 34", "1", []), (.phone, "", "call me", "1", ["phone"]), (.phone, "", "", "", ["phone"]),
        (.open, "", "", "", []),
    ]) func aReportIsWhole(_ kind: PlaceReport.Kind, _ time: String, _ phone: String, _ known: String, _ fields: [String]) {
        var draft = ReportDraft()
        (draft.kind, draft.time, draft.phone) = (kind, time, phone)
        #expect(draft.errors(known: known).map(\.field) == fields)
    }

    @Test func aNoteSaysWhyAPlaceIsHidden() {
        var draft = NoteDraft()
        draft.isHidden = true
        #expect(draft.errors.map(\.field) == ["reason"])
        draft.reason = "Closed for good"
        #expect(draft.errors.isEmpty)
        draft.isRecommended = true
        #expect(draft.errors.map(\.field) == ["recommended"])
    }

    @Test func onAnotherTripNobodyReadsMoreThanAFirstName() {
        let ada = PlaceReview.Writer(memberID: ID(high: 1, low: 1), firstName: "Ada", lastName: "Example", photo: nil)
        #expect(ada.shortName == "Ada" && ada.fullName == "Ada Example")
        let gone = PlaceReview.Writer(memberID: ID(high: 1, low: 1), firstName: "Former", lastName: "traveller", photo: nil)
        #expect(gone.shortName == "Former traveller")
    }

    @Test(arguments: [
        ("", "name"), ("kind", "kind"), ("latitude", "latitude"), ("phone", "phone"), ("website", "website"),
    ]) func aPlaceOfOnesOwnIsWhole(_ broken: String, _ field: String) {
        var draft = OwnPlaceDraft()
        (draft.name, draft.latitude, draft.longitude) = ("Hut", "46.4", "9.2")
        #expect(draft.errors.isEmpty)
        switch broken {
        case "kind": draft.kind = "palace"
        case "latitude": draft.latitude = "460"
        case "phone": draft.phone = "none"
        case "website": draft.website = "javascript:alert(1)"
        default: draft.name = ""
        }
        #expect(draft.errors.map(\.field) == [field])
    }
}
