import CLibArchive

/// Several files as one, in memory.
package enum Zip {
    /// Headers of an archive and of each of its files, generously.
    private static let overhead = (archive: 4096, file: 1024)

    /// - Parameter seconds: since 1970, the time that every file bears.
    /// - Returns: nil when memory runs out.
    package static func pack(_ files: [(name: String, bytes: [UInt8])], at seconds: Int64) -> [UInt8]? {
        guard let archive = archive_write_new() else { return nil }
        defer { archive_write_free(archive) }
        let bound = files.reduce(overhead.archive) { $0 + $1.bytes.count + $1.bytes.count / 64 + overhead.file }
        var isWhole = archive_write_set_format_zip(archive) == ARCHIVE_OK
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            var used = 0
            isWhole = isWhole && archive_write_open_memory(archive, buffer.baseAddress, bound, &used) == ARCHIVE_OK
            for file in files { isWhole = isWhole && add(file, at: seconds, to: archive) }
            isWhole = archive_write_close(archive) == ARCHIVE_OK && isWhole
            count = used
        }
        return isWhole ? packed : nil
    }

    private static func add(_ file: (name: String, bytes: [UInt8]), at seconds: Int64, to archive: OpaquePointer) -> Bool {
        guard let entry = archive_entry_new() else { return false }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, file.name)
        archive_entry_set_size(entry, Int64(file.bytes.count))
        archive_entry_set_filetype(entry, UInt32(S_IFREG))
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, Int(seconds), 0)
        return archive_write_header(archive, entry) == ARCHIVE_OK
            && archive_write_data(archive, file.bytes, file.bytes.count) == file.bytes.count
    }
}
