import Domain

/// Takes the elements of one extract as they come, whatever its format is, and keeps what the map needs of them.
final class ElementSink {
    private enum Current {
        case none
        case node(id: Int64)
        case way(id: Int64)
        case relation(id: Int64)
        /// Deleted, or without a usable place: what it holds is passed over.
        case ignored
    }

    // One thread calls the reader that calls this, millions of times: these are not watched for overlapping use.
    @exclusivity(unchecked) private(set) var elements: OSMElements
    /// Extracts overlap: what an earlier one holds is passed over.
    private let isFurtherFile: Bool
    /// How many elements there were before this file.
    private let before: Int
    @exclusivity(unchecked) private var area = ExtractArea()
    /// Of all places, where the file does not say what it covers.
    @exclusivity(unchecked) private var places = WorldBox.empty
    @exclusivity(unchecked) private var projection = NearbyProjection()

    @exclusivity(unchecked) private var current = Current.none
    @exclusivity(unchecked) private var tags = Tags()
    @exclusivity(unchecked) private var refStart = 0
    @exclusivity(unchecked) private var refCount: Int32 = 0
    @exclusivity(unchecked) private var firstRef: Int64 = 0
    @exclusivity(unchecked) private var lastRef: Int64 = 0
    @exclusivity(unchecked) private var members: [Int64] = []

    init(adding elements: consuming OSMElements) {
        self.elements = elements
        isFurtherFile = !self.elements.areas.isEmpty
        before = self.elements.summary.elements
        if isFurtherFile { self.elements.sealFile() }
    }

    /// - Returns: whether there was anything in the file. An empty one is to be refused: its atlas would replace a whole map.
    func finish() -> Bool {
        guard elements.summary.elements > before else { return false }
        if area.box.isEmpty { area.box = places }
        if !area.box.isEmpty { elements.areas.append(area) }
        return true
    }

    /// What the file says itself that it covers, in degrees.
    func cover(south: Double, west: Double, north: Double, east: Double) {
        area.cover(south: south, west: west, north: north, east: east)
    }

    // MARK: an element begins

    func beginNode(_ head: ElementHead) {
        elements.summary.nodes += 1
        guard isUsable(head) else { return }
        if isFurtherFile, elements.nodes.find(head.id) != nil { return skipRepeated(\.nodes) }
        guard let latitude = head.latitude, let longitude = head.longitude,
            let point = projection.point(latitude: latitude, longitude: longitude)
        else { return ignore(.badPlace) }
        elements.nodes.append(id: head.id, point: point)
        places.add(point)
        current = .node(id: head.id)
    }

    /// Nodes without tags, which most are: they begin and end at once.
    /// - Parameter node: the id of one, and its place in degrees.
    func addPlainNodes(count: Int, _ node: (Int) -> (id: Int64, latitude: Double, longitude: Double)) {
        let (nodes, isFurtherFile) = (elements.nodes, isFurtherFile)
        var (box, projection, repeated, bad) = (places, projection, 0, 0)
        for index in 0..<count {
            let found = node(index)
            if isFurtherFile, nodes.find(found.id) != nil {
                repeated += 1
            } else if let point = projection.point(latitude: found.latitude, longitude: found.longitude) {
                nodes.append(id: found.id, point: point)
                box.add(point)
            } else {
                bad += 1
            }
        }
        (places, self.projection) = (box, projection)
        elements.summary.nodes += count - repeated
        if repeated > 0 { elements.summary.skipped[.repeatedID, default: 0] += repeated }
        if bad > 0 { elements.summary.skipped[.badPlace, default: 0] += bad }
        current = .none
    }

    func beginWay(_ head: ElementHead) {
        elements.summary.ways += 1
        guard isUsable(head) else { return }
        if isFurtherFile, elements.way(head.id) != nil { return skipRepeated(\.ways) }
        elements.refs.restart()
        (refStart, refCount) = (elements.refs.count, 0)
        current = .way(id: head.id)
    }

    func beginRelation(_ head: ElementHead) {
        elements.summary.relations += 1
        guard isUsable(head) else { return }
        if isFurtherFile, elements.earlierRelations.contains(head.id) { return skipRepeated(\.relations) }
        members.removeAll(keepingCapacity: true)
        current = .relation(id: head.id)
    }

    private func isUsable(_ head: ElementHead) -> Bool {
        tags.removeAll()
        tags.edited = head.edited
        if head.isDeleted { ignore(.deleted) }
        return !head.isDeleted
    }

    private func skipRepeated(_ count: WritableKeyPath<ImportSummary, Int>) {
        elements.summary[keyPath: count] -= 1
        ignore(.repeatedID)
    }

    private func ignore(_ reason: ImportSummary.Skipped) {
        elements.summary.skipped[reason, default: 0] += 1
        current = .ignored
    }

    // MARK: what is in it

    /// The next node of a way.
    func addNode(_ id: Int64) {
        guard case .way = current else { return }
        if refCount == 0 { firstRef = id }
        lastRef = id
        refCount += 1
        elements.refs.append(id)
    }

    /// The next way of a relation; of what else belongs to one the map needs nothing.
    func addWay(_ id: Int64) {
        guard case .relation = current else { return }
        members.append(id)
    }

    /// Bytes. The longest of real files, with 255 characters in any script, have some 1,000.
    private static let longestValue = 1024

    func addTag(_ key: TagKey, named name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        if value.count <= ElementSink.longestValue { tags.add(key, named: name, value) }
    }

    /// Where the format says it late, or where it costs something to find out.
    func noteEdited(_ day: ElementDay?) { tags.edited = day }

    // MARK: an element ends

    func end() {
        switch current {
        case .node(let id): if !tags.isEmpty { add(.node, .node(id)) }
        case .way(let id): endWay(id)
        case .relation(let id): if !tags.isEmpty { endRelation(id) }
        case .none, .ignored: break
        }
        current = .none
    }

    private func endWay(_ id: Int64) {
        let isClosed = refCount >= 4 && firstRef == lastRef
        elements.ways.append(.init(id: id, refStart: refStart, refCount: refCount, isClosed: isClosed))
        if !tags.isEmpty { add(isClosed ? .closedWay : .openWay, .way(elements.ways.count - 1)) }
    }

    private func endRelation(_ id: Int64) {
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

    private func add(_ shape: Shape, _ source: OSMElements.Source) {
        elements.summary.count(tags)
        add(Classifier.drafts(tags, shape), source)
    }

    private func add(_ drafts: [Draft], _ source: OSMElements.Source) {
        for draft in drafts {
            elements.add(draft, source)
            guard case .way(let id) = current else { continue }
            if draft.kind == .coastline { elements.coasts.append(elements.ways.count - 1) }
            if draft.kind == .piste || draft.kind == .pisteArea { elements.pisteWays.insert(id) }
        }
        area.note(tags, drafts)
    }
}
