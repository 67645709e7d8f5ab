extension Migration {
    /// Messages enter the search index in batches: one at a time this cost twice as much as storing them.
    static let m010 = Migration(
        number: 10, name: "search in batches",
        sql: """
            CREATE TABLE search_progress (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                indexed_to INTEGER NOT NULL
            );

            INSERT INTO search_progress (id, indexed_to) SELECT 1, coalesce(max(number), 0) FROM message;

            CREATE TRIGGER search_progress_moves AFTER UPDATE OF indexed_to ON search_progress
            BEGIN
                INSERT INTO message_search (rowid, text)
                SELECT number, text FROM message WHERE number > old.indexed_to AND number <= new.indexed_to;
            END;

            DROP TRIGGER message_search_insert;

            DROP TRIGGER message_search_delete;

            DROP TRIGGER message_search_update;

            CREATE TRIGGER message_search_delete AFTER DELETE ON message
            WHEN old.number <= (SELECT indexed_to FROM search_progress)
            BEGIN INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.number, old.text); END;

            CREATE TRIGGER message_search_update AFTER UPDATE OF text ON message
            WHEN old.number <= (SELECT indexed_to FROM search_progress)
            BEGIN
                INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.number, old.text);
                INSERT INTO message_search (rowid, text) VALUES (new.number, new.text);
            END;

            """)
}
