import Domain

/// Turns drafts into features: looks up places, joins rings, and streams the points out as they come.
struct FeatureBuilder {
    private(set) var features: [FeatureRecord] = []
    private(set) var parts: [UInt32] = []
    private(set) var summary: ImportSummary
    /// Pistes and lifts with their lines, for the network.
    private(set) var skiLines: [SkiLine] = []

    private var elements: OSMElements
    private let finder: NodeFinder
    private let writer: AtlasWriter
    private var names = LineNames()
    private var peaks: [(feature: Int, place: WorldPoint, metres: Int?)] = []
    private var pointCount: UInt32 = 0
    /// Places of ways that relations may still use. Each border or path belongs to a few relations; a file where all ways belong to very
    /// many would make a map without bounds.
    private var relationRoom: Int

    init(_ elements: OSMElements, writer: AtlasWriter) {
        self.elements = elements
        finder = NodeFinder(elements.nodes)
        self.writer = writer
        summary = elements.summary
        count = elements.entryCount
        relationRoom = elements.ways.reduce(1_000_000) { $0 + 16 * Int($1.refCount) }
        // Names along lines come on top. What is never written to takes no memory; growing would copy it all.
        features.reserveCapacity(2 * count)
        parts.reserveCapacity(2 * count)
    }

    /// Drafts, those that are done included.
    let count: Int

    /// Some more; nil when all are done.
    mutating func addSome() throws -> Int? {
        guard let entries = elements.drainEntries() else { return nil }
        for entry in entries { try add(entry) }
        return entries.count
    }

    private mutating func add(_ entry: OSMElements.Entry) throws {
        switch entry.source {
        case .node(let id):
            // The first of an id counts; every node of the file is in the table.
            guard let place = finder.find(id) else { return }
            if entry.kind == .peak { peaks.append((features.count, place, metres(entry))) }
            try emit(entry, element: id << 2, [[place]])
        case .way(let way): try add(entry, way: way)
        case .relation(let relation): try add(entry, relation: elements.relations[relation])
        }
    }

    private func metres(_ entry: OSMElements.Entry) -> Int? {
        let own = elements.attributes[Int(entry.attributeStart)..<Int(entry.attributeStart) + Int(entry.attributeCount)]
        let height = own.first { $0.attribute == UInt32(FeatureAttribute.elevation.rawValue) }
        return Importance.metres(height.map { elements.strings.text($0.textStart) })
    }

    /// Steps that need all features to be known: the sea, and names along lines.
    mutating func finish() throws -> Product {
        try emitSea()
        raisePeaks()
        for key in names.keys {
            let lines = names.ways(key).map { places(elements.ways[Int($0)], isAgain: true) }
            for line in LineNames.joined(lines) { try emit(key, element: Int64(features.count) << 2 | 3, line) }
        }
        summary.features = features.count
        return Product(
            features: features, parts: parts, attributes: elements.attributes, strings: elements.strings, summary: summary,
            skiLines: skiLines, peaks: peaks.compactMap { peak in peak.metres.map { (peak.place, $0) } })
    }

    private mutating func add(_ entry: OSMElements.Entry, way index: Int) throws {
        var shape = WayShape(elements.ways[index], in: elements, finder)
        if entry.kind.isArea { shape.lookAtRings() }
        let (element, points) = (elements.ways[index].id << 2 | 1, shape.points)
        count(missing: shape)
        guard points.count > 1 else { return skip(.shortWay) }
        if entry.kind.isLine {
            try emit(entry, element: element, [points])
            names.add(entry, way: index)
            if entry.kind == .piste || entry.kind == .lift {
                skiLines.append(SkiLine(element: element, kind: entry.kind, detail: entry.detail, flags: entry.flags, points: points))
            }
            return
        }
        guard shape.isClosed else { return skip(.unclosedRing) }
        if entry.kind.isPoint { return try emit(entry, element: element, [[Rings.centre(Array(points.dropLast()))]]) }
        try emitArea(entry, element: element, shape.loops, shape.soundness)
    }

    private mutating func add(_ entry: OSMElements.Entry, relation: OSMElements.Relation) throws {
        if entry.kind == .piste { return try add(entry, pisteRoute: relation) }
        guard let pieces = pieces(relation) else { return skip(.overusedWays) }
        let element = relation.id << 2 | 2
        if entry.kind == .hikingRoute {
            let lines = LineNames.joined(pieces)
            return lines.isEmpty ? skip(.emptyRoute) : try emit(entry, element: element, lines)
        }
        if entry.kind.isLine {
            let lines = pieces.filter { $0.count > 1 }
            return lines.isEmpty ? skip(.brokenRelation) : try emit(entry, element: element, lines)
        }
        let (rings, open) = Rings.join(pieces)
        for _ in open { skip(.unclosedRing) }
        guard !rings.isEmpty else { return skip(.brokenRelation) }
        if entry.kind.isPoint {
            let largest = rings.max { abs(Rings.doubleArea($0)) < abs(Rings.doubleArea($1)) } ?? rings[0]
            return try emit(entry, element: element, [[Rings.centre(largest)]])
        }
        let loops = rings.flatMap(RingNesting.loops)
        try emitArea(entry, element: element, loops, loops.map(Rings.soundness))
    }

    /// The ways of a relation, each once; nil where relations took too much already.
    private mutating func pieces(_ relation: OSMElements.Relation) -> [[WorldPoint]]? {
        var (ways, seen) = ([OSMElements.Way](), Set<Int64>())
        for member in relation.members where seen.insert(member).inserted {
            if let way = elements.way(member) { ways.append(elements.ways[way]) } else { skip(.missingMember) }
        }
        let wanted = ways.reduce(0) { $0 + Int($1.refCount) }
        guard wanted <= relationRoom else { return nil }
        relationRoom -= wanted
        return ways.map { places($0) }
    }

    /// Adds the ways of a piste route that are not pistes themselves as pieces of it.
    private mutating func add(_ entry: OSMElements.Entry, pisteRoute relation: OSMElements.Relation) throws {
        var (isFound, isNew) = (false, false)
        for member in relation.members {
            guard let way = elements.way(member) else {
                skip(.missingMember)
                continue
            }
            isFound = true
            guard elements.pisteWays.insert(member).inserted else { continue }
            isNew = true
            try add(entry, way: way)
        }
        if !isFound { skip(.emptyRoute) }
        guard isNew else { return }
        summary.pistes += 1
        summary.pistesByDifficulty[PisteDifficulty(rawValue: entry.detail & 15) ?? .unknown, default: 0] += 1
    }

    private mutating func emitSea() throws {
        let coasts = Coastlines(elements.coasts.map { places(elements.ways[$0], isAgain: true) })
        var (notes, limits) = (coasts.notes, coasts.limits)
        for area in elements.areas {
            let sea = Sea(coasts, in: area)
            notes += sea.notes
            limits += sea.limits
            for rings in sea.areas {
                let record = FeatureRecord(
                    element: Int64(features.count) << 2 | 3, rawKind: FeatureKind.sea.rawValue, detail: 0, rawFlags: 0,
                    minZoom: FeatureKind.sea.minZoom, nameStart: 0, layer: 0, attributeCount: 0, attributeStart: 0)
                try emit(record, rings)
            }
        }
        summary.warn(limits, of: "tangled coasts")
        summary.warn(notes, of: "coasts")
    }

    /// Peaks that stand alone are seen from farther away.
    private mutating func raisePeaks() {
        let known = peaks.compactMap { peak in peak.metres.map { (peak.feature, place: peak.place, metres: $0) } }
        let isolation = Isolation.kilometres(known.map { ($0.place, $0.metres) })
        for (peak, kilometres) in zip(known, isolation) { features[peak.0].minZoom = Isolation.minZoom(kilometres: kilometres) }
    }

    private mutating func emitArea(
        _ entry: OSMElements.Entry, element: Int64, _ rings: [[WorldPoint]], _ found: [Rings.Soundness]
    ) throws {
        for one in found where one != .sound { skip(one == .crossing ? .selfCrossingRing : .tangledRing) }
        if entry.kind == .pisteArea {
            // A piste is never lost: a crossing only makes it a little larger.
            return rings.isEmpty ? () : try emit(entry, element: element, RingNesting.wound(rings) ?? rings)
        }
        let sound = zip(rings, found).filter { $0.1 == .sound }.map(\.0)
        let kept = sound.count == rings.count ? rings : withoutOrphans(sound, of: rings)
        guard let wound = RingNesting.wound(kept) else {
            for _ in kept { skip(.tangledRing) }
            return
        }
        if !wound.isEmpty { try emit(entry, element: element, wound) }
    }

    /// Where an outer ring is lost, its holes go with it: alone they would be filled.
    private mutating func withoutOrphans(_ sound: [[WorldPoint]], of rings: [[WorldPoint]]) -> [[WorldPoint]] {
        guard let before = RingNesting.areGround(rings), let after = RingNesting.areGround(sound) else {
            for _ in sound { skip(.tangledRing) }
            return []
        }
        let holes = Set(zip(rings, before).filter { !$0.1 }.map(\.0))
        let kept = zip(sound, after).filter { !$0.1 || !holes.contains($0.0) }.map(\.0)
        for _ in kept.count..<sound.count { skip(.brokenRelation) }
        return kept
    }

    private mutating func skip(_ reason: ImportSummary.Skipped) { summary.skipped[reason, default: 0] += 1 }

    /// The places of a way, without repeats.
    private mutating func places(_ way: OSMElements.Way, isAgain: Bool = false) -> [WorldPoint] {
        let shape = WayShape(way, in: elements, finder)
        if !isAgain { count(missing: shape) }
        return shape.points
    }

    private mutating func count(missing shape: WayShape) {
        if shape.missing > 0 { summary.skipped[.missingNode, default: 0] += shape.missing }
    }

    private mutating func emit(_ key: LineNames.Key, element: Int64, _ line: [WorldPoint]) throws {
        try emit(
            FeatureRecord(
                element: element, rawKind: FeatureKind.lineName.rawValue, detail: key.kind.rawValue, rawFlags: 0, minZoom: key.minZoom,
                nameStart: key.nameStart, layer: 0, attributeCount: 0, attributeStart: 0), [line])
    }

    private mutating func emit(_ entry: OSMElements.Entry, element: Int64, _ lines: [[WorldPoint]]) throws {
        try emit(
            FeatureRecord(
                element: element, rawKind: entry.rawKind, detail: entry.detail, rawFlags: entry.rawFlags, minZoom: entry.kind.minZoom,
                nameStart: entry.nameStart, layer: entry.layer, attributeCount: entry.attributeCount, attributeStart: entry.attributeStart),
            lines)
    }

    private mutating func emit(_ empty: FeatureRecord, _ allLines: [[WorldPoint]]) throws {
        let lines = allLines.prefix(Int(UInt16.max))
        for _ in lines.count..<allLines.count { skip(.beyondCount) }
        var (record, box) = (empty, WorldBox.empty)
        (record.pointStart, record.partStart, record.partCount) = (pointCount, UInt32(parts.count), UInt16(lines.count))
        for line in lines {
            for point in line { box.add(point) }
            try writer.append(line, to: .points)
            pointCount += UInt32(line.count)
            parts.append(UInt32(line.count))
        }
        (record.minX, record.minY, record.maxX, record.maxY) = (box.minX, box.minY, box.maxX, box.maxY)
        features.append(record)
    }
}
