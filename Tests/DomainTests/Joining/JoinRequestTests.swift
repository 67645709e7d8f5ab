import Domain
import Testing

/// Who asks to join: each person once.
@Suite struct JoinRequestTests {
    private func request(_ number: UInt64, _ name: String, _ phone: String, asker: JoinRequest.Asker? = nil) -> JoinRequest {
        var fields = MemberFields()
        (fields[.firstName], fields[.phone]) = (name, phone)
        return JoinRequest(
            id: ID(high: 1, low: number), tripID: ID(high: 2, low: 1), fields: fields, note: "",
            askedAt: Instant(microseconds: Int64(number)), asker: asker)
    }

    @Test func onePersonIsOneNameWithOnePhone() {
        let asker = JoinRequest.Asker(account: ID(high: 3, low: 1), email: "zoe@x.example", isConfirmed: true, telegram: nil)
        let people = JoinRequest.once([
            request(1, "Zoe", "+41 79 000 00 18"), request(2, "Wim", "+41 79 000 00 18"), request(3, "zoë", "079 000 00 18"),
            request(4, "Zoe", ""), request(5, "Zoe", ""), request(6, "Zoe", "079 000 00 19"),
            request(7, "Zoe", "079 000 00 18", asker: asker),
        ])
        // By what they said last, where they stood first; without a phone, or with an account, nobody is taken for another.
        #expect(people.map(\.id.low) == [3, 2, 4, 5, 6, 7])
        #expect(people.map(\.before) == [1, 0, 0, 0, 0, 0])
    }

    private static let numbers: [(String, String, Bool?)] = [
        ("+41 79 000 00 18", "079 000 00 18", true), ("0041790000018", "+41 (79) 000-00-18", true), ("112", "0112", false),
        ("079 000 00 18", "079 000 00 19", false), ("", "079 000 00 18", nil), ("", "", nil),
    ]

    @Test func numbersAreOfOnePhoneHoweverTheyAreWritten() {
        for (one, other, isSame) in JoinRequestTests.numbers {
            #expect(isSamePhone(one, other) == isSame && isSamePhone(other, one) == isSame, "\(one), \(other)")
        }
    }
}
