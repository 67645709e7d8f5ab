import CLibCrypto

/// A key pair on the curve P-256 (FIPS 186-5), for key agreement (ECDH) and signatures (ECDSA). One key is for one of the two.
package struct P256Key {
    /// Bytes of a coordinate, and of the private number.
    package static let size = 32
    /// Bytes of a point as it is written: 4, x, y (SEC 1 §2.3.3, uncompressed).
    package static let pointSize = 65
    private let owner: Owner
    /// 65 bytes.
    package let publicPoint: [UInt8]

    /// libcrypto's own form of it.
    private final class Owner {
        let key: OpaquePointer
        init(_ key: OpaquePointer) { self.key = key }
        deinit { EVP_PKEY_free(key) }
    }

    /// A new one, of the system's randomness.
    package init() {
        guard let key = P256Key.generated() else { preconditionFailure("libcrypto makes no P-256 key") }
        (owner, publicPoint) = (Owner(key), P256Key.point(of: key))
    }

    /// - Parameter privateNumber: 32 bytes, most significant first. Nil for what is none: 0, or not below the curve's order.
    package init?(privateNumber: [UInt8]) {
        guard privateNumber.count == P256Key.size, let point = P256Key.multiplied(privateNumber) else { return nil }
        guard let key = P256Key.made(point: point, privateNumber: privateNumber) else { return nil }
        (owner, publicPoint) = (Owner(key), point)
    }

    /// The 32 bytes that make the key; a secret.
    package var privateNumber: [UInt8] {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(owner.key, "priv", &number) == 1 else { preconditionFailure("libcrypto gives no private number") }
        defer { BN_clear_free(number) }
        var bytes = [UInt8](repeating: 0, count: P256Key.size)
        precondition(BN_bn2binpad(number, &bytes, Int32(P256Key.size)) == P256Key.size, "libcrypto gives no private number")
        return bytes
    }

    /// The secret that both sides of an ECDH share: the x of the common point, 32 bytes (SEC 1 §3.3.1).
    /// - Parameter point: the other side's, 65 bytes. Nil for what is no point of the curve.
    package func sharedSecret(with point: [UInt8]) -> [UInt8]? {
        guard let other = P256Key.made(point: point, privateNumber: nil) else { return nil }
        defer { EVP_PKEY_free(other) }
        guard let context = EVP_PKEY_CTX_new(owner.key, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var (secret, count) = ([UInt8](repeating: 0, count: P256Key.size), P256Key.size)
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
            EVP_PKEY_derive(context, &secret, &count) == 1, count == P256Key.size
        else { return nil }
        return secret
    }

    /// ECDSA with SHA-256 as JSON Web Signatures write it: r and s, 32 bytes each ("ES256", RFC 7518 §3.4).
    package func signature(of message: [UInt8]) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("libcrypto signs nothing") }
        defer { EVP_MD_CTX_free(context) }
        // A signature in DER takes at most 72 bytes.
        var (der, count) = ([UInt8](repeating: 0, count: 72), 72)
        precondition(
            EVP_DigestSignInit(context, nil, EVP_sha256(), nil, owner.key) == 1
                && EVP_DigestSign(context, &der, &count, message, message.count) == 1, "libcrypto signs nothing")
        return P256Key.plain(der.prefix(count))
    }

    /// - Parameter signature: r and s.
    package static func isValid(signature: [UInt8], of message: [UInt8], by point: [UInt8]) -> Bool {
        guard signature.count == 2 * size, let key = made(point: point, privateNumber: nil) else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let der = DER.sequence([signature.prefix(size), signature.suffix(size)])
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
    }

    // MARK: libcrypto's forms

    private static func generated() -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            EVP_PKEY_keygen(context, &key) == 1
        else { return nil }
        return key
    }

    private static func point(of key: OpaquePointer) -> [UInt8] {
        var (bytes, count) = ([UInt8](repeating: 0, count: pointSize), 0)
        let found = EVP_PKEY_get_octet_string_param(key, "encoded-pub-key", &bytes, bytes.count, &count)
        guard found == 1, count == pointSize, bytes[0] == 4 else { return compressedRead(key) }
        return bytes
    }

    /// Where the configuration writes points short, the coordinates are read one by one.
    private static func compressedRead(_ key: OpaquePointer) -> [UInt8] {
        [4]
            + ["qx", "qy"].flatMap { name -> [UInt8] in
                var number: OpaquePointer?
                var bytes = [UInt8](repeating: 0, count: size)
                precondition(
                    EVP_PKEY_get_bn_param(key, name, &number) == 1 && BN_bn2binpad(number, &bytes, Int32(size)) == size,
                    "libcrypto gives no point")
                BN_free(number)
                return bytes
            }
    }

    /// The point that belongs to a private number.
    private static func multiplied(_ number: [UInt8]) -> [UInt8]? {
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        defer { EC_GROUP_free(group) }
        guard let scalar = BN_bin2bn(number, Int32(number.count), nil), let point = EC_POINT_new(group) else { return nil }
        defer { BN_clear_free(scalar); EC_POINT_free(point) }
        guard BN_is_zero(scalar) == 0, let order = EC_GROUP_get0_order(group), BN_cmp(scalar, order) < 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: pointSize)
        guard EC_POINT_mul(group, point, scalar, nil, nil, nil) == 1,
            EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil) == pointSize
        else { return nil }
        return bytes
    }

    /// libcrypto checks that the point lies on the curve. The caller frees the key.
    private static func made(point: [UInt8], privateNumber: [UInt8]?) -> OpaquePointer? {
        guard point.count == pointSize, point[0] == 4, let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard let builder = OSSL_PARAM_BLD_new() else { return nil }
        defer { OSSL_PARAM_BLD_free(builder) }
        let number = privateNumber.flatMap { BN_bin2bn($0, Int32($0.count), nil) }
        defer { BN_clear_free(number) }
        // The builder keeps pointers to names and values, until the fields are made and longer.
        let made = point.withUnsafeBytes { bytes -> UnsafeMutablePointer<OSSL_PARAM>? in
            guard OSSL_PARAM_BLD_push_utf8_string(builder, lasting("group"), lasting("prime256v1"), 0) == 1,
                OSSL_PARAM_BLD_push_octet_string(builder, lasting("pub"), bytes.baseAddress, bytes.count) == 1,
                number == nil || OSSL_PARAM_BLD_push_BN(builder, lasting("priv"), number) == 1
            else { return nil }
            return OSSL_PARAM_BLD_to_param(builder)
        }
        guard let fields = made else { return nil }
        defer { OSSL_PARAM_free(fields) }
        var key: OpaquePointer?
        let selection = number == nil ? CLIBCRYPTO_PUBLIC_KEY : CLIBCRYPTO_KEYPAIR
        guard EVP_PKEY_fromdata_init(context) == 1, EVP_PKEY_fromdata(context, &key, selection, fields) == 1 else { return nil }
        return key
    }

    private static func lasting(_ name: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// r and s out of a DER sequence of two integers.
    private static func plain(_ der: ArraySlice<UInt8>) -> [UInt8] {
        let numbers = DER.integers(der)
        precondition(numbers.count == 2, "libcrypto's signature has two numbers")
        return numbers.flatMap { [UInt8](repeating: 0, count: max(0, size - $0.count)) + $0.suffix(size) }
    }
}

/// Of the distinguished encoding rules (X.690) what a signature needs: a sequence of two short integers.
private enum DER {
    static func integers(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var (numbers, rest) = ([[UInt8]](), bytes.dropFirst(2))
        while rest.count > 2, rest[rest.startIndex] == 2 {
            let count = Int(rest[rest.startIndex + 1])
            numbers.append(Array(rest.dropFirst(2).prefix(count).drop { $0 == 0 }))
            rest = rest.dropFirst(2 + count)
        }
        return numbers
    }

    static func sequence(_ numbers: [ArraySlice<UInt8>]) -> [UInt8] {
        let body = numbers.flatMap { number -> [UInt8] in
            let significant = Array(number.drop { $0 == 0 })
            let whole = (significant.first ?? 0x80) >= 0x80 ? [0] + significant : significant
            return [2, UInt8(whole.count)] + whole
        }
        return [0x30, UInt8(body.count)] + body
    }
}
