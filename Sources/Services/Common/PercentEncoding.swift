extension String {
    /// Every byte but RFC 3986's unreserved ones, as %XX.
    package var addingPercentEncoding: String {
        var result = ""
        for byte in utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 128, scalar.properties.isAlphabetic || (48...57).contains(byte) || "-._~".unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
