import Domain
import Foundation

/// A place on a few tiles, drawn by the server: it leads to the map.
package struct SmallMap: Sendable {
    /// Who stands there, instead of an event's flag.
    package struct Pin: Sendable {
        let initials: String
        /// Their photo, where there is one.
        let photo: Link?
        /// "help", or how fresh the position is.
        let style: String
        /// Of the position's accuracy, in the drawing's units; nil where the pin covers it, or the phone says none.
        fileprivate(set) var radius: String?

        /// - Parameter style: of the ring; with a raw value of `Freshness`, or "help".
        init(_ face: Face, style: String) {
            (initials, photo) = (face.initials, face.photo)
            self.style = style
        }
    }
    private static let size = (width: 512.0, height: 240.0)
    /// A circle of this many units is hidden by the pin.
    private static let covered = 18.0
    let tiles: [MapTile]
    let viewBox: String
    /// Moves the flag to the middle.
    let flag: String
    let label: String
    let link: Link
    /// Nil for a place where nobody is meant.
    let pin: Pin?
    /// A piste or a lift, instead of a place.
    let trace: Trace?
    var hasFlag: Bool { pin == nil && trace == nil }

    package struct Trace: Sendable {
        let path: String
        let colour: String
    }

    /// All of a piste or a lift, on the mountain map.
    init?(_ line: SkiTrace?, version: String?, label: String, link: Link) {
        guard let line, let version, let whole = line.view else { return nil }
        let (width, height) = SmallMap.size
        // What fits a large window is drawn smaller by as much as the window is.
        let view = MapView(
            centre: whole.centre, zoom: whole.zoom + log2(min(width / MapView.width, height / MapView.height)))
        tiles = MapTile.tiles(view, .mountain, version: version, width: width, height: height)
        viewBox = "0 0 \(Int(width)) \(Int(height))"
        flag = ""
        trace = Trace(path: line.path(view, width: width, height: height), colour: line.colour)
        (self.label, self.link, pin) = (label, link, nil)
    }

    /// - Parameters:
    ///   - ground: the tiles' version and style; nil while there is no map.
    ///   - label: what stands there, in words.
    init?(_ place: Coordinates?, on ground: (version: String, style: MapStyle)?, label: String, link: Link?) {
        self.init(place, on: ground, label: label, link: link, pin: nil, accuracy: nil)
    }

    /// - Parameters:
    ///   - pin: of whoever is there.
    ///   - accuracy: of the position, metres.
    ///   - zoom: of an exact position; a farther one shows more of what is around.
    init?(
        _ place: Coordinates?, on ground: (version: String, style: MapStyle)?, label: String, link: Link?, pin: Pin?, accuracy: Double?,
        zoom: Double = 15
    ) {
        guard let place, let ground, let link else { return nil }
        let (width, height) = SmallMap.size
        let view = MapView(centre: place, zoom: min(zoom, SmallMap.zoom(for: accuracy)))
        tiles = MapTile.tiles(view, ground.style, version: ground.version, width: width, height: height)
        viewBox = "0 0 \(Int(width)) \(Int(height))"
        flag = "translate(\(Int(width / 2)) \(Int(height / 2)))"
        self.label = label
        self.link = link
        let radius = accuracy.map { $0 / view.metresPerPixel } ?? 0
        var shown = pin
        shown?.radius = radius > SmallMap.covered ? decimal(min(radius, 2000), 1) : nil
        (self.pin, trace) = (shown, nil)
    }

    /// Where a phone knows its place only by the mast, more of the country is shown.
    private static func zoom(for accuracy: Double?) -> Double {
        switch accuracy ?? 0 {
        case ..<400: 15
        case ..<1600: 13
        default: 11
        }
    }
}
