import Domain
import Foundation

/// Pistes and lifts with their figures, from an open atlas.
package struct SkiDetails: Sendable {
    let atlas: AtlasFile
    private let network: SkiNetwork
    private let places: [Int64: Int]
    private let areaNames: [UInt32: String]
    /// Everything that was drawn as a line, in the order of area and name: worked out once.
    package private(set) var lines: [SkiLineDetail] = []

    package init(_ atlas: AtlasFile) {
        self.atlas = atlas
        network = SkiSection.read(atlas.ski)
        places = Dictionary(network.lines.enumerated().map { ($0.element.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        areaNames = SkiDetails.names(atlas, network)
        lines = all()
    }

    /// Total metres of downhill pistes, and metres of those that one can get to and away from.
    package var connectedLength: (connected: Double, all: Double) {
        network.lines.filter { $0.isLift == 0 }.reduce(into: (0, 0)) { sum, line in
            sum.1 += Double(line.metres)
            if line.state == .connected { sum.0 += Double(line.metres) }
        }
    }

    /// By its id in addresses; nil if this atlas has no such line.
    package func line(_ id: String) -> SkiLineDetail? { lines.first { $0.id == id } }

    /// Where a line runs: the corners that were drawn.
    package func path(of wanted: SkiLineDetail) -> [Coordinates] {
        let middle = WorldPoint(Coordinates(clampedLatitude: wanted.latitude, longitude: wanted.longitude))
        let box = WorldBox(
            minX: middle.x &- min(1000, middle.x), minY: middle.y &- min(1000, middle.y), maxX: middle.x + min(1000, .max - middle.x),
            maxY: middle.y + min(1000, .max - middle.y))
        var points: [WorldPoint] = []
        atlas.visit(meeting: box, zoom: 18) { feature in
            guard points.isEmpty, feature.kind == .piste || feature.kind == .lift, "\(feature.element)" == wanted.id else { return }
            atlas.lines(of: feature) { points += $0 }
        }
        return points.map(\.coordinates)
    }

    private func all() -> [SkiLineDetail] {
        var found: [SkiLineDetail] = []
        for index in 0..<atlas.featureCount {
            let feature = atlas.feature(index)
            if feature.kind == .piste || feature.kind == .lift { found.append(detail(feature)) }
        }
        return found.sorted { ($0.area, $0.name, $0.id) < ($1.area, $1.name, $1.id) }
    }

    /// The piste or lift nearest to a place within some metres; pistes before lifts where both are near.
    package func nearest(to place: Coordinates, within metres: Double) -> SkiLineDetail? {
        let point = WorldPoint(place)
        let reach = UInt32(metres / World.metresPerUnit(y: Double(point.y)))
        let box = WorldBox(
            minX: point.x &- min(reach, point.x), minY: point.y &- min(reach, point.y), maxX: point.x + min(reach, .max - point.x),
            maxY: point.y + min(reach, .max - point.y))
        var best: (feature: FeatureRecord, metres: Double)?
        atlas.visit(meeting: box, zoom: 18) { feature in
            guard feature.kind == .piste || feature.kind == .lift else { return }
            atlas.lines(of: feature) { line in
                let distance = SkiDetails.distance(from: point, to: line)
                if distance <= metres, distance < best?.metres ?? .infinity { best = (feature, distance) }
            }
        }
        return best.map { detail($0.feature) }
    }

    private static func distance(from point: WorldPoint, to line: UnsafeBufferPointer<WorldPoint>) -> Double {
        var best = Double.infinity
        for (a, b) in zip(line, line.dropFirst()) {
            let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
            let (px, py) = (Double(point.x) - Double(a.x), Double(point.y) - Double(a.y))
            let length = dx * dx + dy * dy
            let share = length > 0 ? min(max((px * dx + py * dy) / length, 0), 1) : 0
            best = min(best, hypot(px - share * dx, py - share * dy))
        }
        return best * World.metresPerUnit(y: Double(point.y))
    }

    // MARK: one line

    private func detail(_ feature: FeatureRecord) -> SkiLineDetail {
        var points: [WorldPoint] = []
        atlas.lines(of: feature) { points += $0 }
        let isLift = feature.kind == .lift
        let (samples, length) = profile(points, isLift: isLift)
        let line = places[feature.element].map { network.lines[$0] }
        let middle = points[points.count / 2].coordinates
        func attribute(_ wanted: FeatureAttribute) -> String { atlas.attribute(wanted, of: feature) ?? "" }
        return SkiLineDetail(
            id: "\(feature.element)", name: atlas.name(of: feature), ref: attribute(.ref), lift: isLift ? feature.liftType : nil,
            piste: isLift ? .other : feature.pisteType, difficulty: isLift ? .unknown : feature.difficulty, grooming: attribute(.grooming),
            capacity: attribute(.capacity), duration: attribute(.duration), area: line.flatMap { areaNames[$0.area] } ?? "",
            connection: line.map { SkiDetails.connection($0.state) } ?? .notRouted, length: length, samples: samples,
            latitude: middle.latitude, longitude: middle.longitude)
    }

    private static func connection(_ state: SkiNetwork.Line.State) -> SkiLineDetail.Connection {
        switch state {
        case .connected: .connected
        case .notReachable: .notReachable
        case .noWayOn: .noWayOn
        case .apart: .apart
        }
    }

    /// Heights every 25 metres or so: pistes from the top, lifts from the bottom.
    private func profile(_ points: [WorldPoint], isLift: Bool) -> (samples: [SkiLineDetail.Sample], length: Double) {
        var distances = [0.0]
        for (a, b) in zip(points, points.dropFirst()) { distances.append(distances[distances.count - 1] + World.metres(a, b)) }
        let length = distances[distances.count - 1]
        let count = min(400, max(2, Int(length / 25) + 1))
        var heights: [Double] = []
        for number in 0..<count {
            let wanted = length * Double(number) / Double(count - 1)
            let index = min(max(distances.partitioningIndex { $0 >= wanted }, 1), points.count - 1)
            let span = distances[index] - distances[index - 1]
            let share = span > 0 ? (wanted - distances[index - 1]) / span : 0
            let (a, b) = (points[index - 1], points[index])
            let place = World.coordinates(
                x: Double(a.x) + (Double(b.x) - Double(a.x)) * share, y: Double(a.y) + (Double(b.y) - Double(a.y)) * share)
            guard let height = atlas.elevation.measured(at: place) else { return ([], length) }
            heights.append(height)
        }
        let goesUp = heights[count - 1] > heights[0]
        if goesUp != isLift { heights.reverse() }
        return (heights.enumerated().map { .init(distance: length * Double($0.offset) / Double(count - 1), height: $0.element) }, length)
    }

    // MARK: areas

    /// A ski area is called by the marked area around it, else by the nearest village.
    private static func names(_ atlas: AtlasFile, _ network: SkiNetwork) -> [UInt32: String] {
        var boxes: [UInt32: WorldBox] = [:]
        for edge in network.edges where edge.line != SkiNetwork.Edge.walk {
            boxes[network.lines[Int(edge.line)].area, default: .empty].add(network.nodes[Int(edge.from)].point)
        }
        var marked: [(name: String, box: WorldBox)] = []
        var villages: [(name: String, place: WorldPoint)] = []
        for index in 0..<atlas.featureCount {
            let feature = atlas.feature(index)
            guard feature.nameStart != 0 else { continue }
            if feature.kind == .winterSports { marked.append((atlas.name(of: feature), feature.box)) }
            if [.town, .village, .hamlet].contains(feature.kind) { villages.append((atlas.name(of: feature), atlas.place(of: feature))) }
        }
        return boxes.mapValues { box in
            let around = marked.filter { $0.box.contains(box.centre) }.min { $0.box.extent < $1.box.extent }
            let near = villages.min { World.metres($0.place, box.centre) < World.metres($1.place, box.centre) }
            return around?.name ?? near?.name ?? "Ski area"
        }
    }
}

/// Builds the network of an atlas once more, for the benchmark.
package enum NetworkTiming {
    /// Seconds of one build, without reading the lines.
    package static func seconds(_ atlas: AtlasFile) throws -> Double {
        var lines: [SkiLine] = []
        for index in 0..<atlas.featureCount {
            let feature = atlas.feature(index)
            guard feature.kind == .piste || feature.kind == .lift else { continue }
            atlas.lines(of: feature) { line in
                lines.append(
                    SkiLine(
                        element: feature.element, kind: feature.kind, detail: feature.detail, flags: feature.flags, points: Array(line)))
            }
        }
        let clock = ContinuousClock()
        return clock.measure { _ = SkiNetworkBuilder.build(lines) { atlas.elevation.metres(at: $0) } } / .seconds(1)
    }
}
