/// Finds bytes in bytes in linear time, whatever either holds: Knuth, Morris and Pratt, 1977.
package struct BytePattern: Sendable {
    package let bytes: [UInt8]
    /// How much of the pattern still stands when it breaks off after so many bytes.
    private let fallbacks: [Int]
    package var count: Int { bytes.count }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var fallbacks = [Int](repeating: 0, count: bytes.count)
        var matched = 0
        for index in bytes.indices.dropFirst() {
            while matched > 0, bytes[index] != bytes[matched] { matched = fallbacks[matched - 1] }
            if bytes[index] == bytes[matched] { matched += 1 }
            fallbacks[index] = matched
        }
        self.fallbacks = fallbacks
    }

    /// Where the pattern first begins at or after `start`. Reads each byte once.
    package func find<Bytes: RandomAccessCollection<UInt8>>(in haystack: Bytes, from start: Int) -> Int? where Bytes.Index == Int {
        var matched = 0
        var index = start
        while index < haystack.endIndex {
            let byte = haystack[index]
            while matched > 0, byte != bytes[matched] { matched = fallbacks[matched - 1] }
            if byte == bytes[matched] { matched += 1 }
            index += 1
            if matched == bytes.count { return index - matched }
        }
        return nil
    }
}
