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
