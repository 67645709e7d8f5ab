import Database
import Domain

/// A fix with whose it is and how it came: a row of the table, or 83 bytes in the inbox.
struct FixRecord {
    let trackerID: ID
    let receivedAt: Instant
    let format: TrackerFormat
    let fix: Fix

    init(trackerID: ID, receivedAt: Instant, format: TrackerFormat, fix: Fix) {
        self.trackerID = trackerID
        self.receivedAt = receivedAt
        self.format = format
        self.fix = fix
    }

    static let insertion = """
        INSERT INTO fix (tracker_id, fixed_at, received_at, format, latitude, longitude, accuracy, altitude, speed, heading, battery)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tracker_id, fixed_at) DO NOTHING
        """

    /// The values of `insertion`.
    func bind(to binding: Binding) {
        withUnsafeBytes(of: (trackerID.high.bigEndian, trackerID.low.bigEndian)) { binding.bind(1, $0) }
        binding.bind(2, fix.time.microseconds)
        binding.bind(3, receivedAt.microseconds)
        binding.bind(4, format.rawValue)
        binding.bind(5, fix.coordinates.latitude)
        binding.bind(6, fix.coordinates.longitude)
        binding.bind(7, fix.accuracy)
        binding.bind(8, fix.altitude)
        binding.bind(9, fix.speed)
        binding.bind(10, fix.heading)
        binding.bind(11, fix.battery.map(Int64.init))
    }

    // MARK: bytes

    /// Little-endian: tracker 16, measured 8, received 8, format 1, battery 2 (-1: unknown), then latitude, longitude,
    /// accuracy, altitude, speed and heading 8 each (NaN: unknown). Stored: never to be changed, only to be followed by another form.
    static let byteCount = 83
    private static let formats: [TrackerFormat] = [.unknown, .traccar, .osmand, .owntracks, .overland]

    func append(to bytes: inout [UInt8]) {
        func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
        append(trackerID.high)
        append(trackerID.low)
        append(fix.time.microseconds)
        append(receivedAt.microseconds)
        append(UInt8(FixRecord.formats.firstIndex(of: format) ?? 0))
        append(Int16(clamping: fix.battery ?? -1))
        append(fix.coordinates.latitude.bitPattern)
        append(fix.coordinates.longitude.bitPattern)
        append((fix.accuracy ?? .nan).bitPattern)
        append((fix.altitude ?? .nan).bitPattern)
        append((fix.speed ?? .nan).bitPattern)
        append((fix.heading ?? .nan).bitPattern)
    }

    /// Reads what `append` wrote; nil for anything else.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        func integer<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
            Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Number.self))
        }
        func number(_ index: Int) -> Double? {
            let value = Double(bitPattern: integer(35 + index * 8, UInt64.self))
            return value.isNaN ? nil : value
        }
        let format = Int(bytes[start + 32])
        guard format < FixRecord.formats.count, let latitude = number(0), let longitude = number(1),
            let coordinates = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        let (battery, key) = (Int(integer(33, Int16.self)), FixKey(bytes, at: start))
        trackerID = key.trackerID
        receivedAt = Instant(microseconds: integer(24, Int64.self))
        self.format = FixRecord.formats[format]
        fix = Fix(
            time: key.time, coordinates: coordinates, accuracy: number(2), altitude: number(3), speed: number(4), heading: number(5),
            battery: battery < 0 ? nil : battery)
    }
}

/// Where a record belongs in the table, and where its bytes begin.
struct FixKey: Comparable {
    private let high, low: UInt64
    private let microseconds: Int64
    let start: Int
    var trackerID: ID { ID(high: high, low: low) }
    var time: Instant { Instant(microseconds: microseconds) }

    init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        func integer(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self))
        }
        (high, low, microseconds) = (integer(0), integer(8), Int64(bitPattern: integer(16)))
        self.start = start
    }

    /// Of plain numbers: a merge asks this half a million times.
    static func < (a: FixKey, b: FixKey) -> Bool { (a.high, a.low, a.microseconds) < (b.high, b.low, b.microseconds) }
}
