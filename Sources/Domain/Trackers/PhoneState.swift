/// What a phone takes its owner to be doing. Of several at once ("driving", "stationary": a bus at a red light) moving counts.
struct Motion {
    private(set) var isMoving: Bool?

    mutating func add(_ word: JSONReader.Key?) {
        switch word {
        case "driving"?, "automotive"?, "in_vehicle"?, "walking"?, "running"?, "on_foot"?, "cycling"?, "on_bicycle"?: isMoving = true
        case "stationary"?, "still"?: isMoving = isMoving ?? false
        default: break
        }
    }

    /// A word, or an array of them.
    static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Bool? {
        var motion = Motion()
        if try reader.peek() == .array {
            try reader.array { reader throws(JSONReader.Malformed) in motion.add(try reader.word()) }
        } else {
            motion.add(try reader.word())
        }
        return motion.isMoving
    }
}

/// Overland's `battery_state`. A full battery is one that hangs on its cable.
func isCharging(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Bool? {
    switch try reader.word() {
    case "charging"?, "full"?: true
    case "unplugged"?: false
    default: nil
    }
}

extension FixTrigger {
    /// OwnTracks' `t`, a letter.
    static func readOwnTracks(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> FixTrigger? {
        switch try reader.word() {
        case nil: nil
        case "p"?: .ping
        case "c"?, "C"?: .region
        case "b"?: .beacon
        case "r"?: .request
        case "u"?: .hand
        case "t"?: .timer
        case "v"?: .visit
        default: .other
        }
    }

    /// The `event` of background-geolocation.
    static func readTraccar(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> FixTrigger? {
        switch try reader.word() {
        case nil, ""?: nil
        case "motionchange"?, "activitychange"?: .motion
        case "heartbeat"?: .heartbeat
        case "providerchange"?: .settings
        case "geofence"?: .region
        default: .other
        }
    }
}
