import Domain

/// The bytes of a picture. Coordinates are whole units; lines are written relative to the last place, which is shortest.
struct SVGBuffer {
    private(set) var bytes: [UInt8] = []
    var isEmpty: Bool { bytes.isEmpty }

    mutating func write(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func write(_ other: SVGBuffer) { bytes.append(contentsOf: other.bytes) }
    mutating func cut(to count: Int) { bytes.removeLast(bytes.count - count) }
    mutating func write(byte: UInt8) { bytes.append(byte) }

    mutating func write(_ number: Int) {
        let rest = number.magnitude
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var power: UInt = 1
        while rest / power >= 10 { power *= 10 }
        while power > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / power % 10))
            power /= 10
        }
    }

    /// Element text or an attribute's value; what XML does not allow is left out.
    mutating func write(escaped text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": write("&amp;")
            case "<": write("&lt;")
            case ">": write("&gt;")
            case "\"": write("&quot;")
            case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: write(String(Character(scalar)))
            }
        }
    }
}

/// The `d` of a path that is drawn in one stroke or fill: many lines and rings behind one another.
struct PathBuffer {
    private(set) var data = SVGBuffer()
    private var penX = 0
    private var penY = 0
    var isEmpty: Bool { data.isEmpty }

    mutating func add(_ points: some Collection<TilePoint>, isClosed: Bool) {
        var (isFirst, drawn) = (true, 0)
        let start = (count: data.bytes.count, penX, penY)
        for point in points {
            let (x, y) = (Int(point.x.rounded()), Int(point.y.rounded()))
            if isFirst {
                data.write(byte: UInt8(ascii: "M"))
                pair(x, y, isStart: true)
                isFirst = false
            } else if x != penX || y != penY {
                if drawn == 0 { data.write(byte: UInt8(ascii: "l")) }
                pair(x - penX, y - penY, isStart: drawn == 0)
                drawn += 1
            }
            (penX, penY) = (x, y)
        }
        guard drawn >= (isClosed ? 2 : 1) else {
            data.cut(to: start.count)
            (penX, penY) = (start.1, start.2)
            return
        }
        if isClosed { data.write(byte: UInt8(ascii: "z")) }
    }

    /// A ring with round corners: each is cut at most so many units before and after it. What lies farther outside of a tile than that
    /// changes nothing in it.
    mutating func addRound(_ ring: [TilePoint], radius: Double) {
        guard ring.count > 2, let last = ring.last, let first = ring.first else { return }
        func place(_ x: Double, _ y: Double) -> (x: Int, y: Int) { (Int(x.rounded()), Int(y.rounded())) }
        func cut(_ corner: TilePoint, _ other: TilePoint) -> (x: Int, y: Int) {
            let (dx, dy) = (other.x - corner.x, other.y - corner.y)
            let share = min(0.5, radius / max((dx * dx + dy * dy).squareRoot(), 1))
            return place(corner.x + dx * share, corner.y + dy * share)
        }
        for (index, corner) in ring.enumerated() {
            let start = cut(corner, index > 0 ? ring[index - 1] : last)
            let (through, end) = (place(corner.x, corner.y), cut(corner, index + 1 < ring.count ? ring[index + 1] : first))
            if index == 0 {
                data.write(byte: UInt8(ascii: "M"))
                pair(start.x, start.y, isStart: true)
            } else if start != (penX, penY) {
                data.write(byte: UInt8(ascii: "l"))
                pair(start.x - penX, start.y - penY, isStart: true)
            }
            data.write(byte: UInt8(ascii: "q"))
            pair(through.x - start.x, through.y - start.y, isStart: true)
            pair(end.x - start.x, end.y - start.y, isStart: false)
            (penX, penY) = end
        }
        data.write(byte: UInt8(ascii: "z"))
    }

    private mutating func pair(_ x: Int, _ y: Int, isStart: Bool) {
        if !isStart, x >= 0 { data.write(byte: UInt8(ascii: " ")) }
        data.write(x)
        if y >= 0 { data.write(byte: UInt8(ascii: " ")) }
        data.write(y)
    }
}
