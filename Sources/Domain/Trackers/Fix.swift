/// One recorded position, in metres, metres a second and degrees.
package struct Fix: Sendable, Equatable {
    /// When the phone measured it; not when it arrived.
    package var time: Instant
    package var coordinates: Coordinates
    package var accuracy: Double?
    package var altitude: Double?
    package var speed: Double?
    package var heading: Double?
    /// Percent.
    package var battery: Int?
    package var isCharging: Bool?
    /// By the phone's own judgement, whatever its speed says.
    package var isMoving: Bool?
    package var trigger: FixTrigger?
    package init(
        time: Instant, coordinates: Coordinates, accuracy: Double? = nil, altitude: Double? = nil,
        speed: Double? = nil, heading: Double? = nil, battery: Int? = nil
    ) {
        self.time = time
        self.coordinates = coordinates
        self.accuracy = accuracy
        self.altitude = altitude
        self.speed = speed
        self.heading = heading
        self.battery = battery
    }

    /// Whether it is further in the future than phone clocks are usually off.
    package func isAhead(of now: Instant) -> Bool { time > now + Fix.drift }
    package static let drift = Duration.minutes(5)
}

/// Why an app sent a position. The numbers are stored: never to be changed.
package enum FixTrigger: UInt8, Sendable, CaseIterable {
    case ping = 1, region, beacon, request, hand, timer, visit, motion, heartbeat, settings, other, nudge

    package var label: String {
        switch self {
        case .ping: "the app’s own check"
        case .region: "a region entered or left"
        case .beacon: "a beacon"
        case .request: "a request"
        case .hand: "hand"
        case .timer: "timer"
        case .visit: "a visit"
        case .motion: "a change of motion"
        case .heartbeat: "heartbeat"
        case .settings: "a change of the phone’s location settings"
        case .other: "something else"
        case .nudge: "an answer to a host"
        }
    }
}

/// What a message said before anybody judged it.
package struct RawFix: Sendable, Equatable {
    package var time: Instant?
    package var latitude: Double?
    package var longitude: Double?
    package var accuracy: Double?
    package var altitude: Double?
    /// Below zero the phone does not know its altitude and sends some number.
    package var verticalAccuracy: Double?
    package var speed: Double?
    package var heading: Double?
    package var battery: Double?
    package var isCharging: Bool?
    package var isMoving: Bool?
    package var trigger: FixTrigger?
    package init() {}

    /// What was stored, as it was said.
    package init(_ fix: Fix) {
        (time, latitude, longitude) = (fix.time, fix.coordinates.latitude, fix.coordinates.longitude)
        (accuracy, altitude, speed, heading) = (fix.accuracy, fix.altitude, fix.speed, fix.heading)
        (battery, isCharging, isMoving, trigger) = (fix.battery.map(Double.init), fix.isCharging, fix.isMoving, fix.trigger)
    }

    /// Whether there is a position in it at all; without one it is a sign of life only.
    package var hasPosition: Bool { latitude != nil && longitude != nil }

    /// Values that no phone can have measured, in plain words. Below zero most apps say that they do not know.
    package var impossible: [String] {
        var names: [String] = []
        if let altitude, (verticalAccuracy ?? 0) >= 0, !RawFix.altitudes.contains(altitude) { names.append("an impossible altitude") }
        if let speed, speed > RawFix.speeds.upperBound { names.append("an impossible speed") }
        if let heading, heading > RawFix.headings.upperBound { names.append("an impossible course") }
        if let battery, battery.rounded() > 100 { names.append("an impossible battery charge") }
        return names
    }

    private static let (altitudes, speeds, headings) = (-500.0...9000.0, 0.0...500.0, 0.0...360.0)

    /// The fix, or why it stays out of the history and off the board, in plain words.
    /// - Parameter latest: the latest time that it may be now, if the server's own clock was set back.
    package func judged(receivedAt: Instant, latest: Instant? = nil) -> Result<Fix, FixRefusal> {
        guard let latitude, let longitude else { return .failure(.noPosition) }
        guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else {
            return .failure(.impossibleCoordinates)
        }
        guard abs(latitude) > 0.001 || abs(longitude) > 0.001 else { return .failure(.nullIsland) }
        guard let time else { return .failure(.noTime) }
        guard time >= FixRefusal.earliest else { return .failure(.tooOld) }
        guard time <= max(receivedAt, latest ?? receivedAt) + Fix.drift else { return .failure(.clockAhead) }
        if let accuracy, accuracy > 5000 { return .failure(.inaccurate) }
        var fix = Fix(
            time: time, coordinates: coordinates, accuracy: positive(accuracy),
            altitude: (verticalAccuracy ?? 0) < 0 ? nil : altitude.flatMap { RawFix.altitudes.contains($0) ? $0 : nil },
            speed: speed.flatMap { RawFix.speeds.contains($0) ? $0 : nil },
            heading: heading.flatMap { RawFix.headings.contains($0) ? $0 : nil },
            battery: battery.flatMap { Int($0, in: 0...100) })
        (fix.isCharging, fix.isMoving, fix.trigger) = (isCharging, isMoving, trigger)
        return .success(fix)
    }

    private func positive(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? $0 : nil } }
}

/// Why a fix is not kept; `sentence` says it to hosts.
package enum FixRefusal: String, Error, Sendable {
    case noPosition, noTime, impossibleCoordinates, nullIsland, tooOld, clockAhead, inaccurate

    /// GPS receivers that lost their almanac report dates before this.
    package static let earliest = Instant(day: Day(number: 12784))  // 2005-01-01

    package var sentence: String {
        switch self {
        case .noPosition: "no position in it"
        case .noTime: "its time could not be read"
        case .impossibleCoordinates: "impossible coordinates"
        case .nullIsland: "at 0°, 0°: the phone had no position yet"
        case .tooOld: "dated before 2005: the phone’s clock is wrong"
        case .clockAhead: "dated more than 5 minutes ahead: the phone’s clock is wrong"
        case .inaccurate: "accuracy worse than 5 km"
        }
    }
}

/// In which form a phone app sends. The raw value is stored.
package enum TrackerFormat: String, Sendable, CaseIterable {
    case traccar, osmand, owntracks, overland, telegram, unknown
    package var label: String {
        switch self {
        case .traccar: "Traccar Client"
        case .osmand: Texts.said("\("OsmAnd") or \("GPSLogger")")
        case .owntracks: "OwnTracks"
        case .overland: "Overland"
        case .telegram: "Telegram"
        case .unknown: Texts.said("Unknown")
        }
    }
}

/// One request of a phone app, decoded and not yet judged.
package struct TrackerReport: Sendable, Equatable {
    package var format: TrackerFormat
    package var fixes: [RawFix] = []
    /// What else it said: message kinds without a position, alarms.
    package var notes: [String] = []
    /// What could not be read.
    package var problems: [String] = []
    /// Somebody pressed the app's SOS button.
    package var isAlarm = false
    package init(format: TrackerFormat) { self.format = format }
}

/// A secret link for one member's phone app.
package struct Tracker: Sendable {
    package let id: ID
    package let memberID: ID
    package let label: String
    package let token: String
    package let createdAt: Instant
    package let revokedAt: Instant?
    package let lastContactAt: Instant?
    package init(
        id: ID, memberID: ID, label: String, token: String, createdAt: Instant, revokedAt: Instant?,
        lastContactAt: Instant?
    ) {
        self.id = id
        self.memberID = memberID
        self.label = label
        self.token = token
        self.createdAt = createdAt
        self.revokedAt = revokedAt
        self.lastContactAt = lastContactAt
    }
}
