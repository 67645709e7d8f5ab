import CLibXML2

/// What becomes of an element when its end is reached.
extension OSMReader {
    func end(_ name: UnsafePointer<UInt8>) {
        switch name[0] {
        case UInt8(ascii: "n") where name[1] == UInt8(ascii: "o"): endNode()
        case UInt8(ascii: "w"): endWay()
        case UInt8(ascii: "r"):
            if equals(name, "remark") { context?.pointee.sax?.pointee.characters = nil }
            endRelation()
        default: return
        }
        if name[0] != UInt8(ascii: "t") { current = .none }
    }

    func endNode() {
        guard case .node(let id) = current, !tags.isEmpty else { return }
        add(.node, .node(id))
    }

    func endWay() {
        guard case .way(let id) = current else { return }
        let isClosed = refCount >= 4 && firstRef == lastRef
        elements.ways.append(.init(id: id, refStart: refStart, refCount: refCount, isClosed: isClosed))
        if !tags.isEmpty { add(isClosed ? .closedWay : .openWay, .way(elements.ways.count - 1)) }
    }

    func endRelation() {
        guard case .relation(let id) = current, !tags.isEmpty else { return }
        let isArea = tags.has(.type, "multipolygon") || tags.has(.type, "boundary")
        let shape = isArea ? Shape.relation : .route
        let drafts = isArea || tags.has(.type, "route") ? Classifier.drafts(tags, shape) : []
        if drafts.isEmpty { elements.summary.skipped[.otherRelation, default: 0] += 1 }
        guard isArea || !drafts.isEmpty else { return area.note(tags, drafts) }
        elements.relations.append(.init(id: id, members: members))
        // The ways of a route may be pistes themselves: it is counted when they are known.
        if isArea { elements.summary.count(tags) }
        add(drafts, .relation(elements.relations.count - 1))
    }

    func add(_ shape: Shape, _ source: OSMElements.Source) {
        elements.summary.count(tags)
        add(Classifier.drafts(tags, shape), source)
    }

    func add(_ drafts: [Draft], _ source: OSMElements.Source) {
        for draft in drafts {
            elements.add(draft, source)
            guard case .way(let id) = current else { continue }
            if draft.kind == .coastline { elements.coasts.append(elements.ways.count - 1) }
            if draft.kind == .piste || draft.kind == .pisteArea { elements.pisteWays.insert(id) }
        }
        area.note(tags, drafts)
    }
}
