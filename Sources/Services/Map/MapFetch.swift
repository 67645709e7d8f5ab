import Atlas
import Cryptography
import Domain
import Foundation
import Store

/// What the database has of a map is not what was stored.
struct MapDamage: Error, CustomStringConvertible {
    let description: String
}

/// Brings a map from the database into the data folder: part by part into a file of its own, which takes the map's place when it is whole.
struct MapFetch {
    let store: MapFileStore
    let place: AtlasPlace
    /// Called with each part's number before it is fetched; what it throws ends the fetch.
    let onPart: (Int) throws -> Void

    private var path: String { place.path + ".fetched" }

    /// - Parameter old: what lies in the folder.
    /// - Returns: the file that took its place; nil if the map was removed from the database meanwhile, or another came into the folder.
    /// - Throws: `MapDamage`, `AtlasProblem`, and what the database says; the old map stays.
    func run(_ map: StoredMap, insteadOf old: FileIdentity?) throws -> FileIdentity? {
        defer { unlink(path) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw MapFetch.noRoom }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let digest = try write(map, to: file) else { return nil }
        guard digest == map.digest else { throw MapDamage(description: "The map in the database is damaged.") }
        do { try file.synchronize() } catch { throw MapFetch.noRoom }
        let identity = FileIdentity(descriptor: descriptor)
        try file.close()
        return try place.put(path, insteadOf: old) ? identity : nil
    }

    /// The digest of all that was written; nil if the map was removed from the database meanwhile.
    private func write(_ map: StoredMap, to file: FileHandle) throws -> [UInt8]? {
        let digest = RunningDigest()
        for number in 0..<map.parts {
            try onPart(number)
            guard let bytes = try bytes(number, of: map) else { return nil }
            digest.add(bytes)
            do { try file.write(contentsOf: bytes) } catch { throw MapFetch.noRoom }
        }
        return digest.finish()
    }

    /// What arrives damaged is fetched once more.
    private func bytes(_ number: Int, of map: StoredMap) throws -> [UInt8]? {
        for _ in 0..<2 {
            guard let part = try store.part(number, of: map.id) else {
                guard try store.newest()?.id == map.id else { return nil }
                throw MapDamage(description: "Part \(number) of the map in the database is missing.")
            }
            if Digest.sha256(part.bytes) == part.digest { return part.bytes }
        }
        throw MapDamage(description: "Part \(number) of the map in the database is damaged.")
    }

    private static let noRoom = AtlasProblem("The map could not be written: is the disk full?")
}
