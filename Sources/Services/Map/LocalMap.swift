import Atlas
import Cryptography
import Domain
import Foundation
import Store

/// The map's file in the data folder, as it is compared with what the database has.
struct LocalMap: Sendable, Equatable {
    let identity: FileIdentity
    /// SHA-256.
    let digest: [UInt8]
    /// Bytes.
    let size: Int
    /// When its import began.
    let madeAt: Instant

    /// Reads all of it. Nil if there is none, or none that can be served.
    init?(at place: AtlasPlace) throws {
        guard let file = OpenMap(path: place.path) else { return nil }
        let digest = RunningDigest()
        for number in 0..<file.parts { digest.add(try file.bytes(number)) }
        guard let atlas = try? AtlasFile(path: place.path), place.identity == file.identity else { return nil }
        (identity, size, madeAt) = (file.identity, file.size, atlas.facts.createdAt)
        self.digest = digest.finish()
    }
}

/// A map's file that is read in parts: the same one to the end, whatever takes its place meanwhile.
final class OpenMap: Sendable {
    let identity: FileIdentity
    /// Bytes.
    let size: Int
    private let descriptor: Int32

    /// Nil if there is none.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var facts = stat()
        guard descriptor >= 0, fstat(descriptor, &facts) == 0, let identity = FileIdentity(descriptor: descriptor) else { return nil }
        self.descriptor = descriptor
        (self.identity, size) = (identity, Int(facts.st_size))
    }

    deinit { close(descriptor) }

    var parts: Int { (size + MapFileStore.partSize - 1) / MapFileStore.partSize }

    func part(_ number: Int) throws -> MapPart {
        let bytes = try bytes(number)
        return MapPart(number: number, digest: Digest.sha256(bytes), bytes: bytes)
    }

    func bytes(_ number: Int) throws -> [UInt8] {
        let start = number * MapFileStore.partSize
        let count = min(MapFileStore.partSize, size - start)
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(start + filled))
                guard read > 0 else { throw AtlasProblem("The map’s file cannot be read.") }
                filled += read
            }
        }
    }
}
