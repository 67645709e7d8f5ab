/// Where every node is, found by id: about 8 bytes each. Blocks of 64 nodes hold the differences from one to the next; neighbours
/// in a file are neighbours on the ground. Kept in pieces of a megabyte, so that it grows without being copied.
final class NodeTable {
    struct Node {
        let id: Int64
        let point: WorldPoint
    }
    private struct Block {
        let firstID: Int64
        /// Piece and place in it.
        let place: UInt32
        let count: UInt8
    }

    static let blockSize = 64
    private static let pieceBits = 20
    /// Three numbers of at most ten bytes a node.
    private static let longestBlock = blockSize * 30

    // One thread fills the table and then reads it, millions of times: these are not watched for overlapping use, which would cost more
    // than the rest.
    @exclusivity(unchecked) private var pieces: [UnsafeMutablePointer<UInt8>] = []
    @exclusivity(unchecked) private var end = 0
    @exclusivity(unchecked) private var blocks: [Block] = []
    @exclusivity(unchecked) private var pending: [Node] = []
    @exclusivity(unchecked) private var last = Int64.min
    /// Nodes whose ids go back; files that sort their nodes have none.
    private var strays: [Node] = []
    /// For whoever fills the table: whether a node is in what was sealed.
    private lazy var ownFinder = NodeFinder(self)

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
        let nodes = UnsafeMutablePointer<Node>.allocate(capacity: NodeTable.blockSize)
        defer { nodes.deallocate() }
        var (next, repeated) = (0, 0)
        func add(_ node: Node) { if node.id > ordered.last { ordered.append(id: node.id, point: node.point) } else { repeated += 1 } }
        for block in blocks.indices {
            unpack(block, into: nodes)
            for node in UnsafeBufferPointer(start: nodes, count: nodeCount(of: block)) {
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
        ownFinder = NodeFinder(self)
        return repeated
    }

    func find(_ id: Int64) -> WorldPoint? { ownFinder.find(id) }

    // MARK: for finders

    var blockCount: Int { blocks.count }
    func nodeCount(of block: Int) -> Int { Int(blocks[block].count) }

    /// Mostly the one of the node before.
    /// - Parameter recent: that one.
    func block(of id: Int64, near recent: Int) -> Int? {
        blocks.withUnsafeBufferPointer { blocks in
            func begins(_ block: Int) -> Bool { blocks[block].firstID <= id }
            if recent < blocks.count, begins(recent), recent + 1 == blocks.count || !begins(recent + 1) { return recent }
            var (low, high) = (0, blocks.count)
            while low < high {
                let middle = (low + high) / 2
                if begins(middle) { low = middle + 1 } else { high = middle }
            }
            return low > 0 ? low - 1 : nil
        }
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

    /// - Parameter nodes: room for a block.
    func unpack(_ index: Int, into nodes: UnsafeMutablePointer<Node>) {
        let block = blocks[index]
        var source =
            UnsafePointer(pieces[Int(block.place) >> NodeTable.pieceBits])
            + (Int(block.place) & ((1 << NodeTable.pieceBits) - 1))
        var (id, x, y) = (block.firstID, Int64(0), Int64(0))
        for place in 0..<Int(block.count) {
            id &+= PackedNumber.read(&source)
            x &+= PackedNumber.read(&source)
            y &+= PackedNumber.read(&source)
            nodes[place] = Node(id: id, point: WorldPoint(x: UInt32(truncatingIfNeeded: x), y: UInt32(truncatingIfNeeded: y)))
        }
    }
}
