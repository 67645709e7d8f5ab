/// Boxes of things in a row, of every two neighbours, every four and so on, so that a look at one box passes by many things.
struct BoxTree {
    /// As in a heap: 1 is all, and below node k are 2k and 2k + 1.
    let boxes: [WorldBox]
    /// The node of the first thing.
    let firstLeaf: Int
    private let count: Int

    init(_ leaves: [WorldBox]) {
        count = leaves.count
        var width = 1
        while width < count { width *= 2 }
        firstLeaf = width
        var boxes = [WorldBox](repeating: .empty, count: 2 * width)
        boxes.replaceSubrange(width..<width + count, with: leaves)
        for node in stride(from: width - 1, to: 0, by: -1) {
            boxes[node] = boxes[2 * node]
            boxes[node].add(boxes[2 * node + 1])
        }
        self.boxes = boxes
    }

    func isLeaf(_ node: Int) -> Bool { node >= firstLeaf }

    /// The things below a node.
    func things(_ node: Int) -> Range<Int> {
        let shift = node.leadingZeroBitCount - firstLeaf.leadingZeroBitCount
        let first = node << shift - firstLeaf
        return min(first, count)..<min(first + 1 << shift, count)
    }
}

/// How many box checks a ring or an area may cost. Real ones cost some dozens for each of their places; a file with thousands of long sides
/// beside one another could need one for every pair.
struct Effort {
    private var rest: Int
    var isSpent: Bool { rest < 0 }

    init(places: Int) { rest = 250 * places + 50_000 }

    mutating func look() { rest -= 1 }
}
