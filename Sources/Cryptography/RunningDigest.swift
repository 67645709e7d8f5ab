import CLibCrypto

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece. Where libcrypto cannot make it the program stops, as in `Digest`.
package final class RunningDigest {
    private let context: OpaquePointer

    package init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto makes no SHA-256")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package func add(_ bytes: [UInt8]) {
        let added = EVP_DigestUpdate(context, bytes, bytes.count)
        precondition(added == 1, "libcrypto makes no SHA-256")
    }

    /// 32 bytes. Nothing is added after this.
    package func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let made = EVP_DigestFinal_ex(context, &digest, nil)
        precondition(made == 1, "libcrypto makes no SHA-256")
        return digest
    }
}
