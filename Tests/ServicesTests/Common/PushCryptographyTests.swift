import Cryptography
import Domain
import Testing

/// The published vectors of Web Push, byte for byte. Random messages are decrypted by another implementation in
/// Tests/program/test_push.py.
@Suite struct PushCryptographyTests {
    private static func bytes(_ text: String) throws -> [UInt8] { try #require(base64URLBytes(text)) }

    // RFC 8291, section 5 and appendix A.
    private static let text = "When I grow up, I want to be a watermelon"
    private static let ownPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    private static let ownPublic = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    private static let browserPrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    private static let browserPublic = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    private static let shared = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"
    private static let body =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

    @Test func theMessageOfRFC8291ComesOutByteForByte() throws {
        let key = try #require(P256Key(privateNumber: PushCryptographyTests.bytes(PushCryptographyTests.ownPrivate)))
        #expect(key.publicPoint == (try PushCryptographyTests.bytes(PushCryptographyTests.ownPublic)))
        let receiver = try #require(
            PushEncryption.Receiver(
                point: PushCryptographyTests.bytes(PushCryptographyTests.browserPublic),
                secret: PushCryptographyTests.bytes(PushCryptographyTests.secret)))
        let sealed = PushEncryption.encrypt(
            Array(PushCryptographyTests.text.utf8), for: receiver, key: key,
            salt: try PushCryptographyTests.bytes(PushCryptographyTests.salt))
        #expect(sealed == (try PushCryptographyTests.bytes(PushCryptographyTests.body)))
    }

    @Test func bothSidesAgreeOnTheSecretOfRFC8291() throws {
        let own = try #require(P256Key(privateNumber: PushCryptographyTests.bytes(PushCryptographyTests.ownPrivate)))
        let browser = try #require(P256Key(privateNumber: PushCryptographyTests.bytes(PushCryptographyTests.browserPrivate)))
        let shared = try PushCryptographyTests.bytes(PushCryptographyTests.shared)
        #expect(own.sharedSecret(with: browser.publicPoint) == shared && browser.sharedSecret(with: own.publicPoint) == shared)
        #expect(browser.publicPoint == (try PushCryptographyTests.bytes(PushCryptographyTests.browserPublic)))
    }

    @Test func theTokenOfRFC8292IsValid() throws {
        let signed =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."
            + "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        let signature = "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
        let point = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
        let (bytes, key) = (try PushCryptographyTests.bytes(signature), try PushCryptographyTests.bytes(point))
        #expect(P256Key.isValid(signature: bytes, of: Array(signed.utf8), by: key))
        for index in [0, 31, 32, 63] {
            var changed = bytes
            changed[index] ^= 1
            #expect(!P256Key.isValid(signature: changed, of: Array(signed.utf8), by: key), "byte \(index)")
        }
        #expect(!P256Key.isValid(signature: bytes, of: Array((signed + "x").utf8), by: key))
        #expect(!P256Key.isValid(signature: bytes, of: Array(signed.utf8), by: P256Key().publicPoint))
    }

    /// Ours has the claims of the vector, in its order, and a signature that holds.
    @Test func ourTokenSaysWhatTheVectorSays() throws {
        let key = P256Key()
        let said = PushClaims(origin: "https://push.example.net", expires: 1_453_523_768, contact: "mailto:push@example.com")
        let header = VAPIDToken.header(head: PushClaims.head.bytes, claims: said.json.bytes, key: key)
        let claims =
            "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."
            + "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0."
        #expect(header.hasPrefix(claims))
        let rest = header.dropFirst(claims.count).split(separator: ", k=").map(String.init)
        #expect(rest.count == 2 && base64URLBytes(rest[1]) == key.publicPoint)
        let signed = claims.dropFirst("vapid t=".count).dropLast()
        #expect(P256Key.isValid(signature: try PushCryptographyTests.bytes(rest[0]), of: Array(signed.utf8), by: key.publicPoint))
    }

    /// NIST's GCM test cases 1 and 2, and RFC 8291's key over its plaintext is in the message above.
    @Test func galoisCounterModeHolds() {
        let zeros = [UInt8](repeating: 0, count: 16)
        func hex(_ bytes: [UInt8]) -> String { bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
        #expect(hex(AESGCM.seal([], key: zeros, nonce: Array(zeros.prefix(12)))) == "58e2fccefa7e3061367f1d57a4e7455a")
        #expect(
            hex(AESGCM.seal(zeros, key: zeros, nonce: Array(zeros.prefix(12))))
                == "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf")
    }

    @Test func aMessageTakes4096BytesAtMost() throws {
        let browser = P256Key()
        let receiver = try #require(PushEncryption.Receiver(point: browser.publicPoint, secret: Array(repeating: 7, count: 16)))
        let salt = [UInt8](repeating: 9, count: 16)
        let longest = [UInt8](repeating: 65, count: PushEncryption.longestText)
        #expect(PushEncryption.longestText == 3993)
        #expect(PushEncryption.encrypt(longest, for: receiver, key: P256Key(), salt: salt)?.count == 4096)
        #expect(PushEncryption.encrypt([], for: receiver, key: P256Key(), salt: salt)?.count == 103)
    }

    @Test func keysThatAreNoneAreRefused() throws {
        #expect(P256Key(privateNumber: Array(repeating: 0, count: 32)) == nil)
        #expect(P256Key(privateNumber: Array(repeating: 255, count: 32)) == nil)
        #expect(P256Key(privateNumber: [1]) == nil && P256Key(privateNumber: []) == nil)
        let one = P256Key()
        #expect(P256Key(privateNumber: one.privateNumber)?.publicPoint == one.publicPoint)
        #expect(one.publicPoint.count == 65 && one.privateNumber.count == 32)
        // On no curve, the point at infinity, compressed, too short.
        var off = P256Key().publicPoint
        off[64] ^= 1
        for point in [off, [0], [4] + Array(repeating: 0, count: 64), [2] + Array(off[1...32]), Array(off.dropLast())] as [[UInt8]] {
            #expect(one.sharedSecret(with: point) == nil, "\(point.count)")
        }
        #expect(PushEncryption.Receiver(point: off, secret: [1]) == nil)
        #expect(PushEncryption.Receiver(point: [2] + off.dropFirst(), secret: Array(repeating: 1, count: 16)) == nil)
    }

    @Test func signaturesOfManyLengthsHold() {
        let key = P256Key()
        for number in 0..<300 {
            let message = Array("message \(number)".utf8)
            let signature = key.signature(of: message)
            #expect(signature.count == 64)
            #expect(P256Key.isValid(signature: signature, of: message, by: key.publicPoint), "\(number)")
        }
    }
}
