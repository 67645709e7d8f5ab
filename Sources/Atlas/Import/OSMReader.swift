import CLibXML2
import Domain

/// Reads one OpenStreetMap XML file as it arrives. Names and values are compared as bytes where libxml2 left them;
/// nothing of the document is kept but what goes into `elements`.
final class OSMReader {
    enum Current {
        case none
        case node(id: Int64)
        case way(id: Int64)
        case relation(id: Int64)
        /// Deleted, or without a usable place: what it holds is passed over.
        case ignored
    }

    /// Bytes. The longest of real files, with values of 255 characters in any script, have some 2,000.
    private static let longestTag = 64 << 10

    var elements: OSMElements
    var context: xmlParserCtxtPtr?
    private var problem: AtlasProblem?
    private let keys = TagKeys()
    private let name: String
    private var sawRoot = false
    /// Extracts overlap: what an earlier one holds is passed over.
    private let isFurtherFile: Bool

    var current = Current.none
    var tags = Tags()
    var refStart = 0
    var refCount: Int32 = 0
    var firstRef: Int64 = 0
    var lastRef: Int64 = 0
    var members: [Int64] = []
    var area = ExtractArea()
    /// Of all places, where the file does not say what it covers.
    private var places = WorldBox.empty
    /// How many elements there were before this file.
    private let before: Int
    /// What the file says of itself; Overpass writes here that a query ran out of time.
    private var remark: [UInt8] = []
    private static let longestRemark = 300

    init(name: String, adding elements: consuming OSMElements) {
        self.name = name
        self.elements = elements
        isFurtherFile = !self.elements.areas.isEmpty
        before = self.elements.summary.elements
        if isFurtherFile { self.elements.sealFile() }
    }

    deinit { if let context { xmlFreeParserCtxt(context) } }

    /// - Throws: `AtlasProblem` for what is not well-formed, not OpenStreetMap, or brings a DTD.
    func feed(_ bytes: UnsafeRawBufferPointer) throws {
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return }
        if context == nil {
            if let problem = ForeignFormat.problem(name, beginning: bytes) { throw problem }
            try begin()
        }
        // libxml2 counts in 32 bits.
        let code = xmlParseChunk(context, start, Int32(bytes.count), 0)
        try check(code)
        try checkPending()
    }

    func finish() throws {
        guard context != nil else { throw AtlasProblem("\(name): the file is empty.") }
        try check(xmlParseChunk(context, nil, 0, 1))
        guard sawRoot else { throw foreign }
        guard elements.summary.elements > before else { throw nothingInIt }
        if area.box.isEmpty { area.box = places }
        if !area.box.isEmpty { elements.areas.append(area) }
    }

    private var foreign: AtlasProblem { AtlasProblem("\(name): not OpenStreetMap XML.") }

    /// An empty file is refused: its atlas would replace a whole map.
    private var nothingInIt: AtlasProblem {
        let words = tidyLine(String(outside: remark))
        let said = words.isEmpty ? "" : " It says: “\(words)”"
        return AtlasProblem("\(name): there is nothing on this map, no node, way or relation.\(said)")
    }

    private func begin() throws {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { context, name, _, _, _, _, count, _, attributes in
            guard let context, let name else { return }
            reader(context).begin(name, XMLAttributes(count: Int(count), base: attributes))
        }
        handler.endElementNs = { context, name, _, _ in
            guard let context, let name else { return }
            reader(context).end(name)
        }
        handler.internalSubset = { context, _, _, _ in
            guard let context else { return }
            let me = reader(context)
            me.stop(AtlasProblem("\(me.name): a document type declaration is not accepted."))
        }
        let me = Unmanaged.passUnretained(self).toOpaque()
        context = xmlCreatePushParserCtxt(&handler, me, nil, 0, nil)
        guard context != nil else { throw AtlasProblem("\(name): out of memory.") }
        // NOENT: else SAX2 delivers "&amp;" as "&#38;". HUGE: extracts are larger than the default limits.
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue))
    }

    private func check(_ code: Int32) throws {
        if let problem { throw problem }
        guard code == 0 else {
            guard sawRoot else { throw foreign }
            let error = xmlCtxtGetLastError(context)
            let line = error.map { Int($0.pointee.line) } ?? 0
            throw AtlasProblem("\(name): damaged or cut short at line \(line).")
        }
    }

    /// Limits what libxml2 keeps until it is complete: a tag, or a comment. It could be any length otherwise, and is scanned again with
    /// every piece that arrives.
    private func checkPending() throws {
        guard let input = context?.pointee.input?.pointee, let start = input.cur, let end = input.end else { return }
        if end - start > OSMReader.longestTag { throw tooLong }
    }

    private var tooLong: AtlasProblem { AtlasProblem("\(name): holds a tag longer than 64 KiB, which no OpenStreetMap file does.") }
    private func stop(_ problem: AtlasProblem) {
        self.problem = self.problem ?? problem
        xmlStopParser(context)
    }

    // MARK: elements

    private func begin(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
        if attributes.byteCount > OSMReader.longestTag { stop(tooLong) } else { start(name, attributes) }
    }

    private func start(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
        switch name[0] {
        case UInt8(ascii: "n") where name[1] == UInt8(ascii: "d") && name[2] == 0: reference(attributes)
        case UInt8(ascii: "n") where equals(name, "node"): node(attributes)
        case UInt8(ascii: "t") where equals(name, "tag"): tag(attributes)
        case UInt8(ascii: "w") where equals(name, "way"): way(attributes)
        case UInt8(ascii: "m") where equals(name, "member"): member(attributes)
        case UInt8(ascii: "r") where equals(name, "relation"): relation(attributes)
        default: other(name, attributes)
        }
    }

    private func other(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
        guard !sawRoot else {
            if equals(name, "bounds") { area.note(bounds: attributes) }
            if equals(name, "remark") { listen() }
            return
        }
        if equals(name, "osm") { sawRoot = true } else { stop(ForeignFormat.problem(self.name, root: String(cString: name)) ?? foreign) }
    }

    /// To the text of a remark; all other text is passed over unseen.
    private func listen() {
        context?.pointee.sax?.pointee.characters = { context, text, count in
            guard let context, let text else { return }
            let reader = reader(context)
            let room = max(0, OSMReader.longestRemark - reader.remark.count)
            reader.remark += UnsafeBufferPointer(start: text, count: min(room, Int(count)))
        }
    }

    private func node(_ attributes: XMLAttributes) {
        let head = ElementHead(attributes)
        elements.summary.nodes += 1
        guard isUsable(head) else { return }
        if isFurtherFile, elements.nodes.find(head.id) != nil { return skipRepeated(\.nodes) }
        guard let latitude = head.latitude, let longitude = head.longitude,
            let place = Coordinates(latitude: latitude, longitude: longitude)
        else { return ignore(.badPlace) }
        let point = WorldPoint(place)
        elements.nodes.append(id: head.id, point: point)
        places.add(point)
        current = .node(id: head.id)
    }

    private func way(_ attributes: XMLAttributes) {
        let head = ElementHead(attributes)
        elements.summary.ways += 1
        guard isUsable(head) else { return }
        if isFurtherFile, elements.way(head.id) != nil { return skipRepeated(\.ways) }
        elements.refs.restart()
        (refStart, refCount) = (elements.refs.count, 0)
        current = .way(id: head.id)
    }

    private func relation(_ attributes: XMLAttributes) {
        let head = ElementHead(attributes)
        elements.summary.relations += 1
        guard isUsable(head) else { return }
        if isFurtherFile, elements.earlierRelations.contains(head.id) { return skipRepeated(\.relations) }
        members.removeAll(keepingCapacity: true)
        current = .relation(id: head.id)
    }

    private func isUsable(_ head: ElementHead) -> Bool {
        tags.removeAll()
        guard sawRoot else {
            stop(foreign)
            return false
        }
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

    private func reference(_ attributes: XMLAttributes) {
        guard case .way = current, let ref = attributes.integer("ref") else { return }
        if refCount == 0 { firstRef = ref }
        lastRef = ref
        refCount += 1
        elements.refs.append(ref)
    }

    private func member(_ attributes: XMLAttributes) {
        guard case .relation = current, attributes.has("type", "way"), let ref = attributes.integer("ref") else { return }
        members.append(ref)
    }

    private func tag(_ attributes: XMLAttributes) {
        guard let key = attributes.value("k"), let found = keys.find(key), let value = attributes.value("v"), value.count <= 1024
        else { return }
        tags.add(found, named: key, value)
    }
}

/// The reader that libxml2 was given as its user data.
private func reader(_ context: UnsafeMutableRawPointer) -> OSMReader {
    Unmanaged<OSMReader>.fromOpaque(context).takeUnretainedValue()
}
