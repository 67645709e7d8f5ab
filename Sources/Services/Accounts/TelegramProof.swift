import Cryptography
import Domain
import Foundation

/// What Telegram's older ways in sign with the bot's token (docs/protocols.md, Telegram): the Login Widget's fields and a Mini App's
/// `initData`. Compared in constant time; no older than five minutes.
package enum TelegramProof {
    package static let life = Duration.minutes(5)
    /// Every field that the widget may send.
    private static let widgetFields: Set<String> = ["id", "first_name", "last_name", "username", "photo_url", "auth_date", "hash"]

    package struct Verified: Sendable, Equatable {
        package let id: Int64
        package let name: String
        package let signedAt: Instant
        /// Identifies a replay.
        package let hash: [UInt8]
    }

    /// - Returns: nil for everything that Telegram did not sign with this bot's token, just now.
    package static func widget(_ fields: [(name: String, value: String)], botToken: String, at now: Instant) -> Verified? {
        guard let values = distinct(fields), Set(values.keys).isSubset(of: widgetFields) else { return nil }
        let key = Digest.sha256(Array(botToken.utf8))
        guard let (hash, date) = signed(values, without: ["hash"], key, now), let id = values["id"]?.whole(in: 1...Int.max) else {
            return nil
        }
        let name = [values["first_name"] ?? "", values["last_name"] ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return Verified(id: Int64(id), name: name, signedAt: date, hash: hash)
    }

    /// - Parameter data: as the Mini App's script has it, percent-encoded.
    package static func initData(_ data: String, botToken: String, at now: Instant) -> Verified? {
        guard let values = distinct(parseQuery(data)) else { return nil }
        let key = Digest.hmacSHA256(Array(botToken.utf8), key: Array("WebAppData".utf8))
        guard let (hash, date) = signed(values, without: ["hash"], key, now), let user = values["user"],
            let found = try? JSONDecoder().decode(User.self, from: Data(user.utf8)), found.id > 0
        else { return nil }
        let name = [found.first_name ?? "", found.last_name ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return Verified(id: found.id, name: name, signedAt: date, hash: hash)
    }

    private struct User: Decodable {
        let id: Int64
        let first_name: String?
        let last_name: String?
    }

    /// Nil when a name comes twice.
    private static func distinct(_ fields: [(name: String, value: String)]) -> [String: String]? {
        let values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return values.count == fields.count ? values : nil
    }

    private static func signed(
        _ values: [String: String], without dropped: Set<String>, _ key: [UInt8], _ now: Instant
    ) -> (hash: [UInt8], date: Instant)? {
        let lines = values.filter { !dropped.contains($0.key) }.map { "\($0.key)=\($0.value)" }
        // Sorted by key as bytes: a name that another begins with comes first, because "=" sorts below letters and "_".
        let text = values.keys.filter { !dropped.contains($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { "\($0)=\(values[$0] ?? "")" }.joined(separator: "\n")
        guard !lines.isEmpty, let hash = values["hash"].flatMap(hexBytes), hash.count == 32,
            Digest.areEqual(hash, Digest.hmacSHA256(Array(text.utf8), key: key)),
            let date = values["auth_date"]?.instantInSeconds()
        else { return nil }
        return date <= now + .minutes(1) && now - date <= life ? (hash, date) : nil
    }

    private static func hexBytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = hexDigit(digits[index]), let low = hexDigit(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Lower case only: otherwise two spellings of one hash would be two proofs.
    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 97...102: byte - 87
        default: nil
        }
    }
}
