/// The graph as it lies in the atlas file: three counts, then nodes, edges and lines.
enum SkiSection {
    static func write(_ network: SkiNetwork, to writer: AtlasWriter) throws {
        try writer.append([UInt64(network.nodes.count), UInt64(network.edges.count), UInt64(network.lines.count)], to: .ski)
        try writer.append(network.nodes, to: .ski)
        try writer.append(network.edges, to: .ski)
        try writer.append(network.lines, to: .ski)
        try writer.close(.ski)
    }

    static func read(_ section: MappedSection) -> SkiNetwork {
        guard section.count >= 24 else { return SkiNetwork() }
        var place = 24
        func array<Element: BitwiseCopyable>(_ type: Element.Type, _ count: UInt64) -> [Element] {
            let stride = MemoryLayout<Element>.stride
            defer { place += Int(count) * stride }
            return (0..<Int(count)).map { section.load(type, at: place + $0 * stride) }
        }
        let counts = (section.load(UInt64.self, at: 0), section.load(UInt64.self, at: 8), section.load(UInt64.self, at: 16))
        return SkiNetwork(
            nodes: array(SkiNetwork.Node.self, counts.0), edges: array(SkiNetwork.Edge.self, counts.1),
            lines: array(SkiNetwork.Line.self, counts.2))
    }
}
