import Foundation

extension TrackerDecoder {
    /// The query or form generation: Traccar Client up to 8, OsmAnd, GPSLogger's custom URL, OpenGTS.
    /// - Parameter receivedAt: stands in for the time only where the message has no such key at all.
    package static func decode(query pairs: [(name: String, value: String)], receivedAt: Instant) -> TrackerReport {
        var report = TrackerReport(format: .osmand)
        var values = [String: String](minimumCapacity: pairs.count)
        values.merge(pairs.lazy.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        if values["notificationtoken"] != nil {
            report.notes.append("a push registration, without a position")
            return report
        }
        if values["alarm"] != nil { report.add(alarms: pairs.filter { $0.name.lowercased() == "alarm" }.map(\.value)) }
        if let sentence = values["gprmc"] {
            guard let fix = gprmc(sentence) else {
                report.problems.append("a GPRMC sentence that could not be read")
                return report
            }
            report.fixes = [filled(fix, from: values)]
            return report
        }
        var fix = RawFix()
        (fix.latitude, fix.longitude) = position(in: values)
        let time = first(["timestamp", "time", "tst"], in: values)
        fix.time = time.map(queryTime) ?? receivedAt
        fix.heading = number(["bearing", "heading", "dir", "course"], in: values)
        fix.speed = speed(in: values)
        fix = filled(fix, from: values)
        if fix.hasPosition {
            report.fixes = [fix]
        } else if first(latitudes + longitudes + ["location"], in: values) != nil {
            report.problems.append("a position that could not be read")
        } else {
            report.notes.append("connected, no position")
        }
        return report
    }

    /// Whether an app sent it. A browser's address has names that messengers added, or none that a phone uses.
    package static func isMessage(query pairs: [(name: String, value: String)]) -> Bool {
        pairs.contains { messageNames.contains($0.name.lowercased()) }
    }
    private static let messageNames = Set(
        latitudes + longitudes + [
            "id", "deviceid", "location", "gprmc", "notificationtoken", "alarm", "timestamp", "time", "tst", "batt", "battery",
        ])

    private static func filled(_ fix: RawFix, from values: [String: String]) -> RawFix {
        var fix = fix
        fix.altitude = number(["altitude", "alt", "ele"], in: values)
        fix.accuracy = number(["accuracy", "acc"], in: values)
        fix.battery = first(["batt", "battery", "bat"], in: values).flatMap(battery)
        fix.isCharging = flag(["charge", "charging", "ischarging", "is_charging"], in: values)
        fix.isMoving = flag(["motion", "moving", "is_moving"], in: values)
        return fix
    }

    private static func flag(_ names: [String], in values: [String: String]) -> Bool? {
        switch first(names, in: values)?.lowercased() {
        case "true", "1", "yes": true
        case "false", "0", "no": false
        default: nil
        }
    }

    /// With a fraction and at most 1 it is a share, else percent.
    private static func battery(_ text: String) -> Double? {
        text.containsASCII(".") && text.decimal(in: 0...1) != nil ? text.decimal(in: 0...1).map { $0 * 100 } : text.decimal(in: .measured)
    }

    private static func position(in values: [String: String]) -> (Double?, Double?) {
        if let pair = values["location"]?.split(separator: ","), pair.count == 2 {
            return (pair[0].decimal(in: .measured), pair[1].decimal(in: .measured))
        }
        return (number(latitudes, in: values), number(longitudes, in: values))
    }
    private static let (latitudes, longitudes) = (["lat", "latitude"], ["lon", "longitude", "lng"])

    /// Knots in the Traccar clients' form; `speed_unit` in the link says otherwise; `spd` is GPSLogger's metres
    /// a second.
    private static func speed(in values: [String: String]) -> Double? {
        if let speed = number(["spd"], in: values) { return speed }
        guard let speed = number(["speed"], in: values) else { return nil }
        switch values["speed_unit"] {
        case "ms": return speed
        case "kmh": return speed / 3.6
        default: return speed * 0.514_444
        }
    }

    private static func first(_ names: [String], in values: [String: String]) -> String? {
        names.lazy.compactMap { values[$0] }.first { !$0.isEmpty && $0 != "null" }
    }
    private static func number(_ names: [String], in values: [String: String]) -> Double? {
        first(names, in: values)?.decimal(in: .measured)
    }

    /// Seconds below 2³¹, else milliseconds; or a date with T or space.
    private static func queryTime(_ text: String) -> Instant? {
        if let number = text.decimal(in: -1e14...1e14) {
            guard number > 0 else { return nil }
            return Instant(milliseconds: Int64(clamping: number < 2_147_483_647 ? number * 1000 : number))
        }
        return text.time
    }

    /// NMEA: `$GPRMC,HHMMSS,A,DDMM.MMMMM,N,DDDMM.MMMMM,E,knots,course,ddMMyy,…`
    private static func gprmc(_ sentence: String) -> RawFix? {
        let parts = sentence.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 10, parts[0].uppercased().hasSuffix("GPRMC"), parts[2] == "A",
            let latitude = degrees(parts[3], negative: parts[4] == "S"),
            let longitude = degrees(parts[5], negative: parts[6] == "W"), parts[1].count >= 6, parts[9].count == 6
        else { return nil }
        func two(_ text: String, _ offset: Int) -> String { String(text.dropFirst(offset).prefix(2)) }
        let (clock, date) = (parts[1], parts[9])
        var fix = RawFix()
        fix.time =
            "20\(two(date, 4))-\(two(date, 2))-\(two(date, 0))T\(two(clock, 0)):\(two(clock, 2)):\(two(clock, 4))Z".time
        (fix.latitude, fix.longitude) = (latitude, longitude)
        fix.speed = parts[7].decimal(in: .measured).map { $0 * 0.514_444 }
        fix.heading = parts[8].decimal(in: .measured)
        return fix
    }

    private static func degrees(_ text: String, negative: Bool) -> Double? {
        guard let value = text.decimal(in: 0...20_000) else { return nil }
        let whole = (value / 100).rounded(.down)
        let result = whole + (value - whole * 100) / 60
        return negative ? -result : result
    }
}

/// The pairs of `a=1&b=2`, in order, `+` as space and %XX decoded; broken escapes stay as they are.
package func parseQuery(_ text: some StringProtocol) -> [(name: String, value: String)] {
    let bytes = Array(text.utf8)
    return bytes.split(separator: UInt8(ascii: "&")).map { pair in
        let cut = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
        return (percentDecoded(pair[..<cut]), percentDecoded(pair[cut...].dropFirst()))
    }
}

/// A part of a query as it was before it was encoded: `+` is a blank, `%` and two hexadecimal digits a byte. Anything else stays.
package func percentDecoded(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    return percentDecoded(bytes[...])
}

private func percentDecoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
        return String(outside: bytes)
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
        if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = hexadecimalValue(bytes[index + 1]),
            let low = hexadecimalValue(bytes[index + 2])
        {
            output.append(UInt8(high << 4 | low))
            index += 3
        } else {
            output.append(bytes[index] == UInt8(ascii: "+") ? 32 : bytes[index])
            index += 1
        }
    }
    return String(outside: output)
}
