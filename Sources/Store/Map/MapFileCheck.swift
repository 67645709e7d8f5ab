import Database

/// Whether the map's file that a server's database has for its nodes is whole.
package enum MapFileCheck {
    /// Empty when it is, and where there is none. Reads every byte of it, and changes nothing.
    package static func complaints(postgresql address: String) throws -> [String] {
        try AppDatabase.look(postgresql: address) { connection in
            guard try connection.one("SELECT to_regclass('map_part') IS NOT NULL", [], { $0.boolean(0) }) == true else { return [] }
            let damaged = try connection.one(
                """
                SELECT f.parts - count(p.number) FROM map_file f
                LEFT JOIN map_part p ON p.file_id = f.id AND p.number < f.parts AND sha256(p.bytes) = p.digest
                WHERE f.version = (SELECT max(version) FROM map_file) GROUP BY f.id, f.parts
                """
            ) { $0.int(0) }
            guard let damaged, damaged > 0 else { return [] }
            return ["the map that nodes fetch is damaged, parts: \(damaged). Import the map again"]
        }
    }
}
