import Atlas
import Domain
import Foundation
import Testing

/// Files that somebody made to stop the import, or that only are a great tangle: it ends soon and says what it left out.
/// Where a test has tens of thousands of pieces, looking at all pairs of them would take minutes.
@Suite(.timeLimit(.minutes(5))) struct TangleTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func veryManyPeaksMayStandClose() throws {
        let peaks = (1...60_000).map { OSM.node($0, 50, 50, ["natural": "peak", "ele": "\($0 % 4000)"]) }
        #expect(try shop.make([shop.osm(peaks.joined())]).peaks == 60_000)
    }
}
