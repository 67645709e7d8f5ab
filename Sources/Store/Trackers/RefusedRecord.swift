import Domain

/// A refused position as bytes in `tracker_request.refused`, one behind the other.
enum RefusedRecord {
    /// Little-endian: reason 1, charging and moving 1 each (0 unknown, 1 no, 2 yes), trigger 1, measured 8 (the least number: not
    /// said), then latitude, longitude, accuracy, altitude, vertical accuracy, speed, heading and battery 8 each (NaN: not said).
    /// Stored: never to be changed, only to be followed by another form.
    static let byteCount = 76
    private static let refusals: [FixRefusal] = [
        .noPosition, .noTime, .impossibleCoordinates, .nullIsland, .tooOld, .clockAhead, .inaccurate,
    ]
    private static var values: [WritableKeyPath<RawFix, Double?>] {
        [\.latitude, \.longitude, \.accuracy, \.altitude, \.verticalAccuracy, \.speed, \.heading, \.battery]
    }

    static func bytes(_ refused: [RefusedFix]) -> [UInt8] {
        var bytes: [UInt8] = []
        for one in refused {
            bytes.append(UInt8(refusals.firstIndex(of: one.refusal) ?? 0))
            bytes.append(FixRecord.bits(one.raw.isCharging))
            bytes.append(FixRecord.bits(one.raw.isMoving))
            bytes.append(one.raw.trigger?.rawValue ?? 0)
            bytes.append(one.raw.time?.microseconds ?? .min)
            for value in values { bytes.append((one.raw[keyPath: value] ?? .nan).bitPattern) }
        }
        return bytes
    }

    static func read(_ bytes: [UInt8]) -> [RefusedFix] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, through: bytes.count - byteCount, by: byteCount).map { read(bytes, at: $0) }
        }
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, at start: Int) -> RefusedFix {
        var raw = RawFix()
        (raw.isCharging, raw.isMoving) = (FixRecord.answer(bytes[start + 1]), FixRecord.answer(bytes[start + 2]))
        raw.trigger = FixTrigger(rawValue: bytes[start + 3])
        let time: Int64 = bytes.integer(start + 4)
        raw.time = time == .min ? nil : Instant(microseconds: time)
        for (index, value) in values.enumerated() {
            let number = Double(bitPattern: bytes.integer(start + 12 + index * 8))
            raw[keyPath: value] = number.isNaN ? nil : number
        }
        let reason = Int(bytes[start])
        return RefusedFix(raw: raw, refusal: refusals.indices.contains(reason) ? refusals[reason] : .noPosition)
    }
}
