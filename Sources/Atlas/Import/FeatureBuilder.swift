import Domain

/// Turns drafts into features: looks up places, joins rings, and streams the points out as they come.
struct FeatureBuilder {
    private(set) var features: [FeatureRecord] = []
    private(set) var parts: [UInt32] = []
    private(set) var attributes: [AttributeRecord] = []
    private(set) var strings = StringTable()
    private(set) var summary: ImportSummary
    /// Pistes and lifts with their lines, for the network.
    private(set) var skiLines: [SkiLine] = []

    private var names = LineNames()

    private let elements: OSMElements
    private let writer: AtlasWriter
    private var pointCount: UInt32 = 0
    private var hint = 0

    init(_ elements: OSMElements, writer: AtlasWriter) {
        self.elements = elements
        self.writer = writer
        summary = elements.summary
        features.reserveCapacity(elements.drafts.count)
    }

    mutating func add(_ index: Int) throws {
        let (draft, source) = elements.drafts[index]
        switch source {
        case .node(let id, let place): try emit(draft, element: id << 2, [[place]])
        case .way(let way): try add(draft, way: elements.ways[way])
        case .relation(let relation): try add(draft, relation: elements.relations[relation])
        }
    }

    /// Names along lines, when all lines are known.
    mutating func addNames() throws {
        for (draft, lines, minZoom) in names.joined() {
            for line in lines { try emit(draft, element: Int64(features.count) << 2 | 3, [line], minZoom: minZoom) }
        }
    }

    private mutating func add(_ draft: Draft, way: OSMElements.Way) throws {
        var points = places(way)
        let element = way.id << 2 | 1
        guard points.count > 1 else { return skip(.shortWay) }
        if draft.kind.isLine {
            try emit(draft, element: element, [points])
            names.add(draft, points)
            if draft.kind == .piste || draft.kind == .lift { skiLines.append(SkiLine(element: element, draft: draft, points: points)) }
            return
        }
        guard points.first == points.last, points.count > 3 else { return skip(.unclosedRing) }
        points.removeLast()
        if draft.kind.isPoint { return try emit(draft, element: element, [[Rings.centre(points)]]) }
        try emitArea(draft, element: element, [points])
    }

    private mutating func add(_ draft: Draft, relation: OSMElements.Relation) throws {
        var pieces: [[WorldPoint]] = []
        for member in relation.members {
            guard let way = elements.way(member.way) else {
                skip(.missingMember)
                continue
            }
            pieces.append(places(elements.ways[way]))
        }
        let element = relation.id << 2 | 2
        if draft.kind.isLine {
            let lines = pieces.filter { $0.count > 1 }
            return lines.isEmpty ? skip(.brokenRelation) : try emit(draft, element: element, lines)
        }
        let (rings, open) = Rings.join(pieces)
        for _ in open { skip(.unclosedRing) }
        guard !rings.isEmpty else { return skip(.brokenRelation) }
        if draft.kind.isPoint {
            let largest = rings.max { abs(Rings.doubleArea($0)) < abs(Rings.doubleArea($1)) } ?? rings[0]
            return try emit(draft, element: element, [[Rings.centre(largest)]])
        }
        try emitArea(draft, element: element, rings)
    }

    private mutating func emitArea(_ draft: Draft, element: Int64, _ rings: [[WorldPoint]]) throws {
        let sound = rings.filter { !Rings.crossesItself($0) }
        for _ in sound.count..<rings.count { skip(.selfCrossingRing) }
        // A piste is never lost: filled even-odd, a crossing only leaves a sliver open.
        let kept = draft.kind == .pisteArea ? rings : sound
        if !kept.isEmpty { try emit(draft, element: element, kept) }
    }

    private mutating func skip(_ reason: ImportSummary.Skipped) { summary.skipped[reason, default: 0] += 1 }

    /// The places of a way, without repeats.
    private mutating func places(_ way: OSMElements.Way) -> [WorldPoint] {
        var points: [WorldPoint] = []
        points.reserveCapacity(Int(way.refCount))
        var (missing, hint) = (0, hint)
        elements.refs.read(from: way.refStart, count: Int(way.refCount)) { ref in
            guard let point = elements.nodes.find(ref, hint: &hint) else { return missing += 1 }
            if points.last != point { points.append(point) }
        }
        self.hint = hint
        if missing > 0 { summary.skipped[.missingNode, default: 0] += missing }
        return points
    }

    private mutating func emit(_ draft: Draft, element: Int64, _ allLines: [[WorldPoint]], minZoom: UInt8? = nil) throws {
        let lines = allLines.prefix(Int(UInt16.max))
        var box = WorldBox.empty
        let start = pointCount
        for line in lines {
            for point in line { box.add(point) }
            try writer.append(line, to: .points)
            pointCount += UInt32(line.count)
        }
        features.append(
            FeatureRecord(
                element: element, rawKind: draft.kind.rawValue, detail: draft.detail, rawFlags: draft.flags.rawValue,
                minZoom: minZoom ?? draft.kind.minZoom, nameStart: strings.add(draft.name), minX: box.minX, minY: box.minY, maxX: box.maxX,
                maxY: box.maxY, pointStart: start, partStart: UInt32(parts.count), partCount: UInt16(lines.count),
                layer: draft.layer, attributeCount: UInt8(draft.attributes.count), attributeStart: UInt32(attributes.count)))
        parts += lines.map { UInt32($0.count) }
        for (attribute, text) in draft.attributes {
            attributes.append(AttributeRecord(attribute: UInt32(attribute.rawValue), textStart: strings.add(text)))
        }
    }
}

/// Texts, each once: a length of two bytes, then UTF-8. Place 0 is the empty text.
struct StringTable {
    private(set) var bytes: [UInt8] = [0, 0]
    private var places: [String: UInt32] = ["": 0]

    mutating func add(_ text: String) -> UInt32 {
        if let place = places[text] { return place }
        let place = UInt32(bytes.count)
        let utf8 = text.utf8.prefix(Int(UInt16.max))
        bytes.append(UInt8(utf8.count & 0xFF))
        bytes.append(UInt8(utf8.count >> 8))
        bytes.append(contentsOf: utf8)
        places[text] = place
        return place
    }
}
