import CArgon2

/// Argon2id through libargon2. The parameters are stored with the hash (the PHC text form).
package enum Argon2 {
    package struct Parameters: Sendable, Equatable {
        package let memoryKiB: UInt32
        package let passes: UInt32
        package let lanes: UInt32
        package init(memoryKiB: UInt32, passes: UInt32, lanes: UInt32) {
            self.memoryKiB = memoryKiB
            self.passes = passes
            self.lanes = lanes
        }
        /// OWASP's second choice for Argon2id, 41 ms here.
        package static let current = Parameters(memoryKiB: 19_456, passes: 2, lanes: 1)
    }

    package struct Failure: Error {
        package let code: Int32
    }

    /// - Parameter salt: 16 random bytes.
    package static func hash(
        _ password: String, salt: [UInt8], parameters: Parameters = .current
    ) throws(Failure) -> String {
        let bytes = Array(password.utf8)
        let length = argon2_encodedlen(
            parameters.passes, parameters.memoryKiB, parameters.lanes, UInt32(salt.count), 32, Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let code = argon2id_hash_encoded(
            parameters.passes, parameters.memoryKiB, parameters.lanes, bytes, bytes.count, salt, salt.count, 32,
            &encoded, length)
        guard code == ARGON2_OK.rawValue else { throw Failure(code: code) }
        return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Compares in constant time. A text that is no hash is never right.
    package static func verify(_ password: String, against encoded: String) -> Bool {
        let bytes = Array(password.utf8)
        return argon2id_verify(encoded, bytes, bytes.count) == ARGON2_OK.rawValue
    }

    /// Whether the hash was made with weaker parameters than today's.
    package static func needsRehash(_ encoded: String, parameters: Parameters = .current) -> Bool {
        guard let found = self.parameters(of: encoded) else { return true }
        return found.memoryKiB < parameters.memoryKiB || found.passes < parameters.passes
    }

    /// From `$argon2id$v=19$m=19456,t=2,p=1$…`.
    static func parameters(of encoded: String) -> Parameters? {
        let parts = encoded.split(separator: "$")
        guard parts.count == 5, parts[0] == "argon2id" else { return nil }
        let values = Dictionary(
            parts[2].split(separator: ",").compactMap { pair in
                let sides = pair.split(separator: "=")
                return sides.count == 2 ? UInt32(sides[1]).map { (String(sides[0]), $0) } : nil
            }, uniquingKeysWith: { first, _ in first })
        guard let memory = values["m"], let passes = values["t"], let lanes = values["p"] else { return nil }
        return Parameters(memoryKiB: memory, passes: passes, lanes: lanes)
    }
}
