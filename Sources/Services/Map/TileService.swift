import Atlas
import Domain
import Foundation
import Synchronization

/// Tiles for browsers: from memory at once, else drawn on a thread of their own, each only once however many ask.
package final class TileService: Sendable {
    package struct Tile: Sendable {
        /// gzip.
        package let packed: [UInt8]
        /// Whether the address named the atlas that is served.
        package let isCurrent: Bool
        /// Changes whenever the bytes do.
        package let tag: String

        package var plain: [UInt8] { PackedTile.plain(packed) }
    }

    private typealias Waiting = [CheckedContinuation<[UInt8], Never>]
    private struct Job: Hashable {
        let version: String
        let key: TileKey
    }

    private let currentAtlas: CurrentAtlas
    private let waiting = Mutex<[Job: Waiting]>([:])
    private let queue: OperationQueue

    package init(currentAtlas: CurrentAtlas) {
        self.currentAtlas = currentAtlas
        queue = OperationQueue()
        queue.name = "tiles"
        queue.maxConcurrentOperationCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    }

    /// - Throws: not found outside the zooms and the world.
    package func tile(
        style: MapStyle, version: String, zoom: Int, x: Int, y: Int, content: MapContent = .all
    ) async throws -> Tile {
        guard let key = TileKey(style: style, zoom: zoom, x: x, y: y, content: content) else { throw Refusal.notFound }
        guard let loaded = currentAtlas.loaded() else {
            return Tile(packed: PackedTile.empty, isCurrent: false, tag: "none")
        }
        let packed = if let found = loaded.cache.find(key) { found } else { await draw(key, loaded) }
        return TileService.tile(packed, key, loaded, asked: version)
    }

    /// What needs no drawing; nil otherwise. Does not wait.
    package func kept(style: MapStyle, version: String, zoom: Int, x: Int, y: Int) -> Tile? {
        guard let key = TileKey(style: style, zoom: zoom, x: x, y: y), let loaded = currentAtlas.loaded(),
            let packed = loaded.cache.find(key)
        else { return nil }
        return TileService.tile(packed, key, loaded, asked: version)
    }

    private static func tile(_ packed: [UInt8], _ key: TileKey, _ loaded: CurrentAtlas.Loaded, asked version: String) -> Tile {
        Tile(
            packed: packed, isCurrent: version == loaded.version,
            tag: "\(loaded.version)-\(key.style.rawValue)-\(key.zoom)-\(key.x)-\(key.y)-\(key.content.rawValue)")
    }

    private func draw(_ key: TileKey, _ loaded: CurrentAtlas.Loaded) async -> [UInt8] {
        let job = Job(version: loaded.version, key: key)
        return await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                waiting[job, default: []].append(continuation)
                return waiting[job]?.count == 1
            }
            guard isFirst else { return }
            queue.addOperation {
                let packed = loaded.cache.load(key) { loaded.drawer.packed(key) }
                let all = self.waiting.withLock { $0.removeValue(forKey: job) ?? [] }
                for continuation in all { continuation.resume(returning: packed) }
            }
        }
    }
}
