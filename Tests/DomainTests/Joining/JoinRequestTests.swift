import Domain
import Testing

/// Who asks to join, by what they say.
@Suite struct JoinRequestTests {
    private func request(_ number: UInt64, _ name: String, _ phone: String) -> JoinRequest {
        var fields = MemberFields()
        (fields[.firstName], fields[.phone]) = (name, phone)
        return JoinRequest(
            id: ID(high: 1, low: number), tripID: ID(high: 2, low: 1), fields: fields, note: "",
            askedAt: Instant(microseconds: Int64(number)))
    }

    @Test func twoThatSayTheSameHaveOneNameAndOnePhone() {
        let zoe = request(1, "Zoe", "+41 79 000 00 18")
        #expect(zoe.saysSame(as: request(2, "zoë", "079 000 00 18")))
        for other in [request(2, "Wim", "+41 79 000 00 18"), request(3, "Zoe", ""), request(4, "Zoe", "079 000 00 19")] {
            #expect(!zoe.saysSame(as: other) && !other.saysSame(as: zoe))
        }
        #expect(!request(3, "Zoe", "").saysSame(as: request(5, "Zoe", "")), "without a phone nobody is taken for another")
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
