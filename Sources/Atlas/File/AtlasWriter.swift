import CDeflate
import Foundation

/// Writes an atlas file section by section beside its final place, and moves it there when all of it is on the disk.
final class AtlasWriter {
    private let path: String
    private let temporaryPath: String
    private let file: FileHandle
    private var entries = [AtlasHeader.Entry](repeating: .init(), count: AtlasSection.allCases.count)
    private var offset = UInt64(AtlasHeader.size)
    private var buffer: [UInt8] = []
    private var isFinished = false
    private var ownsFile = false

    init(path: String) throws {
        self.path = path
        temporaryPath = path + ".new"
        let descriptor = open(temporaryPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw AtlasProblem("Cannot write to \((path as NSString).deletingLastPathComponent).") }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // The kernel lets go of the lock however a process ends; what a crash left is written over.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw AtlasProblem("Another import into \((path as NSString).deletingLastPathComponent) is under way.")
        }
        ownsFile = true
        try file.truncate(atOffset: UInt64(AtlasHeader.size))
        try file.seekToEnd()
        buffer.reserveCapacity(1 << 20)
    }

    deinit {
        try? file.close()
        if ownsFile, !isFinished { try? FileManager.default.removeItem(atPath: temporaryPath) }
    }

    /// Bytes of a section, in the order of `AtlasSection`; a section may come in several pieces.
    func append(_ bytes: UnsafeRawBufferPointer, to section: AtlasSection) throws {
        let index = section.rawValue
        if entries[index].length == 0 { entries[index].offset = offset }
        entries[index].checksum = UInt32(libdeflate_crc32(entries[index].checksum, bytes.baseAddress, bytes.count))
        entries[index].length += UInt64(bytes.count)
        offset += UInt64(bytes.count)
        buffer.append(contentsOf: bytes)
        if buffer.count > 900_000 { try flush() }
    }

    func append<Element: BitwiseCopyable>(_ array: [Element], to section: AtlasSection) throws {
        try array.withUnsafeBytes { try append($0, to: section) }
    }

    /// Sections begin at multiples of eight, so that their arrays can be read in place.
    func close(_ section: AtlasSection) throws {
        if entries[section.rawValue].length == 0 { entries[section.rawValue].offset = offset }
        let padding = Int((8 - offset % 8) % 8)
        buffer.append(contentsOf: [UInt8](repeating: 0, count: padding))
        offset += UInt64(padding)
    }

    private func flush() throws {
        do { try file.write(contentsOf: buffer) } catch { throw AtlasProblem("The disk is full, or the folder cannot be written.") }
        buffer.removeAll(keepingCapacity: true)
    }

    /// A section that is complete, read back while the rest is still being written.
    func written(_ section: AtlasSection) throws -> MappedSection {
        try flush()
        let entry = entries[section.rawValue]
        return MappedSection(try MappedFile(path: temporaryPath), offset: Int(entry.offset), count: Int(entry.length))
    }

    /// The header last, then the disk, then the name: whoever opens the path sees the old atlas or the new one.
    func finish() throws {
        try flush()
        try entries.withUnsafeBytes { table in
            var head: [UInt64] = [AtlasHeader.magic, UInt64(AtlasWriter.version(table))]
            head.append(offset)
            try file.seek(toOffset: 0)
            try head.withUnsafeBytes { try file.write(contentsOf: Data($0) + Data(table)) }
        }
        try file.synchronize()
        try AtlasPlace(path: path).put(temporaryPath)
        isFinished = true
    }

    /// Says what the atlas holds: the checksum of all checksums but that of the facts, which tell when it was made.
    static func version(_ table: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(libdeflate_crc32(0, table.baseAddress, AtlasSection.facts.rawValue * MemoryLayout<AtlasHeader.Entry>.stride))
    }
}
