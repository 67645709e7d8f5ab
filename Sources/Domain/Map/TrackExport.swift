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
    /// A whole file of the format, in UTF-8. Instants in it are UTC.
    package static func text(_ tracks: [Track], as format: TrackFormat, name: String, at now: Instant) -> String {
        switch format {
        case .gpx: gpx(tracks, name: name, at: now)
        case .geojson: geoJSON(tracks)
        case .kml: kml(tracks, name: name)
        case .csv: csv(tracks)
        }
    }

    private static let namespace = "urn:sotravel:phone:1"

    /// GPX 1.1; inside a point the order is ele, time, extensions (the schema fixes it), in these elements of a foreign namespace.
    package static func gpx(_ tracks: [Track], name: String, at now: Instant) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Sotravel" xmlns="http://www.topografix.com/GPX/1/1" xmlns:phone="\(namespace)">
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
            + "\(elevation)<time>\(fix.time.iso8601)</time>\(extensions(fix))</trkpt>\n"
    }

    private static func extensions(_ fix: Fix) -> String {
        let elements = PhoneValue.all.map { value in
            value.text(fix).map { "<phone:\(value.name)>\($0)</phone:\(value.name)>" } ?? ""
        }.joined()
        return elements.isEmpty ? "" : "<extensions>\(elements)</extensions>"
    }

    /// RFC 7946: one feature a track; times, and what the phone said of itself, beside the coordinates.
    package static func geoJSON(_ tracks: [Track]) -> String {
        let collection = JSON.object { out in
            out.add("type", "FeatureCollection")
            out.array("features") { out in
                for track in tracks { out.object { writeFeature(track, to: &$0) } }
            }
        }
        return collection.text + "\n"
    }

    private static func writeFeature(_ track: Track, to out: inout JSONWriter) {
        let lines = segments(track.fixes).filter { $0.count > 1 }
        out.add("type", "Feature")
        out.object("geometry") { out in
            out.add("type", "MultiLineString")
            write("coordinates", lines, to: &out) { out, fix in out.array { writePosition(fix, to: &$0) } }
        }
        out.object("properties") { out in
            out.add("name", track.name)
            write("times", lines, to: &out) { out, fix in out.add(fix.time.iso8601) }
            for value in PhoneValue.known(track.fixes) { write(value.name, lines, to: &out) { value.write($1, &$0) } }
        }
    }

    /// Something of every fix, in the shape of the lines.
    private static func write(_ name: String, _ lines: [[Fix]], to out: inout JSONWriter, _ one: (inout JSONWriter, Fix) -> Void) {
        out.array(name) { out in
            for line in lines { out.array { out in line.forEach { one(&out, $0) } } }
        }
    }

    private static func writePosition(_ fix: Fix, to out: inout JSONWriter) {
        out.add(fix.coordinates.longitude, places: 7)
        out.add(fix.coordinates.latitude, places: 7)
        if let altitude = fix.altitude { out.add(altitude, places: 1) }
    }

    /// KML 2.2 with `gx:Track`, which has a time for every place, and arrays of what the phone said; a segment each.
    package static func kml(_ tracks: [Track], name: String) -> String {
        let placemarks = tracks.map { track in
            let lines = segments(track.fixes).map { segment in
                "<gx:Track>\n" + segment.map { "<when>\($0.time.iso8601)</when>\n" }.joined()
                    + segment.map { "<gx:coord>\(kmlPlace($0))</gx:coord>\n" }.joined() + kmlValues(segment) + "</gx:Track>\n"
            }
            return "<Placemark><name>\(xml(track.name))</name><gx:MultiTrack>\n\(lines.joined())</gx:MultiTrack></Placemark>\n"
        }
        let fields = PhoneValue.all.map { "<gx:SimpleArrayField name=\"\($0.name)\" type=\"string\"/>" }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
            <name>\(xml(name))</name>
            <Schema id="phone">\(fields)</Schema>
            \(placemarks.joined())</Document></kml>

            """
    }

    private static func kmlValues(_ segment: [Fix]) -> String {
        let arrays = PhoneValue.known(segment).map { value in
            "<gx:SimpleArrayData name=\"\(value.name)\">" + segment.map { "<gx:value>\(value.text($0) ?? "")</gx:value>" }.joined()
                + "</gx:SimpleArrayData>"
        }
        guard !arrays.isEmpty else { return "" }
        return "<ExtendedData><SchemaData schemaUrl=\"#phone\">\(arrays.joined())</SchemaData></ExtendedData>\n"
    }

    private static func kmlPlace(_ fix: Fix) -> String {
        "\(decimal(fix.coordinates.longitude, 7)) \(decimal(fix.coordinates.latitude, 7)) \(decimal(fix.altitude ?? 0, 1))"
    }

    /// RFC 4180, a line a position, cells guarded against formulas. Numbers below zero stay numbers.
    package static func csv(_ tracks: [Track]) -> String {
        func text(_ value: Double?, _ places: Int) -> String { value.map { decimal($0, places) } ?? "" }
        let head = "name,time,latitude,longitude,altitude,accuracy,speed,battery,charging,moving\r\n"
        let lines = tracks.flatMap { track in
            let name = CSV.cell(track.name)
            return track.fixes.map { fix in
                [
                    name, fix.time.iso8601, decimal(fix.coordinates.latitude, 7), decimal(fix.coordinates.longitude, 7),
                    text(fix.altitude, 1), text(fix.accuracy, 0), text(fix.speed, 1),
                ].joined(separator: ",") + PhoneValue.all.map { "," + ($0.text(fix) ?? "") }.joined() + "\r\n"
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

/// What a phone said of itself beside its position, as files name and write it.
private struct PhoneValue: Sendable {
    let name: String
    let text: @Sendable (Fix) -> String?
    let write: @Sendable (Fix, inout JSONWriter) -> Void

    static let all = [
        PhoneValue(name: "battery", text: { $0.battery.map { String($0) } }, write: { $1.add($0.battery) }),
        PhoneValue(name: "charging", text: { $0.isCharging.map { String($0) } }, write: { $1.add($0.isCharging) }),
        PhoneValue(name: "moving", text: { $0.isMoving.map { String($0) } }, write: { $1.add($0.isMoving) }),
    ]

    /// Those that any of the fixes has.
    static func known(_ fixes: [Fix]) -> [PhoneValue] { all.filter { value in fixes.contains { value.text($0) != nil } } }
}
