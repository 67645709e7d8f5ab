import Foundation

/// One square degree of SRTM heights: big-endian metres, row by row from the north-west corner, edges shared with the
/// neighbours. 1,201 samples a side are 3″ apart, 3,601 are 1″.
struct HGTTile {
    static let void = Int16.min

    /// The south-west corner, whole degrees.
    let south: Int
    let west: Int
    /// Samples a side.
    let side: Int
    var heights: [Int16]
    /// Where the heights were filled from their surroundings.
    var filled: [Bool] = []
    var voids = 0

    /// - Throws: `AtlasProblem` for a name without a corner, another size, or nothing but voids.
    init(_ file: UnpackedFile, onProgress: (Int) throws -> Void) throws {
        let name = file.innerName
        guard let corner = HGTTile.corner(name) else {
            throw AtlasProblem("\(name): the name of an elevation tile is its corner, as in N42E001.hgt.")
        }
        (south, west) = corner
        var data: [UInt8] = []
        data.reserveCapacity(HGTTile.bytes(1201))
        while try file.next({ data.append(contentsOf: $0) }) {
            guard data.count <= HGTTile.bytes(3601) else {
                throw AtlasProblem("\(name): unpacks to more than the 26 MB of an elevation tile.")
            }
            try onProgress(file.position)
        }
        if let problem = data.withUnsafeBytes({ ForeignFormat.problem(name, beginning: $0) }), data.count != HGTTile.bytes(1201) {
            throw problem
        }
        guard let side = [1201, 3601].first(where: { HGTTile.bytes($0) == data.count }) else {
            throw AtlasProblem("\(name): \(data.count) bytes; an elevation tile has 2,884,802 (3″) or 25,934,402 (1″).")
        }
        self.side = side
        heights = HGTTile.decode(data)
        try fillVoids(name)
    }

    init(south: Int, west: Int, side: Int, heights: [Int16]) throws {
        (self.south, self.west, self.side, self.heights) = (south, west, side, heights)
        try fillVoids("tile")
    }

    private static func bytes(_ side: Int) -> Int { side * side * 2 }

    /// Heights that are nowhere on land count as voids.
    private static func decode(_ data: [UInt8]) -> [Int16] {
        data.withUnsafeBytes { bytes in
            bytes.bindMemory(to: Int16.self).map { raw in
                let height = Int16(bigEndian: raw)
                return (-500...9000).contains(height) ? height : void
            }
        }
    }

    /// N42E001 → 42, 1.
    private static func corner(_ name: String) -> (south: Int, west: Int)? {
        let text = Array(name.uppercased().utf8.prefix(7))
        guard text.count == 7, let south = Int(String(decoding: text[1..<3], as: UTF8.self)),
            let west = Int(String(decoding: text[4..<7], as: UTF8.self)), "NS".utf8.contains(text[0]), "EW".utf8.contains(text[3]),
            south <= 90, west <= 180
        else { return nil }
        return (text[0] == UInt8(ascii: "S") ? -south : south, text[3] == UInt8(ascii: "W") ? -west : west)
    }

    private mutating func fillVoids(_ name: String) throws {
        voids = heights.count { $0 == HGTTile.void }
        guard voids > 0 else { return }
        guard voids < heights.count else { throw AtlasProblem("\(name): holds no height at all.") }
        filled = heights.map { $0 == HGTTile.void }
        let smooth = VoidFill.filled(heights.map { $0 == HGTTile.void ? .nan : Float($0) }, side: side)
        for index in heights.indices where filled[index] { heights[index] = Int16(smooth[index].rounded()) }
    }
}

/// Fills holes smoothly in time proportional to the grid, however large they are: averages of what is known are pushed up
/// a pyramid of half sizes, and pulled down into the holes again.
enum VoidFill {
    /// - Parameter grid: `side` rows of `side`, NaN where nothing is known.
    static func filled(_ grid: [Float], side: Int) -> [Float] {
        guard side > 1, grid.contains(where: \.isNaN) else { return grid }
        let half = (side + 1) / 2
        let coarse = filled(halved(grid, side: side, half: half), side: half)
        var result = grid
        for row in 0..<side {
            for column in 0..<side where result[row * side + column].isNaN {
                result[row * side + column] = between(coarse, side: half, row: row, column: column)
            }
        }
        return result
    }

    private static func halved(_ grid: [Float], side: Int, half: Int) -> [Float] {
        var result = [Float](repeating: .nan, count: half * half)
        for row in 0..<half {
            for column in 0..<half {
                var (sum, count) = (Float(0), Float(0))
                for y in (2 * row)..<min(2 * row + 2, side) {
                    for x in (2 * column)..<min(2 * column + 2, side) where !grid[y * side + x].isNaN {
                        sum += grid[y * side + x]
                        count += 1
                    }
                }
                if count > 0 { result[row * half + column] = sum / count }
            }
        }
        return result
    }

    /// Bilinear between the middles of the coarse cells.
    private static func between(_ grid: [Float], side: Int, row: Int, column: Int) -> Float {
        let limit = Float(side - 1)
        let y = min(max((Float(row) - 0.5) / 2, 0), limit)
        let x = min(max((Float(column) - 0.5) / 2, 0), limit)
        let (top, left) = (Int(y), Int(x))
        let (bottom, right) = (min(top + 1, side - 1), min(left + 1, side - 1))
        let (v, u) = (y - Float(top), x - Float(left))
        let upper = grid[top * side + left] * (1 - u) + grid[top * side + right] * u
        let lower = grid[bottom * side + left] * (1 - u) + grid[bottom * side + right] * u
        return upper * (1 - v) + lower * v
    }
}
