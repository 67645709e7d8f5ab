import CDeflate
import Foundation

/// A file that is read where the kernel mapped it. The address is kept as a number, which may be shared between threads:
/// nobody ever writes there.
final class MappedFile: Sendable {
    private let address: UInt
    let count: Int

    init(path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw AtlasProblem("\(path) cannot be opened.") }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_size >= AtlasHeader.size else { throw AtlasProblem("\(path) is not an atlas.") }
        count = Int(facts.st_size)
        guard let memory = mmap(nil, count, PROT_READ, MAP_SHARED, file, 0), memory != MAP_FAILED else {
            throw AtlasProblem("\(path) cannot be mapped into memory.")
        }
        address = UInt(bitPattern: memory)
    }

    deinit { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }

    var start: UnsafeRawPointer {
        guard let start = UnsafeRawPointer(bitPattern: address) else { preconditionFailure("a mapping is never at zero") }
        return start
    }
}

/// A part of a mapped file.
struct MappedSection: Sendable {
    private let file: MappedFile
    private let offset: Int
    /// Bytes.
    let count: Int

    init(_ file: MappedFile, offset: Int, count: Int) {
        self.file = file
        self.offset = offset
        self.count = count
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: file.start + offset, count: count) }

    func load<Value: BitwiseCopyable>(_ type: Value.Type, at place: Int) -> Value {
        (file.start + offset + place).loadUnaligned(as: type)
    }

    /// The section as an array; valid while the section is.
    func array<Element: BitwiseCopyable>(of type: Element.Type) -> UnsafeBufferPointer<Element> {
        bytes.bindMemory(to: type)
    }

    var checksum: UInt32 { UInt32(libdeflate_crc32(0, bytes.baseAddress, bytes.count)) }
}
