import Domain

/// A request for a file in its most usual form: GET over HTTP/1.1, whole, alone, without a body. It is read from the raw bytes, before the
/// parser, because maps ask for files by the dozen. Nil for anything unusual, which the parser judges.
///
/// It points into the bytes that it was read from, and is good for as long as they are.
package struct PlainGet {
    package typealias Bytes = UnsafeRawBufferPointer
    private static let longest = 8192

    package let target: Bytes
    package private(set) var cookie: Bytes?
    package private(set) var ifNoneMatch: Bytes?
    package private(set) var acceptEncoding: Bytes?
    private var host: Bytes?

    /// - Parameter prefix: with which the target begins.
    package init?(_ bytes: Bytes, prefix: StaticString) {
        guard bytes.count <= PlainGet.longest, let target = PlainGet.target(in: bytes, prefix) else { return nil }
        self.target = target
        var start = PlainGet.method.utf8CodeUnitCount + target.count + PlainGet.version.utf8CodeUnitCount
        while let end = bytes[start...].firstIndex(of: 13), end + 1 < bytes.count, bytes[end + 1] == 10 {
            if end == start {
                guard host != nil, end + 2 == bytes.count else { return nil }
                return
            }
            guard take(Bytes(rebasing: bytes[start..<end])) else { return nil }
            start = end + 2
        }
        return nil
    }

    private static let method: StaticString = "GET "
    private static let version: StaticString = " HTTP/1.1\r\n"

    private static func target(in bytes: Bytes, _ prefix: StaticString) -> Bytes? {
        let start = method.utf8CodeUnitCount
        guard bytes.starts(with: method), Bytes(rebasing: bytes.dropFirst(start)).starts(with: prefix),
            let end = bytes[start...].firstIndex(where: { !isPathByte($0) }),
            Bytes(rebasing: bytes[end...]).starts(with: version)
        else { return nil }
        return Bytes(rebasing: bytes[start..<end])
    }

    /// Letters, digits and `-./_`: no escapes, no query.
    private static func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 45...57, 65...90, 95, 97...122: true
        default: false
        }
    }

    /// One field of the head. False where it is not for here.
    private mutating func take(_ line: Bytes) -> Bool {
        guard let colon = line.firstIndex(of: 58), line[..<colon].allSatisfy(PlainGet.isNameByte),
            line[(colon + 1)...].allSatisfy({ $0 >= 32 && $0 < 127 })
        else { return false }
        let (name, value) = (Bytes(rebasing: line[..<colon]), PlainGet.trimmed(Bytes(rebasing: line[(colon + 1)...])))
        switch colon {
        case 4 where name.isName("host"):
            guard EdgeRules.isHost(value) else { return false }
            return once(&host, value)
        case 6 where name.isName("cookie"): return once(&cookie, value)
        case 13 where name.isName("if-none-match"): return once(&ifNoneMatch, value)
        case 15 where name.isName("accept-encoding"): return once(&acceptEncoding, value)
        case 10 where name.isName("connection"): return value.isName("keep-alive")
        case 14 where name.isName("content-length"), 17 where name.isName("transfer-encoding"): return false
        case 6 where name.isName("expect"), 7 where name.isName("upgrade"): return false
        default: return colon > 0
        }
    }

    private func once(_ field: inout Bytes?, _ value: Bytes) -> Bool {
        defer { field = value }
        return field == nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 45, 48...57, 65...90, 95, 97...122: true
        default: false
        }
    }

    private static func trimmed(_ value: Bytes) -> Bytes {
        let rest = value.drop { $0 == 32 }
        guard let last = rest.lastIndex(where: { $0 != 32 }) else { return Bytes(rebasing: value[..<0]) }
        return Bytes(rebasing: value[rest.startIndex...last])
    }
}
