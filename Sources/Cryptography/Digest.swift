import CLibCrypto

/// Hashes and keyed hashes, by the names that their standards give them. Where libcrypto cannot make one (no memory,
/// a broken configuration of the system's) the program stops: an empty hash would let everybody in.
package enum Digest {
    /// FIPS 180-4; 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let made = SHA256(bytes, bytes.count, &digest)
        precondition(made != nil, "libcrypto makes no SHA-256")
        return digest
    }

    /// RFC 2104 with SHA-256; 32 bytes.
    package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        hmac(EVP_sha256(), bytes, key, count: Int(SHA256_DIGEST_LENGTH))
    }

    /// RFC 2104 with SHA-1, which one-time codes are made of (RFC 6238) and nothing else should be; 20 bytes.
    package static func hmacSHA1(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        hmac(EVP_sha1(), bytes, key, count: Int(SHA_DIGEST_LENGTH))
    }

    /// Takes the same time wherever they differ. Lengths are no secret.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
    }

    private static func hmac(_ hash: OpaquePointer?, _ bytes: [UInt8], _ key: [UInt8], count: Int) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: count)
        var length = UInt32(count)
        let made = HMAC(hash, key, Int32(key.count), bytes, bytes.count, &code, &length)
        precondition(made != nil && length == count, "libcrypto makes no HMAC")
        return code
    }
}
