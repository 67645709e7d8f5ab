import Domain
import Foundation
import Gateways
import Testing

/// Which addresses are asked. What hostile servers do is in Tests/program/test_bike_feeds.py.
@Suite struct FeedHTTPTests {
    @Test(
        arguments: [
            ([127, 0, 0, 1], true), ([10, 1, 2, 3], true), ([172, 16, 0, 1], true), ([172, 32, 0, 1], false), ([192, 168, 1, 1], true),
            ([169, 254, 169, 254], true), ([100, 64, 0, 1], true), ([100, 128, 0, 1], false), ([0, 0, 0, 0], true), ([224, 0, 0, 1], true),
            ([255, 255, 255, 255], true), ([198, 18, 0, 1], true), ([192, 0, 2, 7], true), ([8, 8, 8, 8], false), ([193, 0, 0, 1], false),
            ([], true),
        ] as [([UInt8], Bool)]) func addressesOfFourBytes(_ address: [UInt8], _ isPrivate: Bool)
    {
        #expect(FeedHTTP.isPrivate(address) == isPrivate, "\(address)")
    }

    @Test(arguments: [
        ("::", true), ("::1", true), ("fe80::1", true), ("fd00::1", true), ("::ffff:7f00:1", true), ("64:ff9b::7f00:1", true),
        ("ff02::1", true),
        ("2001:db8::1", true), ("2001::1", true), ("2002:7f00:1::", true), ("2002:0a00:1::", true), ("2a00:1450::1", false),
        ("2606:4700::1", false),
    ]) func addressesOfSixteenBytes(_ text: String, _ isPrivate: Bool) throws {
        let halves = text.components(separatedBy: "::").map { $0.split(separator: ":").map { UInt16($0, radix: 16) ?? 0 } }
        let (head, tail) = (halves[0], halves.count > 1 ? halves[1] : [])
        let groups = head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
        #expect(FeedHTTP.isPrivate(groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == isPrivate, "\(text)")
    }

    @Test(arguments: ["http://127.0.0.1:9/", "http://localhost:9/gbfs.json", "http://[::1]:9/", "https://0x7f.1/", "http://2130706433/"])
    func thisMachineIsNotAsked(_ url: String) async {
        await #expect(throws: BikeProblem.privateAddress) { try await FeedHTTP(allowsPrivate: false).send(FeedRequest(url: url)) }
    }

    @Test func anAddressOfThisMachineIsKnownHoweverPublicItIs() {
        #expect(FeedHTTP.isOwn([127, 0, 0, 1]) && FeedHTTP.isOwn([]), "and what is no address is nobody's")
        #expect(!FeedHTTP.isOwn([8, 8, 8, 8]) && !FeedHTTP.isOwn([193, 0, 0, 1]))
        for address in Host.current().addresses where address.contains(".") {
            let bytes = address.split(separator: ".").compactMap { UInt8($0) }
            #expect(bytes.count != 4 || FeedHTTP.isOwn(bytes), "\(address)")
        }
    }

    @Test(arguments: [22, 25, 110, 587, 1023]) func portsOfOtherServicesAreNotAsked(_ port: Int) async {
        // No connection is made: the address is that of a public host.
        await #expect(throws: BikeProblem.badAddress) {
            try await FeedHTTP(allowsPrivate: false).send(FeedRequest(url: "http://8.8.8.8:\(port)/"))
        }
    }

    @Test(arguments: ["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://x.example/", "x"]) func otherSchemesAreNotAsked(_ url: String)
        async
    {
        await #expect(throws: BikeProblem.badAddress) { try await FeedHTTP(allowsPrivate: true).send(FeedRequest(url: url)) }
    }
}
