extension Migration {
    /// The imported map, which one node of PostgreSQL stores and the others fetch: in parts, so that no transaction is large. A file counts
    /// once it has a version, which rises with every one that is whole. With SQLite there is one node, and nothing is in these tables.
    static let m057 = Migration(
        number: 57, name: "map files for all nodes",
        sql: """
            CREATE TABLE map_file (
                id BLOB NOT NULL PRIMARY KEY,
                version INTEGER UNIQUE CHECK (version > 0),
                digest BLOB NOT NULL CHECK (length(digest) = 32),
                size INTEGER NOT NULL CHECK (size > 0),
                parts INTEGER NOT NULL CHECK (parts > 0),
                made_at INTEGER NOT NULL,
                begun_at INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE map_part (
                file_id BLOB NOT NULL REFERENCES map_file (id) ON DELETE CASCADE,
                number INTEGER NOT NULL CHECK (number >= 0),
                digest BLOB NOT NULL CHECK (length(digest) = 32),
                bytes BLOB NOT NULL,
                stored_at INTEGER NOT NULL,
                PRIMARY KEY (file_id, number)
            ) STRICT;

            """)
}
