import Domain
import Testing

/// The same throws in every run.
private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Whom an announcement means.
@Suite struct AudienceTests {
    private static func id(_ number: Int) -> ID { ID(high: 7, low: UInt64(number)) }
    private static let people = (0..<40).map(id)

    /// The same in the plainest words, person by person.
    private static func naive(_ audience: AnnouncementAudience, _ member: ID, _ holds: (AudienceCondition, ID) -> Bool) -> Bool {
        if audience.isEmpty { return false }
        for condition in audience.all where !holds(condition, member) { return false }
        if !audience.any.isEmpty, !audience.any.contains(where: { holds($0, member) }) { return false }
        for condition in audience.none where holds(condition, member) { return false }
        return true
    }

    private static func random(_ generator: inout some RandomNumberGenerator) -> AudienceCondition {
        let area = AnnouncedArea("46.1,7.2;46.3,7.2;46.3,7.5")
        let subject = id(Int.random(in: 100..<104, using: &generator))
        var all: [AudienceCondition] =
            [
                .everyone, .group(subject), .role(.traveller), .role(.host), .people([id(1), id(2), id(3)]), .going(subject),
                .unanswered(subject), .waiting(subject), .notCheckedIn(subject), .arrived, .notArrived, .silent(30), .got(subject),
                .notOpened(subject), .notAnswered(subject), .unreachable,
            ]
        if let area { all.append(.inside(area)) }
        return all.randomElement(using: &generator) ?? .everyone
    }

    @Test func itMeansWhomThePlainestReadingMeans() {
        var generator = Dice(state: 28)
        var met = 0
        for _ in 0..<3000 {
            var audience = AnnouncementAudience()
            for part in AnnouncementAudience.Part.allCases {
                audience[part] = (0..<Int.random(in: 0...3, using: &generator)).map { _ in AudienceTests.random(&generator) }
            }
            var sets: [AudienceCondition: Set<ID>] = [:]
            for (_, condition) in audience.conditions where sets[condition] == nil {
                sets[condition] =
                    condition == .everyone
                    ? Set(AudienceTests.people) : Set(AudienceTests.people.filter { _ in generator.next() % 2 == 0 })
            }
            let expected = AudienceTests.people.filter { member in
                AudienceTests.naive(audience, member) { sets[$0]?.contains($1) ?? false }
            }
            #expect(audience.members(among: AudienceTests.people, sets) == expected, "\(audience.text)")
            #expect(AnnouncementAudience(audience.text) == audience)
            met += expected.isEmpty ? 0 : 1
        }
        #expect(met > 300, "nothing was compared")
    }

    @Test func nobodyIsMeantBeforeSomebodyIsChosen() {
        #expect(AnnouncementAudience().members(among: AudienceTests.people, [:]) == [])
        let without = AnnouncementAudience([(.none, .role(.host))])
        #expect(without.members(among: AudienceTests.people, [.role(.host): [AudienceTests.id(0)]]).count == 39)
        #expect(AnnouncementAudience([(.all, .arrived)]).members(among: AudienceTests.people, [:]) == [], "unknown means of nobody")
    }

    @Test(arguments: [
        "nonsense", "all", "all nothing", "some everyone", "all group:1", "all role:king", "all silent:0", "all silent:99999",
        "all silent:-1", "all area:1,2,3", "all area:2,2,1,3", "all area:1,2,3,nan", "all area:1,2,3,999",
        "all area:1,2;3,4", "all area:1,2;20", "all area:1,2; 500", "all people:",
        "all people:x", "any not-opened:00000000", "none everyone:1",
    ]) func whatIsMalformedIsRefused(_ text: String) { #expect(AnnouncementAudience(text) == nil, "\(text)") }

    @Test func itIsBounded() {
        let many = Array(repeating: "all everyone", count: AnnouncementAudience.limit + 1).joined(separator: "\n")
        #expect(AnnouncementAudience(many) == nil)
        let people = (0...AudienceCondition.peopleLimit).map { AudienceTests.id($0).description }
        #expect(AudienceCondition("people:" + people.joined(separator: ",")) == nil)
        #expect(AudienceCondition("people:" + people.dropLast().joined(separator: ",")) != nil)
        #expect(AnnouncementAudience("all people:" + String(repeating: "x", count: 200_000)) == nil)
    }

    @Test func itIsSaidAsAPersonSaysIt() {
        let (bus, dinner) = (AudienceTests.id(1), AudienceTests.id(2))
        let names = [bus: "Bus 1", dinner: "Dinner"]
        let audience = AnnouncementAudience([
            (.all, .group(bus)), (.all, .unanswered(dinner)), (.none, .role(.host)),
        ])
        #expect(audience.words { names[$0] } == "People in “Bus 1” and without an answer to “Dinner”, without hosts")
        #expect(
            AnnouncementAudience([(.any, .silent(120)), (.any, .silent(30))]).words { _ in nil }
                == "Silent for more than 2 h or silent for more than 30 min")
        #expect(AnnouncementAudience([(.none, .arrived)]).words { _ in nil } == "Everyone, without people who have arrived")
        #expect(AnnouncementAudience([(.all, .going(dinner))]).words { _ in nil } == "Going to something that is no longer there")
        #expect(AnnouncementAudience().words { _ in nil } == "")
    }

    /// 6,000 people under three conditions.
    @Test func thousandsTakeMilliseconds() {
        let people = (0..<6000).map(AudienceTests.id)
        let sets: [AudienceCondition: Set<ID>] = [
            .role(.traveller): Set(people.dropFirst(20)), .arrived: Set(people.filter { $0.low % 3 != 0 }),
            .unreachable: Set(people.filter { $0.low % 7 == 0 }),
        ]
        let audience = AnnouncementAudience([(.all, .role(.traveller)), (.all, .arrived), (.none, .unreachable)])
        let times = (0..<5).map { _ in
            ContinuousClock().measure { _ = audience.members(among: people, sets) }
        }
        // A debug build takes several times as long.
        #expect((times.min() ?? .seconds(9)) < .milliseconds(60), "\(times)")
    }
}
