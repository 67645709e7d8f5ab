import Domain

/// The coast as OpenStreetMap draws it: ways one behind the other with the water on their right.
struct Coastlines {
    /// Lines whose ends meet nothing, and closed ones without the repeated place.
    private(set) var chains: [[WorldPoint]] = []
    private(set) var rings: [[WorldPoint]] = []
    /// What had to be mended, for people.
    private(set) var notes: [String] = []

    /// Metres between two ends that are taken for one.
    private static let gap = 100.0
    /// What more broken data would cost in comparisons is not worth it.
    private static let mostGaps = 2000

    init(_ ways: [[WorldPoint]]) {
        var ways = ways.filter { $0.count > 1 }
        // A way that is turned round can show another one that is.
        for _ in 0..<8 {
            (chains, rings) = Coastlines.joined(ways)
            guard let turned = Coastlines.turned(chains) else { break }
            notes += turned.places.map { "A coastline runs against its neighbour at \(Coastlines.text($0)): it was turned round." }
            ways = turned.chains + rings.map { $0 + $0.prefix(1) }
        }
        closeGaps()
    }

    static func text(_ point: WorldPoint) -> String {
        let place = point.coordinates
        return "\(decimal(place.latitude, 4)), \(decimal(place.longitude, 4))"
    }

    private static func metres(_ line: [WorldPoint]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + World.metres($1.0, $1.1) }
    }

    private static func joined(_ ways: [[WorldPoint]]) -> (chains: [[WorldPoint]], rings: [[WorldPoint]]) {
        var (chains, rings) = ([[WorldPoint]](), [[WorldPoint]]())
        var starts: [WorldPoint: [Int]] = [:]
        var ends: [WorldPoint: Int] = [:]
        for (index, way) in ways.enumerated() {
            starts[way[0], default: []].append(index)
            ends[way[way.count - 1], default: 0] += 1
        }
        var isUsed = [Bool](repeating: false, count: ways.count)
        func follow(_ first: Int) {
            guard !isUsed[first] else { return }
            isUsed[first] = true
            var line = ways[first]
            while let last = line.last, last != line[0], let next = starts[last]?.first(where: { !isUsed[$0] }) {
                isUsed[next] = true
                line += ways[next].dropFirst()
            }
            if line.first != line.last { chains.append(line) } else if line.count > 3 { rings.append(line.dropLast()) }
        }
        // Beginnings of coasts first, then what only goes round.
        for index in ways.indices where ends[ways[index][0]] == nil { follow(index) }
        for index in ways.indices { follow(index) }
        return (chains, rings)
    }

    /// Where two lines end in one place, or two begin, the shorter one runs the wrong way.
    private static func turned(_ chains: [[WorldPoint]]) -> (chains: [[WorldPoint]], places: [WorldPoint])? {
        var (result, places, met) = (chains, [WorldPoint](), [WorldPoint: Int]())
        var isTurned = [Bool](repeating: false, count: chains.count)
        for isEnd in [true, false] {
            met.removeAll()
            for index in chains.indices {
                guard let place = isEnd ? chains[index].last : chains[index].first else { continue }
                guard let other = met[place] else {
                    met[place] = index
                    continue
                }
                let shorter = metres(chains[index]) < metres(chains[other]) ? index : other
                guard !isTurned[index], !isTurned[other] else { continue }
                isTurned[shorter] = true
                result[shorter].reverse()
                places.append(place)
            }
        }
        return places.isEmpty ? nil : (result, places)
    }

    /// A short piece of coast ends near its beginning too, and is no island.
    private func isAlmostClosed(_ chain: [WorldPoint], gap: Double) -> Bool {
        chain.count > 3 && Coastlines.metres(chain) > 5 * gap
    }

    private mutating func closeGaps() {
        guard chains.count <= Coastlines.mostGaps else { return }
        var index = 0
        while index < chains.count {
            let end = chains[index][chains[index].count - 1]
            let near = chains.indices.map { ($0, World.metres(end, chains[$0][0])) }
                .filter { $0.1 <= Coastlines.gap && ($0.0 != index || isAlmostClosed(chains[index], gap: $0.1)) }.min { $0.1 < $1.1 }
            guard let (other, metres) = near else {
                index += 1
                continue
            }
            notes.append("A coastline has a gap of \(Int(clamping: metres.rounded())) m at \(Coastlines.text(end)): it was closed.")
            if other == index {
                rings.append(chains.remove(at: index))
            } else {
                chains[index] += chains[other]
                chains.remove(at: other)
                if other < index { index -= 1 }
            }
        }
    }
}
