/// What a track can be saved as.
package enum TrackFormat: String, CaseIterable, Sendable {
    case gpx, geojson, kml, csv

    package var label: String {
        switch self {
        case .gpx: "GPX"
        case .geojson: "GeoJSON"
        case .kml: "KML"
        case .csv: "CSV"
        }
    }
    package var type: String {
        switch self {
        case .gpx: "application/gpx+xml"
        case .geojson: "application/geo+json"
        case .kml: "application/vnd.google-earth.kml+xml"
        case .csv: "text/csv; charset=utf-8"
        }
    }
}

/// Tracks as files. A pause of more than an hour starts a new segment.
package enum TrackExport {
    package static func text(_ tracks: [Track], as format: TrackFormat, name: String, at now: Instant) -> String {
        switch format {
        case .gpx: gpx(tracks, name: name, at: now)
        case .geojson: geoJSON(tracks)
        case .kml: kml(tracks, name: name)
        case .csv: csv(tracks)
        }
    }

    /// GPX 1.1; inside a point the order is ele, time (the schema fixes it).
    package static func gpx(_ tracks: [Track], name: String, at now: Instant) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Sotravel" xmlns="http://www.topografix.com/GPX/1/1">
            <metadata><name>\(xml(name))</name><time>\(now.iso8601)</time></metadata>

            """
        for track in tracks {
            text += "<trk><name>\(xml(track.name))</name>\n"
            for segment in segments(track.fixes) {
                text += "<trkseg>\n" + segment.map(point).joined() + "</trkseg>\n"
            }
            text += "</trk>\n"
        }
        return text + "</gpx>\n"
    }

    private static func point(_ fix: Fix) -> String {
        let elevation = fix.altitude.map { "<ele>\(decimal($0, 1))</ele>" } ?? ""
        let longitude = decimal(fix.coordinates.longitude, 7)
        // The schema's longitude ends below 180 (maxExclusive), also after rounding.
        return "<trkpt lat=\"\(decimal(fix.coordinates.latitude, 7))\" lon=\"\(longitude.hasPrefix("180") ? "-180" : longitude)\">"
            + "\(elevation)<time>\(fix.time.iso8601)</time></trkpt>\n"
    }

    /// RFC 7946: one feature a track, times beside the coordinates.
    package static func geoJSON(_ tracks: [Track]) -> String {
        let features = tracks.map { track in
            let lines = segments(track.fixes).filter { $0.count > 1 }
            let coordinates = lines.map { "[" + $0.map(position).joined(separator: ",") + "]" }
            let times = lines.map { "[" + $0.map { "\"\($0.time.iso8601)\"" }.joined(separator: ",") + "]" }
            return "{\"type\":\"Feature\",\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":["
                + coordinates.joined(separator: ",") + "]},\"properties\":{\"name\":\(json(track.name)),\"times\":["
                + times.joined(separator: ",") + "]}}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[" + features.joined(separator: ",") + "]}\n"
    }

    private static func position(_ fix: Fix) -> String {
        let pair = "[\(decimal(fix.coordinates.longitude, 7)),\(decimal(fix.coordinates.latitude, 7))"
        return pair + (fix.altitude.map { "," + decimal($0, 1) } ?? "") + "]"
    }

    /// KML 2.2 with `gx:Track`, which has a time for every place; a segment each.
    package static func kml(_ tracks: [Track], name: String) -> String {
        let placemarks = tracks.map { track in
            let lines = segments(track.fixes).map { segment in
                "<gx:Track>\n" + segment.map { "<when>\($0.time.iso8601)</when>\n" }.joined()
                    + segment.map { "<gx:coord>\(kmlPlace($0))</gx:coord>\n" }.joined() + "</gx:Track>\n"
            }
            return "<Placemark><name>\(xml(track.name))</name><gx:MultiTrack>\n\(lines.joined())</gx:MultiTrack></Placemark>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
            <name>\(xml(name))</name>
            \(placemarks.joined())</Document></kml>

            """
    }

    private static func kmlPlace(_ fix: Fix) -> String {
        "\(decimal(fix.coordinates.longitude, 7)) \(decimal(fix.coordinates.latitude, 7)) \(decimal(fix.altitude ?? 0, 1))"
    }

    /// RFC 4180, a line a position, cells guarded against formulas. Numbers below zero stay numbers.
    package static func csv(_ tracks: [Track]) -> String {
        func text(_ value: Double?, _ places: Int) -> String { value.map { decimal($0, places) } ?? "" }
        let head = "name,time,latitude,longitude,altitude,accuracy,speed\r\n"
        let lines = tracks.flatMap { track in
            let name = RosterCSV.cell(track.name)
            return track.fixes.map { fix in
                [
                    name, fix.time.iso8601, decimal(fix.coordinates.latitude, 7), decimal(fix.coordinates.longitude, 7),
                    text(fix.altitude, 1), text(fix.accuracy, 0), text(fix.speed, 1),
                ].joined(separator: ",") + "\r\n"
            }
        }
        return "\u{FEFF}" + head + lines.joined()
    }

    private static func segments(_ fixes: [Fix]) -> [[Fix]] {
        var segments: [[Fix]] = []
        for fix in fixes {
            if let last = segments.last?.last, fix.time - last.time < .hours(1) {
                segments[segments.count - 1].append(fix)
            } else {
                segments.append([fix])
            }
        }
        return segments
    }
}

/// Text of an element or an attribute; what XML 1.0 cannot carry is left out.
package func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
        .filter { !$0.unicodeScalars.contains { ($0.value < 32 && $0 != "\n") || $0.value == 0xFFFE || $0.value == 0xFFFF } }
}

/// A JSON string literal, quotes included.
package func json(_ text: String) -> String {
    var text = text
    return text.withUTF8 { utf8 in
        var output: [UInt8] = [UInt8(ascii: "\"")]
        output.reserveCapacity(utf8.count + utf8.count / 4 + 2)
        var start = 0
        for index in utf8.indices {
            guard let (escape, length) = jsonEscape(utf8, index) else { continue }
            output.append(contentsOf: utf8[start..<index])
            output.append(contentsOf: escape.utf8)
            start = index + length
        }
        output.append(contentsOf: utf8[start...])
        output.append(UInt8(ascii: "\""))
        return String(decoding: output, as: UTF8.self)
    }
}

/// Also of "<" and of the line ends that only scripts know: the text may stand inside a page.
private func jsonEscape(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> (text: String, length: Int)? {
    switch utf8[index] {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case UInt8(ascii: "<"): return ("\\u003c", 1)
    case 0..<32:
        let digits = String(utf8[index], radix: 16)
        return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits, 1)
    case 0xE2 where index + 2 < utf8.count && utf8[index + 1] == 0x80 && (utf8[index + 2] == 0xA8 || utf8[index + 2] == 0xA9):
        return (utf8[index + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
    default: return nil
    }
}
