import Domain
import Pages
import Testing

/// An address: its pattern, and the links that are made of it.
@Suite struct AddressTests {
    private let id = ID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

    @Test func partsStandInTheirPlaces() {
        #expect(Path.way.pattern == "/trips/:slug/members/:id/way")
        #expect(Path.way("alpha", id).text == "/trips/alpha/members/\(id)/way")
        #expect(Path.personal("a").text == "/r/a")
        #expect(Path.tile(.street, "v", 9, 3, "4.svg").text == "/tiles/street/v/9/3/4.svg")
        #expect(Path.home().text == "/" && Path.newTrip().text == "/trips/new")
    }

    @Test func textsAreEncodedAndNamesOfFilesAreNot() {
        #expect(Path.way("a/b?c#é", id).text == "/trips/a%2Fb%3Fc%23%C3%A9/members/\(id)/way")
        #expect(Path.asset("js/map.js").text == "/assets/\(Path.assetVersion)/js/map.js")
    }

    @Test func stemsEndBeforeTheFirstPartThatIsLeftOut() {
        #expect(Path.way.stem("a b").text == "/trips/a%20b/members")
        #expect(Path.way.stem().text == "/trips")
    }

    @Test func queriesAndPlacesFollow() {
        let link = Path.way("alpha", id)
        #expect(link.asking("q", "x&y").text == link.text + "?q=x%26y")
        #expect(link.asking([("a", ""), ("b", "1"), ("c", "2")]).text == link.text + "?b=1&c=2")
        #expect(link.asking("a", "1").asking("b", "").asking("c", "3").at("m 1").text == link.text + "?a=1&c=3#m%201")
        #expect(link.asking("a", "").text == link.text && link.asking([]).text == link.text)
    }
}
