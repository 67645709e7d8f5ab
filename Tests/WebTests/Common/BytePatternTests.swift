import Synchronization
import Testing
import Web

/// Bytes that know how often they were looked at.
private struct Watched: RandomAccessCollection {
    final class Count: Sendable { let looks = Atomic(0) }
    let bytes: [UInt8]
    let count0 = Count()
    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }
    subscript(index: Int) -> UInt8 {
        count0.looks.add(1, ordering: .relaxed)
        return bytes[index]
    }
}

@Suite struct BytePatternTests {
    /// Bodies made of nothing but almost-boundaries, which a search that begins anew at every byte reads seventy times.
    @Test(arguments: ["\r\n--" + String(repeating: "-", count: 70), String(repeating: "ab", count: 35) + "c", "a"])
    func everyByteIsReadOnce(_ pattern: String) {
        let needle = Array(pattern.utf8)
        let almost = Array(needle.dropLast())
        let watched = Watched(bytes: (0..<2000).flatMap { _ in almost } + needle)
        let place = BytePattern(needle).find(in: watched, from: 0)
        #expect(place == 2000 * almost.count)
        #expect(watched.count0.looks.load(ordering: .relaxed) <= watched.bytes.count)
    }

    @Test func whatOverlapsItselfIsFound() {
        #expect(BytePattern(Array("aab".utf8)).find(in: Array("aaab".utf8), from: 0) == 1)
        #expect(BytePattern(Array("abab".utf8)).find(in: Array("abaabab".utf8), from: 0) == 3)
        #expect(BytePattern(Array("ab".utf8)).find(in: Array("abxab".utf8), from: 1) == 3)
        #expect(BytePattern(Array("abc".utf8)).find(in: Array("ab".utf8), from: 0) == nil)
        #expect(BytePattern(Array("abc".utf8)).find(in: Array("abc".utf8), from: 9) == nil)
    }
}
