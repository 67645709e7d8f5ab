import Database
import Domain

/// The map's file for all nodes. It is stored in parts, each in a transaction of its own that holds up nobody; what was begun counts when
/// it is finished. The newest is kept, and whoever finishes one removes what was there before.
package struct MapFileStore: Sendable {
    /// Bytes of every part but the last.
    package static let partSize = 1 << 18
    /// A file that is not finished and gets no more parts for so long was given up.
    private static let patience = Duration.minutes(10)
    /// Parts that are deleted at once: PostgreSQL keeps each of them as hundreds of rows.
    private static let removedAtOnce = 32

    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// A file that is to be stored.
    package struct Draft: Sendable {
        package let id: ID
        package let digest: [UInt8]
        /// Bytes.
        package let size: Int
        package let madeAt: Instant
        package var parts: Int { (size + partSize - 1) / partSize }
        package init(id: ID, digest: [UInt8], size: Int, madeAt: Instant) {
            self.id = id
            self.digest = digest
            self.size = size
            self.madeAt = madeAt
        }
    }

    /// What became of a file whose parts are all there.
    package enum Ending: Sendable, Equatable {
        /// It is the newest now.
        case newest
        /// The newest has the same bytes, and stays.
        case same
        /// Another one has become the newest, and stays.
        case late
        /// Parts of it were removed.
        case lost
    }

    // MARK: reading

    /// One small row. Nil while none is whole.
    package func newest() throws -> StoredMap? { try database.read(MapFileStore.newest) }

    private static func newest(_ connection: Connection) throws -> StoredMap? {
        try connection.one(
            """
            SELECT id, version, digest, size, parts, made_at FROM map_file WHERE version IS NOT NULL ORDER BY version DESC LIMIT 1
            """
        ) { row in
            StoredMap(
                id: row.id(0), version: row.int(1), digest: row.blob(2), size: row.int(3), parts: row.int(4), madeAt: row.at(5))
        }
    }

    /// Nil if it is not there any more.
    package func part(_ number: Int, of id: ID) throws -> MapPart? {
        try database.read { connection in
            try connection.one(
                "SELECT digest, bytes FROM map_part WHERE file_id = ? AND number = ?", [.id(id), Value(number)]
            ) { MapPart(number: number, digest: $0.blob(0), bytes: $0.blob(1)) }
        }
    }

    // MARK: storing

    package func begin(_ draft: Draft, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "INSERT INTO map_file (id, digest, size, parts, made_at, begun_at) VALUES (?, ?, ?, ?, ?, ?)",
                [.id(draft.id), .blob(draft.digest), Value(draft.size), Value(draft.parts), .at(draft.madeAt), .at(now)])
        }
    }

    /// Nobody else has to notice a part.
    package func add(_ part: MapPart, to id: ID, at now: Instant) async throws {
        try await statement { connection in
            try connection.run(
                "INSERT INTO map_part (file_id, number, digest, bytes, stored_at) VALUES (?, ?, ?, ?, ?)",
                [.id(id), Value(part.number), .blob(part.digest), .blob(part.bytes), .at(now)])
        }
    }

    /// Makes a file the newest.
    /// - Parameter seen: the version that was the newest when it was decided to store this one, 0 for none; nil whatever it was.
    package func finish(_ id: ID, unlessAfter seen: Int?) async throws -> Ending {
        try await database.append { connection in
            let draft = try connection.one(
                "SELECT digest, parts, made_at FROM map_file WHERE id = ? AND version IS NULL", [.id(id)]
            ) { (digest: $0.blob(0), parts: $0.int(1), madeAt: $0.at(2)) }
            let parts = try connection.one("SELECT count(*) FROM map_part WHERE file_id = ?", [.id(id)]) { $0.int(0) }
            guard let draft, parts == draft.parts else { return .lost }
            let newest = try MapFileStore.newest(connection)
            if newest?.digest == draft.digest { return .same }
            if let seen, seen != newest?.version ?? 0 { return .late }
            // Later than the one before, so that no folder with that one takes it for the newer.
            let madeAt = newest.map { max(draft.madeAt, $0.madeAt + .microseconds(1)) } ?? draft.madeAt
            try connection.run(
                "UPDATE map_file SET version = ?, made_at = ? WHERE id = ?", [Value((newest?.version ?? 0) + 1), .at(madeAt), .id(id)])
            return .newest
        }
    }

    // MARK: removing

    /// Files that are no use to anybody: those before the newest, and those whose node gave them up.
    package func leftovers(at now: Instant) throws -> [ID] {
        try database.read { connection in
            try connection.all(
                """
                SELECT f.id FROM map_file f WHERE f.version < (SELECT max(version) FROM map_file)
                    OR (f.version IS NULL AND f.begun_at < ?1
                        AND NOT EXISTS (SELECT 1 FROM map_part p WHERE p.file_id = f.id AND p.stored_at >= ?1))
                ORDER BY f.begun_at
                """, [.at(now - MapFileStore.patience)]
            ) { $0.id(0) }
        }
    }

    /// Removes a file, unless it is the newest; a few parts at a time.
    package func remove(_ id: ID) async throws {
        let isOld = "EXISTS (SELECT 1 FROM map_file WHERE id = ?1 AND (version IS NULL OR version < (SELECT max(version) FROM map_file)))"
        var count = 0
        repeat {
            count = try await statement { connection in
                try connection.run(
                    """
                    DELETE FROM map_part WHERE file_id = ?1 AND \(isOld) AND number IN
                        (SELECT number FROM map_part WHERE file_id = ?1 ORDER BY number LIMIT \(MapFileStore.removedAtOnce))
                    """, [.id(id)])
            }
        } while count > 0
        try await statement { try $0.run("DELETE FROM map_file WHERE id = ?1 AND \(isOld)", [.id(id)]) }
    }

    /// One statement that changes nothing that another node keeps. Returns how many rows it changed.
    @discardableResult
    private func statement(_ body: @escaping @Sendable (Connection) throws -> Int) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            database.appendStatement(isForMany: true, body) { continuation.resume(with: $0) }
        }
    }
}
