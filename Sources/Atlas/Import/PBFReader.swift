import COsmium
import Domain

/// Reads one OpenStreetMap PBF file as it arrives. The blocks are libosmium's; nothing of them is kept but what goes into the sink.
final class PBFReader: ExtractReader {
    private let name: String
    private let limit: Int
    private let sink: ElementSink
    private var reader: OpaquePointer?
    private let keys = TagKeys()

    // One thread calls them, millions of times, and never from within each other: they are not watched for overlapping use.
    /// The texts of the block that is being read.
    @exclusivity(unchecked) private var texts = UnsafeBufferPointer<osmium_text>(start: nil, count: 0)
    /// Which of them are keys that the map needs, one more than their place in `TagKey.allCases`: found out when a tag asks.
    @exclusivity(unchecked) private var keysOfTexts: [UInt8] = []
    private static let (unasked, unused) = (UInt8(0), UInt8.max)
    private static let allKeys = TagKey.allCases
    /// Of the element that is being read: seconds since 1970.
    @exclusivity(unchecked) private var edited: Int64 = 0

    /// - Parameter limit: bytes that the file may unpack to.
    init(name: String, limit: Int, adding elements: consuming OSMElements) {
        self.name = name
        self.limit = limit
        sink = ElementSink(adding: elements)
    }

    deinit { osmium_close(reader) }

    /// Behind the length of a block's head comes its type.
    static func isPBF(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 15 && bytes[4..<15].elementsEqual([0x0A, 0x09] + Array("OSMHeader".utf8))
    }

    func feed(_ bytes: UnsafeRawBufferPointer) throws {
        if reader == nil { reader = osmium_open(calls, UInt64(limit)) }
        guard let reader else { throw AtlasProblem("\(name): out of memory.") }
        if !osmium_feed(reader, bytes.baseAddress, bytes.count) { throw problem(reader) }
    }

    func finish() throws -> OSMElements {
        guard let reader else { throw AtlasProblem("\(name): the file is empty.") }
        if !osmium_finish(reader) { throw problem(reader) }
        guard sink.finish() else { throw AtlasProblem("\(name): there is nothing on this map, no node, way or relation.") }
        return sink.elements
    }

    /// What is wrong, and where.
    private func problem(_ reader: OpaquePointer) -> AtlasProblem {
        let detail = tidyLine(String(cString: osmium_detail(reader)))
        let place = "block \(osmium_block(reader)), at byte \(osmium_offset(reader))"
        switch osmium_problem(reader) {
        case osmium_unsorted:
            let plain = name.prefix { $0 != "." }
            return AtlasProblem(
                "\(name): its elements are not in order (\(place)). `osmium sort \(name) -o \(plain)-sorted.osm.pbf` sorts them.")
        case osmium_cut_short: return AtlasProblem("\(name): cut short, in \(place).")
        case osmium_too_large:
            return AtlasProblem("\(name): unpacks to more than \(limit / 1_000_000) MB, which no map of this size does (\(place)).")
        case osmium_unsupported:
            let advice = detail.hasPrefix("packed") ? " Take one that is packed with zlib, as mirrors have them." : ""
            return AtlasProblem("\(name): \(detail), which is not read (\(place)).\(advice)")
        case osmium_no_memory: return AtlasProblem("\(name): out of memory.")
        default: return AtlasProblem("\(name): damaged in \(place): \(detail.isEmpty ? "it cannot be read" : detail).")
        }
    }

    // MARK: calls of the C face

    private var calls: osmium_sink {
        osmium_sink(
            context: Unmanaged.passUnretained(self).toOpaque(),
            bounds: { context, south, west, north, east in
                pbf(context)?.sink.cover(south: degrees(south), west: degrees(west), north: degrees(north), east: degrees(east))
            },
            texts: { context, texts, count in pbf(context)?.begin(UnsafeBufferPointer(start: texts, count: count)) },
            nodes: { context, nodes, count in pbf(context)?.add(UnsafeBufferPointer(start: nodes, count: count)) },
            begin: { context, element in
                if let element { pbf(context)?.begin(element.pointee) }
            },
            tags: { context, pairs, count in pbf(context)?.add(UnsafeBufferPointer(start: pairs, count: 2 * count)) },
            members: { context, members, count in pbf(context)?.add(UnsafeBufferPointer(start: members, count: count)) },
            end: { context in pbf(context)?.sink.end() })
    }

    private func begin(_ texts: UnsafeBufferPointer<osmium_text>) {
        self.texts = texts
        keysOfTexts.removeAll(keepingCapacity: true)
        keysOfTexts.append(contentsOf: repeatElement(PBFReader.unasked, count: texts.count))
    }

    private func begin(_ element: osmium_element) {
        var head = ElementHead()
        head.id = element.id
        head.isDeleted = element.is_deleted
        edited = element.edited
        switch element.kind {
        case osmium_node:
            if element.has_place { (head.latitude, head.longitude) = (degrees(element.latitude), degrees(element.longitude)) }
            sink.beginNode(head)
        case osmium_way: sink.beginWay(head)
        default: sink.beginRelation(head)
        }
    }

    private func add(_ nodes: UnsafeBufferPointer<osmium_place>) {
        sink.addPlainNodes(count: nodes.count) { (nodes[$0].id, degrees(nodes[$0].latitude), degrees(nodes[$0].longitude)) }
    }

    private func add(_ members: UnsafeBufferPointer<osmium_member>) {
        for member in members {
            if member.kind == osmium_way { sink.addWay(member.id) } else { sink.addNode(member.id) }
        }
    }

    private func add(_ pairs: UnsafeBufferPointer<UInt32>) {
        for index in stride(from: 0, to: pairs.count, by: 2) {
            guard let key = key(Int(pairs[index])) else { continue }
            let value = bytes(Int(pairs[index + 1]))
            guard isText(value) else { continue }
            sink.addTag(key, named: bytes(Int(pairs[index])), value)
            sink.noteEdited(ElementDay(seconds: edited))
        }
    }

    private func key(_ place: Int) -> TagKey? {
        if keysOfTexts[place] == PBFReader.unasked {
            let found = keys.find(bytes(place))
            keysOfTexts[place] = found.flatMap { PBFReader.allKeys.firstIndex(of: $0) }.map { UInt8($0 + 1) } ?? PBFReader.unused
        }
        let found = keysOfTexts[place]
        return found == PBFReader.unused ? nil : PBFReader.allKeys[Int(found) - 1]
    }

    private func bytes(_ place: Int) -> UnsafeBufferPointer<UInt8> {
        let found = texts[place]
        return UnsafeBufferPointer(start: UnsafeRawPointer(found.start)?.assumingMemoryBound(to: UInt8.self), count: Int(found.count))
    }
}

/// The reader that the C face was given as its context.
private func pbf(_ context: UnsafeMutableRawPointer?) -> PBFReader? {
    context.map { Unmanaged<PBFReader>.fromOpaque($0).takeUnretainedValue() }
}

/// As XML has them: a whole number over a power of ten, so that both formats give the same place.
private func degrees(_ units: Int32) -> Double { Double(units) / 10_000_000 }

/// Whether XML could hold it: no control characters, and neither of the two marks that are none. Pages and tiles rely on it.
private func isText(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in value.indices {
        let byte = value[index]
        if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
        if byte == 0xEF, index + 2 < value.count, value[index + 1] == 0xBF, value[index + 2] >= 0xBE { return false }
    }
    return true
}
