import Domain

/// Positions as one node tells the others of them: entries of the inbox.
enum FixNews {
    static func bytes(of records: some Sequence<FixRecord>, _ tracker: ID) -> [UInt8] {
        var bytes: [UInt8] = []
        for record in records {
            tracker.append(to: &bytes)
            record.append(to: &bytes)
        }
        return bytes
    }

    static func read(_ bytes: [UInt8]) -> [(tracker: ID, fix: Fix, receivedAt: Instant)] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, through: bytes.count - FixKey.entryByteCount, by: FixKey.entryByteCount).compactMap { start in
                let key = FixKey(bytes, at: start)
                return FixRecord(bytes, at: key.recordStart).map { (key.trackerID, $0.fix, $0.receivedAt) }
            }
        }
    }
}
