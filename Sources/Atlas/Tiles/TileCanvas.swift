import Domain
import Foundation

/// A tile while it is drawn: what lies in it, and the picture so far.
struct TileCanvas {
    /// Kept around the tile, in picture units: wider than the widest stroke.
    static let rim = 64.0

    let atlas: AtlasFile
    let transform: TileTransform
    let style: MapStyle
    let features: [FeatureRecord]
    var out = SVGBuffer()
    private let clip = Clip(rim: TileCanvas.rim)

    init(_ atlas: AtlasFile, _ key: TileKey) {
        self.atlas = atlas
        style = key.style
        transform = TileTransform(zoom: key.zoom, x: key.x, y: key.y)
        var found: [FeatureRecord] = []
        atlas.visit(meeting: transform.box(rim: TileCanvas.rim), zoom: key.zoom) { found.append($0) }
        // The same order in every tile: what lies above what must not change at an edge.
        features = found.sorted { ($0.rawKind, $0.element) < ($1.rawKind, $1.element) }
    }

    var zoom: Int { transform.zoom }

    func features(_ kind: FeatureKind) -> ArraySlice<FeatureRecord> {
        let start = features.partitioningIndex { $0.rawKind >= kind.rawValue }
        let end = features.partitioningIndex { $0.rawKind > kind.rawValue }
        return features[start..<end]
    }

    func points(_ line: UnsafeBufferPointer<WorldPoint>) -> [TilePoint] { line.map { transform.point($0) } }

    /// Adds the rings of an area; what is smaller than half a pixel is left out.
    func addRings(_ feature: FeatureRecord, to path: inout PathBuffer) {
        guard Double(feature.box.extent) * transform.unitsPerWorldUnit >= TileTransform.unitsPerPixel / 2 else { return }
        atlas.lines(of: feature) { ring in
            path.add(Clip.thinnedRing(clip.ring(points(ring))), isClosed: true)
        }
    }

    func addLines(_ feature: FeatureRecord, to path: inout PathBuffer) {
        guard Double(feature.box.extent) * transform.unitsPerWorldUnit >= TileTransform.unitsPerPixel / 2 else { return }
        atlas.lines(of: feature) { line in
            clip.line(points(line)) { path.add(Clip.thinned($0), isClosed: false) }
        }
    }

    /// Of heights and light, which change by steps that are hardly seen: a pixel off is not seen, and is less to send.
    func addRings(_ rings: [[TilePoint]], to path: inout PathBuffer) {
        for ring in rings { path.add(thinned(ring), isClosed: true) }
    }
    func thinned(_ ring: [TilePoint]) -> [TilePoint] { Clip.thinnedRing(clip.ring(ring), tolerance: TileTransform.unitsPerPixel) }

    /// - Parameter paint: attributes, as `fill="#fff"`.
    mutating func draw(_ path: PathBuffer, _ paint: String) {
        guard !path.isEmpty else { return }
        out.write("<path ")
        out.write(paint)
        out.write(" d=\"")
        out.write(path.data)
        out.write("\"/>")
    }

    /// A stroke of a width in pixels.
    static func stroke(_ colour: String, _ pixels: Double, _ more: String = "") -> String {
        "stroke=\"\(colour)\" stroke-width=\"\(pixelsToUnits(pixels))\"\(more)"
    }
    static func dash(_ pixels: Double...) -> String {
        " stroke-dasharray=\"" + pixels.map { pixelsToUnits($0) }.joined(separator: " ") + "\""
    }
    static func pixelsToUnits(_ pixels: Double) -> String {
        let tenths = Int((pixels * TileTransform.unitsPerPixel * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension RandomAccessCollection {
    /// The first place where the predicate holds, in a collection where it holds from some place on.
    func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Index {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if belongsAfter(self[middle]) { high = middle } else { low = index(after: middle) }
        }
        return low
    }
}
