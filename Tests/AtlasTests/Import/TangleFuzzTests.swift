import Atlas
import Domain
import Foundation
import Testing

/// Tangles that chance makes, the same at every run.
@Suite(.timeLimit(.minutes(5))) struct TangleFuzzTests {
    private let fixture: AtlasFixture
    private let lake = ["type": "multipolygon", "natural": "water"]

    init() throws { fixture = try AtlasFixture() }

    private func turns(_ atlas: AtlasFile, _ kind: FeatureKind, _ north: Double, _ east: Double) throws -> Int {
        let place = WorldPoint(try #require(Coordinates(latitude: 46 + north / 10_000, longitude: 9 + east / 10_000)))
        return atlas.all(kind).reduce(0) { $0 + winding(rings(atlas, $1), x: Double(place.x) + 0.5, y: Double(place.y) + 0.5) }
    }

    private func skipped(_ atlas: AtlasFile, _ kind: ImportSummary.Skipped) -> Int { atlas.facts.summary.skipped[kind] ?? 0 }

    /// Rectangles beside and in one another, which share sides and corners, in ways of any direction and role.
    @Test(arguments: 0..<40) func coverageIsThatOfParity(seed: Int) throws {
        var chance = Chance(state: UInt64(seed) &* 7919 &+ 17)
        let boxes = rectangles(&chance)
        var (body, ways, node) = ("", [(Int, String)](), 1)
        for box in boxes {
            // Halfway along two sides the ring may be cut: nothing else has a corner there.
            let offset = 0.2 + 0.6 * Double(node) / 4000
            let corners = [
                (box.south, box.west), (box.south, box.west + offset), (box.south, box.east), (box.north, box.east),
                (box.north, box.west + offset), (box.north, box.west),
            ]
            for (index, corner) in corners.enumerated() { body += OSM.node(node + index, corner.0, corner.1) }
            let whole = [0, 1, 2, 3, 4, 5, 0].map { node + $0 }
            let pieces = chance.flip() ? [whole] : [Array(whole[1...4]), [node + 4, node + 5, node, node + 1]]
            for piece in pieces {
                ways.append((ways.count + 1, chance.flip() ? "inner" : "outer"))
                body += OSM.way(ways.count, chance.flip() ? piece.reversed() : piece, [:])
            }
            node += 6
        }
        ways.shuffle(using: &chance)
        let atlas = try fixture.atlas([fixture.osm(body + OSM.relation(1, ways, lake))])
        for north in stride(from: 0.05, to: 16, by: 1) {
            for east in stride(from: 0.05, to: 16, by: 1) {
                let isCovered = boxes.count { $0.west < east && east < $0.east && $0.south < north && north < $0.north } % 2 == 1
                #expect(try (turns(atlas, .water, north, east) != 0) == isCovered, "\(north), \(east) of \(boxes)")
            }
        }
    }

    private typealias Rectangle = (south: Double, west: Double, north: Double, east: Double)

    /// Each is divided in two, of which each may be drawn and divided again.
    private func rectangles(_ chance: inout Chance) -> [Rectangle] {
        var (result, rest) = ([Rectangle](), [(Rectangle, Int)]())
        rest.append(((0, 0, 16, 16), 0))
        while let (box, depth) = rest.popLast() {
            if depth == 0 || chance.flip() { result.append(box) }
            let isWide = box.east - box.west > box.north - box.south
            guard depth < 6, max(box.east - box.west, box.north - box.south) > 2 else { continue }
            let share = 1 + Double(Int.random(in: 0..<Int(max(box.east - box.west, box.north - box.south)) - 1, using: &chance))
            var (one, two) = (box, box)
            if isWide { (one.east, two.west) = (box.west + share, box.west + share) }
            if !isWide { (one.north, two.south) = (box.south + share, box.south + share) }
            rest += [(one, depth + 1), (two, depth + 1)]
        }
        return result
    }

    /// Ways between a dozen places, in relations of anything: it ends, and nothing is lost without a word.
    @Test(arguments: 0..<20) func anyRelationIsDrawnOrCounted(seed: Int) throws {
        var chance = Chance(state: UInt64(seed) &* 104_729 &+ 5)
        var body = ""
        for node in 1...12 { body += OSM.node(node, .random(in: 0...9, using: &chance), .random(in: 0...9, using: &chance)) }
        for way in 1...30 {
            body += OSM.way(way, (0..<Int.random(in: 2...6, using: &chance)).map { _ in Int.random(in: 1...12, using: &chance) }, [:])
        }
        for relation in 1...20 {
            body = body + OSM.relation(relation, (0..<8).map { _ in (Int.random(in: 1...32, using: &chance), "outer") }, lake)
            let atlas = try fixture.atlas([fixture.osm(body)])
            let lost: [ImportSummary.Skipped] = [.unclosedRing, .brokenRelation, .selfCrossingRing, .tangledRing]
            #expect(atlas.all(.water).count == relation || lost.contains { skipped(atlas, $0) > 0 })
        }
    }
}
