import Domain

/// Fixes of one tracker in order of time, no time twice: the bytes of a `FixRecord` each.
struct FixRun: Equatable {
    /// Fixes in a row of the table: as many as fit into a page of it (4,061 bytes, of which the other columns take 47).
    static let rowCount = 59

    private(set) var bytes: [UInt8] = []

    init() {}
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// In any order; of two with the same time the first counts.
    init(_ records: some Sequence<FixRecord>) {
        var last: Instant?
        for (_, record) in records.enumerated().sorted(by: { ($0.element.fix.time, $0.offset) < ($1.element.fix.time, $1.offset) })
        where record.fix.time != last {
            record.append(to: &bytes)
            last = record.fix.time
        }
    }

    var count: Int { bytes.count / FixRecord.byteCount }
    var isEmpty: Bool { bytes.isEmpty }
    var firstAt: Instant { time(0) }
    var lastAt: Instant { time(count - 1) }
    var lastReceivedAt: Instant {
        bytes.withUnsafeBytes { bytes in
            let received = stride(from: 8, to: bytes.count, by: FixRecord.byteCount).map { bytes.integer($0) as Int64 }
            return Instant(microseconds: received.max() ?? 0)
        }
    }

    /// Those that can be read.
    var records: [FixRecord] { (0..<count).compactMap(record) }
    var last: FixRecord? { isEmpty ? nil : record(count - 1) }

    /// Without fixes that are ahead of now, unless all are.
    func counting(at now: Instant) -> FixRun {
        guard last?.fix.isAhead(of: now) == true else { return self }
        let known = records.filter { !$0.fix.isAhead(of: now) }
        return known.isEmpty ? self : FixRun(known)
    }

    /// The first at an instant or later.
    func first(from instant: Instant) -> FixRecord? {
        let index = index(from: instant)
        return index < count ? record(index) : nil
    }

    /// Adds one that is later than all here, as it lies in a buffer.
    mutating func append(_ source: UnsafeRawBufferPointer, at start: Int) {
        bytes.append(contentsOf: source[start..<start + FixRecord.byteCount])
    }

    /// What is before an instant, and what is at it or later.
    func split(at instant: Instant) -> (before: FixRun, from: FixRun) {
        let index = index(from: instant)
        return (self[0..<index], self[index..<count])
    }

    /// Both; of two with the same time the one here counts.
    func merged(with other: FixRun) -> FixRun {
        if isEmpty || other.isEmpty || lastAt < other.firstAt { return FixRun(bytes: bytes + other.bytes) }
        var (result, own, others) = (FixRun(), 0, 0)
        result.bytes.reserveCapacity(bytes.count + other.bytes.count)
        while own < count || others < other.count {
            let isOwn = others == other.count || (own < count && time(own) <= other.time(others))
            if isOwn, others < other.count, time(own) == other.time(others) { others += 1 }
            if isOwn { result.append(self, own) } else { result.append(other, others) }
            if isOwn { own += 1 } else { others += 1 }
        }
        return result
    }

    /// When records arrived that another run has from another request. Records from the same request come from a merge that ran twice.
    func arrivals(repeating other: FixRun) -> [Instant] {
        let known = Dictionary(firstOf: other.records.map { ($0.fix.time, $0.receivedAt) })
        return records.filter { record in known[record.fix.time].map { $0 != record.receivedAt } ?? false }.map(\.receivedAt)
    }

    /// In pieces that are a row each.
    var rows: [FixRun] {
        stride(from: 0, to: count, by: FixRun.rowCount).map { self[$0..<min($0 + FixRun.rowCount, count)] }
    }

    // MARK: places

    private mutating func append(_ other: FixRun, _ index: Int) {
        other.bytes.withUnsafeBytes { append($0, at: index * FixRecord.byteCount) }
    }

    private subscript(_ range: Range<Int>) -> FixRun {
        FixRun(bytes: Array(bytes[range.lowerBound * FixRecord.byteCount..<range.upperBound * FixRecord.byteCount]))
    }

    private func time(_ index: Int) -> Instant { bytes.withUnsafeBytes { FixRecord.time($0, at: index * FixRecord.byteCount) } }

    private func record(_ index: Int) -> FixRecord? { bytes.withUnsafeBytes { FixRecord($0, at: index * FixRecord.byteCount) } }

    private func index(from instant: Instant) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if time(middle) < instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
