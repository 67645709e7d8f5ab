import Foundation

/// OpenStreetMap PBF, written by hand: what no honest program writes too.
enum PBFBytes {
    // MARK: protocol buffers

    static func number(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
    static func signed(_ value: Int64) -> [UInt8] { number(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }
    static func field(_ place: UInt64, number value: UInt64) -> [UInt8] { number(place << 3) + number(value) }
    static func field(_ place: UInt64, signed value: Int64) -> [UInt8] { number(place << 3) + signed(value) }
    static func field(_ place: UInt64, _ bytes: [UInt8]) -> [UInt8] { number(place << 3 | 2) + number(UInt64(bytes.count)) + bytes }
    static func field(_ place: UInt64, _ text: String) -> [UInt8] { field(place, Array(text.utf8)) }

    // MARK: a file

    static func part(_ type: String, blob: [UInt8], claiming length: Int? = nil) -> [UInt8] {
        let head = field(1, type) + field(3, number: UInt64(bitPattern: Int64(length ?? blob.count)))
        let count = UInt32(head.count)
        return [UInt8(count >> 24), UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)] + head + blob
    }
    static func part(_ type: String, _ data: [UInt8]) -> [UInt8] { part(type, blob: field(1, data)) }

    static let header = part("OSMHeader", field(4, "OsmSchema-V0.6") + field(4, "DenseNodes"))
    static func header(_ more: [UInt8]) -> [UInt8] { part("OSMHeader", more) }

    /// - Parameter settings: granularity and the like.
    static func block(_ texts: [String], _ groups: [[UInt8]], settings: [UInt8] = []) -> [UInt8] {
        part("OSMData", data(texts, groups, settings: settings))
    }
    static func data(_ texts: [String], _ groups: [[UInt8]], settings: [UInt8] = []) -> [UInt8] {
        field(1, texts.flatMap { field(1, $0) }) + groups.flatMap { field(2, $0) } + settings
    }
    static func file(_ parts: [UInt8]...) -> Data { Data(header + parts.joined()) }

    /// Where the blocks of a sound file end.
    static func ends(of file: Data) -> Set<Int> {
        var (found, place) = (Set<Int>(), 0)
        while place + 4 <= file.count {
            let head = file[place + 2..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            // The length of the blob is the last thing in the head.
            var (at, length, shift) = (place + 4 + head, 0, 0)
            while file[at - 2] >= 0x80 { at -= 1 }
            for byte in file[at - 1..<place + 4 + head] {
                length |= Int(byte & 0x7F) << shift
                shift += 7
            }
            place += 4 + head + length
            found.insert(place)
        }
        return found
    }

    // MARK: elements

    /// - Parameter place: ten-millionths of a degree, north and east.
    static func node(_ id: Int64, _ place: (Int64, Int64), tags: [(Int, Int)] = [], more: [UInt8] = []) -> [UInt8] {
        field(1, field(1, signed: id) + pairs(tags) + field(8, signed: place.0) + field(9, signed: place.1) + more)
    }
    static func way(_ id: Int64, _ refs: [Int64], tags: [(Int, Int)] = []) -> [UInt8] {
        field(3, field(1, number: UInt64(bitPattern: id)) + pairs(tags) + field(8, differences(refs)))
    }
    /// - Parameter tags: key, value and so on, 0 at the end of each node's.
    static func dense(_ ids: [Int64], _ north: [Int64], _ east: [Int64], tags: [UInt64] = [], more: [UInt8] = []) -> [UInt8] {
        let places = field(8, differences(north)) + field(9, differences(east))
        return field(2, field(1, differences(ids)) + places + field(10, tags.flatMap(number)) + more)
    }
    private static func pairs(_ tags: [(Int, Int)]) -> [UInt8] {
        field(2, tags.flatMap { number(UInt64($0.0)) }) + field(3, tags.flatMap { number(UInt64($0.1)) })
    }
    static func differences(_ numbers: [Int64]) -> [UInt8] {
        zip(numbers, [0] + numbers).flatMap { signed($0 &- $1) }
    }
}
