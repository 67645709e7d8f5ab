/// A location as background-geolocation writes it: in Traccar Client's messages, and in batches of other apps.
struct TraccarLocation {
    private var raw = RawFix()
    private var motion = Motion()
    private(set) var alarms: [String] = []

    /// What the app says itself of moving counts before what the phone's sensors take it for.
    var fix: RawFix {
        var fix = raw
        fix.isMoving = raw.isMoving ?? motion.isMoving
        return fix
    }

    mutating func read(_ key: JSONReader.Key, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch key {
        case "timestamp": raw.time = try reader.time()
        case "coords" where try reader.peek() == .object:
            try reader.object { reader, key throws(JSONReader.Malformed) in try readCoordinates(key, &reader) }
        case "battery" where try reader.peek() == .object:
            try reader.object { reader, key throws(JSONReader.Malformed) in try readBattery(key, &reader) }
        case "is_moving": raw.isMoving = try reader.boolean()
        case "activity" where try reader.peek() == .object:
            try reader.object { reader, key throws(JSONReader.Malformed) in
                if "type" ~= key { motion.add(try reader.word()) } else { try reader.skip() }
            }
        case "activity": motion.add(try reader.word())
        case "event": raw.trigger = try FixTrigger.readTraccar(&reader)
        case "alarm": try readAlarm(&reader)
        // What the app itself adds to a position: Traccar Client puts its SOS button here.
        case "extras" where try reader.peek() == .object:
            try reader.object { reader, key throws(JSONReader.Malformed) in
                if "alarm" ~= key { try readAlarm(&reader) } else { try reader.skip() }
            }
        default: try reader.skip()
        }
    }

    private mutating func readAlarm(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        guard try reader.peek() == .array else { return add(try reader.string()) }
        try reader.array { reader throws(JSONReader.Malformed) in add(try reader.string()) }
    }

    private mutating func add(_ alarm: String?) { alarms += alarm.map { [$0] } ?? [] }

    private mutating func readBattery(_ key: JSONReader.Key, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch key {
        case "level": raw.battery = try reader.number(in: .measured).map { $0 * 100 }
        case "is_charging": raw.isCharging = try reader.boolean()
        default: try reader.skip()
        }
    }

    private mutating func readCoordinates(_ key: JSONReader.Key, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        switch key {
        case "latitude": raw.latitude = try reader.number(in: .measured)
        case "longitude": raw.longitude = try reader.number(in: .measured)
        case "accuracy": raw.accuracy = try reader.number(in: .measured)
        case "altitude": raw.altitude = try reader.number(in: .measured)
        case "altitude_accuracy": raw.verticalAccuracy = try reader.number(in: .measured)
        case "speed": raw.speed = try reader.number(in: .measured)
        case "heading": raw.heading = try reader.number(in: .measured)
        default: try reader.skip()
        }
    }
}
