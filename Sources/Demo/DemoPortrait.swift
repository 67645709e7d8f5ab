/// Portraits that are plainly drawn: a background, shoulders, a head, hair. PNG (W3C, third edition), stored without compression.
enum DemoPortrait {
    private static let side = 320
    private typealias Colour = (UInt8, UInt8, UInt8)
    private static let grounds: [Colour] = [(222, 236, 243), (245, 231, 211), (226, 240, 222), (240, 224, 236), (228, 228, 244)]
    private static let jackets: [Colour] = [(11, 92, 122), (180, 67, 44), (58, 122, 75), (120, 70, 140), (214, 158, 46), (70, 80, 96)]
    private static let skins: [Colour] = [(244, 208, 177), (224, 172, 130), (188, 132, 92), (141, 93, 62), (96, 62, 44)]
    private static let hairs: [Colour] = [(48, 34, 28), (96, 62, 36), (201, 160, 92), (150, 72, 40), (30, 30, 34), (170, 170, 170)]

    static func png(_ index: Int) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(side * (side * 3 + 1))
        for y in 0..<side {
            lines.append(0)
            for x in 0..<side {
                let colour = colour(index, Double(x) / Double(side), Double(y) / Double(side))
                lines += [colour.0, colour.1, colour.2]
            }
        }
        let size = bigEndian(UInt32(side))
        return [137, 80, 78, 71, 13, 10, 26, 10] + chunk("IHDR", size + size + [8, 2, 0, 0, 0]) + chunk("IDAT", stored(lines))
            + chunk("IEND", [])
    }

    private static func colour(_ index: Int, _ x: Double, _ y: Double) -> Colour {
        func isInside(_ centreX: Double, _ centreY: Double, _ width: Double, _ height: Double) -> Bool {
            let (dx, dy) = ((x - centreX) / width, (y - centreY) / height)
            return dx * dx + dy * dy < 1
        }
        let (hair, skin) = (hairs[index * 7 % hairs.count], skins[index * 3 % skins.count])
        let isLong = index % 3 == 0
        if isInside(0.43, 0.44, 0.022, 0.022) || isInside(0.57, 0.44, 0.022, 0.022) { return (40, 34, 34) }
        if isInside(0.5, 0.55, 0.08, 0.03), y > 0.55 { return (168, 70, 66) }
        if isInside(0.5, 0.3, 0.2, 0.13), y < 0.36 { return hair }
        if isInside(0.5, 0.45, 0.17, 0.22) || (isInside(0.5, 0.66, 0.07, 0.12)) { return skin }
        if isInside(0.5, isLong ? 0.5 : 0.38, 0.23, isLong ? 0.3 : 0.2) { return hair }
        if isInside(0.5, 1.02, 0.38, 0.3) { return jackets[index * 5 % jackets.count] }
        return grounds[index % grounds.count]
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
