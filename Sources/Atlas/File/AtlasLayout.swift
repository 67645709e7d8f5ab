/// How the atlas file is laid out: a header, then sections of little-endian arrays that are read where they lie. The
/// file is written once, checked whole when it is opened, and never changed.
enum AtlasSection: Int, CaseIterable {
    case points, parts, features, overviewIndex, detailIndex, attributes, strings, elevation, ski, facts
}

struct AtlasHeader {
    static let magic: UInt64 = 0x3330_5341_4C54_4153  // "SATLAS03"
    static let size = 512

    struct Entry: BitwiseCopyable {
        var offset: UInt64 = 0
        var length: UInt64 = 0
        var checksum: UInt32 = 0
        var unused: UInt32 = 0
    }
}

/// One thing on the map, 48 bytes as they lie in the file.
package struct FeatureRecord: BitwiseCopyable, Sendable {
    /// Element id times four, plus 0 for a node, 1 for a way, 2 for a relation.
    var element: Int64
    var rawKind: UInt8
    package var detail: UInt8
    var rawFlags: UInt8
    var minZoom: UInt8
    var nameStart: UInt32
    var minX: UInt32 = 0
    var minY: UInt32 = 0
    var maxX: UInt32 = 0
    var maxY: UInt32 = 0
    var pointStart: UInt32 = 0
    var partStart: UInt32 = 0
    var partCount: UInt16 = 0
    package var layer: Int8
    var attributeCount: UInt8
    var attributeStart: UInt32

    package var kind: FeatureKind { FeatureKind(rawValue: rawKind) ?? .locality }
    package var flags: FeatureFlags { FeatureFlags(rawValue: rawFlags) }
    /// Lines, or rings of an area.
    package var ringCount: Int { Int(partCount) }
    package var box: WorldBox { WorldBox(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }
}

/// An attribute of a feature: which, and where its text is.
struct AttributeRecord: BitwiseCopyable {
    var attribute: UInt32
    var textStart: UInt32
}

extension FeatureKind {
    /// From this zoom on it can be seen in one of the styles.
    var minZoom: UInt8 {
        switch self {
        case .sea, .forest, .glacier, .water, .riverbank, .adminBorder, .motorway, .trunk, .primary, .city, .town, .river, .residentialLand:
            8
        case .secondary, .rail, .farmland, .grass, .heath, .scrub, .rock, .scree, .village, .coastline: 10
        case .tertiary, .lift, .piste, .pisteArea, .wetland, .orchard, .sand, .industrialLand, .saddle, .hut, .peak, .quarry: 11
        case .residential, .stream, .hamlet, .suburb, .park, .winterSports, .cemetery, .hikingRoute, .sportsLand, .dam, .powerLine: 12
        case .track, .pedestrian, .service, .pathway, .cliff, .ridge, .locality, .tram, .pitch, .pier, .pierLand, .helipad: 13
        case .building, .cycleway, .steps, .liftStation, .square, .viewpoint, .parkingLand: 14
        case .spring, .cave, .wall, .fence, .pointOfInterest, .lineName: 15
        case .liftPylon: 16
        case .houseNumber: 18
        }
    }
}

/// Features that are seen from far are indexed apart, so that a small-scale tile does not pass by every house.
let overviewZoom: UInt8 = 12
/// Children of a node of the index.
let indexFan = 16
