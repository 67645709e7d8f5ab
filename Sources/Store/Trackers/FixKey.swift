import Domain

/// An entry of the inbox: a tracker's id, then a record. Whose it is, from when, and where its bytes begin.
struct FixKey: Comparable {
    private static let idByteCount = 16
    static let entryByteCount = idByteCount + FixRecord.byteCount

    private let high, low: UInt64
    private let microseconds: Int64
    private let start: Int
    var trackerID: ID { ID(high: high, low: low) }
    var time: Instant { Instant(microseconds: microseconds) }
    var recordStart: Int { start + FixKey.idByteCount }

    init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        (high, low) = (bytes.integer(start), bytes.integer(start + 8))
        microseconds = FixRecord.time(bytes, at: start + FixKey.idByteCount).microseconds
        self.start = start
    }

    /// Of plain numbers: a merge asks this half a million times. What came first is first among equals.
    static func < (a: FixKey, b: FixKey) -> Bool { (a.high, a.low, a.microseconds, a.start) < (b.high, b.low, b.microseconds, b.start) }
}
