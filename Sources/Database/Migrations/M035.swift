extension Migration {
    /// Groups have places and a kind of their own, rooms have beds, and hosts note who wants to be with whom. A room that nobody has
    /// said anything about has no row: it is what stands in its members' field.
    static let m035 = Migration(
        number: 35, name: "places, rooms and wishes",
        sql: """
            ALTER TABLE member_group ADD COLUMN category TEXT NOT NULL DEFAULT '';

            ALTER TABLE member_group ADD COLUMN places INTEGER CHECK (places BETWEEN 1 AND 999);

            CREATE TABLE room (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                name TEXT NOT NULL CHECK (name <> ''),
                folded_name TEXT NOT NULL,
                beds INTEGER CHECK (beds BETWEEN 1 AND 999),
                UNIQUE (trip_id, folded_name)
            );

            CREATE TABLE wish (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                other_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (kind IN ('together', 'apart')),
                lane_set TEXT NOT NULL DEFAULT '',
                note TEXT NOT NULL DEFAULT '',
                CHECK (member_id <> other_id),
                UNIQUE (member_id, other_id)
            );

            CREATE INDEX wish_of_trip ON wish (trip_id);

            CREATE INDEX wish_other ON wish (other_id);

            """)
}
