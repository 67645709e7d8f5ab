/// Decides which pistes and lifts are connected, and why others are not.
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
