/// Recognises files that are neither OpenStreetMap XML nor PBF, and says how to convert them: people use the files that they have.
enum ForeignFormat {
    /// Beginnings of files, in the order in which they are tried.
    private static let beginnings: [(offset: Int, bytes: [UInt8], format: String, advice: String)] = [
        (0, [0xFF, 0xE0], "OpenStreetMap o5m", osmium),
        (0, [0x00, 0x00, 0x27, 0x0A], "a shapefile", "`ogr2osm FILE -o FILE.osm` turns it into OpenStreetMap XML."),
        (0, Array("II*\0".utf8), "a GeoTIFF", gdal), (0, Array("MM\0*".utf8), "a GeoTIFF", gdal),
        (0, Array("II+\0".utf8), "a GeoTIFF", gdal), (0, Array("UHL1".utf8), "DTED", gdal),
        (0, [0x89, 0x48, 0x44, 0x46], "HDF or NetCDF", gdal), (0, Array("ncols".utf8), "an ASCII grid", gdal),
        (0, Array("mapsforge binary OSM".utf8), "a map of mapsforge", "Take the extract that it was made of."),
        (0, Array("SQLite format 3".utf8), "a database (MBTiles or GeoPackage)", "Take an OpenStreetMap extract of the area."),
        (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A], "packed with xz", "`xz -dc FILE | gzip > FILE.gz` packs it anew."),
        (0, [0x28, 0xB5, 0x2F, 0xFD], "packed with zstd", "`zstd -dc FILE | gzip > FILE.gz` packs it anew."),
        (0, [0x37, 0x7A, 0xBC, 0xAF], "a 7z archive", "`7z x FILE` takes out what is in it."),
        (0, Array("Rar!".utf8), "a RAR archive", "`unrar x FILE` takes out what is in it."),
        (257, Array("ustar".utf8), "a tar archive", "`tar -xf FILE` takes out what is in it."),
        (0, Array("{".utf8), "GeoJSON", gpsbabel("geojson")),
        (0, Array("<!DOCTYPE html".utf8), "a web page", page), (0, Array("<!doctype html".utf8), "a web page", page),
    ]

    private static let osmium = "`osmium cat FILE -o FILE.osm.gz` turns it into OpenStreetMap XML."
    private static let gdal = """
        `gdal_translate -of SRTMHGT -outsize 1201 1201 FILE N46E009.hgt` turns a whole square degree of it into an elevation tile, named \
        by its south-west corner.
        """
    private static let page = "Perhaps a download that wanted a sign-in: download the file again."
    private static func gpsbabel(_ format: String) -> String {
        "`gpsbabel -i \(format) -f FILE -o osm -F FILE.osm` turns it into OpenStreetMap XML."
    }

    private static let roots: [String: (format: String, advice: String)] = [
        "kml": ("KML", gpsbabel("kml")), "gpx": ("GPX", gpsbabel("gpx")), "html": ("a web page", page),
        "osmChange": ("OpenStreetMap changes", "`osmium apply-changes EXTRACT FILE -o EXTRACT.osm.gz` brings an extract up to date."),
        "TrainingCenterDatabase": ("TCX", gpsbabel("gtrnctr")),
        "FeatureCollection": ("GML", "`ogr2osm FILE -o FILE.osm` turns it into OpenStreetMap XML."),
    ]

    /// Nil for what may be XML.
    static func problem(_ name: String, beginning bytes: UnsafeRawBufferPointer) -> AtlasProblem? {
        let found = beginnings.first { entry in
            bytes.count >= entry.offset + entry.bytes.count
                && bytes[entry.offset..<entry.offset + entry.bytes.count].elementsEqual(entry.bytes)
        }
        return found.map { problem(name, $0.format, $0.advice) }
    }

    static func problem(_ name: String, root: String) -> AtlasProblem? { roots[root].map { problem(name, $0.format, $0.advice) } }

    /// An archive with nothing in it that is read.
    static func problem(_ name: String, holding names: [String]) -> AtlasProblem {
        let endings: [(String, String)] = [
            (".shp", "`ogr2osm FILE.shp -o FILE.osm` turns a shapefile into OpenStreetMap XML."), (".kml", gpsbabel("kml")),
            (".tif", gdal), (".asc", gdal), (".dem", gdal), (".osm.gz", "Take it out: it is read as it is."),
        ]
        let advice = endings.first { ending in names.contains { $0.lowercased().hasSuffix(ending.0) } }?.1
        let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
        let holds = names.isEmpty ? "it is empty" : "it holds \(shown)"
        return AtlasProblem("\(name): a zip archive without .hgt or .osm; \(holds).\(advice.map { " " + filled($0, name) } ?? "")")
    }

    private static func problem(_ name: String, _ format: String, _ advice: String) -> AtlasProblem {
        AtlasProblem("\(name): this is \(format), not OpenStreetMap XML. \(filled(advice, name))")
    }

    /// The command as it can be copied: with the file's own name, and what comes out beside it.
    private static func filled(_ advice: String, _ name: String) -> String {
        let plain = String(name.prefix { $0 != "." })
        return advice.replacing("FILE.osm.gz", with: plain + ".osm.gz").replacing("FILE.osm", with: plain + ".osm")
            .replacing("FILE.gz", with: plain + ".osm.gz").replacing("FILE", with: name)
    }
}
