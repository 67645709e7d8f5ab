/// Draws tiles as SVG. The same atlas gives the same bytes for the same tile.
package struct TileDrawer: Sendable {
    private let atlas: Atlas

    package init(_ atlas: Atlas) { self.atlas = atlas }

    package func draw(_ key: TileKey) -> [UInt8] {
        var canvas = TileCanvas(atlas, key)
        canvas.out.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"256\" height=\"256\" viewBox=\"0 0 1024 1024\">")
        switch key.style {
        case .street: TileDrawer.drawStreet(&canvas)
        case .mountain: TileDrawer.drawMountain(&canvas)
        }
        canvas.out.write("</svg>")
        return canvas.out.bytes
    }

    private static func drawStreet(_ canvas: inout TileCanvas) {
        canvas.out.write("<rect width=\"1024\" height=\"1024\" fill=\"#f4f2ec\"/>")
        canvas.drawLand()
        canvas.drawWater()
        canvas.drawBuildings()
        canvas.drawBorders()
        canvas.drawRoads()
        canvas.drawLifts()
    }

    private static func drawMountain(_ canvas: inout TileCanvas) {
        canvas.out.write("<rect width=\"1024\" height=\"1024\" fill=\"#efebe4\"/>")
        let grid = HeightGrid(canvas.frame, canvas.atlas.elevation)
        if let grid { canvas.drawTints(grid.extended) }
        canvas.drawLand()
        if let grid {
            canvas.drawShade(grid.extended)
            canvas.drawContours(grid.extended)
            if grid.hasUnknown { canvas.coverUnknown(grid.values.map { !$0.isNaN }, grid) }
        }
        canvas.drawWater()
        canvas.drawCliffs()
        canvas.drawPisteAreas()
        canvas.drawBuildings()
        canvas.drawBorders()
        canvas.drawRoads()
        canvas.drawPistes()
        canvas.drawLifts()
    }
}
