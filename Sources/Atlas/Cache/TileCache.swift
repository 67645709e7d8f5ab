import Compression
import Foundation
import Synchronization

/// Packed tiles of one atlas: the ones used last in memory, more of them on the disk, both bounded.
package final class TileCache: Sendable {
    private struct Entry {
        let bytes: [UInt8]
        var used: UInt64
    }
    private struct Memory {
        var entries: [TileKey: Entry] = [:]
        var bytes = 0
        var clock: UInt64 = 0
    }

    private let memory = Mutex(Memory())
    private let memoryLimit: Int
    private let disk: TileFolder?

    /// - Parameters: folder: nil keeps nothing on the disk. Limits in bytes.
    package init(folder: String?, memoryLimit: Int = 48 << 20, diskLimit: Int = 512 << 20) {
        self.memoryLimit = memoryLimit
        disk = folder.map { TileFolder(path: $0, limit: diskLimit) }
    }

    /// Looks in memory alone, so an event loop may ask.
    package func find(_ key: TileKey) -> [UInt8]? {
        memory.withLock { memory in
            guard let entry = memory.entries[key] else { return nil }
            memory.clock += 1
            memory.entries[key]?.used = memory.clock
            return entry.bytes
        }
    }

    /// Looks on the disk, then draws. Not for an event loop.
    package func load(_ key: TileKey, draw: () -> [UInt8]) -> [UInt8] {
        if let found = find(key) { return found }
        let bytes: [UInt8]
        if let kept = disk?.read(key) {
            bytes = kept
        } else {
            bytes = draw()
            disk?.write(bytes, key)
        }
        keep(bytes, key)
        return bytes
    }

    private func keep(_ bytes: [UInt8], _ key: TileKey) {
        memory.withLock { memory in
            memory.clock += 1
            memory.bytes += bytes.count - (memory.entries[key]?.bytes.count ?? 0)
            memory.entries[key] = Entry(bytes: bytes, used: memory.clock)
            guard memory.bytes > memoryLimit else { return }
            // A quarter at a time: sorting is rare.
            for (old, entry) in memory.entries.sorted(by: { $0.value.used < $1.value.used }) {
                guard memory.bytes > memoryLimit * 3 / 4 else { break }
                memory.bytes -= entry.bytes.count
                memory.entries[old] = nil
            }
        }
    }
}

/// Tiles as files in a folder, the oldest removed beyond the limit. Whatever is not whole is drawn again.
final class TileFolder: Sendable {
    private let path: String
    private let limit: Int
    private let bytes: Mutex<Int>

    init(path: String, limit: Int) {
        self.path = path
        self.limit = limit
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        bytes = Mutex(TileFolder.files(path).reduce(0) { $0 + $1.size })
    }

    private func file(_ key: TileKey) -> String {
        "\(path)/\(key.style.rawValue)\(key.content == .all ? "" : "\(key.content.rawValue)")-\(key.zoom)-\(key.x)-\(key.y).svg.gz"
    }

    func read(_ key: TileKey) -> [UInt8]? {
        guard let data = FileManager.default.contents(atPath: file(key)) else { return nil }
        let packed = [UInt8](data)
        // A crash may have left half a file.
        return Gzip.unpack(packed) == nil ? nil : packed
    }

    func write(_ packed: [UInt8], _ key: TileKey) {
        guard (try? Data(packed).write(to: URL(filePath: file(key)), options: .atomic)) != nil else { return }
        bytes.withLock { bytes in
            bytes += packed.count
            guard bytes > limit else { return }
            bytes = shrunk()
        }
    }

    private func shrunk() -> Int {
        let files = TileFolder.files(path).sorted { $0.changed < $1.changed }
        var total = files.reduce(0) { $0 + $1.size }
        for file in files where total > limit * 3 / 4 {
            try? FileManager.default.removeItem(atPath: path + "/" + file.name)
            total -= file.size
        }
        return total
    }

    private static func files(_ path: String) -> [(name: String, size: Int, changed: Date)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in
            guard let facts = try? FileManager.default.attributesOfItem(atPath: path + "/" + name) else { return nil }
            return (name, facts[.size] as? Int ?? 0, facts[.modificationDate] as? Date ?? .distantPast)
        }
    }
}
