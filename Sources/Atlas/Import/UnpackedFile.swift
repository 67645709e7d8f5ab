import CLibArchive
import Foundation

/// One file read front to back, unpacked on the way: plain, gzip, bzip2, or a zip archive entry by entry.
final class UnpackedFile {
    private let archive: OpaquePointer
    private let name: String
    private var unpacked = 0
    /// Bytes that it may unpack to.
    let limit: Int
    /// The entry's name inside a zip archive, else the file's own without `.gz` or `.bz2`.
    private(set) var innerName: String
    let isArchive: Bool
    let packedSize: Int

    /// - Parameter limit: bytes unpacked, from the bytes packed: beyond it the file is refused as a bomb.
    init(path: String, limit: (Int) -> Int) throws {
        name = (path as NSString).lastPathComponent
        guard let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int else {
            throw AtlasProblem("\(name): no such file.")
        }
        guard size > 0, let archive = archive_read_new() else { throw AtlasProblem("\(name): the file is empty.") }
        self.archive = archive
        packedSize = size
        self.limit = limit(size)
        archive_read_support_filter_gzip(archive)
        archive_read_support_filter_bzip2(archive)
        archive_read_support_format_zip(archive)
        archive_read_support_format_raw(archive)
        var entry: OpaquePointer?
        guard archive_read_open_filename(archive, path, 262_144) == ARCHIVE_OK,
            archive_read_next_header(archive, &entry) == ARCHIVE_OK
        else {
            let reason = UnpackedFile.reason(archive)
            archive_read_free(archive)
            throw AtlasProblem("\(name): cannot be read (\(reason)).")
        }
        let isRaw = archive_format(archive) == ARCHIVE_FORMAT_RAW
        let entryName = archive_entry_pathname(entry).map { String(cString: $0) } ?? name
        isArchive = !isRaw
        innerName = isRaw ? UnpackedFile.withoutPacking(name) : (entryName as NSString).lastPathComponent
    }

    /// Goes on to the next entry of an archive; false behind the last one. The limit is that of all entries together.
    func nextEntry() throws -> Bool {
        guard isArchive else { return false }
        var entry: OpaquePointer?
        switch archive_read_next_header(archive, &entry) {
        case ARCHIVE_EOF: return false
        case ARCHIVE_OK: break
        default: throw AtlasProblem("\(name): the archive is damaged or cut short (\(UnpackedFile.reason(archive))).")
        }
        let path = archive_entry_pathname(entry).map { String(cString: $0) } ?? ""
        innerName = (path as NSString).lastPathComponent
        return true
    }

    deinit { archive_read_free(archive) }

    /// Bytes of the packed file that were consumed: what progress is measured in.
    var position: Int { Int(archive_filter_bytes(archive, -1)) }

    /// The next bytes, valid inside `body` only; false at the end.
    func next(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        var start: UnsafeRawPointer?
        var (count, offset) = (0, Int64(0))
        switch archive_read_data_block(archive, &start, &count, &offset) {
        case ARCHIVE_EOF: return false
        case ARCHIVE_OK: break
        default: throw AtlasProblem("\(name): the file is damaged or cut short (\(UnpackedFile.reason(archive))).")
        }
        unpacked += count
        guard unpacked <= limit else {
            throw AtlasProblem("\(name): unpacks to more than \(limit / 1_000_000) MB, which no map of this size does.")
        }
        try body(UnsafeRawBufferPointer(start: start, count: count))
        return true
    }

    private static func reason(_ archive: OpaquePointer) -> String {
        archive_error_string(archive).map { String(cString: $0) } ?? "unknown format"
    }

    private static func withoutPacking(_ name: String) -> String {
        for ending in [".gz", ".bz2"] where name.lowercased().hasSuffix(ending) { return String(name.dropLast(ending.count)) }
        return name
    }
}
