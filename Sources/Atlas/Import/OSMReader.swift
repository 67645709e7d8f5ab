import CLibXML2
import Domain

/// Reads one OpenStreetMap XML file as it arrives. Names and values are compared as bytes where libxml2 left them;
/// nothing of the document is kept but what goes into the sink.
final class OSMReader: ExtractReader {
    /// Bytes. The longest of real files, with values of 255 characters in any script, have some 2,000.
    private static let longestTag = 64 << 10

    private let sink: ElementSink
    private var context: xmlParserCtxtPtr?
    private var problem: AtlasProblem?
    private let keys = TagKeys()
    private let name: String
    private var sawRoot = false
    /// What the file says of itself; Overpass writes here that a query ran out of time.
    private var remark: [UInt8] = []
    private static let longestRemark = 300

    init(name: String, adding elements: consuming OSMElements) {
        self.name = name
        sink = ElementSink(adding: elements)
    }

    deinit { if let context { xmlFreeParserCtxt(context) } }

    /// - Throws: `AtlasProblem` for what is not well-formed, not OpenStreetMap, or brings a DTD.
    func feed(_ bytes: UnsafeRawBufferPointer) throws {
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return }
        if context == nil {
            try begin()
        }
        // libxml2 counts in 32 bits.
        let code = xmlParseChunk(context, start, Int32(bytes.count), 0)
        try check(code)
        try checkPending()
    }

    func finish() throws -> OSMElements {
        guard context != nil else { throw AtlasProblem("\(name): the file is empty.") }
        try check(xmlParseChunk(context, nil, 0, 1))
        guard sawRoot else { throw foreign }
        guard sink.finish() else { throw nothingInIt }
        return sink.elements
    }

    private var foreign: AtlasProblem { AtlasProblem("\(name): not OpenStreetMap XML.") }

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
        case UInt8(ascii: "n") where name[1] == UInt8(ascii: "d") && name[2] == 0: node(attributes)
        case UInt8(ascii: "n") where equals(name, "node"): if isInside { sink.beginNode(ElementHead(attributes)) }
        case UInt8(ascii: "t") where equals(name, "tag"): tag(attributes)
        case UInt8(ascii: "w") where equals(name, "way"): if isInside { sink.beginWay(ElementHead(attributes)) }
        case UInt8(ascii: "m") where equals(name, "member"): member(attributes)
        case UInt8(ascii: "r") where equals(name, "relation"): if isInside { sink.beginRelation(ElementHead(attributes)) }
        default: other(name, attributes)
        }
    }

    private func other(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
        guard !sawRoot else {
            if equals(name, "bounds") { bounds(attributes) }
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

    /// Elements stand in the root.
    private var isInside: Bool {
        if !sawRoot { stop(foreign) }
        return sawRoot
    }

    private func node(_ attributes: XMLAttributes) {
        if let ref = attributes.integer("ref") { sink.addNode(ref) }
    }

    private func bounds(_ attributes: XMLAttributes) {
        func degrees(_ name: StaticString) -> Double? {
            attributes.value(name).flatMap { String(decoding: $0, as: UTF8.self).decimal(in: -180...180) }
        }
        guard let south = degrees("minlat"), let west = degrees("minlon"), let north = degrees("maxlat"), let east = degrees("maxlon")
        else { return }
        sink.cover(south: south, west: west, north: north, east: east)
    }

    private func member(_ attributes: XMLAttributes) {
        if attributes.has("type", "way"), let ref = attributes.integer("ref") { sink.addWay(ref) }
    }

    private func tag(_ attributes: XMLAttributes) {
        guard let key = attributes.value("k"), let found = keys.find(key), let value = attributes.value("v") else { return }
        sink.addTag(found, named: key, value)
    }

    private func end(_ name: UnsafePointer<UInt8>) {
        switch name[0] {
        case UInt8(ascii: "n") where equals(name, "node"), UInt8(ascii: "w") where equals(name, "way"),
            UInt8(ascii: "r") where equals(name, "relation"):
            sink.end()
        case UInt8(ascii: "r") where equals(name, "remark"): context?.pointee.sax?.pointee.characters = nil
        default: break
        }
    }
}

/// The reader that libxml2 was given as its user data.
private func reader(_ context: UnsafeMutableRawPointer) -> OSMReader {
    Unmanaged<OSMReader>.fromOpaque(context).takeUnretainedValue()
}
