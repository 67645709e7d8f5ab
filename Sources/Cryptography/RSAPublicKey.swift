import CLibCrypto

/// A public key that checks RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 §8.2; "RS256" in RFC 7518).
package struct RSAPublicKey {
    private static let modulusBits = 2048...8192
    private let modulus: [UInt8]
    private let exponent: [UInt8]

    /// Both most significant byte first. Nil for keys that nobody should use: a modulus of fewer than 2,048 bits or more
    /// than 8,192, an even modulus, an exponent that is even, 1, or of more than 64 bits.
    package init?(modulus: [UInt8], exponent: [UInt8]) {
        let (modulus, exponent) = (Array(modulus.drop { $0 == 0 }), Array(exponent.drop { $0 == 0 }))
        guard let first = modulus.first, let last = modulus.last, let low = exponent.last else { return nil }
        guard RSAPublicKey.modulusBits.contains(modulus.count * 8 - first.leadingZeroBitCount), last % 2 == 1 else { return nil }
        guard exponent.count <= 8, low % 2 == 1, exponent != [1] else { return nil }
        self.modulus = modulus
        self.exponent = exponent
    }

    package func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let key = made() else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// libcrypto's own form of it; the caller frees it. Numbers are handed over least significant byte first.
    private func made() -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var (n, e) = (Array(modulus.reversed()), Array(exponent.reversed()))
        var key: OpaquePointer?
        // libcrypto keeps the pointers to the names, too.
        return "n".withCString { nName in
            "e".withCString { eName in
                n.withUnsafeMutableBufferPointer { n in
                    e.withUnsafeMutableBufferPointer { e in
                        var fields = [
                            OSSL_PARAM_construct_BN(nName, n.baseAddress, n.count),
                            OSSL_PARAM_construct_BN(eName, e.baseAddress, e.count), OSSL_PARAM_construct_end(),
                        ]
                        guard EVP_PKEY_fromdata_init(context) == 1,
                            EVP_PKEY_fromdata(context, &key, CLIBCRYPTO_PUBLIC_KEY, &fields) == 1
                        else { return nil }
                        return key
                    }
                }
            }
        }
    }
}
