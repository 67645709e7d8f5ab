import Atlas
import Domain
import Foundation
import Testing

/// Files that somebody made to stop the import, or that only are a great tangle: it ends soon and says what it left out.
/// Where a test has tens of thousands of pieces, looking at all pairs of them would take minutes.
@Suite(.timeLimit(.minutes(5))) struct TangleTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func pistesInACrowdAreJoinedToTheNearestOnes() throws {
        let count = 3000
        let pistes = (0..<count).map { number in
            let north = 50 + Double(number) / 1000
            return OSM.node(10 + 2 * number, north, 50) + OSM.node(11 + 2 * number, north, 60)
                + OSM.way(1 + number, [10 + 2 * number, 11 + 2 * number], ["piste:type": "downhill"])
        }
        let atlas = try shop.atlas([shop.osm(pistes.joined())])
        #expect(atlas.all(.piste).count == count)
        #expect(atlas.facts.summary.warnings.contains { $0.contains("too close together at 6000 of their ends") })
    }

    @Test func veryManyPeaksMayStandClose() throws {
        let peaks = (1...60_000).map { OSM.node($0, 50, 50, ["natural": "peak", "ele": "\($0 % 4000)"]) }
        #expect(try shop.make([shop.osm(peaks.joined())]).peaks == 60_000)
    }
}
