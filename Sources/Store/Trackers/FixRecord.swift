import Domain

/// A fix with how it came, as 67 bytes wherever it is stored: in the inbox behind its tracker's id, and in a run.
struct FixRecord: Equatable {
    let receivedAt: Instant
    let format: TrackerFormat
    let fix: Fix

    /// Little-endian: measured 8, received 8, format 1, battery 2 (-1: unknown), then latitude, longitude, accuracy, altitude,
    /// speed and heading 8 each (NaN: unknown). Stored: never to be changed, only to be followed by another form.
    static let byteCount = 67
    private static let formats: [TrackerFormat] = [.unknown, .traccar, .osmand, .owntracks, .overland]

    init(receivedAt: Instant, format: TrackerFormat, fix: Fix) {
        self.receivedAt = receivedAt
        self.format = format
        self.fix = fix
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(fix.time.microseconds)
        bytes.append(receivedAt.microseconds)
        bytes.append(UInt8(FixRecord.formats.firstIndex(of: format) ?? 0))
        bytes.append(Int16(clamping: fix.battery ?? -1))
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
        let format = Int(bytes[start + 16])
        guard format < FixRecord.formats.count, let latitude = number(0), let longitude = number(1),
            let coordinates = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        let battery: Int16 = bytes.integer(start + 17)
        receivedAt = Instant(microseconds: bytes.integer(start + 8))
        self.format = FixRecord.formats[format]
        fix = Fix(
            time: FixRecord.time(bytes, at: start), coordinates: coordinates, accuracy: number(2), altitude: number(3), speed: number(4),
            heading: number(5), battery: battery < 0 ? nil : Int(battery))
    }

    static func time(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Instant { Instant(microseconds: bytes.integer(start)) }
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
