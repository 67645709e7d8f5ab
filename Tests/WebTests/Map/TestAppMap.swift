import Atlas
import Domain
import Foundation

extension TestApp {
    /// A village at 1,400 m under a slope, with a piste and a lift.
    static let mapExtract = """
        <?xml version="1.0"?><osm><node id="1" lat="46.4" lon="9.2"><tag k="place" v="village"/><tag k="name" v="Dorf"/></node>
        <node id="2" lat="46.41" lon="9.2"/><node id="3" lat="46.4102" lon="9.2003"/><node id="4" lat="46.4003" lon="9.2002"/>
        <way id="9"><nd ref="1"/><nd ref="2"/><tag k="aerialway" v="gondola"/><tag k="name" v="Bahn"/></way>
        <way id="8"><nd ref="3"/><nd ref="4"/><tag k="piste:type" v="downhill"/><tag k="piste:difficulty" v="easy"/>
            <tag k="name" v="Abfahrt"/></way>
        </osm>
        """

    static func mapHeights() -> [UInt8] {
        (0..<1201).flatMap { row in
            // 46.4° is row 720: 1,400 m there, 20 m more for every row north.
            let value = UInt16(min(8000, max(0, 1400 + (720 - row) * 20)))
            return (0..<1201).flatMap { _ in [UInt8(value >> 8), UInt8(value & 255)] }
        }
    }

    /// The map data of that village.
    /// - Parameter more: ways besides, as OSM XML.
    func fillMap(with more: String = "") throws {
        let (osm, hgt) = (folder.appending(path: "a.osm"), folder.appending(path: "N46E009.hgt"))
        try Data(TestApp.mapExtract.replacing("</osm>", with: more + "</osm>").utf8).write(to: osm)
        try Data(TestApp.mapHeights()).write(to: hgt)
        _ = try AtlasImporter(name: "Test", at: clock.now) { _ in }
            .make(from: [osm.path, hgt.path], at: folder.appending(path: "map.atlas").path)
    }
}
