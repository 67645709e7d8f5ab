import CLibCrypto
import Cryptography
import Testing

private func hex(_ bytes: [UInt8]) -> String { bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }

/// A fresh pair, to sign what the program must believe or must not.
struct RSAKeyPair: Sendable {
    /// PKCS #8, DER.
    private let der: [UInt8]
    let modulus: [UInt8]
    let exponent: [UInt8]

    init?(bits: Int32) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) == 1,
            EVP_PKEY_generate(context, &key) == 1
        else { return nil }
        defer { EVP_PKEY_free(key) }
        func number(_ name: String) -> [UInt8] {
            var value: OpaquePointer?
            guard EVP_PKEY_get_bn_param(key, name, &value) == 1 else { return [] }
            defer { BN_free(value) }
            var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(value) + 7) / 8)
            BN_bn2bin(value, &bytes)
            return bytes
        }
        (modulus, exponent) = (number("n"), number("e"))
        var text: UnsafeMutablePointer<UInt8>?
        let length = i2d_PrivateKey(key, &text)
        defer { CRYPTO_free(text, "", 0) }
        der = Array(UnsafeBufferPointer(start: text, count: Int(max(0, length))))
    }

    /// With PKCS #1 v1.5 padding and SHA-256, or what is asked for.
    func signature(of message: [UInt8], hash: OpaquePointer? = EVP_sha256()) -> [UInt8] {
        let key = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var start = bytes.baseAddress
            return d2i_AutoPrivateKey(nil, &start, bytes.count)
        }
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        var signature = [UInt8](repeating: 0, count: modulus.count)
        var length = signature.count
        guard EVP_DigestSignInit(context, nil, hash, nil, key) == 1,
            EVP_DigestSign(context, &signature, &length, message, message.count) == 1
        else { return [] }
        return Array(signature.prefix(length))
    }
}

@Suite struct CryptographyTests {
    /// However the bytes are cut: a block of SHA-256 has 64.
    @Test(arguments: [1, 63, 64, 65, 1000]) func piecesMakeTheDigestOfTheWhole(piece: Int) {
        let bytes = (0..<1000).map { UInt8($0 % 251) }
        let digest = RunningDigest()
        digest.add([])
        for start in stride(from: 0, to: bytes.count, by: piece) { digest.add(Array(bytes[start..<min(start + piece, bytes.count)])) }
        #expect(digest.finish() == Digest.sha256(bytes))
        #expect(RunningDigest().finish() == Digest.sha256([]))
    }

    /// FIPS 180-4's "abc", RFC 4231's and RFC 2202's second case, and nothing at all.
    @Test func thePublishedVectorsHold() {
        #expect(
            hex(Digest.sha256(Array("abc".utf8))) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(hex(Digest.sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let (question, key) = (Array("what do ya want for nothing?".utf8), Array("Jefe".utf8))
        #expect(
            hex(Digest.hmacSHA256(question, key: key)) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(hex(Digest.hmacSHA1(question, key: key)) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
        #expect(hex(Digest.hmacSHA256([], key: [])) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test func equalIsEqualToTheLastByte() {
        #expect(Digest.areEqual([1, 2, 3], [1, 2, 3]) && Digest.areEqual([], []))
        #expect(!Digest.areEqual([1, 2, 3], [1, 2, 4]) && !Digest.areEqual([1, 2, 3], [1, 2]) && !Digest.areEqual([], [0]))
    }

    @Test func onlyTheKeysOwnSignatureOfTheMessageIsValid() throws {
        let (pair, other) = (try #require(RSAKeyPair(bits: 2048)), try #require(RSAKeyPair(bits: 3072)))
        let message = Array("a bus leaves".utf8)
        let signature = pair.signature(of: message)
        #expect(signature.count == 256)
        let key = try #require(RSAPublicKey(modulus: [0, 0] + pair.modulus, exponent: pair.exponent))
        #expect(key.isValid(signature: signature, of: message))
        for index in [0, 1, 100, 255] {
            var changed = signature
            changed[index] ^= 1
            #expect(!key.isValid(signature: changed, of: message), "byte \(index)")
        }
        #expect(!key.isValid(signature: signature, of: message + [0]) && !key.isValid(signature: signature, of: []))
        #expect(!key.isValid(signature: [0] + signature, of: message) && !key.isValid(signature: Array(signature.dropLast()), of: message))
        #expect(!key.isValid(signature: [], of: message) && !key.isValid(signature: Array(repeating: 0, count: 256), of: message))
        #expect(!key.isValid(signature: pair.modulus, of: message))
        #expect(!key.isValid(signature: pair.signature(of: message, hash: EVP_sha512()), of: message))
        #expect(!key.isValid(signature: pair.signature(of: message, hash: EVP_sha1()), of: message))
        #expect(!key.isValid(signature: other.signature(of: message), of: message))
        let second = try #require(RSAPublicKey(modulus: other.modulus, exponent: other.exponent))
        #expect(second.isValid(signature: other.signature(of: message), of: message))
    }

    @Test func keysThatNobodyShouldUseAreNone() throws {
        let (short, good) = (try #require(RSAKeyPair(bits: 1024)), try #require(RSAKeyPair(bits: 2048)))
        #expect(RSAPublicKey(modulus: short.modulus, exponent: short.exponent) == nil)
        #expect(RSAPublicKey(modulus: Array(repeating: 0, count: 300) + short.modulus, exponent: short.exponent) == nil)
        #expect(RSAPublicKey(modulus: Array(repeating: 255, count: 1025), exponent: good.exponent) == nil)
        #expect(RSAPublicKey(modulus: good.modulus.dropLast() + [0], exponent: good.exponent) == nil)
        for exponent in [[], [0], [1], [0, 1], [1, 0, 0], Array(repeating: 255, count: 9)] as [[UInt8]] {
            #expect(RSAPublicKey(modulus: good.modulus, exponent: exponent) == nil, "\(exponent)")
        }
        #expect(RSAPublicKey(modulus: [], exponent: [3]) == nil)
    }
}
