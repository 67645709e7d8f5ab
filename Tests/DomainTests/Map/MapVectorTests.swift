import Domain
import Testing

/// What `map/style.js` and `map/crowds.js` decide as well: both are held to the same cases.
@Suite struct MapVectorTests {
    private struct StyleCase: Decodable {
        let choice: String
        let heights: [Double]
        let centre: Double?
        let threshold: Double?
        let previous: String?
        let style: String
        let reason: String
    }
    private struct CrowdCase: Decodable {
        let why: String
        let points: [[Double]]
        let groups: [[Int]]
    }

    @Test func theStyleFollowsTheHeights() throws {
        for vector in try vectors("style", of: StyleCase.self) {
            let found = MapDecision(
                choice: try #require(MapChoice(rawValue: vector.choice)), heights: vector.heights, centre: vector.centre,
                threshold: vector.threshold, previous: vector.previous.flatMap(MapStyle.init))
            #expect(found.style.rawValue == vector.style && found.reason == vector.reason)
        }
    }

    @Test func markersThatWouldCoverOneAnotherAreOne() throws {
        for vector in try vectors("crowds", of: CrowdCase.self) {
            #expect(Crowds.of(vector.points.map { ($0[0], $0[1]) }) == vector.groups, "\(vector.why)")
        }
    }
}
