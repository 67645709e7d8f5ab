import CBrotli

/// What browsers are sent again and again is packed once, while Sotravel is built, as small as can be.
enum Brotli {
    /// Nil where it would be no smaller.
    static func pack(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { bytes in
            var count = BrotliEncoderMaxCompressedSize(bytes.count)
            guard bytes.count > 0, count > 0 else { return nil }
            let packed = [UInt8](unsafeUninitializedCapacity: count) { buffer, made in
                let (quality, window) = (BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS)
                let isDone = BrotliEncoderCompress(
                    quality, window, BROTLI_MODE_TEXT, bytes.count, bytes.baseAddress, &count, buffer.baseAddress)
                made = isDone == BROTLI_TRUE ? count : 0
            }
            return packed.isEmpty || packed.count >= bytes.count ? nil : packed
        }
    }
}
