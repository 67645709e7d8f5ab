import Domain
import Testing

/// Addresses of feeds: one spelling, who may know a secret, and which doors are knocked at.
@Suite struct BikeAddressTests {
    @Test(arguments: [
        ("HTTPS://GBFS.Example:443/Feed/gbfs.json?Key=A#top", "https://gbfs.example/Feed/gbfs.json?Key=A"),
        ("http://gbfs.example", "http://gbfs.example/"), ("http://gbfs.example:80?x=1", "http://gbfs.example/?x=1"),
        ("https://gbfs.example:8443/", "https://gbfs.example:8443/"), ("http://[2001:DB8::1]:80/x", "http://[2001:db8::1]/x"),
    ]) func anAddressHasOneSpelling(_ text: String, _ plain: String) throws {
        let address = try #require(WebAddress(text))
        #expect(address.plain == plain && WebAddress(plain)?.plain == plain)
        #expect(BikeSource(kind: .gbfs, url: text, key: "x") == BikeSource(kind: .gbfs, url: plain, key: ""), "GBFS has no key")
        #expect(BikeSource(kind: .digitransit, url: text, key: "x") != BikeSource(kind: .digitransit, url: text, key: "y"))
        #expect(!address.withoutQuery.contains("?"))
    }

    @Test(arguments: [
        ("https://a.example/x", "https://a.example/y", true), ("https://a.example/", "https://A.example:443/", true),
        ("http://a.example/", "https://a.example/", true), ("https://a.example/", "http://a.example/", false),
        ("https://a.example/", "https://a.example:8443/", false), ("http://a.example:8080/", "http://a.example:9090/", false),
        ("https://a.example/", "https://b.example/", false),
    ]) func aSecretStaysWithItsServer(_ known: String, _ asked: String, _ may: Bool) throws {
        #expect(try #require(WebAddress(asked)).mayKnowSecrets(of: #require(WebAddress(known))) == may)
    }

    @Test func portsBelow1024AreTheWebsOrNone() {
        for (port, isUsual) in [
            ("", true), (":80", true), (":443", true), (":8080", true), (":1024", true), (":22", false), (":25", false),
        ] {
            var fields = BikeFeedFields()
            fields.url = "https://gbfs.example\(port)/gbfs.json"
            #expect(fields.errors(hasKey: false).isEmpty == isUsual, "\(port)")
        }
    }
}
