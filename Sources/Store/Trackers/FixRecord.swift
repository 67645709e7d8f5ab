import Domain

/// A fix with how it came, as 67 bytes wherever it is stored: in the inbox behind its tracker's id, and in a run.
struct FixRecord: Equatable {
    let receivedAt: Instant
    let format: TrackerFormat
    private(set) var fix: Fix

    /// Little-endian: measured 8, received 8; a byte of the format (4 bits), charging (2 bits) and moving (2 bits, both 0 unknown,
    /// 1 no, 2 yes); battery 1 (-1: unknown), trigger 1 (0 and 255: not said), then latitude, longitude, accuracy, altitude, speed
    /// and heading 8 each (NaN: unknown). Stored: never to be changed, only to be followed by another form.
    static let byteCount = 67
    private static let formats: [TrackerFormat] = [.unknown, .traccar, .osmand, .owntracks, .overland, .telegram]

    init(receivedAt: Instant, format: TrackerFormat, fix: Fix) {
        self.receivedAt = receivedAt
        self.format = format
        self.fix = fix
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(fix.time.microseconds)
        bytes.append(receivedAt.microseconds)
        let format = UInt8(FixRecord.formats.firstIndex(of: format) ?? 0)
        bytes.append(format | FixRecord.bits(fix.isCharging) << 4 | FixRecord.bits(fix.isMoving) << 6)
        bytes.append(Int8(clamping: fix.battery ?? -1))
        bytes.append(fix.trigger?.rawValue ?? 0)
        bytes.append(fix.coordinates.latitude.bitPattern)
        bytes.append(fix.coordinates.longitude.bitPattern)
        bytes.append((fix.accuracy ?? .nan).bitPattern)
        bytes.append((fix.altitude ?? .nan).bitPattern)
        bytes.append((fix.speed ?? .nan).bitPattern)
        bytes.append((fix.heading ?? .nan).bitPattern)
    }

    /// Reads what `append` wrote; nil for anything else.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        func number(_ index: Int) -> Double? {
            let value = Double(bitPattern: bytes.integer(start + 19 + index * 8))
            return value.isNaN ? nil : value
        }
        let format = Int(bytes[start + 16] & 15)
        guard format < FixRecord.formats.count, let latitude = number(0), let longitude = number(1),
            let coordinates = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        let battery: Int8 = bytes.integer(start + 17)
        receivedAt = FixRecord.receivedAt(bytes, at: start)
        self.format = FixRecord.formats[format]
        fix = Fix(
            time: FixRecord.time(bytes, at: start), coordinates: coordinates, accuracy: number(2), altitude: number(3), speed: number(4),
            heading: number(5), battery: battery < 0 ? nil : Int(battery))
        fix.isCharging = FixRecord.answer(bytes[start + 16] >> 4)
        fix.isMoving = FixRecord.answer(bytes[start + 16] >> 6)
        fix.trigger = FixTrigger(rawValue: bytes[start + 18])
    }

    static func bits(_ answer: Bool?) -> UInt8 { answer.map { $0 ? 2 : 1 } ?? 0 }
    static func answer(_ bits: UInt8) -> Bool? { bits & 3 == 0 ? nil : bits & 3 == 2 }

    static func time(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Instant { Instant(microseconds: bytes.integer(start)) }
    static func receivedAt(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Instant { Instant(microseconds: bytes.integer(start + 8)) }
}

/// Stored positions are in a form that this version does not know. They stay where they are: forgetting them is nobody's to
/// decide but an admin's.
struct UnreadableFixes: Error, CustomStringConvertible {
    let table: String
    var description: String { "the table \(table) holds positions in a form that this version does not know" }
}

extension [UInt8] {
    mutating func append(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    func integer<Number: FixedWidthInteger>(_ offset: Int) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
