import Domain

/// Draws tiles as SVG. The same atlas gives the same bytes for the same tile.
package struct TileDrawer: Sendable {
    /// Raised whenever the same atlas is drawn differently: it is part of the tiles' addresses, which never change.
    package static let revision = 5

    private let atlas: AtlasFile
    private let fields: [MapStyle: [LabelField]]

    package init(_ atlas: AtlasFile) {
        self.atlas = atlas
        fields = Dictionary(
            firstOf: MapStyle.allCases.map { style in
                (
                    style,
                    TileKey.zooms.map { zoom in
                        let candidates = LabelCandidates(atlas: atlas, style: style, zoom: zoom)
                        return LabelField { candidates.labels($0) }
                    }
                )
            })
    }

    /// The SVG of a tile, as bytes of UTF-8. An empty picture where the atlas has nothing.
    package func draw(_ key: TileKey) -> [UInt8] {
        guard isCovered(key) else { return Array(PackedTile.emptyPicture.utf8) }
        var canvas = TileCanvas(atlas, key)
        canvas.out.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"256\" height=\"256\" viewBox=\"0 0 1024 1024\">")
        switch key.style {
        case .street: TileDrawer.drawStreet(&canvas, labels(key), key.content)
        case .mountain: TileDrawer.drawMountain(&canvas, labels(key), key.content)
        }
        canvas.out.write("</svg>")
        return canvas.out.bytes
    }

    private static func drawStreet(_ canvas: inout TileCanvas, _ labels: [Label], _ content: MapContent) {
        canvas.out.write("<rect width=\"1024\" height=\"1024\" fill=\"#f4f2ec\"/>")
        canvas.drawLand()
        canvas.drawWater()
        canvas.drawDams()
        canvas.drawBuildings()
        canvas.drawWalls()
        canvas.drawBorders()
        canvas.drawHikingRoutes()
        canvas.drawRoads()
        canvas.drawPowerLines()
        if content.contains(.ski) { canvas.drawLifts() }
        canvas.drawLabels(labels, [])
    }

    private static func drawMountain(_ canvas: inout TileCanvas, _ labels: [Label], _ content: MapContent) {
        canvas.out.write("<rect width=\"1024\" height=\"1024\" fill=\"#efebe4\"/>")
        let known = HeightGrid(canvas.transform, canvas.atlas.elevation)
        let grid = known?.extended
        if let grid { canvas.drawTints(grid) }
        canvas.drawLand()
        if let grid, let known {
            canvas.drawShade(grid)
            canvas.drawContours(grid)
            canvas.hatchVoids(grid)
            if known.hasUnknown { canvas.coverUnknown(known.values.map { !$0.isNaN }, known) }
        }
        canvas.drawWater()
        canvas.drawDams()
        canvas.drawCliffs()
        if content.contains(.ski) { canvas.drawPisteAreas() }
        canvas.drawBuildings()
        canvas.drawWalls()
        canvas.drawBorders()
        canvas.drawHikingRoutes()
        canvas.drawRoads()
        canvas.drawPowerLines()
        if content.contains(.ski) {
            canvas.drawPistes()
            canvas.drawLifts()
        }
        canvas.drawLabels(labels, known.map { canvas.contourLabels($0, avoiding: labels) } ?? [])
    }

    /// Whether the atlas says anything about a tile.
    private func isCovered(_ key: TileKey) -> Bool {
        let transform = TileTransform(zoom: key.zoom, x: key.x, y: key.y)
        if atlas.bounds.meets(transform.box(rim: 0)) { return true }
        guard key.style == .mountain else { return false }
        return HeightGrid(transform, atlas.elevation) != nil
    }

    /// A label that is left out keeps its space free: nothing else moves when it comes and goes.
    private func labels(_ key: TileKey) -> [Label] {
        let all = fields[key.style]?[key.zoom - TileKey.zooms.lowerBound].labels(x: key.x, y: key.y) ?? []
        return key.content == .all ? all : all.filter { $0.content.isSubset(of: key.content) }
    }
}
