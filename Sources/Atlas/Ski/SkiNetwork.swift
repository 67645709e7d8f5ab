import Domain

/// Pistes and lifts as a directed graph: down the pistes, up the lifts, and short walks between them. Every place of a
/// line is a node; what lies at the same place is the same node.
struct SkiNetwork {
    struct Node: BitwiseCopyable {
        let x: UInt32
        let y: UInt32
        /// Metres; `Float.nan` outside the elevation data.
        let height: Float

        var point: WorldPoint { WorldPoint(x: x, y: y) }
    }

    struct Edge: BitwiseCopyable {
        /// A walk of at most `SkiNetwork.reach`, which costs more than its length.
        static let walk = UInt32.max

        let from: UInt32
        let to: UInt32
        /// The place of its line in `lines`, or `walk`.
        let line: UInt32
        /// On the ground.
        let metres: Float
    }

    struct Line: BitwiseCopyable {
        enum State: UInt32 {
            /// One can get there and away again.
            case connected = 0
            case notReachable, noWayOn, apart
        }
        /// As in `FeatureRecord`.
        let element: Int64
        /// The ski area: lines that hang together, walks included.
        var area: UInt32
        var rawState: UInt32
        let metres: Float
        let isLift: UInt32

        var state: State { State(rawValue: rawState) ?? .apart }
    }

    /// Metres on the ground and in height between a line's end and what it is joined to.
    static let reach = 150.0
    static let reachHeight = 50.0
    /// Walks from one end, nearest ones first.
    static let mostWalks = 64
    /// Places and lines that are looked at in all, by place: in crowds of more, walks are missing.
    static let mostLooks = (each: 2000, all: 4_000_000)
    /// Below this slope a piste can be crossed both ways, pushing.
    static let flat = 0.02

    var nodes: [Node] = []
    var edges: [Edge] = []
    var lines: [Line] = []
    /// Ends of lines from which not all walks were looked for, because too many lie close together.
    var crowdedEnds = 0
}

/// Builds the graph: a few passes over nodes in a grid, no searching of everything against everything.
struct SkiNetworkBuilder {
    private let height: (WorldPoint) -> Double?
    private var network = SkiNetwork()
    private var nodeOf: [WorldPoint: UInt32] = [:]
    /// The lines that pass each node.
    private var linesOf: [[UInt32]] = []
    /// Where walks may begin: ends of lines.
    private var ends: Set<UInt32> = []

    /// - Parameter height: metres, nil where unknown.
    static func build(_ lines: [SkiLine], height: @escaping (WorldPoint) -> Double?) -> SkiNetwork {
        var builder = SkiNetworkBuilder(height: height)
        for line in lines where builder.isRidden(line) { builder.add(line) }
        builder.addWalks()
        SkiConnections.judge(&builder.network)
        return builder.network
    }

    private init(height: @escaping (WorldPoint) -> Double?) { self.height = height }

    /// Downhill pistes and what connects them; lifts for everybody.
    private func isRidden(_ line: SkiLine) -> Bool {
        if line.kind == .lift { return !line.flags.contains(.restricted) }
        let type = PisteType(rawValue: line.detail >> 4)
        return type == .downhill || type == .connection
    }

    private mutating func node(_ point: WorldPoint) -> UInt32 {
        if let known = nodeOf[point] { return known }
        let number = UInt32(network.nodes.count)
        nodeOf[point] = number
        network.nodes.append(.init(x: point.x, y: point.y, height: height(point).map(Float.init) ?? .nan))
        linesOf.append([])
        return number
    }

    private mutating func add(_ line: SkiLine) {
        let number = UInt32(network.lines.count)
        let path = line.points.map { node($0) }
        let metres = zip(line.points, line.points.dropFirst()).reduce(0.0) { $0 + World.metres($1.0, $1.1) }
        for node in Set(path) { linesOf[Int(node)].append(number) }
        ends.formUnion([path[0], path[path.count - 1]])
        let isLift = line.kind == .lift
        network.lines.append(.init(element: line.element, area: 0, rawState: 0, metres: Float(metres), isLift: isLift ? 1 : 0))
        let rise = Double(network.nodes[Int(path[path.count - 1])].height - network.nodes[Int(path[0])].height)
        // Lifts go up, pistes go down; without heights both as they were drawn.
        let isForward = rise.isNaN || (isLift ? rise >= 0 : rise <= 0)
        let isTwoWay = isLift ? isTwoWay(lift: line) : !rise.isNaN && abs(rise) < SkiNetwork.flat * metres
        let directed = isForward ? path : path.reversed()
        connect(directed, number)
        if isTwoWay { connect(directed.reversed(), number) }
    }

    private func isTwoWay(lift line: SkiLine) -> Bool {
        (LiftType(rawValue: line.detail)?.isTwoWay ?? false) && !line.flags.contains(.oneway)
    }

    private mutating func connect(_ path: [UInt32], _ line: UInt32) {
        for (from, to) in zip(path, path.dropFirst()) where from != to {
            let metres = World.metres(network.nodes[Int(from)].point, network.nodes[Int(to)].point)
            network.edges.append(.init(from: from, to: to, line: line, metres: Float(metres)))
        }
    }

    // MARK: walks

    /// From the ends of lines to the nearest place of every other line within reach, both ways.
    private mutating func addWalks() {
        guard let first = network.nodes.first else { return }
        let cell = UInt32(SkiNetwork.reach / World.metresPerUnit(y: Double(first.y)))
        var grid: [UInt64: [UInt32]] = [:]
        func key(_ x: UInt32, _ y: UInt32) -> UInt64 { UInt64(x) << 32 | UInt64(y) }
        for (number, node) in network.nodes.enumerated() { grid[key(node.x / cell, node.y / cell), default: []].append(UInt32(number)) }
        var looks = SkiNetwork.mostLooks.all + SkiNetwork.mostLooks.each * network.nodes.count
        for end in ends.sorted() {
            guard looks > 0 else {
                network.crowdedEnds += 1
                continue
            }
            let (node, own) = (network.nodes[Int(end)], Set(linesOf[Int(end)]))
            var nearest: [UInt32: (node: UInt32, metres: Double)] = [:]
            for dy in -1...1 {
                for dx in -1...1 {
                    let (x, y) = (Int(node.x / cell) + dx, Int(node.y / cell) + dy)
                    guard x >= 0, y >= 0 else { continue }
                    for other in grid[key(UInt32(x), UInt32(y))] ?? [] {
                        looks -= 1
                        note(other, from: end, own, in: &nearest, &looks)
                    }
                }
            }
            addWalks(from: end, to: nearest)
        }
    }

    private mutating func addWalks(from end: UInt32, to nearest: [UInt32: (node: UInt32, metres: Double)]) {
        var found = nearest.map { (line: $0.key, node: $0.value.node, metres: $0.value.metres) }
        if found.count > SkiNetwork.mostWalks {
            network.crowdedEnds += 1
            found.sort { ($0.metres, $0.line) < ($1.metres, $1.line) }
            found.removeSubrange(SkiNetwork.mostWalks...)
        }
        for walk in found.sorted(by: { $0.line < $1.line }) {
            for (from, to) in [(end, walk.node), (walk.node, end)] {
                network.edges.append(.init(from: from, to: to, line: SkiNetwork.Edge.walk, metres: Float(walk.metres)))
            }
        }
    }

    private func note(
        _ other: UInt32, from end: UInt32, _ own: Set<UInt32>, in nearest: inout [UInt32: (node: UInt32, metres: Double)],
        _ looks: inout Int
    ) {
        let (a, b) = (network.nodes[Int(end)], network.nodes[Int(other)])
        // Unknown heights do not stand in the way.
        if !a.height.isNaN, !b.height.isNaN, abs(a.height - b.height) > Float(SkiNetwork.reachHeight) { return }
        let metres = World.metres(a.point, b.point)
        guard other != end, metres <= SkiNetwork.reach else { return }
        looks -= linesOf[Int(other)].count
        for line in linesOf[Int(other)] where !own.contains(line) {
            if metres < nearest[line]?.metres ?? .infinity { nearest[line] = (other, metres) }
        }
    }
}
