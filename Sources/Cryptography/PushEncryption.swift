/// Messages for browsers' push services: encrypted for one subscription (RFC 8291), with RFC 8188's `aes128gcm` in one record.
package enum PushEncryption {
    /// Push services need not take more than 4,096 bytes: 86 of them are the head, 16 the tag, 1 the end of the text.
    package static let longestText = 3993
    private static let recordSize: [UInt8] = [0, 0, 16, 0]
    private static let authenticationSize = 16

    /// What a browser gives with its subscription.
    package struct Receiver: Sendable, Equatable {
        /// `p256dh`, 65 bytes.
        package let point: [UInt8]
        /// `auth`, 16 bytes.
        package let secret: [UInt8]
        /// Nil for lengths that no browser gives.
        package init?(point: [UInt8], secret: [UInt8]) {
            guard point.count == P256Key.pointSize, point.first == 4, secret.count == authenticationSize else { return nil }
            (self.point, self.secret) = (point, secret)
        }
    }

    /// - Parameters:
    ///   - text: at most `longestText` bytes.
    ///   - key: new for each message.
    ///   - salt: 16 random bytes, new for each message.
    /// - Returns: the body of the request; nil where the receiver's point lies on no curve.
    package static func encrypt(_ text: [UInt8], for receiver: Receiver, key: P256Key, salt: [UInt8]) -> [UInt8]? {
        precondition(text.count <= longestText && salt.count == 16)
        guard let shared = key.sharedSecret(with: receiver.point) else { return nil }
        func derive(_ secret: [UInt8], _ info: [UInt8], count: Int) -> [UInt8] {
            Array(Digest.hmacSHA256(info + [1], key: secret).prefix(count))
        }
        let agreed = Digest.hmacSHA256(shared, key: receiver.secret)
        let input = derive(agreed, Array("WebPush: info\0".utf8) + receiver.point + key.publicPoint, count: 32)
        let secret = Digest.hmacSHA256(input, key: salt)
        let content = derive(secret, Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
        let nonce = derive(secret, Array("Content-Encoding: nonce\0".utf8), count: 12)
        // 2 ends the text of the last record; there is no other.
        let sealed = AESGCM.seal(text + [2], key: content, nonce: nonce)
        return salt + recordSize + [UInt8(P256Key.pointSize)] + key.publicPoint + sealed
    }
}
