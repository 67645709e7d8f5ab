/// Where every node is, found by id: about 8 bytes each. Blocks of 64 nodes hold the differences from one to the next; neighbours
/// in a file are neighbours on the ground. Kept in pieces of a megabyte, so that it grows without being copied.
final class NodeTable {
    private struct Node {
        let id: Int64
        let point: WorldPoint
    }
    private struct Block {
        let firstID: Int64
        /// Piece and place in it.
        let place: UInt32
        let count: UInt8
    }

    private static let blockSize = 64
    private static let pieceBits = 20
    /// Three numbers of at most ten bytes a node.
    private static let longestBlock = blockSize * 30
    private static let slotCount = 16

    private var pieces: [UnsafeMutablePointer<UInt8>] = []
    private var end = 0
    private var blocks: [Block] = []
    private var pending: [Node] = []
    private var last = Int64.min
    /// Nodes whose ids go back; files that sort their nodes have none.
    private var strays: [Node] = []
    /// Blocks that were read last, unpacked: a way's nodes stand in few of them.
    private var slots = [(block: Int, nodes: [Node])](repeating: (-1, []), count: slotCount)
    private var recent = 0

    deinit { for piece in pieces { piece.deallocate() } }

    func append(id: Int64, point: WorldPoint) {
        guard id > last else { return strays.append(Node(id: id, point: point)) }
        last = id
        pending.append(Node(id: id, point: point))
        if pending.count == NodeTable.blockSize { pack() }
    }

    /// Ends the writing, sorts what the file did not, and keeps the first of each id; returns how many were repeated.
    func seal() -> Int {
        if !pending.isEmpty { pack() }
        guard !strays.isEmpty else { return 0 }
        let late = strays.enumerated().sorted { ($0.element.id, $0.offset) < ($1.element.id, $1.offset) }.map(\.element)
        strays = []
        let ordered = NodeTable()
        var (next, repeated) = (0, 0)
        func add(_ node: Node) { if node.id > ordered.last { ordered.append(id: node.id, point: node.point) } else { repeated += 1 } }
        for block in blocks.indices {
            for node in unpacked(block) {
                while next < late.count, late[next].id < node.id {
                    add(late[next])
                    next += 1
                }
                add(node)
            }
        }
        late[next...].forEach(add)
        if !ordered.pending.isEmpty { ordered.pack() }
        (blocks, end) = (ordered.blocks, ordered.end)
        // It frees the old ones.
        swap(&pieces, &ordered.pieces)
        slots = slots.map { _ in (-1, []) }
        return repeated
    }

    func find(_ id: Int64) -> WorldPoint? {
        guard let block = block(of: id) else { return nil }
        let slot = block % NodeTable.slotCount
        if slots[slot].block != block { slots[slot] = (block, unpacked(block)) }
        return slots[slot].nodes.first { $0.id >= id }.flatMap { $0.id == id ? $0.point : nil }
    }

    /// Mostly the one of the node before.
    private func block(of id: Int64) -> Int? {
        func begins(_ block: Int) -> Bool { blocks[block].firstID <= id }
        if recent < blocks.count, begins(recent), recent + 1 == blocks.count || !begins(recent + 1) { return recent }
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if begins(middle) { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        recent = low - 1
        return recent
    }

    // MARK: packing

    private func pack() {
        let offset = end & ((1 << NodeTable.pieceBits) - 1)
        if pieces.isEmpty || offset + NodeTable.longestBlock > 1 << NodeTable.pieceBits {
            pieces.append(.allocate(capacity: 1 << NodeTable.pieceBits))
            end = (pieces.count - 1) << NodeTable.pieceBits
        }
        blocks.append(Block(firstID: pending[0].id, place: UInt32(end), count: UInt8(pending.count)))
        var target = pieces[pieces.count - 1] + (end & ((1 << NodeTable.pieceBits) - 1))
        let start = target
        func write(_ number: Int64) {
            PackedNumber.write(number) { byte in
                target.pointee = byte
                target += 1
            }
        }
        var (id, x, y) = (pending[0].id, Int64(0), Int64(0))
        for node in pending {
            write(node.id &- id)
            write(Int64(node.point.x) - x)
            write(Int64(node.point.y) - y)
            (id, x, y) = (node.id, Int64(node.point.x), Int64(node.point.y))
        }
        end += target - start
        pending.removeAll(keepingCapacity: true)
    }

    private func unpacked(_ index: Int) -> [Node] {
        let block = blocks[index]
        var source =
            UnsafePointer(pieces[Int(block.place) >> NodeTable.pieceBits])
            + (Int(block.place) & ((1 << NodeTable.pieceBits) - 1))
        var (id, x, y) = (block.firstID, Int64(0), Int64(0))
        return (0..<block.count).map { _ in
            id &+= PackedNumber.read(&source)
            x &+= PackedNumber.read(&source)
            y &+= PackedNumber.read(&source)
            return Node(id: id, point: WorldPoint(x: UInt32(truncatingIfNeeded: x), y: UInt32(truncatingIfNeeded: y)))
        }
    }
}

/// A number in as few bytes as it needs: zigzag, seven bits a byte.
enum PackedNumber {
    static func write(_ number: Int64, _ add: (UInt8) -> Void) {
        var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
        while rest >= 0x80 {
            add(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        add(UInt8(rest))
    }

    static func read(_ source: inout UnsafePointer<UInt8>) -> Int64 {
        var (rest, shift) = (UInt64(0), UInt64(0))
        while source.pointee >= 0x80 {
            rest |= UInt64(source.pointee & 0x7F) << shift
            shift += 7
            source += 1
        }
        rest |= UInt64(source.pointee) << shift
        source += 1
        return Int64(rest >> 1) ^ -Int64(rest & 1)
    }
}

/// Numbers that grow little from one to the next: the differences, packed.
struct PackedNumbers {
    private var bytes: [UInt8] = []
    private var last: Int64 = 0
    var count: Int { bytes.count }

    mutating func append(_ number: Int64) {
        PackedNumber.write(number &- last) { bytes.append($0) }
        last = number
    }

    /// The next number is stored whole: a place to start reading from.
    mutating func restart() { last = 0 }

    func read(from start: Int, count: Int, _ body: (Int64) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            guard count > 0, let base = bytes.baseAddress else { return }
            var (source, value) = (base + start, Int64(0))
            for _ in 0..<count {
                value &+= PackedNumber.read(&source)
                body(value)
            }
        }
    }
}
