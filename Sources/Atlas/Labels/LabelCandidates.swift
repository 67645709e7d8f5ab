import Domain

/// Everything that wants to be written in one square of a zoom.
struct LabelCandidates: Sendable {
    let atlas: AtlasFile
    let style: MapStyle
    let zoom: Int

    func labels(_ cell: LabelField.Cell) -> [Label] {
        guard cell.x >= 0, cell.y >= 0, cell.x < 1 << zoom, cell.y < 1 << zoom else { return [] }
        let transform = TileTransform(zoom: zoom, x: cell.x, y: cell.y)
        let (left, top) = (Double(cell.x) * TileTransform.size, Double(cell.y) * TileTransform.size)
        let box = LabelBox(left, top, left + TileTransform.size, top + TileTransform.size)
        let points = PointLabels(atlas: atlas, style: style, zoom: zoom)
        let lines = LineLabels(atlas: atlas, style: style, zoom: zoom)
        var found: [Label] = []
        func place(_ point: WorldPoint) -> TilePoint {
            let p = transform.point(point)
            return TilePoint(x: p.x + left, y: p.y + top)
        }
        func isInside(_ p: TilePoint) -> Bool { p.x >= box.minX && p.x < box.maxX && p.y >= box.minY && p.y < box.maxY }
        atlas.visit(meeting: transform.box(rim: 0), zoom: zoom) { feature in
            let kind = feature.kind
            if kind.isLine {
                guard kind == .lineName || kind == .lift || kind == .piste || kind == .hikingRoute || feature.attributeCount > 0 else {
                    return
                }
                atlas.lines(of: feature) { line in found += lines.labels(feature, line.map(place), in: box) }
            } else if kind.isPoint || (kind == .building && zoom >= 18 && feature.attributeCount > 0) {
                let anchor = place(kind.isPoint ? atlas.place(of: feature) : feature.box.centre)
                if isInside(anchor) { found += points.labels(feature, at: anchor) }
            }
        }
        return found
    }
}
