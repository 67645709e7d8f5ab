/// Looks nodes up in a sealed table, and keeps the blocks that it read last.
final class NodeFinder {
    private static let slotCount = 256

    private let table: NodeTable
    /// Which block a slot holds, and its nodes, a block each: a way's nodes stand in few of them.
    private let blocks = UnsafeMutablePointer<Int>.allocate(capacity: slotCount)
    private let slots = UnsafeMutablePointer<NodeTable.Node>.allocate(capacity: slotCount * NodeTable.blockSize)
    // One thread looks up, millions of times: not watched for overlapping use, as in the table.
    @exclusivity(unchecked) private var recent = 0
    /// The place in its block at which the last node was found: the next one of a way is often beside it.
    @exclusivity(unchecked) private var recentPlace = 0

    /// - Parameter table: sealed.
    init(_ table: NodeTable) {
        self.table = table
        blocks.initialize(repeating: -1, count: NodeFinder.slotCount)
    }

    deinit {
        blocks.deallocate()
        slots.deallocate()
    }

    func find(_ id: Int64) -> WorldPoint? {
        guard let block = table.block(of: id, near: recent) else { return nil }
        recent = block
        let slot = block % NodeFinder.slotCount
        let nodes = UnsafeBufferPointer(start: slots + slot * NodeTable.blockSize, count: table.nodeCount(of: block))
        if blocks[slot] != block {
            table.unpack(block, into: slots + slot * NodeTable.blockSize)
            blocks[slot] = block
        }
        let next = recentPlace + 1
        let place = next < nodes.count && nodes[next].id == id ? next : NodeFinder.place(of: id, in: nodes)
        guard place < nodes.count, nodes[place].id == id else { return nil }
        recentPlace = place
        return nodes[place].point
    }

    /// Of the first one that does not come before it.
    private static func place(of id: Int64, in nodes: UnsafeBufferPointer<NodeTable.Node>) -> Int {
        var (low, high) = (0, nodes.count)
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
