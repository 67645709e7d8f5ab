/// The map's file as the database has it for all nodes, in parts.
package struct StoredMap: Sendable, Equatable {
    package let id: ID
    /// From 1; rises with every file that is whole.
    package let version: Int
    /// SHA-256 of all bytes.
    package let digest: [UInt8]
    /// Bytes.
    package let size: Int
    package let parts: Int
    /// When its import began. If another one was stored meanwhile, a moment after that one's time.
    package let madeAt: Instant
    package init(id: ID, version: Int, digest: [UInt8], size: Int, parts: Int, madeAt: Instant) {
        self.id = id
        self.version = version
        self.digest = digest
        self.size = size
        self.parts = parts
        self.madeAt = madeAt
    }
}

/// Some bytes of the map's file.
package struct MapPart: Sendable, Equatable {
    /// From 0.
    package let number: Int
    /// SHA-256 of the bytes.
    package let digest: [UInt8]
    package let bytes: [UInt8]
    package init(number: Int, digest: [UInt8], bytes: [UInt8]) {
        self.number = number
        self.digest = digest
        self.bytes = bytes
    }
}
