import Domain

/// The sea inside what one file covers: coasts, closed along the edge where they leave it.
struct Sea {
    /// Areas of water, each with its islands as holes; small enough that a tile does not pass by a whole coast.
    private(set) var areas: [[[WorldPoint]]] = []
    private(set) var notes: [String] = []
    /// What was given up, for people.
    private(set) var limits: [String] = []

    private let rim: SeaRim
    /// Places that cutting may still add.
    private var room = 0

    init(_ coasts: Coastlines, in area: ExtractArea) {
        rim = SeaRim(area.box)
        guard !area.box.isEmpty, area.box.minX < area.box.maxX, area.box.minY < area.box.maxY else { return }
        var (pieces, rings) = ([[TilePoint]](), [[TilePoint]]())
        for line in coasts.chains { pieces += rim.pieces(line.map(Sea.point)) }
        for ring in coasts.rings {
            let points = ring.map(Sea.point)
            if let outside = points.firstIndex(where: { !rim.contains($0) }) {
                pieces += rim.pieces(Array(points[outside...] + points[...outside]))
            } else {
                rings.append(points)
            }
        }
        let open = pieces.map { continued($0) }
        let closed = rim.closed(open)
        let background = open.isEmpty && isSea(rings, area) ? [rim.corners] : []
        let all = (closed + background + judged(rings, around: closed + background)).map { $0.map(Sea.place) }
        let loops = all.flatMap(RingNesting.loops)
        room = 4 * loops.reduce(0) { $0 + $1.count } + 10_000
        split(RingNesting.wound(loops) ?? loops, area.box, depth: 0)
    }

    private static func point(_ place: WorldPoint) -> TilePoint { TilePoint(x: Double(place.x), y: Double(place.y)) }
    private static func place(_ point: TilePoint) -> WorldPoint {
        WorldPoint(
            x: UInt32(clamping: min(max(point.x.rounded(), 0), World.size - 1)),
            y: UInt32(clamping: min(max(point.y.rounded(), 0), World.size - 1)))
    }

    /// A coast that ends inside goes straight to the nearest edge: what lies there is not known.
    private mutating func continued(_ piece: [TilePoint]) -> [TilePoint] {
        var piece = piece
        if let first = piece.first, !rim.isOnEdge(first) {
            note(first)
            piece.insert(rim.nearest(to: first), at: 0)
        }
        if let last = piece.last, !rim.isOnEdge(last) {
            note(last)
            piece.append(rim.nearest(to: last))
        }
        return piece
    }

    private mutating func note(_ end: TilePoint) {
        notes.append("A coastline ends inside the extract at \(Coastlines.text(Sea.place(end))): it was continued to the edge.")
    }

    /// Where no coast crosses the edge: sea if the largest ring is an island, otherwise as the features in it say.
    private func isSea(_ rings: [[TilePoint]], _ area: ExtractArea) -> Bool {
        let largest = rings.map { Rings.doubleArea($0.map(Sea.place)) }.max { abs($0) < abs($1) }
        return largest.map { $0 < 0 } ?? (area.hasSea && !area.hasLand)
    }

    /// Islands lie in the sea and lagoons on land. An island that was drawn the wrong way round is one all the same; a closed
    /// coast on land says nothing that can be drawn.
    private mutating func judged(_ rings: [[TilePoint]], around: [[TilePoint]]) -> [[TilePoint]] {
        let places = rings.map { $0.map(Sea.place) }
        guard let isWater = RingNesting.areGround(places + around.map { $0.map(Sea.place) })?.prefix(rings.count) else {
            limits = ["The coastlines are too tangled to tell islands from lagoons: they were taken as they run."]
            return rings
        }
        var kept: [[TilePoint]] = []
        for (index, water) in isWater.enumerated() {
            let isLagoon = Rings.doubleArea(places[index]) > 0
            if water != isLagoon { notes.append("A closed coastline runs the wrong way round at \(Coastlines.text(places[index][0])).") }
            if !water || isLagoon { kept.append(rings[index]) }
        }
        return kept
    }

    /// Halves what has many places, until a piece has few or is small, or until cutting has added too many: long sides beside one
    /// another go through every half.
    private mutating func split(_ rings: [[WorldPoint]], _ box: WorldBox, depth: Int) {
        let count = rings.reduce(0) { $0 + $1.count }
        guard count > 0 else { return }
        guard count > 600, depth < 24 else { return areas.append(rings) }
        let isWide = box.maxX - box.minX > box.maxY - box.minY
        var halves = (box, box)
        if isWide { (halves.0.maxX, halves.1.minX) = (box.centre.x, box.centre.x) }
        if !isWide { (halves.0.maxY, halves.1.minY) = (box.centre.y, box.centre.y) }
        let pieces = [halves.0, halves.1].map { half in (box: half, rings: rings.compactMap { Sea.cut($0, half) }) }
        let added = pieces.reduce(-count) { $0 + $1.rings.reduce(0) { $0 + $1.count } }
        guard added <= room else { return areas.append(rings) }
        room -= max(0, added)
        for piece in pieces {
            // What only runs along the edge on both sides encloses nothing.
            if piece.rings.reduce(0, { $0 + Rings.doubleArea($1) }) > 0 { split(piece.rings, piece.box, depth: depth + 1) }
        }
    }

    /// The part of a ring in a box; most rings are in or out whole.
    private static func cut(_ ring: [WorldPoint], _ half: WorldBox) -> [WorldPoint]? {
        var box = WorldBox.empty
        for point in ring { box.add(point) }
        guard box.meets(half) else { return nil }
        let isWhole = half.minX <= box.minX && box.maxX <= half.maxX && half.minY <= box.minY && box.maxY <= half.maxY
        let inside = isWhole ? ring : SeaRim(half).ring(ring.map(point)).map(place)
        return inside.count > 2 ? inside : nil
    }
}
