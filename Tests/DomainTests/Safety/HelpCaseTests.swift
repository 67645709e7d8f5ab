import Domain
import Testing

/// What can be done about a case of help in which state, and when it is open again.
@Suite struct HelpCaseTests {
    private static let now = Instant(seconds: 1_000_000)
    private let hanna = ID(high: 1, low: 1)
    private let milo = ID(high: 1, low: 2)

    private func call(_ source: HelpCase.Call.Source, _ text: String, _ seconds: Double = 0) -> HelpCase.Call {
        let at = HelpCaseTests.now + .seconds(seconds)
        return .init(id: ID(high: 3, low: UInt64(seconds)), source: source, text: text, calledAt: at, receivedAt: at, place: nil)
    }
    private func help(_ calls: [HelpCase.Call] = [], holder: HelpCase.Holder? = nil, waits: Bool = true, ended: Bool = false) -> HelpCase {
        HelpCase(
            id: ID(high: 2, low: 1), tripID: ID(high: 2, low: 2), memberID: ID(high: 2, low: 3), memberName: "Olga Dummy", phone: "",
            isTest: false, raisedAt: HelpCaseTests.now, calls: calls, isWaiting: waits, holder: holder,
            ending: ended ? .init(outcome: .safe, words: "", name: "Hanna", at: HelpCaseTests.now) : nil)
    }
    private var held: HelpCase { help(holder: .init(account: hanna, name: "Hanna", since: HelpCaseTests.now), waits: false) }

    @Test func itIsOpenThenTakenThenResolved() {
        #expect(help().state == .open && held.state == .taken && help(ended: true).state == .resolved)
        // They call again after somebody was on it: somebody has to say anew that they are.
        let again = held.adding(call(.page, "colder"))
        #expect(again.state == .open && again.holder?.name == "Hanna" && !again.isStored)
        #expect(again.taken(by: .init(account: milo, name: "Milo", since: HelpCaseTests.now)).state == .taken)
    }

    @Test func oneIsOnItAndTheOtherReadsWho() {
        #expect(help().objection(to: .take, by: milo) == nil)
        #expect(held.objection(to: .take, by: milo) == "Hanna is on it already.")
        #expect(held.objection(to: .take, by: hanna) == nil, "a form that is sent twice")
        #expect(held.objection(to: .handOver(to: milo, name: "Milo"), by: milo) == nil)
        #expect(help().objection(to: .release, by: hanna) == "Nobody is on it.")
    }

    @Test func whatIsResolvedTakesNotesAlone() {
        let over = help(ended: true)
        for step in [HelpStep.take, .phoned, .saysOK, .release, .resolve(.other, "x"), .handOver(to: milo, name: "Milo")] {
            #expect(over.objection(to: step, by: milo) == "Hanna has already resolved this case.", "\(step)")
        }
        #expect(over.objection(to: .note("x"), by: milo) == nil && over.objection(to: .reopen, by: milo) == nil)
        #expect(help().objection(to: .reopen, by: milo) == "This case is open." && held.objection(to: .reopen, by: milo) != nil)
    }

    /// A test is last, also one that nobody is on and that is older.
    @Test func whoNeedsHelpComesBeforeWhoTests() {
        func one(_ number: UInt64, isTest: Bool = false, _ source: HelpCase.Call.Source = .page, isHeld: Bool = false) -> HelpCase {
            HelpCase(
                id: ID(high: 9, low: number), tripID: ID(high: 2, low: 2), memberID: ID(high: 2, low: 3), memberName: "Olga Dummy",
                phone: "", isTest: isTest, raisedAt: HelpCaseTests.now + .seconds(Double(number)), calls: [call(source, "")],
                isWaiting: !isHeld, holder: isHeld ? held.holder : nil)
        }
        let cases = [
            one(1, isTest: true, isHeld: true), one(2, isTest: true), one(3, isHeld: true), one(4, .message), one(6), one(5),
        ]
        #expect(cases.sorted { $0.isBefore($1) }.map(\.id.low) == [5, 6, 4, 3, 2, 1])
    }

    /// Whoever says that they are OK still waits, behind all who may be hurt; not behind what somebody is on.
    @Test func whoSaysThatTheyAreOKComesLastOfThoseWhoWait() {
        func one(_ number: UInt64, _ source: HelpCase.Call.Source = .page, isOK: Bool = false, isHeld: Bool = false) -> HelpCase {
            HelpCase(
                id: ID(high: 9, low: number), tripID: ID(high: 2, low: 2), memberID: ID(high: 2, low: 3), memberName: "Olga Dummy",
                phone: "", isTest: false, raisedAt: HelpCaseTests.now + .seconds(Double(number)), calls: [call(source, "")],
                isWaiting: !isHeld, holder: isHeld ? held.holder : nil, saidOKAt: isOK ? HelpCaseTests.now : nil)
        }
        let cases = [one(1, isOK: true), one(2, isHeld: true), one(3, .message), one(4), one(5, isOK: true, isHeld: true)]
        #expect(cases.sorted { $0.isBefore($1) }.map(\.id.low) == [4, 3, 1, 2, 5])
    }

    @Test func medicsSeeCallsAndNoMessages() {
        #expect(help([call(.message, "I fell")]).withoutMessages == nil)
        let both = help([call(.message, "I fell"), call(.page, "my knee", 1)])
        #expect(both.withoutMessages?.text == "my knee" && both.text == "I fell / my knee" && both.isCall)
    }

    @Test func eachStepIsAnEntryOfItsKind() {
        let steps: [HelpStep] = [
            .take, .handOver(to: milo, name: "Milo"), .release, .phoned, .note("words"), .saysOK, .resolve(.other, "why"), .reopen,
        ]
        #expect(Set(steps.map(\.kind)) == Set(HelpEntry.Kind.allCases))
        #expect(steps.map(\.text) == ["", "Milo", "", "", "words", "", "why", ""])
    }
}
