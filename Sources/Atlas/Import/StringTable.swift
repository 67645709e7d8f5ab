/// Texts, each once: a length of two bytes, then UTF-8. Place 0 is the empty text.
struct StringTable {
    private(set) var bytes: [UInt8] = [0, 0]
    private var places: [String: UInt32] = ["": 0]

    func text(_ place: UInt32) -> String {
        let start = Int(place) + 2
        return String(decoding: bytes[start..<start + Int(bytes[start - 2]) + Int(bytes[start - 1]) << 8], as: UTF8.self)
    }

    mutating func add(_ text: String) -> UInt32 {
        if let place = places[text] { return place }
        let place = UInt32(bytes.count)
        let utf8 = text.utf8.prefix(Int(UInt16.max))
        bytes.append(UInt8(utf8.count & 0xFF))
        bytes.append(UInt8(utf8.count >> 8))
        bytes.append(contentsOf: utf8)
        places[text] = place
        return place
    }
}
