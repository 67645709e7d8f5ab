import CDeflate

/// A compressor a thread: gzip of whole buffers.
enum Gzip {
    static func pack(_ bytes: [UInt8], level: Int32 = 5) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { preconditionFailure("out of memory") }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
    }

    /// Nil for what `pack` did not make.
    static func unpack(_ packed: [UInt8]) -> [UInt8]? {
        guard packed.count >= 18, let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        // The last four bytes of gzip are the size.
        let size = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size < 64_000_000 else { return nil }
        var (bytes, actual) = ([UInt8](repeating: 0, count: size), 0)
        let result = libdeflate_gzip_decompress(decompressor, packed, packed.count, &bytes, size, &actual)
        return result == LIBDEFLATE_SUCCESS && actual == size ? bytes : nil
    }
}

/// Tiles as they are kept and sent.
package enum PackedTile {
    /// What stands where no map is: plain ground with a hatch, so that nobody takes it for empty land.
    package static let empty = Gzip.pack(Array(emptyPicture.utf8))

    /// For the few that do not take gzip.
    package static func plain(_ packed: [UInt8]) -> [UInt8] { Gzip.unpack(packed) ?? Array(emptyPicture.utf8) }

    static let emptyPicture = """
        <svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 1024 1024"><rect width="1024" \
        height="1024" fill="#eceae6"/><path d="M0 256L256 0M0 512L512 0M0 768L768 0M0 1024L1024 0M256 1024L1024 256M512 \
        1024L1024 512M768 1024L1024 768" stroke="#e0ddd7" stroke-width="8" fill="none"/></svg>
        """
}

extension TileDrawer {
    /// The tile as gzip: how it is kept and sent.
    package func packed(_ key: TileKey) -> [UInt8] { Gzip.pack(draw(key)) }
}
