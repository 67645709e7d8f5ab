/// Where every node is: 16 bytes each, found by id. Kept in pieces of a megabyte, so that it grows without being copied.
final class NodeTable {
    struct Node {
        let id: Int64
        let point: WorldPoint
    }

    private static let bits = 16
    private static let pieceCount = 1 << bits
    private var pieces: [UnsafeMutablePointer<Node>] = []
    private(set) var count = 0
    private var isSorted = true
    private var last = Int64.min

    deinit { for piece in pieces { piece.deallocate() } }

    private subscript(_ index: Int) -> Node {
        get { pieces[index >> NodeTable.bits][index & (NodeTable.pieceCount - 1)] }
        set { (pieces[index >> NodeTable.bits] + (index & (NodeTable.pieceCount - 1))).initialize(to: newValue) }
    }

    func append(id: Int64, point: WorldPoint) {
        if count == pieces.count << NodeTable.bits { pieces.append(.allocate(capacity: NodeTable.pieceCount)) }
        if id <= last { isSorted = false }
        last = id
        self[count] = Node(id: id, point: point)
        count += 1
    }

    /// Sorts if the file did not, keeps the first of each id; returns how many were repeated.
    func seal() -> Int {
        guard !isSorted else { return 0 }
        isSorted = true
        var all = (0..<count).map { (node: self[$0], place: UInt32($0)) }
        all.sort { ($0.node.id, $0.place) < ($1.node.id, $1.place) }
        let before = count
        count = 0
        for entry in all where count == 0 || self[count - 1].id != entry.node.id {
            self[count] = entry.node
            count += 1
        }
        return before - count
    }

    /// - Parameter hint: where the last one was found: neighbours in a way are mostly neighbours in the file.
    func find(_ id: Int64, hint: inout Int) -> WorldPoint? {
        var (low, high) = (0, count)
        if hint < count {
            let step = 8
            if self[hint].id <= id {
                low = hint
                if hint + step < count, self[hint + step].id > id { high = hint + step }
            } else {
                high = hint
            }
        }
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        guard low < count, self[low].id == id else { return nil }
        hint = low
        return self[low].point
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
