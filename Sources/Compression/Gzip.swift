import CDeflate

/// gzip of whole buffers.
package enum Gzip {
    /// - Parameter level: 1 is fastest, 12 smallest.
    package static func pack(_ bytes: [UInt8], level: Int32 = 5) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { preconditionFailure("out of memory") }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
    }

    /// Nil for what `pack` did not make.
    package static func unpack(_ packed: [UInt8]) -> [UInt8]? {
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
