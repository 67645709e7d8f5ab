/// Decodes what the phone apps send, unmodified (docs/protocols.md, A to E). Unknown keys are ignored; values that
/// cannot be read become absent; nothing here refuses a message for being useless.
package enum TrackerDecoder {
    /// A JSON body of any of the apps, or an array of such. The top-level keys tell which: `_type` OwnTracks, `locations`
    /// Overland, `location` or `coords` Traccar Client and what else is built on background-geolocation.
    package static func decode(json bytes: UnsafeBufferPointer<UInt8>) throws(JSONReader.Malformed) -> TrackerReport {
        var reader = JSONReader(bytes)
        var report = TrackerReport(format: .unknown)
        if try reader.peek() == .array {
            try reader.array { reader throws(JSONReader.Malformed) in report.add(try decodeObject(&reader)) }
            if report.fixes.isEmpty, report.notes.isEmpty, report.problems.isEmpty { report.problems.append("an empty array") }
        } else {
            report = try decodeObject(&reader)
        }
        try reader.end()
        return report
    }

    private static func decodeObject(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> TrackerReport {
        guard try reader.peek() == .object else {
            try reader.skip()
            var report = TrackerReport(format: .unknown)
            report.problems.append("JSON that is not an object")
            return report
        }
        var message = JSONMessage()
        try reader.object { reader, key throws(JSONReader.Malformed) in try message.read(key, &reader) }
        return message.report
    }
}

extension TrackerReport {
    /// Of several messages in one request the first that is known names the format.
    fileprivate mutating func add(_ other: TrackerReport) {
        if format == .unknown { format = other.format }
        fixes += other.fixes
        notes += other.notes
        problems += other.problems
        isAlarm = isAlarm || other.isAlarm
    }

    /// An app calls an alarm by one word, or by several with commas; "sos" is the one by which somebody calls for help.
    mutating func add(alarms: [String]) {
        for alarm in alarms {
            notes.append("alarm: \(alarm.prefix(40))")
            let words = alarm.split { $0 == "," || $0 == ";" || $0.isWhitespace }
            if words.contains(where: { folded(String($0)) == "sos" }) { isAlarm = true }
        }
    }
}

/// Collects one pass over the top-level object.
private struct JSONMessage {
    private var ownTracksType: String?
    private var ownTracks = RawFix()
    private var isTraccar = false
    /// A location of background-geolocation that stands by itself.
    private var bare = TraccarLocation()
    private var isBare = false
    private var isOverland = false
    private var fixes: [RawFix] = []
    private var notes: [String] = []
    private var problems: [String] = []
    private var alarms: [String] = []

    mutating func read(_ key: JSONReader.Key, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch key {
        case "locations" where try reader.peek() == .array:
            isOverland = true
            try reader.array { reader throws(JSONReader.Malformed) in try readFeature(&reader) }
        case "current" where try reader.peek() == .object: try readFeature(&reader)
        case "location" where try reader.peek() == .object:
            isTraccar = true
            try readTraccar(&reader)
        case "location" where try reader.peek() == .array:
            isTraccar = true
            try reader.array { reader throws(JSONReader.Malformed) in try readTraccar(&reader) }
        case "coords" where try reader.peek() == .object:
            isBare = true
            try bare.read(key, &reader)
        case "timestamp", "battery", "alarm", "extras", "is_moving", "activity", "event": try bare.read(key, &reader)
        case "_type": ownTracksType = try reader.string()
        case "lat": ownTracks.latitude = try reader.number(in: .measured)
        case "lon": ownTracks.longitude = try reader.number(in: .measured)
        case "tst": ownTracks.time = try reader.number(in: .measured).flatMap(ownTracksTime)
        case "acc": ownTracks.accuracy = try reader.number(in: .measured)
        case "alt": ownTracks.altitude = try reader.number(in: .measured)
        case "vel": ownTracks.speed = try reader.number(in: .measured).map { $0 / 3.6 }
        case "cog": ownTracks.heading = try reader.number(in: .measured)
        case "batt", "bat": ownTracks.battery = try reader.number(in: .measured).map(percent)
        case "bs": ownTracks.isCharging = try reader.number(in: 1...3).map { $0 > 1 }
        case "motionactivities": ownTracks.isMoving = try Motion.read(&reader)
        case "t": ownTracks.trigger = try FixTrigger.readOwnTracks(&reader)
        default: try reader.skip()
        }
    }

    var report: TrackerReport {
        if isOverland { return report(.overland) }
        if isTraccar {
            var found = self.report(.traccar)
            found.add(alarms: bare.alarms)
            return found
        }
        if isBare {
            var message = JSONMessage()
            message.add(bare)
            return message.report(.traccar)
        }
        guard let ownTracksType else {
            var report = TrackerReport(format: .unknown)
            report.problems.append("JSON of no known app")
            return report
        }
        var report = TrackerReport(format: .owntracks)
        switch ownTracksType {
        case "location": report.fixes = [ownTracks]
        case "encrypted":
            report.problems.append("an encrypted message: clear the encryption key in the app’s settings")
        case "lwt": report.notes.append("the app’s farewell message")
        default: report.notes.append("a message of type \(ownTracksType.prefix(40)), without a position")
        }
        return report
    }

    private func report(_ format: TrackerFormat) -> TrackerReport {
        var report = TrackerReport(format: format)
        report.fixes = fixes
        report.notes = notes
        report.problems = problems
        report.add(alarms: alarms)
        return report
    }

    // MARK: Traccar Client 9 and later

    private mutating func readTraccar(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        guard try reader.peek() == .object else { return try skipEntry(&reader) }
        var location = TraccarLocation()
        try reader.object { reader, key throws(JSONReader.Malformed) in try location.read(key, &reader) }
        add(location)
    }

    private mutating func add(_ location: TraccarLocation) {
        alarms += location.alarms
        fixes.append(location.fix)
    }

    /// An entry that was answered with 200 is never dropped silently.
    private mutating func skipEntry(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        try reader.skip()
        problems.append("an entry that is not an object")
    }

    // MARK: Overland

    /// A GeoJSON feature. Visits, life-cycle logs and finished trips come in the same array without a fix.
    private mutating func readFeature(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        guard try reader.peek() == .object else { return try skipEntry(&reader) }
        var fix = RawFix()
        var action: String?
        try reader.object { reader, key throws(JSONReader.Malformed) in
            switch key {
            case "geometry" where try reader.peek() == .object:
                try reader.object { reader, key throws(JSONReader.Malformed) in
                    guard case "coordinates" = key, try reader.peek() == .array else { return try reader.skip() }
                    try JSONMessage.readPoint(&reader, into: &fix)
                }
            case "properties" where try reader.peek() == .object:
                try reader.object { reader, key throws(JSONReader.Malformed) in
                    try JSONMessage.readProperties(key, &reader, into: &fix, &action)
                }
            default: try reader.skip()
            }
        }
        if let action {
            notes.append("a log entry of type \(action.prefix(40))")
        } else {
            fixes.append(fix)
        }
    }

    private static func readPoint(_ reader: inout JSONReader, into fix: inout RawFix) throws(JSONReader.Malformed) {
        var index = 0
        try reader.array { reader throws(JSONReader.Malformed) in
            let value = try reader.number(in: .measured)
            if index == 0 { fix.longitude = value }
            if index == 1 { fix.latitude = value }
            index += 1
        }
    }

    private static func readProperties(
        _ key: JSONReader.Key, _ reader: inout JSONReader, into fix: inout RawFix, _ action: inout String?
    ) throws(JSONReader.Malformed) {
        switch key {
        case "timestamp": fix.time = try reader.time()
        case "altitude": fix.altitude = try reader.number(in: .measured)
        case "speed": fix.speed = try reader.number(in: .measured)
        case "course": fix.heading = try reader.number(in: .measured)
        case "horizontal_accuracy": fix.accuracy = try reader.number(in: .measured)
        case "vertical_accuracy": fix.verticalAccuracy = try reader.number(in: .measured)
        case "battery_level": fix.battery = try reader.number(in: .measured).map { $0 * 100 }
        case "battery_state": fix.isCharging = try isCharging(&reader)
        case "motion": fix.isMoving = try Motion.read(&reader)
        case "action", "type": action = try reader.string()
        default: try reader.skip()
        }
    }
}

/// Some apps send a charge of 63 % as 0.63.
func percent(_ battery: Double) -> Double { battery > 0 && battery < 1 ? battery * 100 : battery }

/// Seconds since 1970; Overland in its OwnTracks mode counts from 2001, which reads as before 2000.
private func ownTracksTime(_ seconds: Double) -> Instant? {
    guard seconds > 0, seconds < 1e11 else { return nil }
    let appleEpoch = 978_307_200.0
    return Instant(milliseconds: Int64(clamping: (seconds < 946_684_800 ? seconds + appleEpoch : seconds) * 1000))
}
