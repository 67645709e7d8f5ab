import Cryptography
import Domain
import Foundation
import Gateways
import Services
import Testing

private let botToken = "123456:TEST-TOKEN"
private let signedAt = Instant(seconds: 1_700_000_000)

/// Chance that repeats.
private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

private func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

@Suite struct TelegramProofTests {
    private let widget = [
        ("auth_date", "1700000000"), ("first_name", "Ada"), ("id", "42"), ("username", "ada"),
        ("hash", "33d4644810ee3511130db1141d46736c641990f736d58cfb3e1693a0778b1f41"),
    ].map { (name: $0.0, value: $0.1) }
    /// A vector that was published with the key it was signed with.
    private let appToken = "5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8"
    private let appData =
        "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C"
        + "%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C"
        + "%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D"
        + "&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2"

    @Test func thePublishedVectorsHold() throws {
        let found = try #require(TelegramProof.widget(widget, botToken: botToken, at: signedAt))
        #expect(found.id == 42 && found.name == "Ada" && found.signedAt == signedAt)
        #expect(TelegramProof.widget(widget.reversed(), botToken: botToken, at: signedAt) == found)
        let app = try #require(TelegramProof.initData(appData, botToken: appToken, at: Instant(seconds: 1_662_771_700)))
        #expect(app.id == 279_058_397 && app.name == "Vladislav Kibenko")
    }

    /// The same key and message by another road: what Telegram would have signed.
    @Test func freshlySignedFieldsHold() throws {
        for seed in 0..<20 as Range<UInt64> {
            var dice = Dice(state: seed)
            var fields = [
                ("id", String(Int64.random(in: 1...1 << 52, using: &dice))), ("auth_date", "1700000000"),
                ("first_name", "Zo\u{eb} \(seed)"),
            ]
            if Bool.random(using: &dice) { fields.append(("photo_url", "https://t.me/i/\(seed).jpg")) }
            let text = fields.sorted { $0.0 < $1.0 }.map { $0.0 + "=" + $0.1 }.joined(separator: "\n")
            let hash = hex(Digest.hmacSHA256(Array(text.utf8), key: Digest.sha256(Array(botToken.utf8))))
            let signed = (fields + [("hash", hash)]).map { (name: $0.0, value: $0.1) }
            #expect(TelegramProof.widget(signed, botToken: botToken, at: signedAt + .minutes(4))?.id == Int64(fields[0].1))
            #expect(TelegramProof.widget(signed, botToken: "654321:OTHER", at: signedAt) == nil)
        }
    }

    @Test func twoHundredMutationsOfEachAreRefused() {
        for seed in 0..<200 as Range<UInt64> {
            var dice = Dice(state: seed)
            var fields = widget
            let index = Int.random(in: 0..<fields.count, using: &dice)
            switch seed % 5 {
            case 0: fields[index].value = mutated(fields[index].value, &dice)
            case 1: fields.remove(at: index)
            case 2: fields.append(fields[index])
            case 3: fields.append((name: "role\(seed)", value: "admin"))
            default: fields[index].name = mutated(fields[index].name, &dice)
            }
            #expect(TelegramProof.widget(fields, botToken: botToken, at: signedAt) == nil, "seed \(seed)")
            var bytes = Array(appData.utf8)
            let place = Int.random(in: 0..<bytes.count, using: &dice)
            bytes[place] = bytes[place] == UInt8(ascii: "7") ? UInt8(ascii: "8") : UInt8(ascii: "7")
            let data = String(decoding: bytes, as: UTF8.self)
            #expect(TelegramProof.initData(data, botToken: appToken, at: Instant(seconds: 1_662_771_700)) == nil, "byte \(place)")
        }
    }

    private func mutated(_ text: String, _ dice: inout Dice) -> String {
        var bytes = Array(text.utf8)
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        bytes[place] = bytes[place] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func oldAndFutureOnesAreRefused() {
        #expect(TelegramProof.widget(widget, botToken: botToken, at: signedAt + .minutes(5)) != nil)
        #expect(TelegramProof.widget(widget, botToken: botToken, at: signedAt + .minutes(5) + .seconds(1)) == nil)
        #expect(TelegramProof.widget(widget, botToken: botToken, at: signedAt - .minutes(2)) == nil)
        // The hash in capitals would be a second proof of the same sign-in.
        let capitals = widget.map { (name: $0.name, value: $0.name == "hash" ? $0.value.uppercased() : $0.value) }
        #expect(TelegramProof.widget(capitals, botToken: botToken, at: signedAt) == nil)
    }
}

@Suite struct IDTokenTests {
    private static let key = RSAKeyPair(bits: 2048)
    private static let other = RSAKeyPair(bits: 2048)
    private static let expected = IDToken.Expectation(issuer: "https://issuer.example", clientID: "123456", nonce: "n-1")
    private static let header = #"{"alg":"RS256","typ":"JWT","kid":"oidc-1"}"#
    private static let claims =
        #"{"iss":"https://issuer.example","aud":"123456","sub":"s-42","id":42,"name":"Ada","nonce":"n-1","#
        + #""iat":1700000000,"exp":1700000600}"#

    private static func base64(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func token(_ header: String = header, _ claims: String = claims, by key: RSAKeyPair? = key) throws -> String {
        let signed = base64(header.utf8) + "." + base64(claims.utf8)
        return signed + "." + base64(try #require(key).signature(of: Array(signed.utf8)))
    }

    private static func keys(_ id: String = "oidc-1") throws -> [OpenIDIssuer.Key] {
        let pair = try #require(key)
        return [OpenIDIssuer.Key(id: id, modulus: pair.modulus, exponent: pair.exponent)]
    }

    private func fault(_ token: String, keys: [OpenIDIssuer.Key]? = nil, at now: Instant = signedAt) throws -> IDToken.Fault? {
        do {
            _ = try IDToken.verify(token, keys: keys ?? IDTokenTests.keys(), expecting: IDTokenTests.expected, at: now)
            return nil
        } catch let fault as IDToken.Fault { return fault }
    }

    @Test func aGoodTokenNamesSomebody() throws {
        let found = try IDToken.verify(
            IDTokenTests.token(), keys: IDTokenTests.keys(), expecting: IDTokenTests.expected, at: signedAt + .seconds(30))
        #expect(found == Identity(issuer: "https://issuer.example", subject: "s-42", telegramID: 42, name: "Ada"))
        let list = try IDTokenTests.token(IDTokenTests.header, IDTokenTests.claims.replacing(#""123456""#, with: #"["123456"]"#))
        #expect(try fault(list) == nil)
    }

    /// What is malformed, misdirected or out of time, each with the reason for which it must fail.
    @Test func twentyFiveOthersAreRefused() throws {
        let (head, body) = (IDTokenTests.header, IDTokenTests.claims)
        let good = try IDTokenTests.token()
        let parts = good.split(separator: ".").map(String.init)
        func claims(_ old: String, _ new: String) throws -> String { try IDTokenTests.token(head, body.replacing(old, with: new)) }
        func header(_ new: String) throws -> String { try IDTokenTests.token(new) }
        let cases: [(String, IDToken.Fault)] = [
            ("", .malformed), ("a.b", .malformed), (good + ".x", .malformed), (parts[0] + "." + parts[1] + ".", .signature),
            (parts[0] + "." + parts[1] + "." + parts[2] + "=", .malformed), (parts[0] + ".!!." + parts[2], .malformed),
            (try header("{}"), .malformed), (try header(#"{"alg":"none","kid":"oidc-1"}"#), .algorithm),
            (try header(#"{"alg":"HS256","kid":"oidc-1"}"#), .algorithm), (try header(#"{"alg":"RS512","kid":"oidc-1"}"#), .algorithm),
            (try header(#"{"alg":"rs256","kid":"oidc-1"}"#), .algorithm),
            (try header(#"{"alg":"RS256","kid":"oidc-1","crit":["exp"]}"#), .algorithm),
            (try header(#"{"alg":"RS256","kid":"oidc-2"}"#), .unknownKey), (try header(#"{"alg":"RS256"}"#), .unknownKey),
            (try IDTokenTests.token(by: IDTokenTests.other), .signature),
            (parts[0] + "." + IDTokenTests.base64(body.replacing("s-42", with: "s-43").utf8) + "." + parts[2], .signature),
            (try claims("https://issuer.example", "https://issuer.example/"), .issuer),
            (try claims("https://issuer.example", "https://evil.example"), .issuer), (try claims(#""123456""#, #""654321""#), .audience),
            (try claims(#""123456""#, #"["123456","654321"]"#), .audience), (try claims("1700000600", "1699999000"), .time),
            (try claims("1700000000", "1700000300"), .time), (try claims("1700000000", "1699990000"), .time),
            (try claims("n-1", "n-2"), .nonce), (try claims(#""nonce":"n-1","#, ""), .nonce), (try claims("s-42", ""), .subject),
            (try claims(#""exp":1700000600"#, #""exp":"soon""#), .malformed), (try claims(#""sub":"s-42","#, ""), .malformed),
        ]
        #expect(cases.count >= 25)
        for (index, (token, reason)) in cases.enumerated() { #expect(try fault(token) == reason, "case \(index)") }
        #expect(try fault(good, keys: []) == .unknownKey)
        #expect(try fault(good, at: signedAt + .minutes(12)) == .time)
    }

    @Test func base64urlIsStrict() {
        #expect(base64URLBytes("AQID") == [1, 2, 3] && base64URLBytes("AQ") == [1] && base64URLBytes("") == [])
        // Padding, other alphabets, impossible lengths and bits that would be dropped.
        for text in ["AQ==", "A+/=", "A", "AR", "AQI\n", "é"] { #expect(base64URLBytes(text) == nil, "\(text)") }
    }
}
