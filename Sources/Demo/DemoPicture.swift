/// Pictures that are computed, as PNG (W3C, third edition) stored without compression.
enum DemoPicture {
    typealias Colour = (UInt8, UInt8, UInt8)

    /// - Parameter colour: of a point, each coordinate from 0 to 1.
    static func png(width: Int, height: Int, colour: (Double, Double) -> Colour) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(height * (width * 3 + 1))
        for y in 0..<height {
            lines.append(0)
            for x in 0..<width {
                let point = colour(Double(x) / Double(width), Double(y) / Double(height))
                lines += [point.0, point.1, point.2]
            }
        }
        let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
        return [137, 80, 78, 71, 13, 10, 26, 10] + chunk("IHDR", size + [8, 2, 0, 0, 0]) + chunk("IDAT", stored(lines)) + chunk("IEND", [])
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + body + bigEndian(crc(body))
    }

    /// zlib (RFC 1950) around stored blocks (RFC 1951 §3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let length = UInt16(block.count)
            output.append(start + block.count == bytes.count ? 1 : 0)
            for number in [length, ~length] { output += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
            output += block
        }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return output + bigEndian(high << 16 | low)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let half = sum >> 1
                sum = sum & 1 == 1 ? half ^ 0xEDB8_8320 : half
            }
        }
        return ~sum
    }
}
