import CLibArchive

/// Several files as one, handed out as it grows: in memory is only the file that is being added.
package final class ZipWriter {
    private let archive: OpaquePointer
    private var buffer: [UInt8] = []
    private let seconds: Int

    /// - Parameter seconds: since 1970, the time that every file bears.
    /// - Returns: nil when memory runs out.
    package init?(at seconds: Int64) {
        guard let archive = archive_write_new() else { return nil }
        self.archive = archive
        self.seconds = Int(seconds)
        let isReady =
            archive_write_set_format_zip(archive) == ARCHIVE_OK && archive_write_set_bytes_per_block(archive, 0) == ARCHIVE_OK
            && archive_write_open2(archive, Unmanaged.passUnretained(self).toOpaque(), nil, ZipWriter.take, nil, nil) == ARCHIVE_OK
        // What was set up so far goes with this object.
        guard isReady else { return nil }
    }

    deinit { archive_write_free(archive) }

    private static let take: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int = {
        _, client, bytes, count in
        guard let client, let bytes else { return -1 }
        let writer = Unmanaged<ZipWriter>.fromOpaque(client).takeUnretainedValue()
        writer.buffer.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    /// - Parameter isPacked: what is packed already, as photos are, is stored as it is.
    /// - Returns: the bytes that follow those handed out before; nil when memory runs out.
    package func add(_ name: String, _ bytes: [UInt8], isPacked: Bool = false) -> [UInt8]? {
        guard let entry = archive_entry_new() else { return nil }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname_utf8(entry, name)
        archive_entry_set_size(entry, Int64(bytes.count))
        archive_entry_set_filetype(entry, UInt32(S_IFREG))
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, seconds, 0)
        let isSet = isPacked ? archive_write_zip_set_compression_store(archive) : archive_write_zip_set_compression_deflate(archive)
        let isWhole =
            isSet == ARCHIVE_OK && archive_write_header(archive, entry) == ARCHIVE_OK
            && archive_write_data(archive, bytes, bytes.count) == bytes.count && archive_write_finish_entry(archive) == ARCHIVE_OK
        return isWhole ? handOut() : nil
    }

    /// The end of the archive.
    package func finish() -> [UInt8]? { archive_write_close(archive) == ARCHIVE_OK ? handOut() : nil }

    private func handOut() -> [UInt8] {
        defer { buffer = [] }
        return buffer
    }
}
