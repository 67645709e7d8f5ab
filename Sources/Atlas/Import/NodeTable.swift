import Foundation

/// Where every node is: 16 bytes each, found by id. Grows in place, so that a large extract never needs twice its size.
final class NodeTable {
    struct Node {
        let id: Int64
        let point: WorldPoint
    }

    private var base = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    private var capacity = 0
    private(set) var count = 0
    private var isSorted = true

    init() {
        base.deallocate()
        base = NodeTable.grown(nil, to: 65_536)
        capacity = 65_536
    }
    deinit { free(base) }

    /// realloc moves pages instead of copying them where the block is large.
    private static func grown(_ old: UnsafeMutablePointer<Node>?, to capacity: Int) -> UnsafeMutablePointer<Node> {
        guard let memory = realloc(old, capacity * MemoryLayout<Node>.stride) else { preconditionFailure("out of memory") }
        return memory.bindMemory(to: Node.self, capacity: capacity)
    }

    func append(id: Int64, point: WorldPoint) {
        if count == capacity {
            capacity += capacity / 2
            base = NodeTable.grown(base, to: capacity)
        }
        if count > 0, base[count - 1].id >= id { isSorted = false }
        base[count] = Node(id: id, point: point)
        count += 1
    }

    /// Sorts if the file did not, keeps the first of each id; returns how many were repeated.
    func seal() -> Int {
        guard !isSorted else { return 0 }
        isSorted = true
        var all = UnsafeMutableBufferPointer(start: base, count: count)
        all.sort { $0.id < $1.id }
        var kept = 1
        for index in 1..<count where base[index].id != base[kept - 1].id {
            base[kept] = base[index]
            kept += 1
        }
        defer { count = kept }
        return count - kept
    }

    /// - Parameter hint: where the last one was found: neighbours in a way are mostly neighbours in the file.
    func find(_ id: Int64, hint: inout Int) -> WorldPoint? {
        var (low, high) = (0, count)
        if hint < count {
            let step = 8
            if base[hint].id <= id {
                low = hint
                if hint + step < count, base[hint + step].id > id { high = hint + step }
            } else {
                high = hint
            }
        }
        while low < high {
            let middle = (low + high) / 2
            if base[middle].id < id { low = middle + 1 } else { high = middle }
        }
        guard low < count, base[low].id == id else { return nil }
        hint = low
        return base[low].point
    }
}

/// Numbers that grow little from one to the next, packed: the difference, zigzag, seven bits a byte.
struct PackedNumbers {
    private var bytes: [UInt8] = []
    private var last: Int64 = 0
    var count: Int { bytes.count }

    mutating func append(_ number: Int64) {
        let difference = number &- last
        last = number
        var rest = UInt64(bitPattern: (difference << 1) ^ (difference >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// The next number is stored whole: a place to start reading from.
    mutating func restart() { last = 0 }

    func read(from start: Int, count: Int, _ body: (Int64) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var (index, value) = (start, Int64(0))
            for _ in 0..<count {
                var (rest, shift) = (UInt64(0), UInt64(0))
                while bytes[index] >= 0x80 {
                    rest |= UInt64(bytes[index] & 0x7F) << shift
                    shift += 7
                    index += 1
                }
                rest |= UInt64(bytes[index]) << shift
                index += 1
                value &+= Int64(rest >> 1) ^ -Int64(rest & 1)
                body(value)
            }
        }
    }
}
