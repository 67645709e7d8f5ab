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
    /// Below this slope a piste can be crossed both ways, pushing.
    static let flat = 0.02

    var nodes: [Node] = []
    var edges: [Edge] = []
    var lines: [Line] = []
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
        for end in ends.sorted() {
            let node = network.nodes[Int(end)]
            var nearest: [UInt32: (node: UInt32, metres: Double)] = [:]
            for dy in -1...1 {
                for dx in -1...1 {
                    let (x, y) = (Int(node.x / cell) + dx, Int(node.y / cell) + dy)
                    guard x >= 0, y >= 0 else { continue }
                    for other in grid[key(UInt32(x), UInt32(y))] ?? [] { note(other, from: end, in: &nearest) }
                }
            }
            for (_, found) in nearest.sorted(by: { $0.key < $1.key }) {
                for (from, to) in [(end, found.node), (found.node, end)] {
                    network.edges.append(.init(from: from, to: to, line: SkiNetwork.Edge.walk, metres: Float(found.metres)))
                }
            }
        }
    }

    private func note(_ other: UInt32, from end: UInt32, in nearest: inout [UInt32: (node: UInt32, metres: Double)]) {
        let (a, b) = (network.nodes[Int(end)], network.nodes[Int(other)])
        // Unknown heights do not stand in the way.
        if !a.height.isNaN, !b.height.isNaN, abs(a.height - b.height) > Float(SkiNetwork.reachHeight) { return }
        let metres = World.metres(a.point, b.point)
        guard other != end, metres <= SkiNetwork.reach else { return }
        for line in linesOf[Int(other)] where !linesOf[Int(end)].contains(line) {
            if metres < nearest[line]?.metres ?? .infinity { nearest[line] = (other, metres) }
        }
    }
}

/// What hangs together, and what does not and why.
enum SkiConnections {
    static func judge(_ network: inout SkiNetwork) {
        guard !network.nodes.isEmpty else { return }
        let areas = components(network)
        let out = adjacency(network, reversed: false)
        let strong = StrongComponents.find(out)
        var metres: [Int: Double] = [:]
        for edge in network.edges where edge.line != SkiNetwork.Edge.walk && strong[Int(edge.from)] == strong[Int(edge.to)] {
            metres[strong[Int(edge.from)], default: 0] += Double(edge.metres)
        }
        var firstNode = [Int](repeating: -1, count: network.lines.count)
        for edge in network.edges where edge.line != SkiNetwork.Edge.walk { firstNode[Int(edge.line)] = Int(edge.from) }
        let main = metres.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? -1
        let core = strong.indices.filter { strong[$0] == main }
        let reachable = reached(from: core, out)
        let returning = reached(from: core, adjacency(network, reversed: true))
        let inside = linesInside(network, strong, main)
        for line in network.lines.indices where firstNode[line] >= 0 {
            network.lines[line].area = UInt32(areas[firstNode[line]])
            let state: SkiNetwork.Line.State =
                inside.contains(line)
                ? .connected : reachable[firstNode[line]] ? .noWayOn : returning[firstNode[line]] ? .notReachable : .apart
            network.lines[line].rawState = state.rawValue
        }
    }

    /// Lines that run at least half inside the strongly connected part.
    private static func linesInside(_ network: SkiNetwork, _ strong: [Int], _ main: Int) -> Set<Int> {
        var inside = [Double](repeating: 0, count: network.lines.count)
        var total = inside
        for edge in network.edges where edge.line != SkiNetwork.Edge.walk {
            total[Int(edge.line)] += Double(edge.metres)
            if strong[Int(edge.from)] == main, strong[Int(edge.to)] == main { inside[Int(edge.line)] += Double(edge.metres) }
        }
        return Set(network.lines.indices.filter { total[$0] > 0 && inside[$0] >= total[$0] / 2 })
    }

    static func adjacency(_ network: SkiNetwork, reversed: Bool) -> [[Int]] {
        var lists = [[Int]](repeating: [], count: network.nodes.count)
        for edge in network.edges {
            let (from, to) = reversed ? (edge.to, edge.from) : (edge.from, edge.to)
            lists[Int(from)].append(Int(to))
        }
        return lists
    }

    private static func reached(from start: [Int], _ lists: [[Int]]) -> [Bool] {
        var (seen, stack) = ([Bool](repeating: false, count: lists.count), start)
        for node in start { seen[node] = true }
        while let node = stack.popLast() {
            for next in lists[node] where !seen[next] {
                seen[next] = true
                stack.append(next)
            }
        }
        return seen
    }

    /// Numbers of what hangs together in any direction, by node.
    private static func components(_ network: SkiNetwork) -> [Int] {
        var parent = Array(network.nodes.indices)
        func root(_ node: Int) -> Int {
            var node = node
            while parent[node] != node {
                parent[node] = parent[parent[node]]
                node = parent[node]
            }
            return node
        }
        for edge in network.edges {
            let (a, b) = (root(Int(edge.from)), root(Int(edge.to)))
            if a != b { parent[max(a, b)] = min(a, b) }
        }
        return network.nodes.indices.map(root)
    }
}

/// Strongly connected parts (Tarjan), without recursion: networks are long.
enum StrongComponents {
    /// - Returns: the number of its part for every node.
    static func find(_ lists: [[Int]]) -> [Int] {
        var search = Search(lists)
        for node in lists.indices where search.order[node] < 0 { search.visit(node) }
        return search.part
    }

    private struct Search {
        let lists: [[Int]]
        var order: [Int]
        var low: [Int]
        var part: [Int]
        private var position: [Int]
        private var open: [Int] = []
        private var counter = 0
        private var parts = 0

        init(_ lists: [[Int]]) {
            self.lists = lists
            order = [Int](repeating: -1, count: lists.count)
            (low, part, position) = (order, order, [Int](repeating: 0, count: lists.count))
        }

        mutating func visit(_ start: Int) {
            var path = [start]
            enter(start)
            while let node = path.last {
                if position[node] < lists[node].count {
                    let next = lists[node][position[node]]
                    position[node] += 1
                    if order[next] < 0 {
                        enter(next)
                        path.append(next)
                    } else if part[next] < 0 {
                        low[node] = min(low[node], order[next])
                    }
                } else {
                    path.removeLast()
                    if let above = path.last { low[above] = min(low[above], low[node]) }
                    if low[node] == order[node] { close(node) }
                }
            }
        }

        private mutating func enter(_ node: Int) {
            order[node] = counter
            low[node] = counter
            counter += 1
            open.append(node)
        }

        private mutating func close(_ node: Int) {
            while let last = open.popLast() {
                part[last] = parts
                if last == node { break }
            }
            parts += 1
        }
    }
}
