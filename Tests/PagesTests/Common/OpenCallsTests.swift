import Domain
import Pages
import Testing

@Suite struct OpenCallsTests {
    private func help(_ number: UInt64, isTest: Bool, isTaken: Bool = false) -> HelpCase {
        let at = Instant(seconds: Int64(1_000_000 + number))
        return HelpCase(
            id: ID(high: 1, low: number), tripID: ID(high: 1, low: 0), memberID: ID(high: 2, low: 0), memberName: "Olga Dummy", phone: "",
            isTest: isTest, raisedAt: at,
            calls: [.init(id: ID(high: 3, low: number), source: .page, text: "", calledAt: at, receivedAt: at, place: nil)],
            isWaiting: !isTaken, holder: isTaken ? .init(account: nil, name: "Hanna Muster", since: at) : nil)
    }

    /// Of one person's two cases, whichever is read first.
    @Test(arguments: [false, true]) func aTestHidesNoRealCallOfTheSamePerson(isTaken: Bool) {
        let (test, real) = (help(1, isTest: true), help(2, isTest: false, isTaken: isTaken))
        for cases in [[test, real], [real, test]] { #expect(OpenCalls(cases).ranked.map(\.id) == [real.id]) }
    }
}
