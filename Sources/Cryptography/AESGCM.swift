import CLibCrypto

/// AES with 128 bits in Galois/Counter Mode (NIST SP 800-38D), without additional data.
package enum AESGCM {
    package static let tagSize = 16

    /// - Parameters: key of 16 bytes, nonce of 12; the same nonce is never used twice with a key.
    /// - Returns: as many bytes as the text has, and 16 of the tag.
    package static func seal(_ plain: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        precondition(key.count == 16 && nonce.count == 12)
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("libcrypto encrypts nothing") }
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: plain.count + tagSize)
        var (written, last) = (Int32(0), Int32(0))
        let isMade = sealed.withUnsafeMutableBufferPointer { out -> Bool in
            guard let start = out.baseAddress else { return false }
            return EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
                && EVP_EncryptUpdate(context, start, &written, plain, Int32(plain.count)) == 1
                && EVP_EncryptFinal_ex(context, start + Int(written), &last) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), start + plain.count) == 1
        }
        precondition(isMade && Int(written) == plain.count, "libcrypto encrypts nothing")
        return sealed
    }
}
