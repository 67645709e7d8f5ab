import Domain

/// The coast as OpenStreetMap draws it: ways one behind the other with the water on their right.
struct Coastlines {
    /// Lines whose ends meet nothing, and closed ones without the repeated place.
    private(set) var chains: [[WorldPoint]] = []
    private(set) var rings: [[WorldPoint]] = []
    /// What had to be mended, for people.
    private(set) var notes: [String] = []
    /// What was given up, for people.
    private(set) var limits: [String] = []

    init(_ ways: [[WorldPoint]]) {
        var ways = ways.filter { $0.count > 1 }
        // Turning one way round can reveal another that has to be turned.
        for _ in 0..<8 {
            (chains, rings) = Coastlines.joined(ways)
            guard let turned = Coastlines.turned(chains) else { break }
            notes += turned.places.map { "A coastline runs against its neighbour at \(Coastlines.text($0)): it was turned round." }
            ways = turned.chains + rings.map { $0 + $0.prefix(1) }
        }
        let closed = CoastGaps(chains)
        (chains, rings) = (closed.chains, rings + closed.rings)
        notes += closed.notes
        if closed.isCrowded { limits = ["The coastlines have too many ends close together: not all gaps were looked for."] }
    }

    static func text(_ point: WorldPoint) -> String {
        let place = point.coordinates
        return "\(decimal(place.latitude, 4)), \(decimal(place.longitude, 4))"
    }

    static func metres(_ line: [WorldPoint]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + World.metres($1.0, $1.1) }
    }

    private static func joined(_ ways: [[WorldPoint]]) -> (chains: [[WorldPoint]], rings: [[WorldPoint]]) {
        var (chains, rings) = ([[WorldPoint]](), [[WorldPoint]]())
        var starts = EndTable()
        var ends: [WorldPoint: Int] = [:]
        for (index, way) in ways.enumerated() {
            starts.add(index, at: way[0])
            ends[way[way.count - 1], default: 0] += 1
        }
        var isUsed = [Bool](repeating: false, count: ways.count)
        func follow(_ first: Int) {
            guard !isUsed[first] else { return }
            isUsed[first] = true
            var line = ways[first]
            while let last = line.last, last != line[0], let next = starts.take(at: last, where: { !isUsed[$0] }) {
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
        let lengths = chains.map(metres)
        var isTurned = [Bool](repeating: false, count: chains.count)
        for isEnd in [true, false] {
            met.removeAll()
            for index in chains.indices {
                guard let place = isEnd ? chains[index].last : chains[index].first else { continue }
                guard let other = met[place] else {
                    met[place] = index
                    continue
                }
                let shorter = lengths[index] < lengths[other] ? index : other
                guard !isTurned[index], !isTurned[other] else { continue }
                isTurned[shorter] = true
                result[shorter].reverse()
                places.append(place)
            }
        }
        return places.isEmpty ? nil : (result, places)
    }
}
