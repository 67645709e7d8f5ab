import CQRencode

/// A QR code as an SVG path of unit squares.
package struct QRCode: Sendable, Equatable {
    /// Modules a side, the four-module quiet zone of ISO/IEC 18004 included.
    package let size: Int
    /// `d` of one path; rows of dark modules as unit-high boxes.
    package let path: String

    /// Nil for a text too long for a code at the medium correction level (2,331 bytes).
    package init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        var path = ""
        for y in 0..<width {
            var x = 0
            while x < width {
                var run = 0
                while x + run < width, code.pointee.data[y * width + x + run] & 1 == 1 { run += 1 }
                if run > 0 { path += "M\(x + 4) \(y + 4)h\(run)v1h-\(run)z" }
                x += max(run, 1)
            }
        }
        size = width + 8
        self.path = path
    }
}
