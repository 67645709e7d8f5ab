import Domain
import Testing

/// What an announcement must be before it is sent, and how far it came.
@Suite struct AnnouncementContentTests {
    private static let now = Instant(seconds: 1_767_600_000)

    private static func content(_ change: (inout AnnouncementContent) -> Void = { _ in }) -> AnnouncementContent {
        var content = AnnouncementContent()
        (content.title, content.text) = ("Bus leaves late", "At 18:40.")
        content.audience = AnnouncementAudience([(.all, .everyone)])
        change(&content)
        content.tidy()
        return content
    }

    private static func wrong(_ change: (inout AnnouncementContent) -> Void) -> [String] {
        content(change).errors(at: now).map(\.field)
    }

    @Test func whatHoldsIsTaken() {
        #expect(AnnouncementContentTests.content().errors(at: AnnouncementContentTests.now) == [])
        let four = AnnouncementContentTests.content { content in
            content.answers = ["I'm fine", "I need help", "", " Later "].map { AnnouncementAnswer(label: $0, asksText: true) }
        }
        #expect(four.answers.map(\.label) == ["I'm fine", "I need help", "Later"])
    }

    @Test func eachFaultStandsBesideItsField() {
        let (now, wrong) = (AnnouncementContentTests.now, AnnouncementContentTests.wrong)
        #expect(wrong { $0.title = " " } == ["title"])
        #expect(wrong { $0.title = String(repeating: "x", count: 121) } == ["title"])
        #expect(wrong { $0.text = String(repeating: "x", count: 4001) } == ["text"])
        #expect(wrong { $0.audience = AnnouncementAudience() } == ["audience"])
        #expect(wrong { $0.answers = ["Yes", "yes"].map { AnnouncementAnswer(label: $0, asksText: false) } } == ["answer_2"])
        #expect(wrong { $0.answers = [AnnouncementAnswer(label: String(repeating: "x", count: 41), asksText: false)] } == ["answer_1"])
        #expect(wrong { $0.scheduledAt = now } == ["schedule_time"])
        // Whose position grows old is no longer inside: nobody may get later what an area kept from them.
        let area = AudienceCondition("area:46.4,9.2;500").map { AnnouncementAudience([(.all, .everyone), (.none, $0)]) }
        #expect(
            wrong {
                $0.audience = area ?? AnnouncementAudience()
                $0.addsLater = true
            } == ["audience"] && area?.barsAnArea == true)
        #expect(wrong { $0.expiresAt = now } == ["expires_time"])
        #expect(wrong { $0.expiresAt = now + .days(31) } == ["expires_day"])
        #expect(
            wrong {
                $0.scheduledAt = now + .hours(2)
                $0.expiresAt = now + .hours(1)
            } == ["expires_time"])
    }

    @Test func itHoldsNoLongerThanTheTrip() {
        let (now, content) = (AnnouncementContentTests.now, AnnouncementContentTests.content)
        func wrong(_ end: Duration, trip: Duration) -> [String] {
            content { $0.expiresAt = now + end }.errors(at: now, tripEnd: now + trip).map(\.field)
        }
        #expect(wrong(.days(2), trip: .days(1)) == ["expires_day"])
        #expect(wrong(.days(1), trip: .days(1)).isEmpty)
        // What is sent after the trip has no such limit.
        #expect(wrong(.days(2), trip: .hours(-1)).isEmpty)
    }

    @Test func itEndsAfterAWeekUnlessItSaysSomethingElse() {
        let (now, content) = (AnnouncementContentTests.now, AnnouncementContentTests.content)
        #expect(content { _ in }.end(sentAt: now) == now + .days(7))
        #expect(content { $0.expiresAt = now + .hours(3) }.end(sentAt: now) == now + .hours(3))
        // It was scheduled, and the clock was set on: never before it was sent, never later than an inbox keeps it.
        #expect(content { $0.expiresAt = now - .hours(3) }.end(sentAt: now) == now + .minutes(1))
        #expect(content { $0.expiresAt = now + .days(90) }.end(sentAt: now) == now + .days(30))
    }

    private static func receipt(
        account: Bool = true, told: Bool = false, shown: Bool = false, opened: Bool = false, answer: Int? = nil, _ states: DeliveryState...
    ) -> AnnouncementReceipt {
        AnnouncementReceipt(
            member: ID(high: 1, low: 1), name: "Ada Example", phone: "", groups: "", room: "", hasAccount: account, addedAt: now,
            told: told ? now : nil, shown: shown ? now : nil, opened: opened ? now : nil, answer: answer, text: "",
            answered: answer.map { _ in now }, deliveries: states.map { ReceiptDelivery(channel: .push, state: $0, reason: "") })
    }

    @Test func aReceiptSaysHowFarItCame() {
        typealias Tests = AnnouncementContentTests
        #expect(Tests.receipt(account: false).state == .unreached, "no account and no channel")
        #expect(Tests.receipt().state == .waiting && Tests.receipt(told: true).state == .sent)
        #expect(Tests.receipt(told: true, shown: true).state == .shown)
        #expect(Tests.receipt(told: true, shown: true, opened: true).state == .opened)
        #expect(Tests.receipt(told: true, answer: 0).state == .answered)
        var phoned = [Tests.receipt(account: false), Tests.receipt(told: true, .accepted), Tests.receipt(told: true, shown: true)]
        for index in phoned.indices { phoned[index].phoned = Tests.now }
        #expect(phoned.map(\.state) == [.phoned, .phoned, .shown], "what a device says of itself is worth more")
    }

    @Test func aReceiptKnowsItsDeliveries() {
        typealias Tests = AnnouncementContentTests
        #expect(Tests.receipt(told: true, .failed).state == .unreached)
        #expect(Tests.receipt(told: true, .failed, .accepted).state == .sent)
        #expect(Tests.receipt(told: true, .queued).state == .waiting)
        #expect(Tests.receipt(told: true, opened: true, .failed).state == .opened)
        #expect(Tests.receipt(account: false, .accepted).state == .sent)
        let counts = ReceiptCounts([Tests.receipt(answer: 0), Tests.receipt(opened: true), Tests.receipt(account: false)])
        #expect(counts.people == 3 && counts.atLeast(.opened) == 2 && counts[.unreached] == 1 && counts[.sent] == 0)
    }
}
