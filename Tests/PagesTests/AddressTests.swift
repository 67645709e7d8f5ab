import Domain
import Testing

@testable import Pages

/// An address: its pattern, and the links that are made of it.
@Suite struct AddressTests {
    private let member = Address<String, ID>("/trips/:slug/members/:id/edit")
    private let id = ID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

    @Test func partsStandInTheirPlaces() {
        #expect(member.pattern == "/trips/:slug/members/:id/edit")
        #expect(member("alpha", id).text == "/trips/alpha/members/\(id)/edit")
        #expect(Address<String>("/r/:token")("a").text == "/r/a")
        #expect(Address<MapStyle, Int, String>("/tiles/:style/:x/:y")(.street, 3, "4.svg").text == "/tiles/street/3/4.svg")
        #expect(FixedAddress("/")().text == "/" && FixedAddress("/trips/new")().text == "/trips/new")
    }

    @Test func textsAreEncodedAndNamesOfFilesAreNot() {
        #expect(member("a/b?c#é", id).text == "/trips/a%2Fb%3Fc%23%C3%A9/members/\(id)/edit")
        #expect(Address<String, FileName>("/assets/:hash/**")("h", FileName("js/map.js")).text == "/assets/h/js/map.js")
    }

    @Test func stemsEndBeforeTheFirstPartThatIsLeftOut() {
        #expect(member.stem("a b").text == "/trips/a%20b/members")
        #expect(member.stem().text == "/trips")
    }

    @Test func queriesAndPlacesFollow() {
        let link = member("alpha", id)
        #expect(link.asking("q", "x&y").text == link.text + "?q=x%26y")
        #expect(link.asking([("a", ""), ("b", "1"), ("c", "2")]).text == link.text + "?b=1&c=2")
        #expect(link.asking("a", "1").asking("b", "").asking("c", "3").at("m 1").text == link.text + "?a=1&c=3#m%201")
        #expect(link.asking("a", "").text == link.text && link.asking([]).text == link.text)
    }
}
