import Foundation

/// Says which file lies at a path: another one that takes its place differs.
package struct FileIdentity: Equatable, Sendable {
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil if there is none.
    package init?(path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// Of an open file, wherever it lies by now.
    package init?(descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    private init(_ facts: stat) {
        inode = UInt64(facts.st_ino)
        (seconds, nanoseconds) = (Int(facts.st_mtim.tv_sec), Int(facts.st_mtim.tv_nsec))
    }
}

/// Where the atlas lies. Whoever puts a file there holds the folder's lock meanwhile, in whatever process: so nobody takes the place of a
/// file that they have not seen.
package struct AtlasPlace: Sendable {
    /// Of the atlas file, which may be missing.
    package let path: String
    package init(path: String) { self.path = path }

    /// Of the file that lies there; nil if there is none.
    package var identity: FileIdentity? { FileIdentity(path: path) }

    /// Moves a file there that is on the disk whole.
    func put(_ file: String) throws { _ = try put(file) { true } }

    /// Moves a file there that is on the disk whole, once it was read.
    /// - Parameter old: what lay there when the file was asked for.
    /// - Returns: false if another one has come there since, which stays.
    /// - Throws: `AtlasProblem` where the file is no atlas of this version, or damaged.
    package func put(_ file: String, insteadOf old: FileIdentity?) throws -> Bool {
        _ = try AtlasFile(path: file)
        return try put(file) { identity == old }
    }

    private func put(_ file: String, isWanted: () -> Bool) throws -> Bool {
        let name = (path as NSString).deletingLastPathComponent
        let folder = open(name.isEmpty ? "." : name, O_RDONLY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        // Held for a moment only; gone with the descriptor.
        if folder >= 0 { flock(folder, LOCK_EX) }
        guard isWanted() else { return false }
        guard rename(file, path) == 0 else { throw AtlasProblem("Cannot replace \(path).") }
        // The folder's entry is on the disk too, or a power cut could bring the old one back.
        if folder >= 0 { fsync(folder) }
        return true
    }
}
