import Foundation

/// How a way lies on the plane. It is most of the work of an import and needs nothing of other ways.
struct WayShape {
    /// Without repeats.
    private(set) var points: [WorldPoint] = []
    /// Nodes that the files do not hold.
    private(set) var missing = 0
    /// Of an area: its rings, and whether each is sound.
    private(set) var loops: [[WorldPoint]] = []
    private(set) var soundness: [Rings.Soundness] = []

    var isClosed: Bool { points.count > 3 && points.first == points.last }

    init(_ way: OSMElements.Way, in elements: OSMElements, _ finder: NodeFinder) {
        points.reserveCapacity(Int(way.refCount))
        elements.refs.read(from: way.refStart, count: Int(way.refCount)) { ref in
            guard let point = finder.find(ref) else { return missing += 1 }
            if points.last != point { points.append(point) }
        }
    }

    /// What an area needs more.
    mutating func lookAtRings() {
        guard isClosed else { return }
        loops = RingNesting.loops(Array(points.dropLast()))
        soundness = loops.map(Rings.soundness)
    }
}

/// Shapes ways on all processors, ahead of their turn.
struct WayShaper {
    private static let most = 8
    /// Below it the threads would cost more than they bring.
    private static let fewest = 256
    /// One for each thread.
    private let finders: [NodeFinder]

    /// - Parameter nodes: sealed.
    init(_ nodes: NodeTable) {
        finders = (0..<min(ProcessInfo.processInfo.activeProcessorCount, WayShaper.most)).map { _ in NodeFinder(nodes) }
    }

    /// Places that are held at once; a way alone may have more.
    private static let mostPlaces = 500_000

    /// How many of the first entries may be shaped at once.
    func count(_ entries: ArraySlice<OSMElements.Entry>, in elements: OSMElements) -> Int {
        var (count, places) = (0, 0)
        for entry in entries {
            if case .way(let index) = entry.source { places += Int(elements.ways[index].refCount) }
            if count > 0, places > WayShaper.mostPlaces { break }
            count += 1
        }
        return count
    }

    /// In the order of the entries; nil for what is no way.
    func shapes(_ slice: ArraySlice<OSMElements.Entry>, in elements: OSMElements) -> [WayShape?] {
        let entries = Array(slice)
        let threads = entries.count < WayShaper.fewest ? 1 : finders.count
        return [WayShape?](unsafeUninitializedCapacity: entries.count) { room, count in
            room.initialize(repeating: nil)
            count = entries.count
            // Each thread writes shapes of its own and has its own finder; of the rest all only read.
            nonisolated(unsafe) let (shapes, elements, finders) = (room, elements, finders)
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                for index in stride(from: thread, to: entries.count, by: threads) {
                    shapes[index] = WayShaper.shape(entries[index], in: elements, finders[thread])
                }
            }
        }
    }

    private static func shape(_ entry: OSMElements.Entry, in elements: OSMElements, _ finder: NodeFinder) -> WayShape? {
        guard case .way(let index) = entry.source else { return nil }
        var shape = WayShape(elements.ways[index], in: elements, finder)
        if entry.kind.isArea { shape.lookAtRings() }
        return shape
    }
}
